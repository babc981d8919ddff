//! Alternative texts of pictures, for members who cannot see them.

use std::io::{Cursor, Read};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use inkfold::services::search;
use lopdf::Document;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};
use zip::ZipArchive;

use crate::support::{Member, Reply, TestServer, noise};

/// Submits one picture as the answer to a question, with an alternative text.
async fn answer(member: &Member, book: &str, question: &str, png: &[u8], alt: &str) -> Value {
    let reply = submit(member, book, question, png, &[alt]).await;
    assert_eq!(reply.status, 201, "{reply}");
    reply.json()["memos"][0].clone()
}

async fn submit(member: &Member, book: &str, question: &str, png: &[u8], alts: &[&str]) -> Reply {
    let data = json!({ "memos": [STANDARD.encode(png)], "questions": [question], "alts": alts });
    let body = json!({ "bid": book, "uid": member.uid, "data": data });
    member.post("/api/memo/handwriting/publish", body).await
}

async fn describe(member: &Member, memo: &Value, alt: &str) -> Reply {
    member.post("/api/memo/describe", json!({ "id": memo["id"], "alt": alt })).await
}

async fn alt_of(member: &Member, memo: &Value) -> Value {
    member.post("/get-memo", json!({ "id": memo["id"] })).await.json()["alt"].clone()
}

async fn found(server: &TestServer, member: &Member, words: &str) -> u64 {
    server.run_service(|context| search::catch_up(context).unwrap()).await;
    let reply = member.get(&format!("/api/search?q={words}&kind=memo")).await;
    reply.json()["total"].as_u64().unwrap()
}

/// The alternative texts of the pictures in a tagged PDF.
fn alts_in(pdf: &[u8]) -> Vec<String> {
    let pdf = Document::load_mem(pdf).unwrap();
    let dictionaries = pdf.objects.values().filter_map(|object| object.as_dict().ok());
    let texts = dictionaries.filter_map(|dictionary| dictionary.get(b"Alt").ok());
    texts.map(|text| lopdf::decode_text_string(text).unwrap_or_default()).collect()
}

#[tokio::test]
async fn alt_text_is_shown_searched_printed_and_exported() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 3).await;
    let (mara, ana) = (server.member("mara").await, server.member("ana").await);
    let memo = answer(&mara, &book, "q1", &noise(1, 40), "  Reeds by\r\nthe river. ").await;
    assert_eq!(memo["alt"], "Reeds by\nthe river.");
    let silent = answer(&mara, &book, "q2", &noise(2, 40), "").await;
    assert_eq!(silent["alt"], Value::Null);
    assert_eq!((found(&server, &mara, "reeds").await, found(&server, &ana, "reeds").await), (1, 0));

    server.publish(&book).await;
    assert_eq!(alt_of(&ana, &memo).await, "Reeds by\nthe river.");
    assert_eq!(found(&server, &ana, "reeds").await, 1);
    let download = format!("/api/book/{book}/download");
    let printed = alts_in(&server.visitor().get(&download).await.bytes);
    assert!(printed.iter().any(|alt| alt.contains("the river.")), "{printed:?}");
    assert!(printed.iter().any(|alt| alt.starts_with("Handwriting by mara")), "{printed:?}");
    let epub = server.visitor().get(&format!("{download}?format=epub")).await.bytes;
    assert!(text_of(epub, "EPUB/chapter-001.xhtml").contains("the river."));
    let taken = mara.get("/api/account/export").await.bytes;
    assert!(text_of(taken, "memos.json").contains("the river."));
}

fn text_of(archive: Vec<u8>, name: &str) -> String {
    let mut text = String::new();
    let mut archive = ZipArchive::new(Cursor::new(archive)).unwrap();
    archive.by_name(name).unwrap().read_to_string(&mut text).unwrap();
    text
}

#[tokio::test]
async fn alt_text_can_be_changed_and_removed() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 3).await;
    let mara = server.member("mara").await;
    let memo = answer(&mara, &book, "q1", &noise(1, 40), "Reeds.").await;
    let described = describe(&mara, &memo, "Willows.").await;
    assert_eq!((described.status, &described.json()["alt"]), (200, &json!("Willows.")));
    assert_eq!(found(&server, &mara, "reeds").await, 0);
    assert_eq!(found(&server, &mara, "willows").await, 1);

    // The same picture without a text keeps the old one; with a text it is replaced.
    assert_eq!(answer(&mara, &book, "q1", &noise(1, 40), "").await["alt"], "Willows.");
    assert_eq!(answer(&mara, &book, "q1", &noise(1, 40), "Sedge.").await["alt"], "Sedge.");
    // Another picture does not inherit the text.
    assert_eq!(answer(&mara, &book, "q1", &noise(2, 40), "").await["alt"], Value::Null);
    // A restored memo has its own text again.
    let restored = mara.post("/api/memo/restore", json!({ "id": memo["id"] })).await.json();
    assert_eq!(restored["alt"], "Sedge.");
    assert_eq!(describe(&mara, &restored, " \n ").await.json()["alt"], Value::Null);
    assert_eq!(alt_of(&mara, &restored).await, Value::Null);
}

#[tokio::test]
async fn full_page_accepts_alt_text() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 3).await;
    let mara = server.member("mara").await;
    let page = async |alt: String| {
        let form = Form::new()
            .text("bid", book.clone())
            .text("uid", mara.uid.clone())
            .text("qid", "q1")
            .text("alt", alt)
            .part("file", Part::bytes(noise(1, 900)).file_name("page.png"));
        mara.upload("/api/memo/page/publish", form).await
    };
    let sent = page("A map of the river.".into()).await;
    assert_eq!((sent.status, &sent.json()["memo"]["alt"]), (201, &json!("A map of the river.")));
    assert_eq!(page("x".repeat(1001)).await.refusal(), (422, "invalid".into()));
}

#[tokio::test]
async fn invalid_alt_text_is_refused_without_loss() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 3).await;
    let (mara, ana) = (server.member("mara").await, server.member("ana").await);
    let memo = answer(&mara, &book, "q1", &noise(1, 40), "Reeds.").await;
    let typed =
        json!({ "bid": book, "uid": mara.uid, "qid": "q2", "post": "It rained.", "question": "" });
    let typed = mara.post("/api/memo/text/publish", typed).await.json()["memo"].clone();

    for alt in ["x".repeat(1001), "a\u{202e}b".into()] {
        let refused = describe(&mara, &memo, &alt).await;
        assert_eq!(refused.refusal(), (422, "invalid".into()));
        assert!(refused.json()["fields"]["alt"].is_string(), "{refused}");
        assert_eq!(submit(&mara, &book, "q3", &noise(3, 40), &[&alt]).await.status, 422);
    }
    assert_eq!(describe(&mara, &typed, "Rain.").await.status, 422);
    assert_eq!(submit(&mara, &book, "q3", &noise(3, 40), &["one", "two"]).await.status, 422);
    for stranger in [&ana, &server.admin("ada").await] {
        assert_eq!(describe(stranger, &memo, "Mine.").await.status, 404);
    }
    assert_eq!(describe(&server.visitor(), &memo, "Mine.").await.status, 401);
    assert_eq!(alt_of(&mara, &memo).await, "Reeds.");
    let counts = json!({ "uid": mara.uid, "bid": book });
    assert_eq!(mara.post("/api/memo/usr/count", counts).await.json()["hand"], 1);
}
