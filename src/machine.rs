//! What the machine has, and how much of it the server takes: a Raspberry Pi of the smallest kind must not run out of memory,
//! and a large server must not be left idle.

use std::fmt;
use std::fs;
use std::thread;

const MIB: u64 = 1 << 20;
/// For reading one form. An ordinary one takes 60 MiB; the worst that anybody can send is stopped at 512, and comes seldom.
const A_READING: u64 = 256 * MIB;
/// More than this the database does not get faster by: the system's page cache does the rest.
const LARGEST_CACHE: u64 = 32 * MIB;
/// Uploads that wait for their turn are in memory: at most one part in so many of all of it.
const PART_FOR_WAITING: u64 = 8;
/// More that wait than this are sent away on any machine: nobody waits so long.
const LONGEST_LINE: u64 = 32;

/// The machine, or the part of it that a service manager or a container leaves us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Machine {
    pub processors: usize,
    /// In bytes.
    pub memory: u64,
}

impl Machine {
    /// This one. Where the system does not tell, it counts as small.
    pub fn here() -> Self {
        let processors = thread::available_parallelism().map_or(1, Into::into);
        let whole = fs::read_to_string("/proc/meminfo").ok().and_then(|text| total(&text));
        let limit = fs::read_to_string("/sys/fs/cgroup/memory.max").ok();
        let limit = limit.and_then(|text| text.trim().parse().ok());
        let memory = whole.into_iter().chain(limit).min().unwrap_or(512 * MIB);
        Self { processors, memory }
    }

    /// What the server takes of it, for uploads of up to so many bytes.
    pub fn share(self, max_upload: u64) -> Share {
        let Self { processors, memory } = self;
        let at_once = (memory / 2 / A_READING).clamp(1, processors as u64);
        let line = memory / PART_FOR_WAITING / max_upload.max(1);
        Share {
            database_cache: (memory / 32).min(LARGEST_CACHE) as usize,
            readings: at_once as usize,
            line: line.clamp(2, LONGEST_LINE) as usize,
        }
    }
}

/// The number behind `MemTotal:`, which is in KiB, as bytes.
fn total(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib << 10)
}

/// What the server takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// In bytes.
    pub database_cache: usize,
    /// Forms that are read at the same time.
    pub readings: usize,
    /// Uploads that may wait to be read; more are asked to come back.
    pub line: usize,
}

impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let s = if self.processors == 1 { "" } else { "s" };
        let gib = self.memory as f64 / f64::from(1 << 30);
        write!(f, "{} processor{s} and {gib:.1} GiB of memory", self.processors)
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cache = self.database_cache as u64 / MIB;
        let s = if self.readings == 1 { "" } else { "s" };
        write!(
            f,
            "{cache} MiB for the database, {} form{s} read at a time, {} in line",
            self.readings, self.line
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_machine_does_less_at_a_time() {
        let upload = 32 * MIB;
        let share = |processors, mib: u64| Machine { processors, memory: mib * MIB }.share(upload);
        let small = share(4, 512);
        assert_eq!((small.readings, small.line, small.database_cache), (1, 2, 16 << 20));
        let pi = share(4, 1024);
        assert_eq!((pi.readings, pi.line, pi.database_cache), (2, 4, 32 << 20));
        let large = share(4, 8192);
        assert_eq!((large.readings, large.line, large.database_cache), (4, 32, 32 << 20));
        // Whatever uploads are allowed, those in line fit.
        let huge = Machine { processors: 1, memory: 1024 * MIB }.share(1 << 30);
        assert_eq!(huge.line, 2);
        assert_eq!(
            format!("{}: {pi}", Machine { processors: 4, memory: 1 << 30 }),
            "4 processors and 1.0 GiB of memory: 32 MiB for the database, 2 forms read at a time, 4 in line"
        );
    }

    #[test]
    fn the_memory_is_read_as_the_system_writes_it() {
        assert_eq!(total("MemTotal:         948012 kB\nMemFree: 1 kB\n"), Some(948_012 << 10));
        assert_eq!(total("MemFree: 1 kB\n"), None);
        let here = Machine::here();
        assert!(here.processors > 0 && here.memory > 64 * MIB);
    }
}
