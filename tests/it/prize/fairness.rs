//! Draws, which anybody can verify afterwards.

use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::{Game, draw};
use crate::support::PASSWORD;

const DAY: i64 = 24 * 60 * 60;

fn bytes(hex: &Value) -> Vec<u8> {
    let hex = hex.as_str().unwrap();
    (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect()
}

/// Returns the winning pegs of a play: second implementation of the published rule.
fn winning(seed: &[u8], play: &str, count: usize) -> Vec<String> {
    let mut lots: Vec<(Vec<u8>, String)> = Vec::new();
    for column in "ABCDEFG".chars() {
        for row in 1..=7 {
            let peg = format!("{column}{row}");
            let mut hmac = Hmac::<Sha256>::new_from_slice(seed).unwrap();
            hmac.update(format!("{play} {peg}").as_bytes());
            lots.push((hmac.finalize().into_bytes().to_vec(), peg));
        }
    }
    lots.sort();
    lots.into_iter().take(count).map(|(_, peg)| peg).collect()
}

#[tokio::test]
async fn draws_of_past_day_can_be_reproduced() {
    let game = Game::start_with(|prize| prize.winning_pegs = 20).await;
    let nobody = game.server.visitor();
    // The day is opened before the first play.
    game.server.run_service(|context| inkfold::services::prize::schedule(context).unwrap()).await;
    let morning = nobody.get("/api/prize/fairness").await.json();
    assert_eq!(
        (&morning["day"], &morning["seed"], &morning["plays"]),
        (&json!("2026-01-01"), &json!(null), &json!(null))
    );

    let mut drawn = Vec::new();
    for (name, peg) in [("mara", "A1"), ("otto", "D4"), ("lena", "G7"), ("nora", "C5")] {
        let member = game.server.member(name).await;
        drawn.push(game.play(&member, name, &[peg]).await);
    }
    let eve = game.server.member("eve").await;
    game.process(&eve, "never submitted", game.filled(&["B2"]).await).await;
    let evening = nobody.get("/api/prize/fairness?day=2026-01-01").await.json();
    assert_eq!(evening, morning, "nothing is told before the day is over");

    game.server.clock.advance(DAY);
    game.server.run_jobs().await;
    let day = nobody.get("/api/prize/fairness?day=2026-01-01").await.json();
    let seed = bytes(&day["seed"]);
    assert_eq!(Sha256::digest(&seed).to_vec(), bytes(&morning["commitment"]));
    let plays = day["plays"].as_array().unwrap();
    assert_eq!(plays.len(), 5);
    for (play, drawn) in plays.iter().zip(&drawn) {
        let id = play["play"].as_str().unwrap();
        assert_eq!((&play["play"], &play["winning"]), (&drawn["play"], &drawn["winning"]));
        let again = winning(&seed, id, 20);
        assert_eq!(play["winning"], json!(again));
        assert_eq!(play["won"], json!(again.contains(&play["entry"].as_str().unwrap().to_owned())));
    }
    assert_eq!((&plays[4]["winning"], &plays[4]["won"]), (&json!(null), &json!(false)));
    // The published day does not name members.
    assert!(!day.to_string().contains(&eve.uid), "{day}");
}

#[tokio::test]
async fn late_play_is_drawn_with_todays_secret() {
    let game = Game::start().await;
    let mara = game.server.member("mara").await;
    let file = game.filled(&["E3"]).await;
    let kept = game.process(&mara, "late", file.clone()).await.json();
    game.server.clock.advance(DAY);
    assert_eq!(game.submit(&mara, "late", file).await.status, 201);
    let drawn = draw(&mara, &kept["play"]).await.json();
    assert_eq!((&drawn["play"], &drawn["entry"]), (&json!("2026-01-02.1"), &json!("E3")));
    assert_ne!(drawn["commitment"], kept["commitment"]);
    assert_eq!(draw(&mara, &kept["play"]).await.json(), drawn, "once, by either name");
    let day = game.server.visitor().get("/api/prize/fairness?day=2026-01-01").await.json();
    assert_eq!(day["plays"][0]["moved"], "2026-01-02.1");
    assert_eq!(day["plays"][0]["winning"], json!(null));
}

#[tokio::test]
async fn clock_set_back_reopens_no_day() {
    let game = Game::start().await;
    let mara = game.server.member("mara").await;
    game.server.clock.advance(DAY);
    game.play(&mara, "one", &["E3"]).await;
    let commitment =
        game.server.visitor().get("/api/prize/fairness").await.json()["commitment"].clone();
    game.server.clock.advance(-2 * DAY);
    game.retry(&mara).await;
    let drawn = game.play(&mara, "two", &["E3"]).await;
    assert_eq!((&drawn["play"], &drawn["commitment"]), (&json!("2026-01-02.2"), &commitment));
}

#[tokio::test]
async fn unplayed_days_have_nothing_to_verify() {
    let game = Game::start().await;
    let nobody = game.server.visitor();
    assert_eq!(nobody.get("/api/prize/fairness").await.status, 404);
    assert_eq!(nobody.get("/api/prize/fairness?day=2025-12-31").await.status, 404);
    let wrong = nobody.get("/api/prize/fairness?day=yesterday").await;
    assert_eq!(wrong.refusal(), (422, "invalid".into()));
}

#[tokio::test]
async fn days_after_future_clock_have_own_wins() {
    const YEARS: i64 = 3 * 365 * DAY;
    let game = Game::start_with(|prize| prize.wins_per_day = 1).await;
    let server = &game.server;
    let (otto, nora) = (server.member("otto").await, server.member("nora").await);
    let mut mara = server.member("mara").await;
    server.clock.advance(YEARS);
    mara.sign_in("mara@example.org", PASSWORD).await;
    assert_eq!(game.play(&mara, "one", &["E3"]).await["play"], "2028-12-31.1");
    server.clock.advance(-YEARS);
    // Its secret may be public once the day after it was opened.
    let drawn = game.play(&otto, "two", &["E3"]).await;
    assert_eq!((&drawn["play"], &drawn["won"]), (&json!("2029-01-01.1"), &json!(true)));
    let none = game.process(&nora, "three", game.filled(&["E3"]).await).await.json();
    assert_eq!(none["reachedMaxDailyWins"], true, "it is the same day");
    server.clock.advance(DAY);
    let drawn = game.play(&nora, "four", &["E3"]).await;
    assert_eq!((&drawn["play"], &drawn["won"]), (&json!("2029-01-02.1"), &json!(true)));
}
