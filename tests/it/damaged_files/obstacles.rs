//! Folders, files and links in the place of other files and folders: they are moved aside, and work goes on.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use super::{community, files_below, output_text, path, path_of};
use crate::support::{Community, exports, json, noise};

/// Makes an undamaged backup on a stick.
fn stick(community: &Community) -> tempfile::TempDir {
    let stick = tempfile::tempdir().unwrap();
    let made = community.inkfold(&["backup", "now", "--to", path(&stick)]);
    assert!(made.status.success(), "{}", output_text(&made));
    stick
}

/// Replaces a file by a folder with a foreign file.
fn replace_by_folder(file: &Path) {
    fs::remove_file(file).unwrap();
    fs::create_dir(file).unwrap();
    exports::write(&file.join("precious"), b"precious");
}

/// Replaces the folder of a stored file by a foreign file.
fn replace_shard_by_file(file: &Path) {
    let shard = file.parent().unwrap();
    fs::remove_dir_all(shard).unwrap();
    exports::write(shard, b"precious");
}

/// Replaces the folder of all files of a pool by a foreign file.
fn replace_pool_by_file(file: &Path) {
    replace_shard_by_file(file.parent().unwrap());
}

/// Replaces the folder of all files of a pool by a link to a disk that is not mounted.
fn replace_pool_by_link(file: &Path) {
    let pool = file.parent().unwrap().parent().unwrap();
    fs::remove_dir_all(pool).unwrap();
    symlink("/nowhere/pool", pool).unwrap();
}

/// Replaces the folder of all encrypted pools by a foreign file.
fn replace_pools_by_file(file: &Path) {
    replace_pool_by_file(file.parent().unwrap());
}

fn has_precious(folder: &Path) -> bool {
    files_below(folder).iter().any(|file| fs::read(file).is_ok_and(|bytes| bytes == b"precious"))
}

#[tokio::test]
async fn repair_moves_obstacles_aside() {
    let (community, picture) = community().await;
    let answers = [("b", &*noise(2, 60)), ("c", &*noise(3, 60))];
    assert_eq!(community.member.answer(&community.book, &answers).await.status, 201);
    let stick = stick(&community);
    let live = path_of(community.data(), &picture);
    let whole = fs::read(&live).unwrap();
    let mut others = super::blobs(&community).into_iter().filter(|blob| *blob != picture);
    let other = path_of(community.data(), &others.next_back().unwrap());
    for replace in [replace_by_folder, replace_shard_by_file] {
        replace(&live);
        fs::remove_file(&other).unwrap();
        let repaired = community.inkfold(&["db", "repair", "--from", path(&stick)]);
        assert!(repaired.status.success(), "{}", output_text(&repaired));
        let words = output_text(&repaired);
        assert!(words.contains("kept as") && words.contains(".aside"), "{words}");
        assert_eq!(fs::read(&live).unwrap(), whole);
        assert!(other.is_file() && has_precious(&community.data().join("blobs")));
        let checked = community.inkfold(&["db", "check"]);
        assert!(checked.status.success(), "{}", output_text(&checked));
    }
}

#[tokio::test]
async fn repair_moves_aside_file_where_no_file_belongs() {
    let (community, _) = community().await;
    let used = super::blobs(&community);
    let is_free = |shard: &String| used.iter().all(|blob| !blob.starts_with(shard.as_str()));
    let free = (0..=255_u8).map(|shard| format!("{shard:02x}")).find(is_free).unwrap();
    exports::write(&community.data().join("blobs").join(&free), b"precious");
    assert_eq!(community.inkfold(&["db", "check"]).status.code(), Some(1));
    let repaired = community.inkfold(&["db", "repair"]);
    assert!(repaired.status.success(), "{}", output_text(&repaired));
    let aside = format!("{free}.aside");
    assert!(output_text(&repaired).contains(&aside), "{}", output_text(&repaired));
    assert!(has_precious(&community.data().join("blobs")));
    let checked = community.inkfold(&["db", "check"]);
    assert!(checked.status.success(), "{}", output_text(&checked));
}

