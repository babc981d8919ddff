//! Deletion of an account by its member.

mod mails;

use std::time::Duration;

use crate::support::{Member, PASSWORD, Reply, TestServer, noise};
use inkfold::context::Context;
use inkfold::domain::id::AccountId;
use inkfold::domain::policy::{Actor, Denied};
use inkfold::error::Error;
use inkfold::services::accounts::deletion;
use inkfold::services::editions;
use inkfold::services::memos::{self, HandwritingInput, SubmissionRequest};
use inkfold::services::operations::garbage_collection;

use insta::assert_snapshot;
use lopdf::{Document, Object};
use serde_json::json;

async fn leave(member: &Member, password: &str, name: &str) -> Reply {
    member.post("/api/account/delete", json!({ "password": password, "name": name })).await
}

/// Returns the paths of the pictures of memos that were just submitted.
fn pictures<const N: usize>(submitted: &Reply) -> [String; N] {
    assert_eq!(submitted.status, 201, "{submitted}");
    let memos = submitted.json()["memos"].take();
    std::array::from_fn(|place| memos[place]["img"].as_str().unwrap().to_owned())
}

#[tokio::test]
async fn deleted_account_cannot_sign_in() {
    let server = TestServer::start().await;
    let (mara, ana) = (server.member("mara").await, server.member("ana").await);
    let mut elsewhere = server.visitor();
    let receipt = elsewhere.sign_in("mara@example.org", PASSWORD).await.json()["token"].clone();
    mara.post("/forgot-password", json!({ "email": "mara@example.org" })).await;
    let change = json!({ "uid": mara.uid, "email": "lind@example.org" });
    assert_eq!(mara.post("/update-email", change).await.status, 202);
    server.run_jobs().await;
    let reset = server.mailed("/reset-password?token=");
    let undo = server.mailed("/undo-email?token=");
    let session = mara.cookie("session").unwrap();

    let reply = leave(&mara, PASSWORD, " Mara ").await;
    assert_eq!(reply.status, 204, "{reply}");
    assert!(reply.header("set-cookie").starts_with("session=; "), "{:?}", reply.headers);
    assert!(!elsewhere.is_signed_in().await && ana.is_signed_in().await);
    let old = server.visitor().request(reqwest::Method::GET, "/api/account/sessions");
    let old = Reply::of(old.header("cookie", format!("session={session}"))).await;
    assert_eq!(old.refusal(), (401, "unauthenticated".into()));

    let visitor = server.visitor();
    let reset = json!({ "token": reset, "password": "red-ink-on-grey" });
    assert_eq!(visitor.post("/reset-password", reset).await.status, 422);
    assert_eq!(visitor.post("/undo-email-change", json!({ "token": undo })).await.status, 422);
    assert_eq!(visitor.post("/verify-token", json!({ "idToken": receipt })).await.status, 401);
    assert_eq!(elsewhere.sign_in("mara@example.org", PASSWORD).await.status, 401);

    // Address and username are free again, but the new account is another one.
    let again = json!({ "email": "MARA@example.org", "password": PASSWORD, "extra": { "username": "mara", "name": "Another" } });
    let again = visitor.post("/register", again).await;
    assert_eq!(again.status, 201, "{again}");
    assert_ne!(again.json()["uid"], json!(mara.uid));
}

#[tokio::test]
async fn unpublished_memos_go_with_their_pictures_at_once() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 2).await;
    let (mara, ada) = (server.member("mara").await, server.admin("ada").await);
    let before = server.files();
    let [replaced] = pictures(&mara.answer(&book, &[("q1", &noise(1, 30))]).await);
    let [present, other] =
        pictures(&mara.answer(&book, &[("q1", &noise(2, 30)), ("q2", &noise(3, 30))]).await);
    assert_eq!(server.files(), before + 3);

    assert_eq!(leave(&mara, PASSWORD, "mara").await.status, 204);
    assert_eq!(server.files(), before);
    for picture in [replaced, present, other] {
        for anybody in [&server.visitor(), &mara, &ada] {
            assert_eq!(anybody.get(&picture).await.status, 404);
        }
    }
    let shelf = ada.post("/api/book", json!({ "bid": book })).await.json();
    assert_eq!(shelf["memoCount"], 0);
    let gone = ada.post("/query-profile", json!({ "uid": mara.uid })).await;
    assert_eq!(gone.refusal(), (404, "not-found".into()));
}

