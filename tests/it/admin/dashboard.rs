//! Overview of everything that needs an admin.

use crate::support::{Encryption, SmtpBehaviour, SmtpServer, TestServer, noise};
use inkfold::config::MailTransport;
use inkfold::context::Context;
use inkfold::domain::id::{BookId, JobId};
use inkfold::domain::job::{Job, QueuedJob};
use inkfold::domain::policy::Actor;
use inkfold::services::operations::garbage_collection::{self, CollectionLimit};

use serde_json::{Value, json};

use super::{assert_admins_only, submit_text, suggest};

const OVERVIEW: &str = "/api/admin/overview";

#[tokio::test]
async fn overview_of_new_community_has_no_open_tasks() {
    let server = TestServer::start().await;
    let ada = server.admin("ada").await;
    let mut seen = ada.get(OVERVIEW).await.json();
    let space = seen["space"].take();
    assert!(space["free"].as_u64() > Some(0) && space["floor"].is_u64(), "{space}");
    seen["version"] = Value::from("any");
    assert_eq!(
        seen,
        json!({
            "version": "any", "openReports": 0, "pendingPayouts": 0, "openSuggestions": 0, "waitingApplications": 0,
            "failedMails": 0, "failedBooks": [], "readyBooks": [], "sendsMail": true,
            "waitingMembers": 0, "suspendedMembers": 0, "space": null, "heldBackFiles": 0,
            "backups": { "youngestAt": null, "everyHours": 24, "trouble": null, "failure": null },
        })
    );
    assert_admins_only(&server, OVERVIEW, None).await;
}

#[tokio::test]
async fn overview_counts_open_tasks() {
    let smtp = SmtpServer::start(Encryption::Open, &[SmtpBehaviour::RefuseRecipient]);
    let server = TestServer::start_with(|config| {
        smtp.configure(config);
        config.limits.free_space_mib = u32::MAX;
    })
    .await;
    let (ada, leo) = (server.admin("ada").await, server.member("leo").await);
    suggest(&leo, "A book about rivers.").await;
    let asked = json!({ "email": "leo@example.org" });
    assert_eq!(leo.post("/forgot-password", asked).await.status, 202);
    server.run_jobs().await;
    let suspend = format!("/api/admin/members/{}/suspend", leo.uid);
    ada.post(&suspend, json!({ "days": 1 })).await;
    let seen = ada.get(OVERVIEW).await.json();
    for (what, number) in [("openSuggestions", 1), ("failedMails", 1), ("suspendedMembers", 1)] {
        assert_eq!(seen[what], number, "{what}: {seen}");
    }
    assert_eq!(seen["space"]["low"], true);
    server.clock.advance(2 * 86_400);
    let mut ada = ada;
    ada.sign_in("ada@example.org", crate::support::PASSWORD).await;
    assert_eq!(ada.get(OVERVIEW).await.json()["suspendedMembers"], 0, "it is over");
}

#[tokio::test]
async fn reports_of_one_post_count_once() {
    let server = TestServer::start().await;
    let topic = server.topic("letters").await;
    let (ada, mara) = (server.admin("ada").await, server.member("mara").await);
    let post = mara.post_and_publish(&topic, &noise(1, 40)).await;
    for name in ["leo", "ana"] {
        let member = server.member(name).await;
        let report = json!({ "kind": "post", "id": post, "reason": "Unkind." });
        assert_eq!(member.post("/api/report", report).await.status, 202);
    }
    assert_eq!(ada.get(OVERVIEW).await.json()["openReports"], 1);
    let verdict = json!({ "kind": "post", "id": post, "verdict": "show" });
    ada.post("/api/admin/reports/settle", verdict).await;
    assert_eq!(ada.get(OVERVIEW).await.json()["openReports"], 0);
}

#[tokio::test]
async fn overview_names_publishable_and_failing_books() {
    let sandbox = inkfold::sandbox::Sandbox::of(std::path::Path::new("/bin/false"));
    let server = TestServer::start_with_worker(sandbox, |_| {}).await;
    let (ada, mara) = (server.admin("ada").await, server.member("mara").await);
    let [rivers, boats] = [server.book("Rivers", 1).await, server.book("Boats", 1).await];
    for book in [&rivers, &boats] {
        submit_text(&mara, book, "q1", "It rained.").await;
    }
    server.publish_threshold(&rivers, 1).await;
    // No job has checked the book since its threshold was lowered.
    let ready = &ada.get(OVERVIEW).await.json()["readyBooks"];
    assert_eq!(
        *ready,
        json!([{ "bid": rivers, "name": "Rivers", "newMemos": 1, "newAnswers": 1, "publishAt": 1 }])
    );
    ada.post(&format!("/api/admin/books/{boats}/publish"), json!({})).await;
    server.run_jobs().await;
    let seen = ada.get(OVERVIEW).await.json();
    let failed: Vec<&Value> =
        seen["failedBooks"].as_array().unwrap().iter().map(|book| &book["name"]).collect();
    assert_eq!(failed.len(), 2, "{seen}");
    assert_eq!(
        (&seen["failedBooks"][0]["failure"]["attempts"], &seen["readyBooks"]),
        (&json!(1), &json!([]))
    );
}

