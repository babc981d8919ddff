//! Rate limits: tries for each address, each account and each member.

use std::sync::Arc;

use inkfold::config::Config;
use insta::assert_snapshot;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::support::{Member, Reply, TestServer};

const PASSWORD: &str = "blue-ink-on-cream";

/// Server with a low limit of tries per address.
async fn strict(per_address: u32) -> TestServer {
    TestServer::start_with(|config| set_tries(config, per_address)).await
}

fn set_tries(config: &mut Config, per_address: u32) {
    config.limits.per_address = per_address.try_into().unwrap();
}

fn credentials(email: &str, password: &str) -> Value {
    json!({ "email": email, "password": password })
}

/// Signs in with wrong passwords; returns the statuses.
async fn guess(who: &Member, email: &str, times: usize) -> Vec<u16> {
    let mut statuses = Vec::new();
    for _ in 0..times {
        statuses.push(who.post("/signin", credentials(email, "wrong-guess")).await.status);
    }
    statuses
}

/// Signs in through a proxy that names the client's address.
async fn guess_through_proxy(proxy: &Member, forwarded_for: &str, email: &str) -> Reply {
    let request = proxy.request(Method::POST, "/signin").header("x-forwarded-for", forwarded_for);
    Reply::of(request.json(&credentials(email, "wrong-guess"))).await
}

