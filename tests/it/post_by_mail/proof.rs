//! Sender authentication: only the result of the front mail server counts, and only at the LMTP socket.

use serde_json::json;

use crate::support::fake_smtp_relay::{FakeSmtpRelay, PROOF, mail, pending, proven};
use crate::support::noise;

const UNPROVEN: &str = "550 5.7.1 the sender is not authenticated";
const MARA: &str = "mara.letters@post.example.org";

#[tokio::test]
async fn proven_mail_from_own_address_becomes_post() {
    let office = FakeSmtpRelay::open().await;
    let (mara, ana) = (office.server.member("mara").await, office.server.member("ana").await);
    let letter = proven("Mara", "=?utf-8?Q?Gr=C3=BC=C3=9Fe,?= from the river", &noise(1, 200));
    assert_eq!(office.post(MARA, &letter).await, "250 2.0.0 Ok: 1 post pending");
    let posts = pending(&mara).await;
    assert_eq!(posts.len(), 1);
    assert_eq!(posts[0]["caption"], "Grüße, from the river");
    assert_eq!((&posts[0]["isActive"], &posts[0]["width"]), (&false.into(), &200.into()));
    // The pending post is invisible to others.
    let id = posts[0]["id"].as_str().unwrap();
    assert_eq!(ana.get(&format!("/api/posts/{id}")).await.status, 404);
    assert_eq!(mara.thread(&office.topic).await.len(), 0);
    assert_eq!(mara.put(&format!("/api/activate-post/{id}")).await.status, 200);
    assert_eq!(ana.thread(&office.topic).await.len(), 1);
}

#[tokio::test]
async fn forged_senders_and_proofs_are_refused() {
    let office = FakeSmtpRelay::open().await;
    let mara = office.server.member("mara").await;
    office.server.member("eve").await;
    let from = "From: Mara <mara@example.org>\r\n";
    let fail = "Authentication-Results: mx.example.org; dmarc=fail header.from=example.org\r\n";
    let heads = [
        from.to_owned(),
        // Eve's own authenticated address, and Mara's topic address.
        format!("{PROOF}From: <eve@example.org>\r\n"),
        // Results of an unknown mail server.
        format!("{}{from}", PROOF.replace("mx.example.org", "mx.evil.example")),
        // The true result, and below it a forged one from the mail.
        format!("{fail}Received: from evil.example by mx.example.org\r\n{PROOF}{from}"),
        format!("{PROOF}{fail}{from}"),
        // DMARC passed for another domain.
        format!("{}{from}", PROOF.replace("header.from=example.org", "header.from=evil.example")),
        // SPF and DKIM passed for another sender.
        format!(
            "Authentication-Results: mx.example.org; spf=pass smtp.mailfrom=evil.example; dkim=pass header.d=evil.example\r\n{from}"
        ),
        // Two From headers, a misleading display name, and headers other than From.
        format!("{PROOF}{from}From: <eve@example.org>\r\n"),
        format!("{PROOF}From: \"mara@example.org\" <eve@example.org>\r\n"),
        format!("{PROOF}From: mara@example.org <eve@example.org>\r\n"),
        format!("{PROOF}Sender: <mara@example.org>\r\nReply-To: <mara@example.org>\r\n"),
    ];
    for head in heads {
        let reply = office.post(MARA, &mail(&head, &[("image/png", &noise(1, 40))])).await;
        assert!(reply.starts_with(UNPROVEN), "{reply}\n{head}");
    }
    assert_eq!((pending(&mara).await.len(), office.server.files()), (0, 0));
}

#[tokio::test]
async fn proof_headers_are_ignored_from_unknown_smtp_clients() {
    let letter = proven("mara", "Rain", &noise(1, 40));
    let office = FakeSmtpRelay::open().await;
    office.server.member("mara").await;
    let refused = office.smtp().await.post(MARA, &letter).await;
    assert_eq!(refused, "550 5.1.1 unknown recipient address");

    // A trusted front server may use the SMTP listener.
    let office = FakeSmtpRelay::open_with(|config| {
        config.mail.inbound.front_servers = vec!["127.0.0.0/8".parse().unwrap()];
    })
    .await;
    let mara = office.server.member("mara").await;
    assert!(office.smtp().await.post(MARA, &letter).await.starts_with("250 "));
    assert_eq!(pending(&mara).await.len(), 1);
}

