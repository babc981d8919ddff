//! Checks of this machine: its clock, disks, files, the database, backups, worker processes.

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::Path;

use crate::support::{TestServer, exports, noise, skip};
use inkfold::context::Context;
use inkfold::domain::account::Email;
use inkfold::domain::check_result::{HealthCheck, Level};
use inkfold::domain::id::MailId;
use inkfold::domain::mail::Mail;
use inkfold::domain::policy::Actor;
use inkfold::platform::clock::Clock;
use inkfold::platform::net_probe::HttpResponseInfo;
use inkfold::sandbox::Sandbox;
use inkfold::services::operations::backups;
use inkfold::services::operations::garbage_collection::{self, CollectionLimit};
use inkfold::services::search;

use serde_json::json;

use super::{DAY, Elsewhere, assert_has, find, find_here};

#[tokio::test]
async fn wrong_clock_is_reported() {
    let server = TestServer::start().await;
    let found = find_here(&server, HealthCheck::Clock).await;
    assert_has(&found, Level::Fail, "The clock says 2026-01-01T00:00:00Z, before this version");
    assert_has(&found, Level::Fail, "A Raspberry Pi has no clock that goes on without power");

    server.clock.advance(400 * DAY);
    assert_has(&find_here(&server, HealthCheck::Clock).await, Level::Ok, "The clock says 20");
    server.member("mara").await;
    server.clock.advance(-3 * DAY);
    let found = find_here(&server, HealthCheck::Clock).await;
    assert_has(&found, Level::Fail, "the newest data here is from 2027-02-05");

    server.clock.advance(3 * DAY);
    server
        .context
        .state::<inkfold::services::operations::doctor::self_probe::ProbeRegistry>()
        .mark_serving();
    let date = server.clock.now() + std::time::Duration::from_hours(2);
    let answer = HttpResponseInfo { status: 200, date: Some(date), location: None };
    let elsewhere = Elsewhere { answer: Some(Ok(answer)), ..Elsewhere::default() };
    let found = find(&server, &elsewhere, HealthCheck::Clock).await;
    assert_has(&found, Level::Fail, "the server at `public_url` says 2027-02-05T02:00:00Z");
}

#[tokio::test]
async fn nearly_full_disk_is_reported() {
    let server = TestServer::start().await;
    assert_has(&find_here(&server, HealthCheck::Space).await, Level::Ok, "are free on the disk of");
    let full = TestServer::start_with(|config| config.limits.free_space_mib = u32::MAX).await;
    let found = find_here(&full, HealthCheck::Space).await;
    assert_has(&found, Level::Fail, "less than `free_space_mib`: uploads are refused");
}

#[tokio::test]
async fn unusable_files_are_reported_with_repair_command() {
    let server = TestServer::start().await;
    let data = server.context.config().data_dir.clone();
    let mode = |path: &Path, mode| fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
    let found = find_here(&server, HealthCheck::Owner).await;
    assert_has(&found, Level::Ok, "belong to ");
    assert_eq!(found.len(), 1, "what members write is nobody else's to read: {found:?}");

    mode(&data, 0o755);
    let found = find_here(&server, HealthCheck::Owner).await;
    assert_has(&found, Level::Warn, &format!("can read {0}. chmod 700 {0}", data.display()));
    mode(&data, 0o700);

    let folder = data.join("blobs");
    mode(&folder, 0o500);
    let found = find_here(&server, HealthCheck::Owner).await;
    assert_has(&found, Level::Fail, &format!("such as {}. sudo chmod -R u+rwX", folder.display()));
    mode(&folder, 0o700);

    let database = data.join("inkfold.redb");
    if chown(&database, Some(54_321), None).is_err() {
        skip("only root can give a file to somebody else");
        return;
    }
    let found = find_here(&server, HealthCheck::Owner).await;
    assert_has(&found, Level::Fail, "1 thing in");
    assert_has(&found, Level::Fail, "inkfold.redb to #54321: a command was run as that user.");
    assert_has(&found, Level::Fail, "sudo chown -R root");
}

