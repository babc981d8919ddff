//! Backups that are damaged beside their pictures: templates, lists and manifests.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use serde_json::{Value, json as value};
use tempfile::TempDir;

use super::{blobs, community, output_text, path, path_of};
use crate::support::{Community, exports, inkfold, json};

/// A community with two templates of its own.
async fn community_with_templates() -> (Community, PathBuf) {
    let (community, _) = community().await;
    let folder = community.data().join("templates/book");
    fs::create_dir_all(&folder).unwrap();
    for name in ["cover.typ", "title.typ"] {
        exports::write(&folder.join(name), b"= Ours");
    }
    (community, folder)
}

/// Makes a complete backup; returns the folder of backups and the backup's path.
fn backup(community: &Community) -> (TempDir, PathBuf) {
    let stick = tempfile::tempdir().unwrap();
    let made = json(&community.inkfold(&["--json", "backup", "now", "--to", path(&stick)]));
    let made = PathBuf::from(made["path"].as_str().unwrap());
    (stick, made)
}

/// Changes the first byte of a file.
fn damage(file: &Path) {
    let mut bytes = fs::read(file).unwrap();
    bytes[0] = b'x';
    exports::write(file, &bytes);
}

#[tokio::test]
async fn unreadable_template_makes_the_backup_incomplete() {
    let (community, folder) = community_with_templates().await;
    let cover = folder.join("cover.typ");
    fs::remove_file(&cover).unwrap();
    for replace in [|place: &Path| symlink("/nowhere", place), |place: &Path| fs::create_dir(place)]
    {
        replace(&cover).unwrap();
        let made = community.inkfold(&["backup", "now"]);
        assert_eq!(made.status.code(), Some(1), "{}", output_text(&made));
        let words = output_text(&made);
        assert!(words.contains("incomplete: 1 template cannot be read"), "{words}");
        assert!(words.contains(cover.to_str().unwrap()) && !words.contains("verified"), "{words}");
        let listed = community.inkfold(&["backup", "list"]);
        assert!(
            output_text(&listed).contains("incomplete: 1 template"),
            "{}",
            output_text(&listed)
        );
        let made = super::newest(community.data().join("backups"));
        assert!(made.join("templates/book/title.typ").is_file());
        let verified = community.inkfold(&["backup", "verify"]);
        assert_eq!(verified.status.code(), Some(1), "{}", output_text(&verified));
        let removed = fs::remove_file(&cover).or_else(|_| fs::remove_dir(&cover));
        removed.unwrap();
    }
    assert!(community.inkfold(&["backup", "now"]).status.success());
}

#[tokio::test]
async fn damaged_template_is_left_out_of_restore() {
    let (community, _) = community_with_templates().await;
    let (_stick, made) = backup(&community);
    let cover = made.join("templates/book/cover.typ");
    exports::write(&cover, b"= Ours, or not");
    let elsewhere = tempfile::tempdir().unwrap();
    let data = elsewhere.path().join("data");
    let restore = ["--yes", "--json", "restore", made.to_str().unwrap(), "--without-damaged"];
    let refused = inkfold(&data, &restore[..4]);
    assert_eq!(refused.status.code(), Some(1));
    let words = output_text(&refused);
    assert!(words.contains("--without-damaged") && words.contains("cover.typ"), "{words}");
    assert!(!data.exists());
    let restored = json(&inkfold(&data, &restore));
    assert_eq!(restored["damaged"], value!(["templates/book/cover.typ"]));
    assert!(data.join("templates/book/title.typ").is_file());
    assert!(!data.join("templates/book/cover.typ").exists());
}

