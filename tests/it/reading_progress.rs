//! Progress of an upload while its form is read.

use std::sync::Arc;

use image::GrayImage;
use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use crate::support::exports::file_of;
use crate::support::{Member, Reply, TestServer};

const NAME: &str = "0123456789abcdef";

async fn progress(member: &Member) -> Value {
    let reply = member.get(&format!("/api/extract/{NAME}")).await;
    assert_eq!(reply.status, 200, "{reply}");
    reply.json()
}

#[tokio::test(flavor = "multi_thread")]
async fn sender_sees_pages_counted_while_upload_is_read() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    let (mara, leo) = (Arc::new(server.member("mara").await), server.member("leo").await);
    let notes = GrayImage::from_pixel(702, 936, [240].into());
    let file = file_of(&[&notes; 40]);
    let none = json!({ "step": "none", "page": 0, "pages": 0 });
    assert_eq!(progress(&mara).await, none);

    let sender = Arc::clone(&mara);
    let upload = tokio::spawn(async move {
        let data = json!({ "bid": book }).to_string();
        let form = Form::new().part("pdf", Part::bytes(file)).text("data", data);
        let request = sender.request(Method::POST, "/extract").header("idempotency-key", NAME);
        Reply::of(request.multipart(form)).await
    });
    let mut seen = Vec::new();
    while !upload.is_finished() {
        let now = progress(&mara).await;
        if now["step"] == "searching" {
            assert_eq!(now["pages"], 40, "{now}");
            seen.push(now["page"].as_u64().unwrap());
            assert_eq!(progress(&leo).await, none, "it is nobody else's business");
        }
    }
    let reply = upload.await.unwrap();
    assert_eq!(reply.refusal(), (422, "not-a-form".into()));
    assert!(seen.is_sorted() && seen.iter().any(|page| (1..40).contains(page)), "{seen:?}");
    assert_eq!(progress(&mara).await, none);
}

#[tokio::test]
async fn visitor_sees_no_progress() {
    let server = TestServer::start().await;
    assert_eq!(server.visitor().get(&format!("/api/extract/{NAME}")).await.status, 401);
}
