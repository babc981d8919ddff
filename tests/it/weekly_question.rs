//! Questions of the week: who receives them, and answers by mail.

mod answers;
mod replies;

use inkfold::domain::job::Job;
use inkfold::platform::clock::Clock;
use serde_json::{Value, json};

use crate::support::fake_smtp_relay::{FakeSmtpRelay, HOST};
use crate::support::{Member, PASSWORD, Reply, TestServer};

const DAY: i64 = 24 * 60 * 60;
const WEEK: i64 = 7 * DAY;

/// Switches the question of the week on, or off without a day.
async fn choose(caller: &Member, book: &str, weekday: Option<&str>) -> Reply {
    let path = format!("/api/admin/books/{book}/weekly-question");
    caller.post(&path, json!({ "weekday": weekday })).await
}

/// Lets the time pass until an hour after the next Friday's question, and sends it.
async fn send(server: &TestServer) {
    // The first day of 1970 was a Thursday.
    let friday = DAY + 10 * 60 * 60;
    let since = (server.clock.now().as_second() - friday).rem_euclid(WEEK);
    server.clock.advance(WEEK - since);
    server.run_jobs().await;
}

/// Mails with a question of the week, with their lines joined.
fn questions(server: &TestServer) -> Vec<String> {
    let joined = server.mails().into_iter().map(|mail| mail.replace("=\r\n", ""));
    joined.filter(|mail| mail.contains("\nSubject: Question of the week")).collect()
}

/// Mails with a question of the week that are not among the earlier ones.
fn questions_since(server: &TestServer, earlier: &[String]) -> Vec<String> {
    questions(server).into_iter().filter(|mail| !earlier.contains(mail)).collect()
}

/// Addresses to which the questions of the week were mailed, in alphabetical order.
fn recipients(mails: &[String]) -> Vec<&str> {
    let mut all: Vec<&str> = mails.iter().map(|mail| header(mail, "To")).collect();
    all.sort_unstable();
    all
}

fn header<'a>(mail: &'a str, name: &str) -> &'a str {
    let beginning = format!("{name}: ");
    let mut lines = mail.lines();
    lines.find_map(|line| line.strip_prefix(&*beginning)).unwrap_or_default()
}

/// Questions of the week on the begin page.
async fn notices(member: &Member) -> Value {
    member.get("/api/account/weekly-questions").await.json()["questions"].clone()
}

/// Answers that came by mail and wait for the member.
async fn waiting(member: &Member) -> Vec<Value> {
    let list = member.get("/api/account/mailed-answers").await;
    assert_eq!(list.status, 200, "{list}");
    list.json()["answers"].as_array().unwrap().clone()
}

/// Signs in again, after a week in which sessions have ended.
async fn signed_in_again(server: &TestServer, name: &str) -> Member {
    let mut again = server.visitor();
    let reply = again.sign_in(&format!("{name}@example.org"), PASSWORD).await;
    assert_eq!(reply.status, 200, "{reply}");
    again
}

/// Community whose book has sent its first question, to mara.
struct Asked {
    relay: FakeSmtpRelay,
    book: String,
    mara: Member,
    /// Address to which she answers.
    address: String,
}

impl Asked {
    async fn start() -> Self {
        let relay = FakeSmtpRelay::open().await;
        let server = &relay.server;
        let book = server.book("A year in ink", 3).await;
        let ada = server.admin("ada").await;
        server.member("mara").await;
        assert_eq!(choose(&ada, &book, Some("friday")).await.status, 200);
        send(server).await;
        let mails = questions(server);
        let mail = mails.iter().find(|mail| header(mail, "To") == "mara@example.org").unwrap();
        let address = header(mail, "Reply-To").to_owned();
        let mara = signed_in_again(server, "mara").await;
        Self { relay, book, mara, address }
    }

    fn server(&self) -> &TestServer {
        &self.relay.server
    }

    /// Mails a reply from mara's address; returns the reply of the server.
    async fn reply(&self, mail: &[u8]) -> String {
        self.relay.smtp().await.post(&self.address, mail).await
    }
}