#[tokio::test]
async fn restore_does_without_a_damaged_list() {
    let (community, _) = community().await;
    let (_stick, made) = backup(&community);
    damage(&made.join("blobs.txt"));
    let elsewhere = tempfile::tempdir().unwrap();
    let data = elsewhere.path().join("data");
    let restore = ["--yes", "--json", "restore", made.to_str().unwrap(), "--without-damaged"];
    let refused = inkfold(&data, &restore[..4]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(
        output_text(&refused).contains("blobs.txt does not match its checksum"),
        "{}",
        output_text(&refused)
    );
    assert!(output_text(&refused).contains("--without-damaged"), "{}", output_text(&refused));
    assert!(!data.exists());
    let restored = json(&inkfold(&data, &restore));
    assert_eq!(restored["damaged"], value!(["blobs.txt"]));
    let checked = json(&inkfold(&data, &["--json", "db", "check"]));
    assert_eq!(checked["damaged"], 0, "{checked}");
}

#[tokio::test]
async fn damaged_database_of_backup_is_never_restored() {
    let (community, _) = community().await;
    let (_stick, made) = backup(&community);
    damage(&made.join("inkfold.redb"));
    let elsewhere = tempfile::tempdir().unwrap();
    let data = elsewhere.path().join("data");
    let restore = ["--yes", "restore", made.to_str().unwrap(), "--without-damaged"];
    let refused = inkfold(&data, &restore);
    assert_eq!(refused.status.code(), Some(1));
    assert!(
        output_text(&refused).contains("inkfold.redb does not match its checksum"),
        "{}",
        output_text(&refused)
    );
    assert!(!data.exists());
}

#[tokio::test]
async fn repair_needs_no_list_of_the_backup() {
    let (community, picture) = community().await;
    let (stick, made) = backup(&community);
    damage(&made.join("blobs.txt"));
    let live = path_of(community.data(), &picture);
    let whole = fs::read(&live).unwrap();
    fs::remove_file(&live).unwrap();
    let out = tempfile::tempdir().unwrap();
    let fetch = ["backup", "fetch", made.to_str().unwrap(), &picture, "--out", path(&out)];
    let fetched = community.inkfold(&fetch);
    assert!(fetched.status.success(), "{}", output_text(&fetched));
    assert_eq!(fs::read(out.path().join(format!("{picture}.png"))).unwrap(), whole);
    // Nor does the repair need the manifest.
    damage(&made.join("manifest.json"));
    let repaired = community.inkfold(&["db", "repair", "--from", path(&stick)]);
    assert!(repaired.status.success(), "{}", output_text(&repaired));
    assert_eq!(fs::read(&live).unwrap(), whole);
    assert!(blobs(&community).contains(&picture));
}

#[tokio::test]
async fn backup_with_damaged_manifest_is_listed_as_unreadable() {
    let (mut community, _) = community().await;
    let made = json(&community.inkfold(&["--json", "backup", "now"]));
    let (name, made) = (made["name"].as_str().unwrap(), Path::new(made["path"].as_str().unwrap()));
    damage(&made.join("manifest.json"));
    for is_served in [true, false] {
        let listed = community.inkfold(&["backup", "list"]);
        let words = output_text(&listed);
        assert!(words.contains(name) && words.contains("cannot be read"), "{is_served}: {words}");
        let listed = json(&community.inkfold(&["--json", "backup", "list"]));
        assert_eq!((&listed["name"], &listed["complete"]), (&name.into(), &false.into()));
        assert!(listed["error"].as_str().unwrap().contains("manifest.json"), "{listed}");
        for verify in [&["backup", "verify"][..], &["backup", "verify", name]] {
            let verified = community.inkfold(verify);
            assert_eq!(verified.status.code(), Some(1), "{}", output_text(&verified));
            let words = output_text(&verified);
            assert!(words.contains(name) && words.contains("manifest.json"), "{words}");
        }
        if is_served {
            let doctor = output_text(&community.inkfold(&["doctor"]));
            assert!(doctor.contains(name), "{doctor}");
            community.running.stop();
        }
    }
    let second = json(&community.inkfold(&["--json", "backup", "now"]));
    assert_eq!(second["complete"], true);
    let verified = community.inkfold(&["backup", "verify"]);
    assert!(
        !verified.status.success() && output_text(&verified).contains(name),
        "{}",
        output_text(&verified)
    );
    let listed = community.inkfold(&["--json", "backup", "list"]);
    let lines = String::from_utf8(listed.stdout).unwrap();
    let states: Vec<Value> =
        lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(states.len(), 2, "{lines}");
}
