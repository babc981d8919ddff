//! Payments from webhook messages: late, repeated, in any order, or forged.

use std::fmt::Write as _;
use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use hmac::{Hmac, KeyInit, Mac};
use inkfold::config::Checkout;
use inkfold::domain::prize::ledger::Reason;
use serde_json::{Value, json};
use sha2::Sha256;
use tempfile::TempDir;

use super::{Game, credits, email_of};
use crate::support::{Member, PASSWORD, Reply};

pub(super) const SECRET: &str = "whsec_of_today";
const OLD_SECRET: &str = "whsec_of_yesterday";
pub(super) const NOW: i64 = 1_767_225_600;

/// Game with a checkout, and the file of its secrets.
pub(super) struct Shop {
    pub(super) game: Game,
    secrets: PathBuf,
    _folder: TempDir,
}

impl Shop {
    pub(super) async fn open() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let secrets = folder.path().join("secrets");
        write(&secrets, &format!("{SECRET}\n{OLD_SECRET}\n"));
        let file = secrets.clone();
        let game = Game::start_with(|prize| {
            prize.checkout = Checkout {
                url: "https://pay.example.org/b/1?locale=en".into(),
                framed: false,
                price: 199,
                currency: "eur".into(),
                secrets_file: file,
                ..Checkout::default()
            };
        })
        .await;
        Self { game, secrets, _folder: folder }
    }

    /// Sends an event as the provider does, signed with this secret at this time.
    async fn send_as(&self, secret: &str, time: i64, event: &Value) -> Reply {
        let body = event.to_string();
        let signature = format!("t={time},v1={},v0=legacy", sign(secret, time, &body));
        self.post(&signature, body).await
    }

    pub(super) async fn send(&self, event: &Value) -> Reply {
        self.send_as(SECRET, NOW, event).await
    }

    /// Posts a message without a cookie or CSRF token.
    async fn post(&self, signature: &str, body: String) -> Reply {
        let request = reqwest::Client::new()
            .post(format!("{}/webhooks/checkout", self.game.server.url))
            .header("stripe-signature", signature)
            .header("content-type", "application/json")
            .body(body);
        Reply::of(request).await
    }

    pub(super) async fn problems(&self) -> Vec<String> {
        let notices =
            |context: &inkfold::context::Context| context.read().unwrap().webhook_events().unwrap();
        let notices = self.game.server.run_service(notices).await;
        notices.into_iter().filter_map(|notice| notice.problem).collect()
    }
}

pub(super) fn sign(secret: &str, time: i64, body: &str) -> String {
    let mut hmac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).unwrap();
    hmac.update(format!("{time}.{body}").as_bytes());
    hmac.finalize().into_bytes().iter().fold(String::new(), |mut hex, byte| {
        write!(hex, "{byte:02x}").unwrap();
        hex
    })
}

fn write(path: &Path, text: &str) {
    File::create(path).unwrap().write_all(text.as_bytes()).unwrap();
}

pub(super) fn event(id: &str, kind: &str, object: &Value) -> Value {
    json!({
        "id": id, "object": "event", "api_version": "2026-06-30", "created": NOW, "livemode": true,
        "pending_webhooks": 1, "request": { "id": null, "idempotency_key": null }, "type": kind,
        "data": { "object": object },
    })
}

/// Event of a paid checkout, as a provider sends it.
pub(super) fn paid(id: &str, member: &Member, amount: i64, currency: &str) -> Value {
    event(
        id,
        "checkout.session.completed",
        &json!({
            "id": format!("cs_{id}"), "object": "checkout.session", "mode": "payment", "status": "complete",
            "payment_status": "paid", "payment_intent": format!("pi_{id}"), "amount_subtotal": amount,
            "amount_total": amount, "currency": currency, "client_reference_id": member.uid,
            "customer_details": { "email": "somebody@example.org", "name": "Somebody" }, "metadata": {},
        }),
    )
}

