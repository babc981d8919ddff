//! Resources of the machine.

use std::fs;
use std::path::Path;
use std::thread;

const MIB: u64 = 1 << 20;

/// Resources of the machine, or the part of them that a service manager or a container grants to the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SystemResources {
    pub processors: usize,
    /// In bytes.
    pub memory: u64,
}

impl SystemResources {
    /// Reads the resources of this machine. Where the system does not report them, one processor and 512 MiB are assumed.
    pub fn detect() -> Self {
        let processors = thread::available_parallelism().map_or(1, Into::into);
        let whole = fs::read_to_string("/proc/meminfo").ok().and_then(|text| total(&text));
        let memory = whole.into_iter().chain(control_group_limits()).min().unwrap_or(512 * MIB);
        Self { processors, memory }
    }
}

/// Memory limits of the process's control group and its parents, in bytes. In a container its own group appears as the root.
fn control_group_limits() -> Vec<u64> {
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let group = Path::new(own_group(&groups));
    let limit = |group: &Path| -> Option<u64> {
        let file = Path::new("/sys/fs/cgroup").join(group).join("memory.max");
        fs::read_to_string(file).ok()?.trim().parse().ok()
    };
    group.ancestors().filter_map(limit).collect()
}

/// Path of the group in the unified hierarchy, relative to its root.
fn own_group(groups: &str) -> &str {
    let group = groups.lines().find_map(|line| line.strip_prefix("0::/"));
    group.unwrap_or_default().trim()
}

/// The number behind `MemTotal:`, which is in KiB, as bytes.
fn total(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_group_is_relative_to_hierarchy_root() {
        assert_eq!(own_group("0::/system.slice/inkfold.service\n"), "system.slice/inkfold.service");
        assert_eq!((own_group("0::/\n"), own_group("")), ("", ""));
        assert_eq!(Path::new("").ancestors().count(), 1, "the root itself is looked at");
    }

    #[test]
    fn memory_total_is_read_from_meminfo() {
        assert_eq!(total("MemTotal:         948012 kB\nMemFree: 1 kB\n"), Some(948_012 << 10));
        assert_eq!(total("MemFree: 1 kB\n"), None);
        let here = SystemResources::detect();
        assert!(here.processors > 0 && here.memory > 64 * MIB);
    }
}
