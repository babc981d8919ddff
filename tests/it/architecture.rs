//! Architecture: which layer may use which, and other rules that no compiler knows.

mod imports;
mod prose;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use crate::support::{root, source_files};

/// Services, their callers, and the context that they are called with.
const UPPER_LAYERS: &[&str] =
    &["crate::services", "crate::http", "crate::jobs", "crate::context", "axum"];
const ENTRY_POINTS: &[&str] = &["crate::http", "crate::server", "axum"];
const DATABASE: &[&str] = &["redb::"];
const STORE: &[&str] = &["crate::store", "redb::"];
/// Transactions, which only services open.
const TRANSACTIONS: &[&str] = &["context.read(", "context.write", "context.store"];
const HANDWRITING: &[&str] = &["crate::handwriting"];
const PAPER: &[&str] = &["crate::paper"];
const PRESS: &[&str] = &["crate::press"];
const JOBS: &[&str] = &["crate::jobs"];
/// Async runtime: for layers that serve.
const TASKS: &[&str] = &["tokio"];

/// Layers that are crates: their manifests say what they may use.
const CRATES: [&str; 6] = ["domain", "handwriting", "paper", "platform", "press", "sandbox"];

/// Other layers, and the modules that each must not name.
const LAYERS: [(&str, &[&[&str]]); 10] = [
    ("src/store", &[UPPER_LAYERS, HANDWRITING, PAPER, PRESS, TASKS]),
    ("src/search", &[UPPER_LAYERS, STORE, HANDWRITING, PAPER, PRESS, TASKS]),
    ("src/backup", &[UPPER_LAYERS, STORE, TASKS]),
    ("src/mail", &[UPPER_LAYERS, STORE, TASKS]),
    ("src/services", &[ENTRY_POINTS, JOBS, DATABASE, TASKS]),
    ("src/server", &[DATABASE, STORE, TRANSACTIONS, JOBS]),
    ("src/smtp_server", &[ENTRY_POINTS, JOBS, STORE, TRANSACTIONS]),
    ("src/demo", &[ENTRY_POINTS, JOBS, DATABASE, TASKS]),
    ("src/jobs", &[ENTRY_POINTS, DATABASE]),
    ("src/http", &[&["crate::server"], JOBS, STORE, TRANSACTIONS]),
];

/// Leftovers that may not be in the sources, each split so that this file does not match itself.
const BANNED: [&str; 6] = [
    concat!("to", "do!("),
    concat!("TO", "DO"),
    concat!("FIX", "ME"),
    concat!("db", "g!("),
    concat!("#[all", "ow("),
    concat!("#[ign", "ore"),
];

/// Files whose tests have time itself as their subject.
const PACED: [&str; 5] = [
    "src/sandbox/parent.rs",
    // Clients that send a byte now and then, and streams that take a while.
    "src/server/body.rs",
    "src/server/stall.rs",
    "tests/it/serving/slow.rs",
    // The line above that looks for pauses.
    "tests/it/architecture.rs",
];

#[test]
fn layers_use_only_lower_layers() {
    for (layer, banned) in LAYERS {
        for (file, text) in source_files(layer, &[".rs"]) {
            for line in code_lines(&text) {
                let culprit = banned.iter().copied().flatten().find(|name| line.contains(**name));
                assert!(culprit.is_none(), "{file}: `{layer}` must not use {culprit:?}: {line}");
            }
        }
    }
}

/// For example, the context names neither the services nor the jobs that it is given.
#[test]
fn modules_have_no_circular_dependencies() {
    let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (file, text) in source_files("src", &[".rs"]) {
        let module = file.split('/').nth(1).unwrap().trim_end_matches(".rs").to_owned();
        if CRATES.contains(&module.as_str()) {
            continue;
        }
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
        uses.entry(module.clone()).or_default().extend(used_modules(code, &module));
    }
    while let Some(last) = uses.keys().find(|module| uses[*module].is_empty()).cloned() {
        uses.remove(&last);
        for used in uses.values_mut() {
            used.remove(&last);
        }
    }
    assert!(uses.is_empty(), "each of these uses one that uses it: {uses:?}");
}

/// Modules at the top of the library that the code of another one names, crates of the workspace left out.
fn used_modules(code: &str, own: &str) -> BTreeSet<String> {
    let code: String = code_lines(code).collect();
    let end = |text: &str| text.find(|one: char| !one.is_alphanumeric() && one != '_');
    let mut used = BTreeSet::new();
    for text in code.split("crate::").skip(1) {
        let list = text.strip_prefix('{').and_then(|list| list.split('}').next());
        let names = list.map_or_else(|| vec![text], |list| list.split(',').collect());
        used.extend(names.into_iter().map(|name| {
            let name = name.trim_start();
            name[..end(name).unwrap_or(name.len())].to_owned()
        }));
    }
    used.retain(|name| !name.is_empty() && name != own && !CRATES.contains(&name.as_str()));
    used
}

#[test]
fn only_the_engine_names_the_database() {
    for (file, text) in source_files("src", &[".rs"]) {
        if !file.starts_with("src/store/engine") {
            assert!(!code_lines(&text).any(|line| line.contains("redb::")), "{file} names redb");
        }
    }
}

/// Requests to the operator's router need no session, so no network listener may serve it.
#[test]
fn only_socket_and_command_line_serve_operator() {
    let files = ["src", "cli"].into_iter().flat_map(|folder| source_files(folder, &[".rs"]));
    let serving = files.filter(|(_, text)| text.contains("operator_router("));
    let serving: BTreeSet<String> = serving.map(|(file, _)| file).collect();
    let expected = ["cli/client/connection.rs", "src/http/router.rs", "src/server/admin_socket.rs"];
    assert_eq!(serving, BTreeSet::from(expected.map(str::to_owned)));
}

#[test]
fn every_file_has_a_module_comment() {
    for folder in ["src", "cli", "tests/it"] {
        for (file, text) in source_files(folder, &[".rs"]) {
            assert!(text.starts_with("//! "), "{file} does not begin with `//!`");
        }
    }
}

#[test]
fn every_test_file_is_in_main() {
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
fn source_files_contain_no_banned_words() {
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

/// Pauses and measured times depend on how busy the machine is; signals do not.
#[test]
fn tests_wait_without_pauses_or_time_limits() {
    for folder in ["src", "tests/it"] {
        for (file, text) in source_files(folder, &[".rs"]) {
            let is_test = folder == "tests/it" || file.ends_with("tests.rs");
            let tests = if is_test { Some(&*text) } else { text.split("mod tests {").nth(1) };
            let paused = |line: &&str| {
                line.contains("sleep(") || line.contains("assert") && line.contains(".elapsed()")
            };
            if let Some(line) = code_lines(tests.unwrap_or_default()).find(paused) {
                assert!(PACED.contains(&file.as_str()), "{file}: {line}");
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
