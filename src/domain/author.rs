//! Author of a memo, post or comment as readers see it. Outlives the account.

use super::account::Account;

/// Name of an author who has left the community.
const FORMER: &str = "a former member";

/// Names that are shown for an author.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Author {
    /// Username; empty for a guest, who has none, and for an author who has left, because another member may have it by now.
    pub username: String,
    pub name: String,
}

impl Author {
    /// Author with this account; [`Author::former`] if it no longer exists.
    pub fn of(account: Option<&Account>) -> Self {
        account.map_or_else(Self::former, |account| Self {
            username: if account.is_guest() {
                String::new()
            } else {
                account.username.as_str().to_owned()
            },
            name: account.name.as_str().to_owned(),
        })
    }

    /// Author who has left the community.
    pub fn former() -> Self {
        Self { username: String::new(), name: FORMER.to_owned() }
    }
}
