//! Invitations: codes with which somebody may create an account.

use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::id::{AccountId, BookId, InvitationId};
use super::message::Message;
use super::role_grants::RoleGrant;
use super::text::{is_unprintable, to_one_line};
use super::time::Timestamp;
use super::typed_code::InvitationCode;

/// Maximum number of cards of one invitation.
const MAX_CARDS: u32 = 200;
/// Maximum number of accounts that one code can create.
const MAX_USES: u32 = 1_000;
const MAX_DAYS: u32 = 365;
const MAX_NAME_LENGTH: usize = 80;
const DAY: Duration = Duration::from_hours(24);

/// Invitation: one code for several people, or a card with a code of its own for each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Invitation {
    pub id: InvitationId,
    /// Words for the list, such as `Class 7b`; may be empty.
    pub name: String,
    /// Admin who invites; `None` for the operator.
    pub by: Option<AccountId>,
    pub created_at: Timestamp,
    /// `None` for an invitation that does not expire.
    pub expires_at: Option<Timestamp>,
    /// Book that the new member is shown first.
    pub book: Option<BookId>,
    pub role: InvitedRole,
    pub cards: Vec<Card>,
    pub revoked_at: Option<Timestamp>,
}

/// Role of the members who come with an invitation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum InvitedRole {
    #[default]
    Member,
    /// Keeper of the book that the invitation leads to.
    Keeper,
    Moderator,
}

impl InvitedRole {
    pub const ALL: [Self; 3] = [Self::Member, Self::Keeper, Self::Moderator];

    /// The word in JSON and at the command line.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Member => "member",
            Self::Keeper => "keeper",
            Self::Moderator => "moderator",
        }
    }
}

impl FromStr for InvitedRole {
    type Err = Message;

    fn from_str(text: &str) -> Result<Self, Message> {
        Self::ALL.into_iter().find(|role| role.as_str() == text).ok_or_else(|| {
            Message::new("choice-unknown", "Choose from {choices}.")
                .with("choices", Self::ALL.map(Self::as_str).join(", "))
        })
    }
}

/// Code of an invitation, with the number of accounts that it can still create.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Card {
    pub code: InvitationCode,
    pub max_uses: u32,
    pub uses: u32,
}

/// State of an invitation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvitationState {
    Usable,
    UsedUp,
    Expired,
    Revoked,
}

/// Wanted properties of a new invitation, as they were typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewInvitation {
    pub name: String,
    /// Number of accounts that each code can create; 1 for an invitation that gives a role.
    pub uses: u32,
    /// Number of cards, each with a code of its own.
    pub cards: u32,
    /// Days until it expires; `None` for never.
    pub days: Option<u32>,
    pub book: Option<BookId>,
    pub role: InvitedRole,
}

impl Default for NewInvitation {
    fn default() -> Self {
        Self {
            name: String::new(),
            uses: 1,
            cards: 1,
            days: None,
            book: None,
            role: InvitedRole::Member,
        }
    }
}

impl NewInvitation {
    /// Checks the properties, and tidies the name.
    ///
    /// # Errors
    /// The name of the field that is wrong, and a message.
    pub fn validated(self) -> Result<Self, (&'static str, Message)> {
        let name = to_one_line(&self.name);
        if name.chars().count() > MAX_NAME_LENGTH || name.chars().any(is_unprintable) {
            let message = Message::new(
                "invitation-name",
                "The name has at most {max} characters, all of them printable.",
            );
            return Err(("name", message.with("max", MAX_NAME_LENGTH)));
        }
        if !(1..=MAX_USES).contains(&self.uses) {
            let message = Message::new("invitation-uses", "A code creates 1 to {max} accounts.");
            return Err(("uses", message.with("max", MAX_USES)));
        }
        if !(1..=MAX_CARDS).contains(&self.cards) {
            let message = Message::new("invitation-cards", "An invitation has 1 to {max} cards.");
            return Err(("cards", message.with("max", MAX_CARDS)));
        }
        if self.days.is_some_and(|days| !(1..=MAX_DAYS).contains(&days)) {
            let message = Message::new("invitation-days", "An invitation lasts 1 to {max} days.");
            return Err(("days", message.with("max", MAX_DAYS)));
        }
        if self.role == InvitedRole::Keeper && self.book.is_none() {
            let message = Message::new("keeper-without-book", "Choose the book of the keeper.");
            return Err(("book", message));
        }
        if self.role != InvitedRole::Member && self.uses > 1 {
            let message =
                Message::new("role-for-several", "A code that gives a role creates one account.");
            return Err(("uses", message));
        }
        Ok(Self { name, ..self })
    }

    /// Moment on the last day of an invitation that is created now.
    pub fn last_day(&self, now: Timestamp) -> Option<Timestamp> {
        self.days.map(|days| now + DAY * days)
    }
}

