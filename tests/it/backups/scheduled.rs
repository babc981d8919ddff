//! Scheduled backups, and the removal of old ones.

use std::sync::Arc;

use crate::support::{TestServer, exports, noise};
use inkfold::config::Config;
use inkfold::context::Context;
use inkfold::domain::job::Job;
use inkfold::domain::job::Queue;
use inkfold::domain::policy::Actor;
use inkfold::jobs;
use inkfold::services::operations::backups::{self, Backups};

const DAY: i64 = 24 * 60 * 60;

async fn list(server: &TestServer) -> Backups {
    server.run_service(|context| backups::list(context, &Actor::Operator).unwrap()).await
}

/// The names of all backups, the oldest first.
async fn names(server: &TestServer) -> Vec<String> {
    list(server).await.archives.iter().map(inkfold::backup::Archive::name).collect()
}

/// Sets the retention to this many days, and to no weeks and months.
fn keep_days(config: &mut Config, days: usize) {
    (config.backup.keep_days, config.backup.keep_weeks, config.backup.keep_months) = (days, 0, 0);
}

async fn ask_for_one(server: &TestServer) {
    server.run_service(|context| backups::request(context, &Actor::Operator).unwrap()).await;
}

async fn days_pass(server: &TestServer, days: usize) {
    for _ in 0..days {
        server.clock.advance(DAY);
        server.run_jobs().await;
    }
}

#[tokio::test]
async fn daily_backup_is_made_and_old_ones_pruned() {
    let server = TestServer::start_with(|config| keep_days(config, 2)).await;
    ask_for_one(&server).await;
    server.run_jobs().await;
    assert_eq!(names(&server).await, ["2026-01-01T00-00-00Z"]);
    days_pass(&server, 1).await;
    assert_eq!(names(&server).await.len(), 2);
    days_pass(&server, 3).await;
    assert_eq!(names(&server).await, ["2026-01-04T00-00-00Z", "2026-01-05T00-00-00Z"]);
}

#[tokio::test]
async fn incomplete_backups_never_remove_the_last_complete() {
    let server = TestServer::start_with(|config| keep_days(config, 1)).await;
    let mara = server.member("mara").await;
    let book = server.book("Rivers", 1).await;
    assert_eq!(mara.answer(&book, &[("q1", &noise(1, 60))]).await.status, 201);
    ask_for_one(&server).await;
    server.run_jobs().await;
    let damage = |context: &Context| {
        let blob = context.blobs.list().files[0].blob;
        std::fs::remove_file(context.blobs.path(blob)).unwrap();
        // Otherwise the pool would have an intact copy.
        std::fs::remove_dir_all(context.config().data_dir.join("backups/blobs")).unwrap();
    };
    server.run_service(damage).await;
    days_pass(&server, 3).await;
    let made = list(&server).await.archives;
    let is_complete = made.iter().map(|archive| archive.manifest.contents.is_complete());
    assert_eq!(is_complete.collect::<Vec<_>>(), [true, false]);
    assert_eq!(names(&server).await, ["2026-01-01T00-00-00Z", "2026-01-04T00-00-00Z"]);
}

#[tokio::test]
async fn backups_of_another_community_are_never_removed() {
    let stick = tempfile::tempdir().unwrap();
    let folder = stick.path().to_owned();
    let shared = move |config: &mut Config| {
        keep_days(config, 1);
        config.backup.folder.clone_from(&folder);
    };
    let old = TestServer::start_with(shared.clone()).await;
    ask_for_one(&old).await;
    old.run_jobs().await;
    let new = TestServer::start_with(shared).await;
    new.clock.advance(DAY);
    ask_for_one(&new).await;
    new.run_jobs().await;
    days_pass(&new, 2).await;
    assert_eq!(names(&new).await, ["2026-01-01T00-00-00Z", "2026-01-04T00-00-00Z"]);
}

#[tokio::test]
async fn older_database_removes_no_newer_backups() {
    let stick = tempfile::tempdir().unwrap();
    let folder = stick.path().to_owned();
    let server = TestServer::start_with(move |config| {
        keep_days(config, 1);
        config.backup.folder = folder;
    })
    .await;
    let older = server.restarted().await;
    ask_for_one(&server).await;
    server.run_jobs().await;
    older.clock.advance(DAY);
    ask_for_one(&older).await;
    older.run_jobs().await;
    days_pass(&older, 2).await;
    assert_eq!(names(&older).await, ["2026-01-01T00-00-00Z", "2026-01-04T00-00-00Z"]);
}

