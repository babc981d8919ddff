//! Leafing through the memos of a book.

use serde_json::json;

use super::{assert_admins_only, submit_text};
use crate::support::{TestServer, noise};

#[tokio::test]
async fn memos_are_paged_and_filtered() {
    let server = TestServer::start().await;
    let (ada, mara, ana) =
        (server.admin("ada").await, server.member("mara").await, server.member("ana").await);
    let book = server.book("Rivers", 30).await;
    for number in 1..=25 {
        server.clock.advance(1);
        submit_text(&mara, &book, &format!("q{number}"), "It rained.").await;
    }
    server.clock.advance(1);
    let drawn = ana.answer(&book, &[("q1", &noise(1, 40))]).await;
    assert_eq!(drawn.status, 201, "{drawn}");

    let path = format!("/api/admin/memos?bid={book}");
    let first = ada.get(&path).await.json();
    assert_eq!(
        (&first["total"], &first["page"], &first["pages"]),
        (&json!(26), &json!(1), &json!(2))
    );
    assert_eq!(first["memos"].as_array().unwrap().len(), 24);
    let newest = &first["memos"][0];
    assert_eq!(
        (&newest["author"]["username"], &newest["question"]),
        (&json!("ana"), &json!("What is memory 1?"))
    );
    assert_eq!(newest["type"], "hand");
    let picture = ada.get(newest["img"].as_str().unwrap()).await;
    assert!(picture.status == 200 && picture.bytes.starts_with(b"\x89PNG"));
    assert_eq!(ada.get(newest["qrcode"].as_str().unwrap()).await.status, 200);
    let last = ada.get(&format!("{path}&page=2")).await.json();
    assert_eq!(last["memos"].as_array().unwrap().len(), 2);
    assert_eq!(last["memos"][1]["qid"], "q1");
    assert_eq!(ada.get(&format!("{path}&page=3")).await.json()["memos"], json!([]));
    assert_eq!(ada.get(&format!("{path}&qid=q1")).await.json()["total"], 2);
    let of_mara = format!("{path}&uid={}", mara.uid);
    assert_eq!(ada.get(&of_mara).await.json()["total"], 25);
    assert_eq!(ada.get(&format!("{of_mara}&qid=Q1&page=1")).await.json()["total"], 1);

    server.clock.advance(1);
    let other = server.book("Rivers", 1).await;
    submit_text(&ana, &other, "q1", "It froze.").await;
    let of_all = ada.get("/api/admin/memos").await.json();
    assert_eq!((&of_all["total"], &of_all["memos"][0]["bid"]), (&json!(27), &json!(other)));
    let of_ana = format!("/api/admin/memos?uid={}", ana.uid);
    assert_eq!(ada.get(&of_ana).await.json()["total"], 2);

    let filters = ada.get(&format!("/api/admin/memos/filters?bid={book}")).await.json();
    assert_eq!(
        (&filters["members"][0]["author"]["name"], &filters["members"][1]["memos"]),
        (&json!("ana"), &json!(25))
    );
    assert_eq!(
        (&filters["questions"][0]["memos"], &filters["questions"][29]["memos"]),
        (&json!(2), &json!(0))
    );
}

#[tokio::test]
async fn memos_of_unknown_book_are_not_searched() {
    let server = TestServer::start().await;
    let ada = server.admin("ada").await;
    let book = server.book("Rivers", 2).await;
    let none = ada.get(&format!("/api/admin/memos?bid={book}")).await.json();
    assert_eq!(none, json!({ "total": 0, "page": 1, "pages": 0, "memos": [] }));
    for (query, status) in [
        ("", 200),
        ("?bid=nonsense", 404),
        (format!("?bid={book}&uid=nonsense").as_str(), 404),
        (format!("?bid={book}&qid=two+words").as_str(), 422),
        (format!("?bid={book}&page=-1").as_str(), 422),
    ] {
        assert_eq!(ada.get(&format!("/api/admin/memos{query}")).await.status, status, "{query}");
    }
    assert_eq!(ada.get("/api/admin/memos/filters?bid=nonsense").await.status, 404);
    assert_admins_only(&server, &format!("/api/admin/memos?bid={book}"), None).await;
    let mara = server.member("mara").await;
    assert_eq!(mara.get(&format!("/api/admin/memos/filters?bid={book}")).await.status, 403);
}
