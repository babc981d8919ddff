//! `inkfold user`: actions, output and refusals.

mod offline;
mod roles;
mod terminal;

use std::path::Path;
use std::process::Output;

use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::support::{TestServer, inkfold, inkfold_with_input, words};

use super::{OLD, handwriting, operate};

/// Runs `inkfold user` with these arguments.
fn user(data: &Path, verb: &str) -> Output {
    let args: Vec<&str> = ["user"].into_iter().chain(verb.split(' ')).collect();
    inkfold_with_input(data, &args, "a-long-password\n")
}

/// Parses every line of the output as JSON.
fn lines(output: &Output) -> Vec<Value> {
    assert!(output.status.success(), "{}", words(output));
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[tokio::test]
async fn exported_archive_is_handed_over_and_removed() {
    let server = club().await;
    let data = &server.context.config().data_dir;
    let out = data.with_file_name("mara.zip");
    let text = output_text(&server, &format!("export mara-lind --out {}", out.display()));
    assert!(text.starts_with("Wrote ") && text.contains("mara.zip"), "{text}");
    let names: Vec<String> = zip::ZipArchive::new(std::fs::File::open(&out).unwrap())
        .unwrap()
        .file_names()
        .map(|name| name.unwrap().into_owned())
        .collect();
    assert!(names.iter().any(|name| name == "memos.json"), "{names:?}");
    let run = std::fs::read_dir(data.join("run")).unwrap();
    assert!(
        run.into_iter().all(|file| !file.unwrap().file_name().to_string_lossy().contains("zip"))
    );
    let nowhere = user(data, "export mara-lind --out /nowhere/mara.zip");
    assert_eq!(nowhere.status.code(), Some(1));
    assert!(words(&nowhere).contains("cannot be written"), "{}", words(&nowhere));
}

/// Server that is called by its socket, with a member of every status.
async fn club() -> TestServer {
    let server = TestServer::start().await;
    server.admin("ada").await;
    server.clock.advance(24 * 60 * 60);
    let mara = server.member("mara-lind").await;
    server.clock.advance(1);
    let profile = json!({ "uid": mara.uid, "name": "Mara Lind", "handedness": "left", "preferredTablets": "Boox" });
    assert_eq!(mara.post("/update-profile", profile).await.status, 200);
    let book = server.book("A year in ink", 1).await;
    let memo = handwriting(&mara, &book, &["q1"]);
    assert_eq!(mara.post("/api/memo/handwriting/publish", memo).await.status, 201);
    server.unverified("bo").await;
    operate(&server, &mara, inkfold::services::accounts::members::disable).await.unwrap();
    inkfold::server::admin_socket::listen(std::sync::Arc::clone(&server.context)).unwrap();
    server
}

/// Runs a verb without `--json`; returns its output.
fn output_text(server: &TestServer, verb: &str) -> String {
    let output = user(&server.context.config().data_dir, verb);
    assert!(output.status.success(), "{}", words(&output));
    String::from_utf8(output.stdout).unwrap()
}

#[tokio::test]
async fn member_commands_print_aligned_text_without_json() {
    let server = club().await;
    assert_snapshot!(output_text(&server, "list"), @r"
    EMAIL                  USERNAME   STANDING              MEMOS  SINCE       NAME
    bo@example.org         bo         member, not verified  0      2026-01-02  bo
    mara-lind@example.org  mara-lind  member, disabled      1      2026-01-02  Mara Lind
    ada@example.org        ada        admin                 0      2026-01-01  ada
    ");
    let shown = output_text(&server, "show mara-lind");
    let uid = shown.split("uid").nth(1).unwrap().split_whitespace().next().unwrap();
    let book = shown.split('(').nth(1).unwrap().split(')').next().unwrap();
    assert_snapshot!(shown.replace(uid, "[uid]").replace(book, "[bid]"), @r"
    Mara Lind
      email        mara-lind@example.org
      username     mara-lind
      uid          [uid]
      standing     member, disabled
      since        2026-01-02T00:00:00Z
      hand         left
      tablets      Boox
      sessions     0
      memos        1
                   1 in A year in ink ([bid])
    ");
    assert_snapshot!(output_text(&server, "promote bo"), @"bo@example.org is an admin now. The mail address is not verified; if you know that it is right: inkfold user verify bo@example.org");
    assert_snapshot!(output_text(&server, "demote bo --yes"), @"bo@example.org is no longer an admin.");
    assert_snapshot!(output_text(&server, "verify bo"), @"bo@example.org is verified.");
    assert_snapshot!(output_text(&server, "enable mara-lind"), @"mara-lind@example.org can sign in again.");
    assert_snapshot!(output_text(&server, "disable mara-lind --yes"), @"mara-lind@example.org is disabled: signed out everywhere. Their memos stay.");
    let link = output_text(&server, "reset-link bo");
    let token = link.split("token=").nth(1).unwrap().lines().next().unwrap();
    assert_snapshot!(link.replace(token, "[token]"), @r"
    http://127.0.0.1:8080/reset-password?token=[token]
    Works once, until 2026-01-02T01:00:01Z. Anyone with this link can take over the account.
    ");
    let sessions = output_text(&server, "sessions bo");
    let session = sessions.lines().nth(1).unwrap().split(' ').next().unwrap();
    assert_snapshot!(sessions.replace(session, "[id]"), @r"
    ID                          SINCE                 LAST USED
    [id]  2026-01-02T00:00:01Z  2026-01-02T00:00:01Z
    ");
    assert_snapshot!(output_text(&server, &format!("sessions bo --end {session}")), @"Ended 1 session.");
    assert_snapshot!(output_text(&server, "sessions bo --end-all"), @"Ended 0 sessions.");
}

#[tokio::test]
async fn control_characters_never_reach_the_terminal() {
    let server = club().await;
    let extra = json!({ "username": "eve", "name": "Eve", "referredBy": "\u{1b}[2Jthe\nnews" });
    let sign_up = json!({ "email": "eve@example.org", "password": OLD, "extra": extra });
    assert_eq!(server.visitor().post("/register", sign_up).await.status, 201);
    let shown = output_text(&server, "show eve");
    assert!(shown.contains("heard of us  \u{fffd}[2Jthe\u{fffd}news\n"), "{shown}");
    assert!(!output_text(&server, "show eve --json").contains('\u{1b}'));
}

#[tokio::test]
async fn commands_affect_signed_in_members_at_once() {
    let server = club().await;
    let mut bo = server.visitor();
    bo.sign_in("bo@example.org", OLD).await;
    assert!(bo.is_signed_in().await);
    output_text(&server, "disable bo --yes");
    assert!(!bo.is_signed_in().await);
}

#[tokio::test]
async fn refusals_have_message_and_exit_code() {
    let server = club().await;
    let refused = |verb: &str| {
        let output = user(&server.context.config().data_dir, verb);
        assert!(output.stdout.is_empty(), "{verb}");
        (output.status.code().unwrap(), words(&output))
    };
    for verb in
        ["show", "promote", "demote", "verify", "disable", "enable", "reset-link", "sessions"]
    {
        let (code, words) = refused(&format!("{verb} nobody@example.org --json"));
        assert_eq!(code, 1, "{verb}");
        let expected = "error: This member was not found: `nobody@example.org`\nhint: ";
        assert!(words.contains(expected), "{verb}: {words}");
        assert_eq!(refused(verb).0, 2, "{verb} whom?");
    }
    for (verb, why) in [
        ("demote ada --yes", "This is the only admin who can sign in."),
        ("disable ada --yes", "This is the only admin who can sign in."),
        ("promote mara-lind", "This account is disabled."),
        ("reset-link mara-lind", "This account is disabled."),
        (
            "sessions bo --end zz",
            "This session was not found: `zz`\nhint: `inkfold user sessions MEMBER` lists them",
        ),
    ] {
        let (code, words) = refused(verb);
        assert_eq!(code, 1, "{verb}");
        assert!(words.contains(&format!("error: {why}")), "{verb}: {words}");
    }
    assert_eq!(refused("sessions bo --end 01 --end-all").0, 2);
    assert_eq!(refused("rename bo").0, 2);
    let elsewhere = tempfile::tempdir().unwrap();
    let nowhere = inkfold(elsewhere.path(), &["user", "list"]);
    assert_eq!(nowhere.status.code(), Some(1));
    assert!(words(&nowhere).contains("name its folder with --data-dir"));
}

#[tokio::test]
async fn destructive_verb_without_terminal_needs_yes() {
    let server = club().await;
    // The last admin cannot be demoted, so there is another one.
    server.admin("cy").await;
    for verb in ["disable bo", "demote ada"] {
        let refused = user(&server.context.config().data_dir, verb);
        assert_eq!(refused.status.code(), Some(1));
        let words = words(&refused);
        assert!(words.contains("hint: without a terminal, pass --yes"), "{words}");
        let (_, name) = verb.split_once(' ').unwrap();
        assert!(words.contains(&format!("{name} ({name}, {name}@example.org)")), "{words}");
    }
    let listed = lines(&user(&server.context.config().data_dir, "list --json"));
    let of = |name: &str| listed.iter().find(|user| user["username"] == name).unwrap();
    assert_eq!((&of("bo")["disabled"], &of("ada")["admin"]), (&json!(false), &json!(true)));
}
