//! Clocks that are wrong by years, and are set right: machines without a battery begin in 1970, others come from the future.

use std::sync::Arc;
use std::time::Duration;

use inkfold::context::Context;
use inkfold::domain::job::Job;
use inkfold::domain::job::Queue;
use inkfold::domain::policy::Actor;
use inkfold::domain::secret::Secret;
use inkfold::jobs;
use inkfold::services::operations::backups;
use serde_json::{Value, json};

use crate::support::{Member, PASSWORD, TestServer, eventually};

const DAY: i64 = 24 * 60 * 60;
const YEARS: i64 = 3 * 365 * DAY;

/// Server on a copy of the database, as after a restart, which has enqueued its recurring jobs.
async fn rebooted(server: &TestServer) -> TestServer {
    let starting = server.restarted().await;
    // The runner only enqueues jobs then, and ends.
    starting.context.job_wakeups.close();
    jobs::start(Arc::clone(&starting.context), Queue::Default).unwrap().join().unwrap();
    starting.restarted().await
}

async fn signed_in(server: &TestServer, name: &str) -> Member {
    let mut member = server.visitor();
    let reply = member.sign_in(&format!("{name}@example.org"), PASSWORD).await;
    assert_eq!(reply.status, 200, "{reply}");
    member
}

async fn enqueue_cleanup(server: &TestServer) {
    let enqueue = |context: &Context| context.write(|tx| context.enqueue(tx, Job::DailyCleanup));
    server.run_service(enqueue).await.unwrap();
}

/// Waits until this holds, while the runner of the jobs is woken again and again.
async fn wait_until(server: &TestServer, holds: fn(&Context) -> bool) {
    eventually("it never holds", async || {
        server.context.job_wakeups.notify();
        server.run_service(holds).await.then_some(())
    })
    .await;
}

/// Whether the recurring jobs are due within the next two days.
fn are_recurring_jobs_queued(context: &Context) -> bool {
    let (now, queued) = (context.now(), context.read().unwrap().queued_jobs().unwrap());
    let soon = now + Duration::from_secs(2 * DAY as u64);
    [Job::DailyCleanup, Job::OpenGameDay, Job::BackUp].iter().all(|job| {
        let mut runs = queued.iter().filter(|queued| queued.job == *job);
        runs.any(|queued| now < queued.run_at && queued.run_at <= soon)
    })
}

#[tokio::test]
async fn recurring_jobs_resume_when_clock_is_set_back() {
    let server = TestServer::start_with(|config| config.prize.enabled = true).await;
    let runner = jobs::start(Arc::clone(&server.context), Queue::Default).unwrap();
    for jump in [0, YEARS, -YEARS] {
        server.clock.advance(jump);
        wait_until(&server, are_recurring_jobs_queued).await;
        // The runner also sees the time when it has nothing to do.
        for _ in 0..100 {
            server.context.job_wakeups.notify();
            server.run_service(|_| ()).await;
        }
    }
    server.context.job_wakeups.close();
    runner.join().unwrap();
}

#[tokio::test]
async fn cleanup_after_jump_waits_for_another_day() {
    let server = TestServer::start().await;
    let book = server.book("Rivers", 2).await;
    let (ada, mara) = (server.admin("ada").await, server.member("mara").await);
    enqueue_cleanup(&server).await;
    server.run_jobs().await;
    let made = ada.post("/api/admin/invitations", json!({})).await;
    assert_eq!(made.status, 201, "{made}");
    let invitation = format!("/api/invitations/{}", made.json()["code"]["code"].as_str().unwrap());
    let guest = server.guest("Noor", &book).await;
    let session = Secret::from_untrusted(&mara.cookie("session").unwrap()).hash();
    let is_known =
        move |context: &Context| context.read().unwrap().session(session).unwrap().is_some();

    server.clock.advance(YEARS);
    server.run_jobs().await;
    server.clock.advance(-YEARS);
    assert!(mara.is_signed_in().await && guest.is_signed_in().await);
    assert_eq!(server.visitor().get(&invitation).await.status, 200);

    // A clock that stays there is believed.
    server.clock.advance(YEARS);
    server.run_jobs().await;
    assert!(server.run_service(is_known).await);
    server.clock.advance(DAY);
    server.run_jobs().await;
    assert!(!server.run_service(is_known).await);
}

