//! Mail addresses of topics, and what strangers can learn of them.

use serde_json::json;

use crate::support::fake_smtp_relay::{FakeSmtpRelay, HOST, mail, pending, proven};
use crate::support::noise;

const UNKNOWN_RECIPIENT: &str = "550 5.1.1 unknown recipient address";
const ELSEWHERE: &str = "550 5.7.1 Relay access denied";

#[tokio::test]
async fn smtp_replies_do_not_reveal_members() {
    let office = FakeSmtpRelay::open().await;
    let mara = office.server.member("mara").await;
    let eve = office.server.member("eve").await;
    let secret = office.secret_address(&eve).await;
    office.server.unverified("noa").await;
    office.server.applicant("ivo").await;
    office.server.disable(&eve).await;
    let of_mara = office.secret_address(&mara).await;
    let another_topic = of_mara.replace("letters", "maps");
    let another_name = of_mara.replace("mara", "ada");
    for to in [
        "nobody.letters@post.example.org",
        "mara.maps@post.example.org",
        "noa.letters@post.example.org",
        "ivo.letters@post.example.org",
        "eve.letters@post.example.org",
        "mara+aaaabbbbccccdddd.letters@post.example.org",
        "mara@post.example.org",
        "mara.letters.letters@post.example.org",
        "\"mara letters\"@post.example.org",
        &secret,
        &another_topic,
        &another_name,
    ] {
        let mut client = office.lmtp().await;
        client.send_command("MAIL FROM:<mara@example.org>").await;
        assert_eq!(
            client.send_command(&format!("RCPT TO:<{to}>")).await,
            UNKNOWN_RECIPIENT,
            "{to}"
        );
    }
    // At the SMTP listener no front server verifies the sender, so only secret addresses are valid.
    let mut client = office.smtp().await;
    client.send_command("MAIL FROM:<mara@example.org>").await;
    assert_eq!(
        client.send_command("RCPT TO:<mara.letters@post.example.org>").await,
        UNKNOWN_RECIPIENT
    );
    assert_eq!(
        client.send_command(&format!("RCPT TO:<{of_mara}>")).await,
        "250 2.1.5 Recipient OK"
    );
}

#[tokio::test]
async fn server_relays_nothing_and_has_postmaster() {
    let office = FakeSmtpRelay::open().await;
    let mara = office.server.member("mara").await;
    for to in ["mara.letters@example.org", "mara@[127.0.0.1]", "a%b@example.net"] {
        let mut client = office.smtp().await;
        client.send_command("MAIL FROM:<mara@example.org>").await;
        let reply = client.send_command(&format!("RCPT TO:<{to}>")).await;
        assert!(reply == ELSEWHERE || reply.starts_with("501 "), "{to}: {reply}");
    }
    for to in ["postmaster", "Postmaster@POST.example.org", "abuse@post.example.org"] {
        let taken = office.smtp().await.post(to, &proven("mara", "Hello", &noise(1, 40))).await;
        assert_eq!(taken, "250 2.0.0 Ok: accepted, not posted", "{to}");
    }
    assert_eq!(pending(&mara).await.len(), 0);
    // No bounce is sent.
    office.server.run_jobs().await;
    assert_eq!(office.server.mails().len(), 0);
}

#[tokio::test]
async fn secret_address_works_until_renewed_or_removed() {
    let office = FakeSmtpRelay::open().await;
    let mara = office.server.member("mara").await;
    let letter = |n| {
        mail("From: <tablet@cloud.example>\r\nSubject: Rain\r\n", &[("image/png", &noise(n, 40))])
    };
    let post = async |to: &str, n| office.smtp().await.post(to, &letter(n)).await;
    let first = office.secret_address(&mara).await;
    assert_eq!(post(&first, 1).await, "250 2.0.0 Ok: 1 post pending");
    // Mail programs may change the case of addresses.
    assert!(post(&first.to_uppercase(), 2).await.starts_with("250 "));

    let second = office.secret_address(&mara).await;
    assert_ne!(first, second);
    assert_eq!(post(&first, 3).await, UNKNOWN_RECIPIENT);
    assert!(post(&second, 3).await.starts_with("250 "));

    let path = format!("/api/mail-address/{}", mara.uid);
    assert_eq!(mara.post(&format!("{path}/remove"), json!({})).await.status, 204);
    assert_eq!(post(&second, 4).await, UNKNOWN_RECIPIENT);
    let shown = mara.get(&path).await.json();
    assert_eq!(shown, json!({ "open": "mara", "secret": null }));
    assert_eq!(pending(&mara).await.len(), 3);
}

