//! Full disk, a real one: errors in words, reading goes on, and with room again so does everything else, without a restart.

mod disk;

use std::path::Path;

use crate::support::fake_smtp_relay::{FakeSmtpRelay, proven};
use crate::support::{
    Member, PASSWORD, Reply, Running, TestServer, executable, inkfold, inkfold_with_input, noise,
    words,
};
use inkfold::config::Config;
use inkfold::domain::account::Email;
use inkfold::domain::id::MailId;
use inkfold::domain::mail::Mail;
use inkfold::domain::policy::Actor;
use inkfold::error::Error;
use inkfold::services::operations::{backups, database};
use inkfold::services::{editions, search};

use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use disk::Disk;

const KIB: u64 = 1 << 10;
const MIB: u64 = 1 << 20;
/// A page of a tablet, which takes some room.
const SIDE: u32 = 400;

/// Community on a small disk that tests fill almost completely.
struct Club<'a> {
    disk: &'a Disk,
    office: FakeSmtpRelay,
    mara: Member,
    book: String,
    /// Published post.
    post: String,
}

fn settings(disk: &Disk) -> impl FnOnce(&mut Config) {
    let data = disk.path().join("data");
    move |config| {
        config.data_dir = data;
        config.limits.free_space_mib = 0;
    }
}

impl<'a> Club<'a> {
    async fn on(disk: &'a Disk) -> Self {
        let office = FakeSmtpRelay::open_with(settings(disk)).await;
        let server = &office.server;
        let mara = server.member("mara").await;
        let book = server.book("A year in ink", 5).await;
        let club = Self { disk, mara, book, post: String::new(), office };
        assert_eq!(club.write_text("q1", "It rained.").await.status, 201);
        assert_eq!(club.mara.answer(&club.book, &[("q1", &noise(1, 40))]).await.status, 201);
        let post = club.mara.post_and_publish(&club.office.topic, &noise(2, 40)).await;
        club.office.server.run_service(|context| search::catch_up(context).unwrap()).await;
        Self { post, ..club }
    }

    async fn write_text(&self, question: &str, post: &str) -> Reply {
        let (bid, uid) = (&self.book, &self.mara.uid);
        let memo = json!({ "bid": bid, "uid": uid, "qid": question, "question": "", "post": post });
        self.mara.post("/api/memo/text/publish", memo).await
    }

    /// Performs every kind of write by a member; returns the free bytes before each, and its response.
    async fn write_everything(&self, number: u32) -> Vec<(&'static str, u64, Reply)> {
        // A child of another test may have kept the room of a removed file until now: see `Disk::clear`.
        let free = || self.disk.free();
        let (mara, post, uid) = (&self.mara, &self.post, &self.mara.uid);
        let picture = Form::new().part("image", Part::bytes(noise(1_000 + number, SIDE)));
        let comment = json!({ "text": format!("Number {number}"), "uid": uid, "pid": post });
        let sign_up = json!({
            "email": format!("reader{number}@example.org"), "password": PASSWORD,
            "extra": { "username": format!("reader{number}"), "name": "Reader", "referredBy": "Other", "other": "x" },
        });
        let sign_in = json!({ "email": "mara@example.org", "password": PASSWORD });
        let ink = noise(2_000 + number, SIDE);
        vec![
            ("text", free(), self.write_text("q2", &format!("Number {number}")).await),
            ("handwriting", free(), mara.answer(&self.book, &[("q3", &ink)]).await),
            ("post", free(), mara.send_post(&self.office.topic, picture).await),
            ("like", free(), mara.post("/api/like/add", json!({ "uid": uid, "pid": post })).await),
            ("comment", free(), mara.post("/api/comments/add", comment).await),
            ("sign-up", free(), self.office.server.visitor().post("/register", sign_up).await),
            ("sign-in", free(), self.office.server.visitor().post("/signin", sign_in).await),
        ]
    }

    /// Mails a page to the topic; returns the reply of the server.
    async fn mail(&self, number: u32) -> String {
        let page = proven("mara", "Rain", &noise(3_000 + number, SIDE));
        self.office.post("mara.letters@post.example.org", &page).await
    }

