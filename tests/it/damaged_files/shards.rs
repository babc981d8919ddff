//! Folders of stored files that cannot be listed: each is reported, and work goes on.

use std::fs;

use serde_json::Value;

use super::{community, output_text, path_of};
use crate::support::{Community, exports, json};

/// Puts a file in the place of the folder that has this file. Returns the folder's path as messages print it.
fn replace_shard_of(community: &Community, blob: &str) -> String {
    let file = path_of(community.data(), blob);
    let shard = file.parent().unwrap();
    fs::remove_dir_all(shard).unwrap();
    exports::write(shard, b"hi");
    shard.to_str().unwrap().to_owned()
}

#[tokio::test]
async fn check_names_unreadable_folder_and_its_files() {
    let (mut community, picture) = community().await;
    let shard = replace_shard_of(&community, &picture);
    for is_served in [true, false] {
        let checked = community.inkfold(&["db", "check"]);
        assert_eq!(checked.status.code(), Some(1), "{}", output_text(&checked));
        let words = output_text(&checked);
        let told = [
            &*format!("the folder {shard} cannot be read"),
            &format!("the file {picture} cannot be read"),
            "of mara in the book “B”",
        ];
        for told in told {
            assert!(words.contains(told), "{is_served}: {told}: {words}");
        }
        if is_served {
            community.running.stop();
        }
    }
    let checked = community.inkfold(&["--json", "db", "check"]);
    let checked: Value = serde_json::from_slice(&checked.stdout).unwrap();
    assert_eq!(checked["unreadableFolders"][0]["path"], *shard, "{checked}");
    let doctor = output_text(&community.inkfold(&["doctor"]));
    assert!(doctor.contains(&format!("{shard} cannot be read")), "{doctor}");
}

#[tokio::test]
async fn sweep_leaves_unreadable_folder_alone() {
    let (community, picture) = community().await;
    let shard = replace_shard_of(&community, &picture);
    for sweep in [&["trash", "sweep"][..], &["trash", "sweep", "--all"]] {
        let swept = community.inkfold(sweep);
        assert_eq!(swept.status.code(), Some(1), "{}", output_text(&swept));
        let words = output_text(&swept);
        assert!(words.contains("0 files moved to the trash"), "{words}");
        assert!(words.contains(&format!("{shard} cannot be read")), "{words}");
        assert_eq!(fs::read(&shard).unwrap(), b"hi");
    }
}

#[tokio::test]
async fn unreadable_trash_folder_stops_neither_check_nor_list() {
    let (community, _) = community().await;
    let trash = community.data().join("blobs/trash");
    let trashed = trash.join("2026-11-23").join("0".repeat(64));
    fs::create_dir_all(trashed.parent().unwrap()).unwrap();
    exports::write(&trashed, b"blot");
    let day = trash.join("2026-11-24");
    exports::write(&day, b"hi");
    let named = format!("{} cannot be read", day.display());
    for verb in [&["db", "check"][..], &["trash", "list"], &["trash", "sweep"]] {
        let output = community.inkfold(verb);
        assert_eq!(output.status.code(), Some(1), "{verb:?}: {}", output_text(&output));
        assert!(output_text(&output).contains(&named), "{verb:?}: {}", output_text(&output));
    }
    let listed = community.inkfold(&["--json", "trash", "list"]);
    let listed: Value = serde_json::from_slice(&listed.stdout).unwrap();
    assert_eq!(listed["day"], "2026-11-23", "{listed}");
    fs::remove_file(day).unwrap();
    json(&community.inkfold(&["--json", "db", "check"]));
}
