//! Reauthentication, and changes of password and username.

use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::support::{Member, TestServer};

const OLD: &str = "blue-ink-on-cream";
const NEW: &str = "red-ink-on-grey";

fn password_change(member: &Member, current: &str, new: &str) -> Value {
    json!({ "uid": member.uid, "currentPassword": current, "newPassword": new })
}

#[tokio::test]
async fn reauthentication_needs_own_email_and_password() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    server.member("ana").await;
    let give = |email: &str, password: &str| {
        mara.post("/reauthenticate", json!({ "email": email, "password": password }))
    };
    assert_eq!(give("MARA@example.org", OLD).await.status, 204);
    assert_snapshot!(give("mara@example.org", "wrong").await, @r#"401 {"code":"invalid-credentials","error":"Your current password is incorrect.","key":"password-incorrect","msg":"Your current password is incorrect."}"#);
    // The right password, with another member's address.
    assert_snapshot!(give("ana@example.org", OLD).await, @r#"403 {"code":"forbidden","error":"There was an error processing your request.","key":"another-account","msg":"There was an error processing your request."}"#);
    assert_eq!(give("not an address", OLD).await.status, 403);
    let stranger = server.visitor();
    let given = json!({ "email": "mara@example.org", "password": OLD });
    assert_eq!(
        stranger.post("/reauthenticate", given).await.refusal(),
        (401, "unauthenticated".into())
    );
}

#[tokio::test]
async fn changed_password_ends_other_sessions_and_links() {
    let server = TestServer::start().await;
    let (here, ana) = (server.member("mara").await, server.member("ana").await);
    let mut elsewhere = server.visitor();
    elsewhere.sign_in("mara@example.org", OLD).await;
    elsewhere.post("/forgot-password", json!({ "email": "mara@example.org" })).await;
    server.run_jobs().await;
    let token = server.mailed("/reset-password?token=");

    let reply = here.post("/update-password", password_change(&here, OLD, NEW)).await;
    assert_eq!(reply.status, 204);
    assert!(here.is_signed_in().await && ana.is_signed_in().await);
    assert!(!elsewhere.is_signed_in().await);
    let reset = json!({ "token": token, "password": "green-ink-on-white" });
    assert_eq!(elsewhere.post("/reset-password", reset).await.status, 422);
    assert_eq!(elsewhere.sign_in("mara@example.org", OLD).await.status, 401);
    assert_eq!(elsewhere.sign_in("mara@example.org", NEW).await.status, 200);
}

#[tokio::test]
async fn password_change_needs_the_old_one() {
    let server = TestServer::start().await;
    let (mara, ana) = (server.member("mara").await, server.member("ana").await);
    let wrong = mara.post("/update-password", password_change(&mara, "wrong", NEW)).await;
    assert_snapshot!(wrong, @r#"401 {"code":"invalid-credentials","error":"Your current password is incorrect.","key":"password-incorrect","msg":"Your current password is incorrect."}"#);
    let short = mara.post("/update-password", password_change(&mara, OLD, "1234567")).await;
    assert_snapshot!(short.json()["fields"], @r#"{"newPassword":"Password must be at least 8 characters long"}"#);
    let others = password_change(&mara, OLD, NEW);
    assert_eq!(
        ana.post("/update-password", others.clone()).await.refusal(),
        (403, "forbidden".into())
    );
    assert_eq!(server.visitor().post("/update-password", others).await.status, 401);
    let mut again = server.visitor();
    assert_eq!(again.sign_in("mara@example.org", OLD).await.status, 200);
}

#[tokio::test]
async fn username_change_follows_registration_rules() {
    let server = TestServer::start().await;
    let (mara, ana) = (server.member("mara").await, server.member("ana").await);
    let change = |member: &'static str| json!({ "username": member, "uid": mara.uid });
    assert_snapshot!(mara.post("/update-username", change("ANA")).await, @r#"
    409 {"code":"conflict","error":"Username is already taken","fieldMessages":{"username":{"key":"username-taken"}},
    "fields":{"username":"Username is already taken"},"key":"username-taken","msg":"Username is already taken"}
    "#);
    assert_snapshot!(mara.post("/update-username", change("ma.ra")).await.json()["fields"], @r#"{"username":"Username is invalid, special characters not allowed"}"#);
    assert_eq!(mara.post("/update-username", change("admin")).await.status, 422);
    assert_eq!(
        ana.post("/update-username", change("anna")).await.refusal(),
        (403, "forbidden".into())
    );
    assert_eq!(server.visitor().post("/update-username", change("anna")).await.status, 401);

    // A member can change the case of their own username, or take an abbreviation of it.
    assert_snapshot!(mara.post("/update-username", change("Mara")).await, @r#"200 {"username":"Mara"}"#);
    assert_snapshot!(mara.post("/update-username", change("lind")).await, @r#"200 {"username":"lind"}"#);
    assert_snapshot!(ana.post("/check-username", json!({ "username": "mara" })).await, @r#"200 {"available":true}"#);
}

#[tokio::test]
async fn username_changes_are_limited() {
    let server = TestServer::start().await;
    let (mara, ana) = (server.member("mara").await, server.member("ana").await);
    let take = |member: &Member, name: &str| json!({ "username": name, "uid": member.uid });
    // Invalid usernames do not count as tries.
    assert_eq!(mara.post("/update-username", take(&mara, "ma.ra")).await.status, 422);
    for _ in 0..10 {
        let taken = mara.post("/update-username", take(&mara, "ana")).await;
        assert_eq!(taken.refusal(), (409, "conflict".into()));
    }
    let refused = mara.post("/update-username", take(&mara, "maralind")).await;
    assert_snapshot!(refused, @r#"
    429 {"code":"rate-limited","error":"Too many tries. Please wait 6 minutes and try again.","key":"too-many-tries",
    "msg":"Too many tries. Please wait 6 minutes and try again.","params":{"seconds":360,"wait":"6 minutes"}}
    "#);
    assert_eq!(refused.header("retry-after"), "360");
    // Limits are per member: other members are not affected.
    assert_eq!(ana.post("/update-username", take(&mara, "x1")).await.status, 403);
    assert_eq!(ana.post("/update-username", take(&ana, "anna")).await.status, 200);
    server.clock.advance(360);
    assert_eq!(mara.post("/update-username", take(&mara, "ana")).await.json()["username"], "ana");
    assert_eq!(mara.post("/update-username", take(&mara, "mara")).await.status, 429);
}
