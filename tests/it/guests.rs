//! Guests of books: they answer without an account, and a keeper decides on each of their memos.

use inkfold::config::{MailTransport, Registration};
use inkfold::context::Context;
use inkfold::domain::job::Job;
use serde_json::{Value, json};

use crate::support::{Member, PASSWORD, Reply, TestServer, fill, noise};

const DAY: i64 = 24 * 60 * 60;

/// Makes a guest link; returns its code.
async fn make_link(keeper: &Member, book: &str) -> String {
    let made = keeper.post(&format!("/api/admin/books/{book}/guest-link"), json!({})).await;
    assert_eq!(made.status, 201, "{made}");
    made.json()["link"].as_str().unwrap().rsplit('/').next().unwrap().to_owned()
}

async fn join(visitor: &Member, code: &str, name: &str) -> Reply {
    visitor.post(&format!("/api/guest-links/{code}"), json!({ "name": name })).await
}

/// A guest with this name, and the secret of the private link.
async fn guest(server: &TestServer, code: &str, name: &str) -> (Member, String) {
    let mut guest = server.visitor();
    let joined = join(&guest, code, name).await;
    assert_eq!(joined.status, 201, "{joined}");
    let joined = joined.json();
    joined["account"]["uid"].as_str().unwrap().clone_into(&mut guest.uid);
    let link = joined["privateLink"].as_str().unwrap();
    (guest, link.rsplit('/').next().unwrap().to_owned())
}

async fn guests(keeper: &Member, book: &str) -> Value {
    let reply = keeper.get(&format!("/api/admin/books/{book}/guests")).await;
    assert_eq!(reply.status, 200, "{reply}");
    reply.json()
}

async fn decide(keeper: &Member, memo: &Value, accept: bool) -> u16 {
    let path = format!("/api/admin/waiting-answers/{}", memo["id"].as_str().unwrap());
    keeper.post(&path, json!({ "accept": accept })).await.status
}

async fn memos(member: &Member) -> Vec<Value> {
    let list = member.post("/query-memos", json!({ "uid": member.uid })).await;
    list.json().as_array().cloned().unwrap_or_default()
}

/// Number of memos of the book that readers of the library see.
async fn counted(server: &TestServer, book: &str) -> Value {
    let list = server.visitor().post("/api/book/list", json!({})).await.json();
    let mut books = list.as_array().unwrap().iter();
    books.find(|shown| shown["id"] == *book).unwrap()["memoCount"].clone()
}

#[tokio::test]
async fn guest_memo_waits_until_keeper_accepts_it() {
    let server = TestServer::start().await;
    let book = server.book("A wedding", 2).await;
    let kim = server.keeper("kim", &book).await;
    let code = make_link(&kim, &book).await;
    let shown = server.visitor().get(&format!("/api/guest-links/{code}")).await;
    assert_eq!((shown.status, &shown.json()["book"]), (200, &json!("A wedding")));
    let (noor, _) = guest(&server, &code, "Noor").await;

    let submitted = noor.submit_text(&book, "q1", "It rained on the tents.").await;
    assert_eq!(submitted.status, 201, "{submitted}");
    assert_eq!(memos(&noor).await[0]["waiting"], true);
    assert_eq!(counted(&server, &book).await, 0);
    let list = guests(&kim, &book).await;
    assert_eq!(
        (&list["guests"][0]["name"], &list["guests"][0]["waiting"]),
        (&json!("Noor"), &json!(1))
    );
    let memo = &list["waiting"][0];
    assert_eq!((&memo["post"], &memo["hidden"]), (&json!("It rained on the tents."), &Value::Null));

    // Nothing is published before it is accepted, and only a keeper of the book accepts it.
    let other = server.keeper("stranger", &server.book("Another", 1).await).await;
    assert_eq!(decide(&other, memo, true).await, 404);
    assert_eq!(decide(&server.member("mara").await, memo, true).await, 403);
    assert_eq!(decide(&noor, memo, true).await, 403);
    let publish = format!("/api/admin/books/{book}/publish");
    assert_eq!(kim.post(&publish, json!({})).await.status, 409);
    assert_eq!(decide(&kim, memo, true).await, 204);
    assert_eq!(decide(&kim, memo, true).await, 404, "it waits no longer");
    assert_eq!(
        (memos(&noor).await[0]["waiting"].clone(), counted(&server, &book).await),
        (json!(false), json!(1))
    );
    server.publish(&book).await;
    let mara = server.member("reader").await;
    let page = mara.get(&format!("/api/book/{book}/read?qid=q1")).await.json();
    assert_eq!(page["memos"][0]["author"], json!({ "username": "", "name": "Noor" }), "{page}");
    let audit = server.admin("ada").await.get("/api/admin/audit").await.to_string();
    assert!(audit.contains("guest-link") && audit.contains("accept-memo"), "{audit}");
}