#[tokio::test]
async fn repair_passes_over_folder_in_the_trash() {
    let (community, picture) = community().await;
    let stick = stick(&community);
    let trashed = community.data().join("blobs/trash/2026-11-24").join(&picture);
    fs::create_dir_all(&trashed).unwrap();
    fs::remove_file(path_of(community.data(), &picture)).unwrap();
    let repaired = community.inkfold(&["db", "repair", "--from", path(&stick)]);
    assert!(repaired.status.success(), "{}", output_text(&repaired));
    assert!(trashed.is_dir() && path_of(community.data(), &picture).is_file());
}

#[tokio::test]
async fn link_to_intact_copy_is_damaged_and_repaired() {
    let (community, picture) = community().await;
    let stick = stick(&community);
    let live = path_of(community.data(), &picture);
    let elsewhere = community.data().join("elsewhere");
    fs::rename(&live, &elsewhere).unwrap();
    symlink(&elsewhere, &live).unwrap();
    for verb in [&["db", "check"][..], &["backup", "now"]] {
        let output = community.inkfold(verb);
        assert_eq!(output.status.code(), Some(1), "{verb:?}: {}", output_text(&output));
        let expected = format!("the file {picture} cannot be read");
        assert!(output_text(&output).contains(&expected), "{verb:?}: {}", output_text(&output));
    }
    let repaired = community.inkfold(&["db", "repair", "--from", path(&stick)]);
    assert!(repaired.status.success(), "{}", output_text(&repaired));
    assert!(fs::symlink_metadata(&live).unwrap().is_file() && elsewhere.is_file());
}

#[tokio::test]
async fn backup_keeps_pool_copy_behind_link() {
    let (community, picture) = community().await;
    let stick = stick(&community);
    let (live, copy) = (path_of(community.data(), &picture), path_of(stick.path(), &picture));
    fs::remove_file(&live).unwrap();
    symlink(&copy, &live).unwrap();
    let made = community.inkfold(&["backup", "now", "--to", path(&stick)]);
    assert_eq!(made.status.code(), Some(1), "{}", output_text(&made));
    assert!(copy.is_file() && output_text(&made).contains("verified"), "{}", output_text(&made));
    let repaired = community.inkfold(&["db", "repair", "--from", path(&stick)]);
    assert!(repaired.status.success(), "{}", output_text(&repaired));
}

#[tokio::test]
async fn upload_replaces_folder_in_place_of_its_file() {
    let (community, picture) = community().await;
    for replace in [replace_by_folder, replace_shard_by_file] {
        replace(&path_of(community.data(), &picture));
        let answer = [("b", &*noise(1, 60))];
        let answered = community.member.answer(&community.book, &answer).await;
        assert_eq!(answered.status, 201, "{answered}");
        assert!(has_precious(&community.data().join("blobs")));
    }
    let checked = community.inkfold(&["db", "check"]);
    assert!(!output_text(&checked).contains(&picture), "{}", output_text(&checked));
}

#[tokio::test]
async fn encrypted_backup_moves_obstacles_in_pool_aside() {
    let (mut community, _) = community().await;
    community.running.stop();
    let key = community.data().join("key.txt");
    let key = ["--json", "backup", "key", "--out", key.to_str().unwrap()];
    let recipient = json(&community.inkfold(&key))["recipient"].as_str().unwrap().to_owned();
    let stick = tempfile::tempdir().unwrap();
    let back_up = || {
        let mut backup = community.command(&["backup", "now", "--to", path(&stick)]);
        backup.env("INKFOLD_BACKUP__ENCRYPT_TO", format!("[\"{recipient}\"]"));
        let made = backup.output().unwrap();
        assert!(made.status.success(), "{}", output_text(&made));
        output_text(&made)
    };
    back_up();
    let obstacles =
        [replace_by_folder, replace_shard_by_file, replace_pool_by_file, replace_pools_by_file];
    for replace in obstacles {
        let pool = files_below(&stick.path().join("encrypted"));
        replace(pool.iter().find(|file| file.extension().is_some_and(|end| end == "age")).unwrap());
        let words = back_up();
        assert!(has_precious(stick.path()) && words.contains("verified"), "{words}");
        let made = super::newest(&stick);
        let verified = community.inkfold(&["backup", "verify", made.to_str().unwrap()]);
        assert!(verified.status.success(), "{}", output_text(&verified));
    }
}

