//! Every verb that asks for data answers the same with and without a running server: the same words, the same exit code.
//!
//! Two copies of one community, one of them served. What a verb changes is changed in both.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use inkfold::domain::policy::Actor;
use inkfold::services::outbox;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::verbs::verbs;
use crate::support::{Running, TestServer, executable, fill, noise};

/// Verbs without data.
const ELSEWHERE: [&str; 8] = [
    "completions",
    "config check",
    "config example",
    "config print",
    "form blank",
    "health",
    "man",
    "serve",
];

/// Verbs that a running server refuses, or that look at it and what it has queued; `backups` and `doctor` look at them.
const NOT_THE_SAME: [&str; 4] = ["db compact", "db stats", "doctor", "restore"];

/// Verbs and how each is called, in this order; with a word in braces for what is known of the community only.
const CALLS: &[(&str, &[&str])] = &[
    ("init", &["", "--json"]),
    ("search rebuild", &["--json", ""]),
    ("search", &["rivers", "memory --kind question --json", "nothing-like-it"]),
    ("user list", &["", "--json"]),
    ("user show", &["mara", "bo --json", "nobody"]),
    (
        "user add",
        &[
            "--email cy@example.org --username cy --name Cy --password-stdin",
            "--email cy@example.org --username dy --name Dy --password-stdin",
        ],
    ),
    ("user promote", &["mara", "nobody"]),
    ("user demote", &["mara --yes --json", "mara", "ada --yes"]),
    ("user verify", &["bo"]),
    ("user disable", &["bo --yes", "bo"]),
    ("user enable", &["bo --json"]),
    ("user suspend", &["leo --days 7 --why Hush", "leo --days 0"]),
    ("user release", &["leo"]),
    ("user reset-link", &["mara", "mara --json"]),
    ("user remove-second-factor", &["mara --yes"]),
    ("user sessions", &["mara", "mara --end 01", "mara --end-all"]),
    ("user export", &["mara --out {out}/mara.zip", "mara --out /nowhere/mara.zip"]),
    ("mail list", &["", "--limit 1 --json"]),
    ("mail show", &["{mail}", "{mail} --json", "01"]),
    ("mail retry", &["{mail}", "01"]),
    ("mail test", &["op@example.org", "nobody"]),
    ("mail deliver", &["--to mara.letters@post.example.org --from mara@example.org"]),
    ("topic add", &["--name Rain --code rain", "--name Rain --code rain"]),
    ("topic list", &["", "--json"]),
    ("topic edit", &["rain --name Snow --json", "hail --name Hail"]),
    ("topic remove", &["rain --yes", "letters --yes", "letters"]),
    ("post list", &["", "--topic letters --json", "--topic hail"]),
    ("post hide", &["{post} --note no", "01"]),
    ("post show", &["{post} --json"]),
    ("report list", &["", "--json", "--settled"]),
    ("report resolve", &["{report} --verdict show", "01 --verdict hide", "01 --verdict remove"]),
    ("post remove", &["{post}", "{post} --yes"]),
    (
        "credit grant",
        &["--email mara --amount 2 --why lost", "--email nobody --amount 2 --why lost"],
    ),
    ("credit list", &["", "--email mara --json", "--problems"]),
    ("payout list", &["", "--status claimed --json", "--status lost"]),
    ("payout show", &["01"]),
    ("payout approve", &["01 --yes", "01"]),
    ("payout reject", &["01 --reason no --yes"]),
    ("payout paid", &["01 --yes"]),
    ("payout export", &["--csv", "--json"]),
    ("suggestion list", &["", "--all --json"]),
    ("book list", &["", "--json"]),
    ("book add", &["--name Lakes --publish-at 3 --json", "--name Seas --publish-at 0"]),
    ("book show", &["{book}", "{book} --json", "01"]),
    ("book edit", &["{book} --description Wet. --json", "{book} --publish-at 0"]),
    (
        "question import",
        &[
            "--book {book} {out}/prompts.csv",
            "--book 01 {out}/prompts.csv",
            "--book {book} {out}/none.csv",
        ],
    ),
    ("question list", &["--book {book}", "--book {book} --json", "--book 01"]),
    ("question move", &["--book {book} q2 --to 1", "--book {book} q2 --to 9"]),
    (
        "question remove",
        &["--book {book} sound --yes --json", "--book {book} q1 --yes", "--book {book} q1"],
    ),
    ("question export", &["--book {book}", "--book {book} --out {out}/prompts.toml --json"]),
    ("book form", &["{book} --out {out}/blank.pdf", "01 --out {out}/blank.pdf"]),
    ("form read", &["{out}/filled.pdf --json", "{out}/prompts.csv"]),
    (
        "book compile",
        &[
            "{book} --out {out}/book.pdf --json",
            "{book} --out {out}/book.epub",
            "01 --out {out}/book.pdf",
        ],
    ),
    ("book publish", &["{book}", "{book} --yes"]),
    ("book editions", &["{book}", "{book} --json", "01"]),
    ("book export", &["{book} --out {out}/export --json", "{book} --out {out}/export"]),
    ("book unpublish", &["{book}", "{book} --yes", "{book} --yes"]),
    ("suggestion done", &["{suggestion} --words Yes. --json", "{suggestion} --words Yes.", "01"]),
    ("user delete", &["leo", "leo --yes"]),
    ("db check", &["", "--json"]),
    ("backup now", &["", "--to /nowhere"]),
    ("backup list", &[""]),
    ("backup verify", &["", "01", "/nowhere/01"]),
];

