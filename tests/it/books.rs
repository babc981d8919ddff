//! The library, blank forms, and books that are made.

mod editing;
mod export;
mod question_files;
mod removal;

use insta::assert_snapshot;
use reqwest::Method;
use serde_json::json;

use crate::support::{Reply, TestServer, fill, without_codes};

#[tokio::test]
async fn visitor_lists_books_and_questions() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 2).await;
    let anybody = server.visitor();
    assert_snapshot!(anybody.post("/api/book/list", json!({})).await, @r#"
    200 [{"cover":null,"description":"Short memos.","edition":0,"hasContributed":false,"id":"[id]","ink":"[ink]","isNewest":false,
    "memoCount":0,"name":"A year in ink","newAnswers":0,"percentWritten":0,"publishAt":20,"schedule":{"closes":null,
    "opens":null,"readyBy":"entries"},"status":"collecting","userMemoCount":0}]
    "#);
    assert_snapshot!(anybody.post("/api/questions", json!({ "bid": book })).await, @r#"200 [{"description":"What is memory 1?","key":"q1","number":1},{"description":"What is memory 2?","key":"q2","number":2}]"#);
    for nothing in ["01", "../etc", "00000000000000000000000000"] {
        assert_eq!(
            anybody.post("/api/book", json!({ "bid": nothing })).await.refusal(),
            (404, "not-found".into())
        );
    }
}

#[tokio::test]
async fn book_with_newest_edition_is_listed_first() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let mut books = Vec::new();
    for name in ["Rivers", "Rain", "Snow"] {
        server.clock.advance(1);
        let book = server.book(name, 2).await;
        assert_eq!(mara.submit_text(&book, "q1", "Of bread and of wet coats.").await.status, 201);
        books.push(book);
    }
    let library = async || {
        let answer = server.visitor().post("/api/book/list", json!({})).await.json();
        let name = |book: &serde_json::Value| {
            let star = if book["isNewest"] == true { "*" } else { "" };
            format!("{}{star}", book["name"].as_str().unwrap())
        };
        answer.as_array().unwrap().iter().map(name).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(library().await, "Snow Rain Rivers");
    for (book, expected) in [(&books[0], "Rivers* Snow Rain"), (&books[1], "Rain* Snow Rivers")] {
        server.clock.advance(60);
        server.publish(book).await;
        assert_eq!(library().await, expected);
    }
}

#[tokio::test]
async fn blank_form_is_made_once_and_cached() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 6).await;
    let anybody = server.visitor();
    let path = format!("/assets/forms/{book}.pdf");
    let form = anybody.get(&path).await;
    assert_eq!((form.status, form.header("content-type")), (200, "application/pdf"));
    assert!(form.bytes.starts_with(b"%PDF-"));
    assert!(form.header("content-disposition").contains("A year in ink.pdf"));
    let again = anybody.request(Method::GET, &path).header("if-none-match", form.header("etag"));
    assert_eq!(Reply::of(again).await.status, 304);

    let empty = server.book("No questions yet", 0).await;
    for nothing in [empty.as_str(), "nothing"] {
        let reply = anybody.get(&format!("/assets/forms/{nothing}.pdf")).await;
        assert_eq!(reply.refusal(), (404, "not-found".into()));
    }
}

#[tokio::test]
async fn open_form_asks_only_unanswered_questions() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 7).await;
    let mara = server.member("mara").await;
    let open = format!("/assets/forms/{book}.pdf?only=open");
    assert_eq!(server.visitor().get(&open).await.refusal(), (401, "unauthenticated".into()));
    assert_eq!(mara.get(&format!("/assets/forms/{book}.pdf?only=x")).await.status, 422);

    let whole = mara.get(&format!("/assets/forms/{book}.pdf")).await.bytes;
    assert_eq!(mara.get(&open).await.bytes, whole, "nothing is answered yet");
    let read = mara.extract(&book, fill(&whole, 2, &[0, 1, 3])).await;
    assert_eq!(mara.publish(&book, &read.json()).await.status, 201);

    let form = mara.get(&open).await;
    assert_eq!(form.status, 200);
    let keys = |read: &Reply| -> Vec<String> {
        let labels = read.json()["labels"].clone();
        let labels = labels.as_array().unwrap().iter();
        labels.map(|label| label["key"].as_str().unwrap().to_owned()).collect()
    };
    let read = mara.extract(&book, fill(&form.bytes, 2, &[0, 3])).await;
    assert_eq!(keys(&read), ["q3", "q7"]);
    assert_eq!(mara.publish(&book, &read.json()).await.status, 201);

    // The form that was printed before is still read.
    let read = mara.extract(&book, fill(&form.bytes, 2, &[1])).await;
    assert_eq!(keys(&read), ["q5"]);
    let read = mara.extract(&book, fill(&whole, 2, &[1])).await;
    assert_eq!(keys(&read), ["q2"]);
}

