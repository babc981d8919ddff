//! Failed certificate orders: the reason and a hint, in the log or at the start.

use super::{Club, NAME};
use crate::serving::inkfold;
use crate::support::acme::{AcmeBehaviour, Authority};
use crate::support::{self, exports, words};

/// Directory at an address where no server listens.
const NOWHERE: &str = "https://127.0.0.1:1";

#[tokio::test]
async fn acme_refusal_has_hint_and_is_retried() {
    let club = Club::new().await;
    club.authority.behave(AcmeBehaviour::RefusesNames);
    let (mut running, mut log) = club.start();
    let text = log.wait_for("no certificate was issued").await;
    assert!(
        text.contains("the authority refused the request: ink.example.org is not of this club. "),
        "{text}"
    );
    assert!(text.contains("check `public_url`, and `domains` in [tls.acme]"), "{text}");
    assert!(text.contains("It is tried again"), "{text}");
    // Browsers get a TLS alert, and everything else goes on.
    let text = club.refused(&running, NAME, "http/1.1").await;
    assert!(text.contains("fatal alert"), "{text}");
    let list = support::inkfold(&club.path("data"), &["user", "list"]);
    assert!(list.status.success() && words(&list).contains("by the running server"));

    club.authority.behave(AcmeBehaviour::Gives);
    log.wait_for("new certificate obtained").await;
    assert!(club.page(&running).await.contains("Ink club</title>"));
    running.stop();
}

/// Returns the log up to the message that no certificate was issued.
async fn failed_order(club: &Club, directory: &str, names_lead_to: Option<&str>) -> String {
    let (mut running, mut log) = club.start_with(directory);
    // The authority's validation waits for this address.
    if let Some(place) = names_lead_to {
        club.authority.resolve_names_to(place);
    }
    let text = log.wait_for("no certificate was issued").await;
    running.stop();
    text
}

#[tokio::test]
async fn unusable_acme_directory_is_reported() {
    let club = Club::new().await;
    let directory = &club.authority.directory;
    let unfound = failed_order(&club, directory, Some(NOWHERE)).await;
    assert!(unfound.contains("could not validate the name: 127.0.0.1:1: "), "{unfound}");
    assert!(unfound.contains("port 443"), "{unfound}");
    club.authority.behave(AcmeBehaviour::LooksOtherwise);
    let otherwise = failed_order(&club, directory, None).await;
    assert!(otherwise.contains("does not offer the TLS-ALPN-01 challenge"), "{otherwise}");
    club.authority.behave(AcmeBehaviour::ShowsPages);
    let pages = failed_order(&club, directory, None).await;
    assert!(pages.contains("is not an ACME authority"), "{pages}");
    assert!(pages.contains("Check that `directory` in [tls.acme]"), "{pages}");
    let away = failed_order(&club, &format!("{NOWHERE}/directory"), None).await;
    assert!(away.contains("cannot connect to the authority: Connection refused. "), "{away}");

    // A server in place of the authority, with an untrusted certificate, receives no request.
    let (other, before) = (Authority::open().await, club.authority.observed().requests);
    other.write(&club.path("authority.pem"));
    let stranger = failed_order(&club, directory, None).await;
    assert!(stranger.contains("the authority's TLS certificate is not trusted"), "{stranger}");
    assert!(stranger.contains("`authority_file` in [tls.acme]"), "{stranger}");
    assert_eq!(club.authority.observed().requests, before);
}

#[tokio::test]
async fn unusable_authority_file_is_reported_at_start() {
    let club = Club::new().await;
    let settings = club.settings(&club.authority.directory);
    let made = inkfold(club.folder.path(), &settings).arg("init").output().unwrap();
    assert!(made.status.success(), "{}", words(&made));
    let refused = |told: &str| {
        let mut serve = inkfold(club.folder.path(), &settings);
        let refused = serve.args(["serve", "--listen", "127.0.0.1:0"]).output().unwrap();
        assert_eq!(refused.status.code(), Some(1));
        let printed = words(&refused);
        assert!(printed.contains(told) && printed.contains("hint: "), "{told}: {printed}");
    };
    exports::write(&club.path("authority.pem"), b"not a certificate\n");
    refused("there is no certificate in ");
    std::fs::remove_file(club.path("authority.pem")).unwrap();
    refused("authority.pem cannot be read: No such file");
}
