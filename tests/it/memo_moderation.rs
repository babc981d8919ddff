//! Memos that readers report and admins hide, show again or remove.

mod command_line;
mod reports;
mod verdicts;

use inkfold::services::search;
use serde_json::{Value, json};

use crate::support::{Member, Reply, TestServer};

const REPORTS: &str = "/api/admin/reports";
const SETTLE: &str = "/api/admin/reports/settle";

/// Published book with a memo of Mara's.
struct Published {
    server: TestServer,
    book: String,
    mara: Member,
    ana: Member,
    ada: Member,
    memo: String,
}

impl Published {
    async fn start() -> Self {
        let server = TestServer::start().await;
        let book = server.book("A year in ink", 5).await;
        let (mara, ana) = (server.member("mara").await, server.member("ana").await);
        let ada = server.admin("ada").await;
        let memo = submit_text(&mara, &book, "q1", "It rained.").await;
        submit_text(&ana, &book, "q2", "We sang.").await;
        server.publish(&book).await;
        Self { server, book, mara, ana, ada, memo }
    }

    /// Returns the ids of the memos that a member reads below a question.
    async fn read(&self, reader: &Member, question: &str) -> Vec<String> {
        let path = format!("/api/book/{}/read?qid={question}", self.book);
        let memos = reader.get(&path).await.json()["memos"].clone();
        memos.as_array().map(|memos| memos.iter().map(id_of).collect()).unwrap_or_default()
    }

    async fn found(&self, reader: &Member, words: &str) -> usize {
        self.server.run_service(|context| search::catch_up(context).unwrap()).await;
        let reply = reader.get(&format!("/api/search?q={words}&kind=memo")).await;
        reply.json()["results"].as_array().unwrap().len()
    }

    /// Returns the memo as its author sees it.
    async fn author_view(&self) -> Value {
        get_memo(&self.mara, &self.memo).await.json()
    }

    /// Returns the mails with this subject, after all queued jobs are done.
    async fn mails(&self, subject: &str) -> Vec<String> {
        self.server.run_jobs().await;
        let mut mails = self.server.mails();
        mails.retain(|mail| mail.contains(&format!("Subject: {subject}")));
        mails
    }
}

fn id_of(memo: &Value) -> String {
    memo["id"].as_str().unwrap().to_owned()
}

async fn submit_text(member: &Member, book: &str, question: &str, post: &str) -> String {
    let reply = member.submit_text(book, question, post).await;
    assert_eq!(reply.status, 201, "{reply}");
    id_of(&reply.json()["memo"])
}

async fn get_memo(member: &Member, id: &str) -> Reply {
    member.post("/get-memo", json!({ "id": id })).await
}

async fn report(member: &Member, id: &str) -> Reply {
    let body = json!({ "kind": "memo", "id": id, "reason": "It names my neighbour." });
    member.post("/api/report", body).await
}

async fn resolve_report(admin: &Member, id: &str, verdict: &str, why: &str) -> Reply {
    let body = json!({ "kind": "memo", "id": id, "verdict": verdict, "why": why });
    admin.post(SETTLE, body).await
}

async fn hide(admin: &Member, id: &str) {
    let reply = resolve_report(admin, id, "hide", "It names a neighbour.").await;
    assert_eq!(reply.status, 200, "{reply}");
}
