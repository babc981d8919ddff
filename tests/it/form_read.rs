//! `inkfold form read`: one result per file, independent of the other files.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};

use crate::support::exports::{FORM, OTHER_FORM, cross_on, executable, ink, png, words_in, write};

fn form_read(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(executable());
    command.current_dir(folder).args(["form", "read"]).args(arguments).output().unwrap()
}

/// Folder with a blank form, a filled one, one of another book, and a PDF that is not a form.
fn desk() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let mut screen = FORM.screen();
    ink(&mut screen, &[words_in(0), cross_on("D4")].concat());
    for (name, content) in [
        ("blank.pdf", &FORM.pdf),
        ("filled.png", &png(&screen)),
        ("other.pdf", &OTHER_FORM.pdf),
        ("letter.pdf", &b"Dear club".to_vec()),
    ] {
        write(&folder.path().join(name), content);
    }
    folder
}

#[test]
fn form_read_reports_each_file_and_continues() {
    let desk = desk();
    let output = form_read(
        desk.path(),
        &[
            "--json",
            "--blank",
            "blank.pdf",
            "--out",
            "crops",
            "other.pdf",
            "letter.pdf",
            "none.pdf",
            "filled.png",
        ],
    );
    assert_eq!(output.status.code(), Some(1));
    let lines: Vec<Value> = output
        .stdout
        .split(|byte| *byte == b'\n')
        .filter_map(|line| serde_json::from_slice(line).ok())
        .collect();
    let codes: Vec<_> =
        lines[..3].iter().map(|line| (&line["file"], &line["error"]["code"])).collect();
    assert_eq!(
        json!(codes),
        json!([
            ["other.pdf", "other-book"],
            ["letter.pdf", "unreadable"],
            ["none.pdf", "unreadable"]
        ])
    );
    let page = &lines[3]["pages"][0];
    assert_eq!(lines[3]["file"], "filled.png");
    assert_eq!(page["form"], FORM.blank.code().to_string());
    assert_eq!(
        [&page["page"], &page["dirty"], &page["picks"]],
        [&json!(2), &json!([0]), &json!(["D4"])]
    );
    assert!(page["ink"]["0"].as_u64().unwrap() > 500);
    assert!(page["confidence"].as_f64().unwrap() > 0.6);
    assert_eq!(page["crops"], json!(["crops/filled-2-1.png"]));
    assert_eq!(page["annotated"], "crops/filled-2-annotated.png");
    for picture in ["filled-2-1", "filled-2-annotated", "filled-2-pegs"] {
        assert!(image::open(desk.path().join(format!("crops/{picture}.png"))).is_ok(), "{picture}");
    }
}

#[test]
fn form_of_another_community_is_named_by_code() {
    let output = form_read(desk().path(), &["filled.png"]);
    assert_eq!(output.status.code(), Some(1));
    let words = String::from_utf8(output.stdout).unwrap();
    let unknown = format!("filled.png: no form {} is known here\n", FORM.blank.code().words());
    assert!(words.starts_with(&unknown) && words.contains("--blank"), "{words}");
}

#[test]
fn form_read_prints_text_without_json() {
    let output = form_read(desk().path(), &["--blank", "blank.pdf", "filled.png"]);
    assert_eq!(output.status.code(), Some(0));
    let words = String::from_utf8(output.stdout).unwrap();
    assert!(words.starts_with("filled.png: page 2, boxes: 1; pegs: D4; "), "{words}");
}
