//! What people upload by mistake or on purpose: each gets its own sentence, nothing is kept, the server lives.

use reqwest::multipart::{Form, Part};
use serde_json::json;

use crate::support::{TestServer, fill};

const PNG_OF_ONE_PIXEL: &[u8] = include_bytes!("../fixtures/one-pixel.png");

#[tokio::test]
async fn every_bad_file_gets_its_own_sentence() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    let mara = server.member("mara").await;
    let blank = mara.get(&format!("/assets/forms/{book}.pdf")).await.bytes;
    let filled = fill(&blank, 2, &[0]);
    let other_book = server.book("Another book", 5).await;
    let other = mara.get(&format!("/assets/forms/{other_book}.pdf")).await.bytes;

    let cases: [(&str, Vec<u8>, u16, &str); 8] = [
        (
            "a text file named .pdf",
            b"Dear diary, today I wrote nothing.".to_vec(),
            422,
            "unreadable",
        ),
        ("an empty file", Vec::new(), 422, "unreadable"),
        ("a truncated PDF", filled[..filled.len() / 8].to_vec(), 422, "unreadable"),
        ("the form of another book", fill(&other, 2, &[0]), 422, "other-book"),
        ("the blank form", blank.clone(), 422, "blank-form"),
        ("a PNG of one pixel", PNG_OF_ONE_PIXEL.to_vec(), 422, "picture-too-small"),
        ("a PNG that says 30,000 x 30,000", huge_png_header(), 422, "picture-too-large"),
        ("a photo", photo(), 422, "not-a-form"),
    ];
    let mut sentences = Vec::new();
    for (what, file, status, code) in cases {
        let reply = mara.extract(&book, file).await;
        assert_eq!(reply.refusal(), (status, code.into()), "{what}: {reply}");
        sentences.push(reply.json()["error"].as_str().unwrap().to_owned());
    }
    assert!(sentences.iter().all(|sentence| sentence.len() > 20), "{sentences:#?}");
    assert_eq!(mara.extract(&book, filled).await.status, 200);
}

#[tokio::test]
async fn a_file_beyond_the_limit_is_413_in_words() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    let mara = server.member("mara").await;
    let reply = mara.extract(&book, vec![b'x'; 60 << 20]).await;
    assert_eq!(reply.refusal(), (413, "too-large".into()));
}

#[tokio::test]
async fn an_upload_that_breaks_off_leaves_nothing() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let book = server.book("A year in ink", 5).await;
    let text = Form::new().text("data", json!({ "bid": book }).to_string());
    assert_eq!(mara.upload("/extract", text).await.refusal(), (422, "invalid".into()));
    let strange = Form::new().part("virus", Part::bytes(vec![1, 2, 3]));
    assert_eq!(mara.upload("/extract", strange).await.refusal(), (422, "invalid".into()));
    assert_eq!(mara.post("/extract", json!({})).await.refusal(), (415, "unsupported".into()));
}

/// The first 33 bytes of a PNG that claims to be far too large.
fn huge_png_header() -> Vec<u8> {
    let mut png = PNG_OF_ONE_PIXEL.to_vec();
    png[16..20].copy_from_slice(&30_000_u32.to_be_bytes());
    png[20..24].copy_from_slice(&30_000_u32.to_be_bytes());
    let crc = crc32(&png[12..29]);
    png[29..33].copy_from_slice(&crc.to_be_bytes());
    png
}

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| {
            if crc & 1 == 1 { crc >> 1 ^ 0xEDB8_8320 } else { crc >> 1 }
        })
    })
}

/// Soft blobs of light, as a camera sees a room.
fn photo() -> Vec<u8> {
    let picture = image::GrayImage::from_fn(1200, 1600, |x, y| {
        let wave =
            (x as f32 / 97.0).sin() + (y as f32 / 61.0).cos() + ((x + y) as f32 / 211.0).sin();
        image::Luma([(127.0 + 40.0 * wave) as u8])
    });
    let mut png = std::io::Cursor::new(Vec::new());
    picture.write_to(&mut png, image::ImageFormat::Png).unwrap();
    png.into_inner()
}