#[tokio::test]
async fn picture_shared_with_other_member_is_kept() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 1).await;
    let (mara, ana) = (server.member("mara").await, server.member("ana").await);
    let same = noise(1, 30);
    let [hers] = pictures(&mara.answer(&book, &[("q1", &same)]).await);
    let [theirs] = pictures(&ana.answer(&book, &[("q1", &same)]).await);
    assert_eq!(hers, theirs);
    assert_eq!(leave(&mara, PASSWORD, "mara").await.status, 204);
    assert_eq!(ana.get(&theirs).await.bytes, same);
}

#[tokio::test]
async fn edition_of_deleted_member_stays_without_name() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 3).await;
    let (mara, ana) = (server.member("mara").await, server.member("ana").await);
    let ada = server.admin("ada").await;
    ana.answer(&book, &[("q1", &noise(9, 30))]).await;
    let published = [("q1", &noise(1, 30)[..]), ("q2", &noise(2, 30))];
    let [kept, rewritten] = pictures(&mara.answer(&book, &published).await);
    server.publish(&book).await;
    let fresh = [("q2", &noise(3, 30)[..]), ("q3", &noise(4, 30))];
    let fresh: [String; 2] = pictures(&mara.answer(&book, &fresh).await);
    let edition = ana.get(&format!("/api/book/{book}/download")).await.bytes;
    assert_eq!(authors(&edition), "ana, mara");

    assert_eq!(leave(&mara, PASSWORD, "mara").await.status, 204);
    assert_eq!(ana.get(&format!("/api/book/{book}/download")).await.bytes, edition);
    for picture in [&kept, &rewritten] {
        assert_eq!(ana.get(picture).await.status, 200);
    }
    for picture in &fresh {
        assert_eq!(ana.get(picture).await.status, 404);
        assert_eq!(ada.get(picture).await.status, 404);
    }
    let listed = ada.post("/api/memo/list", json!({ "uid": mara.uid, "bid": book })).await.json();
    assert_eq!(listed.as_array().unwrap().len(), 1);
    assert_eq!(listed[0]["img"], json!(kept));
    assert_snapshot!(listed[0]["author"], @r#"{"name":"a former member","username":""}"#);

    let id = book.parse().unwrap();
    let compile = move |context: &Context| {
        let compiled = editions::compile(context, &Actor::Operator, id).unwrap();
        let pdf = context.blobs.write_guard().persist(compiled.pdf).unwrap();
        context.blobs.get(pdf).unwrap().unwrap()
    };
    let next = server.run_service(compile).await;
    assert_eq!(authors(&next), "a former member, ana");
    // A deleted member gets no mail about the edition.
    server.publish(&book).await;
    server.run_jobs().await;
    let told = server.mails().into_iter().filter(|mail| mail.contains("To: mara@")).count();
    assert_eq!(told, 0);
}

/// Returns the authors in the metadata of a book's PDF.
fn authors(pdf: &[u8]) -> String {
    let pdf = Document::load_mem(pdf).unwrap();
    let info = pdf.trailer.get(b"Info").and_then(Object::as_reference).unwrap();
    let author = pdf.get_dictionary(info).unwrap().get(b"Author").unwrap().as_str().unwrap();
    String::from_utf8(author.to_vec()).unwrap()
}

