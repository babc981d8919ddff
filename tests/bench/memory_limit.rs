//! Limit of a process's memory by a control group, as a small machine has.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Control group, removed when dropped.
pub(crate) struct MemoryLimit(PathBuf);

impl MemoryLimit {
    /// Group of at most so many bytes. Needs the first version of control groups, and to be root.
    pub(crate) fn of(bytes: u64) -> Self {
        let groups = fs::read_to_string("/proc/self/cgroup").expect("control groups");
        let own =
            groups.lines().find_map(|line| line.split_once(":memory:")).expect("one of memory");
        let path = PathBuf::from("/sys/fs/cgroup/memory").join(own.1.trim_start_matches('/'));
        let path = path.join(format!("inkfold-{}", std::process::id()));
        fs::create_dir(&path).expect("a control group");
        write(&path.join("memory.limit_in_bytes"), &bytes.to_string());
        Self(path)
    }

    pub(crate) fn add(&self, process: u32) {
        write(&self.0.join("cgroup.procs"), &process.to_string());
    }

    /// Most memory in bytes that the group has used, with the cache of files.
    pub(crate) fn peak(&self) -> u64 {
        let peak = fs::read_to_string(self.0.join("memory.max_usage_in_bytes")).expect("a peak");
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
        let _ = fs::remove_dir(&self.0);
    }
}
