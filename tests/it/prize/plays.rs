//! Plays, from a marked peg to the draw.

use image::Luma;
use inkfold::domain::form::PRIZE_AREA;
use lopdf::Document;
use reqwest::multipart::Part;
use serde_json::json;

use super::{Game, draw, email_of, geometry};
use crate::support::exports::{ink, png, screen_of, words_in};
use crate::support::{TestServer, fill};

#[tokio::test]
async fn marked_peg_is_drawn_after_submission() {
    let game = Game::start().await;
    let mara = game.server.member("mara").await;
    let file = game.filled(&["E3", "B6"]).await;

    let kept = game.process(&mara, "upload-1", file.clone()).await.json();
    assert_eq!((&kept["picks"], &kept["accepted"]), (&json!(["E3", "B6"]), &json!("E3")));
    assert_eq!((&kept["winning"], &kept["reachedMaxDailyWins"]), (&json!([]), &json!(false)));
    assert_eq!(kept["play"], "2026-01-01.1");
    let display = &kept["dirty"]["display"];
    assert!(display["marks"].as_str().unwrap().starts_with("data:image/png;base64,"));
    assert_eq!(display["words"], "Peg E3 is your entry. Peg B6 is disregarded.");

    let early = draw(&mara, &kept["play"]).await;
    assert_eq!(early.refusal(), (409, "conflict".into()));
    assert!(early.to_string().contains("Submit your questionnaire first."), "{early}");

    assert_eq!(game.submit(&mara, "upload-1", file).await.status, 201);
    let drawn = draw(&mara, &kept["play"]).await.json();
    assert_eq!((&drawn["entry"], &drawn["won"]), (&json!("E3"), &json!(true)));
    assert_eq!(drawn["winning"].as_array().unwrap().len(), 49);
    assert_eq!(drawn["commitment"], kept["commitment"]);
    // A repeated request returns the same draw, with or without the play's name.
    assert_eq!(draw(&mara, &kept["play"]).await.json(), drawn);
    assert_eq!(draw(&mara, &json!(null)).await.json(), drawn);
}

#[tokio::test]
async fn repeated_upload_is_one_play_with_last_pegs() {
    let game = Game::start().await;
    let mara = game.server.member("mara").await;
    let [first, second] = [game.filled(&["A1"]).await, game.filled(&["G7"]).await];
    let kept = game.process(&mara, "upload-1", first).await.json();
    let again = game.process(&mara, "upload-1", second.clone()).await.json();
    assert_eq!((&again["play"], &again["accepted"]), (&kept["play"], &json!("G7")));
    // A submission without an upload name belongs to the waiting play.
    let read = mara.extract(&game.book, second).await.json();
    assert_eq!(mara.publish(&game.book, &read).await.status, 201);
    assert_eq!(draw(&mara, &kept["play"]).await.json()["entry"], "G7");
}

#[tokio::test]
async fn form_without_marked_peg_is_no_play() {
    let game = Game::start().await;
    let mara = game.server.member("mara").await;
    let kept = game.process(&mara, "upload-1", game.filled(&[]).await).await.json();
    assert_eq!((&kept["picks"], &kept["accepted"]), (&json!([]), &json!(null)));
    assert_eq!(kept["play"], json!(null));
    assert_eq!(kept["dirty"]["display"]["words"], "No peg is marked.");
    assert!(kept["dirty"]["display"]["marks"].is_string(), "the grid is shown as it was read");
}

#[tokio::test]
async fn missing_or_cut_grid_is_no_play() {
    let game = Game::start().await;
    let mara = game.server.member("mara").await;
    let long = game.server.book("A long book", 6).await;
    let blank = mara.get(&format!("/assets/forms/{long}.pdf")).await.bytes;
    let mut without = Document::load_mem(&fill(&blank, 3, &[0])).unwrap();
    without.delete_pages(&[1, 2]);
    let mut page_three = Vec::new();
    without.save_to(&mut page_three).unwrap();
    let kept = game.process(&mara, "upload-1", page_three).await.json();
    assert_eq!((&kept["play"], &kept["dirty"]["display"]["marks"]), (&json!(null), &json!(null)));

    let blank = mara.get(&format!("/assets/forms/{}.pdf", game.book)).await.bytes;
    let mut cut = screen_of(&blank);
    ink(&mut cut, &words_in(1));
    for y in PRIZE_AREA.top..PRIZE_AREA.top + PRIZE_AREA.height {
        for x in PRIZE_AREA.left..PRIZE_AREA.left + PRIZE_AREA.width {
            cut.put_pixel(x, y, Luma([255]));
        }
    }
    let kept = game.process(&mara, "upload-2", png(&cut)).await;
    assert_eq!((kept.status, &kept.json()["play"]), (200, &json!(null)), "{kept}");
}