pub(super) fn refunded(id: &str, of: &str, amount: i64) -> Value {
    event(
        id,
        "charge.refunded",
        &json!({
            "id": format!("ch_{of}"), "object": "charge", "payment_intent": format!("pi_{of}"), "amount": 398,
            "amount_refunded": amount, "currency": "eur", "refunded": amount == 398,
        }),
    )
}

#[tokio::test]
async fn repeated_payment_notice_gives_one_credit() {
    let shop = Shop::open().await;
    let mara = shop.game.server.member("mara").await;
    let body = json!({ "email": email_of(&mara).await });
    let retries = mara.post("/check-retries", body.clone()).await.json();
    assert_eq!(
        retries["checkout"],
        format!(
            "https://pay.example.org/b/1?locale=en&prefilled_email=mara%40example.org&client_reference_id={}",
            mara.uid
        )
    );
    let free = mara.post("/add-retry", body).await;
    assert_eq!(free.refusal(), (409, "conflict".into()));
    assert!(free.to_string().contains("at the checkout"), "{free}");

    for _ in 0..3 {
        assert_eq!(shop.send(&paid("1", &mara, 199, "eur")).await.status, 200);
    }
    // Another message may report the same payment.
    let mut again = paid("1", &mara, 199, "eur");
    again["id"] = json!("evt_2");
    again["type"] = json!("checkout.session.async_payment_succeeded");
    assert_eq!(shop.send(&again).await.status, 200);
    assert_eq!(credits(&mara).await, 1);
    assert_eq!(shop.send(&paid("3", &mara, 398, "EUR")).await.status, 200);
    assert_eq!((credits(&mara).await, shop.problems().await.len()), (3, 0));
}

#[tokio::test]
async fn only_provider_is_believed_for_five_minutes() {
    let shop = Shop::open().await;
    let mara = shop.game.server.member("mara").await;
    let good = paid("1", &mara, 199, "eur");
    let body = good.to_string();
    let v1 = sign(SECRET, NOW, &body);
    for (signature, body) in [
        (String::new(), body.clone()),
        (format!("t={NOW},v1={}", "0".repeat(64)), body.clone()),
        (format!("t={NOW},v1={v1}"), body.replace("199", "1990")),
        (format!("t={NOW},v0={v1}"), body.clone()),
        (format!("t={},v1={v1}", NOW + 1), body.clone()),
    ] {
        let reply = shop.post(&signature, body).await;
        assert_eq!(reply.refusal(), (400, "invalid-signature".into()), "{signature}");
    }
    for (secret, time) in [("whsec_guessed", NOW), (SECRET, NOW - 301), (SECRET, NOW + 301)] {
        assert_eq!(shop.send_as(secret, time, &good).await.status, 400);
    }
    let nonsense = "not JSON".to_owned();
    let signature = format!("t={NOW},v1={}", sign(SECRET, NOW, &nonsense));
    assert_eq!(shop.post(&signature, nonsense).await.status, 400);
    assert_eq!(credits(&mara).await, 0);

    // One valid signature of several is enough, and the old secret is valid until it is removed.
    let several = format!("t={NOW},v1={},v1={v1}", "0".repeat(64));
    assert_eq!(shop.post(&several, body).await.status, 200);
    assert_eq!(shop.send_as(OLD_SECRET, NOW, &paid("2", &mara, 199, "eur")).await.status, 200);
    assert_eq!(credits(&mara).await, 2);
    write(&shop.secrets, SECRET);
    assert_eq!(shop.send_as(OLD_SECRET, NOW, &paid("3", &mara, 199, "eur")).await.status, 400);
    assert_eq!(credits(&mara).await, 2);
}

