//! Submitting and viewing handwriting.

use insta::assert_snapshot;
use serde_json::{Value, json};
use std::time::Duration;

use crate::support::{Member, TestServer, fill, noise};

#[tokio::test]
async fn uploaded_form_is_read_submitted_and_listed() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    let mara = server.member("mara").await;
    let blank = mara.get(&format!("/assets/forms/{book}.pdf")).await.bytes;

    let read = mara.extract(&book, fill(&blank, 2, &[0, 3])).await;
    assert_eq!(read.status, 200, "{read}");
    let read = read.json();
    assert_eq!(read["dirtyIndices"], json!([0, 3]));
    assert_eq!(read["labels"][1], json!({ "key": "q4", "description": "What is memory 4?" }));
    assert_eq!(read["rects"][1], json!({ "top": 758, "left": 720, "width": 560, "height": 438 }));
    assert_eq!(read["picks"], json!([]));

    let submitted = mara.publish(&book, &read).await;
    assert_eq!(submitted.status, 201, "{submitted}");
    let listed = mara.post("/api/memo/list", json!({ "uid": mara.uid, "bid": book })).await;
    let memos = listed.json();
    assert_eq!(memos.as_array().unwrap().len(), 2);
    assert_snapshot!(memos[0]["author"], @r#"{"name":"mara","username":"mara"}"#);
    assert_snapshot!(mara.post("/api/memo/usr/count", json!({ "uid": mara.uid, "bid": book })).await, @r#"200 {"hand":2,"page":0,"text":0,"total":2}"#);

    let picture = memos[0]["img"].as_str().unwrap();
    let shown = mara.get(picture).await;
    assert_eq!((shown.status, shown.header("content-type")), (200, "image/png"));
    assert!(shown.header("content-security-policy").contains("sandbox"));
    assert_eq!(server.visitor().get(picture).await.status, 404);
    assert_eq!(server.member("ana").await.get(picture).await.status, 404);
    assert_eq!(server.admin("ada").await.get(picture).await.status, 200);
}

#[tokio::test]
async fn memo_qr_code_links_to_its_page() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    let mara = server.member("mara").await;
    let blank = mara.get(&format!("/assets/forms/{book}.pdf")).await.bytes;
    let read = mara.extract(&book, fill(&blank, 2, &[1])).await.json();
    let memo = mara.publish(&book, &read).await.json()["memos"][0].clone();

    let code = mara.get(memo["qrcode"].as_str().unwrap()).await;
    assert_eq!((code.status, code.header("content-type")), (200, "image/svg+xml"));
    let address = read_code(std::str::from_utf8(&code.bytes).unwrap());
    assert_eq!(address, format!("http://127.0.0.1:8080/memo/{}", memo["id"].as_str().unwrap()));
    assert_eq!(mara.get("/media/memo/nonsense.svg").await.status, 404);
}

/// Decodes a QR code as a camera would. Its path consists of rectangles, `M x y h w v h H x V y`.
fn read_code(svg: &str) -> String {
    let path = svg.split_once(" d=\"").unwrap().1.split_once('"').unwrap().0;
    let rectangles: Vec<[usize; 4]> = path
        .split('M')
        .skip(1)
        .map(|rectangle| {
            let numbers = rectangle.split(|c: char| !c.is_ascii_digit()).filter(|n| !n.is_empty());
            let numbers: Vec<usize> = numbers.map(|number| number.parse().unwrap()).collect();
            [numbers[0], numbers[1], numbers[2], numbers[3]]
        })
        .collect();
    let side = rectangles.iter().map(|[x, _, width, _]| x + width).max().unwrap() + 32;
    let dark = |x, y| {
        let covers = |[left, top, width, height]: &[usize; 4]| {
            (*left..left + width).contains(&x) && (*top..top + height).contains(&y)
        };
        if rectangles.iter().any(covers) { 0 } else { 255 }
    };
    let mut picture = rqrr::PreparedImage::prepare_from_greyscale(side, side, dark);
    picture.detect_grids()[0].decode().unwrap().1
}

