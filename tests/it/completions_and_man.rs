//! Files generated from the command line: completions for shells, and manual pages.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use inkfold::http::operator::users::Session;

use crate::support::verbs::verbs;
use crate::support::{TestServer, executable, inkfold, json, noise, skip, words};

fn script(shell: &str) -> String {
    let nowhere = tempfile::tempdir().unwrap();
    let printed = inkfold(nowhere.path(), &["completions", shell]);
    assert!(printed.status.success(), "{}", words(&printed));
    String::from_utf8(printed.stdout).unwrap()
}

/// Returns the completions that bash offers after these words.
fn offered(script: &Path, typed: &str) -> Vec<String> {
    let count = typed.split_whitespace().count();
    let last = typed.split_whitespace().last().unwrap();
    let typing = format!(
        "source {} && COMP_WORDS=({typed} '') && COMP_CWORD={count} && _clap_complete_inkfold inkfold '' {last}; echo ${{COMPREPLY[@]}}",
        script.display()
    );
    let path = format!("{}:{}", executable().parent().unwrap().display(), env!("PATH"));
    let bash = Command::new("bash").args(["--norc", "-c", &typing]).env("PATH", path).output();
    let bash = bash.unwrap();
    let offered = String::from_utf8(bash.stdout).unwrap();
    offered.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn bash_completes_every_verb() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("inkfold.bash");
    File::create(&file).unwrap().write_all(script("bash").as_bytes()).unwrap();
    let checked = Command::new("bash").arg("-n").arg(&file).output().unwrap();
    assert!(checked.status.success(), "{}", words(&checked));
    for verb in verbs().into_iter().filter(|verb| !verb.verbs.is_empty()) {
        let offered = offered(&file, &format!("inkfold {}", verb.name));
        for inner in &verb.verbs {
            assert!(offered.contains(inner), "{} {inner}: {offered:?}", verb.name);
        }
        assert!(!offered.contains(&"worker".to_owned()));
    }
}

#[tokio::test]
async fn bash_completes_names_of_running_community() {
    let server = TestServer::start().await;
    let (mara, topic) = (server.member("mara").await, server.topic("letters").await);
    let book = server.book("Rivers", 2).await;
    let memo = mara.submit_text(&book, "q1", "It rained.").await.json()["memo"]["id"].clone();
    let post = mara.post_and_publish(&topic, &noise(1, 40)).await;
    let sessions: Vec<Session> = server.operator_get("users/mara/sessions").await.unwrap();
    inkfold::server::admin_socket::listen(Arc::clone(&server.context)).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("inkfold.bash");
    File::create(&file).unwrap().write_all(script("bash").as_bytes()).unwrap();
    let data = server.context.config().data_dir.clone();
    let made = json(&inkfold(&data, &["backup", "now", "--json"]));
    let backup = made["name"].as_str().unwrap();
    let data = data.display().to_string();
    let (memo, session) = (memo.as_str().unwrap(), &*sessions[0].id);
    let of_book = |verb: &str| format!("question {verb} --book {book}");
    for (verb, name) in [
        ("user show", "mara"),
        ("book show", &*book),
        (&of_book("remove"), "q1"),
        (&of_book("move"), "q2"),
        ("post hide", &post),
        ("memo hide", memo),
        ("memo remove", memo),
        ("user sessions mara --end", session),
        ("backup verify", backup),
        ("backup fetch", backup),
        ("restore", backup),
    ] {
        let typed = format!("inkfold --data-dir {data} {verb}");
        let offers = tokio::task::spawn_blocking({
            let file = file.clone();
            move || offered(&file, &typed)
        });
        assert!(offers.await.unwrap().contains(&name.to_owned()), "{verb}");
    }
    let nowhere = offered(&file, "inkfold --data-dir /nowhere user show");
    assert!(!nowhere.contains(&"mara".to_owned()), "{nowhere:?}");
}

#[test]
fn bash_completes_backups_without_server() {
    let folder = tempfile::tempdir().unwrap();
    let (data, file) = (folder.path().join("data"), folder.path().join("inkfold.bash"));
    File::create(&file).unwrap().write_all(script("bash").as_bytes()).unwrap();
    inkfold(&data, &["init"]);
    let made = json(&inkfold(&data, &["backup", "now", "--json"]));
    let name = made["name"].as_str().unwrap().to_owned();
    let offered = offered(&file, &format!("inkfold --data-dir {} restore", data.display()));
    assert!(offered.contains(&name), "{offered:?}");
}

#[test]
fn other_shells_have_their_scripts() {
    for shell in ["zsh", "fish", "elvish", "powershell"] {
        let script = script(shell);
        assert!(script.contains("_INKFOLD_COMPLETE"), "{shell}");
    }
    let nowhere = tempfile::tempdir().unwrap();
    assert_eq!(inkfold(nowhere.path(), &["completions", "cmd"]).status.code(), Some(2));
}

#[test]
fn every_verb_has_a_manual_page() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("man");
    let written = json(&inkfold(folder.path(), &["man", "--out", out.to_str().unwrap(), "--json"]));
    let verbs = verbs();
    assert_eq!(written["pages"], verbs.len());
    for verb in &verbs {
        let name = format!("inkfold {}", verb.name).trim_end().replace(' ', "-");
        let page = fs::read_to_string(out.join(format!("{name}.1"))).unwrap();
        for section in [".SH SYNOPSIS", ".SH \"EXIT STATUS\"", ".SH ENVIRONMENT", ".SH FILES"] {
            assert_eq!(page.matches(section).count(), 1, "{name}: {section}");
        }
        assert!(!verb.is_whole || page.contains(".SH EXAMPLES\n.nf\n  "), "{name}");
        assert!(page.contains(&format!("\"inkfold {}\"", env!("CARGO_PKG_VERSION"))), "{name}");
    }
    assert_eq!(fs::read_dir(&out).unwrap().count(), verbs.len());
    assert_page_renders(&out.join("inkfold-book-publish.1"));
    let page = fs::read_to_string(out.join("inkfold-post-list.1")).unwrap();
    assert!(page.contains("[\\fB\\-\\-topic\\fR \\fICODE\\fR]"), "{page}");

    let file = folder.path().join("file");
    File::create(&file).unwrap();
    let refused = Command::new(executable()).args(["man", "--out"]).arg(&file).output().unwrap();
    assert_eq!(refused.status.code(), Some(1));
    assert!(words(&refused).contains("file cannot be written"), "{}", words(&refused));
}

/// Renders a manual page with groff; asserts that there are no warnings and the text is readable.
fn assert_page_renders(page: &Path) {
    let Ok(read) =
        Command::new("groff").args(["-Kutf8", "-man", "-Tutf8", "-ww"]).arg(page).output()
    else {
        skip("groff, which shows manual pages, is not installed");
        return;
    };
    assert_eq!(words(&read), "");
    let text = String::from_utf8(read.stdout).unwrap();
    assert!(text.contains("inkfold book publish 01k"), "{text}");
}