    /// Asserts that everything can still be read, by members and visitors.
    async fn assert_readable(&self) {
        let server = &self.office.server;
        let anybody = server.visitor();
        let list = anybody.post("/api/book/list", json!({})).await.json();
        assert_eq!(list[0]["name"], "A year in ink");
        let memos = self.mara.post("/get-memos", json!({ "uid": self.mara.uid })).await.json();
        assert!(memos.as_array().unwrap().len() >= 2, "{memos}");
        let thread = anybody.thread(&self.office.topic).await;
        let shown = thread.iter().find(|one| one["id"] == self.post.as_str()).unwrap();
        let picture = anybody.get(shown["dataUrl"].as_str().unwrap()).await;
        assert!(picture.bytes.starts_with(b"\x89PNG"), "{picture}");
        for page in ["/", "/posts/x", &format!("/posts/{}", self.post), "/healthz"] {
            assert!([200, 404].contains(&anybody.get(page).await.status), "{page}");
        }
        let found = self.mara.get("/api/search?q=rained").await.json();
        assert_eq!(found["total"], 1, "{found}");
    }

    /// Asserts that the database is consistent in itself and with the files.
    async fn assert_consistent(&self) {
        let check = |context: &inkfold::context::Context| {
            database::check(context, &Actor::Operator, &mut |_| {})
        };
        let checked = self.office.server.run_service(move |context| check(context).unwrap()).await;
        assert!(checked.is_healthy(), "{checked:?}");
    }
}

fn is_no_room(reply: &Reply) -> bool {
    let words = reply.json()["error"].as_str().unwrap_or_default().to_owned();
    reply.refusal() == (507, "insufficient-storage".into()) && words.contains("nothing was changed")
}

#[tokio::test]
async fn full_disk_is_reported_and_recovers() {
    let Some(disk) = Disk::of(24 * MIB) else { return };
    let club = Club::on(&disk).await;
    for (number, free) in (1..).zip([0, 64 * KIB, 900 * KIB, MIB + 40 * KIB, MIB + 300 * KIB]) {
        club.disk.leave(free);
        for (what, free, reply) in club.write_everything(number).await {
            let is_done = [200, 201].contains(&reply.status) && free > MIB;
            assert!(is_no_room(&reply) || is_done, "{free}: {what}: {reply}");
        }
        // Long enough that the next request updates the session's time of use.
        club.office.server.clock.advance(2 * 60 * 60);
        let free = club.disk.free();
        let told = club.mail(number).await;
        let is_done = told.starts_with("250 ") && free > MIB;
        assert!(told.starts_with("452 4.3.1 ") || is_done, "{told}");
        club.assert_readable().await;
        club.assert_consistent().await;

        // Repeats the writes once the disk has space.
        club.disk.clear();
        for (what, free, reply) in club.write_everything(100 + number).await {
            assert!([200, 201].contains(&reply.status), "{free}: {what}: {reply}");
        }
        let told = club.mail(number).await;
        assert!(told.starts_with("250 "), "{told}");
        club.assert_readable().await;
        club.assert_consistent().await;
    }
}

#[tokio::test]
async fn write_interrupted_by_full_disk_leaves_no_trace() {
    let Some(disk) = Disk::of(24 * MIB) else { return };
    let club = Club::on(&disk).await;
    let server = &club.office.server;
    for number in 1..=3 {
        disk.leave(MIB + 200 * KIB);
        // The changes exceed the space, which is noticed only when they are written.
        let failed = server.run_service(move |context| put_mails(context, number)).await;
        assert!(matches!(failed, Err(Error::DiskFull)), "{failed:?}");
        club.assert_readable().await;
        club.assert_consistent().await;
        let none =
            server.run_service(|context| context.read().unwrap().latest_mails(50).unwrap()).await;
        assert!(none.iter().all(|mail| mail.subject != "Long"), "{}", none.len());
        disk.clear();
        assert_eq!(club.write_text("q4", &format!("Number {number}")).await.status, 201);
    }
    server.run_service(move |context| put_mails(context, 9).unwrap()).await;
    club.assert_consistent().await;
}

/// Eight long mails in one change.
fn put_mails(context: &inkfold::context::Context, number: u8) -> inkfold::error::Result<()> {
    context.write(|tx| {
        for one in 0..8 {
            let mail = Mail {
                id: MailId::new(context.now(), [number, one, 0, 0, 0, 0, 0, 0, 0, 0]),
                to: Email::parse("mara@example.org").unwrap(),
                subject: "Long".into(),
                text: "ink ".repeat(100_000),
                html: String::new(),
                unsubscribe: None,
                reply_to: None,
                created_at: context.now(),
                sent_at: None,
            };
            tx.put_mail(&mail)?;
        }
        Ok(())
    })
}