#[tokio::test]
async fn resubmission_replaces_and_repetition_changes_nothing() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    let mara = server.member("mara").await;
    let blank = mara.get(&format!("/assets/forms/{book}.pdf")).await.bytes;
    let read = mara.extract(&book, fill(&blank, 2, &[1])).await.json();

    let first = mara.publish(&book, &read).await.json();
    server.clock.advance(60);
    let (one, two) = tokio::join!(mara.publish(&book, &read), mara.publish(&book, &read));
    assert_eq!((one.json(), two.json()), (first.clone(), first.clone()));

    let mut other = read.clone();
    other["memos"][0] = base64_png(40, 30).into();
    let second = mara.publish(&book, &other).await.json();
    assert_ne!(second["memos"][0]["id"], first["memos"][0]["id"]);
    assert_eq!(second["memos"][0]["createdAt"], first["memos"][0]["createdAt"]);
    let listed = mara.post("/api/memo/list", json!({ "uid": mara.uid, "bid": book })).await.json();
    assert_eq!(listed.as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn ten_concurrent_submissions_are_all_stored() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    let mut people = Vec::new();
    for n in 0..10 {
        people.push(server.member(&format!("member{n}")).await);
    }
    let read = json!({ "memos": [base64_png(40, 30)], "labels": [{ "key": "q1" }], "rects": [] });
    let all = people.iter().map(|member| member.publish(&book, &read));
    for reply in futures_join(all).await {
        assert_eq!(reply.status, 201, "{reply}");
    }
    let shelf = server.visitor().post("/api/book", json!({ "bid": book })).await.json();
    assert_eq!(shelf["memoCount"], 10);
}

#[tokio::test]
async fn partly_invalid_submission_stores_nothing() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    let (mara, ana) = (server.member("mara").await, server.member("ana").await);
    let fresh = server.unverified("fresh").await;
    let good = base64_png(40, 30);
    let submission = |memos: Value, questions: Value| json!({ "bid": book, "uid": mara.uid, "data": { "rects": [], "memos": memos, "questions": questions } });
    let path = "/api/memo/handwriting/publish";
    for bad in [
        submission(json!([good, "not a picture"]), json!(["q1", "q2"])),
        submission(json!([good, good]), json!(["q1", "q1"])),
        submission(json!([good, good]), json!(["q1", "q99"])),
        submission(json!([good]), json!(["q1", "q2"])),
        submission(json!([]), json!([])),
        submission(json!([base64_png(3000, 2)]), json!(["q1"])),
    ] {
        assert_eq!(mara.post(path, bad).await.refusal(), (422, "invalid".into()));
    }
    let whole = submission(json!([good]), json!(["q1"]));
    assert_eq!(ana.post(path, whole.clone()).await.refusal(), (403, "forbidden".into()));
    let mut own = whole;
    own["uid"] = fresh.uid.clone().into();
    assert_eq!(fresh.post(path, own).await.refusal(), (403, "verification-required".into()));
    let shelf = server.visitor().post("/api/book", json!({ "bid": book })).await.json();
    assert_eq!(shelf["memoCount"], 0);

    // Nothing of the refused attempts is stored. Garbage collection keeps the cached blank form.
    mara.get(&format!("/assets/forms/{book}.pdf")).await;
    let removed = server
        .run_service(|context| {
            inkfold::services::operations::garbage_collection::collect(
                context,
                Duration::ZERO,
                inkfold::services::operations::garbage_collection::CollectionLimit::All,
            )
            .unwrap()
        })
        .await;
    assert_eq!(removed.trashed, 0);
    assert_eq!(mara.get(&format!("/assets/forms/{book}.pdf")).await.status, 200);
}

#[tokio::test]
async fn older_form_version_is_still_read() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    let mara = server.member("mara").await;
    let old = mara.get(&format!("/assets/forms/{book}.pdf")).await.bytes;
    server.ask_more(&book, "q6", "What came last?").await;
    let new = mara.get(&format!("/assets/forms/{book}.pdf")).await.bytes;
    assert_ne!(old, new);
    for blank in [old, new] {
        let read = mara.extract(&book, fill(&blank, 2, &[4])).await;
        assert_eq!(read.json()["dirtyIndices"], json!([4]), "{read}");
    }
}

