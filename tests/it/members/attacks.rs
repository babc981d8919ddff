//! Attempts to keep access after being disabled, and to leave a community without an admin.

use std::sync::{Arc, Barrier};
use std::thread;

use crate::support::{Member, TestServer};
use inkfold::context::Context;
use inkfold::domain::id::AccountId;
use inkfold::domain::policy::Actor;
use inkfold::error::Error;
use inkfold::services::accounts::members;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::{NEW, OLD, OPERATOR, actor, handwriting, id, operate};

const LAST_ADMIN: &str =
    "This is the only admin who can sign in. Make another member an admin first.";

/// Creates every credential that a member may hold besides a session, each with the call that accepts it.
async fn everything_handed_out(
    server: &TestServer,
    mara: &mut Member,
) -> [(Value, &'static str); 5] {
    let mailed = async |path: &str, body: Value, link: &str| {
        server.clock.advance(1);
        assert_eq!(mara.post(path, body).await.status, 202, "{path}");
        server.run_jobs().await;
        server.mailed(link)
    };
    let uid = mara.uid.clone();
    let verify = mailed("/send-verify", json!({ "uid": uid }), "/verify?token=").await;
    let reset = json!({ "email": "mara@example.org" });
    let reset = mailed("/forgot-password", reset, "/reset-password?token=").await;
    let change = json!({ "uid": uid, "email": "mara@elsewhere.example" });
    let change = mailed("/update-email", change, "oobCode=").await;
    let receipt = mara.sign_in("mara@example.org", OLD).await.json()["token"].clone();
    [
        (json!({ "token": verify }), "/verify"),
        (json!({ "token": reset, "password": NEW }), "/reset-password"),
        (json!({ "oobCode": change }), "/apply-action-code"),
        (json!({ "idToken": receipt }), "/verify-token"),
        (json!({ "uid": uid }), "/query-profile"),
    ]
}

#[tokio::test]
async fn disabled_member_keeps_no_access() {
    let server = TestServer::start().await;
    let mut mara = server.unverified("mara").await;
    let mut elsewhere = server.visitor();
    elsewhere.sign_in("mara@example.org", OLD).await;
    let held = everything_handed_out(&server, &mut mara).await;

    operate(&server, &mara, members::disable).await.unwrap();
    assert!(!mara.is_signed_in().await && !elsewhere.is_signed_in().await);
    assert_eq!(server.visitor().sign_in("mara@example.org", OLD).await.status, 401);
    for (body, path) in &held {
        let refused = mara.post(path, body.clone()).await;
        assert!(matches!(refused.status, 401 | 422), "{path}: {refused}");
    }
    // New credentials are not issued either.
    let mails = server.mails().len();
    mara.post("/forgot-password", json!({ "email": "mara@example.org" })).await;
    server.run_jobs().await;
    assert_eq!(server.mails().len(), mails);

    // Revoked credentials stay revoked: another person may have them.
    operate(&server, &mara, members::enable).await.unwrap();
    assert!(!mara.is_signed_in().await && !elsewhere.is_signed_in().await);
    for (body, path) in &held {
        let refused = mara.post(path, body.clone()).await;
        assert!(matches!(refused.status, 401 | 422), "{path}: {refused}");
    }
    assert_eq!(server.visitor().sign_in("mara@example.org", OLD).await.status, 200);
}

#[tokio::test]
async fn disabled_newcomer_cannot_finish_registration() {
    let server = TestServer::start().await;
    let eve = server.visitor();
    let extra = json!({ "username": "eve", "name": "Eve" });
    let sign_up = json!({ "email": "eve@example.org", "password": OLD, "extra": extra });
    let registered = eve.post("/register", sign_up).await.json();
    let account: AccountId = registered["uid"].as_str().unwrap().parse().unwrap();
    server.run_service(move |context| members::disable(context, &OPERATOR, account).unwrap()).await;
    let held = json!({ "uid": registered["uid"], "token": registered["token"] });
    for path in ["/update-profile", "/send-verify"] {
        let refused = eve.post(path, held.clone()).await;
        assert_eq!(refused.refusal(), (401, "unauthenticated".into()), "{path}");
    }
}

/// Request whose head was read: the server has authorized the caller, and waits for the body.
struct Upload {
    connection: TcpStream,
    body: Vec<u8>,
}

impl Upload {
    async fn begin(
        server: &TestServer,
        member: &Member,
        path: &str,
        kind: &str,
        body: Vec<u8>,
    ) -> Self {
        let (session, token) =
            (member.cookie("session").unwrap(), member.cookie("XSRF-TOKEN").unwrap());
        let address = server.url.trim_start_matches("http://");
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: {address}\r\nCookie: session={session}; XSRF-TOKEN={token}\r\n\
             X-XSRF-TOKEN: {token}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\
             Expect: 100-continue\r\nConnection: close\r\n\r\n",
            body.len()
        );
        let mut connection = TcpStream::connect(address).await.unwrap();
        connection.write_all(head.as_bytes()).await.unwrap();
        let mut go_on = [0; 25];
        connection.read_exact(&mut go_on).await.unwrap();
        assert_eq!(&go_on, b"HTTP/1.1 100 Continue\r\n\r\n");
        Self { connection, body }
    }

    /// Sends the body; returns the status line.
    async fn finish(mut self) -> String {
        self.connection.write_all(&self.body).await.unwrap();
        let mut answer = String::new();
        self.connection.read_to_string(&mut answer).await.unwrap();
        answer.lines().next().unwrap().to_owned()
    }
}

