//! `inkfold book export`, `book form`, and the questions as files.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};

use crate::support::{TestServer, inkfold, json as answer_of, noise, words};

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

/// Every file below a folder.
fn files(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push(path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned());
            }
        }
    }
    found.sort();
    found
}

#[tokio::test]
async fn book_export_has_everything_but_addresses() {
    let server = TestServer::start().await;
    let book = server.book("Rivers", 2).await;
    let (mara, leo) = (server.member("mara").await, server.member("leo").await);
    let picture = noise(1, 90);
    assert_eq!(mara.answer(&book, &[("q1", &picture)]).await.status, 201);
    server.clock.advance(1);
    let typed = json!({ "bid": book, "uid": leo.uid, "qid": "q2", "post": "It was blue." });
    let typed = leo.post("/api/memo/text/publish", typed).await;
    assert_eq!(typed.status, 201, "{typed}");
    server.publish(&book).await;
    inkfold::server::admin_socket::listen(Arc::clone(&server.context)).unwrap();
    let data = &server.context.config().data_dir;

    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("rivers");
    let export = ["book", "export", &book, "--out", out.to_str().unwrap()];
    let exported = inkfold(data, &export);
    assert!(exported.status.success(), "{}", words(&exported));
    assert!(String::from_utf8_lossy(&exported.stdout).starts_with("Wrote 8 files to "));
    let index: Vec<Value> = serde_json::from_str(&text(&out.join("memos.json"))).unwrap();
    let named = |memo: &Value| memo["file"].as_str().unwrap().to_owned();
    let expected = [
        "README.txt",
        "book.toml",
        "edition-1.epub",
        "edition-1.pdf",
        "memos.json",
        &named(&index[0]),
        &named(&index[1]),
        "questions.csv",
    ];
    assert_eq!(files(&out), expected);
    assert!(named(&index[0]).starts_with("memos/q1/mara-"));
    assert_eq!(fs::read(out.join(named(&index[0]))).unwrap()[1..4], *b"PNG");
    assert_eq!(text(&out.join(named(&index[1]))).trim(), "It was blue.");
    assert_eq!(
        (&index[1]["type"], &index[1]["author"], &index[1]["editions"]),
        (&json!("text"), &json!("leo"), &json!([1]))
    );
    for file in ["README.txt", "book.toml", "memos.json"] {
        assert!(!text(&out.join(file)).contains("@example.org"), "{file}");
    }

    // The questions make another book.
    let other = server.book("Lakes", 0).await;
    let questions = out.join("questions.csv");
    let import = ["question", "import", "--book", &other, questions.to_str().unwrap(), "--json"];
    assert_eq!(answer_of(&inkfold(data, &import))["added"], 2);

    let again = inkfold(data, &export);
    assert_eq!(again.status.code(), Some(1));
    assert!(words(&again).contains("is not empty\nhint: name a new folder with --out"));
}

#[tokio::test]
async fn questions_are_listed_moved_removed_by_command() {
    let server = TestServer::start().await;
    let book = server.book("Rivers", 3).await;
    let mara = server.member("mara").await;
    assert_eq!(mara.answer(&book, &[("q1", &noise(1, 90))]).await.status, 201);
    inkfold::server::admin_socket::listen(Arc::clone(&server.context)).unwrap();
    let question = |verb: &str, more: &[&str]| {
        let args = [&["question", verb, "--book", &book], more].concat();
        inkfold(&server.context.config().data_dir, &args)
    };
    let said = |verb: &str, more: &[&str]| {
        let output = question(verb, more);
        assert!(output.status.success(), "{}", words(&output));
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(said("move", &["q3", "--to", "1"]), "Moved q3 to number 1.\n");
    let listed = "NUMBER  KEY  QUESTION\n1       q3   What is memory 3?\n2       q1   What is memory 1?\n3       q2   What is memory 2?\n";
    assert_eq!(said("list", &[]), listed);
    assert_eq!(said("remove", &["q2", "--yes"]), "Removed q2; 2 questions are left.\n");
    let csv = "key,description\nq3,\"What is memory 3?\"\nq1,\"What is memory 1?\"\n";
    assert_eq!(said("export", &[]), csv);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("questions.toml");
    let file = file.to_str().unwrap();
    assert_eq!(said("export", &["--out", file]), format!("Wrote 2 questions to {file}.\n"));
    assert!(said("import", &[file]).contains("2 unchanged"));

    for (verb, more, told) in [
        ("remove", &["q1", "--yes"][..], "Members have answered the question `q1`"),
        ("remove", &["q3"], "hint: without a terminal, pass --yes"),
        ("remove", &["q9", "--yes"], "This question was not found: "),
        ("move", &["q3", "--to", "3"], "Enter a number from 1 to 2."),
        ("export", &["--out", "questions.doc"], "is not a .csv, .xlsx, .json or .toml file"),
    ] {
        let refused = question(verb, more);
        assert_eq!(refused.status.code(), Some(1), "{verb} {more:?}");
        assert!(words(&refused).contains(told), "{told}: {}", words(&refused));
    }
}

#[test]
fn book_is_edited_and_form_written_offline() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    inkfold(&data, &["init"]);
    let book = answer_of(&inkfold(&data, &["book", "add", "--name", "Rivers", "--json"]));
    let bid = book["bid"].as_str().unwrap();
    let edit = ["book", "edit", bid, "--name", "Lakes", "--topics", "water", "ink", "--json"];
    let edited = answer_of(&inkfold(&data, &edit));
    assert_eq!((&edited["name"], &edited["topics"]), (&json!("Lakes"), &json!(["water", "ink"])));
    let cleared = answer_of(&inkfold(&data, &["book", "edit", bid, "--topics", "--json"]));
    assert_eq!((&cleared["name"], &cleared["topics"]), (&json!("Lakes"), &json!([])));
    assert_eq!(inkfold(&data, &["book", "edit", bid]).status.code(), Some(2), "nothing to change");

    let out = folder.path().join("blank.pdf");
    let form = ["book", "form", bid, "--out", out.to_str().unwrap(), "--json"];
    let early = inkfold(&data, &form);
    assert!(words(&early).contains("the book has no questions yet"), "{}", words(&early));
    let questions = folder.path().join("questions.csv");
    File::create(&questions).unwrap().write_all(b"smell,What did it smell of?\n").unwrap();
    inkfold(&data, &["question", "import", "--book", bid, questions.to_str().unwrap()]);
    let written = answer_of(&inkfold(&data, &form));
    assert!(written["form"].is_string());
    assert!(fs::read(&out).unwrap().starts_with(b"%PDF-"));
}
