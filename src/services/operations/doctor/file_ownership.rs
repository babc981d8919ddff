//! Check of file ownership: a command that was once run as root leaves files that the server cannot change.

use std::fs::{self, Metadata};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::StatVfsMountFlags;

use crate::config::Config;
use crate::domain::check_result::{CheckResult, HealthCheck};

use super::count;

const ROOT: u32 = 0;

/// Unsuitable filesystems: magic number in statfs(2), description, hint.
const DISKS: [(u64, &str, &str); 9] = [
    (0x6969, "a network folder (NFS)", NETWORK),
    (0xff53_4d42, "a network folder (SMB)", NETWORK),
    (0xfe53_4d42, "a network folder (SMB)", NETWORK),
    (0x0102_1997, "a folder of the host system (9p)", NETWORK),
    (0x6573_5546, "a virtual disk (FUSE)", NETWORK),
    (0x4d44, "a disk formatted as FAT", FAT),
    (0x2011_bab0, "a disk formatted as exFAT", FAT),
    (0x0102_1994, "memory (tmpfs)", GONE),
    (0x794c_7630, "the inside of a container", GONE),
];
const NETWORK: &str = "put the data on a local disk, and only backups there: losing the network can damage a database";
const FAT: &str = "put the data on a disk formatted as ext4: this one has no file owners, and a power cut can damage it";
const GONE: &str = "put the data on a disk, such as a volume of the container: data inside the container is lost at a restart";

pub(super) fn check(config: &Config) -> Vec<CheckResult> {
    let folder = &config.data_dir;
    let whole = match fs::symlink_metadata(folder) {
        Ok(whole) => whole,
        Err(error) => {
            let words = format!("{} cannot be checked: {error}.", folder.display());
            return vec![CheckResult::fail(
                HealthCheck::Owner,
                words,
                "run this as the server's user, or as root",
            )];
        }
    };
    let mut found = disk(folder);
    found.extend(as_somebody_else(folder, &whole));
    found.extend(Findings::through(folder, whole.uid()).findings(folder, whole.uid()));
    if whole.permissions().mode() & 0o007 != 0 {
        let words = format!("Every user of this machine can read {}.", folder.display());
        found.push(CheckResult::warn(
            HealthCheck::Owner,
            words,
            format!("chmod 700 {}", folder.display()),
        ));
    }
    if found.is_empty() {
        let words = format!("{} and all in it belong to {}.", folder.display(), name(whole.uid()));
        found.push(CheckResult::ok(HealthCheck::Owner, words));
    }
    found
}

fn disk(folder: &Path) -> Vec<CheckResult> {
    let mut found = Vec::new();
    if rustix::fs::statvfs(folder).is_ok_and(|disk| disk.f_flag.contains(StatVfsMountFlags::RDONLY))
    {
        let words = format!("The disk of {} is read-only.", folder.display());
        let hint = "a failing disk becomes read-only by itself: see `dmesg`. Copy the whole folder to another disk, or restore the last backup there, and start the server on it with --data-dir";
        found.push(CheckResult::fail(HealthCheck::Owner, words, hint));
    }
    if let Ok(disk) = rustix::fs::statfs(folder) {
        // 32-bit numbers, which some systems give as signed ones.
        let kind = disk.f_type as u64 & 0xffff_ffff;
        let known = DISKS.iter().find(|(number, ..)| *number == kind);
        found.extend(known.map(|(_, what, hint)| {
            let words = format!("{} is on {what}.", folder.display());
            CheckResult::warn(HealthCheck::Owner, words, *hint)
        }));
    }
    found
}

fn as_somebody_else(folder: &Path, whole: &Metadata) -> Option<CheckResult> {
    let own = rustix::process::geteuid().as_raw();
    let (words, hint) = describe_owner_mismatch(folder, own, whole.uid())?;
    Some(CheckResult::fail(HealthCheck::Owner, format!("{words}."), hint))
}

/// Explains that a folder belongs to another user than the one running this process, with a hint. `None` for its owner and for
/// root.
pub fn explain_foreign_owner(folder: &Path) -> Option<(String, String)> {
    let whole = fs::symlink_metadata(folder).ok()?;
    describe_owner_mismatch(folder, rustix::process::geteuid().as_raw(), whole.uid())
}

