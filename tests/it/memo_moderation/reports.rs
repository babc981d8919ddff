//! Reports of a memo.

use serde_json::json;

use super::{Published, REPORTS, get_memo, report, submit_text};

#[tokio::test]
async fn reported_memo_is_hidden_from_reporter_only() {
    let it = Published::start().await;
    assert_eq!(it.found(&it.ana, "rained").await, 1);
    assert_eq!(report(&it.ana, &it.memo).await.status, 202);
    assert_eq!(report(&it.ana, &it.memo).await.status, 202, "twice is once");
    assert_eq!(it.read(&it.ana, "q1").await, [""; 0]);
    assert_eq!(get_memo(&it.ana, &it.memo).await.status, 404);
    assert_eq!(it.found(&it.ana, "rained").await, 0);
    assert_eq!(it.read(&it.mara, "q1").await, [it.memo.as_str()]);
    assert_eq!(it.found(&it.mara, "rained").await, 1);

    let queue = it.ada.get(REPORTS).await.json();
    let reported = &queue[0];
    assert_eq!(queue.as_array().unwrap().len(), 1);
    assert_eq!(reported["kind"], "memo");
    assert_eq!((&reported["id"], &reported["state"]), (&json!(it.memo), &json!("shown")));
    assert_eq!((&reported["bid"], &reported["book"]), (&json!(it.book), &json!("A year in ink")));
    assert_eq!(reported["question"], "What is memory 1?");
    assert_eq!((&reported["text"], &reported["editions"]), (&json!("It rained."), &json!([1])));
    assert_eq!(reported["reports"].as_array().unwrap().len(), 1);
    assert_eq!(reported["reports"][0]["reason"], "It names my neighbour.");
}

#[tokio::test]
async fn memo_report_is_refused_unless_readable() {
    let it = Published::start().await;
    let unpublished = submit_text(&it.mara, &it.book, "q3", "Not yet.").await;
    let not_found = (404, "not-found".to_owned());
    assert_eq!(report(&it.ana, &unpublished).await.refusal(), not_found);
    assert_eq!(report(&it.ana, "nonsense").await.refusal(), not_found);
    assert_eq!(
        report(&it.server.visitor(), &it.memo).await.refusal(),
        (401, "unauthenticated".into())
    );
    let own = report(&it.mara, &it.memo).await;
    assert!(own.json()["fields"]["id"].is_string(), "{own}");
    let empty = json!({ "kind": "memo", "id": it.memo, "reason": " " });
    let empty = it.ana.post("/api/report", empty).await;
    assert!(empty.json()["fields"]["reason"].is_string(), "{empty}");
    super::hide(&it.ada, &it.memo).await;
    assert_eq!(report(&it.ana, &it.memo).await.refusal(), not_found);
}
