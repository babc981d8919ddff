//! A member's own memos as PDF.

use hayro::hayro_syntax::Pdf;
use inkfold::config::ConfigWithSources;
use insta::assert_snapshot;
use serde_json::json;

use crate::support::{Member, Reply, TestServer, fill};

async fn submit_text(member: &Member, book: &str, question: &str, post: &str) {
    assert_eq!(member.submit_text(book, question, post).await.status, 201);
}

async fn own_book(member: &Member, book: &str) -> Reply {
    member.get(&format!("/api/book/{book}/mine.pdf")).await
}

/// Returns the title, the author and the number of pages of the PDF.
fn about(reply: &Reply) -> (String, String, usize) {
    assert_eq!((reply.status, reply.header("content-type")), (200, "application/pdf"), "{reply}");
    assert_eq!(reply.header("cache-control"), "private, no-store");
    let pdf = Pdf::new(reply.bytes.clone()).unwrap();
    let text = |text: Option<&[u8]>| String::from_utf8(text.unwrap_or_default().to_vec()).unwrap();
    let metadata = pdf.metadata();
    (text(metadata.title.as_deref()), text(metadata.author.as_deref()), pdf.pages().len())
}

#[tokio::test]
async fn own_book_is_available_before_publishing() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    let (mara, ana) = (server.member("mara").await, server.member("ana").await);
    let blank = mara.get(&format!("/assets/forms/{book}.pdf")).await.bytes;
    mara.submit(&book, fill(&blank, 2, &[0])).await;
    submit_text(&mara, &book, "q4", "It rained.").await;
    submit_text(&ana, &book, "q2", "We sang.").await;

    let reply = own_book(&mara, &book).await;
    // Half-title, cover, title page, contents, two chapters, colophon.
    assert_eq!(about(&reply), ("A year in ink".into(), "mara".into(), 7));
    let name = reply.header("content-disposition");
    assert!(name.contains("filename=\"A year in ink-mara.pdf\""), "{name}");
    // The same memos produce identical bytes; other memos produce another book.
    assert!(own_book(&mara, &book).await.bytes == reply.bytes);
    submit_text(&mara, &book, "q5", "A letter.").await;
    assert_eq!(about(&own_book(&mara, &book).await).2, 8);
    assert_eq!(about(&own_book(&ana, &book).await), ("A year in ink".into(), "ana".into(), 6));
}

#[tokio::test]
async fn own_memos_of_all_books_make_one_pdf() {
    let server = TestServer::start().await;
    let (ink, rivers) = (server.book("A year in ink", 5).await, server.book("Rivers", 5).await);
    let mara = server.member("mara").await;
    submit_text(&mara, &rivers, "q1", "It rained.").await;
    let title = || "The memos of mara".to_owned();
    assert_eq!(about(&mara.get("/api/mine.pdf").await), (title(), "mara".into(), 6));
    submit_text(&mara, &ink, "q1", "It snowed.").await;
    submit_text(&mara, &ink, "q2", "It hailed.").await;
    assert_eq!(about(&mara.get("/api/mine.pdf").await), (title(), "mara".into(), 8));
}

#[tokio::test]
async fn own_book_is_private_and_404_when_empty() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    let (mara, ana) = (server.member("mara").await, server.member("ana").await);
    submit_text(&mara, &book, "q1", "It rained.").await;
    let signed_out = (401, "unauthenticated".to_owned());
    assert_eq!(own_book(&server.visitor(), &book).await.refusal(), signed_out);
    assert_eq!(server.visitor().get("/api/mine.pdf").await.refusal(), signed_out);
    for member in [&ana, &server.admin("ada").await] {
        let nothing = own_book(member, &book).await;
        assert_eq!(nothing.refusal(), (404, "not-found".into()));
        assert_eq!(nothing.json()["error"], "You have no memos in this book yet.");
        let nothing = member.get("/api/mine.pdf").await;
        assert_eq!(nothing.json()["error"], "You have no memos yet.");
    }
    assert_eq!(own_book(&mara, "nonsense").await.refusal(), (404, "not-found".into()));

    // A withdrawn memo is left out.
    let listed = mara.post("/api/memo/list", json!({ "uid": mara.uid })).await.json();
    mara.post("/api/memo/remove", json!({ "id": listed[0]["id"] })).await;
    assert_eq!(own_book(&mara, &book).await.status, 404);
    server.disable(&mara).await;
    assert_eq!(own_book(&mara, &book).await.refusal(), signed_out);
}

#[tokio::test]
async fn concurrent_own_books_are_served_or_queued() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    let path = format!("/api/book/{book}/mine.pdf");
    let mut asking = tokio::task::JoinSet::new();
    let mut members = Vec::new();
    for number in 0..12 {
        let member = server.member(&format!("member{number}")).await;
        submit_text(&member, &book, "q1", "It rained.").await;
        members.push(member);
    }
    for member in &members {
        for _ in 0..2 {
            asking.spawn(Reply::of(member.request(reqwest::Method::GET, &path)));
        }
    }
    let replies = asking.join_all().await;
    let busy = replies.iter().filter(|reply| reply.status == 503).count();
    // A member has one book compiled at a time, and there are more members than the wait queue has places.
    let is_told = |reply: &Reply| ["busy", "rate-limited"].contains(&&*reply.refusal().1);
    assert!(replies.iter().all(|reply| reply.status == 200 || is_told(reply)));
    assert!((1..=15).contains(&busy), "{busy}");
    assert_eq!(own_book(&members[0], &book).await.status, 200);
}

#[tokio::test]
async fn own_books_are_rate_limited_per_member() {
    let server = TestServer::start().await;
    let (book, empty) = (server.book("A year in ink", 5).await, server.book("Rivers", 5).await);
    let (mara, ana) = (server.member("mara").await, server.member("ana").await);
    for member in [&mara, &ana] {
        submit_text(member, &book, "q1", "It rained.").await;
    }
    // A book without memos does not count as a try.
    assert_eq!(own_book(&mara, &empty).await.status, 404);
    for _ in 0..5 {
        assert_eq!(own_book(&mara, &book).await.status, 200);
    }
    assert_eq!(mara.get("/api/mine.pdf").await.status, 200);
    let refused = own_book(&mara, &book).await;
    assert_snapshot!(refused, @r#"
    429 {"code":"rate-limited","error":"Too many tries. Please wait 30 seconds and try again.","key":"too-many-tries",
    "msg":"Too many tries. Please wait 30 seconds and try again.","params":{"seconds":30,"wait":"30 seconds"}}
    "#);
    assert_eq!(mara.get("/api/mine.pdf").await.header("retry-after"), "30");
    assert_eq!(own_book(&ana, &book).await.status, 200);
    server.clock.advance(30);
    assert_eq!(own_book(&mara, &book).await.status, 200);
    assert_eq!(own_book(&mara, &book).await.status, 429);
}

#[tokio::test]
async fn own_book_is_refused_on_full_disk() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    let mara = server.member("mara").await;
    submit_text(&mara, &book, "q1", "It rained.").await;
    let want_left = |mebibytes| {
        let mut config = (*server.context.config()).clone();
        config.limits.free_space_mib = mebibytes;
        server.context.reload(ConfigWithSources::from(config));
    };
    let floor = server.context.config().limits.free_space_mib;
    want_left(u32::MAX);
    for refused in [own_book(&mara, &book).await, mara.get("/api/mine.pdf").await] {
        assert_eq!(refused.refusal(), (507, "insufficient-storage".into()));
    }
    want_left(floor);
    assert_eq!(own_book(&mara, &book).await.status, 200);
}