#[tokio::test]
async fn password_guesses_are_slowed_and_recover() {
    let server = TestServer::start().await;
    server.member("mara").await;
    let mut thief = server.visitor_from("127.0.0.2");
    assert_eq!(guess(&thief, "mara@example.org", 10).await, [401; 10]);
    let refused = thief.sign_in("MARA@example.org ", PASSWORD).await;
    assert_snapshot!(refused, @r#"
    429 {"code":"rate-limited","error":"Too many tries. Please wait 60 seconds and try again.","key":"too-many-tries",
    "msg":"Too many tries. Please wait 60 seconds and try again.","params":{"seconds":60,"wait":"60 seconds"}}
    "#);
    assert_eq!(refused.header("retry-after"), "60");

    server.clock.advance(59);
    assert_eq!(thief.sign_in("mara@example.org", PASSWORD).await.header("retry-after"), "1");
    server.clock.advance(1);
    assert_eq!(guess(&thief, "mara@example.org", 2).await, [401, 429]);
    server.clock.advance(60);
    assert_eq!(thief.sign_in("mara@example.org", PASSWORD).await.status, 200);
}

#[tokio::test]
async fn correct_passwords_do_not_count_as_guesses() {
    let server = TestServer::start().await;
    let mut mara = server.member("mara").await;
    for _ in 0..15 {
        assert_eq!(mara.sign_in("mara@example.org", PASSWORD).await.status, 200);
    }
    assert_eq!(guess(&mara, "mara@example.org", 9).await, [401; 9]);
    assert_eq!(mara.sign_in("mara@example.org", PASSWORD).await.status, 200);
    assert_eq!(guess(&mara, "mara@example.org", 11).await[9..], [401, 429]);
}

#[tokio::test]
async fn guess_limit_does_not_reveal_members() {
    let server = TestServer::start().await;
    server.member("mara").await;
    let thief = server.visitor_from("127.0.0.2");
    let mut answers = Vec::new();
    for email in ["mara@example.org", "nobody@example.org", "not an address"] {
        guess(&thief, email, 10).await;
        answers.push(thief.post("/signin", credentials(email, "wrong-guess")).await.to_string());
    }
    assert!(answers[0].starts_with("429"), "{}", answers[0]);
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
}

#[tokio::test]
async fn strangers_guesses_do_not_lock_member_out() {
    let server = TestServer::start().await;
    server.member("mara").await;
    server.member("ana").await;
    let mut thief = server.visitor_from("127.0.0.2");
    assert_eq!(guess(&thief, "mara@example.org", 30).await[10..], [429; 20]);
    let mut mara = server.visitor_from("127.0.0.3");
    assert_eq!(mara.sign_in("mara@example.org", PASSWORD).await.status, 200);
    // Refused tries do not count against the address, so others at it can sign in.
    assert_eq!(thief.sign_in("ana@example.org", PASSWORD).await.status, 200);
}

#[tokio::test]
async fn sign_in_tries_are_limited_per_address() {
    let server = strict(20).await;
    let thief = server.visitor_from("127.0.0.2");
    for n in 0..20 {
        assert_eq!(guess(&thief, &format!("m{n}@example.org"), 1).await, [401]);
    }
    let refused = thief.post("/signin", credentials("mara@example.org", PASSWORD)).await;
    assert_eq!(refused.refusal(), (429, "rate-limited".into()));
    assert_eq!(refused.header("retry-after"), "30");
    assert_eq!(guess(&server.visitor_from("127.0.0.3"), "mara@example.org", 1).await, [401]);
    server.clock.advance(30);
    assert_eq!(guess(&thief, "mara@example.org", 2).await, [401, 429]);
}

#[tokio::test]
async fn forged_forwarded_for_does_not_evade_limit() {
    let server = TestServer::start().await;
    let thief = server.visitor_from("127.0.0.2");
    thief.get("/healthz").await;
    for n in 0..12 {
        let forged = format!("203.0.113.{n}");
        let reply = guess_through_proxy(&thief, &forged, "mara@example.org").await;
        assert_eq!(reply.status, if n < 10 { 401 } else { 429 });
    }
}

#[tokio::test]
async fn clients_behind_trusted_proxy_have_own_limits() {
    let server = TestServer::start_with(|config| {
        config.trusted_proxies = vec!["127.0.0.2".parse().unwrap(), "10.0.0.0/8".parse().unwrap()];
    })
    .await;
    let proxy = server.visitor_from("127.0.0.2");
    proxy.get("/healthz").await;
    let guess = async |forwarded_for: &str| {
        guess_through_proxy(&proxy, forwarded_for, "mara@example.org").await.status
    };
    for n in 0..12 {
        // A forged part of the header is left of the parts that the proxies add.
        let forwarded_for = format!("198.51.100.{n}, 203.0.113.7, 10.0.0.1");
        assert_eq!(guess(&forwarded_for).await, if n < 10 { 401 } else { 429 });
    }
    assert_eq!(guess("203.0.113.8").await, 401);
    // All addresses of an IPv6 network count as one.
    for n in 0..12 {
        assert_eq!(guess(&format!("2001:db8::{n}")).await, if n < 10 { 401 } else { 429 });
    }
    assert_eq!(guess("2001:db8:0:1::1").await, 401);
}

#[tokio::test]
async fn distributed_password_guesses_are_limited() {
    let server = TestServer::start_with(|config| {
        config.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
    })
    .await;
    let mara = server.member("mara").await;
    let proxy = server.visitor();
    proxy.get("/healthz").await;
    let guess = async |from: usize| {
        guess_through_proxy(&proxy, &format!("203.0.113.{from}"), "mara@example.org").await
    };
    // The member's own sign-in was the first of a hundred tries.
    for n in 1..100 {
        assert_eq!(guess(n / 9).await.status, 401, "{n}");
    }
    let refused = guess(200).await;
    assert_eq!((refused.status, refused.header("retry-after")), (429, "10"));
    // The limit of the account does not apply where the member has signed in before.
    let credentials = credentials("mara@example.org", PASSWORD);
    assert_eq!(mara.post("/signin", credentials.clone()).await.status, 200);
    assert_eq!(server.visitor_from("127.0.0.3").post("/signin", credentials).await.status, 429);
    server.clock.advance(10);
    assert_eq!(guess(201).await.status, 401);
}

#[tokio::test]
async fn registrations_and_links_are_limited_per_address() {
    let server = strict(2).await;
    let sign_up = json!({ "email": "mara@example.org", "password": PASSWORD, "extra": { "username": "mara", "name": "Mara" } });
    let link = json!({ "token": "x" });
    let reset = json!({ "token": "x", "password": PASSWORD });
    for (path, body, statuses, seconds) in [
        ("/register", &sign_up, [201, 409], 1_800),
        ("/forgot-password", &json!({ "email": "mara@example.org" }), [202, 202], 1_800),
        ("/verify", &link, [422, 422], 300),
    ] {
        let visitor = server.visitor();
        for status in statuses {
            assert_eq!(visitor.post(path, body.clone()).await.status, status, "{path}");
        }
        let refused = visitor.post(path, body.clone()).await;
        assert_eq!(refused.refusal(), (429, "rate-limited".into()), "{path}");
        assert_eq!(refused.header("retry-after"), seconds.to_string(), "{path}");
        let elsewhere = server.visitor_from("127.0.0.2").post(path, body.clone()).await;
        assert_ne!(elsewhere.status, 429, "{path}");
        server.clock.advance(seconds);
        assert_ne!(visitor.post(path, body.clone()).await.status, 429, "{path}");
    }
    // All kinds of link share one limit.
    for (path, body) in [("/reset-password", reset), ("/undo-email-change", link)] {
        assert_eq!(server.visitor().post(path, body).await.status, 429, "{path}");
    }
    assert_eq!(server.visitor().get("/reset-password?token=x").await.status, 200);
}

#[tokio::test]
async fn username_lookup_allows_typing_but_not_enumeration() {
    let server = strict(4).await;
    let visitor = server.visitor();
    for n in 0..20 {
        let asked = visitor.post("/check-username", json!({ "username": format!("m{n}") })).await;
        assert_eq!(asked.status, 200);
    }
    let refused = visitor.post("/check-username", json!({ "username": "mara" })).await;
    assert_eq!((refused.status, refused.header("retry-after")), (429, "30"));
}

#[tokio::test]
async fn open_session_cannot_guess_its_password() {
    let server = TestServer::start().await;
    let (mara, ana) = (server.member("mara").await, server.member("ana").await);
    for _ in 0..5 {
        let given = credentials("mara@example.org", "wrong-guess");
        assert_eq!(mara.post("/reauthenticate", given).await.status, 401);
        let change =
            json!({ "uid": mara.uid, "currentPassword": "wrong", "newPassword": PASSWORD });
        assert_eq!(mara.post("/update-password", change).await.status, 401);
    }
    let right = credentials("mara@example.org", PASSWORD);
    assert_eq!(
        mara.post("/reauthenticate", right.clone()).await.refusal(),
        (429, "rate-limited".into())
    );
    let anas = credentials("ana@example.org", PASSWORD);
    assert_eq!(ana.post("/reauthenticate", anas).await.status, 204);
    server.clock.advance(60);
    assert_eq!(mara.post("/reauthenticate", right).await.status, 204);
}

/// Signs in to all accounts at the same time; returns the replies.
async fn rush(who: &Arc<Member>, emails: impl Iterator<Item = String>) -> Vec<Reply> {
    let mut tries = JoinSet::new();
    for email in emails {
        let who = Arc::clone(who);
        tries.spawn(async move { who.post("/signin", credentials(&email, "wrong-guess")).await });
    }
    tries.join_all().await
}

#[tokio::test]
async fn sign_in_rush_is_refused_and_stalls_nothing() {
    let server = strict(1_000).await;
    let crowd = Arc::new(server.visitor());
    let page = crowd.get("/signin").await;
    let replies = rush(&crowd, (0..200).map(|n| format!("m{n}@example.org"))).await;
    assert_eq!(page.status, 200);
    let busy: Vec<&Reply> = replies.iter().filter(|reply| reply.status == 503).collect();
    assert!(!busy.is_empty());
    assert_eq!((busy[0].refusal(), busy[0].header("retry-after")), ((503, "busy".into()), "2"));
    assert!(replies.iter().filter(|reply| reply.status == 401).count() >= 34);
    assert!(replies.iter().all(|reply| [401, 503].contains(&reply.status)));
}

#[tokio::test]
async fn rate_limited_sign_in_costs_no_hash() {
    let server = strict(1).await;
    let crowd = Arc::new(server.visitor());
    assert_eq!(guess(&crowd, "mara@example.org", 1).await, [401]);
    // Hashing of the passwords would fill the wait queue.
    let replies = rush(&crowd, (0..200).map(|n| format!("m{n}@example.org"))).await;
    assert!(replies.iter().all(|reply| reply.status == 429));
}

#[tokio::test]
async fn long_passwords_work_oversized_ones_are_refused() {
    let server = TestServer::start().await;
    let mut mara = server.visitor();
    let sign_up = |length: usize, name: &str| json!({ "email": format!("{name}@example.org"), "password": "é".repeat(length), "extra": { "username": name, "name": name } });
    assert_eq!(mara.post("/register", sign_up(512, "mara")).await.status, 201);
    assert_snapshot!(mara.post("/register", sign_up(513, "ana")).await.json()["fields"], @r#"{"password":"Password is too long, 1,024 bytes at most."}"#);
    assert_eq!(mara.sign_in("mara@example.org", &"é".repeat(512)).await.status, 200);
    let wrong = mara.sign_in("mara@example.org", "wrong-guess").await.to_string();
    for length in [513, 30_000] {
        let endless = mara.sign_in("mara@example.org", &"é".repeat(length)).await;
        assert_eq!(endless.to_string(), wrong);
    }
    assert_eq!(mara.sign_in("mara@example.org", &"é".repeat(1 << 20)).await.status, 413);
}

#[tokio::test]
async fn profile_changes_are_limited_for_each_member() {
    let server = TestServer::start().await;
    let (mara, ana) = (server.member("mara").await, server.member("ana").await);
    let change = |member: &Member, n: usize| {
        let name = format!("Name {n}");
        let body = json!({ "uid": member.uid, "name": name, "handedness": "left" });
        let request = member.request(Method::POST, "/update-profile").json(&body);
        Reply::of(request)
    };
    for n in 0..60 {
        assert_eq!(change(&mara, n).await.status, 200, "{n}");
    }
    assert_eq!(change(&mara, 60).await.refusal(), (429, "rate-limited".into()));
    assert_eq!(change(&ana, 0).await.status, 200);
    server.clock.advance(1);
    assert_eq!(change(&mara, 61).await.status, 200);
}

/// Known locations are stored, so that members are not locked out of them after a restart.
#[tokio::test]
async fn known_location_survives_restart() {
    let server = TestServer::start_with(|config| {
        config.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
    })
    .await;
    server.member("mara").await;
    let server = server.restarted().await;
    let proxy = server.visitor();
    proxy.get("/healthz").await;
    for n in 0..100 {
        let from = format!("203.0.113.{}", n / 9);
        assert_eq!(guess_through_proxy(&proxy, &from, "mara@example.org").await.status, 401);
    }
    assert_eq!(guess_through_proxy(&proxy, "203.0.113.200", "mara@example.org").await.status, 429);
    let credentials = credentials("mara@example.org", PASSWORD);
    assert_eq!(server.visitor().post("/signin", credentials).await.status, 200);
}
