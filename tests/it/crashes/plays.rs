//! Prize game of a server that is killed again and again: no credit is lost or duplicated, and draws are final.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Instant;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use super::{Blow, kills};
use crate::support::{Community, fill_and_mark, json as answer, noise};

const EMAIL: &str = "mara@example.org";
/// Every peg wins, so that every draw can be claimed.
const GAME: &str =
    "[prize]\nenabled = true\nwinning_pegs = 49\nwins_per_day = 100000\nwins_per_member = 100000\n";
/// Submissions of a member to one book: the free one, and the retries.
const SUBMISSIONS: u32 = 11;

/// Number of draws that the rate limit allows a member at once.
const ASKED_AT_ONCE: usize = 200;

/// Number of attempts, and number of those that were confirmed.
#[derive(Clone, Copy, Default)]
struct Count {
    tried: u32,
    done: u32,
}

impl Count {
    fn allows(self, found: usize) -> bool {
        (self.done as usize..=self.tried as usize).contains(&found)
    }
}

/// Book, and its filled form.
struct FilledForm {
    book: String,
    file: Vec<u8>,
}

/// Uploaded form, and the play that was stored for it.
struct Upload {
    number: u32,
    book: String,
    play: String,
}

#[derive(Default)]
struct Played {
    answers: AtomicU32,
    uploads: AtomicU32,
    /// Uploads that were read and are not submitted yet.
    waiting: Mutex<Vec<Upload>>,
    /// Submissions by book.
    submissions: Mutex<BTreeMap<String, Count>>,
    grants: Mutex<Count>,
    /// Plays whose handwriting is submitted.
    ready: Mutex<BTreeSet<String>>,
    /// Drawn plays with their responses.
    drawn: Mutex<BTreeMap<String, Value>>,
    claims: Mutex<BTreeSet<String>>,
}

struct Life<'a> {
    community: &'a Community,
    form: &'a FilledForm,
    played: &'a Played,
    blow: Blow<'a>,
}

impl Life<'_> {
    /// Plays until the server is killed or the book takes no more submissions; begins with interrupted uploads.
    async fn play(&self) -> Option<()> {
        loop {
            let interrupted = self.played.waiting.lock().unwrap().pop();
            let upload = match interrupted {
                Some(upload) => upload,
                None => self.process_pdf().await?,
            };
            let Some(is_taken) = self.submit(&upload).await else {
                self.played.waiting.lock().unwrap().push(upload);
                return None;
            };
            if !is_taken {
                return Some(());
            }
            let play = upload.play;
            self.played.ready.lock().unwrap().insert(play.clone());
            let drawn =
                self.post("/deduct-credit", json!({ "email": EMAIL, "play": play })).await?;
            self.played.drawn.lock().unwrap().insert(play, drawn);
            let details = json!({ "preferredPayment": "PayPal", "email": EMAIL, "name": "Mara" });
            let uid = &self.community.member.uid;
            let claim = json!({ "uid": uid, "email": EMAIL, "data": details });
            let claimed = self.post("/payout-details", claim).await?;
            let id = claimed["id"].as_str().unwrap().to_owned();
            assert!(self.played.claims.lock().unwrap().insert(id), "{claimed}");
        }
    }

    async fn post(&self, path: &str, body: Value) -> Option<Value> {
        let request = self.community.member.request(Method::POST, path).json(&body);
        let (status, body) = self.blow.ask(request).await?;
        assert!([200, 201].contains(&status), "{path}: {status} {body}");
        Some(body)
    }

    async fn process_pdf(&self) -> Option<Upload> {
        let number = self.played.uploads.fetch_add(1, Ordering::Relaxed);
        let grid = [("left", "750"), ("top", "1245"), ("width", "500"), ("height", "490")];
        let form = grid.into_iter().fold(Form::new(), |form, (name, value)| form.text(name, value));
        let form = form.text("viewportWidth", "1404").text("email", EMAIL);
        let form = form.part("file", Part::bytes(self.form.file.clone()));
        let request = self.community.member.request(Method::POST, "/process-pdf");
        let request = request.header("session-token", format!("upload-{number}")).multipart(form);
        let (status, kept) = self.blow.ask(request).await?;
        assert_eq!(status, 200, "{kept}");
        let play = kept["play"].as_str().unwrap().to_owned();
        Some(Upload { number, book: self.form.book.clone(), play })
    }

    /// Requests a credit, then submits handwriting that uses it. `false` when the book accepts no more submissions.
    async fn submit(&self, upload: &Upload) -> Option<bool> {
        let Upload { number, book, .. } = upload;
        let retry = json!({ "email": EMAIL, "bid": book });
        let request = self.community.member.request(Method::POST, "/add-retry").json(&retry);
        if self.blow.ask(request).await?.0 == 409 {
            return Some(false);
        }
        let memos = [STANDARD.encode(noise(*number, 40))];
        let data = json!({ "rects": [], "memos": memos, "questions": ["a"] });
        let body = json!({ "bid": book, "uid": self.community.member.uid, "data": data });
        let path = "/api/memo/handwriting/publish";
        let request = self.community.member.request(Method::POST, path);
        let request = request.header("session-token", format!("upload-{number}")).json(&body);
        let count = |change: fn(&mut Count)| {
            change(self.played.submissions.lock().unwrap().entry(book.clone()).or_default());
        };
        count(|count| count.tried += 1);
        let (status, body) = self.blow.ask(request).await?;
        // A conflict means that the credit was spent by the other request.
        if status == 409 {
            count(|count| count.tried -= 1);
            return Some(false);
        }
        assert_eq!(status, 201, "{body}");
        count(|count| count.done += 1);
        Some(true)
    }

    /// Grants credits from the command line, one after the other.
    async fn grant(&self) {
        while !self.blow.is_struck() {
            self.played.grants.lock().unwrap().tried += 1;
            let verb = ["credit", "grant", "--email", EMAIL, "--amount", "1", "--why", "a test"];
            let mut granting = self.community.command(&verb);
            let given = tokio::task::spawn_blocking(move || granting.output().unwrap()).await;
            self.played.grants.lock().unwrap().done += u32::from(given.unwrap().status.success());
        }
    }
}

