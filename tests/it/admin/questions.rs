//! Questions of a book: set as a list, and imported from a file.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::{assert_admins_only, submit_text};
use crate::support::{Member, TestServer};

fn path(book: &str) -> String {
    format!("/api/admin/books/{book}/questions")
}

async fn asked(member: &Member, book: &str) -> Vec<String> {
    let asked = member.post("/api/questions", json!({ "bid": book })).await.json();
    let text = |question: &Value| {
        format!(
            "{} {}",
            question["key"].as_str().unwrap(),
            question["description"].as_str().unwrap()
        )
    };
    asked.as_array().unwrap().iter().map(text).collect()
}

#[tokio::test]
async fn question_list_is_replaced_except_questions_with_memos() {
    let server = TestServer::start().await;
    let (ada, mara) = (server.admin("ada").await, server.member("mara").await);
    let book = server.book("Rivers", 2).await;
    submit_text(&mara, &book, "q2", "It rained.").await;
    let q = |key: &str, description: &str| json!({ "key": key, "description": description });
    let list = json!({ "questions": [q("q2", "And the rain?"), q("boats", "Any boats?")] });
    let set = ada.post(&path(&book), list).await;
    assert_eq!(set.status, 200, "{set}");
    let first = &set.json()["questions"][0];
    assert_eq!(
        (&first["number"], &first["memos"], &first["answered"]),
        (&json!(1), &json!(1), &json!(true))
    );
    assert_eq!(set.json()["questions"][1]["answered"], false);
    assert_eq!(set.json()["book"]["questionCount"], 2);
    assert_eq!(asked(&mara, &book).await, ["q2 And the rain?", "boats Any boats?"]);

    let gone = ada.post(&path(&book), json!({ "questions": [q("boats", "Any boats?")] })).await;
    assert_eq!(gone.refusal(), (409, "conflict".into()));
    assert!(gone.json()["error"].as_str().unwrap().contains("`q2`"), "{gone}");
    for (bad, words) in [
        (json!([q("q2", "And?"), q("q2", "Or?")]), "The key `q2` is used twice."),
        (json!([q("q2", "And?"), q("two words", "Or?")]), "Question 2: A key is at most"),
        (json!([q("q2", " ")]), "Question 1: The question is missing."),
    ] {
        let refused = ada.post(&path(&book), json!({ "questions": bad })).await;
        let told = refused.json()["fields"]["questions"].as_str().unwrap_or_default().to_owned();
        assert!(refused.status == 422 && told.starts_with(words), "{refused}");
    }
    assert_eq!(asked(&mara, &book).await.len(), 2);
    assert_admins_only(&server, &path(&book), Some(json!({ "questions": [] }))).await;
}

#[tokio::test]
async fn concurrent_question_changes_are_not_overwritten() {
    let server = TestServer::start().await;
    let (ada, eve) = (server.admin("ada").await, server.admin("eve").await);
    let book = server.book("Rivers", 1).await;
    let q = |key: &str, description: &str| json!({ "key": key, "description": description });
    let at_first = json!([q("q1", "What is memory 1?")]);
    let added = json!([q("q1", "What is memory 1?"), q("boats", "Any boats?")]);
    let body = json!({ "questions": added, "seen": at_first });
    assert_eq!(eve.post(&path(&book), body.clone()).await.status, 200);

    let late = json!({ "questions": [q("sea", "The sea?")], "seen": at_first });
    let refused = ada.post(&path(&book), late).await;
    assert_eq!(refused.refusal(), (409, "conflict".into()));
    let words = refused.json()["error"].as_str().unwrap().to_owned();
    assert!(words.starts_with("Somebody else changed the questions"), "{words}");
    assert_eq!(asked(&ada, &book).await, ["q1 What is memory 1?", "boats Any boats?"]);
    // A repeated request, as after a lost response, is not a conflict.
    assert_eq!(eve.post(&path(&book), body).await.status, 200);

    let reworded = json!([q("q1", "Which river?"), q("boats", "Any boats?")]);
    let body = json!({ "questions": reworded, "seen": added });
    assert_eq!(eve.post(&path(&book), body).await.status, 200);
    let other_words = json!({ "questions": [q("boats", "Any boats?")], "seen": added });
    assert_eq!(ada.post(&path(&book), other_words).await.refusal(), (409, "conflict".into()));
    let looked_again = json!({ "questions": [q("sea", "The sea?")], "seen": reworded });
    assert_eq!(ada.post(&path(&book), looked_again).await.status, 200);
    assert_eq!(asked(&ada, &book).await, ["sea The sea?"]);
}