#[tokio::test]
async fn fragmented_database_is_reported_with_compact_command() {
    let server = TestServer::start().await;
    assert_has(
        &find_here(&server, HealthCheck::Database).await,
        Level::Ok,
        "The database can be read",
    );
    let fill = |context: &inkfold::context::Context| {
        let now = context.now();
        let mails: Vec<Mail> = (0..24)
            .map(|n| Mail {
                id: MailId::new(now, [n; 10]),
                to: Email::parse("mara@example.org").unwrap(),
                subject: String::new(),
                text: "ink ".repeat(1 << 20),
                html: String::new(),
                unsubscribe: None,
                reply_to: None,
                created_at: now,
                sent_at: None,
            })
            .collect();
        context.write(|tx| Ok(mails.iter().try_for_each(|mail| tx.put_mail(mail))?)).unwrap();
        context.write(|tx| Ok(mails.iter().try_for_each(|mail| tx.remove_mail(mail.id))?)).unwrap();
    };
    server.run_service(fill).await;
    let found = find_here(&server, HealthCheck::Database).await;
    assert_has(&found, Level::Warn, "stop the server and run `inkfold db compact`");
}

#[tokio::test]
async fn held_back_files_are_reported_with_commands() {
    let server = TestServer::start().await;
    server.store_unnamed(b"ink").await;
    let sweep = |context: &inkfold::context::Context| {
        garbage_collection::sweep(context, &Actor::Operator, CollectionLimit::Tenth)
    };
    server.run_service(move |context| sweep(context).unwrap()).await;
    let found = find_here(&server, HealthCheck::Database).await;
    assert_has(&found, Level::Fail, "The database may be an older copy: 1 file, more than a tenth");
    assert_has(&found, Level::Fail, "run `inkfold db check`");
    assert_has(&found, Level::Fail, "`inkfold trash sweep --all`");
}

#[tokio::test]
async fn old_and_same_disk_backups_are_reported() {
    let server = TestServer::start().await;
    server.member("mara").await;
    assert_has(
        &find_here(&server, HealthCheck::Backups).await,
        Level::Warn,
        "There is no backup yet.",
    );
    server.clock.advance(3 * DAY);
    let found = find_here(&server, HealthCheck::Backups).await;
    assert_has(&found, Level::Fail, "There is no backup in");
    assert_has(&found, Level::Fail, "`inkfold backup now` makes one");

    let make = |context: &inkfold::context::Context| {
        backups::create_backup(context, &Actor::Operator, None, &mut |_| {}).unwrap();
    };
    server.run_service(make).await;
    let found = find_here(&server, HealthCheck::Backups).await;
    assert_has(&found, Level::Warn, "Backups are on the same disk as the data");
    assert_eq!(found.len(), 1, "{found:?}");
    server.clock.advance(3 * DAY);
    let found = find_here(&server, HealthCheck::Backups).await;
    assert_has(&found, Level::Fail, "The newest backup is 3 days old.");

    server.clock.advance(-4 * DAY);
    let found = find_here(&server, HealthCheck::Backups).await;
    assert_has(&found, Level::Fail, "The backup 2026-01-04T00-00-00Z is dated in the future.");
    assert_has(&found, Level::Fail, "the clock was wrong when it was made");
}

#[tokio::test]
async fn missing_disk_and_disabled_backups_are_reported() {
    let nowhere = tempfile::tempdir().unwrap().path().join("stick");
    let server = TestServer::start_with(|config| config.backup.folder = nowhere).await;
    let found = find_here(&server, HealthCheck::Backups).await;
    assert_has(&found, Level::Fail, "stick does not exist. connect its disk or USB stick");
    server.run_jobs().await;
    server.run_service(|context| backups::request(context, &Actor::Operator).unwrap()).await;
    server.run_jobs().await;
    let found = find_here(&server, HealthCheck::Backups).await;
    assert_has(
        &found,
        Level::Fail,
        "The last backup failed at 2026-01-01T00:00:00Z: there is no folder",
    );
    assert_has(&found, Level::Fail, "on connected? fix the cause");

    let by_hand = TestServer::start_with(|config| config.backup.every_hours = 0).await;
    assert_has(
        &find_here(&by_hand, HealthCheck::Backups).await,
        Level::Warn,
        "Automatic backups are off",
    );
}

