//! Management of members: list, promote, disable, enable, and sign-in links.

mod attacks;
mod command_line;
mod web;

use base64::Engine as _;

use crate::support::bad_files::png_of_one_pixel;
use crate::support::{Member, TestServer};
use inkfold::context::Context;
use inkfold::domain::id::{AccountId, SessionId};
use inkfold::domain::policy::{AccountStatus, Actor, Denied, Role};
use inkfold::error::Error;
use inkfold::services::accounts::{members, recovery};

use insta::assert_snapshot;
use serde_json::{Value, json};

const OPERATOR: Actor = Actor::Operator;
const OLD: &str = "blue-ink-on-cream";
const NEW: &str = "red-ink-on-grey";

fn id(member: &Member) -> AccountId {
    member.uid.parse().unwrap()
}

/// Actor for a verified member, with or without the rights of an admin.
fn actor(member: &Member, admin: bool) -> Actor {
    let role = if admin { Role::Admin } else { Role::Member };
    Actor::Member { account: id(member), standing: AccountStatus::Full, role }
}

/// Performs one of [`members`]' verbs as the operator.
async fn operate<T: Send + 'static>(
    server: &TestServer,
    member: &Member,
    verb: fn(&Context, &Actor, AccountId) -> Result<T, Error>,
) -> Result<T, Error> {
    let id = id(member);
    server.run_service(move |context| verb(context, &OPERATOR, id)).await
}

/// Request body that submits handwriting for these questions.
fn handwriting(member: &Member, book: &str, questions: &[&str]) -> Value {
    let png = base64::engine::general_purpose::STANDARD.encode(png_of_one_pixel());
    let data = json!({ "rects": [], "memos": vec![png; questions.len()], "questions": questions });
    json!({ "bid": book, "uid": member.uid, "data": data })
}

#[tokio::test]
async fn member_is_found_by_email_username_or_uid() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let find = |named: &str| {
        let named = named.to_owned();
        server.run_service(move |context| {
            members::find(context, &OPERATOR, &named).map_err(|e| e.to_string())
        })
    };
    for named in ["mara@example.org", "MARA@Example.org", "mara", "Mara", " mara ", &mara.uid] {
        assert_eq!(find(named).await, Ok(id(&mara)), "{named}");
    }
    for named in ["", "ana", "ana@example.org", "mara@", "01", "01jgfjhg0000000000000000zz"] {
        assert_eq!(find(named).await, Err("This member was not found.".into()), "{named}");
    }
    // A username that equals another member's uid does not shadow it.
    let eve = server.member("eve").await;
    let renamed = json!({ "username": mara.uid, "uid": eve.uid });
    assert_eq!(eve.post("/update-username", renamed).await.status, 200);
    assert_eq!(find(&mara.uid).await, Ok(id(&mara)));
    assert_eq!(find("eve@example.org").await, Ok(id(&eve)));
}

#[tokio::test]
async fn members_are_listed_newest_first_with_counts() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    server.clock.advance(1);
    let other = server.book("Another book", 5).await;
    let mara = server.member("mara").await;
    server.clock.advance(1);
    server.member("ana").await;
    for (book, questions) in [(&book, ["q1", "q2"].as_slice()), (&other, &["q1"])] {
        let submission = handwriting(&mara, book, questions);
        assert_eq!(mara.post("/api/memo/handwriting/publish", submission).await.status, 201);
    }
    let listed = server.run_service(|context| members::list(context, &OPERATOR).unwrap()).await;
    let listed: Vec<(&str, u32)> =
        listed.iter().map(|member| (member.account.username.as_str(), member.memos)).collect();
    assert_eq!(listed, [("ana", 0), ("mara", 3)]);

    let shown = operate(&server, &mara, members::get).await.unwrap();
    let books: Vec<(&str, u32)> =
        shown.books.iter().map(|(book, memos)| (book.name.as_str(), *memos)).collect();
    assert_eq!(books, [("Another book", 1), ("A year in ink", 2)]);
    assert_eq!((shown.member.memos, shown.sessions), (3, 1));
}

