//! Two-step verification: codes of an app, recovery codes, and permissions to switch it on and off.

use crate::support::{Member, PASSWORD, Reply, TestServer};
use inkfold::domain::policy::Actor;
use inkfold::services::accounts::second_factor;

use insta::assert_snapshot;
use serde_json::{Value, json};
use totp_rs::Totp;

const PATH: &str = "/api/account/second-factor";

/// Authenticator app that has scanned the QR code.
pub(crate) struct AuthenticatorApp(Totp);

impl AuthenticatorApp {
    fn of(setup: &Value) -> Self {
        Self(Totp::from_url(setup["address"].as_str().unwrap()).unwrap())
    }

    fn code(&self, server: &TestServer) -> String {
        let now = server.context.now().seconds;
        self.0.generate(now.try_into().unwrap()).to_string()
    }
}

pub(crate) async fn switch_on(
    server: &TestServer,
    member: &Member,
) -> (AuthenticatorApp, Vec<String>) {
    let setup = member.post(PATH, json!({})).await;
    assert_eq!(setup.status, 201, "{setup}");
    let authenticator = AuthenticatorApp::of(&setup.json());
    let confirm = json!({ "code": authenticator.code(server) });
    let confirmed = member.post(&format!("{PATH}/confirm"), confirm).await;
    assert_eq!(confirmed.status, 200, "{confirmed}");
    let codes = serde_json::from_value(confirmed.json()["recoveryCodes"].take()).unwrap();
    // The code of the confirmation cannot be used again, so time passes until the next one.
    server.clock.advance(30);
    (authenticator, codes)
}

async fn sign_in(server: &TestServer, code: Option<&str>) -> Reply {
    let form = json!({ "email": "mara@example.org", "password": PASSWORD, "code": code });
    server.visitor().post("/signin", form).await
}

async fn reauthenticate(member: &Member) {
    let form = json!({ "email": "mara@example.org", "password": PASSWORD });
    assert_eq!(member.post("/reauthenticate", form).await.status, 204);
}