#[tokio::test]
async fn guest_answers_by_form_and_by_page() {
    let server = TestServer::start_with(|config| config.prize.enabled = true).await;
    let book = server.book("A wedding", 3).await;
    let kim = server.keeper("kim", &book).await;
    let (noor, _) = guest(&server, &make_link(&kim, &book).await, "Noor").await;
    let blank = noor.get(&format!("/assets/forms/{book}.pdf")).await.bytes;
    // Twice: a correction costs a guest no credit.
    for boxes in [&[0_usize, 1][..], &[0, 1, 2]] {
        noor.submit(&book, fill(&blank, 2, boxes)).await;
    }
    let page = reqwest::multipart::Part::bytes(noise(5, 800)).file_name("page.png");
    let form = reqwest::multipart::Form::new()
        .part("file", page)
        .text("bid", book.clone())
        .text("uid", noor.uid.clone())
        .text("qid", "q3");
    assert_eq!(noor.upload("/api/memo/page/publish", form).await.status, 201);
    let waiting = guests(&kim, &book).await["waiting"].clone();
    let kinds: Vec<&Value> = waiting.as_array().unwrap().iter().map(|memo| &memo["type"]).collect();
    assert_eq!(kinds.iter().filter(|kind| **kind == "hand").count(), 3, "{waiting}");
    assert_eq!(kinds.len(), 4);
    for memo in waiting.as_array().unwrap() {
        let image = memo["img"].as_str().unwrap();
        assert_eq!(kim.get(image).await.status, 200);
        assert_eq!(server.visitor().get(image).await.status, 404);
    }
}

#[tokio::test]
async fn guest_corrects_and_withdraws_by_private_link() {
    let server = TestServer::start().await;
    let book = server.book("A wedding", 2).await;
    let kim = server.keeper("kim", &book).await;
    let (noor, secret) = guest(&server, &make_link(&kim, &book).await, "Noor").await;
    noor.submit_text(&book, "q1", "It rained.").await;

    let mut phone = server.visitor();
    let back = phone.post("/api/guests/back", json!({ "secret": secret })).await;
    assert_eq!((back.status, &back.json()["privateLink"]), (200, &Value::Null));
    noor.uid.clone_into(&mut phone.uid);
    phone.submit_text(&book, "q1", "It rained all night.").await;
    let waiting = guests(&kim, &book).await["waiting"].clone();
    assert_eq!(
        waiting.as_array().unwrap().len(),
        1,
        "the correction replaces what waits: {waiting}"
    );
    assert_eq!(waiting[0]["post"], "It rained all night.");
    assert_eq!(decide(&kim, &waiting[0], true).await, 204);
    // A correction of an accepted answer waits again; the same text does not.
    phone.submit_text(&book, "q1", "It rained all night.").await;
    assert_eq!(guests(&kim, &book).await["waiting"], json!([]));
    phone.submit_text(&book, "q1", "It poured all night.").await;
    let waiting = guests(&kim, &book).await["waiting"].clone();
    let withdraw = json!({ "id": waiting[0]["id"] });
    assert_eq!(phone.post("/api/memo/remove", withdraw).await.status, 204);
    assert_eq!(guests(&kim, &book).await["waiting"], json!([]));
    // Guests restore nothing: it would stand in the book without a keeper's yes.
    let restore = json!({ "id": waiting[0]["id"] });
    assert_eq!(phone.post("/api/memo/restore", restore).await.status, 403);
}

