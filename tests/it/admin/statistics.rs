//! Statistics of the overview: weeks, storage, the newest backup.

use inkfold::domain::policy::Actor;
use inkfold::services::operations::backups;
use serde_json::{Value, json};

use crate::support::{Member, TestServer};

use super::{assert_admins_only, submit_text};

const STATISTICS: &str = "/api/admin/statistics";
const MINUTE: i64 = 60;
const WEEK: i64 = 7 * 24 * 60 * 60;

async fn weeks(admin: &Member, field: &str) -> Vec<u64> {
    let seen = admin.get(STATISTICS).await.json();
    let weeks = seen["weeks"].as_array().unwrap();
    weeks.iter().map(|week| week[field].as_u64().unwrap()).collect()
}

/// Numbers of the last weeks, after zeros.
fn last(numbers: &[u64]) -> Vec<u64> {
    let mut weeks = vec![0; 12 - numbers.len()];
    weeks.extend(numbers);
    weeks
}

#[tokio::test]
async fn new_memos_and_members_count_by_week() {
    // A Thursday, the first day of the first week of its year.
    let server = TestServer::start().await;
    let (ada, mara) = (server.admin("ada").await, server.member("mara").await);
    let (rivers, boats) = (server.book("Rivers", 2).await, server.book("Boats", 1).await);
    submit_text(&mara, &rivers, "q1", "It rained.").await;
    submit_text(&mara, &boats, "q1", "A barge.").await;
    assert_eq!(weeks(&ada, "memos").await, last(&[2]));
    assert_eq!(weeks(&ada, "members").await, last(&[2]));
    let first = ada.get(STATISTICS).await.json()["weeks"][11].clone();
    assert_eq!((&first["week"], &first["startsOn"]), (&json!("2026-W01"), &json!("2025-12-29")));

    server.clock.advance(WEEK);
    let leo = server.member("leo").await;
    submit_text(&leo, &rivers, "q2", "It was warm.").await;
    // The answer of the first week is replaced, and counts in the second.
    submit_text(&mara, &rivers, "q1", "It poured.").await;
    assert_eq!(weeks(&ada, "memos").await, last(&[1, 2]));
    assert_eq!(weeks(&ada, "members").await, last(&[2, 1]));

    // Counts are shared for a minute.
    submit_text(&leo, &boats, "q1", "A raft.").await;
    assert_eq!(weeks(&ada, "memos").await, last(&[1, 2]));
    server.clock.advance(MINUTE);
    assert_eq!(weeks(&ada, "memos").await, last(&[1, 3]));
    assert_admins_only(&server, STATISTICS, None).await;
}

#[tokio::test]
async fn weeks_begin_in_the_community_time_zone() {
    let server = TestServer::start_with(|config| {
        config.time_zone = String::from("Pacific/Kiritimati").try_into().unwrap();
    })
    .await;
    let (ada, mara) = (server.admin("ada").await, server.member("mara").await);
    let book = server.book("Rivers", 1).await;
    // Sunday noon in UTC, which is Monday morning there.
    server.clock.advance(3 * 24 * 60 * MINUTE + 12 * 60 * MINUTE);
    submit_text(&mara, &book, "q1", "It rained.").await;
    let seen = ada.get(STATISTICS).await.json();
    let last = &seen["weeks"][11];
    assert_eq!((&last["startsOn"], &last["memos"]), (&json!("2026-01-05"), &json!(1)), "{seen}");
}

#[tokio::test]
async fn storage_and_last_backup_are_measured() {
    let server = TestServer::start().await;
    let ada = server.admin("ada").await;
    let seen = ada.get(STATISTICS).await.json();
    assert_eq!(seen["lastBackup"], Value::Null);
    let storage = &seen["storage"];
    assert!(storage["free"].as_u64() > Some(0) && storage["database"].as_u64() > Some(0), "{seen}");
    assert_eq!((&storage["fileCount"], &storage["files"]), (&json!(0), &json!(0)));

    server.store_unnamed(b"ink").await;
    server.run_service(|context| backups::request(context, &Actor::Operator).unwrap()).await;
    server.run_jobs().await;
    let seen = ada.get(STATISTICS).await.json();
    assert_eq!(seen["storage"]["fileCount"], 0, "files are measured every ten minutes");
    assert_eq!(seen["lastBackup"]["complete"], true, "{seen}");
    assert!(seen["lastBackup"]["bytes"].as_u64() > Some(0), "{seen}");
    server.clock.advance(10 * MINUTE);
    let storage = ada.get(STATISTICS).await.json()["storage"].clone();
    assert_eq!((&storage["fileCount"], &storage["files"]), (&json!(1), &json!(3)));
}
