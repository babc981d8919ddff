//! Settings by their full keys, such as `mail.smtp.port`.

use std::collections::BTreeMap;

use serde::Serialize;
use toml::{Table, Value};

use super::{Config, Origin, secret};

/// Setting with its effective value; a secret only shows whether it is set.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Setting {
    pub key: String,
    pub value: Value,
    #[serde(flatten)]
    pub origin: Origin,
}

impl Setting {
    /// Lists every setting of `config` as a default, by key.
    ///
    /// # Errors
    /// If a path is not UTF-8.
    pub fn all_by_default(config: &Config) -> Result<Vec<Self>, toml::ser::Error> {
        let setting = |(key, value)| Self { key, value, origin: Origin::Default };
        Ok(flat(config)?.into_iter().map(setting).collect())
    }

    /// Splits the key into section and name; the section is empty for top-level settings.
    pub fn section_and_name(&self) -> (&str, &str) {
        self.key.rsplit_once('.').unwrap_or(("", &self.key))
    }

    /// Whether the value is a secret.
    pub fn is_secret(&self) -> bool {
        flat(&Config::default()).is_ok_and(|known| secret::is_one(&self.key, &known))
    }
}

/// Value given by one source.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SourcedValue {
    pub(super) key: String,
    pub(super) value: Value,
    pub(super) origin: Origin,
}

/// Values of all settings by key.
pub(super) type FlatConfig = BTreeMap<String, Value>;

/// Flattens `config` into keys and values.
///
/// # Errors
/// If a path is not UTF-8, and so cannot be written in a settings file.
pub(super) fn flat(config: &Config) -> Result<FlatConfig, toml::ser::Error> {
    let mut flat = FlatConfig::new();
    flatten("", Table::try_from(config)?, &mut flat);
    Ok(flat)
}

fn flatten(section: &str, table: Table, flat: &mut FlatConfig) {
    for (name, value) in table {
        let key = join(section, &name);
        match value {
            Value::Table(table) => flatten(&key, table, flat),
            value => drop(flat.insert(key, value)),
        }
    }
}

/// Joins section and name to a key; the top-level section is empty.
pub(super) fn join(section: &str, name: &str) -> String {
    if section.is_empty() { name.to_owned() } else { format!("{section}.{name}") }
}

/// Whether there are settings below this key.
pub(super) fn is_section(name: &str, known: &FlatConfig) -> bool {
    known.keys().any(|key| key.strip_prefix(name).is_some_and(|rest| rest.starts_with('.')))
}

/// Nests settings in tables, as in a settings file.
pub(super) fn nest<'a>(settings: impl Iterator<Item = (&'a str, Value)>) -> Table {
    let mut whole = Table::new();
    for (key, value) in settings {
        let mut sections: Vec<&str> = key.split('.').collect();
        let Some(name) = sections.pop() else { continue };
        let mut table = &mut whole;
        for section in sections {
            let inner = table.entry(section).or_insert_with(|| Value::Table(Table::new()));
            let Value::Table(inner) = inner else { return whole };
            table = inner;
        }
        table.insert(name.to_owned(), value);
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_name_parses_back() {
        let flat = flat(&Config::default()).unwrap();
        assert_eq!(flat["mail.smtp.port"], Value::Integer(587));
        assert!(is_section("mail", &flat) && is_section("mail.smtp", &flat));
        assert!(!is_section("listen", &flat) && !is_section("mail.s", &flat));
        let nested = nest(flat.iter().map(|(key, value)| (key.as_str(), value.clone())));
        assert_eq!(nested, Table::try_from(Config::default()).unwrap());
    }
}
