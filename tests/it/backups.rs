//! Backups: made while members write, verified, restored.

mod copies;
mod encrypted;
mod hostile;
mod keys;
mod restore;
mod scheduled;
mod secrets;
mod webdav;

use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::{Community, Topic, inkfold, json as answer, noise, words};

/// Makes a backup into a folder like that of a USB stick.
fn backup(community: &Community, stick: &TempDir) -> Value {
    answer(&community.inkfold(&["--json", "backup", "now", "--to", path(stick)]))
}

fn path(folder: &TempDir) -> &str {
    folder.path().to_str().unwrap()
}

/// Writes a memo of Mara's with these words, which no other memo has.
async fn write(community: &Community, question: &str, words: &str) {
    let (book, uid) = (&community.book, &community.member.uid);
    let memo = json!({ "bid": book, "uid": uid, "qid": question, "question": "", "post": words });
    let kept = community.member.post("/api/memo/text/publish", memo).await;
    assert_eq!(kept.status, 201, "{kept}");
}

#[tokio::test]
async fn second_backup_copies_only_new_files() {
    let community = Community::start().await;
    let stick = tempfile::tempdir().unwrap();
    let first = backup(&community, &stick);
    assert!(first["files"].as_u64().unwrap() > 0, "{first}");
    assert_eq!(first["files"], first["newFiles"]);
    assert!(Path::new(first["path"].as_str().unwrap()).join("manifest.json").is_file());

    let picture = noise(7, 60);
    assert_eq!(community.member.answer(&community.book, &[("a", &picture)]).await.status, 201);
    let second = backup(&community, &stick);
    assert_ne!(first["name"], second["name"]);
    assert_eq!(second["newFiles"], 1);
    assert_eq!(second["files"].as_u64().unwrap(), first["files"].as_u64().unwrap() + 1);

    let verified = community.inkfold(&["backup", "verify", second["path"].as_str().unwrap()]);
    assert!(verified.status.success(), "{}", words(&verified));
    let own = community.inkfold(&["backup", "list"]);
    assert!(words(&own).contains("there are no backups yet"), "the stick is not the own folder");
}

