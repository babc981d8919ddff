//! Damage to single files: each is named, stops nothing else, and is repaired from backups.

mod backups;
mod obstacles;
mod shards;

use std::fs;
use std::io::Read;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::Output;

use serde_json::Value;
use tempfile::TempDir;

use crate::support::{Community, exports, inkfold, json, noise, words};

/// A community whose member has answered a question by hand, and the name of that file.
async fn community() -> (Community, String) {
    let community = Community::start().await;
    let before = blobs(&community);
    let answer = [("a", &*noise(1, 60))];
    assert_eq!(community.member.answer(&community.book, &answer).await.status, 201);
    let picture = blobs(&community).into_iter().find(|blob| !before.contains(blob)).unwrap();
    (community, picture)
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { found.extend(files_below(&path)) } else { found.push(path) }
    }
    found
}

fn blobs(community: &Community) -> Vec<String> {
    let files = files_below(&community.data().join("blobs")).into_iter();
    files.map(|path| path.file_name().unwrap().to_str().unwrap().to_owned()).collect()
}

fn path_of(root: &Path, blob: &str) -> PathBuf {
    root.join("blobs").join(&blob[..2]).join(blob)
}

/// Changes one byte of a file, in place, as a dying disk does.
fn flip(path: &Path) {
    let mut bytes = fs::read(path).unwrap();
    bytes[7] ^= 1;
    exports::write(path, &bytes);
}

/// Returns everything that a command has printed, on standard output and error.
fn output_text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &words(output)
}

fn path(folder: &TempDir) -> &str {
    folder.path().to_str().unwrap()
}

#[tokio::test]
async fn backup_shares_no_file_with_the_community() {
    let (community, picture) = community().await;
    assert!(community.inkfold(&["backup", "now"]).status.success());
    let copy = path_of(&community.data().join("backups"), &picture);
    assert_eq!(fs::metadata(&copy).unwrap().nlink(), 1);
    flip(&path_of(community.data(), &picture));
    let verified = community.inkfold(&["backup", "verify"]);
    assert!(verified.status.success(), "{}", words(&verified));
}

#[tokio::test]
async fn book_export_lists_files_it_lacks() {
    let (community, picture) = community().await;
    let live = path_of(community.data(), &picture);
    let whole = fs::read(&live).unwrap();
    let out = tempfile::tempdir().unwrap();
    let damages: [fn(&Path); 3] =
        [flip, |file| fs::remove_file(file).unwrap(), |file| fs::create_dir(file).unwrap()];
    for (number, damage) in damages.into_iter().enumerate() {
        damage(&live);
        let folder = out.path().join(number.to_string());
        let to = folder.to_str().unwrap();
        let exported = community.inkfold(&["book", "export", &community.book, "--out", to]);
        assert_eq!(exported.status.code(), Some(1), "{}", output_text(&exported));
        let words = output_text(&exported);
        assert!(words.contains("1 file is missing, damaged or unreadable"), "{words}");
        let lost = fs::read_to_string(folder.join("NOT-INCLUDED.txt")).unwrap();
        assert!(lost.contains("memos/a/mara-") && !folder.join("memos/a").is_file(), "{lost}");
        assert!(folder.join("memos.json").is_file(), "the rest is there");
    }
    fs::remove_dir(&live).unwrap();
    exports::write(&live, &whole);
    let to = out.path().join("whole");
    let to = to.to_str().unwrap();
    assert!(community.inkfold(&["book", "export", &community.book, "--out", to]).status.success());
}

#[tokio::test]
async fn repair_names_backups_its_key_does_not_open() {
    let (mut community, picture) = community().await;
    community.running.stop();
    let new_key = |name: &str| {
        let file = community.data().join(name).to_str().unwrap().to_owned();
        let made = json(&community.inkfold(&["--json", "backup", "key", "--out", &file]));
        (file, made["recipient"].as_str().unwrap().to_owned())
    };
    let ((key, recipient), (other_key, _)) = (new_key("key.txt"), new_key("other.txt"));
    let mut backup = community.command(&["backup", "now"]);
    backup.env("INKFOLD_BACKUP__ENCRYPT_TO", format!("[\"{recipient}\"]"));
    assert!(backup.output().unwrap().status.success());
    fs::remove_file(path_of(community.data(), &picture)).unwrap();
    for with in [&["--identity", &*other_key][..], &[]] {
        let refused = community.inkfold(&[&["db", "repair"], with].concat());
        assert_eq!(refused.status.code(), Some(1));
        let words = output_text(&refused);
        assert!(words.contains("not searched: ") && words.contains("encrypted"), "{words}");
        assert!(words.contains("the backups that could be searched"), "{words}");
    }
    let repaired = community.inkfold(&["db", "repair", "--identity", &key]);
    assert!(repaired.status.success(), "{}", output_text(&repaired));
}