/// What calls are about.
struct Facts {
    book: String,
    post: String,
    report: String,
    suggestion: String,
    mail: String,
    /// A filled form of the book.
    filled: Vec<u8>,
}

fn id(value: &Value) -> String {
    value["id"].as_str().unwrap().to_owned()
}

/// A small community with something for every verb.
async fn community() -> (TestServer, Facts) {
    let server = TestServer::start().await;
    let ada = server.admin("ada").await;
    let (mara, leo) = (server.member("mara").await, server.member("leo").await);
    let bo = server.unverified("bo").await;
    let asked = json!({ "name": "bo", "email": "bo@example.org", "uid": bo.uid });
    assert_eq!(bo.post("/send-verify", asked).await.status, 202);
    server.run_jobs().await;
    let mail = server.do_here(|app| {
        let mails = outbox::list(app, &Actor::Operator, None, 1).unwrap();
        mails[0].id.to_string()
    });
    let mail = mail.await;

    let book = server.book("Rivers", 2).await;
    let blank = mara.get(&format!("/assets/forms/{book}.pdf")).await.bytes;
    let filled = fill(&blank, 2, &[0, 1]);
    mara.submit(&book, filled.clone()).await;
    let topic = server.topic("letters").await;
    let post = mara.post_and_publish(&topic, &noise(1, 40)).await;
    let report = json!({ "kind": "post", "id": post, "reason": "Unkind words." });
    assert_eq!(leo.post("/api/report", report).await.status, 202);
    let reports = ada.get("/api/admin/reports?state=open").await.json();
    let report = id(&reports[0]["reports"][0]);
    let suggestion = json!({ "suggestion": "A book about lakes.", "uid": mara.uid });
    let suggestion = id(&mara.post("/api/suggestion/send", suggestion).await.json());
    server.run_jobs().await;
    (server, Facts { book, post, report, suggestion, mail, filled })
}

/// One copy of the community, and the folder beside it that verbs write to.
struct Twin {
    folder: TempDir,
    served: Option<Running>,
}

impl Twin {
    fn of(data: &Path, facts: &Facts) -> Self {
        let folder = tempfile::tempdir().unwrap();
        copy(data, &folder.path().join("data"));
        let out = folder.path().join("out");
        fs::create_dir(&out).unwrap();
        for (name, bytes) in [
            ("filled.pdf", &facts.filled[..]),
            ("prompts.csv", b"q1,What is memory one?\nsound,What did you hear?\n"),
        ] {
            File::create(out.join(name)).unwrap().write_all(bytes).unwrap();
        }
        let settings = b"public_url = 'http://ink.example.org'\n[prize]\nenabled = true\n";
        let file = File::create(folder.path().join("inkfold.toml"));
        file.unwrap().write_all(settings).unwrap();
        Self { folder, served: None }
    }

    fn serve(mut self) -> Self {
        self.served = Some(Running::start(self.command()));
        self
    }

    fn command(&self) -> Command {
        let mut command = Command::new(executable());
        command.current_dir(&self.folder).env_clear();
        command.arg("--data-dir").arg(self.folder.path().join("data"));
        command
    }

