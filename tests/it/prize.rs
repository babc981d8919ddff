//! The prize game: plays, credits, payments, payouts, and attempts to win more often.

mod abuse;
mod checkout;
mod credits;
mod disputes;
mod elsewhere;
mod fairness;
mod histories;
mod operator;
mod payouts;
mod plays;
mod records;

use inkfold::config::Prize;
use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use crate::support::{Member, Reply, TestServer, fill_and_mark};
pub(crate) use payouts::claim;

/// Community with the prize game and one book.
pub(crate) struct Game {
    pub(crate) server: TestServer,
    pub(crate) book: String,
}

impl Game {
    /// Starts a game in which every peg wins, ten times a day.
    async fn start() -> Self {
        Self::start_with(|_| {}).await
    }

    async fn start_with(change: impl FnOnce(&mut Prize)) -> Self {
        let server = TestServer::start_with(|config| {
            config.prize = Prize {
                enabled: true,
                winning_pegs: 49,
                wins_per_day: 10,
                wins_per_member: 10,
                ..Prize::default()
            };
            change(&mut config.prize);
        })
        .await;
        let book = server.book("A year in ink", 5).await;
        Self { server, book }
    }

    /// Form of the book with one answer and these pegs marked.
    async fn filled(&self, pegs: &[&str]) -> Vec<u8> {
        let blank = self.server.visitor().get(&format!("/assets/forms/{}.pdf", self.book)).await;
        fill_and_mark(&blank.bytes, 2, &[0], pegs)
    }

    /// Uploads the form for its pegs under this upload name.
    async fn process(&self, member: &Member, upload: &str, file: Vec<u8>) -> Reply {
        let form = geometry().part("file", Part::bytes(file)).text("email", email_of(member).await);
        member.get("/healthz").await;
        let request = member.request(Method::POST, "/process-pdf").header("session-token", upload);
        Reply::of(request.multipart(form)).await
    }

    /// Submits the form's handwriting under this upload name.
    async fn submit(&self, member: &Member, upload: &str, file: Vec<u8>) -> Reply {
        let read = member.extract(&self.book, file).await.json();
        let questions: Vec<&Value> =
            read["labels"].as_array().unwrap().iter().map(|label| &label["key"]).collect();
        let data = json!({ "rects": [], "memos": read["memos"], "questions": questions });
        let body = json!({ "bid": self.book, "uid": member.uid, "data": data });
        let path = "/api/memo/handwriting/publish";
        let request = member.request(Method::POST, path).header("session-token", upload);
        Reply::of(request.json(&body)).await
    }

    /// Uploads, submits and draws; returns the draw.
    pub(crate) async fn play(&self, member: &Member, upload: &str, pegs: &[&str]) -> Value {
        let file = self.filled(pegs).await;
        let kept = self.process(member, upload, file.clone()).await;
        assert_eq!(kept.status, 200, "{kept}");
        let submitted = self.submit(member, upload, file).await;
        assert_eq!(submitted.status, 201, "{submitted}");
        let drawn = draw(member, &kept.json()["play"]).await;
        assert_eq!(drawn.status, 200, "{drawn}");
        drawn.json()
    }

    /// Gives a free credit, as the page does.
    async fn retry(&self, member: &Member) -> Reply {
        let body = json!({ "email": email_of(member).await, "bid": self.book });
        member.post("/add-retry", body).await
    }
}

/// Returns the position of the grid, as the page sends it.
fn geometry() -> Form {
    Form::new()
        .text("left", "750")
        .text("top", "1245")
        .text("width", "500")
        .text("height", "490")
        .text("viewportWidth", "1404")
}

async fn draw(member: &Member, play: &Value) -> Reply {
    member.post("/deduct-credit", json!({ "email": email_of(member).await, "play": play })).await
}

async fn credits(member: &Member) -> i64 {
    let credits = member.get(&format!("/credits/{}", member.uid)).await.json();
    assert_eq!(credits["id"], json!(member.uid));
    credits["amt"].as_i64().unwrap()
}

async fn email_of(member: &Member) -> String {
    let profile = member.post("/query-profile", json!({ "uid": member.uid })).await.json();
    profile["email"].as_str().unwrap_or("nobody@example.org").to_owned()
}