#[tokio::test]
async fn hard_links_of_older_backups_become_copies() {
    let (community, picture) = community().await;
    assert!(community.inkfold(&["backup", "now"]).status.success());
    let (live, copy) =
        (path_of(community.data(), &picture), path_of(&community.data().join("backups"), &picture));
    fs::remove_file(&copy).unwrap();
    fs::hard_link(&live, &copy).unwrap();
    assert!(community.inkfold(&["backup", "now"]).status.success());
    assert_ne!(fs::metadata(&live).unwrap().ino(), fs::metadata(&copy).unwrap().ino());
}

#[tokio::test]
async fn damaged_file_makes_the_backup_incomplete() {
    let (community, picture) = community().await;
    flip(&path_of(community.data(), &picture));
    let stick = tempfile::tempdir().unwrap();
    for _ in 0..2 {
        let made = community.inkfold(&["backup", "now", "--to", path(&stick)]);
        assert_eq!(made.status.code(), Some(1), "{}", output_text(&made));
        let text = output_text(&made);
        assert!(
            text.contains("incomplete: 1 file damaged") && !text.contains("verified"),
            "{text}"
        );
        assert!(text.contains(&picture) && text.contains("of mara in the book “B”"), "{text}");
        assert!(!path_of(stick.path(), &picture).exists(), "the damaged copy is in the pool");
    }
    let verified = community.inkfold(&["backup", "verify", newest(&stick).to_str().unwrap()]);
    assert_eq!(verified.status.code(), Some(1));
    assert!(
        output_text(&verified).contains("incomplete: 1 file damaged"),
        "{}",
        output_text(&verified)
    );
}

#[tokio::test]
async fn damaged_file_makes_the_encrypted_backup_incomplete() {
    let (community, picture) = community().await;
    let key = community.data().join("key.txt");
    let made =
        json(&community.inkfold(&["--json", "backup", "key", "--out", key.to_str().unwrap()]));
    let recipient = made["recipient"].as_str().unwrap();
    flip(&path_of(community.data(), &picture));
    let mut backup = community.command(&["backup", "now"]);
    // The settings of this command apply only without a running server.
    let mut community = community;
    community.running.stop();
    let made =
        backup.env("INKFOLD_BACKUP__ENCRYPT_TO", format!("[\"{recipient}\"]")).output().unwrap();
    assert_eq!(made.status.code(), Some(1), "{}", output_text(&made));
    assert!(
        output_text(&made).contains("encrypted, incomplete: 1 file damaged"),
        "{}",
        output_text(&made)
    );
}

fn newest(stick: impl AsRef<Path>) -> PathBuf {
    let folders = fs::read_dir(stick).unwrap().map(|entry| entry.unwrap().path());
    folders.filter(|path| path.join("manifest.json").exists()).max().unwrap()
}

#[tokio::test]
async fn damaged_copy_in_the_pool_is_replaced() {
    let (community, picture) = community().await;
    let stick = tempfile::tempdir().unwrap();
    let now = || community.inkfold(&["--json", "backup", "now", "--to", path(&stick)]);
    let first = json(&now());
    flip(&path_of(stick.path(), &picture));
    let damaged = community.inkfold(&["backup", "verify", first["path"].as_str().unwrap()]);
    assert!(
        output_text(&damaged).contains(&picture) && output_text(&damaged).contains("is damaged")
    );
    let second = json(&now());
    assert_eq!((&second["newFiles"], &second["complete"]), (&1.into(), &true.into()), "{second}");
    for made in [first, second] {
        let verified = community.inkfold(&["backup", "verify", made["path"].as_str().unwrap()]);
        assert!(verified.status.success(), "{}", output_text(&verified));
    }
}

