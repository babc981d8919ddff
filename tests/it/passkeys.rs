//! Passkeys: registered, used to sign in, as the second step and to confirm who is at the browser.

use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::support::authenticator::Authenticator;
use crate::support::{Member, PASSWORD, Reply, TestServer};

const PASSKEYS: &str = "/api/account/passkeys";
const SECOND_FACTOR: &str = "/api/account/second-factor";

fn authenticator(server: &TestServer) -> Authenticator {
    let origin = server.context.config().passkey_origin().unwrap();
    Authenticator::at(&origin.origin().ascii_serialization())
}

async fn register(device: &mut Authenticator, member: &Member, name: &str) -> Reply {
    let begun = member.post(PASSKEYS, json!({})).await;
    assert_eq!(begun.status, 201, "{begun}");
    let begun = begun.json();
    let credential = device.create(&begun["options"]);
    let body = json!({ "ceremony": begun["ceremony"], "credential": credential, "name": name });
    member.post(&format!("{PASSKEYS}/confirm"), body).await
}

async fn registered(server: &TestServer, member: &Member) -> Authenticator {
    let mut device = authenticator(server);
    let reply = register(&mut device, member, "Phone").await;
    assert_eq!(reply.status, 201, "{reply}");
    device
}

async fn sign_in(device: &mut Authenticator, browser: &Member) -> Reply {
    let proof = device.prove(browser).await;
    browser.post("/signin/passkey", proof).await
}

async fn password_sign_in(server: &TestServer, extra: Value) -> Reply {
    let mut form = json!({ "email": "mara@example.org", "password": PASSWORD });
    for (name, value) in extra.as_object().unwrap() {
        form[name] = value.clone();
    }
    server.visitor().post("/signin", form).await
}

async fn reauthenticate(member: &Member) {
    let form = json!({ "email": "mara@example.org", "password": PASSWORD });
    assert_eq!(member.post("/reauthenticate", form).await.status, 204);
}

/// Sets the password by a mailed link.
async fn reset_by_mail(server: &TestServer) {
    let owner = server.visitor();
    // Mails are ordered by their time.
    server.clock.advance(60);
    owner.post("/forgot-password", json!({ "email": "mara@example.org" })).await;
    server.run_jobs().await;
    let reset = json!({ "token": server.mailed("/reset-password?token="), "password": PASSWORD });
    assert_eq!(owner.post("/reset-password", reset).await.status, 204);
}

