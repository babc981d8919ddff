//! Restores of a backup over existing data.

use std::fs;
use std::os::unix::fs::{MetadataExt, symlink};
use std::path::{Path, PathBuf};

use crate::support::{Community, Member, exports, inkfold, noise, words};
use inkfold::backup::Archive;
use inkfold::platform::clock::{Clock, SystemClock};
use inkfold::services::operations::backups::restore::{self, Damage, Plan};

use serde_json::Value;

use super::{answer, backup, write};

#[tokio::test]
async fn restore_brings_everything_back_and_ends_sessions() {
    let mut community = Community::start().await;
    write(&community, "a", "Before the storm").await;
    let stick = tempfile::tempdir().unwrap();
    let made = backup(&community, &stick);
    write(&community, "b", "After it").await;
    let restore = ["--yes", "--json", "restore", made["path"].as_str().unwrap()];
    let refused = community.inkfold(&restore);
    assert_eq!(refused.status.code(), Some(1));
    assert!(words(&refused).contains("stop it first"), "{}", words(&refused));

    community.running.stop();
    let unsure = community.inkfold(&restore[1..]);
    assert!(words(&unsure).contains("pass --yes"), "{}", words(&unsure));
    let restored = community.inkfold(&restore);
    let way = format!("data {}, offline\n", community.data().display());
    assert!(words(&restored).starts_with(&way), "{}", words(&restored));
    let restored: Value = answer(&restored);
    let aside = Path::new(restored["keptAside"].as_str().unwrap());
    assert!(aside.join("inkfold.redb").is_file() && aside.join("blobs").is_dir());

    let session = community.member.cookie("session").unwrap();
    community.start_again().await;
    let mut former = Member::at(&community.running.url);
    former.uid.clone_from(&community.member.uid);
    former.set_cookie(&format!("session={session}"));
    assert!(!former.is_signed_in().await, "sessions are not in a backup");
    let memos =
        community.member.post("/get-memos", serde_json::json!({ "uid": community.member.uid }));
    let memos = memos.await.json();
    let texts: Vec<_> = memos.as_array().unwrap().iter().map(|memo| &memo["post"]).collect();
    assert_eq!(texts, ["Before the storm"]);
    let found = community.inkfold(&["search", "storm"]);
    assert!(String::from_utf8_lossy(&found.stdout).contains("storm"), "the index is made anew");
}

#[tokio::test]
async fn backup_of_newer_version_is_not_restored() {
    let community = Community::start().await;
    let stick = tempfile::tempdir().unwrap();
    let made = backup(&community, &stick);
    let manifest = Path::new(made["path"].as_str().unwrap()).join("manifest.json");
    let mut newer: Value = serde_json::from_slice(&fs::read(&manifest).unwrap()).unwrap();
    (newer["format"], newer["program"]) = (3.into(), "9.0.0".into());
    exports::write(&manifest, newer.to_string().as_bytes());
    let data = tempfile::tempdir().unwrap();
    for archive in [made["path"].as_str().unwrap(), "/nowhere"] {
        let refused = inkfold(data.path(), &["--yes", "restore", archive]);
        assert_eq!(refused.status.code(), Some(1));
        let printed = words(&refused);
        assert!(
            printed.contains("newer Inkfold (9.0.0)")
                || printed.contains("there is no backup /nowhere"),
            "{printed}"
        );
    }
    assert_eq!(fs::read_dir(data.path()).unwrap().count(), 0);
}

/// Interruption between two steps of a restore, as by a power cut.
#[tokio::test]
async fn interrupted_restore_is_finished_at_next_start() {
    let mut community = Community::start().await;
    let stick = tempfile::tempdir().unwrap();
    let made = backup(&community, &stick);
    community.running.stop();
    let data = community.data();
    let elsewhere = tempfile::tempdir().unwrap();
    let path = made["path"].as_str().unwrap();
    assert!(inkfold(elsewhere.path(), &["--yes", "restore", path]).status.success());
    // The database is already in place, the files are not.
    let ready = data.join("restore");
    fs::create_dir_all(&ready).unwrap();
    fs::create_dir(data.join("aside")).unwrap();
    fs::rename(data.join("inkfold.redb"), data.join("aside/inkfold.redb")).unwrap();
    fs::rename(elsewhere.path().join("inkfold.redb"), data.join("inkfold.redb")).unwrap();
    for name in ["blobs", "search", "templates"] {
        fs::rename(elsewhere.path().join(name), ready.join(name)).unwrap();
    }
    exports::write(&ready.join("aside.txt"), b"aside");

    // A check is read-only, so it does not finish the restore.
    let unfinished = community.inkfold(&["db", "check"]);
    assert!(!unfinished.status.success() && words(&unfinished).contains("was interrupted"));
    assert!(ready.exists());
    assert!(community.inkfold(&["user", "list"]).status.success());
    let checked: Value = answer(&community.inkfold(&["--json", "db", "check"]));
    assert_eq!(
        (&checked["flaws"], &checked["damagedFiles"]),
        (&serde_json::json!([]), &serde_json::json!([]))
    );
    assert!(!ready.exists() && data.join("aside/blobs").is_dir());
}

