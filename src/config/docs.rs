//! Documentation of the settings, parsed from `config.example.toml`.

use std::collections::BTreeMap;

use super::EXAMPLE;
use super::value::join;

/// Documentation of every setting, by its full key. Paragraphs are separated by line breaks.
pub fn docs() -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let (mut section, mut words) = ("", Vec::new());
    for line in EXAMPLE.lines() {
        if let Some(comment) = line.strip_prefix("# ") {
            words.push(comment);
        } else if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            section = name;
        } else {
            let setting = line.strip_prefix('#').and_then(|line| line.split_once(" = "));
            if let Some((name, _)) = setting {
                found.insert(join(section, name), words.join("\n"));
            }
            words.clear();
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Config, value::flat};

    #[test]
    fn every_setting_has_documentation() {
        let about = docs();
        for key in flat(&Config::default()).unwrap().keys() {
            assert!(about.get(key).is_some_and(|words| !words.is_empty()), "{key}");
        }
        assert_eq!(about["mail.smtp.port"], "587 goes with `starttls`, 465 with `tls`.");
        assert!(about["community"].starts_with("Name of the community"), "no heading");
        assert_eq!(about["limits.per_address"].lines().count(), 2);
    }
}
