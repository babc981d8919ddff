//! Admin socket, by which commands talk to a running server: causes of errors are reported, and no client waits for ever or
//! blocks another.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::net::{UnixListener, UnixStream};
use std::process::Command;
use std::thread;

use inkfold::server::admin_socket;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{
    Community, Reply, Running, TestServer, executable, exports, inkfold, skip, words,
};

/// Maximum number of connections that the server handles at a time.
const MAX_CONNECTIONS: usize = 16;

/// Connects a client that only checks whether the server is alive; returns its stream and the status line.
fn caller(community: &Community) -> (UnixStream, String) {
    let mut stream = UnixStream::connect(admin_socket::path(community.data())).unwrap();
    stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
    let mut line = String::new();
    BufReader::new(&stream).read_line(&mut line).unwrap();
    (stream, line)
}

#[tokio::test]
async fn failure_has_same_cause_with_and_without_server() {
    let mut community = Community::start().await;
    // A file is where the folder of backups would be.
    exports::write(&community.data().join("backups"), b"");
    let error_line = |output| {
        let words = words(&output);
        words.lines().find(|line| line.starts_with("error: ")).unwrap().to_owned()
    };
    let served = community.inkfold(&["backup", "now"]);
    assert!(words(&served).contains("by the running server\n"), "{}", words(&served));
    let served = error_line(served);
    assert!(
        served.contains("error: making the folder ") && served.contains("(os error "),
        "{served}"
    );
    community.running.stop();
    assert_eq!(error_line(community.inkfold(&["backup", "now"])), served);
}

#[tokio::test]
async fn unresponsive_server_is_reported_with_exit_code_75() {
    let community = Community::start().await;
    community.running.halt();
    let silent = community.inkfold(&["user", "list"]);
    assert_eq!(silent.status.code(), Some(75), "{}", words(&silent));
    let printed = words(&silent);
    let line = "by the running server\nerror: the running server does not respond\nhint: ";
    assert!(printed.contains(line), "{printed}");
    assert!(silent.stdout.is_empty());

    community.running.go_on();
    let answered = community.inkfold(&["user", "list"]);
    assert!(answered.status.success(), "{}", words(&answered));
}

#[test]
fn long_data_path_is_served_and_reached() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("a".repeat(180));
    let mut server = Command::new(executable());
    server.arg("--data-dir").arg(&data);
    let mut running = Running::start(server);
    let list = || inkfold(&data, &["user", "list"]);
    let answered = list();
    assert!(answered.status.success(), "{}", words(&answered));
    assert!(words(&answered).contains("by the running server"), "{}", words(&answered));

    // A killed server leaves its socket behind, which is not taken for a running one.
    running.kill();
    assert!(words(&list()).contains("offline"), "{}", words(&list()));
    let mut server = Command::new(executable());
    server.arg("--data-dir").arg(&data);
    let _running = Running::start(server);
    assert!(words(&list()).contains("by the running server"), "{}", words(&list()));
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
        skip("only root can make namespaces here");
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

/// Server that dies at two moments: before it has read the request, and while it handles it.
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
        assert!(words(&answered).contains("stopped before it responded"), "{}", words(&answered));
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

    // Closed connections free their places.
    drop(callers);
    let gone = || community.inkfold(&["user", "list"]).status.success();
    assert!((0..100).any(|_| gone()), "they are never forgotten");
}

#[tokio::test]
async fn operator_routes_are_unknown_to_the_network() {
    let server = TestServer::start().await;
    let ada = server.admin("ada").await;
    let forged = ["authorization", "x-operator", "x-remote-user", "x-forwarded-user"];
    for path in ["users", "users/ada", "books", "trash", "database/stats", "none"] {
        let path = format!("/api/operator/{path}");
        for caller in [&ada, &server.visitor()] {
            let request =
                forged.iter().fold(caller.request(Method::GET, &path), |request, name| {
                    request.header(*name, "operator")
                });
            assert_eq!(Reply::of(request).await.refusal(), (404, "not-found".into()), "{path}");
            let posted = caller.post(&path, json!({})).await;
            assert_eq!(posted.refusal(), (404, "not-found".into()), "{path}");
        }
    }
    let own = server.visitor().request(Method::GET, "/api/admin/audit");
    let own = own.header("x-operator", "operator");
    assert_eq!(Reply::of(own).await.refusal(), (401, "unauthenticated".into()));
}