#[tokio::test]
async fn unverified_members_are_listed_without_mail() {
    let server = TestServer::start_with(|config| config.mail.transport = MailTransport::None).await;
    let (ada, una) = (server.admin("ada").await, server.unverified("una").await);
    let seen = ada.get(OVERVIEW).await.json();
    assert_eq!((&seen["sendsMail"], &seen["waitingMembers"]), (&json!(false), &json!(1)));
    let change = format!("/api/admin/members/{}/change", una.uid);
    ada.post(&change, json!({ "change": "verify" })).await;
    assert_eq!(ada.get(OVERVIEW).await.json()["waitingMembers"], 0);
}

#[tokio::test]
async fn daily_cleanup_holds_back_more_than_a_tenth() {
    let server = TestServer::start_with(|config| config.backup.trash_days = 2).await;
    let ada = server.admin("ada").await;
    let ink = server.store_unnamed(b"ink").await;
    let schedule = |context: &Context| {
        context.write(|tx| context.enqueue(tx, Job::DailyCleanup)).unwrap();
    };
    server.run_service(schedule).await;
    let days_pass = async |days: i64| {
        for _ in 0..days {
            server.clock.advance(24 * 60 * 60);
            server.run_jobs().await;
        }
    };
    days_pass(1).await;
    assert_eq!(ada.get(OVERVIEW).await.json()["heldBackFiles"], 1);
    let is_stored = move |context: &Context| context.blobs.path(ink).exists();
    assert!(server.run_service(is_stored).await, "it is still in its place");

    let sweep = |context: &Context| {
        garbage_collection::sweep(context, &Actor::Operator, CollectionLimit::All).unwrap()
    };
    assert_eq!(server.run_service(sweep).await.trashed, 1);
    let in_trash = async || server.run_service(|context| context.blobs.trashed().files.len()).await;
    days_pass(2).await;
    assert_eq!(in_trash().await, 1, "it is kept as long as the settings say");
    days_pass(1).await;
    assert_eq!(in_trash().await, 0);
}

#[tokio::test]
async fn daily_cleanup_removes_failed_jobs_that_are_over() {
    let server = TestServer::start().await;
    let (rivers, lakes) = (server.book("Rivers", 1).await, server.book("Lakes", 1).await);
    let mara = server.member("mara").await;
    assert_eq!(mara.answer(&rivers, &[("q1", &noise(1, 90))]).await.status, 201);
    let books = [&rivers, &lakes].map(|book| book.parse::<BookId>().unwrap());
    let fail = move |context: &Context| {
        context.write(|tx| context.enqueue(tx, Job::DailyCleanup)).unwrap();
        let jobs =
            [Job::Publish(books[0], 1), Job::Publish(books[1], 1), Job::SendPasswordReset(None)];
        for (number, job) in (1..).zip(jobs) {
            let run_at = context.now();
            let (id, last_error) = (JobId::new(run_at, [number; 10]), Some("no paper".to_owned()));
            let failed = QueuedJob { id, job, run_at, attempts: 10, last_error };
            context.write(|tx| Ok(tx.put_dead_letter(&failed)?)).unwrap();
        }
    };
    server.run_service(fail).await;
    let failed = async || {
        let left = |context: &Context| context.read().unwrap().dead_letters().unwrap();
        let left = server.run_service(left).await;
        left.into_iter().map(|letter| letter.job).collect::<Vec<_>>()
    };
    let days_pass = async |days: i64| {
        server.clock.advance(days * 24 * 60 * 60);
        server.run_jobs().await;
    };
    days_pass(29).await;
    assert_eq!(failed().await.len(), 3);
    server.publish(&rivers).await;
    days_pass(1).await;
    assert_eq!(failed().await, [Job::Publish(books[1], 1)], "its admins still see why");
}

#[tokio::test]
async fn overview_counts_held_back_files_until_swept() {
    let server = TestServer::start().await;
    let (ada, ink) = (server.admin("ada").await, server.store_unnamed(b"ink").await);
    let held_back_files = async || ada.get(OVERVIEW).await.json()["heldBackFiles"].clone();
    let sweep = async |extent| {
        server
            .run_service(move |context| {
                garbage_collection::sweep(context, &Actor::Operator, extent).unwrap()
            })
            .await
    };
    assert_eq!(held_back_files().await, 0, "no sweep has been");
    assert_eq!(sweep(CollectionLimit::Tenth).await.held_back, 1);
    assert_eq!(held_back_files().await, 1);
    assert_eq!(sweep(CollectionLimit::All).await.trashed, 1);
    assert_eq!(held_back_files().await, 0);

    let restore = move |context: &Context| {
        garbage_collection::restore(context, &Actor::Operator, &[ink]).unwrap()
    };
    server.run_service(restore).await;
    assert_eq!(sweep(CollectionLimit::Tenth).await.held_back, 0, "restored files are young");
    assert_eq!(held_back_files().await, 0);
}