#[tokio::test]
async fn new_private_link_ends_first_one() {
    let server = TestServer::start().await;
    let book = server.book("A wedding", 2).await;
    let kim = server.keeper("kim", &book).await;
    let (noor, secret) = guest(&server, &make_link(&kim, &book).await, "Noor").await;
    let mut phone = server.visitor();
    noor.uid.clone_into(&mut phone.uid);
    let back = phone.post("/api/guests/back", json!({ "secret": secret })).await;
    assert_eq!(back.status, 200, "{back}");
    let renewed = phone.post("/api/guests/private-link", json!({})).await;
    assert_eq!(renewed.status, 201, "{renewed}");
    let stale = server.visitor().post("/api/guests/back", json!({ "secret": secret })).await;
    assert_eq!(stale.status, 422, "{stale}");
    let link = renewed.json()["privateLink"].as_str().unwrap().to_owned();
    let secret = link.rsplit('/').next().unwrap();
    let again = server.visitor().post("/api/guests/back", json!({ "secret": secret })).await;
    assert_eq!(again.status, 200, "{again}");
    assert!(
        phone.is_signed_in().await && !noor.is_signed_in().await,
        "other devices are signed out"
    );
    assert_eq!(
        server.member("mara").await.post("/api/guests/private-link", json!({})).await.status,
        404
    );
}

#[tokio::test]
async fn guest_does_nothing_but_answer_own_book() {
    let server = TestServer::start().await;
    let (book, other) = (server.book("A wedding", 1).await, server.book("Secret diary", 1).await);
    let kim = server.keeper("kim", &book).await;
    let mara = server.member("mara").await;
    mara.submit_text(&other, "q1", "Between us.").await;
    server.publish(&other).await;
    let topic = server.topic("letters").await;
    let post = mara.post_and_publish(&topic, &noise(2, 40)).await;
    let (noor, _) = guest(&server, &make_link(&kim, &book).await, "Noor").await;
    let memo = memos(&mara).await[0]["id"].clone();
    for (path, body) in [
        (
            "/api/memo/text/publish",
            json!({ "bid": other, "uid": noor.uid, "qid": "q1", "post": "Hello there", "question": "" }),
        ),
        ("/api/memo/love/add", json!({ "id": memo })),
        ("/api/comments/add", json!({ "text": "Lovely.", "uid": noor.uid, "pid": post })),
        (
            "/api/suggestion/send",
            json!({ "uid": noor.uid, "suggestion": "A book about rain, please." }),
        ),
    ] {
        let refused = noor.post(path, body).await;
        assert_eq!(
            (refused.status, &refused.json()["code"]),
            (403, &json!("account-required")),
            "{path}: {refused}"
        );
    }
    assert_eq!(noor.post("/get-memo", json!({ "id": memo })).await.status, 404);
    for path in [
        format!("/api/admin/books/{book}/guests"),
        format!("/api/admin/books/{book}/answers"),
        "/api/admin/books".to_owned(),
    ] {
        assert_eq!(noor.get(&path).await.status, 403, "{path}");
    }
}

#[tokio::test]
async fn guest_account_has_no_password_or_profile() {
    let server = TestServer::start().await;
    let book = server.book("A wedding", 1).await;
    let kim = server.keeper("kim", &book).await;
    let (noor, _) = guest(&server, &make_link(&kim, &book).await, "Noor").await;
    let account = noor.post("/query-profile", json!({ "uid": noor.uid })).await;
    assert_eq!(account.status, 200, "{account}");
    let email = format!("{}@guest.invalid", noor.uid);
    for password in ["", PASSWORD] {
        let refused = server.visitor().sign_in(&email, password).await;
        assert!(matches!(refused.status, 401 | 422), "{refused}");
    }
    let sign_up =
        json!({ "email": email, "password": PASSWORD, "extra": { "username": "x1", "name": "X" } });
    assert_eq!(server.visitor().post("/register", sign_up).await.status, 422);
    // Nor does a guest get a name, an address or a password of another kind than by creating an account.
    for (path, body) in [
        ("/update-username", json!({ "uid": noor.uid, "username": "noor2" })),
        ("/update-email", json!({ "uid": noor.uid, "email": "noor@example.org" })),
        (
            "/update-profile",
            json!({ "uid": noor.uid, "name": "Admin", "handedness": "", "preferredTablets": "", "spokenLanguages": "" }),
        ),
        ("/send-verify", json!({ "uid": noor.uid })),
        ("/api/account/second-factor", json!({})),
    ] {
        let refused = noor.post(path, body).await;
        assert_eq!(
            (refused.status, &refused.json()["code"]),
            (403, &json!("account-required")),
            "{path}: {refused}"
        );
    }
}