#[tokio::test]
async fn upload_is_cut_when_member_is_disabled() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    let mara = server.member("mara").await;
    let submission = handwriting(&mara, &book, &["q1"]).to_string().into_bytes();
    let submit = async || {
        let (path, body) = ("/api/memo/handwriting/publish", submission.clone());
        Upload::begin(&server, &mara, path, "application/json", body).await
    };
    assert_eq!(submit().await.finish().await, "HTTP/1.1 201 Created");

    let form = b"--B\r\nContent-Disposition: form-data; name=\"pdf\"; filename=\"a.pdf\"\r\n\r\n%PDF\r\n--B--\r\n";
    let kind = "multipart/form-data; boundary=B";
    let reading = Upload::begin(&server, &mara, "/extract", kind, form.to_vec()).await;
    let submitting = submit().await;
    operate(&server, &mara, members::disable).await.unwrap();
    assert_eq!(submitting.finish().await, "HTTP/1.1 401 Unauthorized");
    assert_eq!(reading.finish().await, "HTTP/1.1 401 Unauthorized");
    let shown = operate(&server, &mara, members::get).await.unwrap();
    assert_eq!(shown.member.memos, 1);
}

#[tokio::test]
async fn last_admin_cannot_be_demoted_or_disabled() {
    let server = TestServer::start().await;
    let (ada, bo) = (server.admin("ada").await, server.admin("bo").await);
    server.member("mara").await;
    // A disabled admin does not count.
    operate(&server, &bo, members::disable).await.unwrap();
    let refused = operate(&server, &ada, members::demote).await.unwrap_err();
    assert_eq!(refused.to_string(), LAST_ADMIN);
    assert!(matches!(refused, Error::Conflict { .. }));
    let refused = operate(&server, &ada, members::disable).await.unwrap_err();
    assert_eq!(refused.to_string(), LAST_ADMIN);
    assert!(ada.is_signed_in().await);

    // Admins may step down themselves as long as another one remains.
    operate(&server, &bo, members::enable).await.unwrap();
    let (adas, herself) = (id(&ada), actor(&ada, true));
    let demoted =
        server.run_service(move |context| members::demote(context, &herself, adas).is_ok()).await;
    assert!(demoted);
    assert!(operate(&server, &bo, members::demote).await.is_err());
    // Without an enabled admin, the remaining accounts can still be disabled.
    assert!(operate(&server, &ada, members::disable).await.is_ok());
}

/// Runs both at once, again and again from the same state; returns the outcome of each round.
fn both_at_once(context: &Context, turns: &[(Actor, AccountId); 2]) -> Vec<[Option<Error>; 2]> {
    let begin = || {
        for (_, admin) in turns {
            members::promote(context, &OPERATOR, *admin).unwrap();
        }
        Barrier::new(2)
    };
    let round = |_| {
        let barrier = begin();
        let demote = |(actor, admin): &(Actor, AccountId)| {
            barrier.wait();
            members::demote(context, actor, *admin).err()
        };
        thread::scope(|scope| {
            let threads = turns.each_ref().map(|turn| scope.spawn(move || demote(turn)));
            threads.map(|thread| thread.join().unwrap())
        })
    };
    (0..20).map(round).collect()
}

#[tokio::test]
async fn two_admins_cannot_demote_each_other() {
    let server = TestServer::start().await;
    let (ada, bo) = (server.admin("ada").await, server.admin("bo").await);
    let (adas, bos) = (id(&ada), id(&bo));
    let turns = [
        // Run by one operator in two terminals, and by both admins in their browsers.
        [(OPERATOR, adas), (OPERATOR, bos)],
        [(actor(&bo, true), adas), (actor(&ada, true), bos)],
    ];
    let context = Arc::clone(&server.context);
    let rounds =
        tokio::task::spawn_blocking(move || turns.map(|turn| both_at_once(&context, &turn)));
    let [operators, admins] = rounds.await.unwrap();
    for refused in operators {
        let refused: Vec<String> = refused.iter().flatten().map(Error::to_string).collect();
        assert_eq!(refused, [LAST_ADMIN]);
    }
    for refused in admins {
        assert_eq!(refused.iter().flatten().count(), 1, "{refused:?}");
    }
    let left = server.run_service(|context| members::list(context, &OPERATOR).unwrap()).await;
    assert_eq!(left.iter().filter(|member| member.account.admin).count(), 1);
}
