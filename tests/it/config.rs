//! `config.example.toml` lists every setting with its comment, at its default.

use inkfold::config::Config;
use toml::{Table, Value};

use crate::support;

const HEAD: &str = "# Settings of an Inkfold community. Every one is optional; here is each at its default.\n\
    # Stronger than this file: flags, and variables such as INKFOLD_LISTEN or INKFOLD_MAIL__FROM.\n";

#[test]
fn the_example_is_current() {
    support::expect_file("config.example.toml", &example());
}

#[test]
fn the_example_is_the_defaults_with_and_without_its_comment_signs() {
    let example = example();
    assert_eq!(toml::from_str::<Config>(&example).unwrap(), Config::default());
    let bare: Vec<&str> = example
        .lines()
        .map(|line| line.strip_prefix("#").filter(|rest| rest.contains(" = ")).unwrap_or(line))
        .filter(|line| !line.starts_with("# "))
        .collect();
    assert_eq!(toml::from_str::<Config>(&bare.join("\n")).unwrap(), Config::default());
}

/// The doc comments of the settings beside the defaults.
fn example() -> String {
    let source = concat!(
        include_str!("../../src/config.rs"),
        include_str!("../../src/config/backup.rs"),
        include_str!("../../src/config/inbound.rs"),
        include_str!("../../src/config/library.rs"),
        include_str!("../../src/config/mail.rs"),
        include_str!("../../src/config/pdf.rs"),
        include_str!("../../src/config/prize.rs"),
    );
    HEAD.to_owned() + &section(source, "Config", "", &Table::try_from(Config::default()).unwrap())
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
