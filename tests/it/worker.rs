//! The children that do untrusted work: how they are held, how many there are, how they end.

use std::env;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;

use inkfold::WORKER_JOBS;
use inkfold::worker::{Failure, Job, Worker};
use reqwest::multipart::{Form, Part};

use crate::support::exports::{FORM, executable, worker};
use crate::support::{Reply, TestServer, root};

/// Every job, and what its child is told to load. One that needs a library is left out where the machine has none.
fn jobs() -> Vec<(&'static Job, Option<PathBuf>)> {
    let library = env::var_os("PDFIUM_LIBRARY").map(PathBuf::from);
    let jobs = WORKER_JOBS.iter().filter(|job| job.load.is_none() || library.is_some());
    jobs.map(|job| (*job, library.clone().filter(|_| job.load.is_some()))).collect()
}

/// Reads a file without saying of which book it is.
async fn read(server: &TestServer, file: Vec<u8>) -> Reply {
    let member = server.member("mara").await;
    member.upload("/extract", Form::new().part("pdf", Part::bytes(file).file_name("f.pdf"))).await
}

#[test]
fn a_child_is_held_before_it_reads_anything() {
    for (job, library) in jobs() {
        let mut command = Command::new(executable());
        command
            .args(["worker", job.name])
            .args(library)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let mut child = command.stderr(Stdio::null()).spawn().unwrap();
        // It speaks when it is confined, and then waits for us.
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
fn an_operator_can_be_told_what_is_in_force() {
    for (job, library) in jobs() {
        let protection = worker().with_library(library).protection(job).unwrap();
        println!("{}: {protection:?}", job.name);
        assert!(protection.system_calls);
    }
    let Err(Failure::Start(_)) = Worker::of(Path::new("/bin/false")).protection(WORKER_JOBS[0])
    else {
        panic!("a program that says nothing is no worker");
    };
}

#[tokio::test]
async fn a_forbidden_system_call_is_a_refusal_and_a_warning() {
    let program = root().join("tests/fixtures/forbidden-call.sh");
    let server = TestServer::start_with_worker(Worker::of(&program), |_| {}).await;
    let reply = read(&server, FORM.pdf.clone()).await;
    assert_eq!(reply.refusal(), (422, "unreadable".into()));

    let folder = tempfile::tempdir().unwrap();
    let log = fs::File::create(folder.path().join("log")).unwrap();
    let subscriber = tracing_subscriber::fmt().with_writer(Mutex::new(log)).finish();
    tracing::subscriber::with_default(subscriber, || {
        let failure = Worker::of(&program).call(WORKER_JOBS[0], &[]).unwrap_err();
        assert!(matches!(failure, Failure::Forbidden), "{failure}");
    });
    let log = fs::read_to_string(folder.path().join("log")).unwrap();
    assert!(log.contains("WARN") && log.contains("a system call that it may not make"), "{log}");
}

#[tokio::test]
async fn a_member_who_finds_the_line_full_is_told_to_come_back() {
    let full = Worker::with_room(executable(), 0, 0);
    let server = TestServer::start_with_worker(full, |_| {}).await;
    let book = server.book("A year in ink", 5).await;
    // Reading a page, and typesetting the form that it is held against.
    let reading = read(&server, FORM.pdf.clone()).await;
    let typesetting = server.visitor().get(&format!("/assets/forms/{book}.pdf")).await;
    for reply in [reading, typesetting] {
        assert_eq!(reply.refusal(), (503, "busy".into()), "{reply}");
        assert_eq!(reply.header("retry-after"), "2");
        assert!(reply.json()["error"].as_str().unwrap().contains("try again"), "{reply}");
    }
    assert_eq!(server.visitor().get("/healthz").await.status, 200);
}
