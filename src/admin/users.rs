//! Operator requests for members.

mod view;

use serde::{Deserialize, Serialize};

use crate::context::Context;
use crate::domain::id::AccountId;
use crate::domain::policy::Actor;
use crate::error::{Required, Result};
use crate::services::accounts::{self, AccountFlags, SignUp};
use crate::services::members::{self, Member};
use crate::services::{deletion, export, moderation, recovery, second_factor};

use super::Answer;

pub use view::{
    Contribution, Exported, Profile, ResetLink, Session, SessionsEnded, User, UserDetails,
};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Request {
    Add(NewUser),
    List,
    /// Performs an action on the member with this mail address, username or uid.
    One {
        member: String,
        /// Named `verb` in JSON for compatibility with a server of another version that still runs during an upgrade.
        #[serde(rename = "verb")]
        action: MemberAction,
    },
}

/// New account.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct NewUser {
    pub email: String,
    pub username: String,
    pub name: String,
    /// Password; `None` for an invited member, who gets a link to choose one.
    pub password: Option<String>,
    pub admin: bool,
    pub verified: bool,
}

/// Action on one member.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum MemberAction {
    Show,
    Promote,
    Demote,
    Verify,
    Disable,
    Enable,
    /// Suspends for a number of days, with a reason for the member that may be empty.
    Suspend {
        days: u32,
        why: String,
    },
    Release,
    ResetLink,
    RemoveSecondFactor,
    Export,
    Delete,
    ListSessions,
    EndSession {
        session: String,
    },
    EndSessions,
}

pub(super) fn perform(context: &Context, actor: &Actor, request: Request) -> Result<Answer> {
    match request {
        Request::Add(new) => add(context, actor, new),
        Request::List => list(context, actor),
        Request::One { member, action } => {
            one(context, actor, members::find(context, actor, &member)?, action)
        }
    }
}

fn add(context: &Context, actor: &Actor, new: NewUser) -> Result<Answer> {
    let NewUser { email, username, name, password, admin, verified } = new;
    let is_invited = password.is_none();
    // A random password that is never revealed.
    let password = match password {
        Some(password) => password,
        None => context.secret()?.reveal().to_owned(),
    };
    let sign_up = SignUp { email, password, username, name, ..SignUp::default() };
    let account = accounts::add(context, actor, &sign_up, AccountFlags { verified, admin })?;
    if is_invited {
        let reset = recovery::reset_link(context, actor, account.id)?;
        return Ok(Answer::ResetLink((account.id, reset).into()));
    }
    Ok(Answer::User(Member { account, memos: 0, suspension: None }.into()))
}

fn list(context: &Context, actor: &Actor) -> Result<Answer> {
    Ok(Answer::Users(members::list(context, actor)?.into_iter().map(User::from).collect()))
}

fn one(context: &Context, actor: &Actor, id: AccountId, action: MemberAction) -> Result<Answer> {
    let user = |member: Member| Ok(Answer::User(member.into()));
    match action {
        MemberAction::Show => Ok(Answer::UserDetails(members::show(context, actor, id)?.into())),
        MemberAction::Promote => user(members::promote(context, actor, id)?),
        MemberAction::Demote => user(members::demote(context, actor, id)?),
        MemberAction::Verify => user(members::verify(context, actor, id)?),
        MemberAction::Disable => user(members::disable(context, actor, id)?),
        MemberAction::Enable => user(members::enable(context, actor, id)?),
        MemberAction::Suspend { days, why } => {
            user(moderation::suspend(context, actor, id, days, &why)?)
        }
        MemberAction::Release => user(moderation::release(context, actor, id)?),
        MemberAction::ResetLink => {
            let reset = recovery::reset_link(context, actor, id)?;
            Ok(Answer::ResetLink((id, reset).into()))
        }
        MemberAction::RemoveSecondFactor => {
            second_factor::remove_for(context, actor, id)?;
            user(members::show(context, actor, id)?.member)
        }
        MemberAction::Export => Ok(Answer::Exported(export(context, actor, id)?)),
        MemberAction::Delete => {
            let member = members::show(context, actor, id)?.member;
            deletion::delete(context, actor, id)?;
            user(member)
        }
        MemberAction::ListSessions => {
            let sessions = members::sessions::list(context, actor, id)?;
            Ok(Answer::Sessions(sessions.into_iter().map(Session::from).collect()))
        }
        MemberAction::EndSession { session } => {
            let session = session.parse().required("This session")?;
            members::sessions::end(context, actor, id, session)?;
            Ok(Answer::SessionsEnded(SessionsEnded { uid: id.to_string(), ended: 1 }))
        }
        MemberAction::EndSessions => {
            let ended = members::sessions::end_all(context, actor, id)?;
            Ok(Answer::SessionsEnded(SessionsEnded { uid: id.to_string(), ended }))
        }
    }
}

/// Exports a member's data to a file, which the client then moves away.
fn export(context: &Context, actor: &Actor, id: AccountId) -> Result<Exported> {
    let (path, bytes) = export::write_file(context, actor, id)?;
    Ok(Exported { uid: id.to_string(), path: path.display().to_string(), bytes })
}
