//! Tokens that are mailed or issued once: invalid when used, expired, of another kind, or altered.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::support::{Member, PASSWORD, Reply, TestServer};
use inkfold::services::accounts::setup;

use serde_json::json;

const KINDS: [Kind; 7] = [
    Kind::Verify,
    Kind::Reset,
    Kind::ChangeEmail,
    Kind::UndoEmailChange,
    Kind::FirstAdmin,
    Kind::Onboarding,
    Kind::Receipt,
];

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Verify,
    Reset,
    ChangeEmail,
    UndoEmailChange,
    FirstAdmin,
    Onboarding,
    Receipt,
}

impl Kind {
    /// Lifetime in minutes.
    fn life(self) -> i64 {
        match self {
            Self::FirstAdmin => 30,
            Self::Reset | Self::Onboarding | Self::Receipt => 60,
            Self::Verify | Self::ChangeEmail => 24 * 60,
            Self::UndoEmailChange => 7 * 24 * 60,
        }
    }

    fn is_single_use(self) -> bool {
        !matches!(self, Self::Onboarding | Self::Receipt)
    }
}

/// New community with a token of this kind.
struct Scene {
    server: TestServer,
    holder: Member,
    token: String,
    tries: AtomicUsize,
}

async fn scene(kind: Kind) -> Scene {
    let server = TestServer::start().await;
    if kind == Kind::FirstAdmin {
        let link =
            server.run_service(|context| setup::first_admin_link(context).unwrap()).await.unwrap();
        let token = link.split("setup=").nth(1).unwrap().to_owned();
        let mut holder = server.visitor();
        holder.uid = "0".repeat(26);
        return Scene { holder, server, token, tries: AtomicUsize::new(0) };
    }
    let mut holder = server.visitor();
    let sign_up = json!({ "email": "noa@example.org", "password": PASSWORD,
        "extra": { "username": "noa", "name": "Noa" } });
    let registered = holder.post("/register", sign_up).await.json();
    let receipt = holder.sign_in("noa@example.org", PASSWORD).await.json();
    let ask = json!({ "uid": holder.uid, "name": "", "email": "", "token": "" });
    let token = match kind {
        Kind::Onboarding => registered["token"].as_str().unwrap().to_owned(),
        Kind::Receipt => receipt["token"].as_str().unwrap().to_owned(),
        Kind::Verify => {
            holder.post("/send-verify", ask).await;
            server.run_jobs().await;
            server.mailed("/verify?token=")
        }
        Kind::Reset => {
            holder.post("/forgot-password", json!({ "email": "noa@example.org" })).await;
            server.run_jobs().await;
            server.mailed("/reset-password?token=")
        }
        Kind::ChangeEmail | Kind::UndoEmailChange => {
            holder.post("/send-verify", ask).await;
            server.run_jobs().await;
            holder.post("/verify", json!({ "token": server.mailed("/verify?token=") })).await;
            holder.sign_in("noa@example.org", PASSWORD).await;
            server.clock.advance(1);
            holder
                .post("/update-email", json!({ "uid": holder.uid, "email": "n@example.org" }))
                .await;
            server.run_jobs().await;
            let is_change = kind == Kind::ChangeEmail;
            server.mailed(if is_change { "&oobCode=" } else { "/undo-email?token=" })
        }
        Kind::FirstAdmin => unreachable!("made above"),
    };
    Scene { server, holder, token, tries: AtomicUsize::new(0) }
}

/// Uses a token as one of this kind.
async fn use_as(kind: Kind, scene: &Scene, token: &str) -> Reply {
    let member = &scene.holder;
    match kind {
        Kind::Verify => member.post("/verify", json!({ "token": token })).await,
        Kind::Reset => {
            member.post("/reset-password", json!({ "token": token, "password": PASSWORD })).await
        }
        Kind::ChangeEmail => member.post("/apply-action-code", json!({ "oobCode": token })).await,
        Kind::UndoEmailChange => member.post("/undo-email-change", json!({ "token": token })).await,
        Kind::FirstAdmin => {
            // Another address each time, so that the refusal is not about a taken one.
            let n = scene.tries.fetch_add(1, Ordering::Relaxed);
            let sign_up = json!({ "email": format!("ada{n}@example.org"), "password": PASSWORD, "setup": token,
                "extra": { "username": format!("ada{n}"), "name": "Ada" } });
            member.post("/register", sign_up).await
        }
        Kind::Onboarding => {
            // The request has the ticket and no session.
            let body = json!({ "uid": member.uid, "token": token, "handedness": "left" });
            scene.server.visitor().post("/update-profile", body).await
        }
        Kind::Receipt => member.post("/verify-token", json!({ "idToken": token })).await,
    }
}

fn assert_refused(reply: &Reply, what: &str) {
    assert!([401, 422].contains(&reply.status), "{what}: {reply}");
    assert!(reply.json()["error"].as_str().unwrap().len() > 10, "{what}: {reply}");
}

#[tokio::test]
async fn token_works_once_for_its_purpose() {
    for kind in KINDS {
        let scene = scene(kind).await;
        let first = use_as(kind, &scene, &scene.token).await;
        assert!(first.status < 300, "{kind:?}: {first}");
        let again = use_as(kind, &scene, &scene.token).await;
        if kind.is_single_use() {
            assert_refused(&again, &format!("{kind:?} again"));
        } else {
            assert!(again.status < 300, "{kind:?}: {again}");
        }
    }
}

#[tokio::test]
async fn token_of_another_kind_is_refused() {
    for kind in KINDS {
        let scene = scene(kind).await;
        for other in KINDS.into_iter().filter(|other| *other != kind) {
            let reply = use_as(other, &scene, &scene.token).await;
            assert_refused(&reply, &format!("{kind:?} used as {other:?}"));
        }
        let right = use_as(kind, &scene, &scene.token).await;
        assert!(right.status < 300, "{kind:?} is still good: {right}");
    }
}

#[tokio::test]
async fn expired_or_altered_token_is_refused() {
    for kind in KINDS {
        let scene = scene(kind).await;
        let altered = scene.token.chars().rev().collect::<String>();
        for wrong in [altered.as_str(), "", " ", "\0", &scene.token[1..]] {
            assert_refused(&use_as(kind, &scene, wrong).await, &format!("{kind:?} altered"));
        }
        scene.server.clock.advance(kind.life() * 60);
        let late = use_as(kind, &scene, &scene.token).await;
        assert_refused(&late, &format!("{kind:?} too late"));
    }
}

#[tokio::test]
async fn stored_token_hash_is_refused() {
    let scene = scene(Kind::Verify).await;
    let (uid, token) = (scene.holder.uid.clone(), scene.token.clone());
    let hashes: Vec<String> = scene
        .server
        .run_service(move |context| {
            let tickets = context.read().unwrap().tickets_of(uid.parse().unwrap()).unwrap();
            tickets
                .iter()
                .map(|(hash, _)| blake3::Hash::from_bytes(hash.0).to_hex().to_string())
                .collect()
        })
        .await;
    assert!(!hashes.is_empty() && !hashes.contains(&token));
    for hash in hashes {
        assert_refused(&use_as(Kind::Verify, &scene, &hash).await, "a stored hash");
    }
}
