//! The first run: creation of the first admin.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::{
    Member, Reply, Running, TestServer, executable, exports, inkfold, inkfold_with_input, json,
    words,
};
use inkfold::config;
use inkfold::services::accounts::setup;

use serde_json::{Value, json};

/// Token of a new link, if one is issued.
async fn token(server: &TestServer) -> Option<String> {
    let link = server.run_service(|context| setup::first_admin_link(context).unwrap()).await?;
    Some(link.strip_prefix("http://127.0.0.1:8080/signup?setup=").unwrap().to_owned())
}

/// Signs up as `name`, with the token of a link if there is one.
async fn sign_up(person: &Member, name: &str, setup: Option<&str>) -> Reply {
    let sign_up = json!({
        "email": format!("{name}@example.org"),
        "password": "blue-ink-on-cream",
        "extra": { "username": name, "name": name },
        "setup": setup,
    });
    person.post("/register", sign_up).await
}

async fn is_admin(person: &mut Member, name: &str) -> Value {
    let signed_in = person.sign_in(&format!("{name}@example.org"), "blue-ink-on-cream").await;
    signed_in.json()["isAdmin"].clone()
}

#[tokio::test]
async fn first_admin_link_works_once() {
    let server = TestServer::start().await;
    let setup = token(&server).await.unwrap();
    let mut ada = server.visitor();
    let signed_up = sign_up(&ada, "ada", Some(&setup)).await;
    assert_eq!((signed_up.status, &signed_up.json()["isAdmin"]), (201, &Value::Bool(true)));
    // The first admin needs no verification, so the sign-up signs in.
    let own = json!({ "uid": signed_up.json()["uid"] });
    assert_eq!(ada.post("/check-admin", own).await.json()["isAdmin"], true);
    assert_eq!(is_admin(&mut ada, "ada").await, true);

    let mut eve = server.visitor();
    assert_eq!(
        sign_up(&eve, "eve", Some(&setup)).await.refusal(),
        (401, "invalid-credentials".into())
    );
    assert_eq!(is_admin(&mut eve, "eve").await, Value::Null);
    assert_eq!(token(&server).await, None);
}

#[tokio::test]
async fn first_admin_link_expires_after_half_hour() {
    let server = TestServer::start().await;
    let setup = token(&server).await.unwrap();
    server.clock.advance(30 * 60);
    let late = sign_up(&server.visitor(), "ada", Some(&setup)).await;
    assert!(late.json()["error"].as_str().unwrap().contains("Run `inkfold init` for a new one."));

    let setup = token(&server).await.unwrap();
    server.clock.advance(30 * 60 - 1);
    assert_eq!(sign_up(&server.visitor(), "ada", Some(&setup)).await.status, 201);
}

#[tokio::test]
async fn new_first_admin_link_invalidates_older_ones() {
    let server = TestServer::start().await;
    let links = [token(&server).await, token(&server).await, token(&server).await];
    let [first, second, third] = links.map(Option::unwrap);
    let eve = server.visitor();
    for setup in [first, second] {
        assert_eq!(
            sign_up(&eve, "eve", Some(&setup)).await.refusal(),
            (401, "invalid-credentials".into())
        );
    }
    assert_eq!(sign_up(&server.visitor(), "ada", Some(&third)).await.status, 201);
}

#[tokio::test]
async fn restart_keeps_printed_link() {
    let server = TestServer::start().await;
    let stands = || server.run_service(|context| setup::first_admin_link_expiry(context).unwrap());
    assert_eq!(stands().await, None);
    token(&server).await;
    assert_eq!(stands().await.unwrap().to_string(), "2026-01-01T00:30:00Z");
    server.clock.advance(30 * 60);
    assert_eq!(stands().await, None);
    token(&server).await;
    server.member("mara").await;
    assert_eq!(stands().await, None);
}