#[tokio::test]
async fn other_grid_geometry_is_refused_by_name() {
    let game = Game::start().await;
    let mara = game.server.member("mara").await;
    let email = email_of(&mara).await;
    let file = game.filled(&["E3"]).await;
    let send = async |change: fn(reqwest::multipart::Form) -> reqwest::multipart::Form| {
        let form = change(geometry()).text("email", email.clone());
        let form = form.part("file", Part::bytes(file.clone()));
        let request = mara.request(reqwest::Method::POST, "/process-pdf");
        crate::support::Reply::of(request.header("session-token", "x").multipart(form)).await
    };
    assert_eq!(send(|form| form).await.status, 200);
    for (change, field) in [
        (
            (|form| form.text("left", "751"))
                as fn(reqwest::multipart::Form) -> reqwest::multipart::Form,
            "left",
        ),
        (|form| form.text("viewportWidth", "702"), "viewportWidth"),
        (|form| form.text("height", "-490"), "height"),
        (|form| form.text("credit", "many"), "credit"),
        (|form| form.text("seed", "1"), "file"),
        (|form| form.part("file", Part::bytes(b"two".as_slice())), "file"),
    ] {
        let reply = send(change).await;
        assert_eq!(reply.refusal(), (422, "invalid".into()), "{field}: {reply}");
        assert!(reply.json()["fields"][field].is_string(), "{field}: {reply}");
    }
    let form = geometry().text("email", email).part("file", Part::bytes(file.clone()));
    let unnamed = mara.upload("/process-pdf", form).await;
    assert_eq!(unnamed.refusal(), (422, "invalid".into()), "{unnamed}");
}

#[tokio::test]
async fn wins_are_limited_per_member_and_day() {
    let game = Game::start_with(|prize| {
        prize.wins_per_day = 2;
        prize.wins_per_member = 1;
    })
    .await;
    let (mara, otto, lena) = (
        game.server.member("mara").await,
        game.server.member("otto").await,
        game.server.member("lena").await,
    );
    // The play was stored while wins were left, and is drawn when none is.
    let late = game.filled(&["B2"]).await;
    let waiting = game.process(&lena, "early", late.clone()).await.json();

    assert_eq!(game.play(&mara, "mara-1", &["A1"]).await["won"], true);
    game.retry(&mara).await;
    let again = game.process(&mara, "mara-2", game.filled(&["A2"]).await).await.json();
    assert_eq!((&again["reachedMaxDailyWins"], &again["play"]), (&json!(true), &json!(null)));

    assert_eq!(game.play(&otto, "otto-1", &["C3"]).await["won"], true);
    let nora = game.server.member("nora").await;
    let none = game.process(&nora, "nora-1", game.filled(&["D4"]).await).await.json();
    assert_eq!(none["reachedMaxDailyWins"], true);
    assert_eq!(game.submit(&lena, "early", late).await.status, 201);
    let drawn = draw(&lena, &waiting["play"]).await.json();
    assert_eq!((&drawn["won"], &drawn["limited"]), (&json!(false), &json!(true)));

    // The next day has its own wins, and begins at midnight in the community's time zone.
    game.server.clock.advance(24 * 60 * 60);
    assert_eq!(game.play(&nora, "nora-2", &["D4"]).await["won"], true);
}

#[tokio::test]
async fn game_day_ends_at_midnight_of_configured_zone() {
    let server = TestServer::start_with(|config| {
        config.prize.enabled = true;
        config.time_zone = "America/New_York".to_owned().try_into().unwrap();
    })
    .await;
    let book = server.book("A year in ink", 5).await;
    let game = Game { server, book };
    let mara = game.server.member("mara").await;
    // Midnight of the new year in Greenwich is the evening before in New York.
    let kept = game.process(&mara, "evening", game.filled(&["E3"]).await).await.json();
    assert_eq!(kept["play"], "2025-12-31.1");
    game.server.clock.advance(5 * 60 * 60);
    let kept = game.process(&mara, "midnight", game.filled(&["E3"]).await).await.json();
    assert_eq!(kept["play"], "2026-01-01.1");
}

#[tokio::test]
async fn disabled_game_has_no_routes() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    for path in
        ["/credits/x", "/api/prize/fairness", "/api/admin/payouts", "/api/admin/payouts.csv"]
    {
        assert_eq!(mara.get(path).await.refusal(), (404, "not-found".into()), "{path}");
    }
    for path in [
        "/process-pdf",
        "/deduct-credit",
        "/get-credits",
        "/check-retries",
        "/add-retry",
        "/replay",
        "/payout-details",
        "/webhooks/checkout",
        "/api/admin/payouts/x/decide",
    ] {
        let reply = mara.post(path, json!({})).await;
        assert_eq!(reply.refusal(), (404, "not-found".into()), "{path}");
    }
    // The number of submissions is not limited without the prize game.
    let book = server.book("A year in ink", 5).await;
    let blank = mara.get(&format!("/assets/forms/{book}.pdf")).await.bytes;
    mara.submit(&book, fill(&blank, 2, &[0])).await;
    mara.submit(&book, fill(&blank, 2, &[1])).await;
}
