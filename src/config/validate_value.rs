//! Validation of single values, with the setting, its source, and the expected kind of value.

use toml::{Table, Value};

use super::Config;
use super::copy_url::has_password;
use super::secret;
use super::value::{FlatConfig, SourcedValue, nest};
use crate::domain::recipient::has_secret;

/// Fault of a value that its setting cannot have. Unknown settings are ignored here.
pub(super) fn fault(given: &SourcedValue, known: &FlatConfig) -> Option<String> {
    let SourcedValue { key, value, origin } = given;
    let default = known.get(key)?;
    let wanted = other_kind(value, default).or_else(|| refusal(key, value, default))?;
    // A mistyped secret must not be shown either.
    let text = value.to_string();
    let is_secret = secret::is_one(key, known) || has_secret(&text) || has_password(&text);
    let shown = if is_secret { "\"…\"".to_owned() } else { value.to_string() };
    Some(format!("`{key}` from {origin} is {shown}: {wanted}"))
}

/// Expected kind of value, if the value is of another kind.
fn other_kind(value: &Value, default: &Value) -> Option<String> {
    if value.same_type(default) {
        return None;
    }
    let wanted = match default {
        Value::String(_) => "a text in quotes is wanted",
        Value::Integer(_) => "a whole number is wanted",
        Value::Float(_) => "a number is wanted",
        Value::Boolean(_) => "true or false is wanted",
        Value::Array(_) => "a list such as [\"one\", \"two\"] is wanted",
        Value::Datetime(_) => "a time is wanted",
        Value::Table(_) => "a section is wanted",
    };
    Some(wanted.to_owned())
}

/// Error of the setting's own parser, with all other settings at their defaults.
fn refusal(key: &str, value: &Value, default: &Value) -> Option<String> {
    let alone: Table = nest([(key, value.clone())].into_iter());
    let refusal = alone.try_into::<Config>().err()?;
    Some(match value {
        Value::Integer(number) if *number > 0 => "a smaller number is wanted".to_owned(),
        Value::Integer(_) => "a larger number is wanted".to_owned(),
        Value::Array(_) => refusal.message().to_owned(),
        Value::String(_)
        | Value::Float(_)
        | Value::Boolean(_)
        | Value::Datetime(_)
        | Value::Table(_) => {
            // Replaces the library's term for one of several values.
            let words = refusal.message().replace("unknown variant", "unknown value");
            format!("{words}; the default is {default}")
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Origin;
    use crate::config::value::flat;

    #[test]
    fn wrong_value_is_reported_with_expected_one() {
        let known = flat(&Config::default()).unwrap();
        let fault = |key: &str, value: Value| {
            fault(&SourcedValue { key: key.into(), value, origin: Origin::Default }, &known)
        };
        for (key, value, words) in [
            ("mail.smtp.port", "x".into(), "is \"x\": a whole number is wanted"),
            ("mail.smtp.port", Value::Integer(70_000), "is 70000: a smaller number"),
            ("limits.per_address", Value::Integer(0), "is 0: a larger number"),
            ("prize.enabled", Value::Integer(1), "true or false"),
            ("hosts", "ink.lan".into(), "a list such as"),
            ("hosts", Value::Array(vec![Value::Integer(1)]), "a string"),
            ("trusted_proxies", Value::Array(vec!["x".into()]), "`x` is not a network"),
            ("backup.encrypt_to", Value::Array(vec!["age1x".into()]), "`age1x` is not a recipient"),
            ("mail.transport", "fax".into(), "unknown value `fax`, expected one of `smtp`"),
            ("listen", "everywhere".into(), "the default is \"127.0.0.1:8080\""),
            ("time_zone", "Berlin".into(), "`Berlin` is not a time zone"),
            ("community", Value::Integer(1984), "a text in quotes"),
        ] {
            let told = fault(key, value).unwrap();
            assert!(told.starts_with(&format!("`{key}` from the defaults is ")), "{told}");
            assert!(told.contains(words), "{told}");
        }
        for (key, value) in &known {
            assert_eq!(fault(key, value.clone()), None);
        }
        let told = fault("mail.smtp.password", Value::Integer(12_345)).unwrap();
        assert!(!told.contains("12345"), "{told}");
        let key = Value::Array(vec!["AGE-SECRET-KEY-1QQQQ".into()]);
        let told = fault("backup.encrypt_to", key).unwrap();
        assert!(told.contains("is a secret key") && !told.contains("QQQQ"), "{told}");
    }
}