#[tokio::test]
async fn guest_is_not_listed_among_members() {
    let server = TestServer::start().await;
    let book = server.book("A wedding", 1).await;
    let kim = server.keeper("kim", &book).await;
    server.member("mara").await;
    let (noor, _) = guest(&server, &make_link(&kim, &book).await, "Noor").await;
    let ada = server.admin("ada").await;
    let members = ada.get("/api/admin/members").await.to_string();
    assert!(!members.contains("Noor") && members.contains("mara"), "{members}");
    let grid = ada.get(&format!("/api/admin/books/{book}/answers")).await.to_string();
    assert!(!grid.contains("Noor"), "{grid}");
    let roles = noor.post("/check-admin", json!({ "uid": noor.uid })).await.json();
    assert_eq!((&roles["guestOf"], &roles["isAdmin"]), (&json!(book), &json!(false)));
}

#[tokio::test]
async fn used_up_unknown_and_closed_links_refuse_guests() {
    let server = TestServer::start_with(|config| {
        config.limits.per_address = std::num::NonZeroU32::new(10_000).unwrap();
    })
    .await;
    let book = server.book("A wedding", 1).await;
    let kim = server.keeper("kim", &book).await;
    let first = make_link(&kim, &book).await;
    let second = make_link(&kim, &book).await;
    for code in [first.as_str(), "34679A", "----", "0000-0000-0000"] {
        let refused = join(&server.visitor(), code, "Noor").await;
        assert_eq!(refused.status, 422, "{code}: {refused}");
    }
    for (name, error) in [("", "name-required"), ("1234", "name-without-letter")] {
        assert!(join(&server.visitor(), &second, name).await.to_string().contains(error));
    }
    // Typed by hand, it may have small letters and no hyphens.
    let typed = second.to_lowercase().replace('-', "");
    assert_eq!(join(&server.visitor(), &typed, "Noor").await.status, 201);
    let dates = json!({ "closes": "2001-01-01", "readyBy": "entries" });
    let schedule = format!("/api/admin/books/{book}/schedule");
    kim.post(&schedule, dates).await;
    assert_eq!(join(&server.visitor(), &second, "Noor").await.status, 409);
    kim.post(&schedule, json!({ "closes": "", "readyBy": "entries" })).await;
    let removed = kim.delete(&format!("/api/admin/books/{book}/guest-link")).await;
    assert_eq!(removed.status, 204);
    assert_eq!(join(&server.visitor(), &second, "Noor").await.status, 422);
    assert_eq!(guests(&kim, &book).await["link"], Value::Null);
    let other = server.keeper("stranger", &server.book("Another", 1).await).await;
    let foreign = other.post(&format!("/api/admin/books/{book}/guest-link"), json!({})).await;
    assert_eq!(foreign.status, 403);
}

