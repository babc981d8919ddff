//! Database that is missing, empty or older than the files beside it: the files stay, and people are told what to do.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use inkfold::domain::blob::BlobHash;

use crate::support::{Community, inkfold, json, noise, words};

/// Verbs that open the community in different ways.
const VERBS: [&[&str]; 10] = [
    &["serve", "--listen", "127.0.0.1:0"],
    &["serve", "--listen", "127.0.0.1:0", "--demo"],
    &["init"],
    &["init", "--demo"],
    &["db", "check"],
    &["db", "compact"],
    &["db", "repair"],
    &["user", "list"],
    &["backup", "now"],
    &["doctor"],
];

/// Every file below a folder with its bytes and the time of its last change.
fn contents(folder: &Path) -> BTreeMap<PathBuf, (SystemTime, Vec<u8>)> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(contents(&path));
        } else {
            let changed = fs::metadata(&path).unwrap().modified().unwrap();
            found.insert(path.clone(), (changed, fs::read(&path).unwrap_or_default()));
        }
    }
    found
}

/// A stopped community whose member has answered two questions by hand.
async fn stopped_community() -> Community {
    let mut community = Community::start().await;
    for (question, seed) in [("a", 1), ("b", 2)] {
        let answer = [(question, &*noise(seed, 60))];
        let kept = community.member.answer(&community.book, &answer).await;
        assert_eq!(kept.status, 201, "{kept}");
    }
    community.running.stop();
    community
}

/// Stored files, except those in the trash.
fn stored(community: &Community) -> Vec<BlobHash> {
    let is_in_trash = |path: &PathBuf| path.components().any(|part| part.as_os_str() == "trash");
    let files = contents(&community.data().join("blobs")).into_keys();
    let names = files.filter(|path| !is_in_trash(path));
    names.map(|path| path.file_name().unwrap().to_str().unwrap().parse().unwrap()).collect()
}

/// Makes all stored files two days old.
fn age(community: &Community) {
    for (path, (stored_at, _)) in contents(&community.data().join("blobs")) {
        let file = File::options().append(true).open(path).unwrap();
        file.set_modified(stored_at - Duration::from_hours(48)).unwrap();
    }
}

#[tokio::test]
async fn missing_or_empty_database_is_refused_by_verbs() {
    let community = stopped_community().await;
    let database = community.data().join("inkfold.redb");
    fs::rename(&database, community.data().join("elsewhere")).unwrap();
    for told in ["is missing", "is empty"] {
        let before = contents(community.data());
        for verb in VERBS {
            let refused = community.inkfold(verb);
            assert_eq!(refused.status.code(), Some(1), "{verb:?}: {}", words(&refused));
            let printed = String::from_utf8_lossy(&refused.stdout).into_owned() + &words(&refused);
            assert!(
                printed.contains(told) && printed.contains("inkfold restore"),
                "{verb:?}: {printed}"
            );
        }
        assert!(contents(community.data()) == before, "something was written or removed");
        File::create(&database).unwrap();
    }
}

#[test]
fn serve_creates_no_community() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("unmounted");
    for _ in 0..2 {
        for verb in [&["serve", "--listen", "127.0.0.1:0"][..], &["user", "list"], &["db", "check"]]
        {
            let refused = inkfold(&data, verb);
            assert_eq!(refused.status.code(), Some(1), "{}", words(&refused));
            let printed = words(&refused);
            assert!(
                printed.contains("there is no community in") && printed.contains("mount"),
                "{printed}"
            );
        }
        // The same with an existing but empty folder, such as a mount point.
        assert!(!data.join("inkfold.redb").exists());
        fs::create_dir_all(&data).unwrap();
    }
    assert!(inkfold(&data, &["init"]).status.success());
    assert!(inkfold(&data, &["user", "list"]).status.success());
}

