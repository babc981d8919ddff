//! The prompts of a book: set as a list, and imported from a file.

use serde_json::{Value, json};

use super::{is_for_admins_only, type_in};
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
async fn the_list_is_set_in_one_step_and_an_answered_prompt_stays() {
    let server = TestServer::start().await;
    let (ada, mara) = (server.admin("ada").await, server.member("mara").await);
    let book = server.book("Rivers", 2).await;
    type_in(&mara, &book, "q2", "It rained.").await;
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
        (json!([q("q2", "And?"), q("q2", "Or?")]), "The key `q2` is there twice."),
        (json!([q("q2", "And?"), q("two words", "Or?")]), "Question 2: a key is at most"),
        (json!([q("q2", " ")]), "Question 1: the prompt is missing."),
    ] {
        let refused = ada.post(&path(&book), json!({ "questions": bad })).await;
        let told = refused.json()["fields"]["questions"].as_str().unwrap_or_default().to_owned();
        assert!(refused.status == 422 && told.starts_with(words), "{refused}");
    }
    assert_eq!(asked(&mara, &book).await.len(), 2);
    is_for_admins_only(&server, &path(&book), Some(json!({ "questions": [] }))).await;
}

#[tokio::test]
async fn a_file_is_tried_and_then_imported_whole_or_not_at_all() {
    let server = TestServer::start().await;
    let ada = server.admin("ada").await;
    let book = server.book("Rivers", 1).await;
    let import = format!("{}/import", path(&book));
    let text = "key,description\nq1,What is memory 1?\nboats,\"Boats, any?\"\n";
    let dry = ada.post(&import, json!({ "format": "csv", "text": text, "dryRun": true })).await;
    assert_eq!(dry.json(), json!({ "added": 1, "changed": 0, "unchanged": 1 }), "{dry}");
    assert_eq!(asked(&ada, &book).await.len(), 1, "nothing is done yet");
    let done = ada.post(&import, json!({ "format": "csv", "text": text })).await;
    assert_eq!(done.json(), dry.json());
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
        assert!(refused.status == 422 && words.contains("line "), "{format} {text}: {refused}");
    }
    let unknown = ada.post(&import, json!({ "format": "xlsx", "text": "x" })).await;
    assert_eq!(unknown.refusal(), (422, "invalid".into()));
    assert_eq!(asked(&ada, &book).await.len(), 3);
    is_for_admins_only(&server, &import, Some(json!({ "format": "csv", "text": "a,One?" }))).await;
}