#[tokio::test]
async fn member_management_needs_an_admin() {
    type ServiceFn = fn(&Context, &Actor, AccountId) -> Result<(), Error>;
    let reading: [(&str, ServiceFn); 4] = [
        ("find", |context, actor, _| members::find(context, actor, "mara").map(drop)),
        ("list", |context, actor, _| members::list(context, actor).map(drop)),
        ("show", |context, actor, id| members::get(context, actor, id).map(drop)),
        ("sessions", |context, actor, id| members::sessions::list(context, actor, id).map(drop)),
    ];
    let changing: [(&str, ServiceFn); 8] = [
        ("promote", |context, actor, id| members::promote(context, actor, id).map(drop)),
        ("demote", |context, actor, id| members::demote(context, actor, id).map(drop)),
        ("verify", |context, actor, id| members::verify(context, actor, id).map(drop)),
        ("disable", |context, actor, id| members::disable(context, actor, id).map(drop)),
        ("enable", |context, actor, id| members::enable(context, actor, id).map(drop)),
        ("reset link", |context, actor, id| recovery::reset_link(context, actor, id).map(drop)),
        ("end all", |context, actor, id| members::sessions::end_all(context, actor, id).map(drop)),
        ("end one", |context, actor, id| {
            members::sessions::end(context, actor, id, SessionId::from_bytes([0; 16]))
        }),
    ];
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let (member, demoted) = (actor(&mara, false), actor(&mara, true));
    let id = id(&mara);
    server
        .run_service(move |context| {
            let refuses = |service_fn: ServiceFn, actor: &Actor, why: Denied, what: &str| {
                let answer = service_fn(context, actor, id);
                assert!(
                    matches!(answer, Err(Error::Denied(denied)) if denied == why),
                    "{what} as {actor:?}: {answer:?}"
                );
            };
            for (what, service_fn) in reading.into_iter().chain(changing) {
                refuses(service_fn, &Actor::Visitor, Denied::SignInRequired, what);
                refuses(service_fn, &member, Denied::Forbidden, what);
            }
            // The actor was an admin when the request arrived.
            for (what, service_fn) in changing {
                refuses(service_fn, &demoted, Denied::Forbidden, what);
            }
        })
        .await;
    assert!(mara.is_signed_in().await);
}

#[tokio::test]
async fn role_changes_apply_to_next_request() {
    let server = TestServer::start().await;
    let (ada, mara) = (server.admin("ada").await, server.member("mara").await);
    let adas = || async { mara.post("/query-profile", json!({ "uid": ada.uid })).await.status };
    assert_eq!(adas().await, 403);
    assert!(operate(&server, &mara, members::promote).await.unwrap().account.admin);
    assert_eq!(adas().await, 200);
    assert!(!operate(&server, &mara, members::demote).await.unwrap().account.admin);
    assert_eq!(adas().await, 403);
    assert!(mara.is_signed_in().await);

    // A promotion does not verify the address.
    let bo = server.unverified("bo").await;
    let promoted = operate(&server, &bo, members::promote).await.unwrap().account;
    assert!(promoted.admin && !promoted.email_verified);
    assert!(operate(&server, &bo, members::verify).await.unwrap().account.email_verified);
}

#[tokio::test]
async fn disabled_member_cannot_sign_in_until_enabled() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    assert!(operate(&server, &mara, members::disable).await.unwrap().account.disabled);
    let mut door = server.visitor();
    let refused = door.sign_in("mara@example.org", OLD).await.to_string();
    assert_eq!(refused, door.sign_in("mara@example.org", "wrong").await.to_string());
    assert!(!operate(&server, &mara, members::enable).await.unwrap().account.disabled);
    assert_eq!(door.sign_in("mara@example.org", OLD).await.status, 200);
}

