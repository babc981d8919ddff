//! `inkfold user`, offline and through a running server.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use insta::assert_snapshot;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::{OLD, handwriting, operate};
use crate::support::{Member, Running, TestServer, inkfold, inkfold_with_input, words};

/// Changes what is there and puts it back, so that each verb finds what it needs.
const VERBS: [&str; 14] = [
    "list",
    "show bo@example.org",
    "sessions bo",
    "sessions bo --end-all",
    "promote Bo@Example.org",
    "demote bo --yes",
    "verify bo",
    "reset-link bo",
    "disable bo --yes",
    "show BO",
    "enable bo",
    "list",
    "add --email cy@example.org --username cy --name Cy --verified --password-stdin",
    "delete bo --yes",
];

/// Runs `inkfold user` with these words.
fn user(data: &Path, verb: &str) -> Output {
    let args: Vec<&str> = ["user"].into_iter().chain(verb.split(' ')).collect();
    inkfold_with_input(data, &args, "a-long-password\n")
}

/// Every JSON line of an answer, without what is different each time.
fn lines(output: &Output) -> Vec<Value> {
    assert!(output.status.success(), "{}", words(output));
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    text.lines().map(|line| redact(serde_json::from_str(line).unwrap())).collect()
}

fn redact(mut answer: Value) -> Value {
    for (name, value) in answer.as_object_mut().unwrap() {
        if matches!(name.as_str(), "uid" | "id" | "link" | "createdAt" | "usedAt" | "expiresAt") {
            assert!(value.is_string(), "{name}");
            *value = format!("[{name}]").into();
        }
    }
    answer
}

/// The data of a stopped server: Ada runs it, Bo is signed in twice.
async fn community() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for add in [
        "add --email ada@example.org --username ada --name Ada --admin --verified --password-stdin",
        "add --email bo@example.org --username bo --name Bo --password-stdin",
    ] {
        assert!(user(folder.path(), add).status.success());
    }
    let running = Running::start(serving(folder.path()));
    for _ in 0..2 {
        let signed_in = Member::at(&running.url).sign_in("bo@example.org", "a-long-password").await;
        assert_eq!(signed_in.status, 200);
    }
    folder
}

fn serving(data: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_inkfold"));
    command.arg("--data-dir").arg(data);
    command
}

/// What every verb answers there, and that it said which way it went, once.
fn all_verbs(data: &Path, way: &str) -> Vec<(&'static str, Vec<Value>)> {
    let answer = |verb| {
        let output = user(data, &format!("{verb} --json"));
        assert_eq!(words(&output), format!("data {}, {way}\n", data.display()), "{verb}");
        (verb, lines(&output))
    };
    VERBS.map(answer).to_vec()
}

#[tokio::test]
async fn every_verb_answers_the_same_offline_and_through_a_server() {
    let (offline, served) = (community().await, tempfile::tempdir().unwrap());
    std::fs::copy(offline.path().join("inkfold.redb"), served.path().join("inkfold.redb")).unwrap();
    let answers = all_verbs(offline.path(), "offline");
    let running = Running::start(serving(served.path()));
    assert_eq!(all_verbs(served.path(), "by the running server"), answers);
    drop(running);

    let bo = |admin, verified, disabled| {
        json!({
            "uid": "[uid]", "email": "bo@example.org", "username": "bo", "name": "Bo", "admin": admin,
            "verified": verified, "disabled": disabled, "createdAt": "[createdAt]", "memos": 0,
            "suspendedUntil": null,
        })
    };
    let session = json!({ "id": "[id]", "createdAt": "[createdAt]", "usedAt": "[usedAt]" });
    let link = json!({ "uid": "[uid]", "link": "[link]", "expiresAt": "[expiresAt]" });
    let answer = |place: usize| answers[place].1.as_slice();
    assert_eq!(answer(0)[0], bo(false, false, false));
    assert_eq!(
        (answer(1)[0]["sessions"].clone(), answer(9)[0]["sessions"].clone()),
        (2.into(), 0.into())
    );
    assert_eq!(answer(2), [session.clone(), session]);
    assert_eq!(answer(3), [json!({ "uid": "[uid]", "ended": 2 })]);
    assert_eq!(answer(4), [bo(true, false, false)]);
    assert_eq!(answer(5), [bo(false, false, false)]);
    assert_eq!(answer(6), [bo(false, true, false)]);
    assert_eq!(answer(7), [link]);
    assert_eq!(answer(8), [bo(false, true, true)]);
    assert_eq!(answer(10), [bo(false, true, false)]);
    assert_eq!(answer(13), [bo(false, true, false)]);
    assert!(!user(offline.path(), "show bo").status.success());
}

