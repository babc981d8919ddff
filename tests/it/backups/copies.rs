//! Copies of encrypted backups on other machines, and their use.

use std::fs;
use std::io::{BufRead, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

use crate::support::remotes::Remote;
use crate::support::{
    Community, Member, PASSWORD, Running, TestServer, eventually, executable, exports, inkfold,
    noise, words,
};
use inkfold::config::{Config, ConfigWithSources};
use inkfold::context::Context;
use inkfold::domain::policy::Actor;
use inkfold::services::operations::backups;
use inkfold::services::operations::backups::copies::{self, RereadSelection};
use inkfold::services::operations::metrics;

use serde_json::Value;
use tempfile::TempDir;

use super::encrypted::{Key, files};
use super::{answer, write};

/// A community whose backups are encrypted and kept in a copy, with two memos.
pub(super) struct Copied {
    pub(super) community: Community,
    pub(super) key: Key,
    secrets: TempDir,
    settings: String,
}

impl Copied {
    pub(super) async fn at(remote: &Remote) -> Self {
        let (key, secrets) = (Key::make(), tempfile::tempdir().unwrap());
        let settings = key.settings() + &remote.settings(secrets.path(), "");
        let community = Community::with(&settings, "20").await;
        write(&community, "a", "rivers of ink").await;
        let picture = noise(7, 60);
        assert_eq!(community.member.answer(&community.book, &[("b", &picture)]).await.status, 201);
        Self { community, key, secrets, settings }
    }

    pub(super) fn back_up(&self) -> Value {
        answer(&self.community.inkfold(&["--json", "backup", "now"]))
    }

    pub(super) fn copy(&self, more: &[&str]) -> std::process::Output {
        self.community.inkfold(&[&["backup", "copy"], more].concat())
    }

    /// Empty folder that stands for another machine, with the same settings.
    pub(super) fn elsewhere(&self) -> TempDir {
        let machine = tempfile::tempdir().unwrap();
        let file = fs::File::create(machine.path().join("inkfold.toml"));
        file.unwrap().write_all(self.settings.as_bytes()).unwrap();
        machine
    }
}

pub(super) fn on(machine: &Path, args: &[&str]) -> std::process::Output {
    let config = machine.join("inkfold.toml");
    inkfold(&machine.join("data"), &[&["--config", config.to_str().unwrap()], args].concat())
}

/// Returns everything that a command has printed.
pub(super) fn output_text(output: &std::process::Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &words(output)
}

fn remotes() -> Vec<Remote> {
    [Remote::s3(), Remote::web_dav()].into_iter().flatten().collect()
}

/// Files that lie in the copy, by their paths from the folder of the copy.
pub(super) fn copied_files(remote: &Remote) -> Vec<PathBuf> {
    files(&remote.folder()).into_iter().filter(|file| file.is_file()).collect()
}

fn pool_file(remote: &Remote) -> PathBuf {
    let is_one = |file: &&PathBuf| file.to_str().unwrap().contains("encrypted/");
    copied_files(remote).iter().find(is_one).unwrap().clone()
}

#[tokio::test]
async fn backup_in_copy_restores_on_another_machine() {
    for remote in remotes() {
        let copied = Copied::at(&remote).await;
        let made = copied.back_up();
        let name = made["name"].as_str().unwrap();
        let output = copied.copy(&["--json"]);
        assert!(output.status.success(), "{}", output_text(&output));
        let listed = answer(&copied.community.inkfold(&["--json", "backup", "list", "--copies"]));
        assert_eq!((&listed["name"], &listed["files"]), (&made["name"], &made["files"]));
        let verified = copied.community.inkfold(&["backup", "verify", "--copy", "1"]);
        assert!(output_text(&verified).contains("is intact in the copy"), "{verified:?}");

        let machine = copied.elsewhere();
        let restored =
            on(machine.path(), &["restore", name, "--identity", &copied.key.file(), "--yes"]);
        assert!(restored.status.success(), "{}", output_text(&restored));
        assert!(output_text(&restored).contains("was fetched from"), "{}", output_text(&restored));
        let checked = on(machine.path(), &["db", "check"]);
        assert!(checked.status.success(), "{}", output_text(&checked));
        let mut serve = std::process::Command::new(executable());
        serve.arg("--data-dir").arg(machine.path().join("data"));
        let running = Running::start(serve);
        let mut mara = Member::at(&running.url);
        assert_eq!(mara.sign_in("mara@example.org", PASSWORD).await.status, 200);
    }
}

#[tokio::test]
async fn server_copies_backup_by_itself() {
    for remote in remotes() {
        let copied = Copied::at(&remote).await;
        let name = copied.back_up()["name"].as_str().unwrap().to_owned();
        eventually("the backup is never copied", async || {
            let listed = output_text(&copied.community.inkfold(&["backup", "list", "--copies"]));
            listed.contains(&name).then_some(())
        })
        .await;
    }
}

#[tokio::test]
async fn damaged_file_in_copy_is_found_and_replaced() {
    let Some(remote) = Remote::web_dav() else { return };
    let copied = Copied::at(&remote).await;
    copied.back_up();
    assert!(copied.copy(&[]).status.success());
    let file = pool_file(&remote);
    let mut bytes = fs::read(&file).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::File::create(&file).unwrap().write_all(&bytes).unwrap();

    let output = copied.community.inkfold(&["backup", "verify", "--copy", "1"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(output_text(&output).contains("1 file of"), "{}", output_text(&output));
    let machine = copied.elsewhere();
    let name = answer(&copied.community.inkfold(&["--json", "backup", "list"]))["name"].clone();
    let restore = ["restore", name.as_str().unwrap(), "--identity", &copied.key.file(), "--yes"];
    let refused = on(machine.path(), &restore);
    assert!(
        !refused.status.success() && output_text(&refused).contains("is missing"),
        "{refused:?}"
    );
    let without = [&restore[..], &["--without-damaged"]].concat();
    let restored = on(machine.path(), &without);
    assert!(restored.status.success(), "{}", output_text(&restored));

    assert!(copied.copy(&["--reread"]).status.success());
    let output = copied.community.inkfold(&["backup", "verify", "--copy", "1"]);
    assert!(output.status.success(), "{}", output_text(&output));
}

#[tokio::test]
async fn backup_with_damaged_lists_in_copy_is_restored() {
    let Some(remote) = Remote::web_dav() else { return };
    let copied = Copied::at(&remote).await;
    let cover = copied.community.data().join("templates/book/cover.typ");
    fs::create_dir_all(cover.parent().unwrap()).unwrap();
    exports::write(&cover, b"= Ours");
    let made = copied.back_up();
    let name = made["name"].as_str().unwrap();
    assert!(copied.copy(&[]).status.success());
    let there = remote.folder().join("club").join(name);
    exports::write(&there.join("blobs.txt.age"), b"ink");
    exports::write(&there.join("files.txt"), b"ink");
    fs::remove_file(there.join("templates/book/cover.typ.age")).unwrap();

    let lost = ["blobs.txt.age", "files.txt", "templates/book/cover.typ.age"];
    let verified = output_text(&copied.community.inkfold(&["backup", "verify", "--copy", "1"]));
    assert!(verified.contains("3 files of") && verified.contains(lost[0]), "{verified}");
    let machine = copied.elsewhere();
    let downloaded = on(machine.path(), &["--json", "backup", "download", name]);
    assert_eq!(downloaded.status.code(), Some(1), "{downloaded:?}");
    let damaged: Value = serde_json::from_slice(&downloaded.stdout).unwrap();
    let damaged = damaged["damaged"].clone();
    assert_eq!(damaged, serde_json::json!(lost.map(|file| format!("{name}/{file}"))));
    let restore = ["restore", name, "--identity", &copied.key.file(), "--without-damaged", "--yes"];
    let restored = on(machine.path(), &restore);
    assert!(restored.status.success(), "{}", output_text(&restored));
    let checked = answer(&on(machine.path(), &["--json", "db", "check"]));
    assert_eq!(checked["damagedFiles"], serde_json::json!([]), "{checked}");

    // A complete upload restores the missing files.
    assert!(copied.copy(&["--reread"]).status.success());
    let downloaded = on(machine.path(), &["--json", "backup", "download", name]);
    assert!(downloaded.status.success(), "{downloaded:?}");
    let verified = on(machine.path(), &["backup", "verify", name]);
    assert!(verified.status.success(), "{}", output_text(&verified));

    exports::write(&there.join("inkfold.redb.age"), b"ink");
    let other = copied.elsewhere();
    let refused = on(other.path(), &["backup", "download", name]);
    assert!(
        output_text(&refused).contains("inkfold.redb.age does not match its checksum"),
        "{refused:?}"
    );
}

#[tokio::test]
async fn interrupted_copy_goes_on_without_sending_again() {
    for remote in remotes() {
        let copied = Copied::at(&remote).await;
        copied.back_up();
        assert!(copied.copy(&[]).status.success());
        // An interrupted upload leaves a backup without its manifest and without one file of the pool.
        let all = copied_files(&remote);
        let part = |words: &str| {
            let found = all.iter().filter(|file| file.to_str().unwrap().contains(words));
            found.cloned().collect::<Vec<_>>()
        };
        let lost = pool_file(&remote);
        for file in part("manifest.json") {
            fs::remove_file(file).unwrap();
        }
        let prefix = lost.to_str().unwrap().split(".age").next().unwrap().to_owned();
        for file in part(&prefix) {
            fs::remove_file(file).unwrap();
        }
        let kept: Vec<PathBuf> = all.iter().filter(|file| file.exists()).cloned().collect();
        let written = |file: &PathBuf| fs::metadata(file).unwrap().modified().unwrap();
        let before: Vec<_> = kept.iter().map(written).collect();
        let machine = copied.elsewhere();
        let listed = on(machine.path(), &["backup", "list", "--copies"]);
        assert!(
            output_text(&listed).contains("there are no backups in it yet"),
            "{}",
            output_text(&listed)
        );

        let output = copied.copy(&[]);
        assert!(output.status.success(), "{}", output_text(&output));
        assert_eq!(copied_files(&remote), all);
        assert_eq!(kept.iter().map(written).collect::<Vec<_>>(), before);
    }
}

#[tokio::test]
async fn half_a_manifest_in_copy_is_sent_again() {
    let Some(remote) = Remote::web_dav() else { return };
    let copied = Copied::at(&remote).await;
    copied.back_up();
    assert!(copied.copy(&[]).status.success());
    let files = copied_files(&remote);
    let manifest = files.iter().find(|file| file.ends_with("manifest.json")).unwrap();
    let whole = fs::read(manifest).unwrap();
    fs::File::create(manifest).unwrap().write_all(&whole[..whole.len() / 2]).unwrap();
    let listed = output_text(&copied.community.inkfold(&["backup", "list", "--copies"]));
    assert!(listed.contains("there are no backups in it yet"), "{listed}");
    let output = copied.copy(&[]);
    assert!(output.status.success(), "{}", output_text(&output));
    assert_eq!(fs::read(manifest).unwrap(), whole);
}

#[tokio::test]
async fn copy_with_damaged_list_accepts_backups() {
    let Some(remote) = Remote::web_dav() else { return };
    let (key, secrets) = (Key::make(), tempfile::tempdir().unwrap());
    let server = scheduled(&remote, &key, &secrets).await;
    back_up(&server).await;
    let first = update(&server).await.unwrap().remove(0);
    // The backup is now in the copy only, and its file list is damaged.
    fs::remove_dir_all(server.context.config().data_dir.join("backups").join(&first)).unwrap();
    let copy = remote.folder().join("club");
    fs::File::create(copy.join(&first).join("files.txt")).unwrap().write_all(b"ink").unwrap();
    for _ in 0..3 {
        server.clock.advance(24 * 60 * 60);
        back_up(&server).await;
        let told = update(&server).await.unwrap_err();
        assert!(told.contains("its files.txt is damaged"), "{told}");
    }
    assert!(copy.join("2026-01-04T00-00-00Z/manifest.json").exists());
    assert!(copy.join(&first).join("manifest.json").exists());
    fs::remove_dir_all(copy.join(&first)).unwrap();
    let names = update(&server).await.unwrap();
    assert_eq!(names, ["2026-01-03T00-00-00Z", "2026-01-04T00-00-00Z"]);
}

#[tokio::test]
async fn unreachable_copy_is_named_with_its_reason() {
    let Some(mut remote) = Remote::web_dav() else { return };
    let copied = Copied::at(&remote).await;
    copied.back_up();
    let file = copied.secrets.path().join("copies.txt");
    fs::File::create(file).unwrap().write_all(b"green\n").unwrap();
    let refused = copied.copy(&[]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(
        output_text(&refused).contains("refuses the key or password"),
        "{}",
        output_text(&refused)
    );
    let doctor = output_text(&copied.community.inkfold(&["doctor"]));
    assert!(
        doctor.contains("A copy is not up to date: ") && doctor.contains("backup copy"),
        "{doctor}"
    );
    assert!(!output_text(&refused).contains("green"), "{}", output_text(&refused));

    remote.kill();
    let refused = copied.copy(&[]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(output_text(&refused).contains("cannot be reached"), "{}", output_text(&refused));
    let machine = copied.elsewhere();
    let refused = on(machine.path(), &["restore", "2026-01-01T00-00-00Z", "--yes"]);
    assert!(output_text(&refused).contains("cannot be reached"), "{}", output_text(&refused));
    assert!(!machine.path().join("data/inkfold.redb").exists());
}

/// Starts a server in this process with its own clock, and with this retention in days here and in the copy.
async fn scheduled(remote: &Remote, key: &Key, secrets: &TempDir) -> TestServer {
    let settings = format!("{}{}", key.settings(), remote.settings(secrets.path(), ""));
    let settings: Config = toml::from_str(&settings).unwrap();
    TestServer::start_with(move |config| {
        config.backup = settings.backup;
        (config.backup.keep_days, config.backup.keep_weeks) = (2, 0);
        config.backup.keep_months = 0;
    })
    .await
}

/// Names of the backups in the copy after an update, or the error of the update.
async fn update(server: &TestServer) -> Result<Vec<String>, String> {
    let names = |context: &Context| {
        let updated =
            copies::update(context, &Actor::Operator, RereadSelection::Share, &mut |_| {}).unwrap();
        if let Some(failure) = updated[0].state.failure.clone() {
            return Err(failure.problem);
        }
        let (url, secret) = context.config().backup.copies().unwrap().remove(0);
        Ok(copies::list(&url, &secret).unwrap().into_iter().map(|backup| backup.name).collect())
    };
    server.run_service(move |context| names(context)).await
}

#[tokio::test]
async fn admin_and_metrics_show_state_of_copy() {
    let Some(mut remote) = Remote::s3() else { return };
    let (key, secrets) = (Key::make(), tempfile::tempdir().unwrap());
    let server = scheduled(&remote, &key, &secrets).await;
    let (ada, mara) = (server.admin("ada").await, server.member("mara").await);
    back_up(&server).await;
    update(&server).await.unwrap();
    let copy = ada.get("/api/admin/backups").await.json()["copies"][0].clone();
    assert_eq!((&copy["backups"], &copy["failure"]), (&1.into(), &Value::Null));
    assert!(copy["place"].as_str().unwrap().starts_with("s3+http://"), "{copy}");
    assert!(!copy.to_string().contains(&format!(":{}@", remote.secret)), "{copy}");
    assert_eq!(mara.get("/api/admin/backups").await.status, 403);
    let trouble = ada.get("/api/admin/overview").await.json()["backups"]["trouble"].clone();
    assert_eq!(trouble, Value::Null);

    remote.kill();
    assert!(update(&server).await.unwrap_err().contains("cannot be reached"));
    let copy = ada.get("/api/admin/backups").await.json()["copies"][0].clone();
    assert!(copy["failure"]["words"].as_str().unwrap().contains("cannot be reached"), "{copy}");
    let overview = ada.get("/api/admin/overview").await.json()["backups"].clone();
    assert_eq!(overview["trouble"], "uncopied", "{overview}");
    let figures = server.run_service(|context| metrics::snapshot(context).unwrap()).await;
    assert_eq!((figures.failed_copies, figures.last_copy), (1, figures.last_backup));
}

async fn back_up(server: &TestServer) {
    server
        .run_service(|context| {
            drop(backups::create_backup(context, &Actor::Operator, None, &mut |_| {}).unwrap());
        })
        .await;
}

#[tokio::test]
async fn copy_is_pruned_by_retention_rules() {
    for remote in remotes() {
        let (key, secrets) = (Key::make(), tempfile::tempdir().unwrap());
        let server = scheduled(&remote, &key, &secrets).await;
        let mara = server.member("mara").await;
        let book = server.book("Ink", 2).await;
        for day in 0..4 {
            // Each answer replaces that of the day before, whose picture is then unreferenced.
            let picture = noise(day, 60);
            assert_eq!(mara.answer(&book, &[("q1", &picture)]).await.status, 201);
            back_up(&server).await;
            update(&server).await.unwrap();
            server.clock.advance(24 * 60 * 60);
        }
        let names = update(&server).await.unwrap();
        assert_eq!(names, ["2026-01-03T00-00-00Z", "2026-01-04T00-00-00Z"]);
        let local = files(&server.context.config().data_dir.join("backups/encrypted")).len();
        let is_in_pool = |file: &&PathBuf| file.to_str().unwrap().contains("encrypted/");
        let is_object = |file: &&PathBuf| {
            !file.to_str().unwrap().contains("_S3rver_")
                || file.to_str().unwrap().ends_with("_object")
        };
        let copied = copied_files(&remote);
        let there = copied.iter().filter(is_in_pool).filter(is_object).count();
        assert!(there > 0 && there <= local, "{there} in the copy, {local} here");
    }
}

#[tokio::test]
async fn copy_of_another_community_is_left_alone() {
    let Some(remote) = Remote::s3() else { return };
    let (key, secrets) = (Key::make(), tempfile::tempdir().unwrap());
    let first = scheduled(&remote, &key, &secrets).await;
    back_up(&first).await;
    let names = update(&first).await.unwrap();

    let others_key = Key::make();
    let second = scheduled(&remote, &others_key, &secrets).await;
    let mut config: Config = (*second.context.config()).clone();
    config.community = "Blue Ink Club".into();
    second.context.reload(ConfigWithSources::from(config));
    back_up(&second).await;
    let refused = update(&second).await.unwrap_err();
    assert!(refused.contains("has backups of another community, Inkfold"), "{refused}");
    assert_eq!(update(&first).await.unwrap(), names);
}

#[test]
fn copies_need_encryption_and_secrets() {
    let refused = |settings: &str| {
        let machine = tempfile::tempdir().unwrap();
        let file = fs::File::create(machine.path().join("inkfold.toml"));
        file.unwrap().write_all(settings.as_bytes()).unwrap();
        output_text(&on(machine.path(), &["config", "check"]))
    };
    let key = Key::make().settings();
    let copies = "copies = [\"https://club@nas.lan/ink\"]\n";
    assert!(refused(&format!("[backup]\n{copies}")).contains("need `encrypt_to`"));
    assert!(refused(&format!("{key}{copies}")).contains("`copies_secret_file`"));
    let text = refused(&format!("{key}copies = [\"https://club:green@nas.lan/ink\"]\n"));
    assert!(
        text.contains("the address of a copy contains a password") && !text.contains("green"),
        "{text}"
    );
}

/// Running standby, ended when the test does.
struct Follower {
    child: std::process::Child,
    page: String,
    lines: std::io::Lines<std::io::BufReader<std::process::ChildStdout>>,
}

impl Follower {
    fn start(machine: &Path, key: &Key) -> Self {
        let mut command = std::process::Command::new(executable());
        command.env_clear().arg("--data-dir").arg(machine.join("data"));
        command.arg("--config").arg(machine.join("inkfold.toml"));
        command.args(["--json", "restore", "--follow", "--identity", &key.file()]);
        command.args(["--listen", "127.0.0.1:0", "--every", "1"]);
        let mut child = command
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = std::io::BufReader::new(child.stdout.take().unwrap()).lines();
        let first: Value = serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap();
        Self { child, page: first["page"].as_str().unwrap().to_owned(), lines }
    }

    /// Waits for the next backup in the standby; returns its name.
    fn holds(&mut self) -> String {
        let held: Value = serde_json::from_str(&self.lines.next().unwrap().unwrap()).unwrap();
        held["backup"].as_str().unwrap().to_owned()
    }

    async fn get(&self, path: &str) -> (u16, String) {
        let reply = reqwest::get(format!("{}{path}", self.page)).await.unwrap();
        (reply.status().as_u16(), reply.text().await.unwrap())
    }
}

impl Drop for Follower {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[tokio::test]
async fn standby_follows_backups_until_it_takes_over() {
    let Some(remote) = Remote::s3() else { return };
    let copied = Copied::at(&remote).await;
    let first = copied.back_up()["name"].as_str().unwrap().to_owned();
    assert!(copied.copy(&[]).status.success());
    let machine = copied.elsewhere();
    let mut follower = Follower::start(machine.path(), &copied.key);
    assert_eq!(follower.holds(), first);
    let (status, page) = follower.get("/").await;
    assert!(status == 200 && page.contains("behind") && page.contains(&first), "{page}");
    assert!(page.contains("inkfold restore --take-over"), "{page}");
    assert_eq!((follower.get("/healthz").await.0, follower.get("/readyz").await.0), (200, 503));
    assert_eq!(follower.get("/threads").await.0, 503);
    let serve = output_text(&on(machine.path(), &["serve", "--listen", "127.0.0.1:0"]));
    assert!(serve.contains("is a standby"), "{serve}");
    let early = on(machine.path(), &["restore", "--take-over", "--yes"]);
    assert!(output_text(&early).contains("Stop it first"), "{early:?}");

    write(&copied.community, "c", "a later river").await;
    let second = copied.back_up()["name"].as_str().unwrap().to_owned();
    assert!(copied.copy(&[]).status.success());
    drop(follower);
    let mut follower = Follower::start(machine.path(), &copied.key);
    assert_eq!(follower.holds(), second);
    let state: Value = serde_json::from_str(&follower.get("/standby.json").await.1).unwrap();
    assert_eq!((&state["backup"], &state["failure"]), (&second.into(), &Value::Null));
    drop(follower);
    // The previous backup is removed, and not moved aside.
    let left = fs::read_dir(machine.path().join("data")).unwrap();
    let left: Vec<_> = left.map(|entry| entry.unwrap().file_name()).collect();
    assert!(
        !left.iter().any(|name| name.to_str().unwrap().starts_with("before-restore")),
        "{left:?}"
    );

    let checked = on(machine.path(), &["db", "check"]);
    assert!(checked.status.success(), "{}", output_text(&checked));
    let taken = on(machine.path(), &["restore", "--take-over", "--yes"]);
    assert!(taken.status.success(), "{}", output_text(&taken));
    let checked = on(machine.path(), &["db", "check"]);
    assert!(checked.status.success(), "{}", output_text(&checked));
    let memos = output_text(&on(machine.path(), &["search", "later river"]));
    assert!(memos.contains("later river"), "{memos}");
    let again = on(machine.path(), &["restore", "--take-over", "--yes"]);
    assert!(output_text(&again).contains("is no standby"), "{again:?}");
}

#[tokio::test]
async fn standby_leaves_folder_of_settings_alone() {
    let Some(remote) = Remote::s3() else { return };
    let copied = Copied::at(&remote).await;
    copied.back_up();
    assert!(copied.copy(&[]).status.success());
    let stick = tempfile::tempdir().unwrap();
    let old = copied.community.inkfold(&["backup", "now", "--to", stick.path().to_str().unwrap()]);
    assert!(old.status.success(), "{}", output_text(&old));
    let before = files(stick.path());
    let machine = copied.elsewhere();
    let folder = format!("folder = \"{}\"\n", stick.path().display());
    fs::File::create(machine.path().join("inkfold.toml"))
        .unwrap()
        .write_all((copied.settings.clone() + &folder).as_bytes())
        .unwrap();
    Follower::start(machine.path(), &copied.key).holds();
    assert_eq!(files(stick.path()), before);
}

#[tokio::test]
async fn standby_of_empty_copies_waits_for_a_backup() {
    let Some(remote) = Remote::s3() else { return };
    let copied = Copied::at(&remote).await;
    let machine = copied.elsewhere();
    let follower = Follower::start(machine.path(), &copied.key);
    let page = loop {
        let page = follower.get("/").await.1;
        if !page.contains("being fetched") {
            break page;
        }
    };
    assert!(page.contains("The copies have no backup yet."), "{page}");
}

#[tokio::test]
async fn files_lost_in_one_copy_come_from_another() {
    let (Some(first), Some(second)) = (Remote::web_dav(), Remote::web_dav()) else { return };
    let copied = Copied::at(&first).await;
    let url = |remote: &Remote| format!("{}/club", remote.url);
    let both = copied.settings.replace(
        &format!("[\"{}\"]", url(&first)),
        &format!("[\"{}\", \"{}\"]", url(&first), url(&second)),
    );
    let secrets = format!("{}\n{}\n", first.secret, second.secret);
    let write = |path: PathBuf, text: &str| {
        fs::File::create(path).unwrap().write_all(text.as_bytes()).unwrap();
    };
    write(copied.secrets.path().join("copies.txt"), &secrets);
    write(copied.community.data().join("inkfold.toml"), &both);
    copied.community.running.hang_up();
    let made = answer(&copied.community.inkfold(&["--json", "backup", "now"]));
    eventually("the settings are never reloaded", async || {
        copied.copy(&[]);
        (!copied_files_or_none(&second).is_empty()).then_some(())
    })
    .await;
    let one = pool_file(&first);
    let other = copied_files(&second).into_iter().rfind(|file| {
        let name = file.file_name();
        file.to_str().unwrap().contains("encrypted/") && name != one.file_name()
    });
    fs::remove_file(one).unwrap();
    fs::remove_file(other.unwrap()).unwrap();
    let machine = copied.elsewhere();
    write(machine.path().join("inkfold.toml"), &both);
    let name = made["name"].as_str().unwrap();
    let restored =
        on(machine.path(), &["restore", name, "--identity", &copied.key.file(), "--yes"]);
    assert!(restored.status.success(), "{}", output_text(&restored));
    let checked = on(machine.path(), &["db", "check"]);
    assert!(checked.status.success(), "{}", output_text(&checked));
}

fn copied_files_or_none(remote: &Remote) -> Vec<PathBuf> {
    if remote.folder().exists() { copied_files(remote) } else { Vec::new() }
}

#[tokio::test]
async fn standby_refuses_a_folder_with_a_community() {
    let Some(remote) = Remote::s3() else { return };
    let copied = Copied::at(&remote).await;
    let machine = copied.elsewhere();
    assert!(on(machine.path(), &["init"]).status.success());
    let follow = ["restore", "--follow", "--identity", &copied.key.file()];
    let refused = output_text(&on(machine.path(), &follow));
    assert!(refused.contains("has a community of its own"), "{refused}");
    let machine = copied.elsewhere();
    let refused = output_text(&on(machine.path(), &["restore", "--follow"]));
    assert!(refused.contains("--identity"), "{refused}");
    assert!(!machine.path().join("data").exists());
}

/// Proxy to a server that breaks after this many bytes were sent, and forwards nothing after that.
fn breaking_line(to: String, bytes: usize) -> String {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let left = Arc::new(AtomicUsize::new(bytes));
    std::thread::spawn(move || {
        for client in listener.incoming().map(Result::unwrap) {
            let Ok(server) = std::net::TcpStream::connect(&to) else { return };
            let back = (server.try_clone().unwrap(), client.try_clone().unwrap());
            std::thread::spawn(move || std::io::copy(&mut &back.0, &mut &back.1));
            let left = Arc::clone(&left);
            std::thread::spawn(move || {
                let mut part = [0; 4096];
                while let Ok(read @ 1..) = (&client).read(&mut part) {
                    if left.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(read)).is_err() {
                        break;
                    }
                    if (&server).write_all(&part[..read]).is_err() {
                        break;
                    }
                }
                let _ = client.shutdown(std::net::Shutdown::Both);
                let _ = server.shutdown(std::net::Shutdown::Both);
            });
        }
    });
    address
}

#[tokio::test]
async fn copy_over_broken_connections_completes_in_parts() {
    let Some(remote) = Remote::web_dav() else { return };
    let copied = Copied::at(&remote).await;
    for seed in 1..=40 {
        let picture = noise(seed, 250);
        let (member, book) = (&copied.community.member, &copied.community.book);
        assert_eq!(member.answer(book, &[("a", &picture)]).await.status, 201);
    }
    // The server itself uploads nothing, because it cannot reach its copy.
    let direct = remote.url.split('@').next_back().unwrap().split('/').next().unwrap().to_owned();
    let settings = copied.community.data().join("inkfold.toml");
    let text = fs::read_to_string(&settings).unwrap();
    let through = |address: &str| {
        let text = text.replace(&direct, address);
        fs::File::create(&settings).unwrap().write_all(text.as_bytes()).unwrap();
    };
    let mut community = copied.community;
    community.running.stop();
    through("127.0.0.1:9");
    assert!(community.inkfold(&["backup", "now"]).status.success());
    let (mut before, mut tries) = (0, 0);
    loop {
        through(&breaking_line(direct.clone(), 1_400_000));
        let copied = community.inkfold(&["backup", "copy"]);
        tries += 1;
        let there = copied_files(&remote).len();
        assert!(there > before, "{there} files after {tries} tries: {}", output_text(&copied));
        before = there;
        if copied.status.success() {
            break;
        }
    }
    assert!(tries > 1, "it was never interrupted");
    through(&direct);
    let verified = community.inkfold(&["backup", "verify", "--copy", "1"]);
    assert!(verified.status.success(), "{}", output_text(&verified));
}
