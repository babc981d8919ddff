//! Who wrote something, as readers see it: it outlives the account.

use super::account::Account;

/// The name under what somebody wrote who has left.
const FORMER: &str = "a former member";

/// The names under a memo.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Author {
    /// Empty for somebody who has left: the name may be another's by now.
    pub username: String,
    pub name: String,
}

impl Author {
    /// The author whose account this is, if it is still there.
    pub fn of(account: Option<&Account>) -> Self {
        account.map_or_else(Self::former, |account| Self {
            username: account.username.as_str().to_owned(),
            name: account.name.as_str().to_owned(),
        })
    }

    /// Somebody who has left.
    pub fn former() -> Self {
        Self { username: String::new(), name: FORMER.to_owned() }
    }
}