#[tokio::test]
async fn code_is_asked_for_after_right_password() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    assert_snapshot!(mara.get(PATH).await, @r#"200 {"hasApp":false,"lockedAt":null,"recoveryCodesLeft":0,"reportedAt":null,"since":null}"#);
    let (authenticator, codes) = switch_on(&server, &mara).await;
    assert_eq!(codes.len(), 10);
    assert_eq!(mara.get(PATH).await.json()["recoveryCodesLeft"], 10);

    assert_snapshot!(sign_in(&server, None).await, @r#"
    401 {"code":"second-factor-required",
    "error":"Please enter the code that your authenticator app shows, or a recovery code.",
    "key":"second-factor-required",
    "msg":"Please enter the code that your authenticator app shows, or a recovery code."}
    "#);
    assert_snapshot!(sign_in(&server, Some("000000")).await, @r#"
    422 {"code":"invalid","error":"This code is wrong or was already used. Wait for the next one and try again.",
    "fieldMessages":{"code":{"key":"code-wrong"}},
    "fields":{"code":"This code is wrong or was already used. Wait for the next one and try again."},
    "key":"code-wrong","msg":"This code is wrong or was already used. Wait for the next one and try again."}
    "#);
    let code = authenticator.code(&server);
    assert_eq!(sign_in(&server, Some(&code)).await.status, 200);
    assert_eq!(sign_in(&server, Some(&code)).await.status, 422, "a code works once");

    // A wrong password does not reveal that the account has a second factor.
    let guess = json!({ "email": "mara@example.org", "password": "wrong", "code": code });
    let guessed = server.visitor().post("/signin", guess).await;
    assert_eq!(guessed.refusal(), (401, "invalid-credentials".into()));
}

#[tokio::test]
async fn recovery_code_replaces_lost_app_once() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let (authenticator, codes) = switch_on(&server, &mara).await;
    assert_eq!(sign_in(&server, Some(&codes[3])).await.status, 200);
    assert_eq!(sign_in(&server, Some(&codes[3])).await.status, 422);

    let renew = json!({ "code": authenticator.code(&server) });
    let renewed = mara.post(&format!("{PATH}/renew"), renew).await;
    assert_eq!(renewed.status, 200, "{renewed}");
    assert_eq!(sign_in(&server, Some(&codes[4])).await.status, 422, "older codes are void");
    let fresh = renewed.json()["recoveryCodes"][0].as_str().unwrap().to_owned();
    assert_eq!(sign_in(&server, Some(&fresh)).await.status, 200);
    assert_eq!(mara.get(PATH).await.json()["recoveryCodesLeft"], 9);
}

#[tokio::test]
async fn change_needs_fresh_password_and_code() {
    let server = TestServer::start().await;
    let (mara, stranger) = (server.member("mara").await, server.visitor());
    for path in ["", "/confirm", "/renew", "/remove"] {
        let reply = stranger.post(&format!("{PATH}{path}"), json!({ "code": "1" })).await;
        assert_eq!(reply.refusal(), (401, "unauthenticated".into()), "{path}");
    }
    server.clock.advance(6 * 60);
    let late = mara.post(PATH, json!({})).await;
    assert_eq!(late.refusal(), (401, "recent-signin-required".into()));
    reauthenticate(&mara).await;
    let (authenticator, _) = switch_on(&server, &mara).await;

    let again = mara.post(PATH, json!({})).await;
    assert_eq!(again.refusal(), (409, "conflict".into()), "the key of a step that is on stays");
    let guess = mara.post(&format!("{PATH}/remove"), json!({ "code": "123456" })).await;
    assert_eq!(guess.refusal(), (422, "invalid".into()));
    server.clock.advance(6 * 60);
    let code = json!({ "code": authenticator.code(&server) });
    let late = mara.post(&format!("{PATH}/remove"), code.clone()).await;
    assert_eq!(late.refusal(), (401, "recent-signin-required".into()));
    reauthenticate(&mara).await;
    assert_eq!(mara.post(&format!("{PATH}/remove"), code).await.status, 204);
    assert_eq!(sign_in(&server, None).await.status, 200);
}

#[tokio::test]
async fn unfinished_setup_changes_nothing() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let first = AuthenticatorApp::of(&mara.post(PATH, json!({})).await.json());
    assert_eq!(sign_in(&server, None).await.status, 200);
    // Another tab has restarted the setup, so only its key is valid.
    mara.post(PATH, json!({})).await;
    let stale = json!({ "code": first.code(&server) });
    assert_eq!(mara.post(&format!("{PATH}/confirm"), stale).await.status, 422);
    let none = mara.post(&format!("{PATH}/renew"), json!({ "code": "1" })).await;
    assert_eq!(none.refusal(), (404, "not-found".into()));
    assert_eq!(sign_in(&server, None).await.status, 200);
}

#[tokio::test]
async fn password_reset_does_not_skip_second_step() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let (authenticator, _) = switch_on(&server, &mara).await;
    let visitor = server.visitor();
    visitor.post("/forgot-password", json!({ "email": "mara@example.org" })).await;
    server.run_jobs().await;
    let reset = json!({ "token": server.mailed("/reset-password?token="), "password": PASSWORD });
    assert_eq!(visitor.post("/reset-password", reset).await.status, 204);
    assert_eq!(sign_in(&server, None).await.refusal(), (401, "second-factor-required".into()));
    assert_eq!(sign_in(&server, Some(&authenticator.code(&server))).await.status, 200);
}

#[tokio::test]
async fn operator_removes_second_step_of_locked_out_member() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let remove = |uid: String| {
        server.run_service(move |context| {
            second_factor::remove_for(context, &Actor::Operator, uid.parse().unwrap())
                .map_err(|error| error.to_string())
        })
    };
    assert_eq!(
        remove(mara.uid.clone()).await,
        Err("This member has no two-step verification.".into())
    );
    switch_on(&server, &mara).await;
    assert_eq!(remove(mara.uid.clone()).await, Ok(()));
    assert_eq!(sign_in(&server, None).await.status, 200);
}

#[tokio::test]
async fn second_factor_setups_are_rate_limited() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let mut last = 0;
    for _ in 0..61 {
        last = mara.post(PATH, json!({})).await.status;
    }
    assert_eq!(last, 429);
}

#[tokio::test]
async fn code_guesses_to_disable_are_limited() {
    let server = TestServer::start().await;
    for way in ["remove", "renew"] {
        let member = server.member(way).await;
        let (authenticator, _) = switch_on(&server, &member).await;
        let path = format!("{PATH}/{way}");
        let guesses = (0..20).map(|guess| json!({ "code": format!("{guess:06}") }));
        let mut last = 0;
        for guess in guesses {
            last = member.post(&path, guess).await.status;
        }
        assert_eq!(last, 429, "{way}");
        let right = json!({ "code": authenticator.code(&server) });
        assert_eq!(member.post(&path, right).await.status, 429, "{way}");
        server.clock.advance(60);
        let right = json!({ "code": authenticator.code(&server) });
        assert!([200, 204].contains(&member.post(&path, right).await.status), "{way}");
    }
}

