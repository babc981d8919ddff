//! Disputed payments, which revoke their credits.

use serde_json::{Value, json};

use super::checkout::{Shop, event, paid, refunded};
use super::credits;

fn disputed(id: &str, of: &str, amount: i64) -> Value {
    event(
        id,
        "charge.dispute.created",
        &json!({
            "id": format!("dp_{id}"), "object": "dispute", "charge": format!("ch_{of}"),
            "payment_intent": format!("pi_{of}"), "amount": amount, "currency": "eur",
            "status": "needs_response", "reason": "fraudulent",
        }),
    )
}

#[tokio::test]
async fn disputed_and_refunded_payment_revokes_credits() {
    let shop = Shop::open().await;
    let mara = shop.game.server.member("mara").await;
    shop.send(&paid("1", &mara, 199, "eur")).await;
    shop.send(&disputed("d1", "1", 199)).await;
    shop.send(&refunded("r1", "1", 199)).await;
    assert_eq!((credits(&mara).await, shop.problems().await.len()), (0, 0));
    // Impossible amounts are reported to an admin.
    shop.send(&disputed("d2", "1", -1)).await;
    assert_eq!(shop.problems().await, ["-1 eur went back, which cannot be."]);
}

#[tokio::test]
async fn ambiguous_refund_and_dispute_go_to_admin() {
    const UNSURE: &str = "A part was refunded, and a part is disputed: if that is not the same money, the money for 1 more went back.";
    let shop = Shop::open().await;
    for (order, name) in ["mara", "otto", "cleo", "leo"].into_iter().enumerate() {
        let member = shop.game.server.member(name).await;
        let mut events = [
            paid(name, &member, 398, "eur"),
            refunded(&format!("r-{name}"), name, 199),
            disputed(&format!("d-{name}"), name, 199),
        ];
        match order {
            0 => {}
            1 => events.swap(1, 2),
            2 => events.rotate_left(1),
            _ => events.reverse(),
        }
        for event in &events {
            assert_eq!(shop.send(event).await.status, 200, "{event}");
        }
        assert_eq!(credits(&member).await, 1, "{name}");
        assert_eq!(shop.problems().await, vec![UNSURE; order + 1], "{name}");
    }
}

#[tokio::test]
async fn unambiguous_refunds_and_disputes_raise_no_problem() {
    let shop = Shop::open().await;
    let mara = shop.game.server.member("mara").await;
    // The first payment lost less than a credit's price; the others came back as a whole by one of their two events.
    for event in [
        paid("1", &mara, 398, "eur"),
        refunded("r1", "1", 100),
        disputed("d1", "1", 98),
        paid("2", &mara, 398, "eur"),
        refunded("r2", "2", 398),
        disputed("d2", "2", 199),
        paid("3", &mara, 398, "eur"),
        disputed("d3", "3", 398),
        refunded("r3", "3", 199),
    ] {
        assert_eq!(shop.send(&event).await.status, 200, "{event}");
    }
    assert_eq!((credits(&mara).await, shop.problems().await), (2, vec![]));
}

#[tokio::test]
async fn spent_and_ambiguous_refund_are_one_problem() {
    let shop = Shop::open().await;
    let otto = shop.game.server.member("otto").await;
    shop.send(&paid("1", &otto, 398, "eur")).await;
    for upload in ["one", "two", "three"] {
        shop.game.play(&otto, upload, &["A1"]).await;
    }
    assert_eq!(credits(&otto).await, 0);
    shop.send(&refunded("r1", "1", 100)).await;
    shop.send(&disputed("d1", "1", 298)).await;
    let problems = shop.problems().await;
    assert_eq!(problems.len(), 1, "{problems:?}");
    for words in ["The money for 1 went back after they had been spent.", "the money for 1 more"] {
        assert!(problems[0].contains(words), "{problems:?}");
    }
}