#[tokio::test]
async fn non_ascii_username_has_ascii_address() {
    let office = FakeSmtpRelay::open().await;
    let (mara, ana) = (office.server.member("mara").await, office.server.member("mariia").await);
    let rename = json!({ "username": "Мария", "uid": mara.uid });
    assert_eq!(mara.post("/update-username", rename).await.status, 200);
    let path = format!("/api/mail-address/{}", mara.uid);
    // Another member has the name `mariia`, so this address has a number.
    assert_eq!(mara.get(&path).await.json()["open"], "mariia-2");
    let secret = office.secret_address(&mara).await;
    assert!(secret.is_ascii() && secret.starts_with("mariia-2+"), "{secret}");
    for (n, to) in [(1, "Mariia-2.letters@post.example.org"), (2, &*secret)] {
        let taken = office.post(to, &proven("mara", "Rain", &noise(n, 40))).await;
        assert_eq!(taken, "250 2.0.0 Ok: 1 post pending", "{to}");
    }
    assert_eq!((pending(&mara).await.len(), pending(&ana).await.len()), (2, 0));
    let take = json!({ "username": "mariia-2", "uid": ana.uid });
    assert_eq!(ana.post("/update-username", take).await.status, 409);
    let flaws = |context: &inkfold::context::Context| {
        inkfold::store::check::find_flaws(&*context.read().unwrap()).unwrap()
    };
    assert_eq!(office.server.run_service(flaws).await, []);
    let leave = json!({ "password": crate::support::PASSWORD, "name": "МАРИЯ" });
    assert_eq!(mara.post("/api/account/delete", leave).await.status, 204);
    assert_eq!(office.server.run_service(flaws).await, []);
}

#[tokio::test]
async fn account_deletion_removes_mail_secret() {
    let office = FakeSmtpRelay::open().await;
    let mara = office.server.member("mara").await;
    let address = office.secret_address(&mara).await;
    let id = mara.uid.parse().unwrap();
    let kept = move |context: &inkfold::context::Context| {
        context.read().unwrap().mail_secret(id).unwrap().is_some()
    };
    assert!(office.server.run_service(kept).await);
    let leave = json!({ "password": crate::support::PASSWORD, "name": "mara" });
    assert_eq!(mara.post("/api/account/delete", leave).await.status, 204);
    assert!(!office.server.run_service(kept).await);
    // Another member who takes the name later has another address.
    office.server.member("mara").await;
    assert_eq!(
        office.post(&address, &proven("mara", "Rain", &noise(1, 40))).await,
        UNKNOWN_RECIPIENT
    );
}

#[tokio::test]
async fn missing_mail_host_disables_posting_by_mail() {
    let office = FakeSmtpRelay::open().await;
    let page = office.server.visitor().get("/").await;
    let page = String::from_utf8(page.bytes).unwrap();
    assert!(page.contains(&format!("<meta name=\"inkfold:post-host\" content=\"{HOST}\">")));

    let without = crate::support::TestServer::start().await;
    let mara = without.member("mara").await;
    let path = format!("/api/mail-address/{}", mara.uid);
    assert_eq!(mara.get(&path).await.json(), json!({ "open": null, "secret": null }));
    assert_eq!(mara.post(&path, json!({})).await.refusal(), (409, "conflict".into()));
    let page = without.visitor().get("/").await;
    assert!(!String::from_utf8(page.bytes).unwrap().contains("post-host"));
}
