//! Files of the project, and test data beside it.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::skip;

/// The project's folder.
pub(crate) fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// File of the test data beside the project; the test skips if it is missing.
pub(crate) fn shared(path: &str) -> Option<PathBuf> {
    let file = root().join("../shared").join(path);
    if file.exists() {
        return Some(file);
    }
    skip(&format!("../shared/{path} is not beside the project"));
    None
}

/// Python with the modules that the tools of the test data need.
pub(crate) fn venv_python() -> Option<PathBuf> {
    let python = root().join("target/venv/bin/python");
    if !python.exists() {
        skip("no target/venv, which `make test` makes");
        return None;
    }
    Some(python)
}

/// Rewrites a generated file, and fails if it was outdated.
pub(crate) fn expect_file(path: &str, content: &str) {
    let file = root().join(path);
    if fs::read_to_string(&file).is_ok_and(|present| present == content) {
        return;
    }
    fs::File::create(&file).unwrap().write_all(content.as_bytes()).unwrap();
    panic!(
        "{path} was stale and has been rewritten: look at it, commit it, and run the tests again"
    );
}

/// Every file below a folder of the project with one of the endings.
pub(crate) fn source_files(folder: &str, endings: &[&str]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    collect(&root().join(folder), endings, &mut found);
    found.sort();
    found
}

fn collect(folder: &Path, endings: &[&str], found: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.strip_prefix(root()).unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            collect(&path, endings, found);
        } else if endings.iter().any(|ending| name.ends_with(ending)) {
            found.push((name, fs::read_to_string(&path).unwrap()));
        }
    }
}