#[tokio::test]
async fn check_names_owner_of_each_damaged_file() {
    let (community, picture) = community().await;
    let answers = [("b", &*noise(2, 60)), ("c", &*noise(3, 60))];
    assert_eq!(community.member.answer(&community.book, &answers).await.status, 201);
    let known = blobs(&community);
    let others: Vec<&String> = known.iter().filter(|blob| **blob != picture).collect();
    flip(&path_of(community.data(), &picture));
    let lost = path_of(community.data(), others[0]);
    fs::remove_file(&lost).unwrap();
    // A folder in the place of a file cannot be read even by root.
    let unreadable = path_of(community.data(), others[1]);
    fs::remove_file(&unreadable).unwrap();
    fs::create_dir(&unreadable).unwrap();
    let checked = community.inkfold(&["--json", "db", "check"]);
    assert_eq!(checked.status.code(), Some(1));
    let checked: Value = serde_json::from_slice(&checked.stdout).unwrap();
    assert_eq!(checked["damaged"], 3, "{checked}");
    let files = checked["damagedFiles"].as_array().unwrap();
    for (name, problem) in
        [(&picture, "damaged"), (others[0], "missing"), (others[1], "unreadable")]
    {
        let file = files.iter().find(|file| file["file"] == **name).unwrap();
        assert_eq!(file["problem"], problem, "{checked}");
        assert!(!file["belongsTo"].as_array().unwrap().is_empty());
    }
    // The unreadable file does not stop the backup.
    let made = community.inkfold(&["backup", "now"]);
    assert!(output_text(&made).contains("incomplete: 3 files damaged"), "{}", output_text(&made));
}

#[tokio::test]
async fn repair_takes_files_from_the_backup() {
    let (community, picture) = community().await;
    let stick = tempfile::tempdir().unwrap();
    assert!(community.inkfold(&["backup", "now", "--to", path(&stick)]).status.success());
    let live = path_of(community.data(), &picture);
    let whole = fs::read(&live).unwrap();
    flip(&live);
    let made = community.inkfold(&["backup", "now", "--to", path(&stick)]);
    assert_eq!(made.status.code(), Some(1), "damage is told though the backup is complete");
    assert!(
        output_text(&made).contains("1 file is damaged in the data folder"),
        "{}",
        output_text(&made)
    );

    let nothing = community.inkfold(&["db", "repair"]);
    assert_eq!(nothing.status.code(), Some(1));
    assert!(output_text(&nothing).contains("could not be repaired"), "{}", output_text(&nothing));
    let repaired = community.inkfold(&["db", "repair", "--from", path(&stick)]);
    assert!(repaired.status.success(), "{}", output_text(&repaired));
    assert!(
        output_text(&repaired).contains(&format!("repaired {picture}")),
        "{}",
        output_text(&repaired)
    );
    assert_eq!(fs::read(&live).unwrap(), whole);
    assert!(community.inkfold(&["db", "check"]).status.success());
}

#[tokio::test]
async fn storing_same_bytes_heals_damaged_file() {
    let (community, picture) = community().await;
    flip(&path_of(community.data(), &picture));
    let answer = [("b", &*noise(1, 60))];
    assert_eq!(community.member.answer(&community.book, &answer).await.status, 201);
    assert!(community.inkfold(&["db", "check"]).status.success());
}

