//! Submissions of handwriting: size, storage and rate limits, and the conversion of pictures.

use std::io::Cursor;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use image::{DynamicImage, ImageFormat, Rgba, RgbaImage};
use reqwest::Method;
use serde_json::json;

use crate::support::{Member, Reply, TestServer, noise};

const HAND: &str = "/api/memo/handwriting/publish";

fn png(picture: RgbaImage) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    DynamicImage::from(picture).write_to(&mut file, ImageFormat::Png).unwrap();
    file.into_inner()
}

async fn submit_text(member: &Member, book: &str, words: &str) -> Reply {
    member.submit_text(book, "q1", words).await
}

#[tokio::test]
async fn ink_on_nothing_is_ink_on_paper() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    let mara = server.member("mara").await;
    // Transparent black, with a stroke of blue and one of grey.
    let mut drawn = RgbaImage::new(40, 30);
    for x in 5..35 {
        drawn.put_pixel(x, 10, Rgba([0, 0, 200, 255]));
        drawn.put_pixel(x, 20, Rgba([90, 90, 90, 255]));
    }
    let kept = mara.answer(&book, &[("q1", &png(drawn))]).await;
    assert_eq!(kept.status, 201, "{kept}");
    let shown = mara.get(kept.json()["memos"][0]["img"].as_str().unwrap()).await;
    let shown = image::load_from_memory(&shown.bytes).unwrap().into_rgb8();
    assert_eq!(shown.get_pixel(0, 0).0, [255; 3]);
    assert_eq!(shown.get_pixel(20, 20).0, [90; 3]);
    let [red, _, blue] = shown.get_pixel(20, 10).0;
    assert!(red < 60 && blue > 150, "{red} {blue}");
}

#[tokio::test]
async fn a_strangers_handwriting_is_not_waited_for() {
    let server = TestServer::start().await;
    let (mara, visitor) = (server.member("mara").await, server.visitor());
    let send = async |member: &Member| {
        // The token that is echoed comes with any page.
        member.get("/").await;
        let body = member.request(Method::POST, HAND).header("content-type", "application/json");
        Reply::of(body.body("{")).await.refusal()
    };
    // Nobody has looked at what a visitor sends.
    assert_eq!(send(&visitor).await, (401, "signed-out".into()));
    assert_eq!(send(&mara).await, (422, "invalid".into()));
}

#[tokio::test]
async fn oversized_submission_is_told_its_limit() {
    let server = TestServer::start_with(|config| config.max_upload_mib = 2).await;
    let book = server.book("A year in ink", 5).await;
    let mara = server.member("mara").await;
    let data = json!({ "memos": [STANDARD.encode(vec![0; 2 << 20])], "questions": ["q1"] });
    let refused = mara.post(HAND, json!({ "bid": book, "uid": mara.uid, "data": data })).await;
    assert_eq!(refused.refusal(), (413, "too-large".into()));
    assert!(refused.json()["error"].as_str().unwrap().contains("At most 2 MiB"), "{refused}");
}

#[tokio::test]
async fn entries_have_a_share_of_the_room() {
    let server = TestServer::start_with(|config| config.limits.pictures_mib = 1).await;
    let book = server.book("A year in ink", 5).await;
    let (mara, ana) = (server.member("mara").await, server.member("ana").await);
    for number in 1..20 {
        let kept = mara.answer(&book, &[("q1", &noise(number, 800))]).await;
        if kept.status != 201 {
            assert_eq!(kept.refusal(), (507, "no-room".into()));
            assert!(kept.json()["error"].as_str().unwrap().starts_with("Your entries take"));
            assert!(number > 2, "a first page has room");
            // What costs no room is taken still, and so is what others write.
            assert_eq!(submit_text(&mara, &book, "It rained.").await.status, 201);
            assert_eq!(ana.answer(&book, &[("q1", &noise(1, 800))]).await.status, 201);
            return;
        }
    }
    panic!("a share has no end");
}

#[tokio::test]
async fn answers_come_at_the_pace_of_people() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    let mara = server.member("mara").await;
    let mut taken = 0;
    let refused = loop {
        let reply = submit_text(&mara, &book, &format!("Number {taken}")).await;
        if reply.status != 201 {
            break reply;
        }
        taken += 1;
        assert!(taken <= 600, "there is no end to it");
    };
    assert_eq!(refused.refusal(), (429, "slow-down".into()));
    server.clock.advance(2);
    assert_eq!(submit_text(&mara, &book, "It rained.").await.status, 201);
    // However many there were, the book waits in the queue at most twice.
    let queued =
        server.run_service(|context| context.read().unwrap().queued_jobs().unwrap().len()).await;
    assert!(queued <= 3, "{queued}");
}
