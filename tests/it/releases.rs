//! Compatibility: this version opens the data of all releases. `tests/releases` has an archive of each.

use std::fmt::Write;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use inkfold::store::check_schema_version;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tempfile::TempDir;
use zip::ZipArchive;

use crate::support::{Member, Running, executable, exports, json as answer, root, words};

/// Files of a release: settings, data, and a backup on a stick.
struct Release {
    folder: TempDir,
    /// Description of the release's data, with the members' password.
    about: Value,
}

fn releases() -> Vec<Release> {
    let paths = fs::read_dir(root().join("tests/releases")).unwrap();
    let paths = paths.map(|entry| entry.unwrap().path());
    let packed = paths.filter(|path| path.extension().is_some_and(|ending| ending == "zip"));
    let releases: Vec<Release> = packed.map(|path| Release::unpack(&path)).collect();
    assert!(!releases.is_empty());
    releases
}

impl Release {
    fn unpack(path: &Path) -> Self {
        let folder = tempfile::tempdir().unwrap();
        ZipArchive::new(File::open(path).unwrap()).unwrap().extract(&folder).unwrap();
        let about = fs::read(folder.path().join("about.json")).unwrap();
        let about: Value = serde_json::from_slice(&about).unwrap();
        let name = path.file_stem().unwrap().to_str().unwrap();
        assert_eq!(about["program"], name.split_once('-').map_or(name, |(version, _)| version));
        Self { folder, about }
    }

