//! Settings in environment variables: `INKFOLD_MAIL__FROM` is `from` of `[mail]`.

use std::ffi::OsString;

use serde::Deserialize;
use toml::Value;
use toml::de::ValueDeserializer;

use super::Origin;
use super::value::{FlatConfig, SourcedValue};

const PREFIX: &str = "INKFOLD_";

/// Reads the variables; also returns a fault for each that is not UTF-8.
pub(super) fn read(
    variables: impl Iterator<Item = (OsString, OsString)>,
    known: &FlatConfig,
) -> (Vec<SourcedValue>, Vec<String>) {
    let (mut given, mut faults) = (Vec::new(), Vec::new());
    for (name, text) in variables {
        let Some(key) = name.to_str().and_then(key) else { continue };
        let variable = name.to_string_lossy().into_owned();
        match text.into_string() {
            Ok(text) => {
                let value = value(text, known.get(&key));
                given.push(SourcedValue { key, value, origin: Origin::Variable { variable } });
            }
            Err(_) => faults.push(format!("the variable {variable} is not text in UTF-8")),
        }
    }
    (given, faults)
}

fn key(variable: &str) -> Option<String> {
    Some(variable.strip_prefix(PREFIX)?.to_ascii_lowercase().replace("__", "."))
}

/// Name of a setting's variable.
pub(super) fn name(key: &str) -> String {
    format!("{PREFIX}{}", key.to_ascii_uppercase().replace('.', "__"))
}

/// Parses a value as TOML, such as a number or a list, unless the setting is a text, for which `1984` and `true` are texts, too.
fn value(text: String, default: Option<&Value>) -> Value {
    if default.is_none_or(Value::is_str) {
        return Value::String(text);
    }
    let typed = ValueDeserializer::parse(&text).ok();
    typed.and_then(|typed| Value::deserialize(typed).ok()).unwrap_or(Value::String(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variable_is_parsed_as_number_or_bool() {
        for (text, default, expected) in [
            ("9", Value::Integer(1), Value::Integer(9)),
            ("1984", Value::String("Inkfold".into()), Value::String("1984".into())),
            ("true", Value::Boolean(false), Value::Boolean(true)),
            ("[\"a\"]", Value::Array(Vec::new()), Value::Array(vec!["a".into()])),
            ("nine", Value::Integer(1), Value::String("nine".into())),
        ] {
            assert_eq!(value(text.to_owned(), Some(&default)), expected);
        }
        assert_eq!(key(&name("mail.smtp.port")).unwrap(), "mail.smtp.port");
        assert_eq!(key("PATH"), None);
    }
}
