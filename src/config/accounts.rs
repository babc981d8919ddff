//! Settings of accounts.

use serde::{Deserialize, Serialize};

/// Accounts of members.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Accounts {
    /// Condition of creating an account: `open` for anybody; `invited` for those with an invitation (see `inkfold invitation`); `approved` for those whom an admin accepts, and who can only read until then; `closed` for nobody. With an invitation, nobody has to be accepted.
    pub registration: Registration,
}

/// Conditions of creating an account.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Registration {
    Open,
    #[default]
    Invited,
    Approved,
    Closed,
}

impl Registration {
    /// The word in settings.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Invited => "invited",
            Self::Approved => "approved",
            Self::Closed => "closed",
        }
    }
}
