//! Settings of the allocator, by which the server returns memory to the system.

use libc::{M_ARENA_MAX, M_MMAP_THRESHOLD, M_TRIM_THRESHOLD, c_int, mallopt};

/// Minimum size in bytes of blocks that are returned at once: pages drawn for their crops and most uploads are larger. Smaller
/// pictures come and go too often to be mapped each time, which took a sixth of a reading.
const MIN_RETURNED_BLOCK: c_int = 4 << 20;
/// Maximum number of arenas for small blocks. By default there are as many as threads have ever read a form, up to eight a
/// processor, and each keeps its memory.
const MAX_ARENAS: c_int = 2;
/// Maximum idle memory of an arena in bytes: returning and requesting it again takes time with every form.
const MAX_IDLE: c_int = 16 << 20;

/// Returns large blocks as soon as they are free. By default the C library raises its threshold for large blocks whenever one is
/// freed, and keeps hundreds of megabytes for threads that no longer need them.
#[expect(unsafe_code, reason = "the C library is told by nothing else once the program runs")]
pub(crate) fn give_back_large_blocks() {
    // SAFETY: `mallopt` takes and stores numbers; unknown ones change nothing.
    unsafe {
        mallopt(M_MMAP_THRESHOLD, MIN_RETURNED_BLOCK);
        mallopt(M_ARENA_MAX, MAX_ARENAS);
        mallopt(M_TRIM_THRESHOLD, MAX_IDLE);
    }
}
