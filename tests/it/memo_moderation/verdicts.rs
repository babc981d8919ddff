//! Verdicts on a memo, and their effects on author and readers.

use std::io::{Cursor, Read};

use crate::support::{Member, PASSWORD, TestServer};
use inkfold::domain::id::BookId;
use inkfold::domain::policy::Actor;
use inkfold::services::editions;
use inkfold::services::operations::database;

use serde_json::{Value, json};
use zip::ZipArchive;

use super::{Published, REPORTS, get_memo, hide, report, resolve_report, submit_text};

const HIDDEN: &str = "An entry of yours is hidden";

#[tokio::test]
async fn hidden_memo_is_left_out_and_explained() {
    let it = Published::start().await;
    let love = json!({ "id": it.memo });
    assert_eq!(it.ana.post("/api/memo/love/add", love.clone()).await.status, 200);
    report(&it.ana, &it.memo).await;
    hide(&it.ada, &it.memo).await;
    assert_eq!(it.ada.get(REPORTS).await.json(), json!([]), "the report is resolved");

    // No reader can find, read or love the hidden memo, wherever they look.
    let leo = it.server.member("leo").await;
    for reader in [&leo, &it.ada, &it.mara] {
        assert_eq!(it.read(reader, "q1").await, [""; 0]);
    }
    let contents = leo.get(&format!("/api/book/{}/read", it.book)).await.json();
    assert_eq!(contents["chapters"].as_array().unwrap().len(), 1, "its chapter is empty");
    assert_eq!(get_memo(&leo, &it.memo).await.status, 404);
    assert_eq!(leo.post("/api/memo/love/add", love).await.status, 404);
    assert_eq!(it.found(&leo, "rained").await, 0);
    assert_eq!(loves_in(&export(&it.ana).await), json!([]));

    // The author sees the verdict, by mail and beside the memo.
    let own = it.author_view().await;
    assert_eq!(own["hidden"]["why"], "It names a neighbour.");
    assert_eq!(it.found(&it.mara, "rained").await, 1);
    let mails = it.mails(HIDDEN).await;
    assert_eq!(mails.len(), 1);
    assert!(mails[0].contains("It names a neighbour."), "{}", mails[0]);

    // The next edition leaves the memo out; the present one stays as it was printed.
    let compiled = compiled(&it.server, &it.book).await;
    assert_eq!(compiled, ["We sang."]);
    let shown = resolve_report(&it.ada, &it.memo, "show", "").await.json();
    assert_eq!((&shown["state"], &shown["editions"]), (&json!("shown"), &json!([1])));
    assert_eq!(it.read(&leo, "q1").await, [it.memo.as_str()]);
    assert_eq!(it.found(&leo, "rained").await, 1);
    assert_eq!(it.author_view().await["hidden"], Value::Null);
    assert_eq!(it.mails("An entry of yours is shown again").await.len(), 1);
}

#[tokio::test]
async fn hidden_memos_do_not_count_towards_an_edition() {
    let server = TestServer::start().await;
    let book = server.book("Rivers", 5).await;
    server.publish_threshold(&book, 2).await;
    let (mara, ada) = (server.member("mara").await, server.admin("ada").await);
    let memo = submit_text(&mara, &book, "q1", "It rained.").await;
    hide(&ada, &memo).await;
    let counts = async || {
        let shown = mara.post("/api/book", json!({ "bid": book })).await.json();
        (shown["memoCount"].as_u64(), shown["userMemoCount"].as_u64(), shown["edition"].as_u64())
    };
    assert_eq!(counts().await, (Some(0), Some(1), Some(0)));
    submit_text(&mara, &book, "q2", "It snowed.").await;
    server.run_jobs().await;
    assert_eq!(counts().await, (Some(1), Some(2), Some(0)), "one is not enough");
    // Once shown again, the memo counts, and the threshold of two is reached.
    assert_eq!(resolve_report(&ada, &memo, "show", "").await.status, 200);
    server.run_jobs().await;
    assert_eq!(counts().await, (Some(2), Some(2), Some(1)));
}

#[tokio::test]
async fn book_of_hidden_memos_cannot_be_published() {
    let server = TestServer::start().await;
    let book = server.book("Rivers", 5).await;
    let (mara, ada) = (server.member("mara").await, server.admin("ada").await);
    let memo = submit_text(&mara, &book, "q1", "It rained.").await;
    hide(&ada, &memo).await;
    let id: BookId = book.parse().unwrap();
    let refused = server
        .run_service(move |context| {
            editions::publish(context, &Actor::Operator, id).unwrap_err().to_string()
        })
        .await;
    assert_eq!(refused, "This book has no memos yet.");
}

#[tokio::test]
async fn resubmitted_hidden_memo_stays_hidden() {
    let it = Published::start().await;
    hide(&it.ada, &it.memo).await;
    let again = submit_text(&it.mara, &it.book, "q1", "It rained.").await;
    assert_eq!(again, it.memo);
    let taken_back = it.mara.post("/api/memo/remove", json!({ "id": it.memo })).await;
    assert_eq!(taken_back.status, 204);
    let again = submit_text(&it.mara, &it.book, "q1", "It rained.").await;
    assert_eq!(it.author_view().await["hidden"]["why"], "It names a neighbour.");
    assert_eq!(again, it.memo, "the hidden one is in its place again");
    // A different memo of the author is not hidden.
    let other = submit_text(&it.mara, &it.book, "q1", "It hailed.").await;
    assert_eq!(get_memo(&it.mara, &other).await.json()["hidden"], Value::Null);
    it.server.publish(&it.book).await;
    assert_eq!(it.read(&it.ana, "q1").await, [other]);
}

