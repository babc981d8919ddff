//! API tokens: credentials of a member's scripts, with a scope, a name and an end.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::credential_name::CredentialName;
use super::id::{AccountId, ApiTokenId};
use super::message::Message;
use super::secret::Secret;
use super::session::SESSION_TOUCH_INTERVAL;
use super::time::Timestamp;

/// Maximum number of tokens of an account.
pub const MAX_API_TOKENS: usize = 20;
/// Maximum lifetime of a token, in days.
const MAX_DAYS: u32 = 365;
/// Beginning of every token, by which people and secret scanners recognise it.
pub const PREFIX: &str = "inkfold_";

/// API token of a member. Stored by the hash of its secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ApiToken {
    pub id: ApiTokenId,
    pub account: AccountId,
    pub name: CredentialName,
    pub scopes: BTreeSet<TokenScope>,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
    /// Time of last use, to within an hour.
    pub used_at: Option<Timestamp>,
}

impl ApiToken {
    /// Whether the token has not expired.
    pub fn is_alive(&self, now: Timestamp) -> bool {
        self.expires_at > now
    }

    /// Whether the stored time of last use is too old.
    pub fn is_use_outdated(&self, now: Timestamp) -> bool {
        self.used_at.is_none_or(|used_at| now.since(used_at) >= SESSION_TOUCH_INTERVAL)
    }
}

/// Group of calls that a token opens, as far as its member may make them. Stored, so variants are only ever appended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum TokenScope {
    /// Reading whatever the member may read, outside administration.
    Read,
    /// Having forms read, and submitting, describing, removing and reporting memos.
    Memos,
    /// Posts, comments and likes, and reports of posts and comments.
    Threads,
    /// Looking after books: questions, dates, reminders, guests, editions, and verdicts on memos.
    Books,
    /// Reading what admins, keepers and moderators see: members, statistics, the log.
    Administration,
}

impl TokenScope {
    pub const ALL: [Self; 5] =
        [Self::Read, Self::Memos, Self::Threads, Self::Books, Self::Administration];

    /// The word in JSON and at the command line.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Memos => "memos",
            Self::Threads => "threads",
            Self::Books => "books",
            Self::Administration => "administration",
        }
    }
}

impl fmt::Display for TokenScope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for TokenScope {
    type Err = Message;

    fn from_str(text: &str) -> Result<Self, Message> {
        Self::ALL.into_iter().find(|scope| scope.as_str() == text).ok_or_else(|| {
            Message::new("choice-unknown", "Choose from {choices}.")
                .with("choices", Self::ALL.map(Self::as_str).join(", "))
        })
    }
}

/// Parses the scopes of a new token.
///
/// # Errors
/// Message for people, when there is none or an unknown one.
pub fn parse_scopes(names: &[String]) -> Result<BTreeSet<TokenScope>, Message> {
    let scopes: BTreeSet<TokenScope> =
        names.iter().map(|name| name.parse()).collect::<Result<_, _>>()?;
    if scopes.is_empty() {
        return Err(Message::new("token-scopes", "Choose at least one scope."));
    }
    Ok(scopes)
}

/// Lifetime of a new token.
///
/// # Errors
/// Message for people, when it is not between 1 and 365 days.
pub fn lifetime(days: u32) -> Result<Duration, Message> {
    if !(1..=MAX_DAYS).contains(&days) {
        return Err(Message::new("token-days", "A token lasts from 1 to {max} days.")
            .with("max", u64::from(MAX_DAYS)));
    }
    Ok(Duration::from_hours(24) * days)
}

/// The token as its owner writes it into a script.
pub fn to_text(secret: &Secret) -> String {
    format!("{PREFIX}{}", secret.reveal())
}

/// The claimed secret of a token's text; `None` for another kind of text.
pub fn parse_text(text: &str) -> Option<Secret> {
    text.strip_prefix(PREFIX).map(Secret::from_untrusted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn token_text_reads_back_as_its_secret() {
        let secret = Secret::new([7; 32]);
        let text = to_text(&secret);
        assert_eq!((text.len(), &text[..8]), (8 + 43, "inkfold_"));
        assert_eq!(parse_text(&text).map(|claimed| claimed.hash()), Some(secret.hash()));
        for other in ["", "inkfold", secret.reveal(), "Inkfold_x"] {
            assert!(parse_text(other).is_none(), "{other}");
        }
    }

    #[test]
    fn token_scopes_are_parsed_by_name() {
        for scope in TokenScope::ALL {
            assert_eq!(scope.as_str().parse(), Ok(scope));
        }
        let both = parse_scopes(&["memos".into(), "read".into(), "read".into()]).unwrap();
        assert_eq!(both, BTreeSet::from([TokenScope::Read, TokenScope::Memos]));
        assert_eq!(parse_scopes(&[]).unwrap_err().key(), "token-scopes");
        assert_eq!(parse_scopes(&["all".into()]).unwrap_err().key(), "choice-unknown");
    }

    #[test]
    fn token_lifetime_has_bounds() {
        assert_eq!(lifetime(1), Ok(Duration::from_hours(24)));
        assert_eq!(lifetime(365), Ok(Duration::from_hours(365 * 24)));
        for days in [0, 366, u32::MAX] {
            assert_eq!(lifetime(days).unwrap_err().key(), "token-days");
        }
    }
}
