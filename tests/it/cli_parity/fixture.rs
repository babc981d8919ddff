//! Small community with data for every verb, and the ids that the calls name.

use crate::prize::{Game, claim};
use crate::second_factor::switch_on;
use crate::support::fake_smtp_relay::proven;
use crate::support::{Encryption, Member, SmtpBehaviour, SmtpServer, TestServer, fill, noise};
use inkfold::config::Prize;
use inkfold::domain::policy::Actor;
use inkfold::platform::clock::{Clock, SystemClock};
use inkfold::services::operations::outbox;

use serde_json::{Value, json};

/// Ids that the calls name, and files that they read.
pub(super) struct ParityFixture {
    ids: Vec<(&'static str, String)>,
    pub(super) files: Vec<(&'static str, Vec<u8>)>,
}

impl ParityFixture {
    /// Returns the call with ids in place of the words in braces.
    pub(super) fn name_in(&self, call: &str) -> String {
        let named = |call: String, (name, id): &(&str, String)| call.replace(name, id);
        self.ids.iter().fold(call.to_owned(), named)
    }
}

pub(super) async fn community() -> (TestServer, ParityFixture) {
    let smtp = SmtpServer::start(
        Encryption::Open,
        &[SmtpBehaviour::RefuseRecipient, SmtpBehaviour::Accept],
    );
    let server = TestServer::start_with(|config| {
        smtp.configure(config);
        config.webhooks.allow_private_networks = true;
        config.prize =
            Prize { enabled: true, winning_pegs: 49, wins_per_day: 2, ..Prize::default() };
    });
    let server = server.await;
    // The verbs run at the real time, when an old mail's body would have expired. So the clock is set to an hour ago.
    let an_hour_ago = SystemClock.now().as_second() - 60 * 60;
    server.clock.advance(an_hour_ago - server.clock.now().as_second());
    let mail = refused_mail(&server).await;
    let ada = server.admin("ada").await;
    let (mara, leo) = (server.member("mara").await, server.member("leo").await);
    switch_on(&server, &leo).await;

    let empty = server.book("Puddles", 1).await;
    let book = server.book("Rivers", 2).await;
    let blank = mara.get(&format!("/assets/forms/{book}.pdf")).await.bytes;
    let filled = fill(&blank, 2, &[0, 1]);
    mara.submit(&book, filled.clone()).await;
    let asked = json!({ "uid": mara.uid, "bid": book, "qid": "q2" });
    let memo = id(&mara.post("/api/memo/list", asked).await.json()[0]);
    let game = Game { server, book: book.clone() };
    let (won, lost) = (win(&game, &leo).await, win(&game, &ada).await);
    let server = game.server;

    let topic = server.topic("letters").await;
    let post = mara.post_and_publish(&topic, &noise(1, 40)).await;
    let report = json!({ "kind": "post", "id": post, "reason": "Unkind words." });
    assert_eq!(leo.post("/api/report", report).await.status, 202);
    let reports = ada.get("/api/admin/reports?state=open").await.json();
    let report = id(&reports[0]["reports"][0]);
    let suggestion = json!({ "suggestion": "A book about lakes.", "uid": mara.uid });
    let suggestion = id(&mara.post("/api/suggestion/send", suggestion).await.json());
    for applicant in ["ivo", "una"] {
        server.applicant(applicant).await;
    }
    let cards = json!({ "name": "Class 7b", "cards": 3, "days": 30 });
    let invitation = id(&ada.post("/api/admin/invitations", cards).await.json());
    let hook = json!({ "url": "http://127.0.0.1:1/hook", "events": ["post.reported"] });
    let hook = ada.post("/api/admin/webhooks", hook).await.json()["webhook"].clone();
    let hook = id(&hook);
    let test = format!("/api/admin/webhooks/{hook}/test");
    let delivery = id(&ada.post(&test, json!({})).await.json());
    let guests = [server.guest("Noor", &book).await, server.guest("Otto", &book).await];
    for guest in &guests {
        guest.submit_text(&book, "q1", "It rained.").await;
        guest.submit_text(&book, "q2", "It snowed.").await;
    }
    for member in [&mara, &leo] {
        member.script(&["read"]).await;
    }
    let tokens = mara.get("/api/account/api-tokens").await.json();
    let waiting =
        ada.get(&format!("/api/admin/books/{book}/guests")).await.json()["waiting"].clone();
    server.run_jobs().await;

    let ids = vec![
        ("{book}", book),
        ("{empty}", empty),
        ("{memo}", memo),
        ("{post}", post),
        ("{report}", report),
        ("{suggestion}", suggestion),
        ("{invitation}", invitation),
        ("{token}", id(&tokens[0])),
        ("{hook}", hook),
        ("{delivery}", delivery),
        ("{guest}", guests[1].uid.clone()),
        ("{waiting}", id(&waiting[0])),
        ("{declined}", id(&waiting[1])),
        ("{mail}", mail),
        ("{won}", won),
        ("{lost}", lost),
    ];
    let files = vec![
        ("filled.pdf", filled),
        ("questions.csv", b"q1,What is memory one?\nsound,What did you hear?\n".to_vec()),
        ("page.eml", proven("mara", "Rain", &noise(2, 40))),
    ];
    (server, ParityFixture { ids, files })
}

/// Returns the first mail, which has failed for good.
async fn refused_mail(server: &TestServer) -> String {
    let bo = server.unverified("bo").await;
    let asked = json!({ "name": "bo", "email": "bo@example.org", "uid": bo.uid });
    assert_eq!(bo.post("/send-verify", asked).await.status, 202);
    server.run_jobs().await;
    let mail = server.run_service(|context| {
        let mails = outbox::list(context, &Actor::Operator, None, 1).unwrap();
        mails[0].id.to_string()
    });
    mail.await
}

/// The payout of a win that waits for an admin.
async fn win(game: &Game, member: &Member) -> String {
    let drawn = game.play(member, "upload-1", &["E3"]).await;
    assert_eq!(drawn["won"], true, "{drawn}");
    id(&claim(member).await.json())
}

fn id(value: &Value) -> String {
    value["id"].as_str().unwrap().to_owned()
}