#[tokio::test]
async fn removed_memo_is_404_and_author_is_notified() {
    let it = Published::start().await;
    report(&it.ana, &it.memo).await;
    let removed = resolve_report(&it.ada, &it.memo, "remove", "It names a neighbour.").await.json();
    assert_eq!((&removed["state"], &removed["text"]), (&json!("removed"), &json!("")));
    for member in [&it.mara, &it.ana, &it.ada] {
        assert_eq!(get_memo(member, &it.memo).await.status, 404);
    }
    assert_eq!(it.read(&it.mara, "q1").await, [""; 0]);
    let mails = it.mails("An entry of yours was removed").await;
    assert!(mails.len() == 1 && mails[0].contains("It names a neighbour."), "{mails:?}");

    let query = json!({ "uid": it.mara.uid, "bid": it.book });
    let notices = it.mara.post("/api/memo/removed", query.clone()).await.json();
    assert_eq!(notices.as_array().unwrap().len(), 1);
    assert_eq!(notices[0]["question"], "What is memory 1?");
    assert_eq!(notices[0]["why"], "It names a neighbour.");
    assert_eq!(it.ana.post("/api/memo/removed", query).await.status, 403);
    assert_eq!(compiled(&it.server, &it.book).await, ["We sang."]);
}

#[tokio::test]
async fn memo_verdict_needs_an_admin_and_a_reason() {
    let it = Published::start().await;
    assert_eq!(resolve_report(&it.ana, &it.memo, "hide", "Why not.").await.status, 403);
    assert_eq!(
        resolve_report(&it.server.visitor(), &it.memo, "hide", "Why not.").await.status,
        401
    );
    for verdict in ["hide", "remove"] {
        let silent = resolve_report(&it.ada, &it.memo, verdict, " ").await;
        assert!(silent.json()["fields"]["why"].is_string(), "{silent}");
    }
    assert_eq!(resolve_report(&it.ada, "nonsense", "hide", "Why not.").await.status, 404);
    assert_eq!(it.read(&it.ana, "q1").await, [it.memo.as_str()]);

    let own = submit_text(&it.ada, &it.book, "q4", "Mine.").await;
    hide(&it.ada, &own).await;
    assert_eq!(resolve_report(&it.ada, &own, "show", "").await.status, 409, "ask another admin");
    let seen = json!({
        "kind": "memo", "id": own, "verdict": "remove", "why": "No.", "seen": "shown",
    });
    assert_eq!(it.ada.post(super::SETTLE, seen).await.status, 409, "it is hidden by now");
}

#[tokio::test]
async fn memo_verdicts_stand_in_audit_log_and_export() {
    let it = Published::start().await;
    it.server.clock.advance(60);
    hide(&it.ada, &it.memo).await;
    let log = it.ada.get("/api/admin/audit").await.json();
    assert_eq!(
        (&log[0]["deed"], &log[0]["to"]),
        (&json!("hide"), &json!(format!("memo {}", it.memo)))
    );
    assert_eq!(log[0]["note"], "It names a neighbour.");
    let memos = json_in(&export(&it.mara).await, "memos.json");
    assert_eq!(memos[0]["hidden"]["why"], "It names a neighbour.");

    resolve_report(&it.ada, &it.memo, "remove", "Once more.").await;
    let removed = json_in(&export(&it.mara).await, "removed-memos.json");
    assert_eq!((&removed[0]["id"], &removed[0]["why"]), (&json!(it.memo), &json!("Once more.")));
}

#[tokio::test]
async fn deleted_account_leaves_no_hidden_memo() {
    let it = Published::start().await;
    hide(&it.ada, &it.memo).await;
    let body = json!({ "password": PASSWORD, "name": "mara" });
    assert_eq!(it.mara.post("/api/account/delete", body).await.status, 204);
    assert_eq!(get_memo(&it.ada, &it.memo).await.status, 404);
    let checked = it
        .server
        .run_service(|context| database::check(context, &Actor::Operator, &mut |_| {}).unwrap())
        .await;
    assert_eq!(checked.flaws, []);
}

async fn compiled(server: &TestServer, book: &str) -> Vec<String> {
    let id: BookId = book.parse().unwrap();
    server
        .run_service(move |context| {
            let compiled = editions::compile(context, &Actor::Operator, id).unwrap();
            let posts = compiled.memos.iter().filter_map(|memo| memo.content.post());
            posts.map(str::to_owned).collect()
        })
        .await
}

type Archive = ZipArchive<Cursor<Vec<u8>>>;

async fn export(member: &Member) -> Archive {
    ZipArchive::new(Cursor::new(member.get("/api/account/export").await.bytes)).unwrap()
}

fn json_in(archive: &Archive, name: &str) -> Value {
    let mut bytes = Vec::new();
    archive.clone().by_name(name).unwrap().read_to_end(&mut bytes).unwrap();
    serde_json::from_slice(&bytes).unwrap()
}

fn loves_in(archive: &Archive) -> Value {
    json_in(archive, "others.json")["loves"].clone()
}
