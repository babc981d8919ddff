//! Limit of a process's memory by a control group, as a small machine has. Needs to be root.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process;

const ROOT: &str = "/sys/fs/cgroup";

/// Control group of either version, removed when dropped.
pub(crate) struct MemoryLimit {
    group: PathBuf,
    /// Group of this process.
    own: PathBuf,
    /// Name of the file with the most memory that was used.
    peak: &'static str,
}

impl MemoryLimit {
    /// Group of at most so many bytes, with the cache of its files.
    pub(crate) fn of(bytes: u64) -> Self {
        let groups = fs::read_to_string("/proc/self/cgroup").expect("control groups");
        let of_version_1 = groups.lines().find_map(|line| line.split_once(":memory:/"));
        let name = format!("inkfold-{}", process::id());
        let (group, own, limit, peak) = if let Some((_, own)) = of_version_1 {
            let own = Path::new(ROOT).join("memory").join(own);
            (own.join(name), own, "memory.limit_in_bytes", "memory.max_usage_in_bytes")
        } else {
            let own = groups.lines().find_map(|line| line.strip_prefix("0::/")).expect("a group");
            (Path::new(ROOT).join(name), Path::new(ROOT).join(own), "memory.max", "memory.peak")
        };
        fs::create_dir(&group).expect("a control group, for which one must be root");
        write(&group.join(limit), &bytes.to_string());
        Self { group, own, peak }
    }

    /// Runs `start`, whose child processes stay in the group.
    pub(crate) fn run<T>(&self, start: impl FnOnce() -> T) -> T {
        let id = process::id().to_string();
        write(&self.group.join("cgroup.procs"), &id);
        let started = start();
        write(&self.own.join("cgroup.procs"), &id);
        started
    }

    /// Most memory in bytes that the group has used.
    pub(crate) fn peak(&self) -> u64 {
        let peak = fs::read_to_string(self.group.join(self.peak)).expect("a peak");
        peak.trim().parse().expect("a number")
    }
}

/// Writes into a file of the kernel.
fn write(path: &Path, text: &str) {
    let file = OpenOptions::new().write(true).open(path);
    file.and_then(|mut file| file.write_all(text.as_bytes())).expect("control groups");
}

impl Drop for MemoryLimit {
    fn drop(&mut self) {
        let _ = fs::remove_dir(&self.group);
    }
}
