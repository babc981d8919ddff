//! Messages of the server: their catalogue, and the keys and parameters in errors.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::support::{self, TestServer, source_files};

/// Every message by its key, as a template from the sources.
fn catalogue() -> BTreeMap<String, String> {
    let mut templates = BTreeMap::new();
    for (file, text) in source_files("src", &[".rs"]) {
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for arguments in code.split("Message::new(").skip(1) {
            let (key, rest) = literal(arguments).unwrap_or_else(|| panic!("{file}: {arguments}"));
            let template = rest.strip_prefix(',').and_then(literal);
            let (template, _) = template.unwrap_or_else(|| panic!("{file}: no text of `{key}`"));
            let known = templates.entry(key.clone()).or_insert_with(|| template.clone());
            assert_eq!(*known, template, "{file}: `{key}` has two texts");
        }
    }
    templates
}

/// String literal at the beginning of the code, with the code after it.
fn literal(code: &str) -> Option<(String, &str)> {
    let mut escaped = false;
    let is_end = |c: char| {
        let ends = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        ends
    };
    let (text, rest) = code.trim_start().strip_prefix('"')?.split_once(is_end)?;
    let lines = text.split("\\\n").map(str::trim_start);
    Some((lines.collect::<String>().replace("\\\"", "\"").replace("\\\\", "\\"), rest))
}

#[test]
fn catalogue_lists_every_message() {
    let catalogue = catalogue();
    for key in catalogue.keys() {
        let is_word = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase());
        assert!(key.split('-').all(is_word), "`{key}` is not in small letters and hyphens");
    }
    let json = serde_json::to_string_pretty(&catalogue).unwrap() + "\n";
    support::expect_file("docs/src/messages.json", &json);
}

#[tokio::test]
async fn error_has_key_and_parameters() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let missing = mara.post("/api/book", json!({ "bid": "nonsense" })).await.json();
    assert_eq!((&missing["key"], &missing["params"]), (&json!("book-not-found"), &Value::Null));
    let name = "x".repeat(33);
    let refused = mara.post("/check-username", json!({ "username": name })).await.json();
    assert_eq!(refused["error"], "Username is too long, 32 characters at most.");
    let message = json!({ "key": "username-too-long", "params": { "max": 32 } });
    assert_eq!(refused["fieldMessages"], json!({ "username": message }));
    assert_eq!((&refused["key"], &refused["params"]), (&message["key"], &message["params"]));
}

#[tokio::test]
async fn each_invalid_field_has_its_key() {
    let server = TestServer::start().await;
    let extra = json!({ "username": "", "name": "Mara" });
    let form = json!({ "email": "mara", "password": "short", "extra": extra });
    let refused = server.visitor().post("/register", form).await.json();
    assert_eq!(refused["key"], "fields-invalid");
    let keys = ["email", "password", "username"]
        .map(|field| refused["fieldMessages"][field]["key"].clone());
    assert_eq!(keys, ["email-invalid", "password-too-short", "username-required"]);
    assert_eq!(refused["fieldMessages"].as_object().unwrap().len(), 3);
}

#[tokio::test]
async fn too_many_sign_ins_return_seconds_to_wait() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let wrong = json!({ "email": "nobody@example.org", "password": "not the password" });
    let refused = loop {
        let tried = visitor.post("/signin", wrong.clone()).await;
        if tried.status == 429 {
            break tried;
        }
        assert_eq!(tried.json()["key"], "credentials-incorrect");
    };
    let wait = refused.header("retry-after").parse::<u64>().unwrap();
    assert_eq!(refused.json()["key"], "too-many-tries");
    assert_eq!(refused.json()["params"]["seconds"], wait);
}