#[tokio::test]
async fn admin_link_sets_password_once_within_hour() {
    let server = TestServer::start().await;
    let mut mara = server.unverified("mara").await;
    let reset = operate(&server, &mara, recovery::reset_link).await.unwrap();
    assert_eq!(reset.expires_at.to_string(), "2026-01-01T01:00:00Z");
    let token = reset.link.strip_prefix("http://127.0.0.1:8080/reset-password?token=").unwrap();
    // Creating the link changes nothing until it is used.
    assert!(mara.is_signed_in().await);

    let body = json!({ "token": token, "password": NEW });
    assert_eq!(server.visitor().post("/reset-password", body.clone()).await.status, 204);
    assert!(!mara.is_signed_in().await);
    assert_eq!(server.visitor().post("/reset-password", body).await.status, 422);
    // The link came from an admin, so its use does not prove the mail address.
    assert_eq!(mara.sign_in("mara@example.org", NEW).await.json()["emailVerified"], false);

    let late = operate(&server, &mara, recovery::reset_link).await.unwrap();
    server.clock.advance(60 * 60);
    let body = json!({ "token": late.link.split("token=").nth(1), "password": OLD });
    assert_eq!(mara.post("/reset-password", body).await.refusal(), (422, "invalid".into()));
}

#[tokio::test]
async fn admin_link_and_mailed_link_replace_each_other() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let mailed = || async {
        // Mails are ordered by their time.
        server.clock.advance(1);
        mara.post("/forgot-password", json!({ "email": "mara@example.org" })).await;
        server.run_jobs().await;
        server.mailed("/reset-password?token=")
    };
    let reset =
        |token: String| mara.post("/reset-password", json!({ "token": token, "password": NEW }));
    let first = mailed().await;
    let handed = operate(&server, &mara, recovery::reset_link).await.unwrap();
    let handed = handed.link.split("token=").nth(1).unwrap().to_owned();
    assert_eq!(reset(first).await.status, 422);
    let last = mailed().await;
    assert_eq!(reset(handed).await.status, 422);
    assert_eq!(reset(last).await.status, 204);
}

#[tokio::test]
async fn disabled_member_is_not_promoted_or_linked() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    operate(&server, &mara, members::disable).await.unwrap();
    let words = "This account is disabled. It must be enabled first.";
    let promoted = operate(&server, &mara, members::promote).await.unwrap_err();
    assert_eq!(promoted.to_string(), words);
    let linked = operate(&server, &mara, recovery::reset_link).await.unwrap_err();
    assert_eq!(linked.to_string(), words);
    operate(&server, &mara, members::enable).await.unwrap();
    assert!(operate(&server, &mara, recovery::reset_link).await.is_ok());
}

#[tokio::test]
async fn admin_ends_sessions_of_one_member() {
    let server = TestServer::start().await;
    let (mara, ana) = (server.member("mara").await, server.member("ana").await);
    server.clock.advance(1);
    let mut lost = server.visitor();
    lost.sign_in("mara@example.org", OLD).await;
    let (maras, anas) = (id(&mara), id(&ana));
    let sessions = operate(&server, &mara, members::sessions::list).await.unwrap();
    assert_eq!(sessions.len(), 2);
    assert_snapshot!(sessions[0].created_at, @"2026-01-01T00:00:01Z");
    let newest = sessions[0].id;
    let end = |member| {
        server.run_service(move |context| {
            members::sessions::end(context, &OPERATOR, member, newest).is_ok()
        })
    };
    assert!(!end(anas).await);
    assert!(end(maras).await && !end(maras).await);
    assert!(!lost.is_signed_in().await && mara.is_signed_in().await);
    assert_eq!(operate(&server, &mara, members::sessions::end_all).await.unwrap(), 1);
    assert!(!mara.is_signed_in().await && ana.is_signed_in().await);
}