#[tokio::test]
async fn backup_moves_pool_obstacles_aside() {
    let (community, picture) = community().await;
    let stick = stick(&community);
    let obstacles =
        [replace_by_folder, replace_shard_by_file, replace_pool_by_file, replace_pool_by_link];
    for replace in obstacles {
        replace(&path_of(stick.path(), &picture));
        let made = community.inkfold(&["backup", "now", "--to", path(&stick)]);
        assert!(made.status.success(), "{}", output_text(&made));
        assert!(has_precious(stick.path()) && path_of(stick.path(), &picture).is_file());
        let backup = super::newest(&stick);
        let verified = community.inkfold(&["backup", "verify", backup.to_str().unwrap()]);
        assert!(verified.status.success(), "{}", output_text(&verified));
    }
}

#[tokio::test]
async fn file_in_place_of_all_files_is_refused() {
    let (mut community, picture) = community().await;
    community.running.stop();
    let stick = stick(&community);
    let blobs = community.data().join("blobs");
    let kept = community.data().join("kept");
    fs::rename(&blobs, &kept).unwrap();
    for is_link in [false, true] {
        if is_link {
            // Link to a disk that is not mounted.
            symlink("/nowhere/blobs", &blobs).unwrap();
        } else {
            exports::write(&blobs, b"precious");
        }
        let serve = &["serve", "--listen", "127.0.0.1:0"][..];
        for verb in [serve, &["db", "check"], &["db", "repair"], &["backup", "now"]] {
            let refused = community.inkfold(verb);
            assert_eq!(refused.status.code(), Some(1), "{verb:?}: {}", output_text(&refused));
            let words = output_text(&refused);
            assert!(words.contains("blobs is not a folder") && words.contains("hint: "), "{words}");
        }
        assert!(fs::symlink_metadata(&blobs).is_ok_and(|place| !place.is_dir()));
        fs::remove_file(&blobs).unwrap();
    }
    // A link to a folder on another disk is accepted.
    symlink(&kept, &blobs).unwrap();
    assert!(community.inkfold(&["db", "check"]).status.success());
    fs::remove_file(&blobs).unwrap();
    let repaired = community.inkfold(&["db", "repair", "--from", path(&stick)]);
    assert!(repaired.status.success(), "{}", output_text(&repaired));
    assert!(path_of(community.data(), &picture).is_file());
}

#[tokio::test]
async fn repair_moves_aside_file_in_place_of_trash() {
    let (community, _) = community().await;
    let trash = community.data().join("blobs/trash");
    let day = trash.join("2026-01-01");
    for place in [&day, &trash] {
        let _ = fs::remove_dir_all(place);
        fs::create_dir_all(place.parent().unwrap()).unwrap();
        exports::write(place, b"precious");
        let checked = community.inkfold(&["db", "check"]);
        assert_eq!(checked.status.code(), Some(1), "{}", output_text(&checked));
        let repaired = community.inkfold(&["db", "repair"]);
        assert!(repaired.status.success(), "{}", output_text(&repaired));
        let checked = community.inkfold(&["db", "check"]);
        assert!(checked.status.success(), "{}", output_text(&checked));
        assert!(has_precious(&community.data().join("blobs")));
    }
}

#[tokio::test]
async fn restore_replaces_links_to_a_lost_disk() {
    let (mut community, picture) = community().await;
    community.running.stop();
    let stick = stick(&community);
    let backup = super::newest(&stick);
    for name in ["blobs", "templates", "search"] {
        let place = community.data().join(name);
        let _ = fs::remove_dir_all(&place);
        symlink("/nowhere", &place).unwrap();
    }
    let restored = community.inkfold(&["restore", backup.to_str().unwrap(), "--yes"]);
    assert!(restored.status.success(), "{}", output_text(&restored));
    let checked = community.inkfold(&["db", "check"]);
    assert!(checked.status.success(), "{}", output_text(&checked));
    assert!(path_of(community.data(), &picture).is_file());
}