/// A new book and its form, filled.
async fn new_form(community: &Community) -> FilledForm {
    let book = answer(&community.inkfold(&["--json", "book", "add", "--name", "Game"]));
    let book = book["bid"].as_str().unwrap().to_owned();
    let questions = tempfile::tempdir().unwrap();
    let questions = questions.path().join("questions.csv");
    File::create_new(&questions).unwrap().write_all(b"a,What?\n").unwrap();
    let import = ["question", "import", "--book", &book, questions.to_str().unwrap()];
    assert!(community.inkfold(&import).status.success());
    let blank = community.member.get(&format!("/assets/forms/{book}.pdf")).await.bytes;
    FilledForm { book, file: fill_and_mark(&blank, 2, &[0], &["E3"]) }
}

/// Asserts that every credit is accounted for, and that the balance is the sum.
async fn assert_credits_add_up(community: &Community, played: &Played) {
    let checked = answer(&community.inkfold(&["--json", "db", "check"]));
    assert_eq!((&checked["flaws"], &checked["damagedFiles"]), (&json!([]), &json!([])));
    let mut ledger = lines(community, &["--json", "credit", "list", "--all", "--email", EMAIL]);
    ledger.reverse();
    let mut balance = 0;
    for entry in &ledger {
        balance += entry["amount"].as_i64().unwrap();
        assert!(balance >= 0, "{ledger:#?}");
    }
    let report = community.member.get(&format!("/credits/{}", community.member.uid)).await.json();
    assert_eq!(report["amt"], balance);

    let spent = ledger.iter().filter(|entry| entry["amount"] == -1).count();
    let submissions = played.submissions.lock().unwrap();
    let paid = submissions.values().fold(Count::default(), |all, count| Count {
        tried: all.tried + count.tried.saturating_sub(1),
        done: all.done + count.done.saturating_sub(1),
    });
    assert!(paid.allows(spent), "{} {spent} {}", paid.done, paid.tried);
    let given = ledger.iter().filter(|entry| entry["reason"] == "given: a test").count();
    let grants = *played.grants.lock().unwrap();
    assert!(grants.allows(given), "{} {given} {}", grants.done, grants.tried);
}

/// Asserts that each ready play is drawn, with the same result however often, and that each win was claimed at most once.
async fn assert_draws_final(community: &Community, played: &Played) {
    let ready = std::mem::take(&mut *played.ready.lock().unwrap());
    for play in ready {
        let ask =
            || community.member.post("/deduct-credit", json!({ "email": EMAIL, "play": play }));
        let drawn = ask().await;
        assert_eq!(drawn.status, 200, "{drawn}");
        assert_eq!(ask().await.json(), drawn.json());
        let before = played.drawn.lock().unwrap().entry(play).or_insert(drawn.json()).clone();
        assert_eq!(drawn.json(), before);
    }
    let payouts = lines(community, &["--json", "payout", "list", "--all"]);
    let text = |payout: &Value, field: &str| payout[field].as_str().unwrap().to_owned();
    let ids: BTreeSet<String> = payouts.iter().map(|payout| text(payout, "id")).collect();
    let plays: BTreeSet<String> = payouts.iter().map(|payout| text(payout, "play")).collect();
    assert_eq!(plays.len(), payouts.len());
    assert!(played.claims.lock().unwrap().is_subset(&ids));
}

fn lines(community: &Community, args: &[&str]) -> Vec<Value> {
    let output = community.inkfold(args);
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[tokio::test]
async fn ledger_and_draws_survive_every_kill() {
    let begun = Instant::now();
    let mut community = Community::with(GAME, "1000").await;
    let played = Played::default();
    let mut form = new_form(&community).await;
    for round in 0..kills() {
        let submitted = played.submissions.lock().unwrap().get(&form.book).copied();
        if submitted.is_some_and(|count| count.tried + 4 > SUBMISSIONS) {
            form = new_form(&community).await;
        }
        let blow = Blow::with(&community.running, &played.answers, 2 + round * 3 % 13);
        let life = Life { community: &community, form: &form, played: &played, blow };
        let both_play = async {
            tokio::join!(life.play(), life.play());
            life.blow.fall();
        };
        tokio::join!(both_play, life.grant());
        community.start_again().await;
        assert_credits_add_up(&community, &played).await;
        assert_draws_final(&community, &played).await;
    }
    let drawn = std::mem::take(&mut *played.drawn.lock().unwrap());
    for some in drawn.iter().collect::<Vec<_>>().chunks(ASKED_AT_ONCE) {
        // A restart resets the rate limits.
        community.running.kill();
        community.start_again().await;
        for (play, before) in some {
            let body = json!({ "email": EMAIL, "play": play });
            assert_eq!(community.member.post("/deduct-credit", body).await.json(), **before);
        }
    }
    let answers = played.answers.load(Ordering::Relaxed);
    println!("{} kills, {answers} answers, {} draws, {:?}", kills(), drawn.len(), begun.elapsed());
}
