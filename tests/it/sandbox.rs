//! Child processes for untrusted work: their confinement, their number, and their end.

use std::env;
use std::fs;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};

use inkfold::SANDBOX_JOBS;
use inkfold::sandbox::{Failure, Job, Sandbox};
use reqwest::multipart::{Form, Part};
use tokio::task::JoinSet;

use crate::support::exports::{FORM, executable, sandbox, write};
use crate::support::{Member, Reply, TestServer, root};

/// Every job, with the library that its child loads. A job is left out where its library is not installed.
fn jobs() -> Vec<(&'static Job, Option<PathBuf>)> {
    let library = env::var_os("PDFIUM_LIBRARY").map(PathBuf::from);
    let jobs = SANDBOX_JOBS.iter().filter(|job| job.load.is_none() || library.is_some());
    jobs.map(|job| (*job, library.clone().filter(|_| job.load.is_some()))).collect()
}

/// Uploads a form for no particular book.
async fn read(server: &TestServer, file: Vec<u8>) -> Reply {
    let member = server.member("mara").await;
    member.upload("/extract", Form::new().part("pdf", Part::bytes(file).file_name("f.pdf"))).await
}

#[test]
fn worker_is_confined_before_reading_input() {
    for (job, library) in jobs() {
        let mut command = Command::new(executable());
        command
            .args(["worker", job.name])
            .args(library)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let mut child = command.stderr(Stdio::null()).spawn().unwrap();
        // The child writes once it is confined, and then waits for input.
        child.stdout.as_mut().unwrap().read_exact(&mut [0]).unwrap();
        let about = |file: &str| {
            let text = fs::read_to_string(format!("/proc/{}/{file}", child.id())).unwrap();
            text.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        let (status, limits) = (about("status"), about("limits"));
        for line in ["NoNewPrivs: 1 ", "Seccomp: 2 "] {
            assert!(status.contains(line), "{}: {line}: {status}", job.name);
        }
        for line in [
            format!("Max address space {0} {0} ", job.limits.memory),
            format!("Max cpu time {0} {0} ", job.limits.cpu_seconds),
            "Max open files 3 3 ".into(),
            "Max file size 0 0 ".into(),
            "Max core file size 0 0 ".into(),
        ] {
            assert!(limits.contains(&line), "{}: {line}: {limits}", job.name);
        }
        drop(child.stdin.take());
        assert_eq!(child.wait().unwrap().code(), Some(3), "{}", job.name);
    }
}

#[test]
fn sandbox_status_is_shown_to_operator() {
    for (job, library) in jobs() {
        let protection = sandbox().with_library(library).protection(job).unwrap();
        println!("{}: {protection:?}", job.name);
        assert!(protection.system_calls);
    }
    let Err(Failure::Start(_)) = Sandbox::of(Path::new("/bin/false")).protection(SANDBOX_JOBS[0])
    else {
        panic!("a program that says nothing is no worker");
    };
}

#[tokio::test]
async fn forbidden_system_call_is_refused_and_logged() {
    let failure = assert_reading_fails("forbidden-call.sh", "made a forbidden system call").await;
    assert!(matches!(failure, Failure::Forbidden), "{failure}");
}

#[tokio::test]
async fn crashed_child_is_refused_and_logged() {
    let failure = assert_reading_fails("crash.sh", "the child process died").await;
    assert!(matches!(failure, Failure::Died(_)), "{failure}");
}

/// Failure of a child that runs this fixture: the form is refused as unreadable, and the log contains `words`.
async fn assert_reading_fails(fixture: &str, words: &str) -> Failure {
    let program = root().join("tests/fixtures").join(fixture);
    let server = TestServer::start_with_worker(Sandbox::of(&program), |_| {}).await;
    let reply = read(&server, FORM.pdf.clone()).await;
    assert_eq!(reply.refusal(), (422, "unreadable".into()));

    let folder = tempfile::tempdir().unwrap();
    let log = fs::File::create(folder.path().join("log")).unwrap();
    let subscriber = tracing_subscriber::fmt().with_writer(Mutex::new(log)).finish();
    let failure = tracing::subscriber::with_default(subscriber, || {
        Sandbox::of(&program).call(SANDBOX_JOBS[0], &[]).unwrap_err()
    });
    let log = fs::read_to_string(folder.path().join("log")).unwrap();
    assert!(log.contains("WARN") && log.contains(words), "{log}");
    failure
}

async fn extract(member: &Member) -> Reply {
    let part = Part::bytes(FORM.pdf.clone()).file_name("f.pdf");
    member.upload("/extract", Form::new().part("pdf", part)).await
}

/// Waits until the condition holds.
async fn until(condition: impl Fn() -> bool) {
    while !condition() {
        tokio::task::yield_now().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn uploads_of_one_member_do_not_block_others() {
    let folder = tempfile::tempdir().unwrap();
    let (program, gate) = (folder.path().join("gated"), folder.path().join("gate"));
    // Workers begin when this lock is released.
    let lock = fs::File::create(&gate).unwrap();
    lock.lock().unwrap();
    let (gate, executable) = (gate.display(), executable().display());
    let script = format!("#!/bin/sh\nflock -s {gate} true\nexec {executable} \"$@\"\n");
    write(&program, script.as_bytes());
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let server = TestServer::start_with_worker(Sandbox::of(&program), |_| {}).await;
    let (mara, ana) = (Arc::new(server.member("mara").await), server.member("ana").await);

    let refused = Arc::new(Mutex::new(Vec::new()));
    let mut uploads = JoinSet::new();
    for _ in 0..40 {
        let (mara, refused) = (Arc::clone(&mara), Arc::clone(&refused));
        uploads.spawn(async move {
            let reply = extract(&mara).await;
            refused.lock().unwrap().push(reply);
        });
    }
    until(|| !refused.lock().unwrap().is_empty()).await;
    let waiting = server.context.form_reading_slots.waiting();
    let other = tokio::spawn(async move { extract(&ana).await });
    until(|| other.is_finished() || server.context.form_reading_slots.waiting() > waiting).await;
    drop(lock);
    let reply = other.await.unwrap();
    assert!(![429, 503].contains(&reply.status), "{reply}");
    uploads.join_all().await;
    let replies = refused.lock().unwrap();
    let reply = replies.iter().find(|reply| reply.status == 429).unwrap();
    assert_eq!(reply.refusal(), (429, "rate-limited".into()));
    assert_eq!(reply.header("retry-after"), "5");
    let words = "Your earlier uploads are still being read. Please wait 5 seconds and try again.";
    assert_eq!(reply.json()["error"], words);
}

#[tokio::test]
async fn form_readings_of_one_member_are_rate_limited() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let upload = async |member: &Member| {
        let part = Part::bytes(b"Dear club".to_vec()).file_name("f.pdf");
        member.upload("/extract", Form::new().part("pdf", part)).await
    };
    for _ in 0..60 {
        assert_eq!(upload(&mara).await.status, 422);
    }
    let reply = upload(&mara).await;
    assert_eq!(reply.refusal(), (429, "rate-limited".into()), "{reply}");
    assert_eq!(upload(&server.member("ana").await).await.status, 422);
    server.clock.advance(5);
    assert_eq!(upload(&mara).await.status, 422);
}

#[tokio::test]
async fn full_queue_is_503_with_retry_after() {
    let full = Sandbox::of(executable()).with_limits(0, 0);
    let server = TestServer::start_with_worker(full, |_| {}).await;
    let book = server.book("A year in ink", 5).await;
    // Reading a page, and typesetting the blank form to compare it with.
    let reading = read(&server, FORM.pdf.clone()).await;
    let typesetting = server.visitor().get(&format!("/assets/forms/{book}.pdf")).await;
    for reply in [reading, typesetting] {
        assert_eq!(reply.refusal(), (503, "busy".into()), "{reply}");
        assert_eq!(reply.header("retry-after"), "2");
        assert!(reply.json()["error"].as_str().unwrap().contains("try again"), "{reply}");
    }
    assert_eq!(server.visitor().get("/healthz").await.status, 200);
}