#[tokio::test]
async fn backup_with_damaged_files_is_restored_without_them() {
    let (community, picture) = community().await;
    let stick = tempfile::tempdir().unwrap();
    let made = json(&community.inkfold(&["--json", "backup", "now", "--to", path(&stick)]));
    let made = made["path"].as_str().unwrap();
    flip(&path_of(stick.path(), &picture));
    let elsewhere = tempfile::tempdir().unwrap();
    let data = elsewhere.path().join("data");
    let refused = inkfold(&data, &["--yes", "restore", made]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(words(&refused).contains("--without-damaged"), "{}", words(&refused));
    assert!(!data.exists());
    let restored = inkfold(&data, &["--yes", "--json", "restore", made, "--without-damaged"]);
    assert_eq!(json(&restored)["damaged"], serde_json::json!([picture]));
    let checked = inkfold(&data, &["--json", "db", "check"]);
    let checked: Value = serde_json::from_slice(&checked.stdout).unwrap();
    assert_eq!((&checked["damaged"], &checked["flaws"]), (&1.into(), &serde_json::json!([])));
    // The community itself still has the file that the stick lacks.
    let live = tempfile::tempdir().unwrap();
    assert!(community.inkfold(&["backup", "now", "--to", path(&live)]).status.success());
    let repaired = inkfold(&data, &["db", "repair", "--from", path(&live)]);
    assert!(repaired.status.success(), "{}", output_text(&repaired));
}

#[tokio::test]
async fn files_and_memos_are_fetched_from_backup() {
    let (community, picture) = community().await;
    let stick = tempfile::tempdir().unwrap();
    let made = json(&community.inkfold(&["--json", "backup", "now", "--to", path(&stick)]));
    let made = made["path"].as_str().unwrap();
    flip(&path_of(community.data(), &picture));
    let checked = community.inkfold(&["--json", "db", "check"]);
    let checked: Value = serde_json::from_slice(&checked.stdout).unwrap();
    let owner = checked["damagedFiles"][0]["belongsTo"][0].as_str().unwrap();
    let memo = owner.split(' ').nth(1).unwrap();
    let out = tempfile::tempdir().unwrap();
    let fetched =
        community.inkfold(&["backup", "fetch", made, &picture, memo, "--out", path(&out)]);
    assert!(fetched.status.success(), "{}", output_text(&fetched));
    let whole = fs::read(path_of(stick.path(), &picture)).unwrap();
    for name in [&picture, memo] {
        assert_eq!(fs::read(out.path().join(format!("{name}.png"))).unwrap(), whole);
    }
    for (wanted, told) in [("nothing", "neither the name"), (&"0".repeat(64), "has no file")] {
        let refused = community.inkfold(&["backup", "fetch", made, wanted, "--out", path(&out)]);
        assert!(!refused.status.success() && words(&refused).contains(told), "{}", words(&refused));
    }
}

#[tokio::test]
async fn book_is_made_with_note_for_missing_picture() {
    let (community, picture) = community().await;
    // Not even a memo that was chosen for the cover holds the book up.
    let memo = json(&community.inkfold(&["memo", "list", "--book", &community.book, "--json"]));
    let memo = memo["id"].as_str().unwrap();
    let chosen = community.inkfold(&["book", "edit", &community.book, "--cover-memo", memo]);
    assert!(chosen.status.success(), "{}", output_text(&chosen));
    fs::remove_file(path_of(community.data(), &picture)).unwrap();
    let out = community.data().join("book.epub");
    let compile = ["book", "compile", &community.book, "--out", out.to_str().unwrap()];
    let made = community.inkfold(&compile);
    assert!(made.status.success(), "{}", output_text(&made));
    let mut book = zip::ZipArchive::new(fs::File::open(out).unwrap()).unwrap();
    let mut chapter = String::new();
    let mut page = book.by_name("EPUB/chapter-001.xhtml").unwrap();
    page.read_to_string(&mut chapter).unwrap();
    assert!(chapter.contains("The picture of this entry is missing"), "{chapter}");
    let published = community.inkfold(&["--yes", "book", "publish", &community.book]);
    assert!(published.status.success(), "{}", output_text(&published));
}

#[tokio::test]
async fn links_in_a_backup_are_never_followed() {
    let (community, picture) = community().await;
    let stick = tempfile::tempdir().unwrap();
    let made = json(&community.inkfold(&["--json", "backup", "now", "--to", path(&stick)]));
    let copy = path_of(stick.path(), &picture);
    fs::remove_file(&copy).unwrap();
    std::os::unix::fs::symlink(path_of(community.data(), &picture), &copy).unwrap();
    let elsewhere = tempfile::tempdir().unwrap();
    let data = elsewhere.path().join("data");
    let refused = inkfold(&data, &["--yes", "restore", made["path"].as_str().unwrap()]);
    assert_eq!(refused.status.code(), Some(1), "{}", output_text(&refused));
    assert!(output_text(&refused).contains("cannot be read"), "{}", output_text(&refused));
    // The next backup replaces the file by an intact copy.
    assert!(community.inkfold(&["backup", "now", "--to", path(&stick)]).status.success());
    assert!(fs::symlink_metadata(&copy).unwrap().is_file());
}
