//! Operator API for members, who are named by mail address, username or uid.

mod view;

use std::sync::Arc;

use axum::Router;
use axum::extract::Path;
use axum::routing::{delete, get, post};
use serde::{Deserialize, Serialize};

use crate::context::Context;
use crate::domain::id::AccountId;
use crate::domain::item::Item;
use crate::domain::policy::Actor;
use crate::domain::role_grants::RoleGrant;
use crate::error::{Required, Result};
use crate::http::extractors::Json;
use crate::http::ids::book_id;
use crate::services::accounts::members::{self, Member};
use crate::services::accounts::{
    self, AccountFlags, SignUp, applications, deletion, export, recovery, role_grants,
    second_factor,
};
use crate::services::moderation;

use super::call::{Operator, Reply};
use super::nouns::Noun;

pub use view::{
    AddedUser, Application, Contribution, Dismissed, ExportedMember, Profile, ResetLink, Session,
    SessionsEnded, User, UserDetails,
};

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

/// Role of a member: moderator, or keeper of a book.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Role {
    /// Id of the book of a keeper; `None` for a moderator.
    pub book: Option<String>,
}

impl Role {
    fn parse(&self) -> Result<RoleGrant> {
        Ok(match &self.book {
            Some(book) => RoleGrant::Keeper(book_id(book)?),
            None => RoleGrant::Moderator,
        })
    }
}

/// Suspension of a member.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct NewSuspension {
    pub days: u32,
    /// Reason for the member; may be empty.
    pub why: String,
}

pub(super) fn routes() -> Router<Arc<Context>> {
    let of_member = Router::new()
        .route("/", get(show_user).delete(delete_user))
        .route("/promote", post(promote_user))
        .route("/removal", get(check_departure))
        .route("/demote", get(check_demotion).post(demote_user))
        .route("/appoint", post(appoint_user))
        .route("/dismiss", post(dismiss_user))
        .route("/verify", post(verify_user))
        .route("/disable", get(check_departure).post(disable_user))
        .route("/enable", post(enable_user))
        .route("/accept", post(accept_applicant))
        .route("/decline", post(decline_applicant))
        .route("/suspend", post(suspend_user))
        .route("/release", post(release_user))
        .route("/reset-link", post(make_reset_link))
        .route("/second-factor", get(check_second_factor).delete(remove_second_factor))
        .route("/export", post(export_user))
        .route("/sessions", get(list_sessions).delete(end_sessions))
        .route("/sessions/{session}", delete(end_session));
    Router::new()
        .route("/api/operator/users", get(list_users).post(add_user))
        .route("/api/operator/applications", get(list_applications))
        .route("/api/operator/new-user/check", post(check_new_user))
        .nest("/api/operator/users/{member}", of_member)
}

async fn list_users(operator: Operator) -> Reply<Vec<User>> {
    operator.list(members::list).await
}

async fn add_user(operator: Operator, Json(new): Json<NewUser>) -> Reply<AddedUser> {
    operator.run(move |context, actor| add(context, actor, new)).await
}

/// Checks what a new account has besides its password.
async fn check_new_user(operator: Operator, Json(new): Json<NewUser>) -> Reply<()> {
    let NewUser { email, username, name, .. } = new;
    let sign_up = SignUp { email, username, name, ..SignUp::default() };
    operator.run(move |context, actor| accounts::check_new(context, actor, &sign_up)).await
}

fn add(context: &Context, actor: &Actor, new: NewUser) -> Result<AddedUser> {
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
        return Ok(AddedUser::Invited((account.id, reset).into()));
    }
    Ok(AddedUser::Added(Member { account, memos: 0, suspension: None, is_moderator: false }.into()))
}

async fn show_user(operator: Operator, Path(member): Path<String>) -> Reply<UserDetails> {
    of_member(operator, member, members::get).await
}

async fn delete_user(operator: Operator, Path(member): Path<String>) -> Reply<User> {
    let delete = |context: &Context, actor: &Actor, id| {
        let member = members::get(context, actor, id)?.member;
        deletion::delete(context, actor, id)?;
        Ok(member)
    };
    of_member(operator, member, delete).await
}

async fn promote_user(operator: Operator, Path(member): Path<String>) -> Reply<User> {
    of_member(operator, member, members::promote).await
}

async fn demote_user(operator: Operator, Path(member): Path<String>) -> Reply<User> {
    of_member(operator, member, members::demote).await
}

async fn appoint_user(
    operator: Operator,
    Path(member): Path<String>,
    Json(role): Json<Role>,
) -> Reply<User> {
    let operator = operator.naming(Noun::Book, &role.book);
    let appoint = move |context: &Context, actor: &Actor, id| {
        role_grants::grant_role(context, actor, id, role.parse()?)
    };
    of_member(operator, member, appoint).await
}

async fn dismiss_user(
    operator: Operator,
    Path(member): Path<String>,
    Json(role): Json<Role>,
) -> Reply<Dismissed> {
    let operator = operator.naming(Noun::Book, &role.book);
    let dismiss = move |context: &Context, actor: &Actor, id| {
        let role = role.parse()?;
        let member = role_grants::revoke_role(context, actor, id, role)?;
        Ok((member, role_grants::count(context, actor, role)?))
    };
    of_member(operator, member, dismiss).await
}

