//! Management of members in the web admin.

use crate::support::{PASSWORD, TestServer};
use inkfold::domain::policy::Actor;
use inkfold::services::accounts::recovery;

use insta::assert_snapshot;
use serde_json::json;

const MEMBERS: &str = "/api/admin/members";

fn change(uid: &str) -> String {
    format!("{MEMBERS}/{uid}/change")
}

#[tokio::test]
async fn admin_lists_members_newest_first() {
    let server = TestServer::start().await;
    let admin = server.admin("ada").await;
    server.clock.advance(1);
    let noa = server.unverified("noa").await;
    let listed = admin.get(MEMBERS).await;
    assert_snapshot!(listed.json()[0]["username"], @r#""noa""#);
    assert_eq!(
        (&listed.json()[0]["emailVerified"], &listed.json()[1]["isAdmin"]),
        (&false.into(), &true.into())
    );
    assert!(!listed.to_string().contains("argon2"), "no hash leaves the server");
    assert_eq!(noa.get(MEMBERS).await.refusal(), (403, "forbidden".into()));
    assert_eq!(server.visitor().get(MEMBERS).await.refusal(), (401, "unauthenticated".into()));
}

#[tokio::test]
async fn admin_link_lets_member_choose_password() {
    let server = TestServer::start().await;
    let (admin, mara) = (server.admin("ada").await, server.member("mara").await);
    let path = format!("{MEMBERS}/{}/reset-link", mara.uid);
    let made = admin.post(&path, json!({})).await.json();
    assert!(made["qrcode"].as_str().unwrap().starts_with("data:image/svg+xml;base64,"));
    let token = made["link"].as_str().unwrap().split("token=").nth(1).unwrap().to_owned();
    let chosen = json!({ "token": token, "password": "green ink on grey" });
    let mut phone = server.visitor();
    assert_eq!(phone.post("/reset-password", chosen.clone()).await.status, 204);
    assert_eq!(phone.post("/reset-password", chosen).await.status, 422, "it works once");
    assert_eq!(phone.sign_in("mara@example.org", "green ink on grey").await.status, 200);
    assert!(!mara.is_signed_in().await);

    assert_eq!(phone.post(&path, json!({})).await.refusal(), (403, "forbidden".into()));
    let nobody = admin.post(&format!("{MEMBERS}/x/reset-link"), json!({})).await;
    assert_eq!(nobody.refusal(), (404, "not-found".into()));
}

#[tokio::test]
async fn admin_disables_and_enables_but_last_stays() {
    let server = TestServer::start().await;
    let (admin, mut mara) = (server.admin("ada").await, server.member("mara").await);
    let path = change(&mara.uid);
    assert_eq!(admin.post(&path, json!({ "change": "disable" })).await.json()["disabled"], true);
    assert!(!mara.is_signed_in().await);
    assert_eq!(mara.sign_in("mara@example.org", PASSWORD).await.status, 401);
    admin.post(&path, json!({ "change": "enable" })).await;
    assert_eq!(mara.sign_in("mara@example.org", PASSWORD).await.status, 200);

    let own = change(&admin.uid);
    let last = admin.post(&own, json!({ "change": "demote" })).await;
    assert_eq!(last.refusal(), (409, "conflict".into()));
    assert_eq!(mara.post(&own, json!({ "change": "disable" })).await.refusal().0, 403);
    let unknown = admin.post(&path, json!({ "change": "crown" })).await;
    assert_eq!(unknown.refusal(), (422, "invalid".into()));
}

#[tokio::test]
async fn rights_and_links_need_password_given_just_now() {
    let server = TestServer::start().await;
    let (admin, mara) = (server.admin("ada").await, server.member("mara").await);
    server.clock.advance(6 * 60);
    let link = format!("{MEMBERS}/{}/reset-link", mara.uid);
    let calls = [
        (change(&mara.uid), json!({ "change": "promote" })),
        (change(&mara.uid), json!({ "change": "demote" })),
        (link, json!({})),
        (change(&mara.uid), json!({ "change": "disable" })),
    ];
    for (path, body) in &calls {
        let stale = admin.post(path, body.clone()).await;
        assert_eq!(stale.refusal(), (401, "recent-signin-required".into()), "{path} {body}");
    }
    assert!(mara.is_signed_in().await);
    // Verifying an address gives no access, so it needs no recent sign-in.
    let verify = admin.post(&change(&mara.uid), json!({ "change": "verify" })).await;
    assert_eq!(verify.status, 200);
    let password = json!({ "email": "ada@example.org", "password": PASSWORD });
    assert_eq!(admin.post("/reauthenticate", password).await.status, 204);
    for (path, body) in &calls {
        assert_eq!(admin.post(path, body.clone()).await.status, 200, "{path} {body}");
    }
}

#[tokio::test]
async fn web_makes_no_reset_link_for_an_admin() {
    let server = TestServer::start().await;
    let (ada, bea) = (server.admin("ada").await, server.admin("bea").await);
    for admin in [&ada, &bea] {
        let refused = ada.post(&format!("{MEMBERS}/{}/reset-link", admin.uid), json!({})).await;
        assert_eq!(refused.refusal(), (403, "forbidden".into()), "{refused}");
        assert!(refused.to_string().contains("inkfold user reset-link"), "{refused}");
    }
    let id = bea.uid.parse().unwrap();
    server
        .run_service(move |context| {
            recovery::reset_link(context, &Actor::Operator, id).map(drop).unwrap();
        })
        .await;
}
