//! Files of questions as spreadsheets write them, at the command line and in the API.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::support::{TestServer, inkfold, shared, words};

/// Files of other people's spreadsheets, and the keys in them or the words of the refusal.
const FILES: [(&str, &str); 17] = [
    ("columns-swapped.csv", "smell"),
    ("empty.csv", "There are no questions in this file."),
    ("formula.csv", "smell plus"),
    ("header-capitals-spaces.csv", "smell"),
    ("json-bom.json", "a"),
    ("number-column-first.csv", "smell wind"),
    ("semicolon-cp1252.csv", "smell gruen viento"),
    ("semicolon-header-comma-text.csv", "smell gruen viento"),
    ("semicolon-no-header-comma-in-first-row.csv", "smell gruen viento"),
    ("smart-quotes.csv", "Put quotes around a text that has a comma in it."),
    ("tab-no-header-comma.tsv", "smell wind"),
    ("trailing-empty-columns.csv", "smell gruen viento"),
    ("tsv-from-sheets.tsv", "smell"),
    ("utf16le-tab.csv", "smell gruen viento"),
    ("utf16le-tab.txt", "smell gruen viento"),
    ("utf8-bom-comma.csv", "smell gruen viento"),
    ("xlsx-renamed.csv", "This workbook can't be read. Save it as .xlsx again, or as CSV."),
];

#[test]
fn files_of_spreadsheets_are_previewed_without_import() {
    let Some(files) = shared("testdata/field/csv") else { return };
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    inkfold(&data, &["init"]);
    let book = inkfold(&data, &["book", "add", "--name", "Rivers", "--json"]);
    let book: Value = serde_json::from_slice(&book.stdout).unwrap();
    let import = ["question", "import", "--dry-run", "--json", "--book"];
    for (name, expected) in FILES {
        let file = files.join(name);
        let args = [&import[..], &[book["bid"].as_str().unwrap(), file.to_str().unwrap()]].concat();
        let output = inkfold(&data, &args);
        let rows = String::from_utf8(output.stdout.clone()).unwrap();
        let rows: Vec<Value> = rows.lines().map(|row| serde_json::from_str(row).unwrap()).collect();
        let keys: Vec<&str> = rows.iter().map(|row| row["key"].as_str().unwrap()).collect();
        assert!(
            words(&output).contains(expected) || keys.join(" ") == expected,
            "{name}: {keys:?}"
        );
        if let Some(wind) = rows.iter().find(|row| row["key"] == "viento") {
            assert_eq!(wind["description"], "¿Qué decía el viento?", "{name}");
            assert_eq!(wind["change"], "added");
        }
    }
    let list = ["question", "list", "--book", book["bid"].as_str().unwrap()];
    assert!(words(&inkfold(&data, &list)).contains("the book has no questions yet"));
}

#[tokio::test]
async fn file_in_base64_is_decoded_by_the_server() {
    let server = TestServer::start().await;
    let book = server.book("Rivers", 1).await;
    let admin = server.admin("ada").await;
    let path = format!("/api/admin/books/{book}/questions/import");
    let excel =
        STANDARD.encode(b"sep=;\r\nkey;question;\r\ngruen;Was war gr\xfcn, und warum?;\r\n");
    let reply = admin.post(&path, json!({ "format": "csv", "file": excel, "dryRun": true })).await;
    let row = &reply.json()["preview"]["rows"][0];
    assert_eq!(
        (&row["line"], &row["description"]),
        (&json!(3), &json!("Was war grün, und warum?"))
    );
    assert_eq!(
        admin.post(&path, json!({ "format": "csv", "file": excel })).await.json()["added"],
        1
    );

    for (file, key) in [("PK!", "file"), (&STANDARD.encode(b"PK\x03\x04 no workbook"), "text")] {
        let refused = admin.post(&path, json!({ "format": "csv", "file": file })).await;
        assert_eq!(refused.status, 422, "{refused}");
        assert!(refused.json()["fields"][key].is_string(), "{refused}");
    }
    let stranger = server.member("mara").await;
    assert_eq!(stranger.post(&path, json!({ "format": "csv", "file": excel })).await.status, 403);
}
