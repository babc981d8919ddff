//! Unknown settings, with suggestions of known ones.

use strsim::osa_distance;

use super::Origin;
use super::value::{FlatConfig, SourcedValue, is_section};
use super::variables;

/// Fault of an unknown setting, with a suggestion.
pub(super) fn fault(given: &SourcedValue, known: &FlatConfig) -> Option<String> {
    let SourcedValue { key, value, origin } = given;
    let is_section = is_section(key, known);
    if known.contains_key(key) || (is_section && value.is_table()) {
        return None;
    }
    if is_section {
        return Some(format!("`{key}` from {origin} is not one setting but a section: [{key}]"));
    }
    let (place, spell): (String, fn(&str) -> String) = match origin {
        Origin::Variable { .. } => ("the environment".to_owned(), variables::name),
        Origin::Default | Origin::File { .. } | Origin::Flag { .. } => {
            (origin.to_string(), str::to_owned)
        }
    };
    let suggestion = find_similar(key, known).map(|key| format!(" Did you mean `{}`?", spell(key)));
    Some(format!("unknown setting `{}` in {place}.{}", spell(key), suggestion.unwrap_or_default()))
}

/// Known setting with the nearest name: mistyped, or with `_` in place of `.` between section and name; otherwise the setting
/// that the unknown one is below, or one of the same name in another section.
fn find_similar<'a>(wrong: &str, known: &'a FlatConfig) -> Option<&'a str> {
    let one_word = |key: &str| key.replace('.', "_");
    let mistyped = known.keys().filter_map(|key| {
        let distance = osa_distance(&one_word(key), &one_word(wrong));
        (distance <= key.len() / 5 + 1).then_some((distance, key))
    });
    let around = || known.keys().find(|key| is_below(wrong, key));
    let elsewhere = || known.keys().find(|key| last(key) == last(wrong));
    mistyped.min().map(|(_, key)| key).or_else(around).or_else(elsewhere).map(String::as_str)
}

fn is_below(name: &str, key: &str) -> bool {
    name.strip_prefix(key).is_some_and(|rest| rest.starts_with('.'))
}

fn last(key: &str) -> &str {
    key.rsplit('.').next().unwrap_or(key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;
    use crate::config::value::flat;

    #[test]
    fn unknown_setting_suggests_nearest_one() {
        let known = flat(&Config::default()).unwrap();
        for (wrong, right) in [
            ("max_uplod_mib", Some("max_upload_mib")),
            ("lsiten", Some("listen")),
            ("mial.from", Some("mail.from")),
            ("mail_from", Some("mail.from")),
            ("mail.smtp_port", Some("mail.smtp.port")),
            ("mail.timeout_seconds", Some("mail.smtp.timeout_seconds")),
            ("listen.port", Some("listen")),
            ("mail.smtp.favourite_colour", None),
            ("theme", None),
        ] {
            assert_eq!(find_similar(wrong, &known), right, "{wrong}");
        }
    }
}
