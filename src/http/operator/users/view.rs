//! Views of members, ready to be printed.

use serde::{Deserialize, Serialize};

use crate::domain::account::Account;
use crate::domain::book::Book;
use crate::domain::id::AccountId;
use crate::domain::{profile, session};
use crate::services::accounts::applications::Applicant;
use crate::services::accounts::members::{Member, MemberDetails};
use crate::services::accounts::recovery;

/// Account that was just made.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AddedUser {
    Added(User),
    /// Account of an invited member, who chooses a password by the link.
    Invited(ResetLink),
}

/// Member, as an admin sees one.
#[expect(clippy::struct_excessive_bools, reason = "fields of JSON")]
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct User {
    pub uid: String,
    pub email: String,
    pub username: String,
    pub name: String,
    pub admin: bool,
    pub moderator: bool,
    pub verified: bool,
    pub disabled: bool,
    /// Time until which the member may not post.
    pub suspended_until: Option<String>,
    pub created_at: String,
    /// Number of memos in all books.
    pub memos: u32,
}

/// Application of somebody who wants to become a member.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Application {
    pub uid: String,
    pub email: String,
    pub username: String,
    pub name: String,
    /// Words of the applicant.
    pub words: String,
    pub made_at: String,
    /// Decision; null while the application waits.
    pub accepted: Option<bool>,
}

impl From<Applicant> for Application {
    fn from(Applicant { account, application }: Applicant) -> Self {
        Self {
            uid: account.id.to_string(),
            email: account.email.as_str().to_owned(),
            username: account.username.as_str().to_owned(),
            name: account.name.as_str().to_owned(),
            words: application.words,
            made_at: application.made_at.to_string(),
            accepted: application.decision.map(|decision| decision.is_accepted),
        }
    }
}

/// [`User`] with profile, sessions and contributions.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct UserDetails {
    #[serde(flatten)]
    pub user: User,
    /// Answer of the member to how they heard of the community, in their own words.
    pub referred_by: String,
    /// Name of the member who invited; null if nobody did, or the operator.
    pub invited_by: Option<String>,
    pub profile: Profile,
    /// Number of active sessions.
    pub sessions: u32,
    pub books: Vec<Contribution>,
    /// Names of the books that the member keeps.
    pub keeper_of: Vec<String>,
}

/// Member who has lost a role.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Dismissed {
    #[serde(flatten)]
    pub user: User,
    /// Number of members who still have the role and can sign in.
    pub left: usize,
}

impl From<(Member, usize)> for Dismissed {
    fn from((member, left): (Member, usize)) -> Self {
        Self { user: member.into(), left }
    }
}

/// Writing profile of a member; lists are comma-joined.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Profile {
    pub handedness: String,
    pub preferred_tablets: String,
    pub spoken_languages: String,
}

/// Contribution of a member to one book.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Contribution {
    pub bid: String,
    pub name: String,
    pub memos: u32,
}

/// Archive of a member's data, for a client on the same machine.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ExportedMember {
    pub uid: String,
    /// Path of the archive until the client moves it away.
    pub path: String,
    pub bytes: u64,
}

/// Session of a member.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Session {
    pub id: String,
    pub created_at: String,
    /// Time of last use, to within an hour.
    pub used_at: String,
}

/// Number of a member's sessions that were ended.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SessionsEnded {
    pub uid: String,
    pub ended: u32,
}

/// Link by which a member chooses a new password.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ResetLink {
    pub uid: String,
    pub link: String,
    pub expires_at: String,
}

impl From<Member> for User {
    fn from(Member { account, memos, suspension, is_moderator }: Member) -> Self {
        let Account { id, email, username, name, .. } = account;
        Self {
            uid: id.to_string(),
            email: email.as_str().to_owned(),
            username: username.as_str().to_owned(),
            name: name.as_str().to_owned(),
            admin: account.admin,
            moderator: is_moderator,
            verified: account.email_verified,
            disabled: account.disabled,
            suspended_until: suspension.map(|suspension| suspension.until.to_string()),
            created_at: account.created_at.to_string(),
            memos,
        }
    }
}

impl From<MemberDetails> for UserDetails {
    fn from(details: MemberDetails) -> Self {
        let account = &details.member.account;
        Self {
            referred_by: account.referred_by.clone(),
            invited_by: details.invited_by.map(|author| author.name),
            profile: (&account.profile).into(),
            user: details.member.into(),
            sessions: details.sessions,
            books: details.books.into_iter().map(Contribution::from).collect(),
            keeper_of: details.keeper_of.into_iter().map(|book| book.name).collect(),
        }
    }
}

impl From<&profile::Profile> for Profile {
    fn from(profile: &profile::Profile) -> Self {
        let [handedness, preferred_tablets, spoken_languages] = profile.texts();
        Self { handedness, preferred_tablets, spoken_languages }
    }
}

impl From<(Book, u32)> for Contribution {
    fn from((book, memos): (Book, u32)) -> Self {
        Self { bid: book.id.to_string(), name: book.name, memos }
    }
}

impl From<session::Session> for Session {
    fn from(session: session::Session) -> Self {
        Self {
            id: session.id.to_string(),
            created_at: session.created_at.to_string(),
            used_at: session.used_at.to_string(),
        }
    }
}

impl From<(AccountId, recovery::ResetLink)> for ResetLink {
    fn from((id, reset): (AccountId, recovery::ResetLink)) -> Self {
        Self { uid: id.to_string(), link: reset.link, expires_at: reset.expires_at.to_string() }
    }
}
