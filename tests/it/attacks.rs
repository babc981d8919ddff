//! Known attacks on systems of this kind, and what they achieve here. Tests are named by what is forbidden; attacks on one
//! feature are with the other tests of that feature.

use inkfold::http::openapi_json;
use reqwest::Method;
use serde_json::{Value, json};

use crate::second_factor::switch_on;
use crate::support::{Member, PASSWORD, Reply, TestServer, fill};

/// A member who has submitted one memo to a book that is not published.
async fn author(server: &TestServer) -> (Member, String, Value) {
    let book = server.book("A year in ink", 5).await;
    let mara = server.member("mara").await;
    let blank = mara.get(&format!("/assets/forms/{book}.pdf")).await.bytes;
    mara.submit(&book, fill(&blank, 2, &[0])).await;
    let memos = mara.post("/api/memo/list", json!({ "bid": book, "uid": mara.uid })).await;
    (mara, book, memos.json()[0].take())
}

/// OWASP ASVS 8.2.2.
#[tokio::test]
async fn others_objects_are_inaccessible_by_id() {
    let server = TestServer::start().await;
    let (mara, book, memo) = author(&server).await;
    let ana = server.member("ana").await;
    let nobody = "00000000000000000000000000";
    let picture = memo["img"].as_str().unwrap();
    assert_eq!(mara.get(picture).await.status, 200);
    // The responses for an inaccessible and for an absent picture are equal.
    let absent = format!("/media/{}.png", "0".repeat(64));
    assert_eq!(ana.get(picture).await.to_string(), ana.get(&absent).await.to_string());
    for (path, body) in [
        ("/query-profile", json!({})),
        ("/check-admin", json!({})),
        ("/update-username", json!({ "username": "mallory" })),
        ("/api/memo/list", json!({ "bid": book })),
        ("/api/memo/usr/count", json!({ "bid": book })),
    ] {
        let ask = |uid: &str| {
            let mut body = body.clone();
            body["uid"] = uid.into();
            ana.post(path, body)
        };
        let (theirs, absent) = (ask(&mara.uid).await, ask(nobody).await);
        assert_eq!(theirs.status, 403, "{path}: {theirs}");
        assert_eq!(theirs.to_string(), absent.to_string(), "{path}");
    }
}

#[tokio::test]
async fn unpublished_content_is_hidden_from_every_route() {
    let server = TestServer::start().await;
    let (_, book, memo) = author(&server).await;
    let visitor = server.visitor();
    assert_eq!(visitor.get(&format!("/api/book/{book}/download")).await.status, 404);
    assert_eq!(visitor.get(memo["img"].as_str().unwrap()).await.status, 404);
    // The page does not reveal whether a memo exists.
    let page = async |id: &str| {
        let html = String::from_utf8(visitor.get(&format!("/memo/{id}")).await.bytes).unwrap();
        html.replace(id, "")
    };
    let (there, absent) =
        (page(memo["id"].as_str().unwrap()).await, page("00000000000000000000000000").await);
    assert_eq!(there, absent);
    assert!(there.contains("noindex"));
}

/// Only the session cookie authenticates a request: tokens in headers and parameters have no effect.
#[tokio::test]
async fn tokens_in_headers_or_parameters_are_ignored() {
    let server = TestServer::start().await;
    let mut mara = server.visitor();
    server.member("mara").await;
    let receipt = mara.sign_in("mara@example.org", PASSWORD).await.json()["token"].take();
    let receipt = receipt.as_str().unwrap();
    let session = mara.cookie("session").unwrap();
    let visitor = server.visitor();
    for secret in [receipt, &session] {
        for header in ["authorization", "x-session-token", "session-token", "x-api-key"] {
            let request = visitor.request(Method::GET, "/api/account/sessions");
            let reply = Reply::of(request.header(header, format!("Bearer {secret}"))).await;
            assert_eq!(reply.status, 401, "{header}");
        }
        let address = format!("/api/account/sessions?token={secret}&session={secret}");
        assert_eq!(visitor.get(&address).await.status, 401);
    }
    // The receipt is not accepted as a session cookie.
    let request = visitor.request(Method::GET, "/api/account/sessions");
    let reply = Reply::of(request.header("cookie", format!("session={receipt}"))).await;
    assert_eq!(reply.status, 401);
}