/// Sends a request to the admin socket as the operator; returns the whole response.
fn send(community: &Community, request: &str) -> String {
    let mut stream = UnixStream::connect(admin_socket::path(community.data())).unwrap();
    let request = format!("{request}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut response = String::new();
    stream.read_to_string(&mut response).unwrap();
    response
}

#[tokio::test]
async fn socket_serves_operator_without_browser_checks() {
    let community = Community::start().await;
    // The request has no session and no CSRF token, and its host is unknown.
    let audit = send(&community, "GET /api/admin/audit HTTP/1.1\r\nHost: nowhere.example");
    assert!(audit.starts_with("HTTP/1.1 200 OK\r\n"), "{audit}");
    assert!(!audit.contains("XSRF-TOKEN"), "{audit}");
    let unknown = send(&community, "GET /api/operator/users/nobody HTTP/1.1\r\nHost: x");
    let problem = "{\"error\":\"This member was not found: `nobody`\",\"code\":\"not-found\",\"hint\":\"`inkfold user list --all` lists them\"}";
    assert!(unknown.starts_with("HTTP/1.1 404 "), "{unknown}");
    assert!(unknown.ends_with(problem), "{unknown}");
    let newer = send(&community, "POST /api/operator/planets HTTP/1.1\r\nHost: x");
    assert!(newer.contains("This server doesn't know the request"), "{newer}");
}

#[tokio::test]
async fn long_work_reports_progress_as_json_lines() {
    let community = Community::start().await;
    let made = "POST /api/operator/backups HTTP/1.1\r\nHost: x\r\n\
        Content-Type: application/json\r\nContent-Length: 11\r\n\r\n{\"to\":null}";
    let mut stream = UnixStream::connect(admin_socket::path(community.data())).unwrap();
    stream.write_all(made.as_bytes()).unwrap();
    let lines = BufReader::new(&stream).lines().map(Result::unwrap);
    let lines: Vec<String> = lines.take_while(|line| line != "0").collect();
    assert!(lines.contains(&"content-type: application/x-ndjson".to_owned()), "{lines:?}");
    let events = lines.iter().filter(|line| line.starts_with('{'));
    let mut events: Vec<Value> = events.map(|line| serde_json::from_str(line).unwrap()).collect();
    let last = events.pop().unwrap();
    assert!(last["done"]["name"].is_string(), "{last}");
    let percent = |event: &Value| {
        let [done, of] = ["done", "of"].map(|part| event["step"][part].as_u64().unwrap());
        (done * 100).checked_div(of).unwrap_or(100)
    };
    let percents: Vec<u64> = events.iter().map(percent).collect();
    assert!(percents.len() > 1 && percents.is_sorted_by(|one, next| one != next), "{percents:?}");
}

#[tokio::test]
async fn work_ends_without_the_client_that_asked() {
    let community = Community::start().await;
    let head = "POST /api/operator/backups HTTP/1.1\r\nHost: x\r\n\
        Content-Type: application/json\r\nContent-Length: 11\r\n\r\n{\"to\":null}";
    let mut stream = UnixStream::connect(admin_socket::path(community.data())).unwrap();
    stream.write_all(head.as_bytes()).unwrap();
    // The handler runs once the head of its response has arrived.
    BufReader::new(&stream).read_line(&mut String::new()).unwrap();
    drop(stream);
    let is_made = || !community.inkfold(&["backup", "list", "--json"]).stdout.is_empty();
    assert!((0..100).any(|_| is_made()), "it was cancelled");
}
