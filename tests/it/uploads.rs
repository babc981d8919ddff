//! Bad uploads, accidental or hostile: each gets its own message, nothing is stored, the server survives.

mod not_blank;

use inkfold::domain::form::DRAWING_BOX;
use lopdf::Document;
use reqwest::multipart::{Form, Part};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::bad_files::{huge_png_header, long_pdf, photo, png_of_one_pixel};
use crate::support::exports::{ink, png, screen_of, words_in};
use crate::support::{TestServer, blotted, fill, fill_again};

#[tokio::test]
async fn bad_files_are_refused_with_their_own_code() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    let mara = server.member("mara").await;
    let blank = mara.get(&format!("/assets/forms/{book}.pdf")).await.bytes;
    let filled = fill(&blank, 2, &[0]);
    let other_book = server.book("Another book", 5).await;
    let other = mara.get(&format!("/assets/forms/{other_book}.pdf")).await.bytes;

    let cases: [(&str, Vec<u8>, u16, &str); 13] = [
        (
            "a text file named .pdf",
            b"Dear diary, today I wrote nothing.".to_vec(),
            422,
            "unreadable",
        ),
        ("an empty file", Vec::new(), 422, "empty-file"),
        ("a JPEG", b"\xff\xd8\xff\xe0\0\x10JFIF".to_vec(), 422, "jpeg"),
        ("a photo of an iPhone", b"\0\0\0\x18ftypheic\0\0\0\0".to_vec(), 422, "heic"),
        ("a web page", b"<!DOCTYPE html><title>Sign in</title>".to_vec(), 422, "web-page"),
        ("a truncated PDF", filled[..filled.len() / 8].to_vec(), 422, "unreadable"),
        ("the form of another book", fill(&other, 2, &[0]), 422, "other-book"),
        ("the blank form", blank.clone(), 422, "blank-form"),
        ("a PNG of one pixel", png_of_one_pixel(), 422, "picture-too-small"),
        ("a PNG that says 30,000 x 30,000", huge_png_header(), 422, "picture-too-large"),
        ("a photo", photo(), 422, "not-a-form"),
        ("a locked PDF", include_bytes!("../fixtures/encrypted.pdf").to_vec(), 422, "encrypted"),
        ("a PDF of 10,000 pages", long_pdf(), 422, "too-many-pages"),
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
async fn doubled_page_is_read_if_unambiguous() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    let mara = server.member("mara").await;
    let blank = mara.get(&format!("/assets/forms/{book}.pdf")).await.bytes;
    let filled = fill(&blank, 2, &[0, 3]);
    for boxes in [&[0, 3][..], &[]] {
        let read = mara.extract(&book, fill_again(&filled, 2, boxes)).await;
        assert_eq!(read.status, 200, "{read}");
        assert_eq!(read.json()["dirtyIndices"], json!([0, 3]));
        assert_eq!(read.json()["checks"], json!([]));
    }
    let differently = mara.extract(&book, fill_again(&filled, 2, &[1])).await;
    assert_eq!(differently.refusal(), (422, "filled-twice".into()));
}

#[tokio::test]
async fn writing_outside_boxes_is_reported_with_reading() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    let mara = server.member("mara").await;
    let blank = mara.get(&format!("/assets/forms/{book}.pdf")).await.bytes;
    let filled = Document::load_mem(&fill(&blank, 2, &[0])).unwrap();
    let outside = beside_the_boxes(filled);
    let read = mara.extract(&book, outside).await;
    assert_eq!(read.json()["dirtyIndices"], json!([0]), "{read}");
    assert_eq!(read.json()["checks"][0]["code"], "outside");
    assert!(read.json()["checks"][0]["message"].as_str().unwrap().contains("outside the boxes"));
}

/// A line between the two columns of page 2.
fn beside_the_boxes(mut pdf: Document) -> Vec<u8> {
    let page = pdf.get_pages()[&2];
    pdf.add_page_contents(page, b"q 0 G 1.5 w 219.7 300 m 219.7 400 l S Q".to_vec()).unwrap();
    let mut file = Vec::new();
    pdf.save_to(&mut file).unwrap();
    file
}