/// The leftovers contain in plaintext what is encrypted in the backup.
#[tokio::test]
async fn unfinished_restore_is_removed_at_next_start() {
    let mut community = Community::start().await;
    community.running.stop();
    let left = community.data().join("restore.partial");
    fs::create_dir_all(left.join("blobs/ab")).unwrap();
    exports::write(&left.join("inkfold.redb"), b"half of a database");
    assert!(community.inkfold(&["user", "list"]).status.success());
    assert!(!left.exists());
}

#[tokio::test]
async fn backup_is_named_by_list_or_path() {
    let mut community = Community::start().await;
    let stick = tempfile::tempdir().unwrap();
    let name = backup(&community, &stick)["name"].as_str().unwrap().to_owned();
    let mut here = community.command(&["backup", "verify", &name]);
    let here = here.current_dir(stick.path()).output().unwrap();
    assert!(here.status.success(), "{}", words(&here));

    let own = answer(&community.inkfold(&["--json", "backup", "now"]));
    let (name, folder) = (own["name"].as_str().unwrap(), community.data().join("backups"));
    let listed = community.inkfold(&["backup", "list"]);
    assert!(words(&listed).contains(&format!("backups in {}\n", folder.display())));
    let listed = String::from_utf8(listed.stdout).unwrap();
    assert!(listed.lines().nth(1).unwrap().starts_with(name), "{listed}");

    let folder = folder.to_str().unwrap();
    let several = community.inkfold(&["backup", "verify", folder]);
    assert_eq!(several.status.code(), Some(1));
    let expected = "is a folder of backups: name one of those in it, such as";
    assert!(
        words(&several).contains(&format!("{expected} {folder}/{name}")),
        "{}",
        words(&several)
    );
    community.running.stop();
    let several = community.inkfold(&["--yes", "restore", folder]);
    assert!(words(&several).contains(expected), "{}", words(&several));
    let nobodys = community.inkfold(&["--yes", "restore", "2020-01-01T00-00-00Z"]);
    assert!(
        words(&nobodys).contains("there is no backup 2020-01-01T00-00-00Z"),
        "{}",
        words(&nobodys)
    );
    let restored = community.inkfold(&["--yes", "restore", name]);
    assert!(restored.status.success(), "{}", words(&restored));
}

#[test]
fn folder_without_community_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    for verb in [&["db", "check"][..], &["db", "compact"], &["backup", "now"]] {
        let refused = inkfold(&folder.path().join("typo"), verb);
        assert!(words(&refused).contains("there is no community in"), "{verb:?}");
    }
    assert!(!folder.path().join("typo").exists());
}

#[tokio::test]
async fn database_is_compacted_only_while_closed() {
    let mut community = Community::start().await;
    let refused = community.inkfold(&["db", "compact"]);
    assert!(words(&refused).contains("stop it first"), "{}", words(&refused));
    let stats: Value = answer(&community.inkfold(&["--json", "db", "stats"]));
    assert!(stats["tables"].as_array().unwrap().iter().any(|table| table["table"] == "accounts-2"));
    community.running.stop();
    let compacted: Value = answer(&community.inkfold(&["--json", "db", "compact"]));
    assert!(compacted["bytesAfter"].as_u64() <= compacted["bytesBefore"].as_u64());
    community.start_again().await;
}

/// A standby reuses the files that it has already, but follows no symbolic link in the place of one.
#[tokio::test]
async fn restore_reuses_files_but_no_links() {
    let mut community = Community::start().await;
    let pictures = [noise(7, 60), noise(8, 60)];
    let answers = [("a", &pictures[0][..]), ("b", &pictures[1][..])];
    assert_eq!(community.member.answer(&community.book, &answers).await.status, 201);
    let stick = tempfile::tempdir().unwrap();
    let made = backup(&community, &stick);
    community.running.stop();
    let blobs = || -> Vec<PathBuf> {
        let folders = fs::read_dir(community.data().join("blobs")).unwrap();
        let paths = folders.flat_map(|folder| fs::read_dir(folder.unwrap().path()).unwrap());
        let mut paths: Vec<_> = paths.map(|file| file.unwrap().path()).collect();
        paths.sort();
        paths
    };
    let files = blobs();
    let elsewhere = stick.path().join("the same bytes");
    fs::rename(&files[0], &elsewhere).unwrap();
    symlink(&elsewhere, &files[0]).unwrap();
    let intact = fs::metadata(&files[1]).unwrap().ino();

    let archive = Archive::open(Path::new(made["path"].as_str().unwrap())).unwrap();
    let plan = Plan { damage: Damage::Refuse, reuses_files: true };
    let now = SystemClock.now().into();
    restore::begin(community.data(), &archive, None, plan, now, &mut |_| {}).unwrap();
    restore::finish(community.data()).unwrap();
    assert_eq!(blobs(), files);
    assert!(fs::symlink_metadata(&files[0]).unwrap().is_file(), "the link is not linked to");
    assert_ne!(fs::metadata(&files[0]).unwrap().ino(), fs::metadata(&elsewhere).unwrap().ino());
    assert_eq!(fs::metadata(&files[1]).unwrap().ino(), intact, "it is reused");
}