#[tokio::test]
async fn missing_backup_folder_is_not_created() {
    let community = Community::start().await;
    let nowhere = tempfile::tempdir().unwrap().path().join("stick");
    let refused = community.inkfold(&["backup", "now", "--to", nowhere.to_str().unwrap()]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(words(&refused).contains("is the disk or stick that it is on connected?"));
    assert!(!nowhere.exists());
}

#[tokio::test]
async fn missing_backup_folder_is_reported() {
    let mut community = Community::start().await;
    community.running.stop();
    let backups = community.data().join("backups");
    std::os::unix::fs::symlink("/nowhere/stick", backups).unwrap();
    let stick = community.data().join("stick");
    for folder in ["", stick.to_str().unwrap()] {
        for verb in [&["backup", "list"][..], &["backup", "verify"], &["restore", "x", "--yes"]] {
            let mut command = community.command(verb);
            let refused = command.env("INKFOLD_BACKUP__FOLDER", folder).output().unwrap();
            assert_eq!(refused.status.code(), Some(1), "{verb:?}");
            let words = words(&refused);
            assert!(words.contains("is the disk or stick that it is on connected?"), "{words}");
        }
    }
}

#[tokio::test]
async fn unknown_backup_offers_the_nearest() {
    let mut community = Community::start().await;
    let refusal = |typed: &str| {
        let refused = community.inkfold(&["backup", "verify", typed]);
        assert_eq!(refused.status.code(), Some(1), "{typed}");
        words(&refused)
    };
    assert!(refusal("x").contains("there is no backup x in "), "{}", refusal("x"));
    assert!(community.inkfold(&["backup", "now"]).status.success());
    let made = answer(&community.inkfold(&["--json", "backup", "list"]));
    let name = made["name"].as_str().unwrap();
    for typed in [&name[..10], &name.replace('Z', "X")] {
        assert!(refusal(typed).contains(&format!("did you mean `{name}`?")), "{}", refusal(typed));
    }
    assert!(refusal("nope").contains("hint: `inkfold backup list` lists them"));
    assert!(
        refusal("./nope").contains("/nope\nhint: `inkfold backup list`"),
        "{}",
        refusal("./nope")
    );
    community.running.stop();
}

#[tokio::test]
async fn unreadable_key_of_names_is_named() {
    let mut community = Community::start().await;
    community.running.stop();
    let key = community.data().join("key.txt");
    let key = ["--json", "backup", "key", "--out", key.to_str().unwrap()];
    let recipient = answer(&community.inkfold(&key))["recipient"].as_str().unwrap().to_owned();
    std::fs::create_dir(community.data().join("backup-names.key")).unwrap();
    let mut backup = community.command(&["backup", "now"]);
    backup.env("INKFOLD_BACKUP__ENCRYPT_TO", format!("[\"{recipient}\"]"));
    let refused = backup.output().unwrap();
    assert_eq!(refused.status.code(), Some(1));
    assert!(words(&refused).contains("backup-names.key"), "{}", words(&refused));
}

#[tokio::test]
async fn changed_backup_file_is_named() {
    let community = Community::start().await;
    let stick = tempfile::tempdir().unwrap();
    let made = backup(&community, &stick);
    let file = some_file(&stick.path().join("blobs"));
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[0] ^= 1;
    // The pool file is a hard link to the community's file, so a copy replaces it before it is damaged.
    std::fs::remove_file(&file).unwrap();
    crate::support::exports::write(&file, &bytes);
    let made = made["path"].as_str().unwrap();
    let damaged = community.inkfold(&["backup", "verify", made]);
    assert_eq!(damaged.status.code(), Some(1));
    let name = file.file_name().unwrap().to_str().unwrap();
    assert!(words(&damaged).contains(name) && words(&damaged).contains("is damaged"));

    let elsewhere = tempfile::tempdir().unwrap();
    let data = elsewhere.path().join("data");
    let refused = inkfold(&data, &["--yes", "restore", made]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(words(&refused).contains("nothing was restored"), "{}", words(&refused));
    assert!(!data.exists(), "a damaged backup changes nothing");
}

fn some_file(folder: &Path) -> std::path::PathBuf {
    let first = |folder: &Path| std::fs::read_dir(folder).unwrap().next().unwrap().unwrap().path();
    first(&first(folder))
}

#[tokio::test]
async fn ten_backups_during_writes_are_each_consistent() {
    let community = Community::start().await;
    let stick = tempfile::tempdir().unwrap();
    let add = ["--json", "topic", "add", "--name", "Ink", "--code", "ink"];
    let topic = Topic::of(&answer(&community.inkfold(&add)));
    let mut made: Vec<Value> = Vec::new();
    let mut rounds = 0_u32;
    while made.len() < 10 {
        let copying = tokio::task::spawn_blocking({
            let mut backup = community.command(&["--json", "backup", "now", "--to", path(&stick)]);
            move || backup.output().unwrap()
        });
        let mut written = 0;
        while written < 3 || !copying.is_finished() {
            churn(&community, &topic, rounds).await;
            (rounds, written) = (rounds + 1, written + 1);
        }
        made.push(answer(&copying.await.unwrap()));
    }
    assert!(rounds >= 30, "{rounds}");
    for one in made {
        let folder = tempfile::tempdir().unwrap();
        let restored = inkfold(folder.path(), &["--yes", "restore", one["path"].as_str().unwrap()]);
        assert!(restored.status.success(), "{}", words(&restored));
        let checked: Value = answer(&inkfold(folder.path(), &["--json", "db", "check"]));
        assert_eq!(checked["files"], one["files"], "{checked}");
        assert_eq!(one["missing"], json!([]));
    }
    let now: Value = answer(&community.inkfold(&["--json", "db", "check"]));
    assert_eq!(now["flaws"], json!([]), "what was removed meanwhile is gone, and nothing else");
}

/// Posts and removes posts as often as the rate limits allow, so that files come and go.
async fn churn(community: &Community, topic: &Topic, round: u32) {
    let mara = &community.member;
    write(community, ["a", "b", "c"][round as usize % 3], &format!("Round {round}")).await;
    let kept = mara.answer(&community.book, &[("a", &noise(round, 60))]).await;
    assert_eq!(kept.status, 201, "{kept}");
    if round < 20 {
        let post = mara.post_and_publish(topic, &noise(round, 80)).await;
        let comment = json!({ "uid": mara.uid, "pid": post, "text": "Fine ink." });
        assert_eq!(mara.post("/api/comments/add", comment).await.status, 201);
        if round % 2 == 1 {
            assert_eq!(mara.delete(&format!("/api/posts/remove/{post}")).await.status, 204);
        }
    }
}
