//! Complete path of a memo through the release executable, which may be for another processor and run in an emulator.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use serde_json::{Value, json};

use crate::support::{Member, PASSWORD, Running, executable, fill};

/// Command on the data folder, with an empty environment.
fn inkfold(data: &Path) -> Command {
    let mut command = Command::new(executable());
    command.env_clear().arg("--data-dir").arg(data);
    command
}

/// Runs a command with `--json`; returns its output.
fn answer(command: &mut Command) -> Value {
    let output = command.arg("--json").stdin(Stdio::null()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Makes a book of five questions through the running server.
fn book(data: &Path) -> String {
    let book = answer(inkfold(data).args(["book", "add", "--name", "A year in ink"]));
    let book = book["bid"].as_str().unwrap().to_owned();
    let questions = data.join("questions.csv");
    let mut file = std::fs::File::create_new(&questions).unwrap();
    (1..=5).for_each(|number| writeln!(file, "q{number},What is memory {number}?").unwrap());
    let import = ["question", "import", "--book", &book];
    assert_eq!(answer(inkfold(data).args(import).arg(&questions))["added"], 5);
    book
}

/// Signs up the first admin with the link of `init`.
async fn first_admin(url: &str, link: &str) -> Member {
    let mut ada = Member::at(url);
    let sign_up = json!({
        "email": "ada@example.org",
        "password": PASSWORD,
        "extra": { "username": "ada", "name": "Ada" },
        "setup": link.split_once("setup=").unwrap().1,
    });
    let signed_up = ada.post("/register", sign_up).await;
    assert_eq!(signed_up.status, 201, "{signed_up}");
    assert_eq!(ada.sign_in("ada@example.org", PASSWORD).await.json()["isAdmin"], true);
    ada
}

#[tokio::test]
async fn empty_folder_becomes_book_with_handwriting() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    let begun = Instant::now();
    let print_step = |what: &str| println!("{:>6.1} s: {what}", begun.elapsed().as_secs_f32());

    let made = answer(inkfold(data).arg("init"));
    let mut running = Running::start(inkfold(data));
    print_step("made, and served");
    let ada = first_admin(&running.url, made["firstAdminLink"].as_str().unwrap()).await;
    let book = book(data);
    print_step("an admin, and a book with questions");

    let blank = ada.get(&format!("/assets/forms/{book}.pdf")).await;
    assert_eq!((blank.status, blank.header("content-type")), (200, "application/pdf"));
    print_step("its form is typeset");
    let read = ada.extract(&book, fill(&blank.bytes, 2, &[0, 3])).await;
    assert_eq!(read.status, 200, "{read}");
    assert_eq!(read.json()["dirtyIndices"], json!([0, 3]));
    print_step("a filled form is read");
    assert_eq!(ada.publish(&book, &read.json()).await.status, 201);
    let memos = ada.post("/api/memo/list", json!({ "uid": ada.uid, "bid": book })).await.json();
    assert_eq!(memos.as_array().unwrap().len(), 2);
    for memo in memos.as_array().unwrap() {
        let picture = ada.get(memo["img"].as_str().unwrap()).await;
        assert_eq!((picture.status, picture.header("content-type")), (200, "image/png"));
    }
    print_step("its memos are there");

    answer(inkfold(data).args(["book", "publish", &book, "--yes"]));
    let bound = Member::at(&running.url).get(&format!("/api/book/{book}/download")).await;
    assert_eq!((bound.status, bound.header("content-type")), (200, "application/pdf"));
    print_step("the book is bound, and anybody can read it");
    running.stop();
}
