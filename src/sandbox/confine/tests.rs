//! Abilities of a confined process: this test program starts itself again, confined.

use std::collections::HashSet;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::net::TcpStream;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, ExitStatus, Stdio, exit};
use std::time::Duration;
use std::{env, hint, panic, thread};

use super::*;
use crate::{Allocation, SECCOMP_SIGNAL, SystemCalls};

/// Variable with the action for the other process.
const ACTION: &str = "INKFOLD_TESTED_DEED";
const SUCCESS: Option<i32> = Some(0);

fn job(system_calls: SystemCalls) -> Job {
    let wall = Duration::from_secs(15);
    let limits = Limits { memory: 512 << 20, cpu_seconds: 10, wall, answer: 1 << 20 };
    let allocation = Allocation::BlockByBlock;
    let priority = Priority::Normal;
    Job { name: "test", limits, allocation, system_calls, priority, load: None, run: Ok }
}

/// Does the requested action in the other process; does nothing among the other tests.
#[test]
fn action() {
    let Ok(action) = env::var(ACTION) else { return };
    if action == "open without the filter" {
        let forbids = forbid_files().unwrap();
        let refused = |kind| !forbids || kind == ErrorKind::PermissionDenied;
        let (file, port) = (File::open("/proc/version"), TcpStream::connect("127.0.0.1:1"));
        exit(i32::from(!file.is_err_and(|error| refused(error.kind())) || port.is_ok()));
    }
    let calls = match action.strip_prefix("threads: ") {
        Some(_) => SystemCalls::Threads,
        None => SystemCalls::OneThread,
    };
    let parent = std::os::unix::process::parent_id();
    if !confine(&job(calls)).unwrap().system_calls {
        exit(99);
    }
    match action.trim_start_matches("threads: ") {
        "work" => work(),
        "panic" => assert!(panic::catch_unwind(|| panic!("told on stderr")).is_err()),
        "ask for too much" => drop(hint::black_box(vec![1_u8; 1 << 30])),
        "open" => assert!(File::open("/proc/version").is_err()),
        "connect" => drop(TcpStream::connect("127.0.0.1:1")),
        "start a program" => drop(Command::new("/bin/true").spawn()),
        "start a thread" => thread::spawn(work).join().unwrap(),
        "signal" => drop(rustix::process::test_kill_process(rustix::process::getpid())),
        "abort itself" => std::process::abort(),
        "abort its parent" => abort_process(parent),
        "wait" => drop(std::io::stdin().read(&mut [0])),
        "ask for its parent" => exit(std::os::unix::process::parent_id() as i32),
        other => panic!("nobody knows how to {other}"),
    }
    exit(0);
}

/// Sends SIGABRT to the first thread of a process.
#[expect(unsafe_code, reason = "no safe function sends a signal to a thread of another process")]
fn abort_process(id: u32) {
    // SAFETY: a system call with three numbers, which touches no memory.
    unsafe { libc::syscall(libc::SYS_tgkill, id, id, libc::SIGABRT) };
}

/// Uses memory and random numbers.
fn work() {
    let mut bytes = vec![1_u8; 64 << 20];
    bytes.resize(96 << 20, 2);
    assert_eq!(hint::black_box(bytes)[80 << 20], 2);
    assert_eq!(HashSet::from([1, 2, 1]).len(), 2);
}

fn doer(action: &str) -> Command {
    let mut command = Command::new(env::current_exe().unwrap());
    command.args(["--exact", "confine::tests::action", "--nocapture", "--test-threads=1"]);
    command.env_clear().env(ACTION, action);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command
}

fn end_of(action: &str) -> ExitStatus {
    doer(action).status().unwrap()
}

#[test]
fn child_is_killed_first_when_memory_is_short() {
    let mut child = doer("wait").stdin(Stdio::piped()).spawn().unwrap();
    let score = format!("/proc/{}/oom_score_adj", child.id());
    let read = || std::fs::read_to_string(&score).unwrap_or_default();
    while read().trim() != OOM_SCORE && child.try_wait().unwrap().is_none() {
        thread::yield_now();
    }
    assert_eq!(read().trim(), OOM_SCORE);
    drop(child.stdin.take());
    assert!(child.wait().unwrap().success());
}

#[test]
fn confined_child_works_and_forbidden_call_ends_it() {
    for (action, code, signal) in [
        ("work", SUCCESS, None),
        ("panic", SUCCESS, None),
        ("ask for too much", None, Some(libc::SIGABRT)),
        ("open", None, Some(SECCOMP_SIGNAL)),
        ("connect", None, Some(SECCOMP_SIGNAL)),
        ("start a program", None, Some(SECCOMP_SIGNAL)),
        ("start a thread", None, Some(SECCOMP_SIGNAL)),
        ("signal", None, Some(SECCOMP_SIGNAL)),
        ("ask for its parent", None, Some(SECCOMP_SIGNAL)),
        ("abort itself", None, Some(libc::SIGABRT)),
        ("abort its parent", None, Some(SECCOMP_SIGNAL)),
        ("threads: work", SUCCESS, None),
        ("threads: start a thread", SUCCESS, None),
        // Refused without killing the child.
        ("threads: open", SUCCESS, None),
        ("threads: connect", None, Some(SECCOMP_SIGNAL)),
        ("threads: start a program", None, Some(SECCOMP_SIGNAL)),
    ] {
        let end = end_of(action);
        assert_eq!((end.code(), end.signal()), (code, signal), "{action}");
    }
}

#[test]
fn files_are_unreachable_even_without_filter() {
    assert_eq!(end_of("open without the filter").code(), SUCCESS);
}
