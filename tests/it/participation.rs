//! Answers of the members of a book, and reminders for those who have open questions.

use inkfold::config::MailTransport;
use inkfold::domain::job::Job;
use serde_json::{Value, json};

use crate::support::{Member, Reply, TestServer, fill};

const DAY: i64 = 24 * 60 * 60;

async fn answers(caller: &Member, book: &str) -> Value {
    let reply = caller.get(&format!("/api/admin/books/{book}/answers")).await;
    assert_eq!(reply.status, 200, "{reply}");
    reply.json()
}

async fn remind(caller: &Member, book: &str, words: &str) -> Reply {
    caller.post(&format!("/api/admin/books/{book}/remind"), json!({ "words": words })).await
}

/// States of the answers of a member.
fn states(grid: &Value, username: &str) -> Vec<String> {
    let mut members = grid["members"].as_array().unwrap().iter();
    let member = members.find(|member| member["username"] == username).unwrap();
    let answers = member["answers"].as_array().unwrap().iter();
    answers.map(|state| state.as_str().unwrap().to_owned()).collect()
}

fn usernames(grid: &Value) -> Vec<&str> {
    let members = grid["members"].as_array().unwrap().iter();
    members.map(|member| member["username"].as_str().unwrap()).collect()
}

/// Reminders by mail with their lines joined, after all queued jobs are done.
async fn reminders(server: &TestServer) -> Vec<String> {
    server.run_jobs().await;
    let joined = server.mails().into_iter().map(|mail| mail.replace("=\r\n", ""));
    joined.filter(|mail| mail.contains("still open for you")).collect()
}

async fn shown_reminder(member: &Member) -> Value {
    member.get("/api/account/reminder").await.json()["reminder"].clone()
}

#[tokio::test]
async fn grid_shows_handed_in_and_begun_answers() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 3).await;
    let kim = server.keeper("kim", &book).await;
    let mara = server.member("mara").await;
    let blank = mara.get(&format!("/assets/forms/{book}.pdf")).await.bytes;
    // The first box is handed in, the second was only read.
    let read = mara.extract(&book, fill(&blank, 2, &[0, 1])).await;
    assert_eq!(read.status, 200, "{read}");
    mara.submit_text(&book, "q1", "It rained.").await;
    let grid = answers(&kim, &book).await;
    assert_eq!(usernames(&grid), ["kim", "mara"]);
    assert_eq!(states(&grid, "mara"), ["handed-in", "begun", "none"]);
    assert_eq!(states(&grid, "kim"), ["none"; 3]);
    assert_eq!(grid["members"][1]["handedIn"], 1);
    assert!(!grid.to_string().contains("@example.org"), "keepers see no addresses");

    let csv = kim.get(&format!("/api/admin/books/{book}/answers.csv")).await;
    let csv = String::from_utf8(csv.bytes).unwrap();
    let lines: Vec<&str> = csv.lines().collect();
    assert!(lines[0].starts_with("name,username,handed in,1. What is memory 1?"), "{csv}");
    assert_eq!(lines[2], "mara,mara,1,handed in,begun,");
}

#[tokio::test]
async fn grid_of_invited_book_has_its_guests_only() {
    let server = TestServer::start().await;
    let book = server.book("Class 7b", 1).await;
    let ada = server.admin("ada").await;
    let (writer, _) = (server.member("mara").await, server.member("otto").await);
    writer.submit_text(&book, "q1", "It rained.").await;
    let made = ada.post("/api/admin/invitations", json!({ "bid": book })).await.json();
    let sign_up = json!({
        "email": "ivo@example.org", "password": "blue-ink-on-cream",
        "invitation": made["code"]["code"], "extra": { "username": "ivo", "name": "=Ivo" },
    });
    assert_eq!(server.visitor().post("/register", sign_up).await.status, 201);
    server.applicant("wait").await;
    assert_eq!(usernames(&answers(&ada, &book).await), ["ivo", "mara"]);
    // The invitation itself may be gone, as after a restore.
    let id = made["id"].as_str().unwrap().parse().unwrap();
    server
        .run_service(move |context| {
            let forgotten = context.write(|tx| {
                let invitation = tx.invitation(id)?.unwrap();
                Ok::<_, inkfold::error::Error>(tx.remove_invitation(&invitation)?)
            });
            forgotten.unwrap();
        })
        .await;
    assert_eq!(usernames(&answers(&ada, &book).await), ["ivo", "mara"]);
    let csv = ada.get(&format!("/api/admin/books/{book}/answers.csv")).await;
    assert!(String::from_utf8(csv.bytes).unwrap().contains("'=Ivo"), "no cell is a formula");
}