impl Invitation {
    /// State of the invitation as a whole: it is used up when no card can be used.
    pub fn state(&self, now: Timestamp) -> InvitationState {
        if self.revoked_at.is_some() {
            InvitationState::Revoked
        } else if self.expires_at.is_some_and(|moment| moment <= now) {
            InvitationState::Expired
        } else if self.cards.iter().all(Card::is_used_up) {
            InvitationState::UsedUp
        } else {
            InvitationState::Usable
        }
    }

    /// Role that a new member is given.
    pub fn appointment(&self) -> Option<RoleGrant> {
        match self.role {
            InvitedRole::Member => None,
            InvitedRole::Keeper => self.book.map(RoleGrant::Keeper),
            InvitedRole::Moderator => Some(RoleGrant::Moderator),
        }
    }

    /// Card with this code.
    pub fn card(&self, code: InvitationCode) -> Option<&Card> {
        self.cards.iter().find(|card| card.code == code)
    }

    /// Counts a use of the code by a new member.
    ///
    /// # Errors
    /// A message when the invitation is revoked, expired or used up.
    pub fn redeemed(mut self, code: InvitationCode, now: Timestamp) -> Result<Self, Message> {
        let state = self.state(now);
        let card = self.cards.iter_mut().find(|card| card.code == code);
        let Some(card) = card.filter(|_| state != InvitationState::Revoked) else {
            return Err(Message::new("invitation-revoked", "This invitation was withdrawn."));
        };
        if state == InvitationState::Expired {
            return Err(Message::new("invitation-expired", "This invitation has expired."));
        }
        if card.is_used_up() {
            return Err(Message::new("invitation-used", "This invitation was used already."));
        }
        card.uses += 1;
        Ok(self)
    }
}

impl Card {
    pub fn is_used_up(&self) -> bool {
        self.uses >= self.max_uses
    }
}

/// Invitation with which a member came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InvitedBy {
    pub invitation: InvitationId,
    /// Admin who invited; `None` for the operator.
    pub by: Option<AccountId>,
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp { seconds: 1_000, nanoseconds: 0 };

    fn invitation(cards: u8, max_uses: u32) -> Invitation {
        let card = |n: u8| Card { code: InvitationCode::new([n; 8]), max_uses, uses: 0 };
        Invitation {
            id: InvitationId::new(NOW, [1; 10]),
            name: "Class 7b".into(),
            by: None,
            created_at: NOW,
            expires_at: Some(NOW + DAY),
            book: None,
            role: InvitedRole::Member,
            cards: (0..cards).map(card).collect(),
            revoked_at: None,
        }
    }

    fn name(refused: Result<Invitation, Message>) -> String {
        refused.unwrap_err().to_string()
    }

    #[test]
    fn code_works_as_often_as_it_says() {
        let code = InvitationCode::new([0; 8]);
        let once = invitation(1, 2).redeemed(code, NOW).unwrap();
        assert_eq!(once.state(NOW), InvitationState::Usable);
        let twice = once.redeemed(code, NOW).unwrap();
        assert_eq!(twice.state(NOW), InvitationState::UsedUp);
        assert_eq!(name(twice.redeemed(code, NOW)), "This invitation was used already.");
    }

    #[test]
    fn each_card_works_by_itself() {
        let [first, second] = [0, 1].map(|n| InvitationCode::new([n; 8]));
        let used = invitation(2, 1).redeemed(first, NOW).unwrap();
        assert!(used.clone().redeemed(first, NOW).is_err());
        assert_eq!(used.redeemed(second, NOW).unwrap().state(NOW), InvitationState::UsedUp);
    }

    #[test]
    fn expired_and_revoked_invitations_are_refused() {
        let code = InvitationCode::new([0; 8]);
        assert_eq!(
            name(invitation(1, 1).redeemed(code, NOW + DAY)),
            "This invitation has expired."
        );
        let revoked = Invitation { revoked_at: Some(NOW), ..invitation(1, 1) };
        assert_eq!(name(revoked.redeemed(code, NOW)), "This invitation was withdrawn.");
        assert!(invitation(1, 1).redeemed(InvitationCode::new([9; 8]), NOW).is_err());
    }

    #[test]
    fn impossible_invitations_are_refused() {
        let new = NewInvitation::default;
        let field = |wanted: NewInvitation| wanted.validated().unwrap_err().0;
        assert_eq!(field(NewInvitation { uses: 0, ..new() }), "uses");
        assert_eq!(field(NewInvitation { cards: 201, ..new() }), "cards");
        assert_eq!(field(NewInvitation { days: Some(0), ..new() }), "days");
        assert_eq!(field(NewInvitation { name: "a".repeat(81), ..new() }), "name");
        let keeper = NewInvitation { role: InvitedRole::Keeper, ..new() };
        assert_eq!(field(keeper), "book");
        let moderators = NewInvitation { role: InvitedRole::Moderator, uses: 2, ..new() };
        assert_eq!(field(moderators), "uses");
        let tidy = NewInvitation { name: " Class \n 7b ".into(), ..new() }.validated().unwrap();
        assert_eq!(tidy.name, "Class 7b");
    }
}
