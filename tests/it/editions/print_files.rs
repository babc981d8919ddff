//! Files for a copy shop and booklets, as admins download them.

use std::io::Cursor;

use lopdf::Document;
use zip::ZipArchive;

use super::*;

async fn book_of_two(server: &TestServer) -> String {
    let book = server.book("A year in ink", 5).await;
    let mara = server.member("mara").await;
    submit_text(&mara, &book, "q1", "It rained.").await;
    submit_text(&mara, &book, "q2", "We sang.").await;
    book
}

#[tokio::test]
async fn admins_download_book_for_print() {
    let server = TestServer::start().await;
    let book = book_of_two(&server).await;
    let admin = server.admin("ada").await;
    let path = format!("/api/admin/books/{book}");
    let preflight = admin.get(&format!("{path}/preflight?paper=120g")).await;
    assert_eq!(preflight.status, 200, "{preflight}");
    let preflight = preflight.json();
    assert_eq!((&preflight["pages"], &preflight["spine"]), (&json!(6), &json!(0.5)));
    assert_eq!((&preflight["pageWidth"], &preflight["sheets"]), (&json!(148.0), &Value::Null));
    assert_eq!(
        preflight["facts"][0],
        "The inside has 6 pages of 148 × 210 mm, and 3 mm bleed on every side."
    );

    let files = admin.get(&format!("{path}/print.zip?paper=120g")).await;
    assert_eq!(files.headers["content-type"], "application/zip");
    let again = admin.get(&format!("{path}/print.zip?paper=120g")).await;
    assert!(files.bytes == again.bytes, "the same book gives the same archive");
    let mut archive = ZipArchive::new(Cursor::new(files.bytes)).unwrap();
    let mut read = |name: &str| {
        let mut bytes = Vec::new();
        std::io::copy(&mut archive.by_name(name).unwrap(), &mut bytes).unwrap();
        bytes
    };
    let inside = Document::load_mem(&read("inside.pdf")).unwrap();
    assert_eq!(inside.get_pages().len(), 6);
    assert_eq!(Document::load_mem(&read("cover.pdf")).unwrap().get_pages().len(), 1);
    let words = String::from_utf8(read("preflight.txt")).unwrap();
    assert!(words.contains("The spine is 0.5 mm wide. That is too narrow for a title."), "{words}");
    assert!(words.contains("- A spine of 6 pages can hardly be glued."), "{words}");
}

#[tokio::test]
async fn booklet_and_bad_options_are_answered() {
    let server = TestServer::start().await;
    let book = book_of_two(&server).await;
    let (admin, jo) = (server.admin("ada").await, server.member("jo").await);
    let path = format!("/api/admin/books/{book}");
    let preflight = admin.get(&format!("{path}/preflight?for=booklet")).await.json();
    assert_eq!((&preflight["pages"], &preflight["sheets"]), (&json!(7), &json!(2)));
    let booklet = admin.get(&format!("{path}/booklet.pdf")).await;
    assert_eq!(Document::load_mem(&booklet.bytes).unwrap().get_pages().len(), 4);
    for file in ["preflight", "print.zip", "booklet.pdf"] {
        assert_eq!(jo.get(&format!("{path}/{file}")).await.status, 403);
        assert_eq!(server.visitor().get(&format!("{path}/{file}")).await.status, 401);
        let refused = admin.get(&format!("{path}/{file}?paper=silk&sheets=0")).await;
        assert_eq!(refused.status, 422);
        assert!(refused.json()["fields"]["paper"].is_string(), "{refused}");
        assert_eq!(admin.get(&format!("{path}/{file}?sheets=0")).await.status, 422);
    }
    assert_eq!(admin.get(&format!("{path}/preflight?for=poster")).await.status, 422);
    let empty = server.book("Rivers", 1).await;
    assert_eq!(admin.get(&format!("/api/admin/books/{empty}/print.zip")).await.status, 409);
}

#[tokio::test]
async fn all_black_is_set_for_next_edition() {
    let server = TestServer::start().await;
    let book = book_of_two(&server).await;
    let admin = server.admin("ada").await;
    let change =
        async |body: Value| admin.post(&format!("/api/admin/books/{book}/change"), body).await;
    let colours = async || {
        let path = format!("/api/admin/books/{book}/preflight");
        admin.get(&path).await.json()["colourPages"].clone()
    };
    // The numbers of the questions are red.
    assert_eq!(colours().await, json!([3, 4]));
    let hash = async || {
        let path = format!("/api/book/{book}/download");
        server.publish(&book).await;
        let document = Document::load_mem(&server.visitor().get(&path).await.bytes).unwrap();
        format!("{:?}", document.trailer.get(b"ID").unwrap())
    };
    let before = hash().await;
    assert_eq!(change(json!({ "allBlack": true })).await.json()["allBlack"], true);
    assert_eq!(change(json!({ "name": "Two years" })).await.json()["allBlack"], true);
    assert_eq!(colours().await, json!([]));
    assert_ne!(hash().await, before);
    assert_eq!(change(json!({ "allBlack": false })).await.json()["allBlack"], false);
    assert_eq!(colours().await, json!([3, 4]));
}

#[tokio::test]
async fn compile_writes_inside_and_cover() {
    let community = Community::start().await;
    let book = community.book.clone();
    submit_text(&community.member, &book, "a", "It rained.").await;
    let folder = tempfile::tempdir().unwrap();
    let (file, cover) = (folder.path().join("rivers.pdf"), folder.path().join("rivers-cover.pdf"));
    let compile = |options: &[&str]| {
        let file = file.to_str().unwrap();
        let mut words = vec!["book", "compile", &book, "--out", file];
        words.extend(options);
        community.inkfold(&words)
    };
    let made = compile(&["--for", "print", "--large-print", "--json"]);
    assert!(made.status.success(), "{}", words(&made));
    let answer = answer_of(&made);
    assert_eq!(answer["preflight"]["pages"], 4);
    assert_eq!(Document::load(&file).unwrap().get_pages().len(), 4);
    assert_eq!(Document::load(&cover).unwrap().get_pages().len(), 1);

    let made = compile(&["--for", "booklet"]);
    let text = String::from_utf8(made.stdout.clone()).unwrap();
    assert!(text.contains("Print it double-sided, flipped on the short edge"), "{text}");
    for (options, problem) in [
        (&["--for", "print", "--paper", "silk"][..], "Paper is one of 80g, 90g"),
        (&["--for", "booklet", "--sheets", "0"], "a number of sheets from 1 to 40"),
        (&["--paper", "80g"], "--for"),
    ] {
        let refused = compile(options);
        assert!(!refused.status.success());
        assert!(words(&refused).contains(problem), "{}", words(&refused));
    }
}
