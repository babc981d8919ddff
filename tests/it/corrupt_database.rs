//! Database with disk damage: every verb that meets it says what to do.

use std::fs::{self, File};
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::process::Output;

use serde_json::{Value, json};

use crate::support::{Community, exports, words};

/// Returns the command's whole output: the doctor prints its findings on standard output.
fn all_words(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), words(output))
}

#[tokio::test]
async fn damaged_database_is_reported_without_panic() {
    let mut community = Community::start().await;
    community.running.stop();
    let path = community.data().join("inkfold.redb");
    let length = fs::metadata(&path).unwrap().len();
    let file = File::options().write(true).open(&path).unwrap();
    // All pages but the first, which locates the others.
    for at in (4_096..length).step_by(4_096) {
        file.write_all_at(&[0xff; 512], at).unwrap();
    }
    for verb in [&["db", "check"][..], &["user", "list"], &["doctor"], &["db", "compact", "--yes"]]
    {
        let refused = community.inkfold(verb);
        assert_eq!(refused.status.code(), Some(1), "{verb:?}: {}", words(&refused));
        let printed = all_words(&refused);
        assert!(
            printed.contains("damaged") && printed.contains("inkfold restore"),
            "{verb:?}: {printed}"
        );
        assert!(!printed.contains("panicked"), "{verb:?}: {printed}");
    }
}

#[tokio::test]
async fn overwritten_database_is_called_damaged() {
    let mut community = Community::start().await;
    assert!(community.inkfold(&["backup", "now"]).status.success());
    community.running.stop();
    let path = community.data().join("inkfold.redb");
    let length = fs::metadata(&path).unwrap().len() as usize;
    let text = b"no database, but a text that is long enough to look at".to_vec();
    for bytes in [vec![0; length], vec![0; 4_096], vec![7], text] {
        exports::write(&path, &bytes);
        assert_verbs_require_restore(&community, &format!("{} bytes", bytes.len()));
    }
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    assert_verbs_require_restore(&community, "a folder");
    let backup = community.inkfold(&["--json", "backup", "list"]);
    let restored = community.inkfold(&["--yes", "restore", json_name(&backup).as_str()]);
    assert!(restored.status.success(), "{}", words(&restored));
    assert!(community.inkfold(&["db", "check"]).status.success());
}

/// Asserts that every verb reports the damaged database, and what to do.
fn assert_verbs_require_restore(community: &Community, what: &str) {
    for verb in [
        &["db", "check"][..],
        &["user", "list"],
        &["doctor"],
        &["db", "compact", "--yes"],
        &["backup", "now"],
        &["serve", "--listen", "127.0.0.1:0"],
    ] {
        let refused = community.inkfold(verb);
        assert_eq!(refused.status.code(), Some(1), "{what}, {verb:?}: {}", words(&refused));
        let printed = all_words(&refused);
        let is_told =
            printed.contains("database is damaged") && printed.contains("inkfold restore");
        assert!(is_told, "{what}, {verb:?}: {printed}");
    }
}

/// A damaged page is found before a backup is made of it, also while the server runs.
#[tokio::test]
async fn damaged_database_is_never_backed_up() {
    let mut community = Community::start().await;
    let note = json!({ "bid": community.book, "uid": community.member.uid, "qid": "a", "question": "", "post": "Under the old pear tree" });
    assert_eq!(community.member.post("/api/memo/text/publish", note).await.status, 201);
    assert!(community.inkfold(&["backup", "now"]).status.success());
    let path = community.data().join("inkfold.redb");
    let bytes = fs::read(&path).unwrap();
    let words_at = bytes.windows(13).position(|part| part == b"old pear tree").unwrap();
    let file = File::options().write(true).open(&path).unwrap();
    file.write_all_at(b"ald", words_at as u64).unwrap();
    for is_served in [true, false] {
        let refused = community.inkfold(&["backup", "now"]);
        assert_eq!(refused.status.code(), Some(1), "{}", words(&refused));
        let printed = all_words(&refused);
        assert!(
            printed.contains("the database is damaged") && !printed.contains("verified"),
            "{printed}"
        );
        let checked = community.inkfold(&["db", "check"]);
        assert_eq!(checked.status.code(), Some(1), "{is_served}: {}", words(&checked));
        assert!(all_words(&checked).contains("damaged"), "{}", all_words(&checked));
        if is_served {
            community.running.stop();
        }
    }
    let listed = community.inkfold(&["--json", "backup", "list"]);
    assert_eq!(String::from_utf8_lossy(&listed.stdout).lines().count(), 1, "the good one stays");
    let restored = community.inkfold(&["--yes", "restore", json_name(&listed).as_str()]);
    assert!(restored.status.success(), "{}", words(&restored));
    assert!(community.inkfold(&["db", "check"]).status.success());
}

/// Removes an index entry by a transaction, so that all page checksums stay valid.
fn forget_an_address(database: &Path) {
    let database = redb::Database::open(database).unwrap();
    let changed = database.begin_write().unwrap();
    let addresses = redb::TableDefinition::<&[u8], &[u8]>::new("accounts-by-email-1");
    let mut index = changed.open_table(addresses).unwrap();
    drop(index.pop_first().unwrap());
    drop(index);
    changed.commit().unwrap();
}

#[tokio::test]
async fn contradicting_database_makes_the_backup_incomplete() {
    let mut community = Community::start().await;
    assert!(community.inkfold(&["backup", "now"]).status.success());
    let whole = json_name(&community.inkfold(&["--json", "backup", "list"]));
    community.running.stop();
    forget_an_address(&community.data().join("inkfold.redb"));
    let made = community.inkfold(&["backup", "now"]);
    assert_eq!(made.status.code(), Some(1));
    let printed = all_words(&made);
    assert!(
        printed.contains("contradict each other") && !printed.contains("verified"),
        "{printed}"
    );
    assert_eq!(community.inkfold(&["db", "check"]).status.code(), Some(1));
    let verified = community.inkfold(&["backup", "verify"]);
    assert_eq!(verified.status.code(), Some(1), "{}", all_words(&verified));
    let restored = community.inkfold(&["--yes", "restore", &whole]);
    assert!(restored.status.success(), "{}", words(&restored));
    assert!(community.inkfold(&["db", "check"]).status.success());
}

fn json_name(listed: &Output) -> String {
    let backup: Value = serde_json::from_slice(&listed.stdout).unwrap();
    backup["name"].as_str().unwrap().to_owned()
}