async fn verify_user(operator: Operator, Path(member): Path<String>) -> Reply<User> {
    of_member(operator, member, members::verify).await
}

async fn disable_user(operator: Operator, Path(member): Path<String>) -> Reply<User> {
    of_member(operator, member, members::disable).await
}

async fn enable_user(operator: Operator, Path(member): Path<String>) -> Reply<User> {
    of_member(operator, member, members::enable).await
}

async fn list_applications(operator: Operator) -> Reply<Vec<Application>> {
    operator.list(applications::list).await
}

async fn accept_applicant(operator: Operator, Path(member): Path<String>) -> Reply<Application> {
    let accept =
        |context: &Context, actor: &Actor, id| applications::decide(context, actor, id, true);
    of_member(operator, member, accept).await
}

async fn decline_applicant(operator: Operator, Path(member): Path<String>) -> Reply<Application> {
    let decline =
        |context: &Context, actor: &Actor, id| applications::decide(context, actor, id, false);
    of_member(operator, member, decline).await
}

async fn suspend_user(
    operator: Operator,
    Path(member): Path<String>,
    Json(NewSuspension { days, why }): Json<NewSuspension>,
) -> Reply<User> {
    let suspend = move |context: &Context, actor: &Actor, id| {
        moderation::suspend(context, actor, id, days, &why)
    };
    of_member(operator, member, suspend).await
}

async fn release_user(operator: Operator, Path(member): Path<String>) -> Reply<User> {
    of_member(operator, member, moderation::release).await
}

async fn make_reset_link(operator: Operator, Path(member): Path<String>) -> Reply<ResetLink> {
    let make =
        |context: &Context, actor: &Actor, id| Ok((id, recovery::reset_link(context, actor, id)?));
    of_member(operator, member, make).await
}

/// Shows an admin who can be demoted.
async fn check_demotion(operator: Operator, Path(member): Path<String>) -> Reply<User> {
    of_member(operator, member, members::check_demotion).await
}

/// Shows a member who can be disabled or removed.
async fn check_departure(operator: Operator, Path(member): Path<String>) -> Reply<User> {
    of_member(operator, member, members::check_departure).await
}

/// Shows a member who has two-step verification.
async fn check_second_factor(operator: Operator, Path(member): Path<String>) -> Reply<User> {
    let check = |context: &Context, actor: &Actor, id| {
        second_factor::check_removal(context, actor, id)?;
        Ok(members::get(context, actor, id)?.member)
    };
    of_member(operator, member, check).await
}

async fn remove_second_factor(operator: Operator, Path(member): Path<String>) -> Reply<User> {
    let remove = |context: &Context, actor: &Actor, id| {
        second_factor::remove_for(context, actor, id)?;
        Ok(members::get(context, actor, id)?.member)
    };
    of_member(operator, member, remove).await
}

/// Exports a member's data to a file, which the client then moves away.
async fn export_user(operator: Operator, Path(member): Path<String>) -> Reply<ExportedMember> {
    let export = |context: &Context, actor: &Actor, id: AccountId| {
        let (path, bytes) = export::write_file(context, actor, id)?;
        Ok(ExportedMember { uid: id.to_string(), path: path.display().to_string(), bytes })
    };
    of_member(operator, member, export).await
}

async fn list_sessions(operator: Operator, Path(member): Path<String>) -> Reply<Vec<Session>> {
    let operator = operator.naming(Noun::Member, &member);
    let list = move |context: &Context, actor: &Actor| {
        members::sessions::list(context, actor, members::find(context, actor, &member)?)
    };
    operator.list(list).await
}

async fn end_session(
    operator: Operator,
    Path((member, session)): Path<(String, String)>,
) -> Reply<SessionsEnded> {
    // The member is named first: the nearest session is looked for among theirs.
    let operator = operator.naming(Noun::Member, &member).naming(Noun::Session, &session);
    let end = move |context: &Context, actor: &Actor| {
        let id = members::find(context, actor, &member)?;
        let session = session.parse().required(Item::Session)?;
        members::sessions::end(context, actor, id, session)?;
        Ok(SessionsEnded { uid: id.to_string(), ended: 1 })
    };
    operator.run(end).await
}

async fn end_sessions(operator: Operator, Path(member): Path<String>) -> Reply<SessionsEnded> {
    let end = |context: &Context, actor: &Actor, id: AccountId| {
        let ended = members::sessions::end_all(context, actor, id)?;
        Ok(SessionsEnded { uid: id.to_string(), ended })
    };
    of_member(operator, member, end).await
}

/// Runs a service for a named member.
async fn of_member<T: Send + 'static, V: From<T>>(
    operator: Operator,
    member: String,
    service: impl FnOnce(&Context, &Actor, AccountId) -> Result<T> + Send + 'static,
) -> Reply<V> {
    let operator = operator.naming(Noun::Member, &member);
    let service = move |context: &Context, actor: &Actor| {
        service(context, actor, members::find(context, actor, &member)?)
    };
    operator.run(service).await
}