#[tokio::test]
async fn wrong_amount_gives_no_credit_and_alerts_admin() {
    let shop = Shop::open().await;
    let mara = shop.game.server.member("mara").await;
    let mut nobodys = paid("5", &mara, 199, "eur");
    nobodys["data"]["object"]["client_reference_id"] = json!(null);
    let mut strangers = paid("6", &mara, 199, "eur");
    strangers["data"]["object"]["client_reference_id"] = json!("00000000000000000000000000");
    let shapeless = event("7", "checkout.session.completed", &json!({ "id": 7 }));
    for event in [
        paid("1", &mara, 1, "eur"),
        paid("2", &mara, 199, "usd"),
        paid("3", &mara, -199, "eur"),
        paid("4", &mara, i64::MAX, "eur"),
        nobodys,
        strangers,
        shapeless,
    ] {
        assert_eq!(shop.send(&event).await.status, 200, "{event}");
    }
    assert_eq!((credits(&mara).await, shop.problems().await.len()), (0, 7));
    let mut nothing = paid("10", &mara, 0, "eur");
    nothing["data"]["object"]["payment_status"] = json!("no_payment_required");
    assert_eq!(shop.send(&nothing).await.status, 200);
    // Pending payments and unrelated events are not problems.
    let mut unpaid = paid("8", &mara, 199, "eur");
    unpaid["data"]["object"]["payment_status"] = json!("unpaid");
    for event in [unpaid, event("9", "customer.created", &json!({ "id": "cus_1" }))] {
        assert_eq!(shop.send(&event).await.status, 200);
    }
    assert_eq!((credits(&mara).await, shop.problems().await.len()), (0, 8));
}

#[tokio::test]
async fn refund_takes_credits_back_in_any_order() {
    let shop = Shop::open().await;
    let mara = shop.game.server.member("mara").await;
    shop.send(&paid("1", &mara, 398, "eur")).await;
    shop.send(&refunded("r1", "1", 100)).await;
    assert_eq!(credits(&mara).await, 2, "less than a credit's price");
    shop.send(&refunded("r2", "1", 398)).await;
    shop.send(&refunded("r3", "1", 199)).await;
    shop.send(&refunded("r2", "1", 398)).await;
    assert_eq!(credits(&mara).await, 0);

    let otto = shop.game.server.member("otto").await;
    shop.send(&refunded("r4", "2", 199)).await;
    shop.send(&paid("2", &otto, 398, "eur")).await;
    assert_eq!(credits(&otto).await, 1, "the refund was told first");
    assert_eq!(shop.problems().await, Vec::<String>::new());

    // The credits were spent already: the balance does not become negative, and an admin is notified.
    shop.game.play(&otto, "one", &["A1"]).await;
    shop.game.play(&otto, "two", &["A1"]).await;
    shop.send(&refunded("r5", "2", 398)).await;
    assert_eq!(credits(&otto).await, 0);
    assert_eq!(shop.problems().await, ["The money for 1 went back after they had been spent."]);
}

#[tokio::test]
async fn gifts_by_admins_are_audited() {
    let shop = Shop::open().await;
    let (mara, ada) = (shop.game.server.member("mara").await, shop.game.server.admin("ada").await);
    let own = ada.post("/add-retry", json!({ "email": email_of(&ada).await })).await;
    assert_eq!(own.refusal(), (409, "conflict".into()));
    shop.game.server.clock.advance(301);
    for path in ["/add-retry", "/replay"] {
        let late = ada.post(path, json!({ "email": email_of(&mara).await })).await;
        assert_eq!(late.refusal(), (401, "recent-signin-required".into()), "{path}");
    }
    let password = json!({ "email": email_of(&ada).await, "password": PASSWORD });
    assert_eq!(ada.post("/reauthenticate", password).await.status, 204);
    let given = ada.post("/add-retry", json!({ "email": email_of(&mara).await })).await;
    assert_eq!((given.status, credits(&mara).await), (200, 1));
    let log = ada.get("/api/admin/audit").await.json();
    let mut gifts = log.as_array().unwrap().iter().filter(|line| line["deed"] == "grant-credits");
    let gift = gifts.next().unwrap();
    assert_eq!([&gift["to"], &gift["note"]], ["member mara", "1: a retry"]);
    assert_eq!(gifts.count(), 0, "the one that was refused was not given");
    let id = mara.uid.parse().unwrap();
    let entries = shop
        .game
        .server
        .run_service(move |context| context.read().unwrap().ledger_of(id).unwrap())
        .await;
    assert!(
        matches!(&entries[0].reason, Reason::Granted { by: Some(by), .. } if by.to_string() == ada.uid)
    );
}