#[tokio::test]
async fn public_guest_link_is_limited_by_book() {
    let server = TestServer::start_with(|config| {
        config.limits.per_address = std::num::NonZeroU32::new(10_000).unwrap();
    })
    .await;
    let book = server.book("A wedding", 1).await;
    let kim = server.keeper("kim", &book).await;
    let code = make_link(&kim, &book).await;
    let crowd = server.visitor();
    let mut refused = 0;
    for n in 0..10_000 {
        let reply = join(&crowd, &code, &format!("Bot {n}")).await;
        if reply.status != 201 {
            assert_eq!(reply.status, 429, "{reply}");
            refused += 1;
        }
    }
    assert_eq!(guests(&kim, &book).await["guests"].as_array().unwrap().len(), 200);
    assert_eq!(refused, 9_800);
    // The keeper replaces the link, and removes a guest with what waits.
    let list = guests(&kim, &book).await;
    let uid = list["guests"][0]["uid"].as_str().unwrap().to_owned();
    assert_eq!(kim.delete(&format!("/api/admin/books/{book}/guests/{uid}")).await.status, 204);
    assert_eq!(kim.delete(&format!("/api/admin/books/{book}/guests/{uid}")).await.status, 404);
    assert_eq!(
        kim.delete(&format!("/api/admin/books/{book}/guests/{}", kim.uid)).await.status,
        404
    );
    // A new link removes the crowd, and lets those in who were meant.
    let code = make_link(&kim, &book).await;
    assert_eq!(guests(&kim, &book).await["guests"], json!([]));
    assert_eq!(join(&crowd, &code, "Noor").await.status, 201);
    // Those who never answered are forgotten after a month.
    server.clock.advance(31 * DAY);
    let cleanup = |context: &Context| context.write(|tx| context.enqueue(tx, Job::DailyCleanup));
    server.run_service(cleanup).await.unwrap();
    server.run_jobs().await;
    let mut kim = server.visitor();
    kim.sign_in("kim@example.org", PASSWORD).await;
    assert_eq!(guests(&kim, &book).await["guests"], json!([]));
}

#[tokio::test]
async fn one_address_cannot_bring_a_crowd() {
    let server = TestServer::start_with(|config| {
        config.limits.per_address = std::num::NonZeroU32::new(2).unwrap();
    })
    .await;
    let book = server.book("A wedding", 1).await;
    let kim = server.keeper("kim", &book).await;
    let code = make_link(&kim, &book).await;
    let mut joined = 0;
    for n in 0..30 {
        joined += usize::from(
            join(&server.visitor(), &code, &format!("Guest {}", n + 1)).await.status == 201,
        );
    }
    assert_eq!(joined, 10);
}

#[tokio::test]
async fn guest_becomes_member_and_keeps_answers() {
    let server = TestServer::start_with(|config| {
        config.accounts.registration = Registration::Invited;
        config.mail.transport = MailTransport::File;
    })
    .await;
    let book = server.book("A wedding", 2).await;
    let (ada, kim) = (server.admin("ada").await, server.keeper("kim", &book).await);
    let (noor, secret) = guest(&server, &make_link(&kim, &book).await, "Noor").await;
    noor.submit_text(&book, "q1", "It rained.").await;
    let sign_up = |invitation: Value| {
        json!({
            "email": "noor@example.org", "password": PASSWORD, "username": "noor", "name": "Noor",
            "invitation": invitation,
        })
    };
    let refused = noor.post("/api/guests/account", sign_up(Value::Null)).await;
    assert_eq!(refused.status, 422, "{refused}");
    let taken =
        json!({ "email": "kim@example.org", "password": PASSWORD, "username": "kim", "name": "K" });
    let invitation = ada.post("/api/admin/invitations", json!({ "bid": book })).await.json();
    let code = invitation["code"]["code"].clone();
    let mut taken = taken;
    taken["invitation"] = code.clone();
    assert_eq!(noor.post("/api/guests/account", taken).await.status, 409);
    let made = noor.post("/api/guests/account", sign_up(code)).await;
    assert_eq!((made.status, &made.json()["emailVerified"]), (200, &json!(false)), "{made}");

    // The session goes on, the private link ends, and what waited waits.
    assert_eq!(memos(&noor).await[0]["waiting"], true);
    let stale = server.visitor().post("/api/guests/back", json!({ "secret": secret })).await;
    assert_eq!(stale.status, 422);
    let unverified = noor.submit_text(&book, "q2", "It snowed.").await;
    assert_eq!(unverified.json()["code"], "verification-required");
    let sent = noor.post("/send-verify", json!({ "uid": noor.uid })).await;
    assert_eq!(sent.status, 202, "{sent}");
    server.run_jobs().await;
    let secret = server.mailed("/verify?token=");
    assert_eq!(noor.post("/verify", json!({ "token": secret })).await.status, 200);
    assert_eq!(noor.submit_text(&book, "q2", "It snowed.").await.json()["memo"]["waiting"], false);
    let waiting = guests(&kim, &book).await;
    assert_eq!((&waiting["guests"], waiting["waiting"].as_array().unwrap().len()), (&json!([]), 1));
    assert_eq!(decide(&kim, &waiting["waiting"][0], true).await, 204);
    assert_eq!(counted(&server, &book).await, 2);
    let mut again = server.visitor();
    assert_eq!(again.sign_in("noor@example.org", PASSWORD).await.status, 200);
    assert_eq!(noor.post("/api/guests/account", sign_up(Value::Null)).await.status, 404);
}