/// Sign-in by external providers could link accounts by an unverified address, so there is no endpoint for it.
#[tokio::test]
async fn external_sign_in_providers_are_not_offered() {
    let document: Value = serde_json::from_str(&openapi_json()).unwrap();
    for path in document["paths"].as_object().unwrap().keys() {
        let is_door = ["oauth", "oidc", "sso", "saml", "callback"].iter().any(|w| path.contains(w));
        assert!(!is_door, "{path}");
    }
    let server = TestServer::start().await;
    let visitor = server.visitor();
    assert_eq!(visitor.post("/oauth/callback", json!({ "code": "x" })).await.status, 404);
}

/// CVE-2024-38351: an attacker signs up with the victim's address, and waits until the victim verifies it.
#[tokio::test]
async fn preregistered_account_is_lost_to_address_owner() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    let mut attacker = server.visitor();
    let sign_up = json!({ "email": "victim@example.org", "password": "the attackers own",
        "extra": { "username": "victim", "name": "Victim" } });
    let registered = attacker.post("/register", sign_up).await.json();
    attacker.sign_in("victim@example.org", "the attackers own").await;
    switch_on(&server, &attacker).await;
    let ask = json!({ "name": "", "email": "", "uid": attacker.uid, "token": "" });
    attacker.post("/send-verify", ask).await;
    server.run_jobs().await;
    let verify = server.mailed("/verify?token=");

    let memo = json!({ "bid": book, "uid": attacker.uid, "data": { "rects": [], "memos": [], "questions": [] } });
    let unproven = attacker.post("/api/memo/handwriting/publish", memo).await;
    assert_eq!(unproven.refusal(), (403, "verification-required".into()));

    // The victim resets the password, since the address is taken.
    let mut victim = server.visitor();
    victim.post("/forgot-password", json!({ "email": "victim@example.org" })).await;
    server.run_jobs().await;
    let reset = json!({ "token": server.mailed("/reset-password?token="), "password": PASSWORD });
    assert_eq!(victim.post("/reset-password", reset).await.status, 204);
    assert_eq!(victim.sign_in("victim@example.org", PASSWORD).await.status, 200);

    assert!(!attacker.is_signed_in().await);
    assert_eq!(attacker.sign_in("victim@example.org", "the attackers own").await.status, 401);
    assert_eq!(attacker.post("/verify", json!({ "token": verify })).await.status, 422);
    let profile = json!({ "uid": victim.uid, "token": registered["token"], "handedness": "left" });
    assert_eq!(attacker.post("/update-profile", profile).await.status, 401);
}

/// A stranger's account with the victim's address, a second step, and the token of the link that was mailed to the victim.
async fn preregister(server: &TestServer) -> (Member, String) {
    let mut stranger = server.visitor();
    let sign_up = json!({ "email": "victim@example.org", "password": "the attackers own",
        "extra": { "username": "stranger", "name": "Stranger" } });
    assert_eq!(stranger.post("/register", sign_up).await.status, 201);
    stranger.sign_in("victim@example.org", "the attackers own").await;
    switch_on(server, &stranger).await;
    assert_eq!(stranger.post("/send-verify", json!({ "uid": stranger.uid })).await.status, 202);
    server.run_jobs().await;
    (stranger, server.mailed("/verify?token="))
}

/// Resets the victim's password by mail, and signs in with it.
async fn recover(server: &TestServer) -> Reply {
    let mut victim = server.visitor();
    server.clock.advance(1);
    victim.post("/forgot-password", json!({ "email": "victim@example.org" })).await;
    server.run_jobs().await;
    let reset = json!({ "token": server.mailed("/reset-password?token="), "password": PASSWORD });
    assert_eq!(victim.post("/reset-password", reset).await.status, 204);
    victim.sign_in("victim@example.org", PASSWORD).await
}

#[tokio::test]
async fn verification_elsewhere_ends_second_step_and_sessions() {
    let server = TestServer::start().await;
    let (mut stranger, token) = preregister(&server).await;
    let victim = server.visitor();
    let pending = victim.post("/pending-sign-up", json!({ "token": token })).await.json();
    assert_eq!(
        (&pending["username"], &pending["endsSecondFactor"]),
        (&json!("stranger"), &json!(true))
    );
    assert_eq!(victim.post("/verify", json!({ "token": token })).await.status, 200);
    assert!(!stranger.is_signed_in().await);

    // The stranger's password stays valid until it is replaced: it may as well be the owner's, who signed up on another device.
    assert_eq!(stranger.sign_in("victim@example.org", "the attackers own").await.status, 200);
    assert_eq!(recover(&server).await.status, 200);
    assert!(!stranger.is_signed_in().await);
    assert_eq!(stranger.sign_in("victim@example.org", "the attackers own").await.status, 401);
}