#[tokio::test]
async fn missing_backup_disk_is_reported_and_retried() {
    let stick = tempfile::tempdir().unwrap();
    let folder = stick.path().join("inkfold");
    let place = folder.clone();
    let server = TestServer::start_with(move |config| config.backup.folder = place).await;
    ask_for_one(&server).await;
    server.run_jobs().await;
    let failure = list(&server).await.failure.unwrap();
    assert!(failure.problem.contains("connected?"), "{}", failure.problem);

    std::fs::create_dir(&folder).unwrap();
    server.clock.advance(60 * 60);
    server.run_jobs().await;
    assert_eq!(names(&server).await, ["2026-01-01T01-00-00Z"]);
    assert!(list(&server).await.failure.is_none());
}

#[tokio::test]
async fn scheduled_backup_is_postponed_while_another_runs() {
    let server = TestServer::start_with(|config| config.backup.every_hours = 0).await;
    ask_for_one(&server).await;
    server
        .run_service(|context| {
            let _other = context.blobs.begin_snapshot().unwrap();
            jobs::run_due(context).unwrap();
        })
        .await;
    let seen = list(&server).await;
    assert!(seen.failure.is_none() && seen.archives.is_empty(), "{seen:?}");
    server.clock.advance(5 * 60);
    server.run_jobs().await;
    assert_eq!(names(&server).await, ["2026-01-01T00-05-00Z"]);
    assert_eq!(list(&server).await.next, None, "only the one was asked for");
}

#[tokio::test]
async fn backup_requested_during_another_is_made_too() {
    let server = TestServer::start().await;
    ask_for_one(&server).await;
    let context = Arc::clone(&server.context);
    let (writing, is_writing) = std::sync::mpsc::channel();
    // During a write transaction a backup can begin, but the next one cannot be scheduled.
    let asking = tokio::task::spawn_blocking(move || {
        let asked = context.write(|tx| {
            writing.send(()).unwrap();
            while backups::list(&context, &Actor::Operator)?.step.is_none() {
                std::thread::yield_now();
            }
            context.enqueue(tx, Job::BackUp)
        });
        asked.unwrap();
    });
    is_writing.recv().unwrap();
    server.run_jobs().await;
    asking.await.unwrap();
    assert_eq!(names(&server).await, ["2026-01-01T00-00-00Z", "2026-01-01T00-00-00Z-2"]);
    let next = list(&server).await.next.unwrap();
    assert_eq!(next.seconds, server.context.now().seconds + DAY);
}

#[tokio::test]
async fn backup_succeeds_when_pruning_fails() {
    let server = TestServer::start_with(|config| keep_days(config, 1)).await;
    ask_for_one(&server).await;
    server.run_jobs().await;
    let first = list(&server).await.archives.remove(0);
    exports::write(&first.path().join("manifest.json"), b"{ half of it");
    days_pass(&server, 2).await;
    // The unreadable backup may need any file of the pool, so nothing is removed.
    assert_eq!(names(&server).await, ["2026-01-02T00-00-00Z", "2026-01-03T00-00-00Z"]);
    assert!(list(&server).await.failure.is_none());

    std::fs::remove_dir_all(first.path()).unwrap();
    days_pass(&server, 1).await;
    assert_eq!(names(&server).await, ["2026-01-04T00-00-00Z"]);
}

#[tokio::test]
async fn backup_dated_in_future_prevents_no_other() {
    let server = TestServer::start_with(|config| keep_days(config, 1)).await;
    server.clock.advance(3 * 365 * DAY);
    ask_for_one(&server).await;
    server.run_jobs().await;
    server.clock.advance(-3 * 365 * DAY);
    ask_for_one(&server).await;
    server.run_jobs().await;
    days_pass(&server, 1).await;
    assert_eq!(names(&server).await, ["2026-01-02T00-00-00Z", "2028-12-31T00-00-00Z"]);

    // The server schedules the next backup at its start.
    let now = server.context.now().seconds;
    server.context.job_wakeups.close();
    jobs::start(Arc::clone(&server.context), Queue::Default).unwrap().join().unwrap();
    assert_eq!(list(&server).await.next.unwrap().seconds, now + DAY);
}

#[tokio::test]
async fn visitors_cannot_list_or_request_backups() {
    let server = TestServer::start().await;
    let refused = server.run_service(|context| {
        let visitor = Actor::Visitor;
        (backups::list(context, &visitor).is_err(), backups::request(context, &visitor).is_err())
    });
    assert_eq!(refused.await, (true, true));
}
