//! Attempts to win more often than others.

use std::collections::BTreeSet;

use futures_util::future::join_all;
use serde_json::{Value, json};

use super::payouts::claim;
use super::{Game, draw, email_of};
use crate::support::Member;

#[tokio::test]
async fn uploading_same_form_again_is_no_draw() {
    let game = Game::start().await;
    let mara = game.server.member("mara").await;
    let first = game.play(&mara, "upload-1", &["E3"]).await;
    let file = game.filled(&["A1"]).await;
    // The upload name belongs to a play that is already drawn.
    let again = game.process(&mara, "upload-1", file.clone()).await;
    assert_eq!(again.refusal(), (409, "conflict".into()), "{again}");
    // A new upload name needs another submission, which costs a credit.
    let again = game.process(&mara, "upload-2", file.clone()).await.json();
    assert_eq!(draw(&mara, &again["play"]).await.status, 409);
    assert_eq!(game.submit(&mara, "upload-2", file).await.status, 409);
    assert_eq!(draw(&mara, &again["play"]).await.status, 409);
    assert_eq!(draw(&mara, &json!(null)).await.json(), first);
}

#[tokio::test]
async fn another_members_upload_and_play_are_not_there() {
    let game = Game::start().await;
    let (mara, eve) = (game.server.member("mara").await, game.server.member("eve").await);
    let file = game.filled(&["E3"]).await;
    let kept = game.process(&mara, "upload-1", file.clone()).await.json();
    // Upload names are separate for each member.
    let hers = game.process(&eve, "upload-1", game.filled(&["A1"]).await).await.json();
    assert_ne!(hers["play"], kept["play"]);
    assert_eq!(game.submit(&mara, "upload-1", file).await.status, 201);
    assert_eq!(draw(&eve, &kept["play"]).await.refusal(), (404, "not-found".into()));
    assert_eq!(draw(&eve, &hers["play"]).await.status, 409);
    let body = json!({ "email": email_of(&mara).await, "play": kept["play"] });
    assert_eq!(eve.post("/deduct-credit", body).await.status, 403);
    assert_eq!(draw(&mara, &kept["play"]).await.json()["entry"], "E3");
}

#[tokio::test]
async fn draw_requested_hundred_times_is_made_once() {
    let game = Game::start_with(|prize| prize.wins_per_day = 100).await;
    let mara = game.server.member("mara").await;
    let file = game.filled(&["E3"]).await;
    let kept = game.process(&mara, "upload-1", file.clone()).await.json();
    game.submit(&mara, "upload-1", file).await;
    let draws = join_all((0..100).map(|_| draw(&mara, &kept["play"]))).await;
    let first = draws[0].json();
    assert!(draws.iter().all(|one| one.json() == first));
    let id = mara.uid.parse().unwrap();
    let (won, plays) = game
        .server
        .run_service(move |context| {
            let tx = context.read().unwrap();
            let day = tx.last_game_day().unwrap().unwrap();
            (day.won, tx.plays_of(id, None).unwrap().len())
        })
        .await;
    assert_eq!((won, plays), (1, 1));
}

#[tokio::test]
async fn two_devices_at_once_are_one_free_submission() {
    let game = Game::start().await;
    let mara = game.server.member("mara").await;
    let (tablet, phone) = (game.filled(&["A1"]).await, game.filled(&["G7"]).await);
    let [first, second] = [
        game.process(&mara, "tablet", tablet.clone()).await.json(),
        game.process(&mara, "phone", phone.clone()).await.json(),
    ];
    let (a, b) =
        tokio::join!(game.submit(&mara, "tablet", tablet), game.submit(&mara, "phone", phone));
    let mut statuses = [a.status, b.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409]);
    let draws = [draw(&mara, &first["play"]).await, draw(&mara, &second["play"]).await];
    let mut statuses = draws.map(|draw| draw.status);
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
}

#[tokio::test]
async fn daily_limit_holds_under_concurrency() {
    let game = Game::start_with(|prize| prize.wins_per_day = 3).await;
    let mut ready = Vec::new();
    for name in ["ana", "bob", "cleo", "dan", "eli", "fay"] {
        let member = game.server.member(name).await;
        let file = game.filled(&["D4"]).await;
        let kept = game.process(&member, name, file.clone()).await.json();
        assert_eq!(game.submit(&member, name, file).await.status, 201);
        ready.push((member, kept["play"].clone()));
    }
    let draws = join_all(ready.iter().map(|(member, play)| draw(member, play))).await;
    let draws: Vec<Value> = draws.iter().map(crate::support::Reply::json).collect();
    let count = |field: &str| draws.iter().filter(|draw| draw[field] == true).count();
    assert_eq!((count("won"), count("limited")), (3, 3));
}

#[tokio::test]
async fn draw_seed_is_secret_before_the_draw() {
    let game = Game::start().await;
    let mara = game.server.member("mara").await;
    let kept = game.process(&mara, "upload-1", game.filled(&["E3"]).await).await.json();
    let day = game.server.visitor().get("/api/prize/fairness").await.json();
    assert_eq!((&day["seed"], &day["plays"]), (&json!(null), &json!(null)));
    assert_eq!(kept["winning"], json!([]));
    let export = mara.get("/api/account/export").await;
    let seed = game
        .server
        .run_service(|context| {
            context.read().unwrap().last_game_day().unwrap().unwrap().seed.reveal()
        })
        .await;
    assert!(!String::from_utf8_lossy(&export.bytes).contains(&seed));
}

