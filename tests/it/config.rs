//! `config.example.toml` lists every setting with its comment, at its default; `inkfold config` needs neither data nor a server.

use std::fs::{self, File, Permissions};
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Output};

use inkfold::config::Config;
use serde_json::Value as Json;
use tempfile::TempDir;
use toml::{Table, Value};

use crate::support::{self, executable, json, words};

const HEAD: &str = "# Settings of an Inkfold community. Every one is optional; here is each at its default.\n\
    # Stronger than this file: flags, and variables such as INKFOLD_LISTEN or INKFOLD_MAIL__FROM.\n";

#[test]
fn example_config_file_is_current() {
    support::expect_file("config.example.toml", &example());
}

#[test]
fn example_config_equals_defaults() {
    let example = example();
    assert_eq!(toml::from_str::<Config>(&example).unwrap(), Config::default());
    let bare: Vec<&str> = example
        .lines()
        .map(|line| line.strip_prefix("#").filter(|rest| rest.contains(" = ")).unwrap_or(line))
        .filter(|line| !line.starts_with("# "))
        .collect();
    assert_eq!(toml::from_str::<Config>(&bare.join("\n")).unwrap(), Config::default());
}

/// Returns the doc comments of the settings beside their defaults.
fn example() -> String {
    let mut source = include_str!("../../src/config.rs").to_owned();
    source.extend(support::source_files("src/config", &[".rs"]).into_iter().map(|(_, text)| text));
    HEAD.to_owned() + &section(&source, "Config", "", &Table::try_from(Config::default()).unwrap())
}

/// A struct's own settings, then those of the tables in it.
fn section(source: &str, kind: &str, path: &str, defaults: &Table) -> String {
    let (tables, settings): (Vec<_>, Vec<_>) =
        defaults.iter().partition(|(_, value)| value.is_table());
    let mut out = String::new();
    for (name, value) in settings {
        out += &setting(source, kind, name, value);
    }
    for (name, value) in tables {
        let kind = name[..1].to_uppercase() + &name[1..];
        let path = if path.is_empty() { name.clone() } else { [path, ".", name].concat() };
        out += &["\n[", &path, "]\n"].concat();
        out += &section(source, &kind, &path, value.as_table().unwrap());
    }
    out
}

fn setting(source: &str, kind: &str, name: &str, value: &Value) -> String {
    let body = source.split(&format!("pub struct {kind} {{")).nth(1).unwrap();
    let comments: Vec<&str> = body
        .lines()
        .take_while(|line| !line.contains(&format!("pub {name}:")))
        .map(str::trim)
        .collect();
    let own = comments.iter().rev().take_while(|line| line.starts_with("///")).count();
    let words: Vec<String> = comments[comments.len() - own..]
        .iter()
        .map(|line| line.replacen("///", "#", 1) + "\n")
        .collect();
    assert!(!words.is_empty(), "{kind}.{name} has no doc comment");
    format!("\n{}#{name} = {value}\n", words.concat())
}

/// Creates a folder with these settings, which only their owner can read.
fn folder(settings: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("inkfold.toml");
    File::create(&file).unwrap().write_all(settings.as_bytes()).unwrap();
    fs::set_permissions(file, Permissions::from_mode(0o600)).unwrap();
    folder
}

/// Runs a command where the settings are, with these variables and no others.
fn run(folder: &TempDir, args: &str, variables: &[(&str, &str)]) -> Output {
    let mut command = Command::new(executable());
    command.current_dir(folder).env_clear().envs(variables.iter().copied());
    command.args(args.split(' ')).output().unwrap()
}

fn output_text(output: &Output) -> String {
    assert!(output.status.success(), "{}", words(output));
    String::from_utf8(output.stdout.clone()).unwrap()
}

const SETTINGS: &str = "community = \"Ink Club\"

[mail.smtp]
username = \"ink\"
password = \"blue-black\"
";

