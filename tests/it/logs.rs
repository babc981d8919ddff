//! Contents of the log, and secrets that it must not contain.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Member, Reply};

const SECRET: &str = "VerySecretWord";

#[tokio::test]
async fn secrets_are_not_logged_at_trace_level() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let inkfold = || Command::new(env!("CARGO_BIN_EXE_inkfold"));
    assert!(inkfold().arg("init").current_dir(&folder).output().unwrap().status.success());
    let mut server = inkfold()
        .args(["serve", "--listen", "127.0.0.1:0", "--json"])
        .current_dir(&folder)
        .env("RUST_LOG", "trace")
        .stdout(Stdio::piped())
        .stderr(File::create(&log).unwrap())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let said: Value = serde_json::from_str(&line).unwrap();
    let visitor = || Member::at(said["listening"].as_str().unwrap());

    for path in ["/verify", "/reset-password", "/undo-email", "/settings/email/verify", "/signup"] {
        let address = format!("{path}?token={SECRET}&oobCode={SECRET}&setup={SECRET}");
        assert_eq!(visitor().get(&address).await.status, 200);
    }
    let cookie = format!("XSRF-TOKEN={SECRET}; session={SECRET}");
    for (path, body) in [
        ("/verify", json!({ "token": SECRET })),
        ("/verify", json!({ "wrong": SECRET })),
        ("/verify", json!({ "token": [SECRET] })),
        ("/reset-password", json!({ "token": SECRET, "password": SECRET })),
        ("/signin", json!({ "email": format!("{SECRET}@example.org"), "password": SECRET })),
        ("/forgot-password", json!({ "email": format!("{SECRET}@example.org") })),
        ("/reauthenticate", json!({ "email": "a@example.org", "password": SECRET })),
    ] {
        let request = visitor().request(Method::POST, path).json(&body);
        let reply =
            Reply::of(request.header("cookie", &cookie).header("x-xsrf-token", SECRET)).await;
        assert!(reply.status < 500 && reply.status != 403, "{path}: {reply}");
    }
    server.kill().unwrap();
    server.wait().unwrap();
    let log = std::fs::read_to_string(log).unwrap();
    assert!(log.contains("TRACE") && log.contains("\"/reset-password\""), "{log}");
    let told = log.lines().find(|line| line.contains(SECRET));
    assert_eq!(told, None);
    assert!(!log.contains('\u{1b}'), "a file has no colours");
}
