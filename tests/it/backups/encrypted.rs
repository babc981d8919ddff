//! Encrypted backups, which can be read with a key only.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{
    Community, Member, PASSWORD, Running, TestServer, executable, exports, inkfold,
    inkfold_with_input, noise, words,
};
use inkfold::config::{Config, ConfigWithSources};
use inkfold::domain::policy::Actor;
use inkfold::services::operations::backups;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::{answer, backup, write};

/// Key in a folder of its own, made as the operator makes one.
pub(super) struct Key {
    folder: TempDir,
    pub(super) recipient: String,
}

impl Key {
    pub(super) fn make() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("key.txt");
        let args = ["--json", "backup", "key", "--out", out.to_str().unwrap()];
        let made = answer(&inkfold(folder.path(), &args));
        Self { folder, recipient: made["recipient"].as_str().unwrap().to_owned() }
    }

    pub(super) fn file(&self) -> String {
        self.folder.path().join("key.txt").to_str().unwrap().to_owned()
    }

    pub(super) fn settings(&self) -> String {
        settings(&[self])
    }
}

fn settings(keys: &[&Key]) -> String {
    let recipients: Vec<&str> = keys.iter().map(|key| key.recipient.as_str()).collect();
    format!("[backup]\nencrypt_to = {recipients:?}\n")
}

/// Every file below a folder.
pub(super) fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut found: Vec<_> =
        entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect();
    found.sort();
    found
}

/// Whether these bytes are in any file below a folder.
pub(super) fn folder_contains(folder: &Path, part: &[u8]) -> bool {
    let has = |bytes: &[u8]| bytes.windows(part.len()).any(|window| window == part);
    files(folder).iter().any(|file| has(&fs::read(file).unwrap()))
}

#[tokio::test]
async fn encrypted_backup_is_unreadable_and_restores_with_key() {
    let key = Key::make();
    let mut community = Community::with(&key.settings(), "20").await;
    write(&community, "a", "Before the storm").await;
    let add = "user add --email noa@example.org --username noa --password-stdin --name";
    let add: Vec<&str> = add.split(' ').chain(["Noa of the Lake"]).collect();
    let added = inkfold_with_input(community.data(), &add, "blue-ink-on-cream\n");
    assert!(added.status.success(), "{}", words(&added));
    let stick = tempfile::tempdir().unwrap();
    let first = backup(&community, &stick);
    assert_eq!((&first["encrypted"], &first["newFiles"]), (&json!(true), &first["files"]));
    let before = files(&stick.path().join("encrypted"));
    assert_eq!(first["files"], before.len());

    let picture = noise(7, 60);
    assert_eq!(community.member.answer(&community.book, &[("b", &picture)]).await.status, 201);
    let second = backup(&community, &stick);
    assert_eq!(second["newFiles"], 1);
    let after = files(&stick.path().join("encrypted"));
    assert_eq!(after.len(), before.len() + 1);
    // File names are content hashes: no file was written twice.
    assert!(before.iter().all(|file| after.contains(file)), "{before:?} {after:?}");
    let (address, name) = (&b"mara@example.org"[..], &b"Noa of the Lake"[..]);
    let (png, pdf) = (&b"\x89PNG\r\n\x1a\n"[..], &b"%PDF-1."[..]);
    for part in [address, name, b"Before the storm", png, pdf, &picture] {
        assert!(!folder_contains(stick.path(), part), "{}", String::from_utf8_lossy(part));
    }
    assert!(folder_contains(community.data(), name) && folder_contains(community.data(), address));
    assert!(!stick.path().join("blobs").exists());
    assert!(files(&community.data().join("blobs/tmp")).is_empty());

    community.running.stop();
    let elsewhere = tempfile::tempdir().unwrap();
    let path = second["path"].as_str().unwrap();
    let restore = ["--yes", "--json", "restore", path, "--identity", &key.file()];
    let restored = inkfold(elsewhere.path(), &restore);
    assert_eq!(answer(&restored)["files"], second["files"], "{}", words(&restored));
    let checked: Value = answer(&inkfold(elsewhere.path(), &["--json", "db", "check"]));
    assert_eq!((&checked["files"], &checked["flaws"]), (&second["files"], &json!([])));
    assert_eq!(checked["damagedFiles"], json!([]));
    assert!(folder_contains(&elsewhere.path().join("blobs"), b"\x89PNG\r\n\x1a\n"));
    assert_eq!(texts(elsewhere.path(), &community.member.uid).await, ["Before the storm"]);
}

/// Returns the texts of Mara's memos, from a server started on this folder.
async fn texts(data: &Path, uid: &str) -> Vec<String> {
    let mut serve = std::process::Command::new(executable());
    serve.arg("--data-dir").arg(data);
    let running = Running::start(serve);
    let mut mara = Member::at(&running.url);
    mara.sign_in("mara@example.org", PASSWORD).await;
    let memos = mara.post("/get-memos", json!({ "uid": uid })).await.json();
    let texts = memos.as_array().unwrap().iter().filter_map(|memo| memo["post"].as_str());
    texts.filter(|text| !text.is_empty()).map(str::to_owned).collect()
}