#[tokio::test]
async fn second_step_after_verification_elsewhere_ends_with_reset() {
    let server = TestServer::start().await;
    let (mut stranger, token) = preregister(&server).await;
    assert_eq!(server.visitor().post("/verify", json!({ "token": token })).await.status, 200);
    stranger.sign_in("victim@example.org", "the attackers own").await;
    switch_on(&server, &stranger).await;
    let change = json!({ "uid": stranger.uid, "currentPassword": "the attackers own", "newPassword": "another of theirs" });
    assert_eq!(stranger.post("/update-password", change).await.status, 204);
    assert_eq!(recover(&server).await.status, 200);

    // After this the password is the owner's, and a reset by mail keeps the owner's second factor.
    let mut owner = server.visitor();
    owner.sign_in("victim@example.org", PASSWORD).await;
    switch_on(&server, &owner).await;
    assert_eq!(recover(&server).await.refusal(), (401, "second-factor-required".into()));
}

#[tokio::test]
async fn second_step_outlives_reset_a_month_after_verification() {
    let server = TestServer::start().await;
    let (mut member, token) = preregister(&server).await;
    assert_eq!(server.visitor().post("/verify", json!({ "token": token })).await.status, 200);
    member.sign_in("victim@example.org", "the attackers own").await;
    switch_on(&server, &member).await;
    server.clock.advance(30 * 24 * 60 * 60);
    assert_eq!(recover(&server).await.refusal(), (401, "second-factor-required".into()));
}

#[tokio::test]
async fn verification_in_own_session_changes_nothing_else() {
    let server = TestServer::start().await;
    let (member, token) = preregister(&server).await;
    let mut elsewhere = server.visitor();
    let wrong = elsewhere.sign_in("victim@example.org", "the attackers own").await;
    assert_eq!(wrong.refusal(), (401, "second-factor-required".into()));
    let pending = member.post("/pending-sign-up", json!({ "token": token })).await.json();
    assert_eq!(pending["endsSecondFactor"], false);
    assert_eq!(member.post("/verify", json!({ "token": token })).await.status, 200);
    // The session stays valid in the browser that signed up, with its password and second factor.
    assert!(member.is_signed_in().await);
    assert_eq!(recover(&server).await.refusal(), (401, "second-factor-required".into()));
}

/// A session of another account proves nothing about this one.
#[tokio::test]
async fn verification_in_anothers_session_ends_second_step() {
    let server = TestServer::start().await;
    let (stranger, token) = preregister(&server).await;
    let ana = server.member("ana").await;
    assert_eq!(ana.post("/verify", json!({ "token": token })).await.status, 200);
    assert!(ana.is_signed_in().await && !stranger.is_signed_in().await);
    assert_eq!(recover(&server).await.status, 200);
}

/// CVE-2024-38351 from the victim's side, who reads the mail that the stranger's sign-up sent.
#[tokio::test]
async fn rejected_sign_up_deletes_account_and_frees_address() {
    let server = TestServer::start().await;
    let mut stranger = server.visitor();
    let sign_up = |username: &str| {
        json!({ "email": "victim@example.org", "password": "the attackers own",
            "extra": { "username": username, "name": "Stranger" } })
    };
    let registered = stranger.post("/register", sign_up("stranger")).await.json();
    stranger.sign_in("victim@example.org", "the attackers own").await;
    let profile = json!({ "uid": stranger.uid, "handedness": "left" });
    assert_eq!(stranger.post("/update-profile", profile).await.status, 200);
    let ask = json!({ "name": "", "email": "", "uid": stranger.uid, "token": "" });
    assert_eq!(stranger.post("/send-verify", ask).await.status, 202);
    server.run_jobs().await;
    let token = server.mailed("/verify?token=");
    let link = json!({ "token": token });

    // A link scanner that runs scripts does not verify the address.
    let victim = server.visitor();
    assert_eq!(victim.get(&format!("/verify?token={token}")).await.status, 200);
    let pending = victim.post("/pending-sign-up", link.clone()).await;
    assert_eq!(pending.json()["username"], "stranger");
    assert_eq!(pending.json()["email"], "victim@example.org");
    let receipt = json!({ "email": "victim@example.org", "password": "the attackers own" });
    assert_eq!(victim.post("/signin", receipt).await.json()["emailVerified"], false);
    assert!(stranger.is_signed_in().await);

    assert_eq!(server.visitor().post("/reject-sign-up", link.clone()).await.status, 204);
    assert!(!stranger.is_signed_in().await);
    assert_eq!(stranger.sign_in("victim@example.org", "the attackers own").await.status, 401);
    let onboarding = json!({ "uid": registered["uid"], "token": registered["token"] });
    assert_eq!(stranger.post("/update-profile", onboarding).await.status, 401);
    for path in ["/pending-sign-up", "/verify", "/reject-sign-up"] {
        assert_eq!(server.visitor().post(path, link.clone()).await.status, 422, "{path}");
    }
    assert_eq!(server.visitor().post("/register", sign_up("victim")).await.status, 201);
    assert_eq!(
        server.visitor().post("/check-username", json!({ "username": "stranger" })).await.json()["available"],
        true
    );
}