#[tokio::test]
async fn an_archive_is_handed_over_and_not_left_lying_about() {
    let server = club().await;
    let data = &server.app.config().data_dir;
    let out = data.with_file_name("mara.zip");
    let said = said(&server, &format!("export mara-lind --out {}", out.display()));
    assert!(said.starts_with("Wrote ") && said.contains("mara.zip"), "{said}");
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

/// A server that is asked by its socket, with a member of every standing.
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
    operate(&server, &mara, inkfold::services::members::disable).await.unwrap();
    inkfold::socket::listen(std::sync::Arc::clone(&server.app)).unwrap();
    server
}

/// What a verb printed for people.
fn said(server: &TestServer, verb: &str) -> String {
    let output = user(&server.app.config().data_dir, verb);
    assert!(output.status.success(), "{}", words(&output));
    String::from_utf8(output.stdout).unwrap()
}

#[tokio::test]
async fn people_read_aligned_lines_and_sentences() {
    let server = club().await;
    assert_snapshot!(said(&server, "list"), @r"
    bo@example.org         bo         member, not verified  0 memos  since 2026-01-02  bo
    mara-lind@example.org  mara-lind  member, disabled       1 memo  since 2026-01-02  Mara Lind
    ada@example.org        ada        admin                 0 memos  since 2026-01-01  ada
    ");
    let shown = said(&server, "show mara-lind");
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
    assert_snapshot!(said(&server, "promote bo"), @"bo@example.org is an admin now. The mail address is not verified; if you know that it is right: inkfold user verify bo@example.org");
    assert_snapshot!(said(&server, "demote bo --yes"), @"bo@example.org is no admin any more.");
    assert_snapshot!(said(&server, "verify bo"), @"bo@example.org is verified.");
    assert_snapshot!(said(&server, "enable mara-lind"), @"mara-lind@example.org can sign in again.");
    assert_snapshot!(said(&server, "disable mara-lind --yes"), @"mara-lind@example.org is disabled: signed out everywhere. Their memos stay.");
    let link = said(&server, "reset-link bo");
    let token = link.split("token=").nth(1).unwrap().lines().next().unwrap();
    assert_snapshot!(link.replace(token, "[token]"), @r"
    http://127.0.0.1:8080/reset-password?token=[token]
    Good once, until 2026-01-02T01:00:01Z. Whoever has it can take over the account.
    ");
    let sessions = said(&server, "sessions bo");
    let session = sessions.split(' ').next().unwrap();
    assert_snapshot!(sessions.replace(session, "[id]"), @"[id]  since 2026-01-02T00:00:01Z  last used 2026-01-02T00:00:01Z");
    assert_snapshot!(said(&server, &format!("sessions bo --end {session}")), @"Ended 1 session.");
    assert_snapshot!(said(&server, "sessions bo --end-all"), @"Ended 0 sessions.");
}

#[tokio::test]
async fn what_a_stranger_wrote_does_not_command_the_terminal() {
    let server = club().await;
    let extra = json!({ "username": "eve", "name": "Eve", "referredBy": "\u{1b}[2Jthe\nnews" });
    let sign_up = json!({ "email": "eve@example.org", "password": OLD, "extra": extra });
    assert_eq!(server.visitor().post("/register", sign_up).await.status, 201);
    let shown = said(&server, "show eve");
    assert!(shown.contains("heard of us  \u{fffd}[2Jthe\u{fffd}news\n"), "{shown}");
    assert!(!said(&server, "show eve --json").contains('\u{1b}'));
}

#[tokio::test]
async fn an_admins_commands_are_felt_at_once_by_whoever_is_signed_in() {
    let server = club().await;
    let mut bo = server.visitor();
    bo.sign_in("bo@example.org", OLD).await;
    assert!(bo.is_signed_in().await);
    said(&server, "disable bo --yes");
    assert!(!bo.is_signed_in().await);
}

#[tokio::test]
async fn refusals_have_words_and_an_exit_code() {
    let server = club().await;
    let refused = |verb: &str| {
        let output = user(&server.app.config().data_dir, verb);
        assert!(output.stdout.is_empty(), "{verb}");
        (output.status.code().unwrap(), words(&output))
    };
    for verb in
        ["show", "promote", "demote", "verify", "disable", "enable", "reset-link", "sessions"]
    {
        let (code, words) = refused(&format!("{verb} nobody@example.org --json"));
        assert_eq!(code, 1, "{verb}");
        assert!(words.ends_with("error: This member was not found.\n"), "{verb}: {words}");
        assert_eq!(refused(verb).0, 2, "{verb} whom?");
    }
    for (verb, why) in [
        ("demote ada --yes", "This is the last admin who can sign in."),
        ("disable ada --yes", "This is the last admin who can sign in."),
        ("promote mara-lind", "This account is disabled."),
        ("reset-link mara-lind", "This account is disabled."),
        ("sessions bo --end 01", "This session was not found."),
    ] {
        let (code, words) = refused(verb);
        assert_eq!(code, 1, "{verb}");
        assert!(words.contains(&format!("error: {why}")), "{verb}: {words}");
    }
    assert_eq!(refused("sessions bo --end 01 --end-all").0, 2);
    assert_eq!(refused("remove bo").0, 2);
    let elsewhere = tempfile::tempdir().unwrap();
    let nowhere = inkfold(elsewhere.path(), &["user", "list"]);
    assert_eq!(nowhere.status.code(), Some(1));
    assert!(words(&nowhere).contains("hint: name its folder with --data-dir"));
}

#[tokio::test]
async fn without_a_terminal_nobody_is_cut_off_without_a_yes() {
    let server = club().await;
    for verb in ["disable bo", "demote ada"] {
        let refused = user(&server.app.config().data_dir, verb);
        assert_eq!(refused.status.code(), Some(1));
        let words = words(&refused);
        assert!(words.contains("hint: without a terminal, say --yes"), "{words}");
        let (_, name) = verb.split_once(' ').unwrap();
        assert!(words.contains(&format!("{name} ({name}, {name}@example.org)")), "{words}");
    }
    let listed = lines(&user(&server.app.config().data_dir, "list --json"));
    assert_eq!((&listed[0]["disabled"], &listed[2]["admin"]), (&json!(false), &json!(true)));
}

/// Runs a command on a terminal of its own; `None` where the tool for that is not installed.
fn on_a_terminal(data: &Path, command: &str, typed: &str) -> Option<String> {
    let inkfold = env!("CARGO_BIN_EXE_inkfold");
    let command = format!("{inkfold} --data-dir {} {command}", data.display());
    let script = Command::new("script")
        .args(["-qec", &command, "/dev/null"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut script) = script else {
        println!("SKIPPED: `script`, which makes terminals, is not installed");
        return None;
    };
    script.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
    let output = script.wait_with_output().unwrap();
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[tokio::test]
async fn on_a_terminal_one_is_asked_first_and_links_are_shown_as_codes() {
    let server = club().await;
    let data = &server.app.config().data_dir;
    let Some(link) = on_a_terminal(data, "user reset-link bo", "") else { return };
    assert!(link.contains("reset-password?token=") && link.contains("▀▀▀▀"), "{link}");
    let json = on_a_terminal(data, "user reset-link bo --json", "").unwrap();
    assert!(json.contains("reset-password?token=") && !json.contains("▀▀▀▀"), "{json}");

    let kept = on_a_terminal(data, "user disable bo", "n\n").unwrap();
    assert!(kept.contains("Sign bo (bo, bo@example.org) out everywhere"), "{kept}");
    assert!(kept.contains("error: nothing was done"), "{kept}");
    let done = on_a_terminal(data, "user disable bo", "y\n").unwrap();
    assert!(done.contains("bo@example.org is disabled"), "{done}");

    let fresh = tempfile::tempdir().unwrap();
    let init = on_a_terminal(fresh.path(), "init", "").unwrap();
    assert!(init.contains("/signup?setup=") && init.contains("▀▀▀▀"), "{init}");
}
