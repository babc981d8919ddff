//! Backups that nobody asks for, and those that are outlived.

use inkfold::domain::policy::Actor;
use inkfold::services::backups;

use crate::support::TestServer;

const DAY: i64 = 24 * 60 * 60;

/// The names of all backups, the oldest first.
async fn names(server: &TestServer) -> Vec<String> {
    let list = |app: &inkfold::app::App| backups::list(app, &Actor::Operator).unwrap().archives;
    let archives = server.do_here(list).await;
    archives.iter().map(inkfold::archive::Archive::name).collect()
}

async fn days_pass(server: &TestServer, days: usize) {
    for _ in 0..days {
        server.clock.advance(DAY);
        server.run_jobs().await;
    }
}

#[tokio::test]
async fn one_is_made_every_day_and_the_old_ones_go() {
    let server = TestServer::start_with(|config| {
        config.backup.keep_days = 2;
        config.backup.keep_weeks = 0;
        config.backup.keep_months = 0;
    })
    .await;
    server.do_here(|app| backups::ask_for(app, &Actor::Operator).unwrap()).await;
    server.run_jobs().await;
    assert_eq!(names(&server).await, ["2026-01-01T00-00-00Z"]);
    days_pass(&server, 1).await;
    assert_eq!(names(&server).await.len(), 2);
    days_pass(&server, 3).await;
    assert_eq!(names(&server).await, ["2026-01-04T00-00-00Z", "2026-01-05T00-00-00Z"]);
}

#[tokio::test]
async fn a_stick_that_is_away_is_waited_for_and_its_absence_told() {
    let stick = tempfile::tempdir().unwrap();
    let folder = stick.path().join("inkfold");
    let place = folder.clone();
    let server = TestServer::start_with(move |config| config.backup.folder = place).await;
    server.do_here(|app| backups::ask_for(app, &Actor::Operator).unwrap()).await;
    server.run_jobs().await;
    let list = |app: &inkfold::app::App| backups::list(app, &Actor::Operator).unwrap();
    let failure = server.do_here(list).await.failure.unwrap();
    assert!(failure.words.contains("connected?"), "{}", failure.words);

    std::fs::create_dir(&folder).unwrap();
    server.clock.advance(60 * 60);
    server.run_jobs().await;
    assert_eq!(names(&server).await, ["2026-01-01T01-00-00Z"]);
    assert!(server.do_here(list).await.failure.is_none());
}

#[tokio::test]
async fn only_admins_hear_of_backups() {
    let server = TestServer::start().await;
    let refused = server.do_here(|app| {
        let visitor = Actor::Visitor;
        (backups::list(app, &visitor).is_err(), backups::ask_for(app, &visitor).is_err())
    });
    assert_eq!(refused.await, (true, true));
}