#[tokio::test]
async fn missing_authserv_id_disables_plain_addresses() {
    let office = FakeSmtpRelay::open_with(|config| config.mail.inbound.authserv_id.clear()).await;
    let mara = office.server.member("mara").await;
    let refused = office.post(MARA, &proven("mara", "Rain", &noise(1, 40))).await;
    assert_eq!(refused, "550 5.1.1 unknown recipient address");
    let secret = office.secret_address(&mara).await;
    assert!(office.post(&secret, &proven("eve", "Rain", &noise(1, 40))).await.starts_with("250 "));
}

#[tokio::test]
async fn automatic_mails_are_dropped_without_reply() {
    let office = FakeSmtpRelay::open().await;
    let mara = office.server.member("mara").await;
    let from = "From: <mara@example.org>\r\n";
    let page = noise(1, 40);
    for head in [
        "Auto-Submitted: auto-replied\r\n",
        "Precedence: bulk\r\n",
        "List-Id: <ink.example.org>\r\n",
        // Message id of a mail that Inkfold sent.
        "Message-ID: <01h455vb4pex5vsknk084sn02q@localhost>\r\n",
    ] {
        let letter = mail(&format!("{PROOF}{from}{head}"), &[("image/png", &page)]);
        assert_eq!(
            office.post(MARA, &letter).await,
            "250 2.0.0 Ok: accepted, not posted",
            "{head}"
        );
    }
    let mut client = office.lmtp().await;
    for (line, answer) in [
        ("MAIL FROM:<>", "250"),
        ("RCPT TO:<mara.letters@post.example.org>", "250"),
        ("DATA", "354"),
    ] {
        assert!(client.send_command(line).await.starts_with(answer), "{line}");
    }
    client.send(&proven("mara", "Undeliverable", &page)).await;
    assert_eq!(client.send_command(".").await, "250 2.0.0 Ok: accepted, not posted");
    assert_eq!((pending(&mara).await.len(), office.server.mails().len()), (0, 0));
}

#[tokio::test]
async fn repeated_mail_makes_no_second_post() {
    let office = FakeSmtpRelay::open().await;
    let mara = office.server.member("mara").await;
    let named = |name: &str, page: &[u8]| {
        let head = format!("{PROOF}From: <mara@example.org>\r\nMessage-ID: <{name}@tablet>\r\n");
        mail(&head, &[("image/png", page)])
    };
    let letter = named("1", &noise(1, 40));
    assert!(office.post(MARA, &letter).await.starts_with("250 2.0.0 Ok: 1 post"));
    // The front server has missed the reply, and adds a trace header to the repeated mail.
    let again = [b"Received: by front.example.org\r\n", &letter[..]].concat();
    assert_eq!(office.post(MARA, &again).await, "250 2.0.0 Ok: delivered before");
    assert_eq!(pending(&mara).await.len(), 1);
    // Some programs give every mail the same id, and a member may send a page twice on purpose.
    assert!(
        office.post(MARA, &named("1", &noise(2, 40))).await.starts_with("250 2.0.0 Ok: 1 post")
    );
    assert!(
        office.post(MARA, &named("2", &noise(1, 40))).await.starts_with("250 2.0.0 Ok: 1 post")
    );
    assert_eq!(pending(&mara).await.len(), 3);
    // Message ids expire after mail servers have given up retrying.
    office.server.clock.advance(8 * 24 * 3600);
    office
        .server
        .run_service(|context| {
            context.write(|tx| Ok(tx.remove_expired_mailed(context.now())?)).unwrap();
        })
        .await;
    assert!(office.post(MARA, &letter).await.starts_with("250 2.0.0 Ok: 1 post"));
}

#[tokio::test]
async fn mail_of_suspended_member_is_refused() {
    let office = FakeSmtpRelay::open().await;
    let (mara, ada) = (office.server.member("mara").await, office.server.admin("ada").await);
    let path = format!("/api/admin/members/{}/suspend", mara.uid);
    let body = json!({ "days": 7, "why": "Please stay friendly." });
    assert_eq!(ada.post(&path, body).await.status, 200);
    let reply = office.post(MARA, &proven("Mara", "Rain", &noise(1, 40))).await;
    assert!(reply.starts_with("550 5.7.1 You cannot post, comment or like until "), "{reply}");
    assert_eq!((pending(&mara).await.len(), office.server.files()), (0, 0));
}
