//! Web admin: books, memos, mail, suggestions, members, settings, backups, and the audit log.

mod audit;
mod backups;
mod books;
mod dashboard;
mod mail;
mod members;
mod memos;
mod publishing;
mod questions;
mod settings;
mod statistics;
mod suggestions;

use serde_json::{Value, json};

use crate::support::{Member, Reply, TestServer};

pub(crate) async fn submit_text(member: &Member, book: &str, question: &str, post: &str) -> Value {
    let sent = member.submit_text(book, question, post).await;
    assert_eq!(sent.status, 201, "{sent}");
    sent.json()["memo"].clone()
}

async fn suggest(member: &Member, words: &str) -> String {
    let body = json!({ "suggestion": words, "uid": member.uid });
    let sent = member.post("/api/suggestion/send", body).await;
    sent.json()["id"].as_str().unwrap().to_owned()
}

/// Asserts that a visitor gets 401 and a member 403 here: a response to an admin is then for admins only.
async fn assert_admins_only(server: &TestServer, path: &str, body: Option<Value>) {
    let ask = async |who: &Member| -> Reply {
        match body.clone() {
            Some(body) => who.post(path, body).await,
            None => who.get(path).await,
        }
    };
    let stranger = server.member("stranger").await;
    assert_eq!(ask(&server.visitor()).await.refusal(), (401, "unauthenticated".into()), "{path}");
    assert_eq!(ask(&stranger).await.refusal(), (403, "forbidden".into()), "{path}");
}