#[tokio::test]
async fn password_of_future_clock_is_not_fresh() {
    let server = TestServer::start().await;
    server.member("mara").await;
    let create = async |member: &Member, name: &str| {
        let new = json!({ "name": name, "scopes": ["read"], "days": 30 });
        member.post("/api/account/api-tokens", new).await
    };
    server.clock.advance(YEARS);
    let mara = signed_in(&server, "mara").await;
    server.clock.advance(-60);
    assert_eq!(create(&mara, "One").await.status, 201, "clocks are set by a minute");
    server.clock.advance(-YEARS);
    assert!(mara.is_signed_in().await);
    assert_eq!(create(&mara, "Two").await.refusal(), (401, "recent-signin-required".into()));
}

#[tokio::test]
async fn weekly_question_resumes_after_future_clock() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 3).await;
    let ada = server.admin("ada").await;
    server.member("mara").await;
    let weekly = format!("/api/admin/books/{book}/weekly-question");
    assert_eq!(ada.post(&weekly, json!({ "weekday": "friday" })).await.status, 200);
    server.clock.advance(YEARS);
    server.run_jobs().await;
    server.clock.advance(-YEARS);
    let server = rebooted(&server).await;
    server.run_jobs().await;
    for _ in 0..8 {
        server.clock.advance(DAY);
        server.run_jobs().await;
    }
    let mara = signed_in(&server, "mara").await;
    let received = mara.get("/api/account/weekly-questions").await.json();
    assert_eq!(received["questions"].as_array().map(Vec::len), Some(1), "{received}");
}

#[tokio::test]
async fn book_closes_at_its_date_after_future_clock() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 2).await;
    let ada = server.admin("ada").await;
    server.member("mara").await;
    let schedule = format!("/api/admin/books/{book}/schedule");
    let dates = json!({ "closes": "2026-01-11", "readyBy": "date" });
    assert_eq!(ada.post(&schedule, dates).await.status, 200);
    server.clock.advance(YEARS);
    server.run_jobs().await;
    server.clock.advance(-YEARS);
    let server = rebooted(&server).await;
    let mara = signed_in(&server, "mara").await;
    assert_eq!(mara.submit_text(&book, "q1", "It rained.").await.status, 201);
    server.clock.advance(11 * DAY);
    server.run_jobs().await;
    let shown = mara.post("/api/book", json!({ "bid": book })).await.json();
    assert_eq!(shown["edition"], 1, "{shown}");
}

/// Memos of a member, as typed.
async fn texts(member: &Member) -> Vec<String> {
    let memos = member.post("/get-memos", json!({ "uid": member.uid })).await.json();
    let text = |memo: &Value| memo["post"].as_str().unwrap().to_owned();
    let mut texts: Vec<String> = memos.as_array().unwrap().iter().map(text).collect();
    texts.sort_unstable();
    texts
}

#[tokio::test]
async fn community_lives_through_a_start_in_1970() {
    let server = TestServer::start_with(|config| config.prize.enabled = true).await;
    let book = server.book("A year in ink", 2).await;
    let mara = server.member("mara").await;
    assert_eq!(mara.submit_text(&book, "q1", "It rained.").await.status, 201);
    enqueue_cleanup(&server).await;
    server.run_jobs().await;
    let lost = server.context.now().seconds - 60;
    server.clock.advance(-lost);
    let server = rebooted(&server).await;
    let mara = signed_in(&server, "mara").await;
    assert_eq!(mara.submit_text(&book, "q2", "It poured.").await.status, 201);
    for _ in 0..10 {
        server.clock.advance(60);
        server.run_jobs().await;
    }
    assert_eq!(server.context.now().seconds, 660, "it is 1970");
    server.clock.advance(lost + DAY);
    server.run_jobs().await;

    let mara = signed_in(&server, "mara").await;
    assert_eq!(texts(&mara).await, ["It poured.", "It rained."]);
    let load = |context: &Context| backups::list(context, &Actor::Operator).unwrap();
    let backups = server.run_service(load).await;
    let names: Vec<String> = backups.archives.iter().map(inkfold::backup::Archive::name).collect();
    assert_eq!(names, ["1970-01-01T00-06-00Z", "2026-01-02T00-10-00Z"]);
    assert!(backups.next.unwrap() <= server.context.now() + Duration::from_secs(DAY as u64));
    assert!(server.run_service(are_recurring_jobs_queued).await);
}
