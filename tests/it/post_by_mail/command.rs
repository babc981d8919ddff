//! `inkfold mail deliver`: posts by mail through a pipe, with and without a server.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::Arc;

use inkfold::store::Store;
use serde_json::Value;

use crate::support::fake_smtp_relay::{FakeSmtpRelay, HOST, PROOF, mail, pending, proven};
use crate::support::{PASSWORD, executable, inkfold, inkfold_with_input, noise, words};

pub(super) fn add_member(data: &Path, name: &str) {
    let email = format!("{name}@example.org");
    let add = ["user", "add", "--email", &email, "--username", name, "--name", name, "--verified"];
    let args = [&add[..], &["--password-stdin"]].concat();
    let added = inkfold_with_input(data, &args, &format!("{PASSWORD}\n"));
    assert!(added.status.success(), "{}", words(&added));
}

pub(super) fn add_topic(data: &Path, code: &str) {
    let added = inkfold(data, &["topic", "add", "--name", "Letters home", "--code", code]);
    assert!(added.status.success(), "{}", words(&added));
}

/// Delivers a mail through the command, as a mail server does.
fn deliver(data: &Path, args: &[&str], mail: &[u8]) -> Output {
    let mut child = Command::new(executable())
        .env_clear()
        .env("INKFOLD_MAIL__INBOUND__HOST", HOST)
        .env("INKFOLD_MAIL__INBOUND__AUTHSERV_ID", "mx.example.org")
        .env("INKFOLD_MAIL__INBOUND__MESSAGE_MIB", "2")
        .arg("--data-dir")
        .arg(data)
        .args(["mail", "deliver"])
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The command does not read all of a mail that is too large.
    let _ = child.stdin.take().unwrap().write_all(mail);
    child.wait_with_output().unwrap()
}

const TO: [&str; 2] = ["--to", "mara.letters@post.example.org"];

/// Delivers mails of every kind; asserts each output and exit code.
fn assert_deliveries(data: &Path, secret: Option<&str>) {
    // Mails through a pipe have bare line feeds.
    let page =
        String::from_utf8(proven("mara", "Rain", &noise(1, 40))).unwrap().replace("\r\n", "\n");
    let page = page.as_bytes();
    let posted =
        deliver(data, &[&TO[..], &["--from", "mara@example.org", "--json"]].concat(), page);
    let said: Value = serde_json::from_slice(&posted.stdout).unwrap();
    assert_eq!((posted.status.code(), &said["fate"]), (Some(0), &"posted".into()));
    assert_eq!(said["posts"].as_array().unwrap().len(), 1);
    let again = deliver(data, &TO, page);
    assert_eq!(again.stdout, b"This mail was delivered before; its posts and answers are kept.\n");
    let ignored = deliver(data, &[&TO[..], &["--from", ""]].concat(), page);
    assert_eq!(ignored.stdout, b"Accepted, but not used: the mail was sent by a program.\n");

    let from = "From: <mara@example.org>\r\n";
    let bare = mail(&format!("{PROOF}{from}"), &[]);
    let unproven = mail(from, &[("image/png", &noise(2, 40))]);
    let large = [PROOF.as_bytes(), from.as_bytes(), &b"x\r\n".repeat(800_000)].concat();
    let jpeg = mail(&format!("{PROOF}{from}"), &[("image/png", b"\xff\xd8\xff")]);
    let damaged = mail(&format!("{PROOF}{from}"), &[("image/png", b"no picture")]);
    for (args, mail, code, words_said) in [
        (&TO[..], &bare[..], 65, "there is no page in this mail"),
        (&TO[..], &jpeg[..], 65, "there is a JPEG picture in this mail"),
        (&TO[..], &damaged[..], 65, "This file is not a PDF or PNG"),
        (&TO[..], &large[..], 65, "this mail is too large"),
        (&TO[..], &unproven[..], 77, "the sender is not authenticated"),
        (&["--to", "nobody.letters@post.example.org"][..], page, 67, "unknown recipient address"),
        (&["--to", "mara.letters@example.org"][..], page, 67, "Relay access denied"),
        (&["--to", "mara.letters@post.example.org", "missing.eml"][..], page, 75, "cannot be read"),
        (&["--from", "x@example.org"][..], page, 2, "--to"),
    ] {
        let refused = deliver(data, args, mail);
        let words = words(&refused);
        assert_eq!(refused.status.code(), Some(code), "{args:?}: {words}");
        assert!(words.contains(words_said), "{words}");
    }
    let refused = deliver(data, &[&TO[..], &["--json"]].concat(), &unproven);
    let said: Value = serde_json::from_slice(&refused.stdout).unwrap();
    assert_eq!((&said["code"], &said["why"]), (&"550 5.7.1".into(), &"not-proven".into()));
    if let Some(secret) = secret {
        assert!(deliver(data, &["--to", secret], &unproven).status.success());
    }
}

#[test]
fn mails_are_delivered_offline() {
    let folder = tempfile::tempdir().unwrap();
    let nowhere = deliver(&folder.path().join("typo"), &TO, b"");
    assert_eq!(nowhere.status.code(), Some(75));
    let data = folder.path().join("data");
    add_member(&data, "mara");
    add_topic(&data, "letters");
    assert_deliveries(&data, None);
    // A locked database without a responding server is a temporary failure.
    let held = Store::open(&data.join("inkfold.redb")).unwrap();
    assert_eq!(deliver(&data, &TO, b"").status.code(), Some(75));
    drop(held);
}

#[tokio::test]
async fn mails_are_delivered_through_a_server() {
    let office = FakeSmtpRelay::open_with(|config| config.mail.inbound.message_mib = 2).await;
    let mara = office.server.member("mara").await;
    let secret = office.secret_address(&mara).await;
    inkfold::server::admin_socket::listen(Arc::clone(&office.server.context)).unwrap();
    let data = office.server.context.config().data_dir.clone();
    tokio::task::spawn_blocking(move || assert_deliveries(&data, Some(&secret))).await.unwrap();
    assert_eq!(pending(&mara).await.len(), 2);
    // The largest mail that the settings allow.
    let data = office.server.context.config().data_dir.clone();
    let large = proven("mara", "Large", &noise(9, 1180));
    assert!(large.len() > 3 << 19 && large.len() < 2 << 20, "{}", large.len());
    let delivered = tokio::task::spawn_blocking(move || deliver(&data, &TO, &large)).await.unwrap();
    assert!(delivered.status.success(), "{}", words(&delivered));
    assert_eq!(pending(&mara).await.len(), 3);
}