#[tokio::test]
async fn closed_community_makes_no_members_of_guests() {
    let server = TestServer::start_with(|config| {
        config.accounts.registration = Registration::Closed;
    })
    .await;
    let book = server.book("A wedding", 1).await;
    let kim = server.keeper("kim", &book).await;
    let (noor, _) = guest(&server, &make_link(&kim, &book).await, "Noor").await;
    let account = json!({ "email": "noor@example.org", "password": PASSWORD, "username": "noor", "name": "Noor" });
    let refused = noor.post("/api/guests/account", account).await;
    assert_eq!((refused.status, &refused.json()["code"]), (403, &json!("registration-closed")));
    assert_eq!(noor.submit_text(&book, "q1", "It rained.").await.status, 201);
}

#[tokio::test]
async fn declined_memo_is_removed_with_a_notice() {
    let server = TestServer::start().await;
    let book = server.book("A wedding", 1).await;
    let kim = server.keeper("kim", &book).await;
    let (noor, _) = guest(&server, &make_link(&kim, &book).await, "Noor").await;
    let before = server.files();
    noor.answer(&book, &[("q1", &noise(3, 60))]).await;
    let waiting = guests(&kim, &book).await["waiting"].clone();
    assert_eq!(decide(&kim, &waiting[0], false).await, 204);
    assert_eq!((memos(&noor).await.len(), server.files()), (0, before));
    let removed =
        noor.post("/api/memo/removed", json!({ "uid": noor.uid, "bid": book })).await.to_string();
    assert!(removed.contains("A keeper of the book has declined it."), "{removed}");
}

#[tokio::test]
async fn leaving_guest_takes_unpublished_answers_along() {
    let server = TestServer::start().await;
    let book = server.book("A wedding", 2).await;
    let kim = server.keeper("kim", &book).await;
    let (noor, secret) = guest(&server, &make_link(&kim, &book).await, "Noor").await;
    noor.submit_text(&book, "q1", "It rained.").await;
    noor.submit_text(&book, "q2", "It snowed.").await;
    let waiting = guests(&kim, &book).await["waiting"].clone();
    assert_eq!(decide(&kim, &waiting[0], true).await, 204);
    server.publish(&book).await;
    let export = noor.get("/api/account/export").await;
    assert_eq!(export.status, 200);
    assert_eq!(noor.post("/api/guests/leave", json!({})).await.status, 204);
    assert!(!noor.is_signed_in().await);
    let gone = server.visitor().post("/api/guests/back", json!({ "secret": secret })).await;
    assert_eq!(gone.status, 422);
    let left = guests(&kim, &book).await;
    assert_eq!((&left["guests"], &left["waiting"]), (&json!([]), &json!([])));
    // What is published stays, as a former member's.
    assert_eq!(counted(&server, &book).await, 1);
    assert_eq!(server.member("mara").await.post("/api/guests/leave", json!({})).await.status, 404);
}

