//! Reports, blocks, hidden posts and comments, and suspended members.

mod blocks;
mod command_line;
mod reports;
mod verdicts;

use serde_json::{Value, json};

use crate::support::{Member, Reply, Topic};

async fn report(member: &Member, kind: &str, id: &str) -> Reply {
    member.post("/api/report", json!({ "kind": kind, "id": id, "reason": "Unkind words." })).await
}

async fn resolve_report(admin: &Member, kind: &str, id: &str, verdict: &str) -> Reply {
    let body = json!({ "kind": kind, "id": id, "verdict": verdict, "note": "Seen." });
    admin.post("/api/admin/reports/settle", body).await
}

async fn block(member: &Member, other: &Member, verb: &str) -> Reply {
    let body = json!({ "uid": member.uid, "other": other.uid });
    member.post(&format!("/api/block/{verb}"), body).await
}

async fn comment(member: &Member, post: &str, text: &str) -> Reply {
    let body = json!({ "uid": member.uid, "pid": post, "text": text });
    member.post("/api/comments/add", body).await
}

async fn add_comment(member: &Member, post: &str, text: &str) -> String {
    let reply = comment(member, post, text).await;
    assert_eq!(reply.status, 201, "{reply}");
    reply.json()["id"].as_str().unwrap().to_owned()
}

async fn like(member: &Member, post: &str) -> Reply {
    member.post("/api/like/add", json!({ "uid": member.uid, "pid": post })).await
}

async fn ids(member: &Member, topic: &Topic) -> Vec<String> {
    let posts = member.thread(topic).await;
    posts.iter().map(|post| post["id"].as_str().unwrap().to_owned()).collect()
}

async fn comments(member: &Member, post: &str) -> usize {
    let list = member.get(&format!("/api/comments?pid={post}")).await.json();
    list.as_array().unwrap().len()
}

async fn queue(admin: &Member, state: &str) -> Vec<Value> {
    let list = admin.get(&format!("/api/admin/reports?state={state}")).await.json();
    list.as_array().unwrap().clone()
}