#[tokio::test]
async fn question_file_is_previewed_then_imported_atomically() {
    let server = TestServer::start().await;
    let ada = server.admin("ada").await;
    let book = server.book("Rivers", 1).await;
    let import = format!("{}/import", path(&book));
    let text = "key,description\nq1,What is memory 1?\nboats,\"Boats, any?\"\n";
    let dry = ada.post(&import, json!({ "format": "csv", "text": text, "dryRun": true })).await;
    let boats = json!({ "line": 3, "key": "boats", "description": "Boats, any?", "fate": "added" });
    let q1 =
        json!({ "line": 2, "key": "q1", "description": "What is memory 1?", "fate": "unchanged" });
    let preview = json!({ "rows": [q1, boats], "bad": [], "left": [] });
    let mut told = json!({ "added": 1, "changed": 0, "unchanged": 1, "preview": preview });
    assert_eq!(dry.json(), told, "{dry}");
    assert_eq!(asked(&ada, &book).await.len(), 1, "nothing is done yet");
    let done = ada.post(&import, json!({ "format": "csv", "text": text })).await;
    told.as_object_mut().unwrap().remove("preview");
    assert_eq!(done.json(), told);
    assert_eq!(asked(&ada, &book).await[1], "boats Boats, any?");
    let json = r#"[{"key":"boats","description":"What boats?"}]"#;
    let changed = ada.post(&import, json!({ "format": "json", "text": json })).await;
    assert_eq!(changed.json()["changed"], 1, "{changed}");
    let toml = "[[question]]\nkey = \"sea\"\ndescription = \"The sea?\"\n";
    assert_eq!(
        ada.post(&import, json!({ "format": "toml", "text": toml })).await.json()["added"],
        1
    );

    for (format, text) in [("csv", "a,One?\nb\n"), ("csv", ""), ("json", "[{]"), ("toml", "x = ")] {
        let refused = ada.post(&import, json!({ "format": format, "text": text })).await;
        let words = refused.json()["fields"]["text"].as_str().unwrap_or_default().to_owned();
        assert!(refused.status == 422 && words.starts_with("Line "), "{format} {text}: {refused}");
    }
    let unknown = ada.post(&import, json!({ "format": "xlsx", "text": "x" })).await;
    assert_eq!(unknown.refusal(), (422, "invalid".into()));
    assert_eq!(asked(&ada, &book).await.len(), 3);
    assert_admins_only(&server, &import, Some(json!({ "format": "csv", "text": "a,One?" }))).await;
}

#[tokio::test]
async fn import_preview_shows_result_of_each_row() {
    let server = TestServer::start().await;
    let ada = server.admin("ada").await;
    let book = server.book("Rivers", 2).await;
    let import = format!("{}/import", path(&book));
    let text = "q1,Which river?\n\nboats\nsea,The sea?\nsea,Again?\n";
    let look = ada.post(&import, json!({ "format": "csv", "text": text, "dryRun": true })).await;
    assert_eq!(look.status, 200, "{look}");
    let preview = &look.json()["preview"];
    let before = json!({
        "line": 1, "key": "q1", "description": "Which river?", "fate": "changed",
        "before": "What is memory 1?",
    });
    assert_eq!(preview["rows"][0], before);
    assert_eq!(preview["rows"][1]["fate"], "added");
    let lines: Vec<&Value> =
        preview["bad"].as_array().unwrap().iter().map(|bad| &bad["line"]).collect();
    assert_eq!(lines, [&json!(3), &json!(5)], "{preview}");
    assert_eq!(preview["left"], json!([{ "key": "q2", "description": "What is memory 2?" }]));
    let refused = ada.post(&import, json!({ "format": "csv", "text": text })).await;
    assert_eq!(refused.refusal(), (422, "invalid".into()));
    assert_eq!(asked(&ada, &book).await[0], "q1 What is memory 1?", "nothing is done by a look");

    let broken = json!({ "format": "json", "text": "[{]", "dryRun": true });
    let broken = ada.post(&import, broken).await.json()["preview"].clone();
    assert_eq!((&broken["rows"], &broken["bad"][0]["line"]), (&json!([]), &json!(1)));
}

#[tokio::test]
async fn form_preview_draws_unsaved_questions() {
    let server = TestServer::start().await;
    let (ada, mara) = (server.admin("ada").await, server.member("mara").await);
    let book = server.book("Rivers", 1).await;
    let path = format!("/api/admin/books/{book}/form-preview");
    let draft = |count: usize, page: u32| {
        let question =
            |n| json!({ "key": format!("new{n}"), "description": format!("Which boat {n}?") });
        let questions: Vec<Value> = (1..=count).map(question).collect();
        json!({ "questions": questions, "page": page })
    };
    let seen = ada.post(&path, draft(6, 3)).await;
    assert_eq!(seen.status, 200, "{seen}");
    let seen = seen.json();
    assert_eq!((&seen["page"], &seen["pages"]), (&json!(3), &json!(3)));
    let png = STANDARD.decode(seen["base64Image"].as_str().unwrap()).unwrap();
    let picture = image::load_from_memory(&png).unwrap();
    assert_eq!((picture.width(), picture.height()), (936, 1248));
    // A page that is no longer there.
    let beyond = ada.post(&path, draft(6, 9)).await.json();
    assert_eq!((&beyond["page"], &beyond["base64Image"]), (&json!(3), &seen["base64Image"]));
    let other = ada.post(&path, json!({ "questions": draft(6, 2)["questions"] })).await.json();
    assert_eq!(other["page"], 2, "the first page with questions is the default");
    assert_ne!(other["base64Image"], seen["base64Image"]);
    assert_eq!(asked(&mara, &book).await, ["q1 What is memory 1?"], "nothing is saved");

    assert_eq!(ada.post(&path, draft(0, 2)).await.status, 404);
    let refused = ada.post(&path, draft(101, 2)).await;
    assert_eq!(refused.refusal(), (422, "invalid".into()));
    let missing = ada.post("/api/admin/books/nonsense/form-preview", draft(1, 2)).await;
    assert_eq!(missing.status, 404);
    assert_admins_only(&server, &path, Some(draft(1, 2))).await;
}