#[tokio::test]
async fn boxes_in_doubt_are_named() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 7).await;
    let mara = server.member("mara").await;
    let blank = mara.get(&format!("/assets/forms/{book}.pdf")).await.bytes;
    // The second box of the second page with boxes belongs to the seventh question.
    let read = mara.extract(&book, blotted(&fill(&blank, 3, &[0]), 3)).await;
    assert_eq!(read.json()["dirtyIndices"], json!([5]), "{read}");
    assert_eq!(read.json()["checks"][0]["code"], "stained");
    assert_eq!(read.json()["doubtfulIndices"], json!([6]));
    let alone = mara.extract(&book, blotted(&blank, 2)).await;
    assert_eq!(alone.refusal(), (422, "too-faint".into()));
}

#[tokio::test]
async fn file_beyond_limit_is_413_with_message() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    let mara = server.member("mara").await;
    let reply = mara.extract(&book, vec![b'x'; 60 << 20]).await;
    assert_eq!(reply.refusal(), (413, "too-large".into()));
}

#[tokio::test]
async fn aborted_upload_leaves_nothing() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let (session, token) = (mara.cookie("session").unwrap(), mara.cookie("XSRF-TOKEN").unwrap());
    let head = format!(
        "POST /extract HTTP/1.1\r\nHost: localhost\r\nCookie: session={session}; XSRF-TOKEN={token}\r\n\
         X-XSRF-TOKEN: {token}\r\nContent-Type: multipart/form-data; boundary=B\r\n\
         Content-Length: 1000000\r\n\r\n--B\r\nContent-Disposition: form-data; name=\"pdf\"\r\n\r\n%PDF-1.7"
    );
    let mut tab = TcpStream::connect(server.url.trim_start_matches("http://")).await.unwrap();
    tab.write_all(head.as_bytes()).await.unwrap();
    tab.shutdown().await.unwrap();
    // The server refuses the upload or closes the connection, and stores nothing.
    let mut answer = Vec::new();
    tab.read_to_end(&mut answer).await.unwrap();
    let answer = String::from_utf8_lossy(&answer);
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 400"), "{answer}");
    assert_eq!(server.files(), 0);
    assert_eq!(mara.get("/healthz").await.status, 200);
}

#[tokio::test]
async fn upload_without_single_file_is_refused() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let book = server.book("A year in ink", 5).await;
    let text = Form::new().text("data", json!({ "bid": book }).to_string());
    assert_eq!(mara.upload("/extract", text).await.refusal(), (422, "invalid".into()));
    let one = || Form::new().part("pdf", Part::bytes(vec![1, 2, 3]));
    for (form, words) in [
        (one().part("virus", Part::bytes(vec![1, 2, 3])), "The form has no such field."),
        (one().part("pdf", Part::bytes(vec![4, 5, 6])), "Only one file can be read at a time."),
    ] {
        let refused = mara.upload("/extract", form).await;
        assert_eq!((refused.status, &refused.json()["fields"]["pdf"]), (422, &json!(words)));
    }
    assert_eq!(mara.post("/extract", json!({})).await.refusal(), (415, "unsupported".into()));
}

#[tokio::test]
async fn drawing_box_is_neither_read_nor_missed() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    let mara = server.member("mara").await;
    let blank = mara.get(&format!("/assets/forms/{book}.pdf")).await.bytes;
    let mut page = screen_of(&blank);
    ink(&mut page, &words_in(0));
    let (left, top) = (DRAWING_BOX.left as f32, DRAWING_BOX.top as f32);
    let wave = |at: u8| (left + 30.0 + 4.5 * f32::from(at), top + 200.0 + f32::from(at % 9) * 12.0);
    ink(&mut page, &vec![(0..110).map(wave).collect()]);
    let read = mara.extract(&book, png(&page)).await;
    assert_eq!((&read.json()["dirtyIndices"], &read.json()["checks"]), (&json!([0]), &json!([])));
}