#[tokio::test]
async fn other_recipients_get_their_own_pool() {
    let [maras, leos] = [Key::make(), Key::make()];
    let mut community = Community::with(&maras.settings(), "20").await;
    community.running.stop();
    let stick = tempfile::tempdir().unwrap();
    let made_for = |settings: &str| {
        exports::write(&community.data().join("inkfold.toml"), settings.as_bytes());
        backup(&community, &stick)
    };
    let first = made_for(&maras.settings());
    assert!(first["files"].as_u64().unwrap() > 0, "{first}");
    let both = made_for(&settings(&[&maras, &leos]));
    assert_eq!(both["newFiles"], both["files"]);
    assert_eq!(made_for(&settings(&[&leos, &maras, &leos]))["newFiles"], 0);
    let plain = made_for("");
    assert_eq!((&plain["encrypted"], &plain["newFiles"]), (&json!(false), &plain["files"]));

    let verify = |backup: &Value, key: Option<&Key>| {
        let file = key.map(Key::file);
        let mut args = vec!["backup", "verify", backup["path"].as_str().unwrap()];
        args.extend(file.iter().flat_map(|file| ["--identity", file]));
        community.inkfold(&args).status.success()
    };
    for (backup, opens) in [(&first, [true, true, false]), (&both, [true; 3]), (&plain, [true; 3])]
    {
        let opened = [None, Some(&maras), Some(&leos)].map(|key| verify(backup, key));
        assert_eq!(opened, opens, "{backup}");
    }
    let own = format!("[backup]\nfolder = '{}'\n", stick.path().display());
    exports::write(&community.data().join("inkfold.toml"), own.as_bytes());
    let listed = String::from_utf8(community.inkfold(&["backup", "list"]).stdout).unwrap();
    let encrypted = listed.lines().filter(|line| line.ends_with(" encrypted")).count();
    assert_eq!((listed.lines().count(), encrypted), (5, 3), "{listed}");
}

#[tokio::test]
async fn unused_encrypted_files_are_removed_with_recipients() {
    let [maras, leos] = [Key::make(), Key::make()];
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let book = server.book("Rivers", 1).await;
    assert_eq!(mara.get(&format!("/assets/forms/{book}.pdf")).await.status, 200);
    let pools = server.context.config().data_dir.join("backups/encrypted");
    let mut seen = Vec::new();
    for key in [&maras, &leos] {
        let mut config: Config = (*server.context.config()).clone();
        (config.backup.keep_days, config.backup.keep_weeks) = (1, 0);
        config.backup.keep_months = 0;
        config.backup.encrypt_to = vec![key.recipient.parse().unwrap()];
        server.context.reload(ConfigWithSources::from(config));
        server.run_service(|context| backups::request(context, &Actor::Operator).unwrap()).await;
        server.run_jobs().await;
        server.clock.advance(24 * 60 * 60);
        let there: Vec<_> =
            fs::read_dir(&pools).unwrap().map(|pool| pool.unwrap().path()).collect();
        assert_eq!((there.len(), files(&pools).len()), (1, 1), "{there:?}");
        seen.extend(there);
    }
    assert_ne!(seen[0], seen[1]);
    let list =
        |context: &inkfold::context::Context| backups::list(context, &Actor::Operator).unwrap();
    assert_eq!(server.run_service(list).await.archives.len(), 1);
}

#[tokio::test]
async fn encrypted_backup_is_restored_without_its_list() {
    let key = Key::make();
    let mut community = Community::with(&key.settings(), "20").await;
    let picture = noise(7, 60);
    assert_eq!(community.member.answer(&community.book, &[("b", &picture)]).await.status, 201);
    let stick = tempfile::tempdir().unwrap();
    let made = backup(&community, &stick);
    let made = Path::new(made["path"].as_str().unwrap());
    let memos = community.member.post("/get-memos", json!({ "uid": community.member.uid })).await;
    let memo = memos.json()[0]["id"].as_str().unwrap().to_owned();
    let live = files(&community.data().join("blobs"));
    let lost = live.iter().find(|file| fs::read(file).unwrap() == picture).unwrap();
    // Both file lists are damaged: the one with the original hashes, and the one with the names in the pool.
    exports::write(&made.join("blobs.txt.age"), b"ink");
    fs::remove_file(made.join("files.txt")).unwrap();

    let made = made.to_str().unwrap();
    let out = tempfile::tempdir().unwrap();
    let key_file = key.file();
    let fetch = ["backup", "fetch", made, &memo, "--identity", &key_file, "--out"];
    let fetched = community.inkfold(&[&fetch[..], &[out.path().to_str().unwrap()]].concat());
    assert!(fetched.status.success(), "{}", words(&fetched));
    assert_eq!(fs::read(out.path().join(format!("{memo}.png"))).unwrap(), picture);
    community.running.stop();
    fs::remove_file(lost).unwrap();
    let from = stick.path().to_str().unwrap();
    let repaired = community.inkfold(&["db", "repair", "--from", from, "--identity", &key_file]);
    assert!(repaired.status.success(), "{}", words(&repaired));
    assert_eq!(fs::read(lost).unwrap(), picture);

    let elsewhere = tempfile::tempdir().unwrap();
    let restore =
        ["--yes", "--json", "restore", made, "--identity", &key_file, "--without-damaged"];
    let refused = inkfold(elsewhere.path(), &restore[..6]);
    assert!(words(&refused).contains("blobs.txt.age does not match its checksum"), "{refused:?}");
    let other = Key::make();
    let with_other = ["--yes", "restore", made, "--identity", &other.file()];
    let refused = inkfold(elsewhere.path(), &with_other);
    assert!(words(&refused).contains("does not open the backup"), "{refused:?}");
    let restored = answer(&inkfold(elsewhere.path(), &restore));
    assert_eq!(restored["damaged"], json!(["blobs.txt", "files.txt"]));
    let checked = answer(&inkfold(elsewhere.path(), &["--json", "db", "check"]));
    assert_eq!(checked["damagedFiles"], json!([]), "{checked}");
}