#[tokio::test]
async fn account_deletion_needs_own_password_and_username() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    server.member("ana").await;
    assert_snapshot!(leave(&mara, "not-the-password", "mara").await, @r#"401 {"code":"invalid-credentials","error":"Your current password is incorrect.","key":"password-incorrect","msg":"Your current password is incorrect."}"#);
    assert_snapshot!(leave(&mara, PASSWORD, "ana").await, @r#"
    422 {"code":"invalid","error":"This is not your username.","fieldMessages":{"name":{"key":"username-differs"}},
    "fields":{"name":"This is not your username."},"key":"username-differs","msg":"This is not your username."}
    "#);
    for name in ["mara lind", ""] {
        assert_eq!(leave(&mara, PASSWORD, name).await.refusal(), (422, "invalid".into()));
    }
    let delete = |body| mara.post("/api/account/delete", body);
    assert_eq!(delete(json!({ "password": PASSWORD })).await.status, 422);
    assert_eq!(delete(json!({ "name": "mara" })).await.status, 422);
    let theirs = json!({ "password": PASSWORD, "name": "mara", "uid": mara.uid });
    assert_eq!(delete(theirs).await.status, 422);
    let visitor = server.visitor();
    assert_eq!(leave(&visitor, PASSWORD, "mara").await.refusal(), (401, "unauthenticated".into()));
    assert!(mara.is_signed_in().await);
}

#[tokio::test]
async fn last_active_admin_cannot_be_deleted() {
    let server = TestServer::start().await;
    let (ada, mara) = (server.admin("ada").await, server.member("mara").await);
    let disabled = server.admin("bo").await;
    server.disable(&disabled).await;
    assert_snapshot!(leave(&ada, PASSWORD, "ada").await, @r#"
    409 {"code":"conflict","error":"This is the only admin who can sign in. Make another member an admin first.",
    "key":"last-admin","msg":"This is the only admin who can sign in. Make another member an admin first."}
    "#);
    assert!(ada.is_signed_in().await);
    assert_eq!(leave(&mara, PASSWORD, "mara").await.status, 204);
    server.admin("eve").await;
    assert_eq!(leave(&ada, PASSWORD, "ada").await.status, 204);
}

#[tokio::test]
async fn only_admins_delete_accounts_of_others() {
    let server = TestServer::start().await;
    let (ada, mara) = (server.admin("ada").await, server.member("mara").await);
    let (admin, owner): (AccountId, AccountId) =
        (ada.uid.parse().unwrap(), mara.uid.parse().unwrap());
    let outcomes = server
        .run_service(move |context| {
            let by = Actor::full_member(owner);
            let member = deletion::delete(context, &by, owner).unwrap_err();
            let last = deletion::delete(context, &Actor::Operator, admin).unwrap_err();
            deletion::delete(context, &Actor::Operator, owner).unwrap();
            let again = deletion::delete(context, &Actor::Operator, owner).unwrap_err();
            [member, last, again].map(|error| error.to_string())
        })
        .await;
    assert_eq!(
        outcomes,
        [
            "Your account isn't allowed to do this.",
            "This is the only admin who can sign in. Make another member an admin first.",
            "This member was not found.",
        ]
    );
    assert!(!mara.is_signed_in().await);
}

#[tokio::test]
async fn submission_during_deletion_leaves_nothing() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 1).await;
    let mara = server.member("mara").await;
    // The request was authorized before the account was deleted.
    let (account, id) = (mara.uid.parse().unwrap(), book.parse().unwrap());
    let tab = Actor::full_member(account);
    assert_eq!(leave(&mara, PASSWORD, "mara").await.status, 204);
    let before = server.files();
    let refused = server
        .run_service(move |context| {
            let entry =
                HandwritingInput { question: "q1".into(), png: noise(1, 30), alt: String::new() };
            let request =
                SubmissionRequest { actor: &tab, claimed: account, begun_at: context.now() };
            memos::publish_handwriting(context, &request, id, &[entry], None).unwrap_err()
        })
        .await;
    assert!(matches!(refused, Error::Denied(Denied::SignInRequired)), "{refused}");
    server
        .run_service(|context| {
            garbage_collection::collect(
                context,
                Duration::ZERO,
                garbage_collection::CollectionLimit::All,
            )
            .unwrap()
        })
        .await;
    assert_eq!(server.files(), before);
    let shelf = server.visitor().post("/api/book", json!({ "bid": book })).await.json();
    assert_eq!(shelf["memoCount"], 0);
}

#[tokio::test]
async fn concurrent_deletions_and_submissions_are_consistent() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 1).await;
    let (mara, ana) = (server.member("mara").await, server.member("ana").await);
    let before = server.files();
    let same = noise(1, 30);
    let entry = [("q1", &same[..])];
    let (one, two, third, hers) = tokio::join!(
        leave(&mara, PASSWORD, "mara"),
        leave(&mara, PASSWORD, "mara"),
        mara.answer(&book, &entry),
        ana.answer(&book, &entry),
    );
    let mut left = [one.status, two.status];
    left.sort_unstable();
    assert_eq!(left, [204, 401]);
    assert!([201, 401].contains(&third.status), "{third}");
    let [picture] = pictures(&hers);
    assert_eq!(ana.get(&picture).await.bytes, same);
    assert_eq!(server.files(), before + 1);
    let shelf = ana.post("/api/book", json!({ "bid": book })).await.json();
    assert_eq!(shelf["memoCount"], 1);
}
