//! Claiming of a win, and its review by admins.

use crate::support::{Member, PASSWORD, Reply};
use inkfold::domain::id::PayoutId;
use inkfold::domain::policy::Actor;
use inkfold::domain::prize::payout::Status;
use inkfold::services::accounts::members;
use inkfold::services::prize::{self, NamedAdmin, PayoutReviewer, Proof};

use serde_json::{Value, json};

use super::{Game, email_of};

async fn claim_as(member: &Member, method: &str, email: &str, name: &str) -> Reply {
    let body = json!({
        "uid": member.uid, "email": email_of(member).await,
        "data": { "preferredPayment": method, "email": email, "name": name },
    });
    member.post("/payout-details", body).await
}

pub(crate) async fn claim(member: &Member) -> Reply {
    claim_as(member, "PayPal", "reward@example.org", "Mara Ink").await
}

async fn decide(admin: &Member, id: &Value, body: Value) -> Reply {
    admin.post(&format!("/api/admin/payouts/{}/decide", id.as_str().unwrap()), body).await
}

async fn list(admin: &Member) -> Vec<Value> {
    admin.get("/api/admin/payouts").await.json().as_array().unwrap().clone()
}

#[tokio::test]
async fn win_is_claimed_approved_paid_with_mails() {
    let game = Game::start_with(|prize| prize.reward = "a book token".into()).await;
    let (mara, ada) = (game.server.member("mara").await, game.server.admin("ada").await);
    let bea = game.server.admin("bea").await;
    assert_eq!(claim(&mara).await.refusal(), (403, "forbidden".into()), "there is no win yet");
    game.play(&mara, "upload-1", &["E3"]).await;
    let claimed = claim(&mara).await;
    assert_eq!(claimed.status, 201, "{claimed}");
    let claimed = claimed.json();
    assert_eq!(
        (&claimed["play"], &claimed["reward"]),
        (&json!("2026-01-01.1"), &json!("a book token"))
    );
    assert_eq!(claim(&mara).await.status, 403, "once a win");

    let shown = list(&ada).await;
    assert_eq!(shown.len(), 1);
    assert_eq!((&shown[0]["status"], &shown[0]["winner"]), (&json!("claimed"), &json!("mara")));
    assert_eq!(
        shown[0]["details"],
        json!({ "preferredPayment": "PayPal", "email": "reward@example.org", "name": "Mara Ink" })
    );
    let id = &claimed["id"];
    let early = decide(&ada, id, json!({ "verdict": "paid" })).await;
    assert_eq!(early.refusal(), (409, "conflict".into()), "{early}");
    let approved = decide(&ada, id, json!({ "verdict": "approve" })).await;
    assert_eq!(approved.json()["status"], "approved", "{approved}");
    let paid = decide(&bea, id, json!({ "verdict": "paid" })).await.json();
    assert_eq!(paid["status"], "paid");
    let steps: Vec<&Value> =
        paid["steps"].as_array().unwrap().iter().map(|step| &step["by"]).collect();
    assert_eq!(steps, [&json!(ada.uid), &json!(bea.uid)]);
    assert_eq!(decide(&ada, id, json!({ "verdict": "paid" })).await.status, 409);

    game.server.run_jobs().await;
    let mails = game.server.mails();
    let mut subjects: Vec<&str> = mails
        .iter()
        .filter_map(|mail| mail.lines().find_map(|line| line.strip_prefix("Subject: ")))
        .collect();
    // The mails have the same time, so their order is undefined.
    subjects.sort_unstable();
    assert_eq!(
        subjects,
        [
            "You have won at Inkfold",
            "Your win at Inkfold",
            "Your win at Inkfold is approved",
            "Your win at Inkfold is paid"
        ]
    );
    assert!(mails.iter().any(|mail| mail.contains("a book token by PayPal")), "{mails:#?}");
}