#[tokio::test]
async fn declined_correction_leaves_the_accepted_memo() {
    let server = TestServer::start().await;
    let book = server.book("A wedding", 1).await;
    let (ada, kim) = (server.admin("ada").await, server.keeper("kim", &book).await);
    let (noor, _) = guest(&server, &make_link(&kim, &book).await, "Noor").await;
    noor.submit_text(&book, "q1", "It rained.").await;
    let waiting = guests(&kim, &book).await["waiting"].clone();
    assert_eq!(decide(&kim, &waiting[0], true).await, 204);
    noor.submit_text(&book, "q1", "Something unkind.").await;
    let waiting = guests(&kim, &book).await["waiting"].clone();
    assert_eq!(decide(&kim, &waiting[0], false).await, 204);
    let left = memos(&noor).await;
    assert_eq!((&left[0]["post"], &left[0]["waiting"]), (&json!("It rained."), &json!(false)));
    assert_eq!(counted(&server, &book).await, 1);
    // What an admin hides is not for a keeper to accept.
    noor.submit_text(&book, "q1", "Another one.").await;
    let waiting = guests(&kim, &book).await["waiting"][0].clone();
    let hide = json!({ "kind": "memo", "id": waiting["id"], "verdict": "hide", "why": "It names a neighbour." });
    assert_eq!(ada.post("/api/admin/reports/settle", hide).await.status, 200);
    assert_eq!(decide(&kim, &waiting, true).await, 404);
    assert_eq!(guests(&kim, &book).await["waiting"], json!([]));
}

#[tokio::test]
async fn edition_with_guests_sends_them_no_mail() {
    let server = TestServer::start_with(|config| config.mail.transport = MailTransport::File).await;
    let book = server.book("A wedding", 1).await;
    let kim = server.keeper("kim", &book).await;
    let (noor, _) = guest(&server, &make_link(&kim, &book).await, "Noor").await;
    noor.submit_text(&book, "q1", "It rained.").await;
    let waiting = guests(&kim, &book).await["waiting"].clone();
    assert_eq!(decide(&kim, &waiting[0], true).await, 204);
    server.member("mara").await.submit_text(&book, "q1", "It snowed.").await;
    server.publish(&book).await;
    server.run_jobs().await;
    let mails = server.mails();
    assert!(mails.iter().any(|mail| mail.contains("To: mara@example.org")), "{mails:?}");
    assert!(!mails.iter().any(|mail| mail.contains("guest.invalid")), "{mails:?}");
}

#[tokio::test]
async fn closed_book_is_published_once_all_is_decided() {
    let server = TestServer::start().await;
    let book = server.book("A wedding", 3).await;
    let kim = server.keeper("kim", &book).await;
    let (noor, _) = guest(&server, &make_link(&kim, &book).await, "Noor").await;
    for question in ["q1", "q2", "q3"] {
        noor.submit_text(&book, question, "It rained.").await;
    }
    let dates = json!({ "closes": "2026-01-01 00:00", "readyBy": "date" });
    kim.post(&format!("/api/admin/books/{book}/schedule"), dates).await;
    // The book closes with nothing to publish.
    server.clock.advance(60 * 60);
    server.run_jobs().await;
    let waiting = guests(&kim, &book).await["waiting"].clone();
    let editions = async || {
        server.run_jobs().await;
        server
            .visitor()
            .get(&format!("/api/book/{book}/editions"))
            .await
            .json()
            .as_array()
            .unwrap()
            .len()
    };
    for (memo, accept, expected) in [(0, true, 0), (1, false, 0), (2, true, 1)] {
        assert_eq!(decide(&kim, &waiting[memo], accept).await, 204);
        assert_eq!(editions().await, expected);
    }
}

#[tokio::test]
async fn guest_gets_no_role_and_no_reset_link() {
    let server = TestServer::start().await;
    let book = server.book("A wedding", 1).await;
    let ada = server.admin("ada").await;
    let noor = server.guest("Noor", &book).await;
    for change in ["promote", "verify", "appoint-moderator", "disable"] {
        let path = format!("/api/admin/members/{}/change", noor.uid);
        assert_eq!(ada.post(&path, json!({ "change": change })).await.status, 404, "{change}");
    }
    let keeper = json!({ "member": noor.uid });
    let path = format!("/api/admin/books/{book}/keepers");
    assert_eq!(ada.post(&path, keeper).await.status, 404);
    let path = format!("/api/admin/members/{}/reset-link", noor.uid);
    assert_eq!(ada.post(&path, json!({})).await.status, 404);
}

/// Guest whose answer "It rained." a keeper has accepted.
async fn accepted_guest(server: &TestServer, kim: &Member, book: &str, name: &str) -> Member {
    let (noor, _) = guest(server, &make_link(kim, book).await, name).await;
    noor.submit_text(book, "q1", "It rained.").await;
    let waiting = guests(kim, book).await["waiting"].clone();
    assert_eq!(decide(kim, &waiting[0], true).await, 204);
    noor
}

