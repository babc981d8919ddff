//! Plays and credits in the web admin.

use serde_json::json;

use super::{Game, credits};
use crate::support::{PASSWORD, TestServer};

#[tokio::test]
async fn admin_lists_plays_by_day_and_member() {
    let game = Game::start_with(|prize| prize.reward = "a book token".into()).await;
    let (ada, mara) = (game.server.admin("ada").await, game.server.member("mara").await);
    assert_eq!(ada.get("/api/admin/plays").await.json(), json!([]));
    game.play(&mara, "upload-1", &["E3", "A1"]).await;
    let plays = ada.get("/api/admin/plays").await.json();
    let play = &plays[0];
    assert_eq!((&play["id"], &play["state"]), (&json!("2026-01-01.1"), &json!("won")));
    assert_eq!(
        (&play["author"]["username"], &play["book"]),
        (&json!("mara"), &json!("A year in ink"))
    );
    assert_eq!(
        (&play["reward"], play["winning"].as_array().unwrap().len()),
        (&json!("a book token"), 49)
    );
    for query in ["day=2026-01-01".to_owned(), format!("uid={}", mara.uid)] {
        assert_eq!(ada.get(&format!("/api/admin/plays?{query}")).await.json(), plays);
    }
    let another = format!("/api/admin/plays?uid={}", ada.uid);
    assert_eq!(ada.get(&another).await.json(), json!([]));
    assert_eq!(ada.get("/api/admin/plays?day=2026-01-02").await.json(), json!([]));
    assert_eq!(ada.get("/api/admin/plays?day=yesterday").await.refusal(), (422, "invalid".into()));
    assert_eq!(ada.get("/api/admin/plays?uid=nonsense").await.status, 404);
    assert_eq!(mara.get("/api/admin/plays").await.refusal(), (403, "forbidden".into()));
}

#[tokio::test]
async fn admins_grant_credits_but_not_to_themselves() {
    let game = Game::start().await;
    let (ada, mara) = (game.server.admin("ada").await, game.server.member("mara").await);
    let body = |email: &str, amount: u32| json!({ "email": email, "amount": amount, "why": "a lost form" });
    game.server.clock.advance(1);
    let given = ada.post("/api/admin/credits", body("mara@example.org", 2)).await;
    assert_eq!(given.status, 201, "{given}");
    assert_eq!(given.json(), json!({ "uid": mara.uid, "amount": 2, "balance": 2 }));
    assert_eq!(credits(&mara).await, 2);
    let log = ada.get("/api/admin/audit").await.json();
    assert_eq!(
        (&log[0]["deed"], &log[0]["note"]),
        (&json!("grant-credits"), &json!("2: a lost form"))
    );
    for (email, amount, status) in
        [("ada@example.org", 1, 403), ("nobody@example.org", 1, 404), ("mara", 0, 422)]
    {
        assert_eq!(
            ada.post("/api/admin/credits", body(email, amount)).await.status,
            status,
            "{email}"
        );
    }
    assert_eq!(mara.post("/api/admin/credits", body("mara", 1)).await.refusal().0, 403);
    assert_eq!(credits(&mara).await, 2);
}

#[tokio::test]
async fn credits_need_a_fresh_password() {
    let game = Game::start().await;
    let (ada, mara) = (game.server.admin("ada").await, game.server.member("mara").await);
    game.server.clock.advance(6 * 60);
    let body = json!({ "email": "mara@example.org", "amount": 2, "why": "a lost form" });
    let late = ada.post("/api/admin/credits", body.clone()).await;
    assert_eq!(late.refusal(), (401, "recent-signin-required".into()));
    assert_eq!(credits(&mara).await, 0);
    let password = json!({ "email": "ada@example.org", "password": PASSWORD });
    assert_eq!(ada.post("/reauthenticate", password).await.status, 204);
    assert_eq!(ada.post("/api/admin/credits", body).await.status, 201);
}

#[tokio::test]
async fn disabled_game_shows_no_records() {
    let server = TestServer::start().await;
    let ada = server.admin("ada").await;
    assert_eq!(ada.get("/api/admin/plays").await.refusal(), (404, "not-found".into()));
    let body = json!({ "email": "ada", "amount": 1, "why": "x" });
    assert_eq!(ada.post("/api/admin/credits", body).await.refusal(), (404, "not-found".into()));
}