#[tokio::test]
async fn incomplete_claim_is_refused_field_by_field() {
    let game = Game::start().await;
    let mara = game.server.member("mara").await;
    game.play(&mara, "upload-1", &["E3"]).await;
    let refused = claim_as(&mara, "Cash", "nowhere", " ").await;
    assert_eq!(refused.refusal(), (422, "invalid".into()));
    let fields = &refused.json()["fields"];
    assert_eq!(fields["preferredPayment"], "Choose Amazon Gift Card, PayPal or Venmo.");
    assert!(fields["email"].is_string() && fields["name"].is_string(), "{fields}");
    // Wins of other members cannot be claimed.
    let eve = game.server.member("eve").await;
    let body = json!({
        "uid": mara.uid, "email": email_of(&mara).await,
        "data": { "preferredPayment": "Venmo", "email": "eve@example.org", "name": "Eve" },
    });
    assert_eq!(eve.post("/payout-details", body).await.status, 403);
    assert_eq!(claim(&mara).await.status, 201);
}

#[tokio::test]
async fn own_win_and_stale_password_are_refused() {
    let game = Game::start().await;
    let (ada, bea) = (game.server.admin("ada").await, game.server.admin("bea").await);
    game.play(&ada, "upload-1", &["E3"]).await;
    let id = claim(&ada).await.json()["id"].clone();
    for verdict in ["approve", "paid"] {
        let own = decide(&ada, &id, json!({ "verdict": verdict })).await;
        assert_eq!(own.refusal(), (403, "forbidden".into()), "{own}");
        assert!(own.to_string().contains("another admin"), "{own}");
    }
    game.server.clock.advance(60 * 60);
    let stale = decide(&bea, &id, json!({ "verdict": "approve" })).await;
    assert_eq!(stale.refusal(), (401, "recent-signin-required".into()), "{stale}");
    let body = json!({ "email": email_of(&bea).await, "password": PASSWORD });
    assert_eq!(bea.post("/reauthenticate", body).await.status, 204);
    assert_eq!(decide(&bea, &id, json!({ "verdict": "approve" })).await.status, 200);
    // A demoted admin cannot review payouts.
    let uid = bea.uid.parse().unwrap();
    game.server
        .run_service(move |context| {
            members::demote(context, &Actor::Operator, uid).map(drop).unwrap();
        })
        .await;
    assert_eq!(decide(&bea, &id, json!({ "verdict": "paid" })).await.status, 403);
}

#[tokio::test]
async fn rejected_claim_mails_reason_to_winner() {
    let game = Game::start().await;
    let (mara, ada) = (game.server.member("mara").await, game.server.admin("ada").await);
    game.play(&mara, "upload-1", &["E3"]).await;
    let id = claim(&mara).await.json()["id"].clone();
    let silent = decide(&ada, &id, json!({ "verdict": "reject" })).await;
    assert_eq!(silent.refusal(), (422, "invalid".into()));
    let body = json!({ "verdict": "reject", "reason": "This is <b>not</b> a form.\n\nSorry!" });
    assert_eq!(decide(&ada, &id, body).await.json()["status"], "rejected");
    assert_eq!(decide(&ada, &id, json!({ "verdict": "approve" })).await.status, 409);
    for step in ["approve", "reject", "paid"] {
        let path = format!("payouts/{}/{step}", id.as_str().unwrap());
        let checked = game.server.operator_get::<Value>(&path).await;
        assert_eq!(checked, Err("This payout was rejected.".into()), "{step}");
    }
    assert_eq!(claim(&mara).await.status, 403, "a win is claimed once");
    game.server.run_jobs().await;
    let mails = game.server.mails();
    let words = "In our own words: This is <b>not</b> a form.\n\nSorry!\n";
    let told = |mail: &String| mail.replace("\r\n", "\n").contains(words);
    assert!(mails.iter().any(told), "{mails:#?}");
}

