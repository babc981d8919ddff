//! Unresponsive mail server: only mails wait for it.

use std::net::TcpListener;
use std::sync::Arc;

use inkfold::config::{MailTransport, Security};
use inkfold::domain::job::Queue;
use inkfold::domain::policy::Actor;
use inkfold::jobs;
use inkfold::services::editions;
use serde_json::json;

use crate::support::{TestServer, eventually, noise};

#[tokio::test]
async fn silent_mail_server_delays_no_book() {
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let server = TestServer::start_with(|config| {
        config.mail.transport = MailTransport::Smtp;
        config.mail.from = "books@club.example".into();
        config.mail.smtp.host = "127.0.0.1".into();
        config.mail.smtp.port = silent.local_addr().unwrap().port();
        config.mail.smtp.security = Security::None;
        // The test ends before.
        config.mail.smtp.timeout_seconds = 600;
    })
    .await;
    let book = server.book("A year in ink", 1).await;
    let mara = server.member("mara").await;
    let bo = server.unverified("bo").await;
    let asked = json!({ "name": "Bo", "email": "bo@example.org", "uid": bo.uid });
    assert_eq!(bo.post("/send-verify", asked).await.status, 202);
    let queues = [Queue::Default, Queue::Mail]
        .map(|queue| jobs::start(Arc::clone(&server.context), queue).unwrap());
    let (conversation, _) = silent.accept().unwrap();

    assert_eq!(mara.answer(&book, &[("q1", &noise(1, 40))]).await.status, 201);
    let id = book.parse().unwrap();
    server
        .run_service(move |context| editions::publish_soon(context, &Actor::Operator, id).unwrap())
        .await;
    eventually("the book waits for the mail server", async || {
        let editions = mara.get(&format!("/api/book/{book}/editions")).await.json();
        (editions != json!([])).then_some(())
    })
    .await;
    server.context.job_wakeups.close();
    drop((conversation, silent));
    for queue in queues {
        queue.join().unwrap();
    }
}
