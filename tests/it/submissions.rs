//! Submissions of handwriting: size, storage and rate limits, and the conversion of pictures.

use std::io::Cursor;
use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use futures_util::future::{join, join_all};
use image::{DynamicImage, ImageFormat, Rgba, RgbaImage};
use inkfold::context::Context;
use inkfold::domain::id::AccountId;
use inkfold::domain::policy::Actor;
use inkfold::services::memos;
use reqwest::Method;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::support::{Community, Member, Reply, TestServer, eventually, noise};

/// Timeout, longer than any step of the tests.
const LONG: Duration = Duration::from_mins(1);
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
async fn transparent_background_is_stored_as_white() {
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
async fn visitor_submission_is_refused_before_parsing() {
    let server = TestServer::start().await;
    let (mara, visitor) = (server.member("mara").await, server.visitor());
    let send = async |member: &Member| {
        // Any page sets the CSRF cookie.
        member.get("/").await;
        let body = member.request(Method::POST, HAND).header("content-type", "application/json");
        Reply::of(body.body("{")).await.refusal()
    };
    // The body of a visitor's request is not parsed.
    assert_eq!(send(&visitor).await, (401, "unauthenticated".into()));
    assert_eq!(send(&mara).await, (422, "invalid".into()));
}

#[tokio::test]
async fn oversized_submission_is_413_with_limit() {
    let server = TestServer::start_with(|config| config.max_upload_mib = 2).await;
    let book = server.book("A year in ink", 5).await;
    let mara = server.member("mara").await;
    let data = json!({ "memos": [STANDARD.encode(vec![0; 2 << 20])], "questions": ["q1"] });
    let refused = mara.post(HAND, json!({ "bid": book, "uid": mara.uid, "data": data })).await;
    assert_eq!(refused.refusal(), (413, "too-large".into()));
    assert!(refused.json()["error"].as_str().unwrap().contains("At most 2 MiB"), "{refused}");
}

#[tokio::test]
async fn pictures_beyond_member_quota_are_refused() {
    let server = TestServer::start_with(|config| config.limits.pictures_mib = 1).await;
    let book = server.book("A year in ink", 5).await;
    let (mara, ana) = (server.member("mara").await, server.member("ana").await);
    for number in 1..20 {
        let kept = mara.answer(&book, &[("q1", &noise(number, 800))]).await;
        if kept.status != 201 {
            assert_eq!(kept.refusal(), (507, "insufficient-storage".into()));
            assert!(kept.json()["error"].as_str().unwrap().starts_with("You've used all"));
            assert!(number > 2, "a first page has room");
            // Text memos need no picture storage, and the limit is per member.
            assert_eq!(submit_text(&mara, &book, "It rained.").await.status, 201);
            assert_eq!(ana.answer(&book, &[("q1", &noise(1, 800))]).await.status, 201);
            return;
        }
    }
    panic!("a share has no end");
}

#[tokio::test]
async fn memo_submissions_are_rate_limited() {
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
    assert_eq!(refused.refusal(), (429, "rate-limited".into()));
    server.clock.advance(2);
    assert_eq!(submit_text(&mara, &book, "It rained.").await.status, 201);
    // At most two jobs of the book are queued, however many submissions there were.
    let queued =
        server.run_service(|context| context.read().unwrap().queued_jobs().unwrap().len()).await;
    assert!(queued <= 3, "{queued}");
}

/// Submission with an array of `count` empty strings in place of pictures.
fn many_empty_memos(count: usize) -> Vec<u8> {
    let mut body = br#"{"bid":"x","uid":"x","data":{"questions":[],"memos":[""#.to_vec();
    body.extend_from_slice("\",\"".repeat(count).as_bytes());
    body.extend_from_slice(br#""]}}"#);
    body
}

fn hand_request(member: &Member, body: Vec<u8>) -> reqwest::RequestBuilder {
    let request = member.request(Method::POST, HAND).header("content-type", "application/json");
    request.body(body)
}

#[tokio::test]
async fn excess_empty_memos_are_refused_without_memory_growth() {
    let community = Community::start().await;
    let mara = &community.member;
    let idle = community.running.peak_memory();
    let body = many_empty_memos(10_000_000);
    let sent = (0..3).map(|_| Reply::of(hand_request(mara, body.clone())));
    for refused in join_all(sent).await {
        // Some requests find the wait queue full.
        assert!([422, 429].contains(&refused.status), "{refused}");
    }
    let refused = Reply::of(hand_request(mara, body)).await;
    assert_eq!(refused.refusal(), (422, "invalid".into()));
    assert!(refused.to_string().contains("a list of at most 100 items"), "{refused}");
    let added = community.running.peak_memory().saturating_sub(idle);
    println!("30 MB of empty strings take {added} MiB beside {idle}");
    assert!(added < 40, "{added} MiB");
}

#[tokio::test]
async fn submission_is_refused_before_its_body_arrives() {
    let server = TestServer::start().await;
    let (noa, mara) = (server.unverified("noa").await, server.member("mara").await);
    for member in [&noa, &mara] {
        member.get("/healthz").await;
    }
    let refused = send_head(&server, &noa).await;
    assert!(refused.starts_with("HTTP/1.1 403"), "{refused}");
    let id = mara.uid.parse().unwrap();
    let count_all = move |context: &Context| {
        while memos::check_submission(context, &Actor::full_member(id)).is_ok() {}
    };
    server.run_service(count_all).await;
    let refused = send_head(&server, &mara).await;
    assert!(refused.starts_with("HTTP/1.1 429"), "{refused}");
}

/// Sends the head of a large submission without its body; returns the beginning of the response.
async fn send_head(server: &TestServer, member: &Member) -> String {
    let (session, token) =
        (member.cookie("session").unwrap(), member.cookie("XSRF-TOKEN").unwrap());
    let head = format!(
        "POST {HAND} HTTP/1.1\r\nHost: localhost\r\nCookie: session={session}; XSRF-TOKEN={token}\r\n\
         X-XSRF-TOKEN: {token}\r\nContent-Type: application/json\r\nContent-Length: 30000000\r\n\r\n"
    );
    let mut stream = TcpStream::connect(server.url.trim_start_matches("http://")).await.unwrap();
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut beginning = [0; 12];
    let read = stream.read_exact(&mut beginning);
    timeout(LONG, read).await.expect("it waits for the body").unwrap();
    String::from_utf8_lossy(&beginning).into_owned()
}

#[tokio::test]
async fn large_submissions_of_one_member_leave_room() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    let (mara, ana) = (server.member("mara").await, server.member("ana").await);
    let picture = noise(1, 400);
    let greedy: AccountId = ana.uid.parse().unwrap();
    let (release, released) = mpsc::channel::<()>();
    let released = Arc::new(Mutex::new(released));
    // As many tasks as there are permits, and as many waiting ones as one member may have.
    for _ in 0..64 {
        let (context, released) = (Arc::clone(&server.context), Arc::clone(&released));
        thread::spawn(move || {
            let wait = || released.lock().unwrap().recv().is_err();
            let _ = context.body_budgets.large_json.run(greedy, wait);
        });
    }
    let line = &server.context.body_budgets.large_json;
    let are_waiting = async |count| {
        eventually("none waits", async || (line.waiting() == count).then_some(())).await;
    };
    are_waiting(2).await;
    let refused = ana.answer(&book, &[("q1", &picture)]).await;
    assert_eq!(refused.refusal(), (429, "rate-limited".into()));
    let submit = async { mara.answer(&book, &[("q1", &picture)]).await };
    let finish = async {
        are_waiting(3).await;
        drop(release);
    };
    let (submitted, ()) = timeout(LONG, join(submit, finish)).await.expect("mara is refused");
    assert_eq!(submitted.status, 201, "{submitted}");
}