#[tokio::test]
async fn payouts_csv_escapes_formulas() {
    let game = Game::start().await;
    let (mara, ada) = (game.server.member("mara").await, game.server.admin("ada").await);
    game.play(&mara, "upload-1", &["E3"]).await;
    assert_eq!(claim_as(&mara, "Venmo", "m@example.org", "=cmd|' /C calc'!A0").await.status, 201);
    let csv = ada.get("/api/admin/payouts.csv").await;
    assert_eq!(csv.header("content-type"), "text/csv; charset=utf-8");
    assert!(csv.header("content-disposition").contains("payouts.csv"));
    let text = String::from_utf8(csv.bytes).unwrap();
    let rows: Vec<&str> = text.lines().collect();
    assert_eq!(rows.len(), 2, "{text}");
    assert!(rows[0].starts_with("id,status,claimed,play,"));
    assert!(rows[1].contains(",claimed,2026-01-01T00:00:00Z,2026-01-01.1,mara,"), "{text}");
    assert!(rows[1].contains(",'="), "{text}");
    let filtered = ada.get("/api/admin/payouts?status=paid").await.json();
    assert_eq!(filtered, json!([]));
    assert_eq!(ada.get("/api/admin/payouts?status=lost").await.status, 422);
}

#[tokio::test]
async fn deleted_member_leaves_draw_without_address() {
    let game = Game::start().await;
    let (mara, ada) = (game.server.member("mara").await, game.server.admin("ada").await);
    game.play(&mara, "upload-1", &["E3"]).await;
    assert_eq!(claim(&mara).await.status, 201);
    let body = json!({ "password": PASSWORD, "name": "mara" });
    assert_eq!(mara.post("/api/account/delete", body).await.status, 204);
    let shown = list(&ada).await;
    assert_eq!(
        (&shown[0]["details"], shown[0]["status"].as_str()),
        (&json!(null), Some("claimed"))
    );
    assert!(!shown[0].to_string().contains("mara"), "{}", shown[0]);
    game.server.clock.advance(24 * 60 * 60);
    game.server.run_service(|context| inkfold::services::prize::open_day(context).unwrap()).await;
    let day = game.server.visitor().get("/api/prize/fairness?day=2026-01-01").await.json();
    assert_eq!(day["plays"][0]["entry"], "E3");
}

/// ASVS 2.3.5.
#[tokio::test]
async fn payout_needs_two_admins_at_command_line_too() {
    let game = Game::start().await;
    let (mara, ada) = (game.server.member("mara").await, game.server.admin("ada").await);
    game.server.admin("bea").await;
    game.play(&mara, "upload-1", &["E3"]).await;
    let id = claim(&mara).await.json()["id"].clone();
    assert_eq!(decide(&ada, &id, json!({ "verdict": "approve" })).await.status, 200);
    let alone = decide(&ada, &id, json!({ "verdict": "paid" })).await;
    assert_eq!(alone.refusal(), (403, "forbidden".into()), "{alone}");
    assert!(alone.to_string().contains("needs two admins"), "{alone}");
    assert_eq!(list(&ada).await[0]["status"], "approved");

    let payout: PayoutId = id.as_str().unwrap().parse().unwrap();
    let pay = |name: Option<&'static str>, password: &'static str| {
        game.server.run_service(move |context| {
            let admin =
                name.map(|name| NamedAdmin { name: name.into(), password: password.into() });
            let actor = prize::reviewer(context, &Actor::Operator, admin.as_ref())?;
            let reviewer = PayoutReviewer { actor: &actor, proof: Proof::CommandLine };
            prize::mark_paid(context, &reviewer, payout)
        })
    };
    for (name, password, refused) in [
        (None, "", "Say which of them you are"),
        (Some("ada"), PASSWORD, "another one marks it as paid"),
        (Some("mara"), PASSWORD, "isn't allowed"),
        (Some("bea"), "not-the-password", "ncorrect"),
        (Some("nobody"), PASSWORD, "not found"),
    ] {
        let error = pay(name, password).await.unwrap_err().to_string();
        assert!(error.contains(refused), "{name:?}: {error}");
    }
    let paid = pay(Some("bea"), PASSWORD).await.unwrap();
    assert_eq!(paid.payout.status(), Status::Paid);
}
