//! Backups in the web admin: the list, the next backup, and warnings of the overview.

use crate::support::{Member, TestServer, exports};
use inkfold::domain::policy::Actor;
use inkfold::services::operations::backups;

use serde_json::{Value, json};

use super::{assert_admins_only, submit_text};

const BACKUPS: &str = "/api/admin/backups";
const DAY: i64 = 24 * 60 * 60;

async fn standing(ada: &Member) -> Value {
    ada.get("/api/admin/overview").await.json()["backups"].clone()
}

#[tokio::test]
async fn requested_backup_runs_and_schedules_the_next() {
    let server = TestServer::start().await;
    let ada = server.admin("ada").await;
    let seen = ada.get(BACKUPS).await.json();
    assert_eq!((&seen["nextAt"], &seen["isDue"]), (&Value::Null, &json!(false)), "{seen}");
    assert_eq!(ada.post(BACKUPS, json!({})).await.status, 202);
    assert_eq!(ada.get(BACKUPS).await.json()["isDue"], true);
    server.run_jobs().await;
    let seen = ada.get(BACKUPS).await.json();
    assert_eq!((&seen["step"], &seen["isDue"]), (&Value::Null, &json!(false)), "{seen}");
    let made_at = seen["backups"][0]["madeAt"]["_seconds"].as_i64().unwrap();
    assert_eq!(seen["nextAt"]["_seconds"], made_at + DAY);
    assert_eq!(seen["backups"][0]["encrypted"], false);
    assert_admins_only(&server, BACKUPS, None).await;
}

#[tokio::test]
async fn missing_backup_is_reported_unless_one_runs() {
    let server = TestServer::start().await;
    let (ada, mara) = (server.admin("ada").await, server.member("mara").await);
    let book = server.book("Rivers", 1).await;
    assert_eq!(standing(&ada).await["trouble"], Value::Null, "there is nothing to lose");
    submit_text(&mara, &book, "q1", "It rained.").await;
    assert_eq!(standing(&ada).await["trouble"], "missing");
    server.run_service(|context| backups::request(context, &Actor::Operator).unwrap()).await;
    assert_eq!(standing(&ada).await["trouble"], Value::Null);
}

#[tokio::test]
async fn old_future_and_failed_backups_are_reported() {
    let stick = tempfile::tempdir().unwrap();
    let folder = stick.path().join("inkfold");
    std::fs::create_dir(&folder).unwrap();
    let place = folder.clone();
    let server = TestServer::start_with(move |config| config.backup.folder = place).await;
    server.run_service(|context| backups::request(context, &Actor::Operator).unwrap()).await;
    server.run_jobs().await;
    server.clock.advance(2 * DAY);
    let ada = server.admin("ada").await;
    let seen = standing(&ada).await;
    assert_eq!((&seen["trouble"], &seen["everyHours"]), (&Value::Null, &json!(24)), "{seen}");
    server.clock.advance(1);
    let seen = standing(&ada).await;
    assert!(seen["trouble"] == "old" && seen["youngestAt"].is_object(), "{seen}");
    // The clock goes back: the backup is now dated in the future, and does not count as the youngest.
    server.clock.advance(-3 * DAY);
    let seen = standing(&ada).await;
    assert_eq!((&seen["trouble"], &seen["youngestAt"]), (&json!("future"), &Value::Null), "{seen}");
    server.clock.advance(3 * DAY);

    std::fs::remove_dir_all(&folder).unwrap();
    server.run_jobs().await;
    let seen = standing(&ada).await;
    assert_eq!((&seen["trouble"], &seen["youngestAt"]), (&json!("failed"), &Value::Null), "{seen}");
    assert!(seen["failure"].as_str().unwrap().contains("connected?"), "{seen}");
    assert!(ada.get(BACKUPS).await.json()["failure"]["words"].is_string());
}

#[tokio::test]
async fn unreadable_backup_and_lacking_template_are_listed() {
    let server = TestServer::start().await;
    let data = server.context.config().data_dir.clone();
    // A folder in the place of a template cannot be backed up.
    std::fs::create_dir_all(data.join("templates/book/cover.typ")).unwrap();
    let ada = server.admin("ada").await;
    server.run_service(|context| backups::request(context, &Actor::Operator).unwrap()).await;
    server.run_jobs().await;
    let seen = ada.get(BACKUPS).await.json();
    let made = &seen["backups"][0];
    assert_eq!((&made["missing"], &made["missingTemplates"]), (&json!(0), &json!(1)), "{seen}");
    assert_eq!((&made["flaws"], &seen["unreadable"]), (&json!(0), &json!([])), "{seen}");

    let name = made["name"].as_str().unwrap();
    exports::write(&data.join("backups").join(name).join("manifest.json"), b"ink");
    let seen = ada.get(BACKUPS).await.json();
    assert_eq!((&seen["backups"], &seen["unreadable"][0]["name"]), (&json!([]), &json!(name)));
    let error = seen["unreadable"][0]["error"].as_str().unwrap();
    assert!(error.contains("manifest.json"), "{error}");
}