/// Makes a guest a member with this name.
async fn become_member(guest: &Member, name: &str) -> u16 {
    let account = json!({
        "email": "noor@example.org", "password": PASSWORD, "username": "noor", "name": name,
        "application": "I was at the wedding.",
    });
    guest.post("/api/guests/account", account).await.status
}

async fn rename(member: &Member, name: &str) {
    let profile = json!({ "uid": member.uid, "name": name });
    assert_eq!(member.post("/update-profile", profile).await.status, 200);
}

#[tokio::test]
async fn new_name_of_accepted_guest_waits_for_keeper() {
    for registration in [Registration::Open, Registration::Approved] {
        let server = TestServer::start_with(|config| config.accounts.registration = registration);
        let server = server.await;
        let book = server.book("A wedding", 2).await;
        let kim = server.keeper("kim", &book).await;
        let noor = accepted_guest(&server, &kim, &book, "Noor").await;
        assert_eq!(become_member(&noor, "Kim's rude cousin").await, 200);
        assert_eq!(counted(&server, &book).await, 0, "{registration:?}");
        assert_eq!(memos(&noor).await[0]["waiting"], true);
        let waiting = guests(&kim, &book).await["waiting"].clone();
        assert_eq!(waiting[0]["author"]["name"], "Kim's rude cousin", "{waiting}");
        assert_eq!(decide(&kim, &waiting[0], true).await, 204);
        assert_eq!(counted(&server, &book).await, 1);

        // The same in the settings, and for an applicant who waits to be accepted.
        rename(&noor, "Kim's rude cousin").await;
        assert_eq!(counted(&server, &book).await, 1, "the same name changes nothing");
        rename(&noor, "Ruder still").await;
        assert_eq!(counted(&server, &book).await, 0, "{registration:?}");
        let waiting = guests(&kim, &book).await["waiting"].clone();
        assert_eq!(waiting.as_array().unwrap().len(), 1, "{waiting}");
    }
}

#[tokio::test]
async fn declined_memo_of_an_edition_is_kept_hidden() {
    let server = TestServer::start_with(|config| config.mail.transport = MailTransport::None).await;
    let book = server.book("A wedding", 1).await;
    let kim = server.keeper("kim", &book).await;
    let noor = accepted_guest(&server, &kim, &book, "Noor").await;
    server.publish(&book).await;
    assert_eq!(become_member(&noor, "Somebody else").await, 200);
    let waiting = guests(&kim, &book).await["waiting"][0].clone();
    assert_eq!(decide(&kim, &waiting, false).await, 204);

    assert_eq!(counted(&server, &book).await, 0);
    let of_book = json!({ "uid": noor.uid, "bid": book });
    let history = noor.post("/api/memo/history", of_book).await.json();
    assert_eq!(history[0]["post"], "It rained.", "{history}");
}

#[tokio::test]
async fn accepted_memo_is_restored_under_its_name_only() {
    let server = TestServer::start_with(|config| {
        config.accounts.registration = Registration::Open;
        config.mail.transport = MailTransport::None;
    })
    .await;
    let book = server.book("A wedding", 1).await;
    let kim = server.keeper("kim", &book).await;
    let noor = accepted_guest(&server, &kim, &book, "Noor").await;
    noor.submit_text(&book, "q1", "Something unkind.").await;
    let correction = guests(&kim, &book).await["waiting"][0].clone();
    assert_eq!(become_member(&noor, "Somebody else").await, 200);
    assert_eq!(decide(&kim, &correction, false).await, 204);
    let left = memos(&noor).await;
    assert_eq!((&left[0]["post"], &left[0]["waiting"]), (&json!("It rained."), &json!(true)));
    assert_eq!(counted(&server, &book).await, 0);
    // A member's memos never wait, under any name.
    assert_eq!(noor.submit_text(&book, "q1", "It snowed.").await.status, 201);
    rename(&noor, "Noor").await;
    assert_eq!(counted(&server, &book).await, 1);
}
