//! Signing up, in and out.

use inkfold::domain::job::Job;
use inkfold::domain::secret::Secret;
use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::support::{TestServer, wrap};

fn sign_up(email: &str, username: &str) -> Value {
    json!({
        "email": email,
        "password": "blue-ink-on-cream",
        "extra": { "username": username, "name": "Mara Lind", "referredBy": "Other", "other": "a friend" },
    })
}

#[tokio::test]
async fn new_member_registers_verifies_and_signs_in() {
    let server = TestServer::start().await;
    let mut mara = server.visitor();

    let registered = mara.post("/register", sign_up("mara@example.org", "mara")).await;
    assert_snapshot!(registered, @r#"201 {"awaitsAcceptance":false,"bid":null,"isAdmin":false,"message":"Your account has been made.","signedIn":false,"token":"[token]","uid":"[uid]"}"#);
    assert_eq!(mara.cookie("session"), None);
    let (uid, token) = (registered.json()["uid"].clone(), registered.json()["token"].clone());

    let profile = json!({ "uid": uid, "token": token, "handedness": "left", "preferredTablets": "Supernote,Boox", "spokenLanguages": "German" });
    assert_snapshot!(mara.post("/update-profile", profile).await, @r#"
    200 {"email":"mara@example.org","emailVerified":false,"handedness":"left","isKeeper":false,"isModerator":false,
    "name":"Mara Lind","preferredTablets":"Boox,Supernote","spokenLanguages":"German","uid":"[uid]","username":"mara"}
    "#);

    let asked = json!({ "name": "Mara", "email": "mara@example.org", "uid": uid, "token": token });
    assert_eq!(mara.post("/send-verify", asked).await.status, 202);
    server.run_jobs().await;
    let mails = server.mails();
    assert_eq!(mails.len(), 1);
    assert!(mails[0].contains("To: mara@example.org"));
    let link = mails[0].split("/verify?token=").nth(1).unwrap();
    let secret: String = link.chars().take_while(|c| !c.is_whitespace()).collect();

    assert_snapshot!(mara.post("/verify", json!({ "token": secret })).await, @r#"200 {"emailVerified":true,"signedIn":false}"#);
    assert_snapshot!(mara.post("/verify", json!({ "token": secret })).await, @r#"
    422 {"code":"invalid","error":"This link has expired or was used. Ask for a new one.",
    "fieldMessages":{"token":{"key":"link-expired"}},
    "fields":{"token":"This link has expired or was used. Ask for a new one."},"key":"link-expired",
    "msg":"This link has expired or was used. Ask for a new one."}
    "#);

    let signed_in = mara.sign_in("MARA@example.org", "blue-ink-on-cream").await;
    assert_snapshot!(signed_in, @r#"200 {"email":"mara@example.org","emailVerified":true,"isAdmin":false,"name":"Mara Lind","token":"[token]","uid":"[uid]","username":"mara"}"#);
    let receipt = signed_in.json()["token"].clone();
    assert_snapshot!(mara.post("/verify-token", json!({ "idToken": receipt })).await, @r#"200 {"email":"mara@example.org","isAdmin":false,"uid":"[uid]"}"#);
    assert_snapshot!(mara.post("/check-admin", json!({ "uid": mara.uid })).await, @r#"200 {"guestOf":null,"isAdmin":false,"isModerator":false,"keeperOf":[]}"#);

    assert_eq!(mara.post("/signout", json!({})).await.status, 204);
    assert_eq!(
        mara.post("/query-profile", json!({ "uid": mara.uid })).await.refusal(),
        (401, "unauthenticated".into())
    );
}

#[tokio::test]
async fn failed_sign_ins_get_the_same_response() {
    let server = TestServer::start().await;
    server.member("mara").await;
    let mut stranger = server.visitor();
    let wrong = stranger.sign_in("mara@example.org", "not-the-password").await.to_string();
    for email in ["nobody@example.org", "not an address", ""] {
        assert_eq!(stranger.sign_in(email, "not-the-password").await.to_string(), wrong);
    }
    assert_snapshot!(wrong, @r#"
    401 {"code":"invalid-credentials","error":"Incorrect email or password. Please try again.",
    "key":"credentials-incorrect","msg":"Incorrect email or password. Please try again."}
    "#);
}

#[tokio::test]
async fn invalid_sign_up_is_refused_field_by_field() {
    let server = TestServer::start().await;
    server.member("mara").await;
    let ana = server.visitor();

    let bad = json!({ "email": "ana@", "password": "short", "extra": { "username": "a.na", "name": " " } });
    assert_snapshot!(wrap(&ana.post("/register", bad).await.json()["fields"].to_string()), @r#"
    {"email":"Please enter a valid email address.","name":"Name is required.",
    "password":"Password must be at least 8 characters long",
    "username":"Username is invalid, special characters not allowed"}
    "#);
    assert_snapshot!(ana.post("/register", sign_up("Mara@Example.org", "ana")).await, @r#"
    409 {"code":"conflict","error":"An account with this email already exists.",
    "fieldMessages":{"email":{"key":"email-taken"}},"fields":{"email":"An account with this email already exists."},
    "key":"email-taken","msg":"An account with this email already exists."}
    "#);
    assert_eq!(
        ana.post("/register", sign_up("ana@example.org", "MARA")).await.refusal(),
        (409, "conflict".into())
    );

    let mut admin = sign_up("ana@example.org", "ana");
    admin["extra"]["admin"] = true.into();
    assert_eq!(ana.post("/register", admin).await.refusal(), (422, "invalid".into()));
}

#[tokio::test]
async fn username_check_returns_available_taken_or_invalid() {
    let server = TestServer::start().await;
    server.member("mara").await;
    let ana = server.visitor();
    assert_snapshot!(ana.post("/check-username", json!({ "username": "ana" })).await, @r#"200 {"available":true}"#);
    assert_snapshot!(ana.post("/check-username", json!({ "username": "Mara" })).await, @r#"200 {"available":false}"#);
    assert_eq!(
        ana.post("/check-username", json!({ "username": "a@b" })).await.refusal(),
        (422, "invalid".into())
    );
}

#[tokio::test]
async fn usernames_of_every_script_are_unique() {
    let server = TestServer::start().await;
    let (mara, _) = (server.member("mara").await, server.member("papa").await);
    let visitor = server.visitor();
    let check =
        async |name: &str| visitor.post("/check-username", json!({ "username": name })).await;
    let available = async |name: &str| check(name).await.json()["available"].clone();
    for name in ["Мария", "李雷", "さくら子", "ليلى", "mariia", "bam", "Zoe\u{301}"]
    {
        assert_eq!(available(name).await, true, "{name}");
    }
    let rename = json!({ "username": "Мария", "uid": mara.uid });
    assert_snapshot!(mara.post("/update-username", rename).await, @r#"200 {"username":"Мария"}"#);
    // Another case, letters that look the same, and the name's ASCII form in mail addresses.
    for name in ["МАРИЯ", "рара", "mariia", "Mariia"] {
        assert_eq!(available(name).await, false, "{name}");
    }
    assert_eq!(available("mara").await, true);
    assert_snapshot!(check("mаra").await.json()["fields"], @r#"{"username":"Username mixes letters of different scripts. Use letters of one script."}"#);
    assert_snapshot!(check("ма ра").await.json()["fields"], @r#"{"username":"Username is invalid, special characters not allowed"}"#);
    let back = json!({ "username": "mara", "uid": mara.uid });
    assert_eq!(mara.post("/update-username", back).await.status, 200);
    for name in ["Мария", "mariia"] {
        assert_eq!(available(name).await, true, "{name}");
    }
}

#[tokio::test]
async fn name_like_another_in_capitals_is_taken() {
    const CONFUSABLE: [(&str, &str); 4] =
        [("TOM", "ТОМ"), ("HEKTOP", "НЕКТОР"), ("Bob", "ВоЬ"), ("EYA", "ΕΥΑ")];
    let both_orders = CONFUSABLE.into_iter().flat_map(|(one, other)| [(one, other), (other, one)]);
    for (one, other) in both_orders {
        let server = TestServer::start().await;
        let (mara, visitor) = (server.member("mara").await, server.visitor());
        assert_eq!(visitor.post("/register", sign_up("one@example.org", one)).await.status, 201);
        let refused = visitor.post("/register", sign_up("other@example.org", other)).await;
        assert_eq!(refused.refusal(), (409, "conflict".into()), "{one} {other}");
        let rename = json!({ "username": other, "uid": mara.uid });
        let refused = mara.post("/update-username", rename).await;
        assert_eq!(refused.refusal(), (409, "conflict".into()), "{one} {other}");
    }
}

#[tokio::test]
async fn member_cannot_access_anothers_profile() {
    let server = TestServer::start().await;
    let (mara, ana, admin) =
        (server.member("mara").await, server.member("ana").await, server.admin("ada").await);
    let theirs = json!({ "uid": mara.uid });
    assert_eq!(
        ana.post("/query-profile", theirs.clone()).await.refusal(),
        (403, "forbidden".into())
    );
    assert_eq!(
        ana.post("/update-profile", json!({ "uid": mara.uid, "name": "X" })).await.refusal(),
        (403, "forbidden".into())
    );
    assert_eq!(ana.post("/check-admin", theirs.clone()).await.refusal(), (403, "forbidden".into()));
    assert_eq!(admin.post("/query-profile", theirs).await.status, 200);
    assert_snapshot!(admin.post("/check-admin", json!({ "uid": admin.uid })).await, @r#"200 {"guestOf":null,"isAdmin":true,"isModerator":true,"keeperOf":[]}"#);
}

#[tokio::test]
async fn onboarding_ticket_expires_after_an_hour() {
    let server = TestServer::start().await;
    let mara = server.visitor();
    let registered = mara.post("/register", sign_up("mara@example.org", "mara")).await.json();
    let other = server.member("ana").await;
    let profile =
        |uid: &str| json!({ "uid": uid, "token": registered["token"], "handedness": "right" });

    assert_eq!(
        mara.post("/update-profile", profile(&other.uid)).await.refusal(),
        (401, "unauthenticated".into())
    );
    server.clock.advance(60 * 60);
    let own = registered["uid"].as_str().unwrap();
    assert_eq!(
        mara.post("/update-profile", profile(own)).await.refusal(),
        (401, "unauthenticated".into())
    );
}

#[tokio::test]
async fn sessions_end_after_thirty_unused_days() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let own = json!({ "uid": mara.uid });
    for _ in 0..3 {
        server.clock.advance(29 * 24 * 60 * 60);
        assert_eq!(mara.post("/query-profile", own.clone()).await.status, 200);
    }
    server.clock.advance(30 * 24 * 60 * 60);
    assert_eq!(mara.post("/query-profile", own).await.status, 401);
}

#[tokio::test]
async fn daily_sweep_removes_expired_sessions_and_recurs() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let cookie = Secret::from_untrusted(&mara.cookie("session").unwrap());
    server.clock.advance(31 * 24 * 60 * 60);
    server
        .run_service(|context| context.write(|tx| context.enqueue(tx, Job::DailyCleanup)).unwrap())
        .await;
    server.run_jobs().await;
    let left = server
        .run_service(move |context| context.read().unwrap().session(cookie.hash()).unwrap())
        .await;
    assert_eq!(left, None);
    let queued = server.run_service(|context| context.read().unwrap().queued_jobs().unwrap()).await;
    assert_eq!(queued.iter().map(|queued| &queued.job).collect::<Vec<_>>(), [&Job::DailyCleanup]);
}

async fn start_without_mail() -> TestServer {
    TestServer::start_with(|config| {
        config.mail.transport = inkfold::config::MailTransport::None;
    })
    .await
}

#[tokio::test]
async fn sign_up_without_mail_verifies_and_signs_in() {
    let server = start_without_mail().await;
    let mut mara = server.visitor();
    mara.set_cookie("session=chosen-by-somebody-else");
    mara.get("/healthz").await;
    let csrf_token = mara.cookie("XSRF-TOKEN").unwrap();

    let registered = mara.post("/register", sign_up("mara@example.org", "mara")).await;
    assert_snapshot!(registered, @r#"201 {"awaitsAcceptance":false,"bid":null,"isAdmin":false,"message":"Your account has been made.","signedIn":true,"token":"[token]","uid":"[uid]"}"#);
    registered.json()["uid"].as_str().unwrap().clone_into(&mut mara.uid);
    assert_ne!(mara.cookie("session").unwrap(), "chosen-by-somebody-else");
    assert_ne!(mara.cookie("XSRF-TOKEN").unwrap(), csrf_token);
    assert!(mara.is_signed_in().await);
    let own = mara.post("/query-profile", json!({ "uid": mara.uid })).await;
    assert_eq!(own.json()["emailVerified"], true);

    // The password was given just now, as changes of the address require.
    let change = json!({ "uid": mara.uid, "email": "mara@elsewhere.example.org" });
    assert_eq!(mara.post("/update-email", change.clone()).await.status, 202);
    server.clock.advance(6 * 60);
    assert_eq!(
        mara.post("/update-email", change).await.refusal(),
        (401, "recent-signin-required".into())
    );
    assert_eq!(mara.post("/signout", json!({})).await.status, 204);
    assert!(!mara.is_signed_in().await);
}

#[tokio::test]
async fn refused_sign_up_begins_no_session() {
    let server = start_without_mail().await;
    let mara = server.visitor();
    assert_eq!(mara.post("/register", sign_up("mara@example.org", "mara")).await.status, 201);
    // Not even the right password of the account makes a sign-up a sign-in.
    for (email, username) in [("Mara@Example.org", "eve"), ("eve@example.org", "mara")] {
        let eve = server.visitor();
        let refused = eve.post("/register", sign_up(email, username)).await;
        assert_eq!(refused.refusal(), (409, "conflict".into()));
        assert_eq!(eve.cookie("session"), None);
    }
}

#[tokio::test]
async fn sign_up_replaces_session_of_another() {
    let server = start_without_mail().await;
    let browser = server.member("ana").await;
    let anas = browser.cookie("session").unwrap();
    let registered = browser.post("/register", sign_up("mara@example.org", "mara")).await.json();
    assert_ne!(browser.cookie("session").unwrap(), anas);
    assert_eq!(browser.post("/query-profile", json!({ "uid": browser.uid })).await.status, 403);
    let own = json!({ "uid": registered["uid"] });
    assert_eq!(browser.post("/query-profile", own).await.status, 200);
}

#[tokio::test]
async fn verification_reports_session_of_account() {
    let server = TestServer::start().await;
    let (noa, ana) = (server.unverified("noa").await, server.member("ana").await);
    let link = async || {
        let asked = json!({ "name": "", "email": "", "uid": noa.uid, "token": "" });
        assert_eq!(noa.post("/send-verify", asked).await.status, 202);
        server.run_jobs().await;
        json!({ "token": server.mailed("/verify?token=") })
    };
    let own = async || noa.post("/query-profile", json!({ "uid": noa.uid })).await.json();
    assert_eq!(own().await["emailVerified"], false);
    let token = link().await;
    for (reader, signed_in) in [(&noa, true), (&ana, false), (&server.visitor(), false)] {
        let pending = reader.post("/pending-sign-up", token.clone()).await.json();
        assert_eq!(pending["signedIn"], signed_in);
    }
    assert_snapshot!(noa.post("/verify", token).await, @r#"200 {"emailVerified":true,"signedIn":true}"#);
    assert_eq!(own().await["emailVerified"], true);
}

#[tokio::test]
async fn profile_shows_email_to_owner_and_admins() {
    let server = TestServer::start().await;
    let (mara, ana) = (server.member("mara").await, server.member("ana").await);
    let path = format!("/api/profiles/uid={}", mara.uid);
    let own = mara.get(&path).await;
    let queried = mara.post("/query-profile", json!({ "uid": mara.uid })).await;
    assert_eq!((own.status, own.json()), (200, queried.json()));
    assert_eq!(server.admin("ada").await.get(&path).await.json(), own.json());
    assert_eq!(ana.get(&path).await.refusal(), (403, "forbidden".into()));
    assert_eq!(server.visitor().get(&path).await.refusal(), (401, "unauthenticated".into()));
    for nobody in ["/api/profiles/uid=", "/api/profiles/uid=x", "/api/profiles/x"] {
        assert_eq!(mara.get(nobody).await.refusal(), (404, "not-found".into()), "{nobody}");
    }
}