#[tokio::test]
async fn sign_up_of_verified_account_cannot_be_rejected() {
    let server = TestServer::start().await;
    let noa = server.unverified("noa").await;
    let ask = json!({ "name": "", "email": "", "uid": noa.uid, "token": "" });
    noa.post("/send-verify", ask).await;
    server.run_jobs().await;
    let link = json!({ "token": server.mailed("/verify?token=") });
    let admin = server.admin("ada").await;
    let change = format!("/api/admin/members/{}/change", noa.uid);
    assert_eq!(admin.post(&change, json!({ "change": "verify" })).await.status, 200);
    assert_eq!(server.visitor().post("/reject-sign-up", link).await.status, 422);
    assert!(noa.is_signed_in().await);
}

#[tokio::test]
async fn email_verification_ends_earlier_sessions() {
    let server = TestServer::start().await;
    let noa = server.unverified("noa").await;
    let ask = json!({ "name": "", "email": "", "uid": noa.uid, "token": "" });
    noa.post("/send-verify", ask).await;
    server.run_jobs().await;
    let token = json!({ "token": server.mailed("/verify?token=") });
    assert_eq!(server.visitor().post("/verify", token).await.status, 200);
    assert!(!noa.is_signed_in().await);
}

/// ASVS 7.2.4.
#[tokio::test]
async fn session_fixed_before_sign_in_is_not_used() {
    let server = TestServer::start().await;
    server.member("mara").await;
    let mut victim = server.visitor();
    victim.set_cookie("session=planted");
    let token = victim.cookie("XSRF-TOKEN");
    assert_eq!(victim.sign_in("mara@example.org", PASSWORD).await.status, 200);
    let session = victim.cookie("session").unwrap();
    assert_ne!(session, "planted");
    assert_ne!(victim.cookie("XSRF-TOKEN"), token, "the echo token is renewed with the session");
    let mut planter = server.visitor();
    planter.set_cookie("session=planted");
    planter.uid.clone_from(&victim.uid);
    assert!(!planter.is_signed_in().await);
    // Signing in again creates another session; the previous one stays valid until it is ended.
    victim.sign_in("mara@example.org", PASSWORD).await;
    assert_ne!(victim.cookie("session").unwrap(), session);
}

/// CVE-2026-53662: the interface follows only its own paths, and the server has no redirect by parameter.
#[tokio::test]
async fn parameters_cannot_redirect_to_another_site() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    for path in ["/signin", "/", "/verify", "/settings/email/verify", "/%2F%2Fother"] {
        for name in ["last", "next", "redirect", "return_to", "url"] {
            for target in [
                "https://evil.example",
                "//evil.example",
                "\\\\evil.example",
                "javascript:alert(1)",
            ] {
                let reply = visitor.get(&format!("{path}?{name}={target}")).await;
                assert_eq!(reply.header("location"), "", "{path}?{name}={target}");
                let html = String::from_utf8(reply.bytes).unwrap();
                assert!(!html.contains("evil.example") && !html.contains("alert(1)"), "{path}");
            }
        }
    }
}

/// A username is a path of the site and the local part of a mail address.
#[tokio::test]
async fn reserved_and_confusable_usernames_are_refused() {
    let server = TestServer::start().await;
    server.member("mara").await;
    let visitor = server.visitor();
    for (name, words) in [
        ("admin", "This username is reserved."),
        ("PostMaster", "This username is reserved."),
        ("abuse", "This username is reserved."),
        ("márа", "Username mixes letters of different scripts. Use letters of one script."),
        ("mara\u{200d}", "Username is invalid, special characters not allowed"),
        ("ⅿara", "Username is invalid, special characters not allowed"),
    ] {
        let reply = visitor.post("/check-username", json!({ "username": name })).await;
        assert_eq!((reply.status, &reply.json()["error"]), (422, &words.into()), "{name}");
    }
    for same in ["MARA", "ｍara"] {
        let reply = visitor.post("/check-username", json!({ "username": same })).await;
        assert_eq!((reply.status, &reply.json()["available"]), (200, &false.into()), "{same}");
    }
}