    /// Exit code, answer and remarks, without what is another each time.
    fn answer(&self, verb: &str, args: &str) -> (Option<i32>, String, String) {
        let out = self.folder.path().join("out").display().to_string();
        let args = args.replace("{out}", &out);
        let mut child = self
            .command()
            .args(verb.split(' ').chain(args.split_whitespace()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // A command that refuses has perhaps ended without reading it.
        let _ = child.stdin.take().unwrap().write_all(b"a-long-password\n");
        let output = child.wait_with_output().unwrap();
        let text = |bytes: Vec<u8>| self.without_what_changes(&String::from_utf8(bytes).unwrap());
        let remarks = text(output.stderr);
        let way = if self.served.is_some() { "by the running server" } else { "offline" };
        let (said, others): (Vec<&str>, Vec<&str>) =
            remarks.lines().partition(|line| line.starts_with("data "));
        assert!(said.iter().all(|line| line.ends_with(way)), "{verb} {args}: {said:?}");
        (output.status.code(), text(output.stdout), others.join("\n"))
    }

    fn without_what_changes(&self, text: &str) -> String {
        let text = text.replace(&self.folder.path().display().to_string(), "[folder]");
        let mut rest = &text[..];
        let mut kept = String::new();
        while !rest.is_empty() {
            let is_part = |c: char| c.is_ascii_alphanumeric() || "-_:.".contains(c);
            let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
            let (word, after) = rest.split_at(end);
            kept.push_str(redacted(word));
            let next = after.chars().next().map_or(0, char::len_utf8);
            kept.push_str(&after[..next]);
            rest = &after[next..];
        }
        kept
    }
}

/// Ids, times and secrets are made anew in each copy.
fn redacted(word: &str) -> &str {
    // With or without the ending of a file.
    let is_id = word.split('.').next().is_some_and(|id| id.len() == 26 && id.starts_with("01"));
    let is_time = word.len() >= 20 && word.starts_with("20") && word.contains('T');
    let is_secret = word.len() == 43;
    // Of a file, which has more room in it after more has happened.
    let is_size = word.split_once('.').is_some_and(|(mb, kb)| {
        kb.len() == 1 && [mb, kb].iter().all(|part| part.bytes().all(|c| c.is_ascii_digit()))
    });
    if is_id {
        "[id]"
    } else if is_time {
        "[time]"
    } else if is_secret {
        "[secret]"
    } else if is_size {
        "[size]"
    } else {
        word
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path: PathBuf = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        match path {
            path if path.is_dir() => copy(&path, &target),
            path => drop(fs::copy(path, target).unwrap()),
        }
    }
}

#[test]
fn every_verb_is_asked_for() {
    let known = CALLS.iter().map(|(verb, _)| *verb).chain(ELSEWHERE).chain(NOT_THE_SAME);
    let mut known: Vec<&str> = known.collect();
    known.sort_unstable();
    let verbs = verbs();
    let mut there: Vec<&str> =
        verbs.iter().filter(|verb| verb.is_whole).map(|verb| verb.name.as_str()).collect();
    there.sort_unstable();
    assert_eq!(there, known, "give a new verb a line in `CALLS`, or in `ELSEWHERE`");
}

#[tokio::test]
async fn a_verb_answers_the_same_with_and_without_a_server() {
    let (server, facts) = community().await;
    let data = &server.app.config().data_dir;
    let (offline, online) = (Twin::of(data, &facts), Twin::of(data, &facts).serve());
    let (mut done, mut apart) = (Vec::new(), Vec::new());
    for (verb, calls) in CALLS {
        for call in *calls {
            let mut args = (*call).to_owned();
            for (name, value) in [
                ("{book}", &facts.book),
                ("{post}", &facts.post),
                ("{report}", &facts.report),
                ("{suggestion}", &facts.suggestion),
                ("{mail}", &facts.mail),
            ] {
                args = args.replace(name, value);
            }
            let answer = offline.answer(verb, &args);
            let other = online.answer(verb, &args);
            if answer != other || answer.0 == Some(2) {
                apart.push(format!("{verb} {call}:\n  {answer:?}\n  {other:?}"));
            }
            done.extend((answer.0 == Some(0)).then_some(*verb));
        }
    }
    assert!(apart.is_empty(), "offline, then through the server:\n{}", apart.join("\n"));
    // Nobody has won here or signs in by two steps, and no mail server stands in front.
    let refused = [
        "mail deliver",
        "mail retry",
        "payout approve",
        "payout paid",
        "payout reject",
        "payout show",
        "user remove-second-factor",
    ];
    let mut never: Vec<&str> =
        CALLS.iter().map(|(verb, _)| *verb).filter(|verb| !done.contains(verb)).collect();
    never.sort_unstable();
    assert_eq!(never, refused, "these were only refused");
}