#[tokio::test]
async fn default_passwords_and_first_visitor_give_no_admin() {
    let server = TestServer::start().await;
    let setup = token(&server).await.unwrap();
    let mut eve = server.visitor();
    for email in ["admin@example.org", "admin@localhost.localdomain", "mara@example.org"] {
        for password in ["", "admin", "password", "inkfold", inkfold::demo::SIGN_IN.1] {
            let refused = eve.sign_in(email, password).await;
            assert_eq!(
                refused.refusal(),
                (401, "invalid-credentials".into()),
                "{email} {password}"
            );
        }
    }
    assert_eq!(sign_up(&eve, "eve", Some("")).await.refusal(), (401, "invalid-credentials".into()));
    assert_eq!(
        sign_up(&eve, "eve", Some("guessed")).await.refusal(),
        (401, "invalid-credentials".into())
    );
    // A first account without the link is an ordinary member, and the link is then void.
    assert_eq!(sign_up(&eve, "eve", None).await.status, 201);
    assert_eq!(is_admin(&mut eve, "eve").await, false);
    let late = sign_up(&server.visitor(), "ada", Some(&setup)).await;
    assert!(late.json()["error"].as_str().unwrap().contains("`inkfold user promote`"), "{late}");
}

#[test]
fn init_prints_new_link_until_members_exist() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let first = json(&inkfold(&data, &["init", "--json"]))["firstAdminLink"].clone();
    let second = inkfold(&data, &["init"]);
    let text = String::from_utf8_lossy(&second.stdout).into_owned();
    assert!(text.contains("within half an hour (once): http://127.0.0.1:8080/signup?setup="));
    assert!(!text.contains(first.as_str().unwrap()) && !words(&second).contains("setup="));
    // The QR code is printed on terminals only.
    assert!(!text.contains('█'));

    let add = "user add --email ada@example.org --username ada --name Ada --admin --password-stdin";
    let add: Vec<&str> = add.split(' ').collect();
    assert!(inkfold_with_input(&data, &add, "blue-ink-on-cream\n").status.success());
    assert_eq!(json(&inkfold(&data, &["init", "--json"]))["firstAdminLink"], Value::Null);
}

#[tokio::test]
async fn init_link_works_once_server_runs() {
    let folder = tempfile::tempdir().unwrap();
    let made = json(&inkfold(folder.path(), &["init", "--json"]));
    let setup = made["firstAdminLink"].as_str().unwrap().split("setup=").nth(1).unwrap();
    let mut command = Command::new(executable());
    command.arg("--data-dir").arg(folder.path());
    let running = Running::start(command);
    assert_eq!(sign_up(&Member::at(&running.url), "ada", Some(setup)).await.status, 201);
}

/// Runs `init --json` in this folder; returns its output.
fn init_in(folder: &Path, args: &[&str]) -> Value {
    let mut command = Command::new(executable());
    json(&command.current_dir(folder).args(["init", "--json"]).args(args).output().unwrap())
}

#[test]
fn new_community_gets_settings_file_and_works() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("inkfold.toml");
    assert_eq!(init_in(folder.path(), &[])["settings"], "inkfold.toml");
    assert_eq!(fs::read_to_string(&file).unwrap(), config::EXAMPLE);

    // Existing settings are kept, and a new link does not restore removed ones.
    exports::write(&file, b"community = 'Tuesday'\n");
    assert_eq!(init_in(folder.path(), &[])["settings"], Value::Null);
    assert_eq!(fs::read_to_string(&file).unwrap(), "community = 'Tuesday'\n");
    fs::remove_file(&file).unwrap();
    assert_eq!(init_in(folder.path(), &[])["settings"], Value::Null);
    assert!(!file.exists());

    let other = tempfile::tempdir().unwrap();
    assert_eq!(init_in(other.path(), &["--data-dir", "a \"club\""])["settings"], "inkfold.toml");
    let mut show = Command::new(executable());
    let shown = show.current_dir(other.path()).args(["user", "list"]).output().unwrap();
    let shown = words(&shown);
    assert!(shown.starts_with("data a \"club\", offline\n"), "its folder is named again: {shown}");
}

#[test]
fn init_with_another_data_folder_writes_no_settings() {
    let (here, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let data = elsewhere.path().join("data");
    assert_eq!(
        init_in(here.path(), &["--data-dir", data.to_str().unwrap()])["settings"],
        Value::Null
    );
    let below = here.path().join("below");
    fs::create_dir(&below).unwrap();
    assert_eq!(init_in(&below, &["--data-dir", "../there"])["settings"], Value::Null);
    assert_eq!(fs::read_dir(&below).unwrap().count(), 0);
    assert!(!here.path().join("inkfold.toml").exists());
}
