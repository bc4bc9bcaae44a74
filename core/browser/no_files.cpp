// Stubs of the system calls for files that the C library needs: there are no files. Some C++
// libraries print before they give up, and the result must import nothing that the page does not
// have.
#include <cstdint>

namespace {

constexpr std::int32_t NOT_SUPPORTED = 58;  // as the interface of the system numbers it

}  // namespace

extern "C" {

int close(int) {  // zig's library asks the system in a way of its own
    return -1;
}

std::int32_t __imported_wasi_snapshot_preview1_fd_close(std::int32_t) {
    return NOT_SUPPORTED;
}

std::int32_t __imported_wasi_snapshot_preview1_fd_seek(std::int32_t, std::int64_t, std::int32_t,
                                                       std::int32_t) {
    return NOT_SUPPORTED;
}

std::int32_t __imported_wasi_snapshot_preview1_fd_write(std::int32_t, std::int32_t, std::int32_t,
                                                        std::int32_t) {
    return NOT_SUPPORTED;
}

}  // extern "C"
