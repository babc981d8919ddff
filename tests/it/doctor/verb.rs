//! The command `inkfold doctor`: with a server, without one, and where nothing can be opened.

use std::fs;
use std::net::TcpListener;
use std::process::{Command, Output};

use inkfold::store::Store;
use serde_json::Value;

use crate::support::{Community, Running, executable, exports, inkfold, root, words};

/// Returns the findings in a command's JSON output.
fn findings(output: &Output) -> Vec<Value> {
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn level(output: &Output, check: &str) -> Value {
    let all = findings(output);
    let found = all.iter().find(|finding| finding["check"] == check);
    found.unwrap_or_else(|| panic!("{check}: {all:?}"))["level"].clone()
}

#[tokio::test]
async fn doctor_works_with_and_without_server() {
    let mut community = Community::start().await;
    let served = community.inkfold(&["doctor"]);
    let printed = String::from_utf8_lossy(&served.stdout).into_owned();
    assert_eq!(served.status.code(), Some(0), "{printed}{}", words(&served));
    assert!(words(&served).contains("by the running server\nAll checks passed."));
    for line in
        ["✓ good     clock        The clock says ", "! notice   public-url   http://127.0.0.1:"]
    {
        assert!(printed.contains(line), "{line}: {printed}");
    }
    assert!(printed.contains("\n             hint: set `public_url` to"), "{printed}");
    assert!(
        printed.contains("✓ good     proxy        Requests arrive without a proxy."),
        "{printed}"
    );

    community.running.stop();
    let offline = community.inkfold(&["doctor", "--json"]);
    assert_eq!(offline.status.code(), Some(0), "{}", words(&offline));
    assert!(words(&offline).contains(", offline\n"));
    assert_eq!(level(&offline, "public-url"), "notice");
    assert!(findings(&offline).iter().all(|finding| finding["check"] != "proxy"));
}

#[tokio::test]
async fn failed_check_exits_with_1_and_hint() {
    let mut community = Community::start().await;
    let mut command = community.command(&["doctor", "--json", "--mail", "op@example.org"]);
    command.env("INKFOLD_MAIL__TRANSPORT", "none");
    // The running server has settings of its own: it writes mails to files.
    let sent = command.output().unwrap();
    assert_eq!(sent.status.code(), Some(0), "{}", words(&sent));
    assert_eq!(fs::read_dir(community.data().join("mail")).unwrap().count(), 1);

    community.running.kill();
    let sick = command.env("INKFOLD_LIMITS__FREE_SPACE_MIB", "4000000000").output().unwrap();
    assert_eq!(sick.status.code(), Some(1));
    assert_eq!(level(&sick, "space"), "trouble");
    assert!(words(&sick).contains("error: 2 checks failed: see ✗ above"));
    let space = findings(&sick).into_iter().find(|finding| finding["check"] == "space").unwrap();
    assert!(space["hint"].as_str().unwrap().contains("du -sh"), "{space}");
}

#[tokio::test]
async fn doctor_examines_community_that_cannot_open() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let nothing = inkfold(&data, &["doctor"]);
    assert_eq!(nothing.status.code(), Some(1));
    assert!(words(&nothing).contains("there is no community in"), "{}", words(&nothing));

    fs::create_dir(&data).unwrap();
    let database = data.join("inkfold.redb");
    let store = Store::create(&database).unwrap();
    let held = inkfold(&data, &["doctor", "--json"]);
    assert_eq!(held.status.code(), Some(75), "{}", words(&held));
    assert_eq!(level(&held, "database"), "trouble");
    assert_eq!(level(&held, "owner"), "notice", "everybody may look into it");
    drop(store);

    exports::write(&database, &[7; 4096]);
    let damaged = inkfold(&data, &["doctor"]);
    assert_eq!(damaged.status.code(), Some(1));
    let printed = String::from_utf8_lossy(&damaged.stdout).into_owned();
    assert!(
        printed.contains("✗ trouble  database     The community cannot be opened:"),
        "{printed}"
    );
    assert!(printed.contains("hint: see the checks of its folder above"), "{printed}");
    assert!(words(&damaged).contains("error: the community cannot be opened"));
}

/// The level of `public-url` that the doctor finds, with the certificate of an authority that nobody else trusts.
fn level_over_https(more: &str, variables: &[(&str, &str)]) -> (Value, String) {
    let files = root().join("tests/fixtures/mail-server");
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let settings = format!(
        "public_url = \"https://localhost:{port}\"\n[tls]\nmode = \"files\"\n\
         certificate_file = \"{files}/certificate.pem\"\nkey_file = \"{files}/key.pem\"\n{more}",
        port = free.port(),
        files = files.display(),
    );
    let folder = tempfile::tempdir().unwrap();
    let (file, data) = (folder.path().join("inkfold.toml"), folder.path().join("data"));
    exports::write(&file, settings.as_bytes());
    let mut command = Command::new(executable());
    command.arg("--data-dir").arg(&data).arg("--config").arg(&file);
    let _running = Running::start_at(&free.to_string(), command, variables);
    let examined = inkfold(&data, &["--config", file.to_str().unwrap(), "doctor", "--json"]);
    let printed = String::from_utf8_lossy(&examined.stdout).into_owned();
    (level(&examined, "public-url"), printed)
}

#[test]
fn doctor_trusts_authority_of_settings() {
    let (strange, printed) = level_over_https("", &[]);
    assert_eq!(strange, "trouble", "{printed}");
    assert!(printed.contains("UnknownIssuer") && printed.contains("`authority_file`"), "{printed}");
    let authority = root().join("tests/fixtures/mail-server/authority.pem");
    let more = format!("authority_file = \"{}\"\n", authority.display());
    let (own, printed) = level_over_https(&more, &[]);
    assert!(printed.contains("leads here from this machine only"), "{own}: {printed}");
}

#[test]
fn doctor_trusts_authorities_of_system() {
    let authority = root().join("tests/fixtures/mail-server/authority.pem");
    let (_, printed) = level_over_https("", &[("SSL_CERT_FILE", authority.to_str().unwrap())]);
    assert!(printed.contains("leads here from this machine only"), "{printed}");
}

#[test]
fn doctor_names_authority_file_without_certificate() {
    let (level, printed) = level_over_https("authority_file = \"nowhere.pem\"\n", &[]);
    assert_eq!(level, "trouble");
    assert!(printed.contains("nowhere.pem cannot be read"), "{printed}");
    assert!(printed.contains("check `authority_file` in [tls]"), "{printed}");
}
