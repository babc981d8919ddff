//! Forms with writing that cannot be used: the refusal calls none blank, or of another book.

use inkfold::domain::blob::BlobHash;
use inkfold::domain::id::BookId;
use inkfold::domain::policy::Actor;
use inkfold::services::books;
use lopdf::Document;
use serde_json::json;

use super::beside_the_boxes;
use crate::support::exports::write;
use crate::support::{TestServer, fill};

#[tokio::test]
async fn form_with_stray_writing_is_not_blank() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 4).await;
    let mara = server.member("mara").await;
    let blank = mara.get(&format!("/assets/forms/{book}.pdf")).await.bytes;
    let between = beside_the_boxes(Document::load_mem(&blank).unwrap());
    // The form has four questions, so there is no box at the fifth place.
    let below = fill(&blank, 2, &[4]);
    for file in [between, below] {
        let refused = mara.extract(&book, file).await;
        assert_eq!(refused.refusal(), (422, "outside-boxes".into()), "{refused}");
        let words = refused.json()["error"].as_str().unwrap().to_owned();
        assert!(words.contains("Write your answers in the boxes"), "{words}");
    }
}

#[tokio::test]
async fn answers_to_removed_questions_are_not_blank() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    let mara = server.member("mara").await;
    let blank = mara.get(&format!("/assets/forms/{book}.pdf")).await.bytes;
    let id: BookId = book.parse().unwrap();
    let questions = server.run_service(move |context| {
        let mut questions = context.read().unwrap().questions(id).unwrap();
        questions.truncate(3);
        books::replace_questions(context, &Actor::Operator, id, questions, None)
    });
    assert_eq!(questions.await.unwrap().len(), 3);

    let refused = mara.extract(&book, fill(&blank, 2, &[3, 4])).await;
    assert_eq!(refused.refusal(), (422, "no-longer-asked".into()), "{refused}");
    let words = refused.json()["error"].as_str().unwrap().to_owned();
    assert!(words.contains("Download the new form"), "{words}");
    let read = mara.extract(&book, fill(&blank, 2, &[1, 4])).await;
    assert_eq!(read.json()["dirtyIndices"], json!([1]), "{read}");
    let untouched = mara.extract(&book, blank).await;
    assert_eq!(untouched.json()["error"], "The form you submitted is blank.");
}

#[tokio::test]
async fn form_with_lost_blank_is_error_not_refusal() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 4).await;
    let mara = server.member("mara").await;
    let blank = mara.get(&format!("/assets/forms/{book}.pdf")).await.bytes;
    // The book has another form from now on.
    server.ask_more(&book, "q5", "What came last?").await;
    let kept = server.context.blobs.path(BlobHash::of(&blank));
    std::fs::File::create(&kept).unwrap();
    let filled = fill(&blank, 2, &[0]);
    let broken = mara.extract(&book, filled.clone()).await;
    assert_eq!(broken.refusal(), (503, "unavailable".into()), "{broken}");
    std::fs::remove_file(&kept).unwrap();
    let lost = mara.extract(&book, filled.clone()).await;
    assert_eq!(lost.refusal(), (500, "internal".into()), "{lost}");

    write(&kept, &blank);
    let read = mara.extract(&book, filled).await;
    assert_eq!(read.json()["dirtyIndices"], json!([0]), "{read}");
}
