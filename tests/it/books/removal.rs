//! Removal of books without memos.

use inkfold::domain::policy::Actor;
use inkfold::services::books;
use serde_json::json;

use crate::support::TestServer;

/// Removes the book as the operator; returns the error message of a refusal.
async fn remove(server: &TestServer, book: &str) -> Result<String, String> {
    let id = book.parse().unwrap();
    let removed = server.run_service(move |context| {
        books::remove(context, &Actor::Operator, id)
            .map(|book| book.name)
            .map_err(|error| error.to_string())
    });
    removed.await
}

#[tokio::test]
async fn book_without_memos_is_removed_with_its_forms() {
    let server = TestServer::start().await;
    let ada = server.admin("ada").await;
    let book = server.book("Rivers", 2).await;
    let form = format!("/assets/forms/{book}.pdf");
    assert_eq!(ada.get(&form).await.status, 200);
    assert_eq!(
        server.run_service(|context| context.read().unwrap().issued_forms().unwrap().len()).await,
        1
    );

    server.clock.advance(1);
    assert_eq!(remove(&server, &book).await, Ok("Rivers".into()));
    assert_eq!(ada.get(&form).await.status, 404);
    assert_eq!(
        server.run_service(|context| context.read().unwrap().issued_forms().unwrap().len()).await,
        0
    );
    assert_eq!(remove(&server, &book).await, Err("This book was not found.".into()));
    let newest = &ada.get("/api/admin/audit").await.json()[0];
    assert_eq!((&newest["deed"], &newest["to"]), (&json!("remove-book"), &json!("book Rivers")));
}

#[tokio::test]
async fn book_with_memos_cannot_be_removed() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let book = server.book("Rivers", 2).await;
    let text = json!({
        "bid": book, "uid": mara.uid, "qid": "q1", "post": "It rained.", "question": "",
    });
    assert!(mara.post("/api/memo/text/publish", text).await.status < 300);
    let refused = remove(&server, &book).await.unwrap_err();
    assert!(refused.contains("Members have contributed to this book"), "{refused}");
    assert_eq!(mara.post("/api/book", json!({ "bid": book })).await.status, 200);
}

#[tokio::test]
async fn visitor_may_not_remove_a_book() {
    let server = TestServer::start().await;
    let id = server.book("Rivers", 2).await.parse().unwrap();
    let refused =
        server.run_service(move |context| books::remove(context, &Actor::Visitor, id).is_err());
    assert!(refused.await);
}
