//! Details of one member in the web admin, and deletion of an account.

use serde_json::json;

use super::submit_text;
use crate::support::{PASSWORD, TestServer};

#[tokio::test]
async fn member_details_are_shown_to_admins_only() {
    let server = TestServer::start().await;
    let (ada, mara) = (server.admin("ada").await, server.member("mara").await);
    let book = server.book("Rivers", 2).await;
    submit_text(&mara, &book, "q1", "It rained.").await;
    let profile = json!({
        "uid": mara.uid, "name": "Mara", "handedness": "left", "preferredTablets": "Boox",
        "spokenLanguages": "",
    });
    mara.post("/update-profile", profile).await;
    let path = format!("/api/admin/members/{}", mara.uid);
    let seen = ada.get(&path).await.json();
    assert_eq!(
        (&seen["member"]["email"], &seen["member"]["memos"]),
        (&json!("mara@example.org"), &json!(1))
    );
    assert_eq!((&seen["handedness"], &seen["sessions"]), (&json!("left"), &json!(1)));
    assert_eq!(seen["books"], json!([{ "bid": book, "name": "Rivers", "memos": 1 }]));
    assert!(!seen.to_string().contains("argon2"), "no hash leaves the server");
    assert_eq!(mara.get(&path).await.refusal(), (403, "forbidden".into()));
    assert_eq!(server.visitor().get(&path).await.refusal(), (401, "unauthenticated".into()));
    assert_eq!(ada.get("/api/admin/members/nonsense").await.status, 404);
}

#[tokio::test]
async fn admin_deletes_member_with_own_password() {
    let server = TestServer::start().await;
    let (ada, mara, ana) =
        (server.admin("ada").await, server.member("mara").await, server.member("ana").await);
    let path = |uid: &str| format!("/api/admin/members/{uid}/delete");
    let proof = json!({ "password": PASSWORD });
    assert_eq!(
        ana.post(&path(&mara.uid), proof.clone()).await.refusal(),
        (403, "forbidden".into())
    );
    let wrong = ada.post(&path(&mara.uid), json!({ "password": "not the password" })).await;
    assert_eq!(wrong.refusal(), (401, "invalid-credentials".into()));
    assert!(mara.is_signed_in().await);
    let own = ada.post(&path(&ada.uid), proof.clone()).await;
    assert_eq!(own.refusal(), (409, "conflict".into()));
    assert_eq!(ada.post(&path("nonsense"), proof.clone()).await.status, 404);

    assert_eq!(ada.post(&path(&mara.uid), proof.clone()).await.status, 204);
    assert!(!mara.is_signed_in().await);
    assert_eq!(ada.post(&path(&mara.uid), proof).await.status, 404);
    let left = ada.get("/api/admin/members").await.json();
    assert_eq!(left.as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn admin_password_guesses_are_limited() {
    let server = TestServer::start().await;
    let (ada, mara) = (server.admin("ada").await, server.member("mara").await);
    let path = format!("/api/admin/members/{}/delete", mara.uid);
    let mut last = 0;
    for _ in 0..30 {
        last = ada.post(&path, json!({ "password": "not the password" })).await.status;
        if last == 429 {
            break;
        }
    }
    assert_eq!(last, 429);
    let right = ada.post(&path, json!({ "password": PASSWORD })).await;
    assert_eq!(right.refusal(), (429, "rate-limited".into()));
    assert!(mara.is_signed_in().await);
}