fn describe_owner_mismatch(folder: &Path, own: u32, theirs: u32) -> Option<(String, String)> {
    let (me, owner, folder) = (name(own), name(theirs), folder.display());
    let words = format!("{folder} belongs to {owner}, but this command runs as {me}");
    let hint =
        format!("run it with `sudo -u {owner}`, or change the owner: sudo chown -R {me} {folder}");
    (own != ROOT && own != theirs).then_some((words, hint))
}

/// Findings in a folder.
#[derive(Default)]
struct Findings {
    /// Number of files and folders that belong to another user, with an example and its owner.
    strays: usize,
    stray: Option<(PathBuf, u32)>,
    /// Number of those that their owner cannot read or, for folders and the database, change, with an example.
    locked: usize,
    lock: Option<PathBuf>,
}

impl Findings {
    fn through(folder: &Path, owner: u32) -> Self {
        let mut walk = Self::default();
        let mut folders = vec![folder.to_owned()];
        while let Some(folder) = folders.pop() {
            walk.record(&folder, owner);
            // A folder that cannot be opened was counted above.
            for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
                match entry.file_type() {
                    Ok(kind) if kind.is_dir() => folders.push(entry.path()),
                    _ => walk.record(&entry.path(), owner),
                }
            }
        }
        walk
    }

    fn record(&mut self, path: &Path, owner: u32) {
        // Files come and go while the community is served.
        let Ok(file) = fs::symlink_metadata(path) else { return };
        if file.uid() != owner {
            self.strays += 1;
            self.stray.get_or_insert_with(|| (path.to_owned(), file.uid()));
        }
        let needed = match path.extension() {
            _ if file.is_dir() => 0o700,
            Some(ending) if ending == "redb" => 0o600,
            _ => 0o400,
        };
        if !file.is_symlink() && file.permissions().mode() & needed != needed {
            self.locked += 1;
            self.lock.get_or_insert_with(|| path.to_owned());
        }
    }

    fn findings(self, folder: &Path, owner: u32) -> Vec<CheckResult> {
        let (place, owner) = (folder.display(), name(owner));
        let strays = self.stray.map(|(path, other)| {
            let words = format!(
                "{} in {place} {} to another user than {owner}, such as {} to {}: a command was run as that user.",
                count(self.strays, "thing", "things"),
                if self.strays == 1 { "belongs" } else { "belong" },
                path.display(),
                name(other)
            );
            let hint = format!("sudo chown -R {owner} {place}; from now on use `sudo -u {owner} inkfold …`");
            CheckResult::fail(HealthCheck::Owner, words, hint)
        });
        let locked = self.lock.map(|path| {
            let words = format!(
                "{} in {place} cannot be used by {owner}, such as {}.",
                count(self.locked, "thing", "things"),
                path.display()
            );
            CheckResult::fail(HealthCheck::Owner, words, format!("sudo chmod -R u+rwX {place}"))
        });
        strays.into_iter().chain(locked).collect()
    }
}

/// Name of a user on this machine, or `#` and the number.
fn name(user: u32) -> String {
    let users = fs::read_to_string("/etc/passwd").unwrap_or_default();
    let is_meant = |line: &&str| line.split(':').nth(2) == Some(&user.to_string());
    let line = users.lines().find(is_meant).and_then(|line| line.split(':').next());
    line.map_or_else(|| format!("#{user}"), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn user_ids_are_shown_as_names() {
        assert_eq!(name(ROOT), "root");
        assert_eq!(name(4_000_000_000), "#4000000000");
    }

    #[test]
    fn folder_of_another_owner_is_reported_with_hint() {
        let data = Path::new("data");
        let (words, hint) = describe_owner_mismatch(data, 4_000_000_000, ROOT).unwrap();
        assert_eq!(words, "data belongs to root, but this command runs as #4000000000");
        assert!(hint.starts_with("run it with `sudo -u root`"), "{hint}");
        assert_eq!(
            describe_owner_mismatch(data, ROOT, 4_000_000_000),
            None,
            "root may do everything"
        );
        assert_eq!(describe_owner_mismatch(data, 4_000_000_000, 4_000_000_000), None);
    }
}