#[tokio::test]
async fn question_reaches_who_has_not_answered_it() {
    let relay = FakeSmtpRelay::open().await;
    let server = &relay.server;
    let book = server.book("A year in ink", 2).await;
    let kim = server.keeper("kim", &book).await;
    server.member("mara").await;
    let [done, dora] = [server.member("done").await, server.member("dora").await];
    server.unverified("noa").await;
    server.applicant("ivo").await;
    done.submit_text(&book, "q1", "It rained.").await;
    let declined = dora.post("/api/account/reminders", json!({ "wanted": false })).await;
    assert_eq!(declined.status, 200, "{declined}");

    let on = choose(&kim, &book, Some("friday")).await;
    assert_eq!(on.status, 200, "{on}");
    let status = on.json();
    assert_eq!(status["next"]["key"], "q1");
    assert_eq!((&status["takesReplies"], &status["last"]), (&json!(true), &Value::Null));
    server.run_jobs().await;
    assert_eq!(questions(server), Vec::<String>::new(), "nothing is sent before the day");

    send(server).await;
    let mails = questions(server);
    assert_eq!(recipients(&mails), ["kim@example.org", "mara@example.org"]);
    let mail = mails.iter().find(|mail| header(mail, "To").starts_with("mara")).unwrap();
    assert!(mail.contains("Question of the week: What is memory 1?"), "{mail}");
    assert!(mail.contains("## Write your answer above this line ##"), "{mail}");
    assert!(header(mail, "Reply-To").ends_with(&format!("@{HOST}")), "{mail}");
    assert!(mail.contains("\nList-Unsubscribe: <"), "{mail}");
    assert_eq!(header(mail, "Auto-Submitted"), "auto-generated");

    let [mara, noa, done, dora] = [
        signed_in_again(server, "mara").await,
        signed_in_again(server, "noa").await,
        signed_in_again(server, "done").await,
        signed_in_again(server, "dora").await,
    ];
    assert_eq!(notices(&mara).await[0]["question"]["description"], "What is memory 1?");
    assert_eq!(notices(&noa).await[0]["book"], "A year in ink");
    assert_eq!([notices(&done).await, notices(&dora).await], [json!([]), json!([])]);
    let seen = format!("/api/account/weekly-questions/{book}/seen");
    assert_eq!(noa.post(&seen, json!({})).await.status, 204);
    assert_eq!(done.post(&seen, json!({})).await.status, 404);
    mara.submit_text(&book, "q1", "It snowed.").await;
    assert_eq!([notices(&noa).await, notices(&mara).await], [json!([]), json!([])]);

    // In the week after, the next question is sent, also to those who have answered the first one.
    send(server).await;
    let later = questions_since(server, &mails);
    assert_eq!(recipients(&later), ["done@example.org", "kim@example.org", "mara@example.org"]);
    assert!(later.iter().all(|mail| mail.contains("What is memory 2?")), "{later:?}");
}

#[tokio::test]
async fn interrupted_sending_continues_without_repeats() {
    let asked = Asked::start().await;
    let server = asked.server();
    let before = questions(server);
    // The run before ended before it had come to this member.
    server.member("late").await;
    let job = Job::SendWeeklyQuestion(asked.book.parse().unwrap());
    for _ in 0..2 {
        let job = job.clone();
        server.run_service(|context| context.write(|tx| context.enqueue(tx, job)).unwrap()).await;
        server.run_jobs().await;
    }
    let mails = questions_since(server, &before);
    assert_eq!(recipients(&mails), ["late@example.org"]);
    assert!(mails[0].contains("What is memory 1?"), "{mails:?}");
}

#[tokio::test]
async fn switched_off_question_is_not_sent() {
    let asked = Asked::start().await;
    let server = asked.server();
    let ada = signed_in_again(server, "ada").await;
    let before = questions(server).len();
    let off = choose(&ada, &asked.book, None).await;
    assert_eq!((off.status, &off.json()["nextAt"]), (200, &Value::Null));
    assert_eq!(notices(&asked.mara).await, json!([]));
    send(server).await;
    assert_eq!(questions(server).len(), before);
    // Switched on again, it goes on with the question that was not sent yet.
    let ada = signed_in_again(server, "ada").await;
    assert_eq!(choose(&ada, &asked.book, Some("monday")).await.json()["next"]["key"], "q2");
    let audit = ada.get("/api/admin/audit").await.to_string();
    for note in ["question of the week: friday", "question of the week: off"] {
        assert!(audit.contains(note), "{audit}");
    }
}