#[tokio::test]
async fn reminder_reaches_who_has_not_answered() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 1).await;
    let kim = server.keeper("kim", &book).await;
    let (mara, done) = (server.member("mara").await, server.member("done").await);
    let unverified = server.unverified("noa").await;
    done.submit_text(&book, "q1", "It rained.").await;

    let report = remind(&kim, &book, "We print on Friday.").await.json();
    let expected = json!({ "reminded": 2, "mailed": 1, "complete": 1, "recent": 0, "declined": 0, "later": 0 });
    assert_eq!(report, expected, "the keeper is not reminded");
    let mails = reminders(&server).await;
    let [mail] = mails.as_slice() else { panic!("{mails:?}") };
    assert!(mail.contains("To: mara@example.org"), "{mail}");
    assert!(mail.contains("We print on Friday."), "{mail}");
    assert!(mail.contains("\nList-Unsubscribe: <"), "{mail}");
    assert_eq!(shown_reminder(&mara).await["open"], 1);
    assert_eq!(shown_reminder(&unverified).await["book"], "A year in ink");
    assert_eq!(shown_reminder(&done).await, Value::Null);

    // At most one a week.
    server.clock.advance(6 * DAY);
    assert_eq!(remind(&kim, &book, "").await.json()["recent"], 2);
    // It is gone once it is dismissed, or answered.
    assert_eq!(unverified.post("/api/account/reminder/seen", json!({})).await.status, 204);
    assert_eq!(shown_reminder(&unverified).await, Value::Null);
    mara.submit_text(&book, "q1", "It snowed.").await;
    assert_eq!(shown_reminder(&mara).await, Value::Null);
    server.clock.advance(DAY);
    let kim = signed_in_again(&server, "kim").await;
    assert_eq!(remind(&kim, &book, "").await.json()["reminded"], 1);
    let audit = server.admin("ada").await.get("/api/admin/audit").await.to_string();
    assert!(audit.contains("remind"), "{audit}");
}

async fn signed_in_again(server: &TestServer, name: &str) -> Member {
    let mut again = server.visitor();
    again.sign_in(&format!("{name}@example.org"), "blue-ink-on-cream").await;
    again
}

#[tokio::test]
async fn reminders_stop_by_link_and_setting() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 1).await;
    let ada = server.admin("ada").await;
    let (mara, ana) = (server.member("mara").await, server.member("ana").await);
    let off = ana.post("/api/account/reminders", json!({ "wanted": false })).await;
    assert_eq!(off.json(), json!({ "wanted": false }));
    assert_eq!(remind(&ada, &book, "").await.json()["declined"], 1);

    let mail = reminders(&server).await.pop().unwrap();
    let start = mail.find("/unsubscribe/").unwrap();
    let link: String = mail[start..]
        .chars()
        .take_while(|letter| !letter.is_whitespace() && *letter != '>')
        .collect();
    assert!(link.ends_with("/reminders"), "{link}");
    let visitor = server.visitor();
    // A program that follows links changes nothing.
    assert_eq!(visitor.get(&link).await.status, 200);
    assert_eq!(mara.get("/api/account/reminders").await.json()["wanted"], true);
    assert_eq!(shown_reminder(&mara).await["open"], 1);
    assert_eq!(visitor.post(&link, json!({})).await.status, 200);
    assert_eq!(mara.get("/api/account/reminders").await.json()["wanted"], false);
    assert_eq!(shown_reminder(&mara).await, Value::Null, "nor on the begin page");
    let editions = mara.get("/api/account/edition-notices").await.json();
    assert_eq!(editions["editions"], "first", "other mails still come");
    let forged = link.replace(&mara.uid, &ana.uid);
    assert_eq!(visitor.post(&forged, json!({})).await.status, 404);
}

#[tokio::test]
async fn reminder_without_mail_is_on_the_begin_page() {
    let server = TestServer::start_with(|config| config.mail.transport = MailTransport::None).await;
    let book = server.book("A year in ink", 1).await;
    let (ada, mara) = (server.admin("ada").await, server.member("mara").await);
    let report = remind(&ada, &book, "").await.json();
    assert_eq!((&report["reminded"], &report["mailed"]), (&json!(1), &json!(0)));
    assert_eq!(shown_reminder(&mara).await["bid"], json!(book));
    let closing = json!({ "closes": "2020-01-01" });
    ada.post(&format!("/api/admin/books/{book}/schedule"), closing).await;
    assert_eq!(shown_reminder(&mara).await, Value::Null, "a closed book asks for nothing");
    let closed = remind(&ada, &book, "").await;
    assert_eq!(closed.status, 409);
    assert!(closed.json()["error"].as_str().unwrap().contains("This book closed on"), "{closed}");
}

#[tokio::test]
async fn reminder_refuses_impossible_requests() {
    let server = TestServer::start().await;
    let (empty, book) = (server.book("Empty", 0).await, server.book("Other", 1).await);
    let ada = server.admin("ada").await;
    let nothing = remind(&ada, &empty, "").await;
    assert_eq!(nothing.json()["error"], "This book asks no questions yet.");
    let long = remind(&ada, &book, &"a".repeat(601)).await;
    assert!(long.json()["fields"]["words"].is_string(), "{long}");
    assert_eq!(remind(&ada, "00000000000000000000000000", "").await.status, 404);
}

#[tokio::test]
async fn begun_answers_are_exported_and_forgotten() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 2).await;
    server.admin("ada").await;
    let mara = server.member("mara").await;
    let blank = mara.get(&format!("/assets/forms/{book}.pdf")).await.bytes;
    assert_eq!(mara.extract(&book, fill(&blank, 2, &[0])).await.status, 200);
    let archive = mara.get("/api/account/export").await.bytes;
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(archive)).unwrap();
    let account: Value = serde_json::from_reader(archive.by_name("account.json").unwrap()).unwrap();
    assert_eq!(account["begunAnswers"][0]["book"], "A year in ink");
    assert_eq!(account["begunAnswers"][0]["questions"], json!(["q1"]));

    server.clock.advance(101 * DAY);
    server
        .run_service(|context| {
            context.write(|tx| context.enqueue(tx, Job::DailyCleanup)).unwrap();
        })
        .await;
    server.run_jobs().await;
    let ada = signed_in_again(&server, "ada").await;
    assert_eq!(states(&answers(&ada, &book).await, "mara"), ["none", "none"]);
}
