//! Credits and payouts on the command line, with and without a server.

use std::sync::Arc;

use serde_json::json;

use super::{Game, credits, email_of};
use crate::support::{PASSWORD, inkfold, inkfold_with_input, json, words};

#[tokio::test]
async fn operator_grants_credits_and_pays_winners() {
    let game = Game::start().await;
    let mara = game.server.member("mara").await;
    for admin in ["ada", "bea"] {
        game.server.admin(admin).await;
    }
    game.play(&mara, "upload-1", &["E3"]).await;
    let body = json!({
        "uid": mara.uid, "email": email_of(&mara).await,
        "data": { "preferredPayment": "Venmo", "email": "m@example.org", "name": "Mara Ink" },
    });
    assert_eq!(mara.post("/payout-details", body).await.status, 201);
    inkfold::server::admin_socket::listen(Arc::clone(&game.server.context)).unwrap();
    let data = &game.server.context.config().data_dir;

    let grant = ["credit", "grant", "--email", "mara", "--amount", "2", "--why", "a lost form"];
    let granted = inkfold(data, &[&grant[..], &["--json"]].concat());
    assert_eq!(json(&granted)["amount"], 2, "{}", words(&granted));
    assert_eq!(credits(&mara).await, 2);
    let listed = json(&inkfold(data, &["credit", "list", "--email", "mara", "--json"]));
    assert_eq!((&listed["number"], &listed["reason"]), (&json!(1), &json!("given: a lost form")));
    let none =
        inkfold(data, &["credit", "grant", "--email", "mara", "--amount", "0", "--why", "x"]);
    assert_eq!(none.status.code(), Some(1));
    assert!(words(&none).contains("Grant 1 to 1,000"), "{}", words(&none));
    assert!(inkfold(data, &["credit", "list", "--problems", "--json"]).stdout.is_empty());

    let claimed = json(&inkfold(data, &["payout", "list", "--status", "claimed", "--json"]));
    assert_eq!(
        (&claimed["winner"], &claimed["preferredPayment"]),
        (&json!("mara"), &json!("Venmo"))
    );
    let id = claimed["id"].as_str().unwrap();
    let unasked = inkfold(data, &["payout", "approve", id, "--admin", "ada"]);
    assert_eq!(unasked.status.code(), Some(1), "without a terminal it wants --yes");
    let whose = "for mara (Venmo, m@example.org, Mara Ink)?\nhint: without a terminal, pass --yes";
    assert!(words(&unasked).contains(whose), "{}", words(&unasked));
    let nobody = inkfold(data, &["payout", "approve", id, "--yes"]);
    assert!(words(&nobody).contains("--admin <ADMIN>"), "{}", words(&nobody));
    let mistyped = inkfold(data, &["payout", "paid", "01", "--admin", "ada"]);
    assert!(words(&mistyped).contains("This payout was not found: "), "{}", words(&mistyped));
    let ledger = inkfold(data, &["credit", "list"]);
    assert!(
        String::from_utf8_lossy(&ledger.stdout).contains("  mara    +2      given: a lost form")
    );
    let decide = |verb, admin, password: &str| {
        let args = ["payout", verb, id, "--admin", admin, "--password-stdin", "--yes", "--json"];
        inkfold_with_input(data, &args, &format!("{password}\n"))
    };
    let early = decide("paid", "ada", PASSWORD);
    assert!(words(&early).contains("must be approved first"), "{}", words(&early));
    assert_eq!(json(&decide("approve", "ada", PASSWORD))["status"], "approved");
    let alone = decide("paid", "ada", PASSWORD);
    assert!(words(&alone).contains("another one marks it as paid"), "{}", words(&alone));
    assert_eq!(decide("paid", "bea", "not-the-password").status.code(), Some(1));
    assert_eq!(json(&decide("paid", "bea", PASSWORD))["status"], "paid");
    let shown = json(&inkfold(data, &["payout", "show", id, "--json"]));
    assert!(!shown["steps"][0].as_str().unwrap().contains("operator"), "{shown}");
    let table = inkfold(data, &["payout", "export", "--csv"]);
    assert!(String::from_utf8_lossy(&table.stdout).contains(",paid,"), "{}", words(&table));
    let unknown = inkfold(data, &["payout", "reject", "nonsense", "--reason", "x", "--yes"]);
    assert!(words(&unknown).contains("This payout was not found: "), "{}", words(&unknown));
    let wrong = inkfold(data, &["payout", "list", "--status", "lost"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(words(&wrong).contains("claimed, approved, rejected, paid"), "{}", words(&wrong));
}

#[test]
fn empty_ledger_is_listed_offline() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    inkfold(&data, &["init"]);
    for verb in [["credit", "list"], ["payout", "list"]] {
        let listed = inkfold(&data, &[&verb[..], &["--json"]].concat());
        assert_eq!((listed.status.code(), listed.stdout.len()), (Some(0), 0), "{}", words(&listed));
        assert_eq!(words(&listed).lines().count(), 1, "{}", words(&listed));
        let output = inkfold(&data, &verb);
        assert!(words(&output).ends_with(" yet\n"), "{}", words(&output));
    }
}
