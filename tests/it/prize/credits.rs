//! Credits and retries: never negative, never duplicated, ten retries at most.

use futures_util::future::join_all;
use inkfold::domain::policy::Actor;
use inkfold::domain::prize::ledger::{Entry, balance};
use inkfold::services::prize::grant;
use serde_json::{Value, json};

use super::{Game, credits, draw, email_of};
use crate::support::{Member, noise};

const LIMIT: &str = "The limit of 10 resubmissions has been reached.";

async fn give(game: &Game, member: &Member, amount: u32) {
    let id = member.uid.parse().unwrap();
    game.server
        .run_service(move |context| {
            grant(context, &Actor::Operator, id, amount, "a test").map(drop).unwrap();
        })
        .await;
}

async fn retries(game: &Game, member: &Member, max: u32) -> Value {
    let body = json!({ "email": email_of(member).await, "max": max, "bid": game.book });
    member.post("/check-retries", body).await.json()
}

#[tokio::test]
async fn first_submission_is_free_then_credits() {
    let game = Game::start().await;
    let mara = game.server.member("mara").await;
    let left = |available, used, needs_credit| json!({ "available": available, "used": used, "max": 10, "needsCredit": needs_credit, "checkout": null });
    assert_eq!(retries(&game, &mara, 10).await, left(10, 0, false));
    game.play(&mara, "upload-0", &["A1"]).await;
    assert_eq!(retries(&game, &mara, 99).await, left(10, 0, true));

    let file = game.filled(&["A1"]).await;
    let refused = game.submit(&mara, "upload-1", file.clone()).await;
    assert_eq!(refused.refusal(), (409, "conflict".into()));
    assert!(refused.to_string().contains("costs a credit"), "{refused}");

    for number in 1..=10 {
        let given = game.retry(&mara).await;
        assert_eq!(given.json()["available"], 11 - number);
        // A member with a credit is not given another.
        game.retry(&mara).await;
        assert_eq!(credits(&mara).await, 1);
        game.play(&mara, &format!("upload-{number}"), &["A1"]).await;
        assert_eq!(credits(&mara).await, 0);
        assert_eq!(retries(&game, &mara, 10).await, left(10 - number, number, true));
    }
    let refused = game.retry(&mara).await;
    assert_eq!(refused.refusal(), (409, "conflict".into()));
    assert!(refused.to_string().contains(LIMIT), "{refused}");
    // A credit from elsewhere does not raise the limit, and is not spent.
    give(&game, &mara, 1).await;
    let refused = game.submit(&mara, "upload-11", file.clone()).await;
    assert!(refused.to_string().contains(LIMIT), "{refused}");
    assert_eq!(credits(&mara).await, 1);
    // Another book has its own limit.
    let other = game.server.book("Another book", 5).await;
    let body = json!({ "email": email_of(&mara).await, "bid": other });
    assert_eq!(mara.post("/check-retries", body).await.json(), left(10, 0, false));
}

#[tokio::test]
async fn repeated_submission_uses_no_retry() {
    let game = Game::start().await;
    let mara = game.server.member("mara").await;
    let file = game.filled(&["A1"]).await;
    for _ in 0..3 {
        assert_eq!(game.submit(&mara, "upload-1", file.clone()).await.status, 201);
    }
    assert_eq!(retries(&game, &mara, 10).await["used"], 0);
    // Nor does a submission without an upload name.
    let read = mara.extract(&game.book, file).await.json();
    assert_eq!(mara.publish(&game.book, &read).await.status, 201);
    assert_eq!(retries(&game, &mara, 10).await["used"], 0);
}

#[tokio::test]
async fn concurrent_spending_never_exceeds_balance() {
    let game = Game::start().await;
    let mara = game.server.member("mara").await;
    game.play(&mara, "upload-0", &["A1"]).await;
    give(&game, &mara, 3).await;
    // Different pictures make different submissions.
    let pictures: Vec<Vec<u8>> = (0..200).map(|number| noise(number, 40)).collect();
    let sends = pictures.iter().enumerate().map(|(number, picture)| {
        let (game, mara) = (&game, &mara);
        async move {
            match number % 4 {
                0 | 1 => mara.answer(&game.book, &[("q1", picture)]).await.status,
                2 => game.retry(mara).await.status,
                _ => draw(mara, &json!(null)).await.status,
            }
        }
    });
    let statuses = join_all(sends).await;
    // 429: the account has more concurrent uploads than are allowed.
    assert!(statuses.iter().all(|status| [200, 201, 409, 429].contains(status)), "{statuses:?}");
    let entries = {
        let id = mara.uid.parse().unwrap();
        game.server.run_service(move |context| context.read().unwrap().ledger_of(id).unwrap()).await
    };
    let mut running = 0;
    for entry in &entries {
        running += entry.amount;
        assert!(running >= 0, "{entries:#?}");
    }
    let submitted = statuses.iter().filter(|status| **status == 201).count();
    let spent = entries.iter().filter(|entry| entry.amount < 0).count();
    assert_eq!(submitted, spent);
    assert!(spent <= 10, "{spent}");
    assert_eq!(i64::from(running), balance(&entries));
    let references: std::collections::HashSet<String> =
        entries.iter().map(Entry::reference).collect();
    assert_eq!(references.len(), entries.len());
}

#[tokio::test]
async fn credits_are_visible_to_member_and_admins_only() {
    let game = Game::start().await;
    let (mara, otto) = (game.server.member("mara").await, game.server.member("otto").await);
    let ada = game.server.admin("ada").await;
    give(&game, &mara, 2).await;
    let (uid, email) = (mara.uid.clone(), email_of(&mara).await);
    let body = json!({ "email": email, "uid": uid });
    for asker in [&mara, &ada] {
        for named in [&uid, &email] {
            assert_eq!(asker.get(&format!("/credits/{named}")).await.json()["amt"], 2);
        }
        assert_eq!(asker.post("/get-credits", body.clone()).await.json()["amt"], 2);
    }
    for named in [&uid, &email] {
        assert_eq!(otto.get(&format!("/credits/{named}")).await.status, 403);
    }
    assert_eq!(otto.post("/get-credits", body).await.status, 403);
    let mixed = json!({ "email": email_of(&otto).await, "uid": uid });
    assert_eq!(otto.post("/get-credits", mixed).await.status, 403);
    // Credits of other members cannot be requested or spent.
    let body = json!({ "email": email });
    for path in ["/add-retry", "/replay", "/check-retries", "/deduct-credit"] {
        assert_eq!(otto.post(path, body.clone()).await.status, 403, "{path}");
    }
    assert_eq!(credits(&mara).await, 2);
}