#[test]
fn printed_settings_show_origin_and_hide_secrets() {
    let folder = folder(SETTINGS);
    let variables = [("INKFOLD_MAX_UPLOAD_MIB", "9"), ("INKFOLD_LISTEN", "0.0.0.0:80")];
    let printed = output_text(&run(&folder, "config print --data-dir elsewhere", &variables));
    for line in [
        "community = \"Ink Club\"  # from inkfold.toml, line 1",
        "mail.smtp.password = \"…\"  # from inkfold.toml, line 5",
        "mail.smtp.password_file = \"\"  # from the defaults",
        "listen = \"0.0.0.0:80\"  # from the variable INKFOLD_LISTEN",
        "max_upload_mib = 9  # from the variable INKFOLD_MAX_UPLOAD_MIB",
        "data_dir = \"elsewhere\"  # from --data-dir",
    ] {
        assert!(printed.lines().any(|printed| printed == line), "{line}: {printed}");
    }
    assert!(!printed.contains("blue-black"));
    // The printed settings are a valid settings file.
    assert!(toml::from_str::<Config>(&printed).is_ok());

    let lines = output_text(&run(&folder, "config print --json", &variables));
    assert!(!lines.contains("blue-black"));
    let lines: Vec<Json> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), printed.lines().count());
    let community = lines.iter().find(|line| line["key"] == "community").unwrap();
    let expected = serde_json::json!({ "key": "community", "value": "Ink Club", "origin": "file", "file": "inkfold.toml", "line": 1 });
    assert_eq!(*community, expected);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "a data folder was made");
}

#[test]
fn config_check_lists_changes_and_advice() {
    let folder = folder(SETTINGS);
    let checked = run(&folder, "config check", &[]);
    assert!(
        output_text(&checked).contains("The settings are valid: 3 of "),
        "{}",
        output_text(&checked)
    );
    assert_eq!(words(&checked), "");
    let nowhere = tempfile::tempdir().unwrap();
    let checked = output_text(&run(&nowhere, "config check", &[]));
    assert!(checked.ends_with("differ from the defaults.\nThere is no inkfold.toml here.\n"));

    let file = folder.path().join("inkfold.toml");
    fs::set_permissions(file, Permissions::from_mode(0o644)).unwrap();
    let checked = run(&folder, "config check --json", &[]);
    assert!(words(&checked).starts_with("warning: `mail.smtp.password` is in inkfold.toml"));
    let checked = json(&checked);
    assert_eq!((&checked["valid"], &checked["changed"]), (&true.into(), &3.into()));
    assert_eq!(checked["warnings"].as_array().unwrap().len(), 1);
}

#[test]
fn every_verb_reports_all_config_errors() {
    let folder = folder("max_uplod_mib = 8\nlisten = 80\n");
    let variables = [("INKFOLD_COMUNITY", "Ink Club")];
    for verb in ["config check", "config print", "book list", "serve"] {
        let refused = run(&folder, verb, &variables);
        assert_eq!(refused.status.code(), Some(1), "{verb}");
        assert!(refused.stdout.is_empty(), "{verb}");
        let text = words(&refused);
        for words in [
            "error: 3 settings are wrong:",
            "- unknown setting `max_uplod_mib` in inkfold.toml, line 1. Did you mean `max_upload_mib`?",
            "- unknown setting `INKFOLD_COMUNITY` in the environment. Did you mean `INKFOLD_COMMUNITY`?",
            "- `listen` from inkfold.toml, line 2 is 80: a text in quotes is wanted",
        ] {
            assert!(text.contains(words), "{verb}, {words}: {text}");
        }
    }
    let refused = run(&folder, "config check --json", &variables);
    let checked: Json = serde_json::from_slice(&refused.stdout).unwrap();
    assert_eq!((refused.status.code(), &checked["valid"]), (Some(1), &false.into()));
    assert_eq!(checked["errors"].as_array().unwrap().len(), 3);

    let missing = run(&folder, "config check --config nowhere.toml", &[]);
    assert_eq!(missing.status.code(), Some(1));
    assert!(words(&missing).contains("the settings in nowhere.toml cannot be read: No such file"));
}

#[test]
fn config_check_finds_missing_files() {
    let folder = folder(
        "public_url = \"https://ink.example.org\"\n[tls]\nmode = \"files\"\n\
         certificate_file = \"c.pem\"\nkey_file = \"k.pem\"\n",
    );
    let refused = run(&folder, "config check", &[]);
    assert_eq!(refused.status.code(), Some(1));
    let text = words(&refused);
    for words in ["2 settings are wrong", "- `certificate_file` in [tls] is not there: c.pem"] {
        assert!(text.contains(words), "{words}: {text}");
    }
    for name in ["c.pem", "k.pem"] {
        File::create(folder.path().join(name)).unwrap();
    }
    assert!(output_text(&run(&folder, "config check", &[])).contains("The settings are valid"));
}

#[test]
fn example_config_is_printed_and_usable() {
    let folder = tempfile::tempdir().unwrap();
    let example = output_text(&run(&folder, "config example", &[]));
    assert_eq!(example, fs::read_to_string(support::root().join("config.example.toml")).unwrap());
    File::create(folder.path().join("inkfold.toml"))
        .unwrap()
        .write_all(example.as_bytes())
        .unwrap();
    assert!(output_text(&run(&folder, "config check", &[])).contains("valid: 0 of "));
}
