//! Suggestions in the browser.

use serde_json::json;

use super::{assert_admins_only, suggest};
use crate::support::TestServer;

const SUGGESTIONS: &str = "/api/admin/suggestions";

#[tokio::test]
async fn admin_lists_and_answers_suggestions() {
    let server = TestServer::start().await;
    let (ada, mara) = (server.admin("ada").await, server.member("mara").await);
    let rivers = suggest(&mara, "A book about rivers.").await;
    server.clock.advance(1);
    let boats = suggest(&mara, "A book about boats.").await;
    let open = ada.get(SUGGESTIONS).await.json();
    assert_eq!((&open[0]["id"], &open[1]["id"]), (&json!(boats), &json!(rivers)));
    assert_eq!(
        (&open[0]["author"]["username"], &open[0]["uid"]),
        (&json!("mara"), &json!(mara.uid))
    );

    let book = server.book("Rivers", 1).await;
    let done = format!("{SUGGESTIONS}/{rivers}/done");
    let answered = ada.post(&done, json!({ "words": "Gladly.", "bid": book })).await;
    assert_eq!(answered.status, 200, "{answered}");
    let answered = answered.json();
    assert_eq!((&answered["book"], &answered["bid"]), (&json!("Rivers"), &json!(book)));
    assert_eq!(answered["doneAt"]["_seconds"], 1_767_225_601);
    server.run_jobs().await;
    assert!(server.mails().iter().any(|mail| mail.contains("In our own words: Gladly.")));
    assert_eq!(ada.get(&format!("{SUGGESTIONS}?state=open")).await.json()[0]["id"], json!(boats));
    assert_eq!(ada.get(&format!("{SUGGESTIONS}?state=done")).await.json(), json!([answered]));

    assert_eq!(ada.post(&done, json!({})).await.refusal(), (409, "conflict".into()));
    let long =
        ada.post(&format!("{SUGGESTIONS}/{boats}/done"), json!({ "words": "x".repeat(601) })).await;
    assert!(long.json()["fields"]["words"].is_string(), "{long}");
    assert_eq!(ada.post(&format!("{SUGGESTIONS}/nonsense/done"), json!({})).await.status, 404);
    assert_eq!(ada.get(&format!("{SUGGESTIONS}?state=lost")).await.status, 422);
    assert_admins_only(&server, SUGGESTIONS, None).await;
    assert_eq!(mara.post(&done, json!({})).await.status, 403);
}
