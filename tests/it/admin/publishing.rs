//! Previews, publishing by hand in the background, and unpublishing.

use std::path::Path;

use inkfold::sandbox::Sandbox;
use serde_json::{Value, json};

use super::{assert_admins_only, submit_text};
use crate::support::{Member, TestServer};

async fn act(admin: &Member, book: &str, verb: &str) -> (u16, Value) {
    let done = admin.post(&format!("/api/admin/books/{book}/{verb}"), json!({})).await;
    (done.status, done.json())
}

async fn get_book(admin: &Member, book: &str) -> Value {
    admin.get(&format!("/api/admin/books/{book}")).await.json()["book"].clone()
}

#[tokio::test]
async fn book_is_previewed_published_and_unpublished() {
    let server = TestServer::start().await;
    let (ada, mara) = (server.admin("ada").await, server.member("mara").await);
    let book = server.book("Rivers", 2).await;
    let preview = format!("/api/admin/books/{book}/preview.pdf");
    assert_eq!(ada.get(&preview).await.refusal(), (409, "conflict".into()), "no memos yet");
    assert_eq!(act(&ada, &book, "publish").await.0, 409);
    submit_text(&mara, &book, "q1", "It rained.").await;
    let files = server.files();
    let pdf = ada.get(&preview).await;
    assert_eq!((pdf.status, pdf.header("content-type")), (200, "application/pdf"));
    assert!(pdf.bytes.starts_with(b"%PDF-") && pdf.bytes.trim_ascii_end().ends_with(b"%%EOF"));
    assert!(pdf.header("content-disposition").contains("Rivers-preview.pdf"));
    assert_eq!((server.files(), &get_book(&ada, &book).await["edition"]), (files, &json!(0)));

    let (status, queued) = act(&ada, &book, "publish").await;
    assert_eq!((status, &queued["publishing"], &queued["edition"]), (202, &json!(true), &json!(0)));
    // A second request does not publish a second edition.
    assert_eq!(act(&ada, &book, "publish").await.0, 202);
    server.run_jobs().await;
    let made = get_book(&ada, &book).await;
    assert_eq!((&made["publishing"], &made["edition"]), (&json!(false), &json!(1)));
    assert!(server.mails().iter().any(|mail| mail.contains("has been published")));

    let (status, back) = act(&ada, &book, "unpublish").await;
    assert_eq!((status, &back["edition"], &back["memoCount"]), (200, &json!(0), &json!(1)));
    assert_eq!(act(&ada, &book, "unpublish").await.0, 409);
    assert_eq!(act(&ada, "nonsense", "publish").await.0, 404);
    let path = |verb: &str| format!("/api/admin/books/{book}/{verb}");
    assert_admins_only(&server, &path("publish"), Some(json!({}))).await;
    assert_eq!(act(&mara, &book, "unpublish").await.0, 403);
    assert_eq!(mara.get(&preview).await.status, 403);
}

#[tokio::test]
async fn failed_build_is_reported_and_retried() {
    let sandbox = Sandbox::of(Path::new("/bin/false"));
    let server = TestServer::start_with_worker(sandbox, |_| {}).await;
    let (ada, mara) = (server.admin("ada").await, server.member("mara").await);
    let book = server.book("Rivers", 2).await;
    submit_text(&mara, &book, "q1", "It rained.").await;
    assert_eq!(act(&ada, &book, "publish").await.0, 202);
    server.run_jobs().await;
    let failed = get_book(&ada, &book).await;
    assert_eq!((&failed["publishing"], &failed["edition"]), (&json!(true), &json!(0)));
    let failure = &failed["lastFailure"];
    assert!(failure["error"].as_str().unwrap().contains("could not be typeset"), "{failure}");
    assert_eq!((&failure["attempts"], failure["nextAttemptAt"].is_object()), (&json!(1), true));
    let preview = ada.get(&format!("/api/admin/books/{book}/preview.pdf")).await;
    assert_eq!(preview.refusal(), (500, "internal".into()));

    // A new request runs at once and resets the number of attempts.
    assert_eq!(act(&ada, &book, "publish").await.0, 202);
    server.run_jobs().await;
    assert_eq!(get_book(&ada, &book).await["lastFailure"]["attempts"], 1);
    for _ in 0..9 {
        server.clock.advance(3_600);
        server.run_jobs().await;
    }
    let given_up = get_book(&ada, &book).await;
    assert_eq!(given_up["publishing"], false);
    assert!(given_up["lastFailure"]["nextAttemptAt"].is_null(), "{given_up}");
}