#[tokio::test]
async fn editions_backups_and_jobs_wait_for_room() {
    let Some(disk) = Disk::of(24 * MIB) else { return };
    let club = Club::on(&disk).await;
    let server = &club.office.server;
    let id = club.book.parse().unwrap();
    let publish =
        move |context: &inkfold::context::Context| editions::publish(context, &Actor::Operator, id);
    let backup = |context: &inkfold::context::Context| {
        backups::create_backup(context, &Actor::Operator, None, &mut |_| {})
    };
    disk.leave(16 * KIB);
    let refused = server.run_service(move |context| publish(context).map(drop)).await.unwrap_err();
    assert!(matches!(refused, Error::DiskFull), "{refused:?}");
    let refused = server.run_service(move |context| backup(context).map(drop)).await.unwrap_err();
    assert!(refused.to_string().contains("room"), "{refused}");
    // No job begins whose completion could not be recorded.
    let waits = server.run_service(|context| inkfold::jobs::run_due(context).map(drop)).await;
    assert!(matches!(waits, Err(Error::DiskFull)), "{waits:?}");
    let editions = club.mara.get(&format!("/api/book/{}/editions", club.book)).await.json();
    assert_eq!(editions, json!([]));

    disk.clear();
    server.run_jobs().await;
    server.run_service(move |context| publish(context).map(drop).unwrap()).await;
    let pdf = club.mara.get(&format!("/api/book/{}/download", club.book)).await;
    assert!(pdf.bytes.starts_with(b"%PDF"), "{pdf}");
    club.assert_consistent().await;
}

#[tokio::test]
async fn readiness_fails_on_full_disk_without_configured_floor() {
    let Some(disk) = Disk::of(64 * MIB) else { return };
    let server = TestServer::start_with(settings(&disk)).await;
    let monitor = server.visitor();
    let ready = monitor.get("/readyz").await;
    assert_eq!(ready.status, 200, "{ready}");
    for free in [0, 64 * KIB, 15 * MIB] {
        disk.leave(free);
        let refused = monitor.get("/readyz").await;
        assert!(is_no_room(&refused), "{free}: {refused}");
        let reply = monitor.get("/healthz").await;
        assert_eq!(reply.status, 200, "{free}: {reply}");
        disk.clear();
        let ready = monitor.get("/readyz").await;
        assert_eq!(ready.status, 200, "{free}: {ready}");
    }
}

/// Asserts that a command fails with exit code 1; returns its standard error.
fn refused(data: &Path, args: &[&str]) -> String {
    let output = inkfold(data, args);
    assert_eq!(output.status.code(), Some(1), "{args:?}: {}", words(&output));
    words(&output)
}

#[tokio::test]
async fn cli_and_server_start_report_full_disk() {
    let Some(disk) = Disk::of(24 * MIB) else { return };
    let data = disk.path().join("data");
    let add = "user add --email mara@example.org --username mara --name Mara --password-stdin";
    let add: Vec<&str> = add.split(' ').collect();
    assert!(inkfold_with_input(&data, &add, PASSWORD).status.success());
    let add = ["topic", "add", "--name", "Ink", "--code", "ink"];
    assert!(inkfold(&data, &add).status.success());
    disk.leave(0);
    for args in [
        &["topic", "add", "--name", "Rain", "--code", "rain"][..],
        &["book", "add", "--name", "A year in ink"],
    ] {
        let text = refused(&data, args);
        assert!(text.contains("error: The server's storage is full"), "{text}");
    }
    let text = refused(&data, &["backup", "now"]);
    assert!(text.contains("room"), "{text}");
    let list = inkfold(&data, &["--json", "topic", "list"]);
    let topic: Value = serde_json::from_slice(&list.stdout).unwrap();
    assert_eq!(topic["code"], "ink");

    let mut serve = std::process::Command::new(executable());
    serve.arg("--data-dir").arg(&data);
    let running = Running::start(serve);
    let anybody = Member::at(&running.url);
    assert_eq!(anybody.get("/api/thread/post/list?code=ink").await.status, 200);
    disk.clear();
    drop(running);
    assert!(inkfold(&data, &["book", "add", "--name", "A year in ink"]).status.success());
}
