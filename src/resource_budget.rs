//! Share of the machine's resources that the server uses: the smallest Raspberry Pi must not run out of memory, and a large
//! server must not be left idle.

use crate::platform::system_resources::SystemResources;

const MIB: u64 = 1 << 20;
/// Memory for reading one form. An ordinary form takes 60 MiB; the worst possible one is stopped at 512 MiB, and is rare.
const READING_MEMORY: u64 = 256 * MIB;
/// Maximum size of the database cache: a larger one does not help, since the system's page cache does the rest.
const MAX_CACHE: u64 = 32 * MIB;
/// Minimum and maximum size of all request bodies in memory, and of all responses: enough for the questions of a book on a small machine, and not so
/// much that strangers could fill a large one. JSON bodies have at most 64 KiB, so even the smallest machine receives 256 at a time.
const MIN_BODIES: u64 = 16 * MIB;
const MAX_BODIES: u64 = 32 * MIB;
/// Maximum number of uploads that wait, for each form that is read at a time, and on any machine. They lie on the disk, so that only
/// the waiting time limits them: sixteen ordinary forms take three seconds of a desktop's processor.
const MAX_WAITING_PER_READING: u64 = 16;
const MAX_WAITING: u64 = 32;

/// Share of the machine's resources that the server uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResourceBudget {
    /// In bytes.
    pub database_cache: usize,
    /// Request bodies, and as much again for responses, in bytes.
    pub body_memory: usize,
    /// Maximum number of forms that are read at the same time.
    pub concurrent_readings: usize,
    /// Maximum number of child processes of all kinds: the readings of forms, the pictures of posts and one book share them.
    pub children: usize,
    /// Maximum number of uploads that wait to be read; more are rejected as busy.
    pub max_waiting_readings: usize,
}

impl ResourceBudget {
    /// Share of the machine's resources for a server.
    pub fn of(machine: SystemResources) -> Self {
        let SystemResources { processors, memory } = machine;
        let at_once = (memory / 2 / READING_MEMORY).clamp(1, processors as u64);
        Self {
            database_cache: (memory / 32).min(MAX_CACHE) as usize,
            body_memory: (memory / 32).clamp(MIN_BODIES, MAX_BODIES) as usize,
            concurrent_readings: at_once as usize,
            children: (at_once + 1).min(processors as u64) as usize,
            max_waiting_readings: (at_once * MAX_WAITING_PER_READING).min(MAX_WAITING) as usize,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resource_budget_scales_with_memory_and_processors() {
        let budget = |processors, mib: u64| {
            ResourceBudget::of(SystemResources { processors, memory: mib * MIB })
        };
        let small = budget(4, 512);
        assert_eq!(
            (small.concurrent_readings, small.max_waiting_readings, small.database_cache),
            (1, 16, 16 << 20)
        );
        assert_eq!((small.body_memory, budget(4, 8192).body_memory), (16 << 20, 32 << 20));
        let pi = budget(4, 1024);
        assert_eq!(
            (pi.concurrent_readings, pi.max_waiting_readings, pi.database_cache),
            (2, 32, 32 << 20)
        );
        let large = budget(4, 8192);
        assert_eq!(
            (large.concurrent_readings, large.max_waiting_readings, large.database_cache),
            (4, 32, 32 << 20)
        );
        // Form readings, pictures of posts and a book share this limit.
        assert_eq!([small, pi, large].map(|budget| budget.children), [2, 3, 4]);
    }
}
