//! Mails to a member who deletes the account: none is sent after that, and none is stored.

use std::fs::File;

use crate::support::{Member, PASSWORD, TestServer};
use inkfold::domain::id::MailId;
use inkfold::domain::job::Job;
use inkfold::domain::policy::Actor;
use inkfold::services::operations::outbox;

use serde_json::json;

use super::leave;

/// Queues a mail to a member whose address is not verified.
async fn ask_for_mail(member: &Member) {
    assert_eq!(member.post("/send-verify", json!({ "uid": member.uid })).await.status, 202);
}

#[tokio::test]
async fn queued_mails_are_removed_with_the_account() {
    let server = TestServer::start().await;
    let (mara, bo) = (server.unverified("mara").await, server.unverified("bo").await);
    let ana = server.unverified("ana").await;
    let verify =
        |member: &Member| json!({ "name": "", "email": "", "uid": member.uid, "token": "" });
    for (member, address) in [(&mara, "lind@example.org"), (&bo, "ana@example.org")] {
        let change = json!({ "uid": member.uid, "email": address });
        assert_eq!(member.post("/update-email", change).await.status, 202);
    }
    assert_eq!(mara.post("/send-verify", verify(&mara)).await.status, 202);
    assert_eq!(ana.post("/send-verify", verify(&ana)).await.status, 202);
    mara.post("/forgot-password", json!({ "email": "mara@example.org" })).await;

    for (member, name) in [(&mara, "mara"), (&bo, "bo")] {
        assert_eq!(leave(member, PASSWORD, name).await.status, 204);
    }
    server.run_jobs().await;
    // Mails to other addresses are kept.
    let mails = server.mails();
    assert!(mails.iter().all(|mail| mail.contains("To: ana@example.org")), "{mails:?}");
    assert!(mails.iter().any(|mail| mail.contains("/verify?token=")), "{mails:?}");
    let kept = server
        .run_service(|context| outbox::list(context, &Actor::Operator, None, 9).unwrap())
        .await;
    assert!(kept.iter().all(|mail| mail.to == "ana@example.org"), "{kept:?}");
}

#[tokio::test]
async fn mail_files_are_deleted_with_the_account() {
    let server = TestServer::start().await;
    let (mara, ana) = (server.unverified("mara").await, server.unverified("ana").await);
    for member in [&mara, &ana] {
        ask_for_mail(member).await;
    }
    server.run_jobs().await;
    assert_eq!(server.mails().len(), 2);
    // A refused deletion removes no mails.
    assert_eq!(leave(&mara, "not-the-password", "mara").await.status, 401);
    assert_eq!(leave(&ana, PASSWORD, "mara").await.status, 422);
    assert_eq!(server.mails().len(), 2);

    assert_eq!(leave(&mara, PASSWORD, "mara").await.status, 204);
    let left = server.mails();
    assert!(left.len() == 1 && left[0].contains("To: ana@example.org"), "{left:?}");
}

#[tokio::test]
async fn sweep_removes_orphaned_mail_files_only() {
    let server = TestServer::start().await;
    let (mara, ana) = (server.unverified("mara").await, server.unverified("ana").await);
    for member in [&mara, &ana] {
        ask_for_mail(member).await;
    }
    server.run_jobs().await;
    let folder = server.context.config().data_dir.join("mail");
    File::create(folder.join("from-the-operator.eml")).unwrap();
    // The state after the server was killed during the deletion.
    server
        .run_service(|context| {
            let all = outbox::list(context, &Actor::Operator, None, 9).unwrap();
            let hers: Vec<MailId> = all
                .iter()
                .filter(|mail| mail.to == "mara@example.org")
                .map(|mail| mail.id)
                .collect();
            context
                .write(|tx| {
                    hers.iter().try_for_each(|id| tx.remove_mail(*id))?;
                    context.enqueue(tx, Job::DailyCleanup)
                })
                .unwrap();
        })
        .await;
    server.run_jobs().await;
    assert_eq!(server.mails().len(), 3, "a young file may be looked at");
    server.clock.advance(25 * 60 * 60);
    server.run_jobs().await;
    let left = server.mails();
    assert!(left.iter().all(|mail| !mail.contains("To: mara@example.org")), "{left:?}");
    assert!(left.iter().any(|mail| mail.contains("To: ana@example.org")), "{left:?}");
    assert!(folder.join("from-the-operator.eml").exists());
}