#[tokio::test]
async fn question_sent_at_once_replaces_the_next() {
    let relay = FakeSmtpRelay::open().await;
    let server = &relay.server;
    let book = server.book("A year in ink", 3).await;
    let ada = server.admin("ada").await;
    let path = format!("/api/admin/books/{book}/weekly-question");
    let now = json!({ "weekday": "friday", "sendNow": true });
    assert_eq!(ada.post(&path, now.clone()).await.status, 200);
    server.run_jobs().await;
    assert_eq!(recipients(&questions(server)), ["ada@example.org"]);
    let refused = ada.post(&path, now.clone()).await;
    assert_eq!(refused.status, 409, "{refused}");
    assert!(refused.to_string().contains("Only one is sent a week."), "{refused}");
    // It is a Thursday: the Friday after it is too soon for the next one.
    let status = ada.get(&path).await.json();
    assert_eq!(status["nextAt"]["local"], "2026-01-09T09:00", "{status}");
    server.clock.advance(6 * DAY);
    server.run_jobs().await;
    assert_eq!(questions(server).len(), 1);
    let ada = signed_in_again(server, "ada").await;
    assert_eq!(ada.post(&path, now).await.status, 200);
    server.run_jobs().await;
    assert_eq!(questions(server).len(), 2);
}

#[tokio::test]
async fn closed_or_complete_book_sends_no_question() {
    let relay = FakeSmtpRelay::open().await;
    let server = &relay.server;
    let [closed, complete] = [server.book("Closed", 1).await, server.book("Complete", 1).await];
    let ada = server.admin("ada").await;
    ada.submit_text(&complete, "q1", "It rained.").await;
    for book in [&closed, &complete] {
        choose(&ada, book, Some("friday")).await;
    }
    let path = format!("/api/admin/books/{closed}/schedule");
    let dates = json!({ "closes": "2001-01-01", "readyBy": "entries" });
    assert_eq!(ada.post(&path, dates).await.status, 200);
    send(server).await;
    assert_eq!(questions(server), Vec::<String>::new());
    let ada = signed_in_again(server, "ada").await;
    let status = ada.get(&format!("/api/admin/books/{complete}/weekly-question")).await.json();
    assert_eq!((&status["next"], &status["last"]), (&Value::Null, &Value::Null));
    assert!(status["nextAt"].is_object(), "{status}");
}

#[tokio::test]
async fn change_of_day_sends_no_second_question() {
    let asked = Asked::start().await;
    let server = asked.server();
    let ada = signed_in_again(server, "ada").await;
    let before = questions(server).len();
    // It is a Friday. Neither another day nor switching it off and on brings the next one earlier.
    for weekday in [Some("saturday"), None, Some("sunday")] {
        assert_eq!(choose(&ada, &asked.book, weekday).await.status, 200);
    }
    server.clock.advance(3 * DAY);
    server.run_jobs().await;
    assert_eq!(questions(server).len(), before);
    server.clock.advance(6 * DAY);
    server.run_jobs().await;
    assert!(questions(server).len() > before);
}

#[tokio::test]
async fn question_that_is_days_late_waits() {
    let asked = Asked::start().await;
    let server = asked.server();
    let before = questions(server).len();
    // The server was off until the Monday after.
    server.clock.advance(10 * DAY);
    server.run_jobs().await;
    assert_eq!(questions(server).len(), before);
    send(server).await;
    assert!(questions(server).len() > before);
}

#[tokio::test]
async fn unknown_weekday_is_refused() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 1).await;
    let ada = server.admin("ada").await;
    let refused = choose(&ada, &book, Some("someday")).await;
    assert_eq!(refused.status, 422, "{refused}");
    assert!(refused.to_string().contains("Choose from monday"), "{refused}");
    // Without mail, the question is on the begin page alone.
    assert_eq!(choose(&ada, &book, Some("sunday")).await.json()["takesReplies"], false);
    let other = server.keeper("stranger", &server.book("Another", 1).await).await;
    assert_eq!(choose(&other, &book, Some("sunday")).await.status, 403);
}
