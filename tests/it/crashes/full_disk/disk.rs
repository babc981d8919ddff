//! Small disk, and a ballast file that fills it.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use tempfile::TempDir;

use crate::support::skip;

/// Disk in a folder of its own, unmounted even if the test fails.
pub(super) struct Disk {
    folder: TempDir,
}

impl Disk {
    /// Mounts a disk of this size; `None` where tests may not mount.
    pub(super) fn of(bytes: u64) -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &format!("size={bytes}"), "tmpfs"]).arg(folder.path());
        let mounted = mount.output().is_ok_and(|output| output.status.success());
        if !mounted {
            skip("only root can mount a disk to fill");
        }
        mounted.then_some(Self { folder })
    }

    pub(super) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Fills the disk until this many bytes are left.
    pub(super) fn leave(&self, bytes: u64) {
        let mut ballast = File::create_new(self.ballast()).unwrap();
        let chunk = vec![7; 4096];
        for _ in 0..self.free().saturating_sub(bytes) / 4096 {
            ballast.write_all(&chunk).unwrap();
        }
    }

    /// Removes the ballast. A forked child of another test may still have it open until its exec, and keeps the space for
    /// that moment.
    pub(super) fn clear(&self) {
        let size = fs::metadata(self.ballast()).unwrap().len();
        fs::remove_file(self.ballast()).unwrap();
        while self.free() < size {
            thread::yield_now();
        }
    }

    pub(super) fn free(&self) -> u64 {
        let disk = rustix::fs::statvfs(self.path()).unwrap();
        disk.f_bavail * disk.f_frsize
    }

    fn ballast(&self) -> PathBuf {
        self.path().join("ballast")
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        // A lazy unmount works while a process still has a file open on the disk.
        let _ = Command::new("umount").arg("--lazy").arg(self.folder.path()).status();
    }
}
