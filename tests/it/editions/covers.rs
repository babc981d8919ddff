//! Covers of editions: on the shelf, in the EPUB, and as admins choose them.

use base64::Engine;
use image::{GrayImage, Luma};

use super::*;
use crate::support::exports;

/// Picture of an answer box with lines of "writing" in its left part.
fn lines(count: u32) -> GrayImage {
    GrayImage::from_fn(560, 438, |x, y| {
        let is_ink = x > 20 && x < 500 && y / 60 < count && y % 60 < 8;
        Luma([if is_ink { 20 } else { 255 }])
    })
}

async fn submit_hand(member: &Member, book: &str, questions: &[&str]) -> Vec<String> {
    let png = |(index, _): (usize, _)| {
        base64::engine::general_purpose::STANDARD.encode(exports::png(&lines(2 + index as u32)))
    };
    let memos: Vec<String> = questions.iter().enumerate().map(png).collect();
    let data = json!({ "rects": [], "memos": memos, "questions": questions });
    let body = json!({ "bid": book, "uid": member.uid, "data": data });
    let answer = member.post("/api/memo/handwriting/publish", body).await;
    assert_eq!(answer.status, 201, "{:?}", answer.json());
    let listed = answer.json()["memos"].as_array().unwrap().clone();
    listed.iter().map(|memo| memo["id"].as_str().unwrap().to_owned()).collect()
}

async fn shown(server: &TestServer, book: &str) -> Value {
    server.visitor().post("/api/book", json!({ "bid": book })).await.json()
}

/// Colour of a pixel of a book's cover.
async fn pixel(server: &TestServer, book: &str, x: u32, y: u32) -> [u8; 3] {
    let path = shown(server, book).await["cover"]["small"].as_str().unwrap().to_owned();
    let file = server.visitor().get(&path).await;
    assert_eq!(file.status, 200);
    image::load_from_memory(&file.bytes).unwrap().to_rgb8().get_pixel(x, y).0
}

#[tokio::test]
async fn cover_is_public_while_its_edition_is() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    let mara = server.member("mara").await;
    submit_hand(&mara, &book, &["q1"]).await;
    let before = shown(&server, &book).await;
    assert_eq!((&before["cover"], &before["percentWritten"]), (&Value::Null, &json!(5)));

    server.publish(&book).await;
    let published = shown(&server, &book).await;
    let cover = &published["cover"];
    assert_eq!(
        (&cover["width"], &cover["height"], &published["percentWritten"]),
        (&json!(1404), &json!(1872), &json!(100))
    );
    let anybody = server.visitor();
    let mut files = Vec::new();
    for (size, width) in [("full", 1404), ("large", 960), ("small", 480)] {
        let path = cover[size].as_str().unwrap();
        let file = anybody.get(path).await;
        assert_eq!(file.status, 200, "{size}");
        assert_eq!(image::load_from_memory(&file.bytes).unwrap().width(), width);
        files.push((path.to_owned(), file.bytes));
    }
    // On the slowest network a shelf of covers is there within seconds.
    assert!(files[2].1.len() < 40_000, "{}", files[2].1.len());
    let epub = anybody.get(&format!("/api/book/{book}/download?format=epub")).await.bytes;
    assert!(epub.windows(files[0].1.len()).any(|part| part == files[0].1), "the EPUB has it");

    assert_eq!(unpublish(&server, &book).await, "edition 1");
    assert_eq!(shown(&server, &book).await["cover"], Value::Null);
    for (path, _) in files {
        assert_eq!(anybody.get(&path).await.status, 404);
    }
}

#[tokio::test]
async fn admins_choose_ink_and_memo_of_next_cover() {
    let server = TestServer::start().await;
    let (book, other) = (server.book("A year in ink", 5).await, server.book("Rivers", 1).await);
    let mara = server.member("mara").await;
    let memos = submit_hand(&mara, &book, &["q1", "q2"]).await;
    let admin = server.admin("ada").await;
    let change =
        async |body: Value| admin.post(&format!("/api/admin/books/{book}/change"), body).await;
    let strange = submit_hand(&mara, &other, &["q1"]).await;
    for (body, field) in [
        (json!({ "coverInk": "green" }), "coverInk"),
        (json!({ "coverMemo": "nonsense" }), "coverMemo"),
        (json!({ "coverMemo": strange[0] }), "coverMemo"),
    ] {
        let refused = change(body).await;
        assert_eq!(refused.status, 422);
        assert!(refused.json()["fields"][field].is_string(), "{:?}", refused.json());
    }
    assert_eq!(mara.post(&format!("/api/admin/books/{book}/change"), json!({})).await.status, 403);

    let changed = change(json!({ "coverInk": "moss", "coverMemo": memos[0] })).await.json();
    assert_eq!((&changed["coverInk"], &changed["coverMemo"]), (&json!("moss"), &json!(memos[0])));
    assert_eq!(shown(&server, &book).await["ink"], "#25592f");
    server.publish(&book).await;
    assert_eq!(pixel(&server, &book, 5, 5).await, [0x25, 0x59, 0x2f]);
    let with_two_lines = shown(&server, &book).await["cover"]["full"].clone();

    // The memo with more lines fills a cover better.
    change(json!({ "coverInk": "olive", "coverMemo": "" })).await;
    assert_eq!(pixel(&server, &book, 5, 5).await, [0x25, 0x59, 0x2f], "an edition never changes");
    server.publish(&book).await;
    assert_eq!(pixel(&server, &book, 5, 5).await, [0x4a, 0x4f, 0x1c]);
    assert_ne!(shown(&server, &book).await["cover"]["full"], with_two_lines);
}
