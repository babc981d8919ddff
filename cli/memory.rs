//! How the server gives memory back to the system.

use libc::{M_ARENA_MAX, M_MMAP_THRESHOLD, M_TRIM_THRESHOLD, c_int, mallopt};

/// Pages drawn for their crops and most uploads are larger, in bytes. Smaller pictures come and go too often to be fetched
/// from the system each time: that was a sixth of a reading.
const LARGE: c_int = 4 << 20;
/// Pools of small blocks. Otherwise there are as many as threads have ever read a form, up to eight a processor, and each
/// keeps what it had.
const POOLS: c_int = 2;
/// So much of a pool may lie idle, in bytes: to give it back and ask for it again takes time with every form.
const IDLE: c_int = 16 << 20;

/// Gives large blocks back as soon as they are free. Left to itself, the C library takes larger and larger ones for small
/// after it has seen them freed, and keeps hundreds of megabytes for threads that no longer need them.
#[expect(unsafe_code, reason = "the C library is told by nothing else once the program runs")]
pub(crate) fn give_back_large_blocks() {
    // SAFETY: the calls take numbers and keep them; where they are not understood, they change nothing.
    unsafe {
        mallopt(M_MMAP_THRESHOLD, LARGE);
        mallopt(M_ARENA_MAX, POOLS);
        mallopt(M_TRIM_THRESHOLD, IDLE);
    }
}
