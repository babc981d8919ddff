//! Roles that are granted: what members look after for the community without being admins.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::id::BookId;
use super::message::Message;

/// Maximum number of books that a member keeps.
pub const MAX_KEPT: usize = 100;

/// Roles granted to a member. An admin's count only after a demotion.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoleGrants {
    /// Whether the member moderates the threads.
    pub is_moderator: bool,
    /// Books that the member keeps.
    pub keeper_of: BTreeSet<BookId>,
}

/// Role that an admin gives to a member, or that an invitation gives to a new one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RoleGrant {
    Moderator,
    Keeper(BookId),
}

impl RoleGrants {
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }

    pub fn includes(&self, role: RoleGrant) -> bool {
        match role {
            RoleGrant::Moderator => self.is_moderator,
            RoleGrant::Keeper(book) => self.keeper_of.contains(&book),
        }
    }

    /// The grants with another one.
    ///
    /// # Errors
    /// A message when the member keeps too many books.
    pub fn with(mut self, role: RoleGrant) -> Result<Self, Message> {
        match role {
            RoleGrant::Moderator => self.is_moderator = true,
            RoleGrant::Keeper(book) => {
                self.keeper_of.insert(book);
            }
        }
        if self.keeper_of.len() > MAX_KEPT {
            return Err(Message::new("too-many-kept-books", "A member keeps at most {max} books.")
                .with("max", MAX_KEPT));
        }
        Ok(self)
    }

    /// The grants without one.
    #[must_use]
    pub fn without(mut self, role: RoleGrant) -> Self {
        match role {
            RoleGrant::Moderator => self.is_moderator = false,
            RoleGrant::Keeper(book) => {
                self.keeper_of.remove(&book);
            }
        }
        self
    }
}
