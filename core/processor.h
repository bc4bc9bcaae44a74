// What the processor can do beyond standard C++, and the only place where compilers are asked for
// it: elsewhere everything goes the plain way.
#pragma once

namespace freecell {

#if defined(__GNUC__)
// Says that some memory is wanted soon.
inline void prefetch(const void* memory) {
    __builtin_prefetch(memory);
}
inline void prefetch_to_write(const void* memory) {
    __builtin_prefetch(memory, 1);
}
#else
inline void prefetch(const void*) {}
inline void prefetch_to_write(const void*) {}
#endif

// Whether the files for AVX2 and AVX-512 are part of this build; CMakeLists.txt decides alike.
#if defined(__x86_64__) && defined(__GNUC__)
constexpr bool BUILT_FOR_X86 = true;
inline bool has_avx2() {
    return __builtin_cpu_supports("avx2") != 0;
}
inline bool has_avx512() {
    return __builtin_cpu_supports("avx512bw") != 0;
}
#else
constexpr bool BUILT_FOR_X86 = false;
inline bool has_avx2() {
    return false;
}
inline bool has_avx512() {
    return false;
}
#endif

}  // namespace freecell