#[tokio::test]
async fn delayed_draw_finds_no_more_wins() {
    let game = Game::start_with(|prize| prize.wins_per_member = 1).await;
    let mara = game.server.member("mara").await;
    let mut plays = Vec::new();
    for upload in ["one", "two", "three"] {
        let file = game.filled(&["E3"]).await;
        plays.push(game.process(&mara, upload, file.clone()).await.json()["play"].clone());
        assert_eq!(game.submit(&mara, upload, file).await.status, 201);
        game.retry(&mara).await;
    }
    assert_eq!(draw(&mara, &plays[0]).await.json()["won"], true);
    for later in &plays[1..] {
        game.server.clock.advance(24 * 60 * 60);
        let drawn = draw(&mara, later).await.json();
        assert_eq!((&drawn["won"], &drawn["limited"]), (&json!(false), &json!(true)), "{drawn}");
    }
    // A submission on the new day can win that day.
    assert_eq!(game.play(&mara, "four", &["E3"]).await["won"], true);
}

#[tokio::test]
async fn upload_with_removed_mark_plays_nothing() {
    let game = Game::start().await;
    let mara = game.server.member("mara").await;
    game.process(&mara, "upload-1", game.filled(&["E3"]).await).await;
    let without = game.filled(&[]).await;
    let kept = game.process(&mara, "upload-1", without.clone()).await.json();
    assert_eq!(kept["play"], json!(null));
    assert_eq!(game.submit(&mara, "upload-1", without).await.status, 201);
    let drawn = draw(&mara, &json!(null)).await.json();
    assert_eq!((&drawn["entry"], &drawn["won"]), (&json!(null), &json!(false)), "{drawn}");
}

#[tokio::test]
async fn draws_and_retries_share_one_limit() {
    let game = Game::start().await;
    let (mara, ana) = (game.server.member("mara").await, game.server.member("ana").await);
    let email = email_of(&mara).await;
    let mut last = None;
    for number in 0..241 {
        let path = if number % 2 == 0 { "/deduct-credit" } else { "/add-retry" };
        let reply = mara.post(path, json!({ "email": email })).await;
        assert_eq!(reply.status == 429, number == 240, "{number}: {reply}");
        last = Some(reply);
    }
    assert_eq!(last.unwrap().refusal(), (429, "rate-limited".into()));
    for path in ["/deduct-credit", "/add-retry"] {
        assert_eq!(mara.post(path, json!({ "email": email })).await.status, 429, "{path}");
        let others = json!({ "email": email_of(&ana).await });
        assert_ne!(ana.post(path, others).await.status, 429, "{path}");
    }
}

/// Marks a peg, submits and draws, each twice at once, as an impatient player with two windows does. Returns the draw.
async fn play_twice(game: &Game, member: &Member, file: &[u8]) -> Value {
    let process = || game.process(member, "upload", file.to_vec());
    let (first, second) = tokio::join!(process(), process());
    assert_eq!((first.status, second.status), (200, 200), "{first} {second}");
    assert_eq!(first.json()["play"], second.json()["play"], "one upload is one play");
    let submit = || game.submit(member, "upload", file.to_vec());
    let (once, again) = tokio::join!(submit(), submit());
    assert_eq!((once.status, again.status), (201, 201), "{once} {again}");
    let play = &first.json()["play"];
    let (drawn, again) = tokio::join!(draw(member, play), draw(member, play));
    assert_eq!(drawn.status, 200, "{drawn}");
    assert_eq!(drawn.json(), again.json());
    drawn.json()
}

#[tokio::test]
async fn eight_players_at_once_win_three_times() {
    let game = Game::start_with(|prize| prize.wins_per_day = 3).await;
    let mut players = Vec::new();
    for name in ["ana", "bob", "cleo", "dan", "eli", "fay", "gus", "hal"] {
        players.push(game.server.member(name).await);
    }
    let file = game.filled(&["D4"]).await;
    let draws = join_all(players.iter().map(|player| play_twice(&game, player, &file))).await;
    let plays: BTreeSet<&str> = draws.iter().map(|draw| draw["play"].as_str().unwrap()).collect();
    let numbered = (1..=8).map(|number| format!("2026-01-01.{number}")).collect::<Vec<_>>();
    assert_eq!(plays, numbered.iter().map(String::as_str).collect(), "no play is lost");
    assert!(draws.iter().all(|draw| draw["entry"] == "D4"), "no peg is lost");
    let won = |draw: &&Value| draw["won"] == true;
    assert_eq!(draws.iter().filter(won).count(), 3);

    // Each win is claimed once, however often.
    let claims = join_all(players.iter().flat_map(|player| [claim(player), claim(player)])).await;
    let mut statuses: Vec<u16> = claims.iter().map(|claim| claim.status).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [vec![201; 3], vec![403; 13]].concat());
    let claimed: BTreeSet<String> = claims
        .iter()
        .filter_map(|claim| claim.json()["play"].as_str().map(str::to_owned))
        .collect();
    let wins = draws.iter().filter(won).map(|draw| draw["play"].as_str().unwrap().to_owned());
    assert_eq!(claimed, wins.collect());
    let day = game
        .server
        .run_service(|context| context.read().unwrap().last_game_day().unwrap().unwrap())
        .await;
    assert_eq!((day.plays, day.won), (8, 3));
}