#[tokio::test]
async fn member_cannot_list_anothers_memos() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    let (mara, ana) = (server.member("mara").await, server.member("ana").await);
    for path in ["/api/memo/list", "/api/memo/usr/count"] {
        let theirs = json!({ "uid": mara.uid, "bid": book });
        assert_eq!(ana.post(path, theirs).await.refusal(), (403, "forbidden".into()));
    }
}

/// Small grey picture, encoded as the web interface sends it.
fn base64_png(width: u32, height: u32) -> String {
    use base64::Engine as _;
    let mut png = std::io::Cursor::new(Vec::new());
    image::GrayImage::new(width, height).write_to(&mut png, image::ImageFormat::Png).unwrap();
    base64::engine::general_purpose::STANDARD.encode(png.into_inner())
}

/// Runs all futures at once; returns their results in order.
async fn futures_join<T>(all: impl Iterator<Item = impl Future<Output = T>>) -> Vec<T> {
    let mut pending: Vec<_> = all.map(|one| (Box::pin(one), None)).collect();
    std::future::poll_fn(move |context| {
        for (one, done) in &mut pending {
            if done.is_none()
                && let std::task::Poll::Ready(value) = one.as_mut().poll(context)
            {
                *done = Some(value);
            }
        }
        if pending.iter().any(|(_, done)| done.is_none()) {
            return std::task::Poll::Pending;
        }
        std::task::Poll::Ready(pending.iter_mut().filter_map(|(_, done)| done.take()).collect())
    })
    .await
}

#[tokio::test]
async fn history_keeps_the_last_fifty_of_a_question() {
    let server = TestServer::start().await;
    let book = server.book("Rivers", 2).await;
    let mara = server.member("mara").await;
    mara.answer(&book, &[("q1", &noise(1, 40))]).await;
    server.publish(&book).await;
    let files = || server.run_service(|context| context.blobs.usage().files);
    let published = files().await;
    for number in 2..70 {
        let answered = mara.answer(&book, &[("q1", &noise(number, 40))]).await;
        assert_eq!(answered.status, 201, "{number}: {answered}");
        server.clock.advance(1);
    }
    assert_eq!(files().await - published, 51, "one is present, and fifty can be restored");
    let earlier = history(&mara, &book, json!({ "qid": "q1" })).await;
    assert_eq!(earlier.len(), 51, "the published one stays, too");
    assert_eq!(history(&mara, &book, json!({ "qid": "q2" })).await, Vec::<Value>::new());
}

/// Page of the history of a book, with these further fields of the request.
async fn history(member: &Member, book: &str, mut query: Value) -> Vec<Value> {
    (query["bid"], query["uid"]) = (json!(book), json!(member.uid));
    let page = member.post("/api/memo/history", query).await;
    assert_eq!(page.status, 200, "{page}");
    page.json().as_array().unwrap().clone()
}

#[tokio::test]
async fn history_has_pages_of_a_hundred() {
    let server = TestServer::start().await;
    let book = server.book("Rivers", 3).await;
    let mara = server.member("mara").await;
    for number in 0..50 {
        for question in ["q1", "q2", "q3"] {
            let text = format!("It rained for {number} days.");
            assert_eq!(mara.submit_text(&book, question, &text).await.status, 201);
        }
        server.clock.advance(2);
    }
    let first = history(&mara, &book, json!({})).await;
    let last = first[99]["id"].clone();
    let second = history(&mara, &book, json!({ "after": last })).await;
    assert_eq!((first.len(), second.len()), (100, 47));
    assert!(second.iter().all(|memo| !first.contains(memo)), "each is on one page");
    let unknown = json!({ "bid": book, "uid": mara.uid, "after": "nonsense" });
    assert_eq!(mara.post("/api/memo/history", unknown).await.status, 404);
    let leo = server.member("leo").await;
    let others = json!({ "bid": book, "uid": mara.uid });
    assert_eq!(leo.post("/api/memo/history", others).await.status, 403);
}