    fn says(&self, what: &str) -> &str {
        self.about[what].as_str().unwrap()
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Command with the release's settings, on its data or on a restored copy.
    fn command(&self, data: &str) -> Command {
        let mut command = Command::new(executable());
        command.current_dir(&self.folder).env_clear().args(["--data-dir", data]);
        command
    }

    fn inkfold(&self, data: &str, args: &[&str]) -> Output {
        self.command(data).args(args).output().unwrap()
    }

    /// Asserts that all data of the release can be read by its members.
    async fn assert_data_readable(&self, data: &str) {
        let program = self.says("program");
        let mut running = Running::start(self.command(data));
        let mut mara = Member::at(&running.url);
        let signed_in = mara.sign_in("mara@example.org", self.says("password")).await;
        assert_eq!(signed_in.status, 200, "{program}: {signed_in}");
        let memos = mara.post("/get-memos", json!({ "uid": mara.uid })).await.json();
        let memos = memos.as_array().unwrap();
        assert_eq!(memos.len(), 2, "{program}: {memos:?}");
        assert!(memos.iter().any(|memo| memo["post"] == self.about["memo"]), "{memos:?}");
        let listed = answer(&self.inkfold(data, &["--json", "book", "list"]));
        assert_eq!(listed["name"], self.about["book"], "{program}");
        let book = listed["bid"].as_str().unwrap();
        let pdf = mara.get(&format!("/api/book/{book}/download")).await;
        assert!(pdf.bytes.starts_with(b"%PDF"), "{program}: the edition is gone");

        self.assert_rows(data);
        self.assert_files(data, book);
        let comments = format!("/api/comments?pid={}", self.says("post"));
        let comments = mara.get(&comments).await.json();
        assert_eq!(comments[0]["text"], self.about["comment"], "{program}: {comments}");

        let post = answer(&self.inkfold(data, &["--json", "post", "list"]));
        assert_eq!(post["id"], self.about["post"], "{program}");
        let topic = answer(&self.inkfold(data, &["--json", "topic", "list"]));
        assert_eq!(topic["code"], self.about["topic"], "{program}");
        let suggestion = self.inkfold(data, &["suggestion", "list"]);
        let suggestion = String::from_utf8(suggestion.stdout).unwrap();
        assert!(suggestion.contains(self.says("suggestion")), "{program}: {suggestion}");
        // Leo has two-step verification.
        let mut leo = Member::at(&running.url);
        let asked = leo.sign_in("leo@example.org", self.says("password")).await;
        assert_eq!(asked.refusal(), (401, "second-factor-required".into()), "{program}");

        running.stop();
        let checked = answer(&self.inkfold(data, &["--json", "db", "check"]));
        for wrong in ["flaws", "damagedFiles"] {
            assert_eq!(checked[wrong], json!([]), "{program}: {checked}");
        }
    }

    /// Compares the rows of every list with those of the release, in the fields that it had.
    fn assert_rows(&self, data: &str) {
        let lists = self.about["rows"].as_object().into_iter().flatten();
        for (verb, expected) in lists {
            let args: Vec<&str> = ["--json"].into_iter().chain(verb.split(' ')).collect();
            let listed = self.inkfold(data, &args);
            assert!(listed.status.success(), "{verb}: {}", words(&listed));
            let rows = String::from_utf8(listed.stdout).unwrap();
            let rows: Vec<Value> =
                rows.lines().map(|row| serde_json::from_str(row).unwrap()).collect();
            let expected = expected.as_array().unwrap();
            assert_eq!(rows.len(), expected.len(), "{verb}: {rows:?}");
            for (row, expected) in rows.iter().zip(expected) {
                for (field, value) in expected.as_object().unwrap() {
                    assert_eq!(&row[field], value, "{}: {verb}: {field}", self.says("program"));
                }
            }
        }
    }

    /// Compares the files of the exported book with the release's export.
    fn assert_files(&self, data: &str, book: &str) {
        let Some(files) = self.about["files"].as_object() else { return };
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("book");
        let exported =
            self.inkfold(data, &["book", "export", book, "--out", out.to_str().unwrap()]);
        assert!(exported.status.success(), "{}", words(&exported));
        for (file, expected) in files {
            let bytes = fs::read(out.join(file)).unwrap();
            let mut digest = String::new();
            for byte in Sha256::digest(&bytes) {
                write!(digest, "{byte:02x}").unwrap();
            }
            assert_eq!(digest, expected.as_str().unwrap(), "{}: {file}", self.says("program"));
        }
    }
}

#[tokio::test]
async fn folder_of_every_release_opens_with_contents() {
    for release in releases() {
        let checked = release.inkfold("data", &["config", "check"]);
        assert!(checked.status.success(), "{}", words(&checked));
        release.assert_data_readable("data").await;
    }
}

#[tokio::test]
async fn backups_of_every_release_are_restored() {
    for release in releases() {
        let backup = format!("stick/{}", release.says("backup"));
        let mut args = vec!["--yes", "restore", &backup];
        // An encrypted backup also contains second factors and mails.
        args.extend(release.about["key"].as_str().into_iter().flat_map(|key| ["--identity", key]));
        let restored = release.inkfold("restored", &args);
        assert!(restored.status.success(), "{}", words(&restored));
        release.assert_data_readable("restored").await;
    }
}

#[test]
fn folder_of_newer_version_is_left_untouched() {
    // Its table of the store's values has a single entry, so that the number follows the name.
    let release = Release::unpack(&root().join("tests/releases/0.1.0.zip"));
    let database = release.path("data/inkfold.redb");
    let newer = with_number(fs::read(&database).unwrap(), 99);
    exports::write(&database, &newer);
    let before = everything(&release.path("data"));
    let verbs: [&[&str]; 6] = [
        &["serve", "--listen", "127.0.0.1:0"],
        &["db", "check"],
        &["book", "list"],
        &["backup", "now"],
        &["user", "disable", "mara@example.org"],
        &["trash", "sweep", "--all", "--yes"],
    ];
    for verb in verbs {
        let refused = release.inkfold("data", verb);
        assert_eq!(refused.status.code(), Some(1), "{verb:?}");
        let printed = words(&refused);
        assert!(printed.contains(&check_schema_version(99).unwrap_err().to_string()), "{printed}");
        assert!(printed.contains("its version 99, ours "), "{printed}");
        assert!(printed.contains("use that one"), "{printed}");
        assert!(everything(&release.path("data")) == before, "{verb:?} has changed something");
    }
}

#[test]
fn refused_upgrade_leaves_folder_of_every_release_untouched() {
    for release in releases() {
        let program = release.says("program").to_owned();
        let database = release.path("data/inkfold.redb");
        let whole = fs::read(&database).unwrap();
        let (settings, cut) = (release.path("inkfold.toml"), &whole[..whole.len() / 2]);
        let lines = fs::read(&settings).unwrap();
        // An unknown setting, then a truncated database.
        for (path, bytes, reason) in [
            (&settings, &b"unknown_setting = 1\n"[..], "unknown_setting"),
            (&database, cut, "the database is damaged"),
        ] {
            exports::write(path, bytes);
            let before = everything(&release.path("data"));
            let refused = release.inkfold("data", &["serve", "--listen", "127.0.0.1:0"]);
            assert!(!refused.status.success(), "{program}: {reason}");
            let printed = words(&refused);
            assert!(printed.contains(reason), "{program}: {printed}");
            assert!(everything(&release.path("data")) == before, "{program}: {reason}");
            exports::write(&settings, &lines);
        }
        exports::write(&database, &whole);
        let opened = release.inkfold("data", &["--json", "db", "check"]);
        assert_eq!(answer(&opened)["flaws"], json!([]), "{program}: {}", words(&opened));
    }
}

/// Replaces the version number in the database, at all its places.
fn with_number(mut database: Vec<u8>, number: u8) -> Vec<u8> {
    let name = b"version\0";
    let places: Vec<usize> = (0..database.len() - name.len() - 1)
        .filter(|place| database[*place..].starts_with(name) && database[place + name.len()] == 1)
        .collect();
    assert!(!places.is_empty());
    for place in places {
        database[place + name.len() + 1] = number;
    }
    database
}

/// Every file below a folder, with its content.
fn everything(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(everything(&path));
        } else {
            found.push((path.clone(), fs::read(path).unwrap()));
        }
    }
    found.sort();
    found
}