#[tokio::test]
async fn wrong_codes_lock_second_step_for_an_hour() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let (authenticator, codes) = switch_on(&server, &mara).await;
    // Codes with a wrong password do not count as wrong codes.
    for n in 0..12 {
        let form = json!({ "email": "mara@example.org", "password": "wrong", "code": "000000" });
        let guess = server.visitor_from(&format!("127.0.1.{}", n + 1)).post("/signin", form).await;
        assert_eq!(guess.refusal(), (401, "invalid-credentials".into()));
    }
    for n in 0..10 {
        let code = if n % 2 == 0 { "000000" } else { "aaaa-bbbb-cccc-dddd" };
        assert_eq!(sign_in(&server, Some(code)).await.status, 422, "{n}");
        server.clock.advance(60);
    }
    for right in [&authenticator.code(&server), &codes[0]] {
        let refused = sign_in(&server, Some(right)).await;
        assert_eq!(refused.refusal(), (429, "rate-limited".into()), "{refused}");
        assert_eq!(refused.header("retry-after"), "3000");
    }
    assert!(mara.is_signed_in().await);
    let locked = mara.get(PATH).await.json();
    assert!(locked["lockedAt"]["_seconds"].is_number(), "{locked}");

    server.run_jobs().await;
    let warnings = |server: &TestServer| {
        let mails = server.mails();
        mails.iter().filter(|mail| mail.contains("verification codes")).count()
    };
    assert_eq!(warnings(&server), 1, "{:?}", server.mails());

    server.clock.advance(50 * 60);
    assert_eq!(sign_in(&server, Some("000000")).await.status, 422);
    assert_eq!(sign_in(&server, Some(&codes[0])).await.status, 429, "one try came back");
    server.run_jobs().await;
    assert_eq!(warnings(&server), 1, "one mail a day");
    server.clock.advance(60 * 60);
    assert_eq!(sign_in(&server, Some(&codes[0])).await.status, 200);
}

#[tokio::test]
async fn five_wrong_codes_in_a_day_are_reported() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    switch_on(&server, &mara).await;
    let mut warnings = Vec::new();
    // Nine wrong codes an hour do not lock the account.
    for hour in 0..30 {
        for _ in 0..9 {
            assert_eq!(sign_in(&server, Some("000000")).await.status, 422, "{hour}");
        }
        server.clock.advance(60 * 60);
        server.run_jobs().await;
        warnings
            .push(server.mails().iter().filter(|mail| mail.contains("verification codes")).count());
    }
    assert_eq!(
        (warnings[0], warnings[23], warnings[24], warnings[29]),
        (1, 1, 2, 2),
        "{warnings:?}"
    );
    let mail = server.mails().pop().unwrap();
    assert!(mail.contains("5 wrong verification codes within a"), "{mail}");
    let status = mara.get(PATH).await.json();
    assert!(status["reportedAt"]["_seconds"].is_number() && status["lockedAt"].is_null());
}

#[tokio::test]
async fn wrong_codes_in_settings_count_too() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let (_, codes) = switch_on(&server, &mara).await;
    for _ in 0..10 {
        let wrong = mara.post(&format!("{PATH}/remove"), json!({ "code": "000000" })).await;
        assert_eq!(wrong.status, 422);
        server.clock.advance(120);
        reauthenticate(&mara).await;
    }
    for verb in ["remove", "renew"] {
        let refused = mara.post(&format!("{PATH}/{verb}"), json!({ "code": codes[1] })).await;
        assert_eq!(refused.status, 429, "{refused}");
    }
    assert_eq!(sign_in(&server, Some(&codes[1])).await.status, 429);
}

#[tokio::test]
async fn wrong_codes_are_counted_across_restart() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let (_, codes) = switch_on(&server, &mara).await;
    for _ in 0..10 {
        assert_eq!(sign_in(&server, Some("000000")).await.status, 422);
        server.clock.advance(60);
    }
    let server = server.restarted().await;
    assert_eq!(sign_in(&server, Some(&codes[1])).await.status, 429);
}