#[tokio::test]
async fn open_form_without_codes_is_flagged() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 7).await;
    let mara = server.member("mara").await;
    let whole = mara.get(&format!("/assets/forms/{book}.pdf")).await.bytes;
    let read = mara.extract(&book, fill(&whole, 2, &[0, 1, 3])).await;
    assert_eq!(mara.publish(&book, &read.json()).await.status, 201);
    let form = mara.get(&format!("/assets/forms/{book}.pdf?only=open")).await.bytes;
    let read = mara.extract(&book, without_codes(&fill(&form, 2, &[0, 3]), 2)).await;
    // It looks like the whole form, which has other questions in these boxes.
    let checks = read.json()["checks"].clone();
    let codes: Vec<_> = checks.as_array().unwrap().iter().map(|check| &check["code"]).collect();
    assert!(codes.contains(&&json!("unidentified")), "{codes:?}");

    // A book with a single form gets no warning.
    let other = server.book("Rivers", 3).await;
    let form = mara.get(&format!("/assets/forms/{other}.pdf")).await.bytes;
    let read = mara.extract(&other, without_codes(&fill(&form, 2, &[1]), 2)).await;
    assert_eq!(read.json()["labels"][0]["key"], "q2", "{read}");
    assert_eq!(read.json()["checks"], json!([]), "{read}");
}

#[tokio::test]
async fn questions_are_found_by_key() {
    let server = TestServer::start().await;
    let book = server.book("Rivers", 1).await;
    server.clock.advance(1);
    let other = server.book("Rain", 2).await;
    let anybody = server.visitor();
    let asked = |bid: &str, number: u32| json!({ "bid": bid, "key": format!("q{number}"), "number": number, "description": format!("What is memory {number}?") });
    let find = async |query| anybody.post("/get-questions", query).await;
    assert_eq!(find(json!({ "key": "Q2" })).await.json(), json!([asked(&other, 2)]));
    let of_both = find(json!({ "key": "q1" })).await.json();
    assert_eq!(of_both, json!([asked(&other, 1), asked(&book, 1)]));
    let of_one = find(json!({ "key": "q1", "bid": book })).await.json();
    assert_eq!(of_one, json!([asked(&book, 1)]));
    for nothing in [json!({ "key": "q3" }), json!({ "key": "q2", "bid": book })] {
        assert_eq!(find(nothing).await.refusal(), (404, "not-found".into()));
    }
    for wrong in [json!({ "key": "" }), json!({ "key": "q 1" }), json!({ "bid": book })] {
        assert_eq!(find(wrong).await.refusal(), (422, "invalid".into()));
    }
}

#[tokio::test]
async fn memos_of_two_kinds_count_once_for_threshold() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    server.publish_threshold(&book, 2).await;
    let mara = server.member("mara").await;
    let blank = mara.get(&format!("/assets/forms/{book}.pdf")).await.bytes;
    let submit_text = async |question: &str| {
        let memo = json!({ "bid": book, "uid": mara.uid, "qid": question, "post": "It rained.", "question": "" });
        assert_eq!(mara.post("/api/memo/text/publish", memo).await.status, 201);
        server.run_jobs().await;
        mara.post("/api/book", json!({ "bid": book })).await.json()
    };
    mara.submit(&book, fill(&blank, 2, &[0])).await;
    let seen = submit_text("q1").await;
    assert_eq!((&seen["memoCount"], &seen["edition"]), (&json!(2), &json!(0)));
    let seen = submit_text("q2").await;
    assert_eq!((&seen["memoCount"], &seen["edition"]), (&json!(3), &json!(1)));
}

#[tokio::test]
async fn book_is_published_automatically_at_its_threshold() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    server.publish_threshold(&book, 2).await;
    let (mara, ana) = (server.member("mara").await, server.member("ana").await);
    let blank = mara.get(&format!("/assets/forms/{book}.pdf")).await.bytes;

    mara.submit(&book, fill(&blank, 2, &[0])).await;
    server.run_jobs().await;
    let path = format!("/api/book/{book}/download");
    assert_eq!(server.visitor().get(&path).await.refusal(), (404, "not-found".into()));

    ana.submit(&book, fill(&blank, 2, &[0])).await;
    server.run_jobs().await;
    let shelf = server.visitor().post("/api/book", json!({ "bid": book })).await;
    assert_snapshot!(shelf, @r#"
    200 {"cover":{"full":"[full]","height":1872,"large":"[large]","small":"[small]","width":1404},"description":"Short memos.",
    "edition":1,"hasContributed":false,"id":"[id]","ink":"[ink]","isNewest":true,"memoCount":2,"name":"A year in ink",
    "newAnswers":0,"percentWritten":100,"publishAt":2,"schedule":{"closes":null,"opens":null,"readyBy":"entries"},
    "status":"published","userMemoCount":0}
    "#);
    let pdf = server.visitor().get(&path).await;
    assert_eq!((pdf.status, pdf.header("content-type")), (200, "application/pdf"));
    let told: Vec<String> = server.mails();
    assert_eq!(told.iter().filter(|mail| mail.contains("has been published")).count(), 2);

    // The same memos do not make another edition.
    mara.submit(&book, fill(&blank, 2, &[0])).await;
    server.run_jobs().await;
    assert_eq!(server.visitor().get(&format!("{path}?edition=2")).await.status, 404);
}
