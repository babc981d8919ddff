//! Rules of the house that no compiler knows.

use std::fs;

use crate::support::{root, source_files};

/// Whoever calls the services, and what they are called with.
const ABOVE: &[&str] = &["crate::services", "crate::http", "crate::jobs", "crate::app", "axum"];
/// The ways in.
const DOORS: &[&str] = &["crate::http", "crate::socket", "axum"];
const DATABASE: &[&str] = &["redb::"];
const STORE: &[&str] = &["crate::store", "redb::"];
const PAPER: &[&str] = &["crate::paper"];
const PRESS: &[&str] = &["crate::press"];
const JOBS: &[&str] = &["crate::jobs"];
/// What runs at a time is for those who serve.
const TASKS: &[&str] = &["tokio"];

/// A layer, and what it must not name. `platform`, `domain`, `worker`, `paper` and `press` are crates: their manifests say it of them.
const LAYERS: [(&str, &[&[&str]]); 12] = [
    ("src/store", &[ABOVE, PAPER, PRESS, TASKS]),
    ("src/search", &[ABOVE, STORE, PAPER, PRESS, TASKS]),
    ("src/archive", &[ABOVE, STORE, TASKS]),
    ("src/mail", &[ABOVE, STORE, TASKS]),
    ("src/outside", &[ABOVE, STORE]),
    ("src/remote", &[ABOVE, STORE, TASKS]),
    ("src/services", &[DOORS, JOBS, DATABASE, TASKS]),
    ("src/server", &[DATABASE, STORE, JOBS]),
    ("src/smtp_server", &[DOORS, JOBS, STORE]),
    ("src/demo", &[DOORS, JOBS, DATABASE, TASKS]),
    ("src/jobs", &[DOORS, DATABASE]),
    ("src/http", &[&["crate::socket"], JOBS, STORE]),
];

/// What nobody may leave behind, each written so that this file does not find itself.
const BANNED: [&str; 6] = [
    concat!("to", "do!("),
    concat!("TO", "DO"),
    concat!("FIX", "ME"),
    concat!("db", "g!("),
    concat!("#[all", "ow("),
    concat!("#[ign", "ore"),
];

#[test]
fn layers_point_one_way() {
    for (layer, banned) in LAYERS {
        for (file, text) in source_files(layer, &[".rs"]) {
            for line in code_lines(&text) {
                let culprit = banned.iter().copied().flatten().find(|name| line.contains(**name));
                assert!(culprit.is_none(), "{file}: `{layer}` must not use {culprit:?}: {line}");
            }
        }
    }
}

#[test]
fn only_the_engine_names_the_database() {
    for (file, text) in source_files("src", &[".rs"]) {
        if !file.starts_with("src/store/engine") {
            assert!(!code_lines(&text).any(|line| line.contains("redb::")), "{file} names redb");
        }
    }
}

#[test]
fn every_file_says_what_it_is_for() {
    for folder in ["src", "cli", "tests/it"] {
        for (file, text) in source_files(folder, &[".rs"]) {
            assert!(text.starts_with("//! "), "{file} does not begin with `//!`");
        }
    }
}

#[test]
fn every_file_of_tests_is_run() {
    let main = fs::read_to_string(root().join("tests/it/main.rs")).unwrap();
    for entry in fs::read_dir(root().join("tests/it")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let Some(module) = name.strip_suffix(".rs").filter(|module| *module != "main") else {
            continue;
        };
        assert!(main.contains(&format!("mod {module};")), "tests/it/{name} is not in main.rs");
    }
}

#[test]
fn nothing_is_left_behind() {
    for folder in ["src", "cli", "tests", "ui/src", "forms"] {
        for (file, text) in source_files(folder, &[".rs", ".ts", ".tsx", ".mjs", ".typ", ".css"]) {
            if file.contains("node_modules") {
                continue;
            }
            for word in BANNED {
                assert!(!text.contains(word), "{file} contains {word}");
            }
        }
    }
}

#[test]
fn ignored_advisories_are_about_locked_crates() {
    let lock = fs::read_to_string(root().join("Cargo.lock")).unwrap();
    let deny = fs::read_to_string(root().join("deny.toml")).unwrap();
    let deny: toml::Table = deny.parse().unwrap();
    for advisory in deny["advisories"]["ignore"].as_array().unwrap() {
        let reason = advisory["reason"].as_str().unwrap();
        let about = reason.split_once(": ").and_then(|(about, _)| about.split_once(' '));
        let (name, version) = about.unwrap_or_else(|| panic!("{reason}: no crate and version"));
        let locked = format!("name = \"{name}\"\nversion = \"{version}\"\n");
        assert!(lock.contains(&locked), "{advisory}: {name} {version} is not in Cargo.lock");
    }
}

fn code_lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.trim_start().starts_with("//"))
}
