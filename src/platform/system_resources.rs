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

/// Memory limits of the process's control group and its parents, in bytes, of either version of control groups. In a container its
/// own group appears as the root.
fn control_group_limits() -> Vec<u64> {
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let (unified, memory) = (own_group(&groups, "0::/"), own_group(&groups, ":memory:/"));
    let mut limits = limits(Path::new("/sys/fs/cgroup"), unified, "memory.max");
    limits.extend(self::limits(
        Path::new("/sys/fs/cgroup/memory"),
        memory,
        "memory.limit_in_bytes",
    ));
    limits
}

/// Limits in the files of this name of a group and its parents.
fn limits(hierarchy: &Path, group: &str, name: &str) -> Vec<u64> {
    let limit = |group: &Path| -> Option<u64> {
        let file = hierarchy.join(group).join(name);
        fs::read_to_string(file).ok()?.trim().parse().ok()
    };
    Path::new(group).ancestors().filter_map(limit).collect()
}

/// Path of the process's group in a hierarchy, relative to its root.
fn own_group<'a>(groups: &'a str, hierarchy: &str) -> &'a str {
    let group = groups.lines().find_map(|line| line.split_once(hierarchy));
    group.map_or("", |(_, group)| group.trim())
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
        let groups = "4:memory:/docker/ink\n0::/system.slice/inkfold.service\n";
        assert_eq!(own_group(groups, "0::/"), "system.slice/inkfold.service");
        assert_eq!(own_group(groups, ":memory:/"), "docker/ink");
        assert_eq!((own_group("0::/\n", "0::/"), own_group("", "0::/")), ("", ""));
        assert_eq!(Path::new("").ancestors().count(), 1, "the root itself is looked at");
    }

    #[test]
    fn group_has_limits_of_itself_and_its_parents() {
        let root = tempfile::tempdir().unwrap();
        fs::create_dir_all(root.path().join("docker/ink")).unwrap();
        for (group, limit) in [("docker", "max"), ("docker/ink", "536870912\n")] {
            let file = fs::File::create(root.path().join(group).join("memory.max"));
            std::io::Write::write_all(&mut file.unwrap(), limit.as_bytes()).unwrap();
        }
        assert_eq!(limits(root.path(), "docker/ink", "memory.max"), [512 * MIB]);
        assert_eq!(limits(root.path(), "docker", "memory.max"), []);
    }

    #[test]
    fn memory_total_is_read_from_meminfo() {
        assert_eq!(total("MemTotal:         948012 kB\nMemFree: 1 kB\n"), Some(948_012 << 10));
        assert_eq!(total("MemFree: 1 kB\n"), None);
        let here = SystemResources::detect();
        assert!(here.processors > 0 && here.memory > 64 * MIB);
    }
}