#[test]
fn remains_of_a_restore_are_refused_by_init() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let aside = data.join("before-restore-2026-11-24T00-00-00Z");
    fs::create_dir_all(&aside).unwrap();
    File::create(aside.join("inkfold.redb")).unwrap();
    let add = "user add --email noa@example.org --username noa --name Noa --invite";
    let add: Vec<&str> = add.split(' ').collect();
    for verb in [&["init"][..], &["init", "--demo"], &add, &["serve", "--listen", "127.0.0.1:0"]] {
        let refused = inkfold(&data, verb);
        assert_eq!(refused.status.code(), Some(1), "{verb:?}: {}", words(&refused));
        let printed = words(&refused);
        let told = [aside.to_str().unwrap(), "inkfold.redb", "hint:"];
        assert!(told.iter().all(|told| printed.contains(told)), "{verb:?}: {printed}");
        assert!(!data.join("inkfold.redb").exists());
    }
    fs::rename(&aside, folder.path().join("elsewhere")).unwrap();
    assert!(inkfold(&data, &["init"]).status.success());
}

#[tokio::test]
async fn check_writes_nothing() {
    let community = stopped_community().await;
    let before = contents(community.data());
    let checked = json(&community.inkfold(&["--json", "db", "check"]));
    assert_eq!(
        (&checked["damaged"], &checked["unnamedFiles"]),
        (&0.into(), &0.into()),
        "{checked}"
    );
    assert!(contents(community.data()) == before);
}

#[tokio::test]
async fn check_of_killed_server_writes_nothing() {
    let mut community = Community::start().await;
    let answered = community.member.answer(&community.book, &[("a", &*noise(1, 60))]).await;
    assert_eq!(answered.status, 201, "{answered}");
    community.running.kill();
    let before = contents(community.data());
    let checked = json(&community.inkfold(&["--json", "db", "check"]));
    assert_eq!((&checked["damaged"], &checked["flaws"]), (&0.into(), &serde_json::json!([])));
    assert!(contents(community.data()) == before);
}

#[tokio::test]
async fn database_moved_while_serving_is_reported() {
    let community = Community::start().await;
    let database = community.data().join("inkfold.redb");
    let elsewhere = community.data().join("elsewhere");
    assert_eq!(community.member.get("/readyz").await.status, 200);
    fs::rename(&database, &elsewhere).unwrap();
    assert_eq!(community.member.get("/readyz").await.status, 500);
    for verb in [["db", "check"], ["backup", "now"]] {
        let refused = community.inkfold(&verb);
        assert_eq!(refused.status.code(), Some(1), "{verb:?}");
        let words = words(&refused);
        assert!(words.contains("is missing, but the files of a community"), "{words}");
        assert!(words.contains("hint: put inkfold.redb back"), "{words}");
    }
    fs::rename(&elsewhere, &database).unwrap();
    assert_eq!(community.member.get("/readyz").await.status, 200);
    assert!(community.inkfold(&["db", "check"]).status.success());
}

#[tokio::test]
async fn older_database_loses_no_files() {
    let mut community = Community::start().await;
    community.running.stop();
    let database = community.data().join("inkfold.redb");
    let older = community.data().join("older");
    fs::copy(&database, &older).unwrap();
    community.start_again().await;
    for question in ["a", "b", "c"] {
        let answer = [(question, &*noise(question.as_bytes()[0].into(), 60))];
        assert_eq!(community.member.answer(&community.book, &answer).await.status, 201);
    }
    community.running.stop();
    let newer = community.data().join("newer");
    fs::rename(&database, &newer).unwrap();
    fs::copy(&older, &database).unwrap();
    age(&community);
    let before = stored(&community);
    let checked = json(&community.inkfold(&["--json", "db", "check"]));
    assert_eq!(checked["unnamedFiles"], 3, "{checked}");

    // Garbage collection moves at most a tenth of all files unless the operator allows more.
    let refused = community.inkfold(&["trash", "sweep"]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(words(&refused).contains("more than a tenth of all"), "{}", words(&refused));
    assert_eq!(stored(&community), before);
    let swept = json(&community.inkfold(&["--json", "trash", "sweep", "--all"]));
    assert_eq!((&swept["trashed"], &swept["deleted"]), (&3.into(), &0.into()));
    assert_eq!(stored(&community).len(), before.len() - 3);

    fs::rename(&newer, &database).unwrap();
    let checked = community.inkfold(&["db", "check"]);
    assert_eq!(checked.status.code(), Some(1));
    let restored = json(&community.inkfold(&["--json", "trash", "restore"]));
    assert_eq!(restored["restored"].as_array().unwrap().len(), 3, "{restored}");
    assert_eq!(stored(&community), before);
    assert!(community.inkfold(&["db", "check"]).status.success());
}
