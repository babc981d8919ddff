//! Admin socket, by which commands talk to a running server: causes of errors are reported, and no client waits for ever or
//! blocks another.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::net::{UnixListener, UnixStream};
use std::process::Command;
use std::thread;

use inkfold::server::admin_socket;

use crate::support::{Community, Running, executable, exports, inkfold, words};

/// Maximum number of connections that the server handles at a time.
const MAX_CONNECTIONS: usize = 16;

/// Connects a client that only asks whether the server is alive; returns its stream and the status line.
fn caller(community: &Community) -> (UnixStream, String) {
    let mut stream = UnixStream::connect(admin_socket::path(community.data())).unwrap();
    stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
    let mut said = String::new();
    BufReader::new(&stream).read_line(&mut said).unwrap();
    (stream, said)
}

#[tokio::test]
async fn failure_has_same_cause_with_and_without_server() {
    let mut community = Community::start().await;
    // A file is where the folder of backups would be.
    exports::write(&community.data().join("backups"), b"");
    let told = |output| {
        let words = words(&output);
        words.lines().find(|line| line.starts_with("error: ")).unwrap().to_owned()
    };
    let served = community.inkfold(&["backup", "now"]);
    assert!(words(&served).contains("by the running server\n"), "{}", words(&served));
    let served = told(served);
    assert!(
        served.contains("error: making the folder ") && served.contains("(os error "),
        "{served}"
    );
    community.running.stop();
    assert_eq!(told(community.inkfold(&["backup", "now"])), served);
}

#[tokio::test]
async fn stopped_server_is_told_without_waiting() {
    let community = Community::start().await;
    community.running.halt();
    let silent = community.inkfold(&["user", "list"]);
    assert_eq!(silent.status.code(), Some(75), "{}", words(&silent));
    let told = words(&silent);
    let line = "by the running server\nerror: the running server does not answer\nhint: ";
    assert!(told.contains(line), "{told}");
    assert!(silent.stdout.is_empty());

    community.running.go_on();
    let answered = community.inkfold(&["user", "list"]);
    assert!(answered.status.success(), "{}", words(&answered));
}

/// Runs a program in a PID namespace of its own, where the process ids of others are unknown.
fn contained(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new("unshare");
    command.args([
        "--user",
        "--map-current-user",
        "--pid",
        "--fork",
        "--kill-child",
        "--mount-proc",
    ]);
    command.arg(program);
    command
}

#[test]
fn server_in_container_answers_from_outside() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    assert!(inkfold(&data, &["init"]).status.success());
    if !contained("true").status().is_ok_and(|tried| tried.success()) {
        println!("SKIPPED: this machine lets nobody make namespaces");
        return;
    }
    let mut server = contained(executable());
    server.arg("--data-dir").arg(&data);
    let _running = Running::start(server);
    let answered = inkfold(&data, &["user", "list"]);
    assert!(answered.status.success(), "{}", words(&answered));
    assert!(words(&answered).contains("by the running server"), "{}", words(&answered));
}

/// Receives the head of a request.
fn receive_head(caller: &UnixStream) {
    let lines = BufReader::new(caller).lines().map(Result::unwrap);
    lines.take_while(|line| !line.is_empty()).for_each(drop);
}

/// Server that ends at two moments: before it has read the request, and while it works on it.
#[test]
fn command_whose_server_dies_exits_with_75() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    assert!(inkfold(&data, &["init"]).status.success());
    std::fs::create_dir_all(data.join("run")).unwrap();
    let socket = UnixListener::bind(data.join("run/admin.sock")).unwrap();
    for said in [&b""[..], b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"] {
        let answered = thread::scope(|scope| {
            scope.spawn(|| {
                let (mut caller, _) = socket.accept().unwrap();
                if !said.is_empty() {
                    receive_head(&caller);
                    caller.write_all(said).unwrap();
                    receive_head(&caller);
                }
            });
            inkfold(&data, &["user", "list"])
        });
        assert_eq!(answered.status.code(), Some(75), "{}", words(&answered));
        assert!(words(&answered).contains("stopped before it answered"), "{}", words(&answered));
    }
}

#[tokio::test]
async fn commands_run_in_parallel_up_to_limit() {
    let community = Community::start().await;
    let mut callers = vec![caller(&community)];
    let beside = community.inkfold(&["user", "list"]);
    assert!(beside.status.success(), "{}", words(&beside));

    while callers.last().unwrap().1.contains("200") {
        assert!(callers.len() <= MAX_CONNECTIONS, "there is no end of it");
        callers.push(caller(&community));
    }
    let refused = community.inkfold(&["user", "list"]);
    assert_eq!(refused.status.code(), Some(1), "{}", words(&refused));
    assert!(words(&refused).contains("too many commands"), "{}", words(&refused));

    // Who only looks whether a server is there is none that is waited for.
    drop(callers);
    let gone = || community.inkfold(&["user", "list"]).status.success();
    assert!((0..100).any(|_| gone()), "they are never forgotten");
}