#[tokio::test]
async fn passkey_signs_in_without_a_password() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let mut device = authenticator(&server);
    let begun = mara.post(PASSKEYS, json!({})).await.json();
    let options = &begun["options"];
    assert_eq!(options["rp"]["id"], "localhost");
    assert_eq!(options["user"]["name"], "mara");
    assert_eq!(options["authenticatorSelection"]["residentKey"], "required");
    assert_eq!(options["authenticatorSelection"]["userVerification"], "required");
    assert_snapshot!(register(&mut device, &mara, " My  phone ").await, @r#"201 {"createdAt":{"_nanoseconds":0,"_seconds":1767225600},"id":"[id]","name":"My phone","usedAt":null}"#);
    assert_snapshot!(mara.get(PASSKEYS).await, @r#"200 [{"createdAt":{"_nanoseconds":0,"_seconds":1767225600},"id":"[id]","name":"My phone","usedAt":null}]"#);

    server.clock.advance(60);
    let browser = server.visitor();
    let signed_in = sign_in(&mut device, &browser).await;
    assert_eq!(signed_in.status, 200, "{signed_in}");
    assert_eq!(signed_in.json()["username"], "mara");
    assert_eq!(browser.get("/api/account/sessions").await.json().as_array().unwrap().len(), 2);
    let used_at = mara.get(PASSKEYS).await.json()[0]["usedAt"]["_seconds"].as_i64();
    assert_eq!(used_at, Some(server.context.now().seconds));
    // The device has verified its user, so the session may change credentials.
    assert_eq!(browser.post(PASSKEYS, json!({})).await.status, 201);
}

#[tokio::test]
async fn passkey_response_is_accepted_once() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let mut device = registered(&server, &mara).await;
    let browser = server.visitor();
    let proof = device.prove(&browser).await;
    assert_eq!(browser.post("/signin/passkey", proof.clone()).await.status, 200);
    let again = server.visitor().post("/signin/passkey", proof).await;
    assert_snapshot!(again, @r#"401 {"code":"invalid-credentials","error":"This took too long. Please try again.","key":"passkey-ceremony-expired","msg":"This took too long. Please try again."}"#);

    let late = device.prove(&browser).await;
    server.clock.advance(5 * 60);
    assert_eq!(server.visitor().post("/signin/passkey", late).await.status, 401);
}

#[tokio::test]
async fn forged_passkey_responses_are_refused() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let mut device = registered(&server, &mara).await;
    let browser = server.visitor();

    let mut phished = device.prove(&browser).await;
    device.origin = "https://inkfold.example.com".to_owned();
    phished["credential"] = device.get(&json!({ "rpId": "localhost", "challenge": "AAAA" }));
    assert_snapshot!(browser.post("/signin/passkey", phished).await, @r#"
    401 {"code":"invalid-credentials","error":"This passkey was not accepted. Sign in another way.",
    "key":"passkey-refused","msg":"This passkey was not accepted. Sign in another way."}
    "#);
    device.origin = authenticator(&server).origin;

    device.verifies_user = false;
    assert_eq!(sign_in(&mut device, &browser).await.status, 401, "nobody touched the device");
    device.verifies_user = true;

    let mut unknown = authenticator(&server);
    assert_eq!(sign_in(&mut unknown, &browser).await.status, 401);

    let mut edited = device.prove(&browser).await;
    edited["credential"]["response"]["userHandle"] = json!("AAAAAAAAAAAAAAAAAAAAAA");
    assert_eq!(browser.post("/signin/passkey", edited).await.status, 401);

    for credential in [json!({}), json!({ "id": 7 }), json!({ "rawId": "!" })] {
        let mut proof = device.prove(&browser).await;
        proof["credential"] = credential;
        assert_eq!(browser.post("/signin/passkey", proof).await.status, 401);
    }
    // A device whose counter goes back was copied.
    assert_eq!(sign_in(&mut device, &browser).await.status, 200);
    device.counter = 0;
    assert_eq!(sign_in(&mut device, &server.visitor()).await.status, 401);
}

#[tokio::test]
async fn registration_needs_recent_password_and_own_ceremony() {
    let server = TestServer::start().await;
    let (mara, leo) = (server.member("mara").await, server.member("leo").await);
    let begun = mara.post(PASSKEYS, json!({})).await.json();
    let credential = authenticator(&server).create(&begun["options"]);
    let body = json!({ "ceremony": begun["ceremony"], "credential": credential, "name": "Phone" });
    let path = format!("{PASSKEYS}/confirm");
    let foreign = leo.post(&path, body.clone()).await;
    assert_snapshot!(foreign, @r#"
    422 {"code":"invalid","error":"This took too long. Please try again.",
    "fieldMessages":{"ceremony":{"key":"passkey-ceremony-expired"}},
    "fields":{"ceremony":"This took too long. Please try again."},"key":"passkey-ceremony-expired",
    "msg":"This took too long. Please try again."}
    "#);
    assert_eq!(mara.post(&path, body.clone()).await.status, 422, "the ceremony has ended");

    server.clock.advance(6 * 60);
    let late = mara.post(PASSKEYS, json!({})).await;
    assert_eq!(late.refusal(), (401, "recent-signin-required".into()));
    reauthenticate(&mara).await;
    let mut device = registered(&server, &mara).await;
    assert_eq!(register(&mut device, &mara, "Again").await.status, 422, "excluded");
    let theirs = register(&mut device, &server.member("noa").await, "Mine").await;
    assert_eq!(theirs.json()["key"], "passkey-known", "{theirs}");
    assert_eq!(register(&mut authenticator(&server), &mara, " ").await.refusal().0, 422);
    // A device that does not check its user is no passkey.
    let mut bare = authenticator(&server);
    bare.verifies_user = false;
    assert_snapshot!(register(&mut bare, &mara, "Key").await, @r#"
    422 {"code":"invalid","error":"The passkey could not be checked, so it was not added. Please try again.",
    "fieldMessages":{"credential":{"key":"passkey-not-registered"}},
    "fields":{"credential":"The passkey could not be checked, so it was not added. Please try again."},
    "key":"passkey-not-registered","msg":"The passkey could not be checked, so it was not added. Please try again."}
    "#);
    assert_eq!(mara.get(PASSKEYS).await.json().as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn passkeys_are_renamed_and_removed_by_their_member() {
    let server = TestServer::start().await;
    let (mara, leo) = (server.member("mara").await, server.member("leo").await);
    let mut device = registered(&server, &mara).await;
    let id = mara.get(PASSKEYS).await.json()[0]["id"].as_str().unwrap().to_owned();
    let path = format!("{PASSKEYS}/{id}");
    for (who, status) in [(&leo, 404), (&server.visitor(), 401)] {
        assert_eq!(who.post(&path, json!({ "name": "Mine" })).await.status, status);
        assert_eq!(who.delete(&path).await.status, status);
    }
    let renamed = mara.post(&path, json!({ "name": "Tablet" })).await;
    assert_eq!(renamed.json()["name"], "Tablet");
    server.clock.advance(6 * 60);
    assert_eq!(mara.delete(&path).await.refusal(), (401, "recent-signin-required".into()));
    let proof = device.prove(&mara).await;
    assert_eq!(mara.post("/reauthenticate/passkey", proof).await.status, 204);
    assert_eq!(mara.delete(&path).await.status, 204);
    assert_eq!(sign_in(&mut device, &server.visitor()).await.status, 401);
}

#[tokio::test]
async fn passkey_of_another_member_confirms_nothing() {
    let server = TestServer::start().await;
    let (mara, leo) = (server.member("mara").await, server.member("leo").await);
    let mut device = registered(&server, &leo).await;
    server.clock.advance(6 * 60);
    let proof = device.prove(&mara).await;
    assert_eq!(mara.post("/reauthenticate/passkey", proof).await.status, 403);
    assert_eq!(mara.post(PASSKEYS, json!({})).await.status, 401);
}

#[tokio::test]
async fn passkey_serves_as_the_second_step() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let none = mara.post(&format!("{SECOND_FACTOR}/passkeys"), json!({})).await;
    assert_snapshot!(none, @r#"409 {"code":"conflict","error":"Add a passkey first.","key":"no-passkey","msg":"Add a passkey first."}"#);
    let mut device = registered(&server, &mara).await;
    assert_eq!(password_sign_in(&server, json!({})).await.status, 200, "not switched on yet");
    let on = mara.post(&format!("{SECOND_FACTOR}/passkeys"), json!({})).await;
    assert_eq!(on.status, 200, "{on}");
    let codes = on.json()["recoveryCodes"].clone();
    assert_eq!(mara.get(SECOND_FACTOR).await.json()["hasApp"], false);

    assert_snapshot!(password_sign_in(&server, json!({})).await, @r#"
    401 {"code":"second-factor-required","error":"Please confirm with one of your passkeys, or enter a recovery code.",
    "key":"passkey-required","msg":"Please confirm with one of your passkeys, or enter a recovery code."}
    "#);
    assert_eq!(password_sign_in(&server, json!({ "code": "123456" })).await.status, 422);
    let proof = device.prove(&server.visitor()).await;
    assert_eq!(password_sign_in(&server, json!({ "passkey": proof })).await.status, 200);
    assert_eq!(password_sign_in(&server, json!({ "code": codes[0] })).await.status, 200);
    let stranger = registered(&server, &server.member("leo").await).await;
    let proof = { stranger }.prove(&server.visitor()).await;
    assert_eq!(password_sign_in(&server, json!({ "passkey": proof })).await.status, 401);

    // Without this passkey, only the recovery codes would be left.
    let id = mara.get(PASSKEYS).await.json()[0]["id"].as_str().unwrap().to_owned();
    assert_snapshot!(mara.delete(&format!("{PASSKEYS}/{id}")).await, @r#"
    409 {"code":"conflict",
    "error":"This is your only passkey, and you sign in with it. Turn off two-step verification first.",
    "key":"passkey-is-second-step",
    "msg":"This is your only passkey, and you sign in with it. Turn off two-step verification first."}
    "#);
    let off = json!({ "passkey": device.prove(&mara).await });
    assert_eq!(mara.post(&format!("{SECOND_FACTOR}/remove"), off).await.status, 204);
    assert_eq!(mara.delete(&format!("{PASSKEYS}/{id}")).await.status, 204);
    assert_eq!(password_sign_in(&server, json!({})).await.status, 200);
}

#[tokio::test]
async fn disabled_member_has_no_passkeys_door() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let mut device = registered(&server, &mara).await;
    server.disable(&mara).await;
    let refused = sign_in(&mut device, &server.visitor()).await;
    assert_eq!(refused.refusal(), (401, "invalid-credentials".into()));
}

#[tokio::test]
async fn strangers_passkey_ends_when_address_is_verified() {
    let server = TestServer::start().await;
    // Somebody signs up with an address that is not theirs, and leaves a passkey.
    let stranger = server.unverified("mara").await;
    let mut device = registered(&server, &stranger).await;
    assert_eq!(stranger.post(&format!("{SECOND_FACTOR}/passkeys"), json!({})).await.status, 200);
    reset_by_mail(&server).await;
    assert_eq!(password_sign_in(&server, json!({})).await.status, 200);
    assert_eq!(sign_in(&mut device, &server.visitor()).await.status, 401);
}

#[tokio::test]
async fn mailed_reset_ends_passkeys_that_sign_in() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    // Whoever had the password has left a passkey.
    let mut device = registered(&server, &mara).await;
    reset_by_mail(&server).await;
    assert_eq!(sign_in(&mut device, &server.visitor()).await.status, 401);

    let mut again = server.visitor();
    again.sign_in("mara@example.org", PASSWORD).await;
    let mut device = registered(&server, &again).await;
    assert_eq!(again.post(&format!("{SECOND_FACTOR}/passkeys"), json!({})).await.status, 200);
    reset_by_mail(&server).await;
    let asked = password_sign_in(&server, json!({})).await;
    assert_eq!(asked.json()["key"], "passkey-required", "a link does not skip the second step");
    let proof = device.prove(&server.visitor()).await;
    assert_eq!(password_sign_in(&server, json!({ "passkey": proof })).await.status, 200);
}

#[tokio::test]
async fn undone_change_of_address_ends_passkeys() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let mut device = registered(&server, &mara).await;
    assert_eq!(mara.post(&format!("{SECOND_FACTOR}/passkeys"), json!({})).await.status, 200);
    let change = json!({ "uid": mara.uid, "email": "thief@example.org" });
    assert_eq!(mara.post("/update-email", change).await.status, 202);
    server.run_jobs().await;
    let undo = json!({ "token": server.mailed("/undo-email?token=") });
    assert_eq!(server.visitor().post("/undo-email-change", undo).await.status, 204);
    assert_eq!(sign_in(&mut device, &server.visitor()).await.status, 401);
    assert_eq!(password_sign_in(&server, json!({})).await.status, 200, "nobody is locked out");
}

#[tokio::test]
async fn passkeys_are_offered_at_safe_origins_only() {
    let server =
        TestServer::start_with(|config| config.public_url = "http://inkbox.local".into()).await;
    let mara = server.member("mara").await;
    assert_snapshot!(mara.post(PASSKEYS, json!({})).await, @r#"
    409 {"code":"conflict","error":"Passkeys need an https address. Ask an admin to set one up.",
    "key":"passkeys-unavailable","msg":"Passkeys need an https address. Ask an admin to set one up."}
    "#);
    assert_eq!(server.visitor().post("/api/passkeys", json!({})).await.status, 409);
}

#[tokio::test]
async fn account_has_twenty_passkeys_at_most() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    for number in 0..20 {
        reauthenticate(&mara).await;
        server.clock.advance(60);
        let reply = register(&mut authenticator(&server), &mara, &format!("Key {number}")).await;
        assert_eq!(reply.status, 201, "{reply}");
    }
    let more = mara.post(PASSKEYS, json!({})).await;
    assert_eq!(more.json()["error"], "You have 20 passkeys. Remove one first.");
}
