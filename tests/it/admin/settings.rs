//! Settings in the web admin.

use serde_json::{Value, json};

use super::assert_admins_only;
use crate::support::{Community, TestServer, words};

const SETTINGS: &str = "/api/admin/settings";

fn find<'a>(all: &'a Value, key: &str) -> &'a Value {
    let settings = all["settings"].as_array().unwrap();
    settings.iter().find(|setting| setting["key"] == key).unwrap()
}

#[tokio::test]
async fn settings_are_listed_with_meaning_and_masked_secrets() {
    let server = TestServer::start_with(|config| {
        config.community = "Ink Club".into();
        config.mail.smtp.password = "blue-black".into();
    })
    .await;
    let ada = server.admin("ada").await;
    let reply = ada.get(SETTINGS).await;
    assert!(!reply.to_string().contains("blue-black"), "{reply}");
    let all = reply.json();
    assert_eq!(
        *find(&all, "community"),
        json!({
            "key": "community", "value": "Ink Club", "default": "Inkfold", "secret": false,
            "about": "Name of the community.", "origin": "default",
        })
    );
    let password = find(&all, "mail.smtp.password");
    assert_eq!((&password["value"], &password["secret"]), (&json!("…"), &json!(true)));
    assert_eq!(find(&all, "mail.smtp.port")["value"], 587);
    assert_eq!(all["warnings"], json!([]));
    let keys: Vec<&str> = all["settings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|each| each["key"].as_str().unwrap())
        .collect();
    let place = |key: &str| keys.iter().position(|each| *each == key).unwrap();
    assert!(place("trusted_proxies") < place("backup.folder"), "the top of the file stands first");
    assert_admins_only(&server, SETTINGS, None).await;
}

#[tokio::test]
async fn settings_page_names_overriding_flag() {
    let community = Community::start().await;
    let promoted = community.inkfold(&["user", "promote", "mara@example.org"]);
    assert!(promoted.status.success(), "{}", words(&promoted));
    let all = community.member.get(SETTINGS).await.json();
    let origin = |key: &str| find(&all, key)["flag"].clone();
    assert_eq!((origin("data_dir"), origin("listen")), (json!("--data-dir"), json!("--listen")));
    assert_eq!(find(&all, "public_url")["value"], community.running.url);
    assert_eq!(find(&all, "community")["origin"], "default");
}
