//! Rules for words: how comments begin, how long names of tests are, how limits are called.

use crate::support::source_files;

/// Openings that name neither a thing nor an action: the reader has to guess what the item is.
const BANNED_OPENINGS: [&str; 21] = [
    "What", "Whatever", "Who", "Whose", "Whom", "Whoever", "How", "Nobody", "Nothing", "Somebody",
    "So", "Such", "Where", "When", "One", "It", "That", "Those", "Which", "Why", "There",
];
/// Words of limits that are called `MAX_` and `MIN_` elsewhere.
const BANNED_LIMITS: [&str; 10] = [
    "LONGEST", "LARGEST", "MOST", "LEAST", "SMALLEST", "SHORTEST", "LIGHTEST", "DARKEST", "FEWEST",
    "HIGHEST",
];
/// Verbs that say nothing of what a function does.
const BANNED_FUNCTIONS: [&str; 18] = [
    "take", "keep", "tell", "hold", "look", "know", "show", "settle", "one", "own", "still",
    "written", "known", "told", "seen", "said", "say", "mend",
];
/// Words in the name of a test.
const MAX_WORDS: usize = 8;
/// Words at the beginning of a test's name that leave its subject to be guessed.
const BANNED_SUBJECTS: [&str; 8] =
    ["what", "who", "whoever", "whose", "how", "nobody", "somebody", "whatever"];
/// Words anywhere in a test's name that leave its result to be guessed.
const BANNED_RESULTS: [&str; 5] = ["told", "tells", "tell", "somebody", "nobody"];
/// Last words of the names of waits and other durations.
const DURATIONS: [&str; 11] = [
    "TIMEOUT",
    "INTERVAL",
    "DELAY",
    "WINDOW",
    "LIFETIME",
    "RETENTION",
    "PERIOD",
    "DEBOUNCE",
    "TOLERANCE",
    "HOUR",
    "DAY",
];

/// Every file of Rust code.
fn rust_files() -> impl Iterator<Item = (String, String)> {
    ["src", "cli", "tests"].into_iter().flat_map(|folder| source_files(folder, &[".rs"]))
}

#[test]
fn doc_comments_begin_with_a_noun_or_verb() {
    let mut riddles = Vec::new();
    for (file, text) in rust_files() {
        let mut is_inside = false;
        for (number, line) in text.lines().enumerate() {
            let comment = line.trim_start();
            let comment = comment.strip_prefix("///").or_else(|| comment.strip_prefix("//!"));
            let opening = comment.filter(|_| !is_inside).and_then(|words| {
                let first = words.split_whitespace().next()?;
                BANNED_OPENINGS.contains(&first).then(|| words.trim())
            });
            if let Some(words) = opening {
                riddles.push(format!("{file}:{}: {words}", number + 1));
            }
            is_inside = comment.is_some();
        }
    }
    assert!(riddles.is_empty(), "say what the item is or does:\n{}", riddles.join("\n"));
}

/// File and name of every test.
fn test_names() -> Vec<(String, String)> {
    let mut names = Vec::new();
    for (file, text) in rust_files() {
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        for (at, _) in lines.iter().enumerate().filter(|(_, line)| is_test_attribute(line)) {
            let mut below = lines[at + 1..].iter();
            let name = below.find_map(|line| line.split_once("fn ")).map(|(_, name)| name);
            let name = name.and_then(|name| name.split('(').next()).unwrap_or_default();
            names.push((file.clone(), name.to_owned()));
        }
    }
    names
}

#[test]
fn test_names_have_eight_words_at_most() {
    let long: Vec<_> =
        test_names().into_iter().filter(|(_, name)| name.split('_').count() > MAX_WORDS).collect();
    assert!(long.is_empty(), "{long:#?}");
}

#[test]
fn test_names_have_subject_and_result() {
    let is_riddle = |name: &str| {
        let first = name.split('_').next().unwrap_or_default();
        BANNED_SUBJECTS.contains(&first)
            || name.split('_').any(|word| BANNED_RESULTS.contains(&word))
    };
    let riddles: Vec<_> = test_names().into_iter().filter(|(_, name)| is_riddle(name)).collect();
    assert!(riddles.is_empty(), "say what is tested, and what comes out: {riddles:#?}");
}

fn is_test_attribute(line: &str) -> bool {
    line == "#[test]" || line.starts_with("#[tokio::test")
}

/// A comment also describes the constants directly below the one that it is about.
#[test]
fn limits_are_called_max_and_min() {
    for (file, text) in rust_files() {
        let (mut doc, mut is_inside) = ("", false);
        for line in text.lines().map(str::trim) {
            if let Some(comment) = line.strip_prefix("/// ") {
                doc = if is_inside { doc } else { comment };
                is_inside = true;
                continue;
            }
            is_inside = false;
            let Some(constant) = line.split("const ").nth(1) else {
                doc = "";
                continue;
            };
            if line.contains('"') {
                continue;
            }
            let name = constant.split(':').next().unwrap_or_default();
            let banned = name.split('_').find(|word| BANNED_LIMITS.contains(word));
            assert_eq!(banned, None, "{file}: {line}");
            let is_limit = doc.starts_with("Maximum") || doc.starts_with("Minimum");
            let is_called_so = name.starts_with("MAX_") || name.starts_with("MIN_");
            let is_duration = constant.contains(": Duration =");
            assert!(!is_limit || is_called_so || is_duration, "{file}: {doc}: {line}");
        }
    }
}

#[test]
fn function_names_are_not_vague() {
    let mut vague = Vec::new();
    for (file, text) in rust_files() {
        for line in text.lines() {
            let name = line.trim_start().split("fn ").nth(1).unwrap_or_default();
            let name = name.split(['(', '<']).next().unwrap_or_default();
            if BANNED_FUNCTIONS.contains(&name) {
                vague.push(format!("{file}: {}", line.trim()));
            }
        }
    }
    assert!(vague.is_empty(), "use the verb of the field:\n{}", vague.join("\n"));
}

#[test]
fn durations_are_called_by_their_kind() {
    let mut vague = Vec::new();
    for (file, text) in ["src", "cli"].into_iter().flat_map(|folder| source_files(folder, &[".rs"]))
    {
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        let durations = code.lines().filter(|line| line.contains(": Duration ="));
        for name in durations.filter_map(|line| line.split("const ").nth(1)) {
            let name = name.split(':').next().unwrap_or_default();
            let is_limit = name.starts_with("MAX_") || name.starts_with("MIN_");
            if !is_limit && !DURATIONS.iter().any(|kind| name.ends_with(kind)) {
                vague.push(format!("{file}: {name}"));
            }
        }
    }
    assert!(vague.is_empty(), "name the kind of wait: {vague:#?}");
}
