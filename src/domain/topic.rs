//! Topics of the threads. The code of a topic is part of a mail address, so it must not be mistaken for another topic's.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::id::TopicId;
use super::message::Message;
use super::text::is_unprintable;
use super::time::Timestamp;

const MAX_NAME_LENGTH: usize = 80;
const MIN_CODE_LENGTH: usize = 2;
const MAX_CODE_LENGTH: usize = 32;
/// Codes with a meaning for mail servers or for this site, and codes that visitors would take for the community itself.
const RESERVED: [&str; 16] = [
    "abuse",
    "activate",
    "admin",
    "administrator",
    "hostmaster",
    "inkfold",
    "mailer-daemon",
    "new",
    "noreply",
    "post",
    "postmaster",
    "root",
    "security",
    "support",
    "thread",
    "webmaster",
];

/// Topic under which posts are collected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Topic {
    pub id: TopicId,
    pub name: String,
    pub code: TopicCode,
    pub created_at: Timestamp,
}

/// A topic's name in addresses: small letters, digits and hyphens.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TopicCode(String);

impl TopicCode {
    /// # Errors
    /// A message when the text cannot be a code.
    pub fn parse(text: &str) -> Result<Self, Message> {
        let code = text.trim().to_ascii_lowercase();
        let is_plain = code.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
        let hyphens = code.starts_with('-') || code.ends_with('-') || code.contains("--");
        if !(MIN_CODE_LENGTH..=MAX_CODE_LENGTH).contains(&code.len()) || !is_plain || hyphens {
            return Err(Message::new(
                "topic-code-invalid",
                "A topic's code has {min} to {max} letters and digits, and hyphens between them.",
            )
            .with("min", MIN_CODE_LENGTH)
            .with("max", MAX_CODE_LENGTH));
        }
        let skeleton = Self::skeleton_of(&code);
        if RESERVED.iter().any(|reserved| Self::skeleton_of(reserved) == skeleton) {
            return Err(Message::new(
                "topic-code-reserved",
                "This code is reserved, or too similar to a reserved one.",
            ));
        }
        Ok(Self(code))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Skeleton of the code, which is the same for codes that are easily confused, such as `g00d-lnk` and `good-ink`.
    pub fn skeleton(&self) -> String {
        Self::skeleton_of(&self.0)
    }

    fn skeleton_of(code: &str) -> String {
        let alike = |c: char| match c {
            '0' => 'o',
            '1' | 'i' => 'l',
            '2' => 'z',
            '5' => 's',
            '8' => 'b',
            other => other,
        };
        let joined: String = code.chars().filter(|c| *c != '-').map(alike).collect();
        joined.replace("rn", "m").replace("vv", "w").replace("cl", "d")
    }
}

impl fmt::Display for TopicCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Parses the name of a topic, on one line.
///
/// # Errors
/// A message when the name is empty or too long, or has characters that cannot be printed.
pub fn parse_name(text: &str) -> Result<String, Message> {
    let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let length = name.chars().count();
    if !(1..=MAX_NAME_LENGTH).contains(&length) || name.chars().any(is_unprintable) {
        return Err(Message::new(
            "topic-name-invalid",
            "A topic's name is one line of at most {max} characters.",
        )
        .with("max", MAX_NAME_LENGTH));
    }
    Ok(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn topic_code_fits_in_mail_address() {
        for (text, code) in [("Letters", "letters"), (" haiku-17 ", "haiku-17"), ("a1", "a1")] {
            assert_eq!(TopicCode::parse(text).unwrap().as_str(), code);
        }
        for bad in ["", "a", "-a", "a-", "a--b", "a.b", "a_b", "a b", "tinte😀", "tînte", "a@b"]
        {
            assert!(TopicCode::parse(bad).is_err(), "{bad}");
        }
        assert!(TopicCode::parse(&"a".repeat(33)).is_err());
    }

    #[test]
    fn reserved_codes_are_refused_in_any_spelling() {
        for bad in ["admin", "ADMIN", "adrnin", "adm1n", "ad-min", "p0stmaster", "p05t-ma5ter"] {
            assert!(TopicCode::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn confusable_topic_codes_share_a_skeleton() {
        let skeleton = |code: &str| TopicCode::parse(code).unwrap().skeleton();
        for (one, other) in [
            ("good-ink", "g00d-lnk"),
            ("goodink", "good-ink"),
            ("modern", "modem"),
            ("dew", "clevv"),
        ] {
            assert_eq!(skeleton(one), skeleton(other), "{one} {other}");
        }
        assert_ne!(skeleton("letters"), skeleton("lettres"));
    }

    #[test]
    fn topic_name_is_joined_to_one_line() {
        assert_eq!(parse_name(" Letters\n home "), Ok("Letters home".into()));
        for bad in ["", " ", "a\u{202e}", &"x".repeat(81)] {
            assert!(parse_name(bad).is_err(), "{bad:?}");
        }
    }
}