#[tokio::test]
async fn missing_search_index_is_reported_while_serving() {
    let server = TestServer::start().await;
    assert_has(&find_here(&server, HealthCheck::Search).await, Level::Ok, "when the server starts");
    server
        .context
        .state::<inkfold::services::operations::doctor::self_probe::ProbeRegistry>()
        .mark_serving();
    let found = find_here(&server, HealthCheck::Search).await;
    assert_has(&found, Level::Warn, "missing or damaged. run `inkfold search rebuild`");
    server.run_service(|context| search::catch_up(context).unwrap()).await;
    assert_has(
        &find_here(&server, HealthCheck::Search).await,
        Level::Ok,
        "The search index is up to date.",
    );
}

#[tokio::test]
async fn unstartable_worker_is_reported() {
    let server = TestServer::start().await;
    let found = find_here(&server, HealthCheck::Workers).await;
    assert!(found[0].0 < Level::Fail, "{found:?}");
    let nowhere = Sandbox::of(Path::new("/nowhere/inkfold"));
    let server = TestServer::start_with_worker(nowhere, |_| {}).await;
    let found = find_here(&server, HealthCheck::Workers).await;
    assert_has(
        &found,
        Level::Fail,
        "Forms can't be read and books can't be made: the child process could not be",
    );
}

#[tokio::test]
async fn backups_of_another_database_are_reported() {
    let stick = tempfile::tempdir().unwrap();
    let folder = stick.path().to_owned();
    let server = TestServer::start_with(|config| config.backup.folder = folder).await;
    let older = server.restarted().await;
    let make = |context: &inkfold::context::Context| {
        backups::create_backup(context, &Actor::Operator, None, &mut |_| {}).map(drop).unwrap();
    };
    server.run_service(make).await;
    let own = find_here(&server, HealthCheck::Backups).await;
    assert!(!own.iter().any(|(_, said)| said.contains("not made of this database")), "{own:?}");
    let found = find_here(&older, HealthCheck::Backups).await;
    assert_has(&found, Level::Warn, "1 backup was not made of this database, the youngest at 2026");
}

#[tokio::test]
async fn damaged_file_is_reported_by_overview_doctor_metrics() {
    let server = TestServer::start_with(|config| {
        config.observe.metrics_from = vec!["127.0.0.1".parse().unwrap()];
    })
    .await;
    let (ada, mara) = (server.admin("ada").await, server.member("mara").await);
    let book = server.book("Rivers", 1).await;
    assert_eq!(mara.answer(&book, &[("q1", &noise(1, 60))]).await.status, 201);
    let reported_damage = async || {
        let overview = ada.get("/api/admin/overview").await.json();
        let metrics = String::from_utf8(ada.get("/metrics").await.bytes).unwrap();
        let damaged = metrics.lines().find_map(|line| line.strip_prefix("inkfold_damaged_files "));
        (overview["backups"]["trouble"].clone(), damaged.unwrap().to_owned())
    };
    let make = |context: &Context| {
        backups::create_backup(context, &Actor::Operator, None, &mut |_| {}).unwrap();
    };
    assert_eq!(reported_damage().await.1, "0");
    let damage = |context: &Context| {
        let blob = context.blobs.list().files[0].blob;
        exports::write(&context.blobs.path(blob), b"another content");
    };
    server.run_service(damage).await;
    server.run_service(make).await;
    assert_eq!(reported_damage().await, (json!("incomplete"), "1".to_owned()));
    let found = find_here(&server, HealthCheck::Backups).await;
    assert_has(&found, Level::Fail, "The newest backup is incomplete: 1 file damaged");
}
