// Compiler- and processor-specific functions, in this header only; each has a portable fallback.
#pragma once

#if defined(__x86_64__) && defined(__GNUC__)
#include <cpuid.h>
#endif

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

// Whether the files for AVX2 are part of this build; CMakeLists.txt decides alike. The
// processor is asked itself: not every compiler brings what __builtin_cpu_supports needs on
// Windows.
#if defined(__x86_64__) && defined(__GNUC__)
constexpr bool BUILT_FOR_X86 = true;

// Whether it has these features (bits of EBX in leaf 7), and the system keeps their registers.
inline bool has_features(unsigned wanted, unsigned registers) {
    unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
    constexpr unsigned XGETBV = 1u << 27;
    if (!__get_cpuid(1, &eax, &ebx, &ecx, &edx) || !(ecx & XGETBV)) return false;
    unsigned kept = 0, upper = 0;
    asm volatile("xgetbv" : "=a"(kept), "=d"(upper) : "c"(0));
    if ((kept & registers) != registers) return false;
    return __get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) && (ebx & wanted) == wanted;
}
inline bool has_avx2() {
    return has_features(1u << 5, 0x06);  // XMM and YMM
}
#else
constexpr bool BUILT_FOR_X86 = false;
inline bool has_avx2() {
    return false;
}
#endif

}  // namespace freecell
