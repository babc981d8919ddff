//! Keepers of a book: members who look after it.

use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::context::Context;
use crate::domain::account::Account;
use crate::domain::id::BookId;
use crate::domain::policy::{self, Actor};
use crate::domain::role_grants::RoleGrant;
use crate::http::error::Result;
use crate::http::extractors::{AppState, CurrentActor, Json, run_blocking};
use crate::http::ids::{account_id, book_id};
use crate::services::accounts::{members, role_grants};

/// Keeper of a book.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct KeeperView {
    uid: String,
    name: String,
    username: String,
    /// Whether the account is disabled, so that somebody else has to look after the book.
    disabled: bool,
}

impl From<Account> for KeeperView {
    fn from(account: Account) -> Self {
        Self {
            uid: account.id.to_string(),
            name: account.name.as_str().to_owned(),
            username: account.username.as_str().to_owned(),
            disabled: account.disabled,
        }
    }
}

/// Lists the keepers of a book by name. Without any, only admins look after it.
#[utoipa::path(get, path = "/api/admin/books/{bid}/keepers", tag = "admin",
    params(("bid" = String, Path)), responses((status = 200, body = [KeeperView])))]
pub(in crate::http) async fn list_keepers(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(bid): Path<String>,
) -> Result<Json<Vec<KeeperView>>> {
    let book = book_id(&bid)?;
    Ok(Json(run_blocking(&context, move |context| views(context, &actor, book)).await?))
}

/// Member who becomes a keeper.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct NewKeeper {
    /// Mail address, username or uid.
    member: String,
}

/// Makes a member a keeper of the book, from the next request on, and lists its keepers. Only for admins.
#[utoipa::path(post, path = "/api/admin/books/{bid}/keepers", tag = "admin",
    params(("bid" = String, Path)), request_body = NewKeeper,
    responses((status = 200, body = [KeeperView])))]
pub(in crate::http) async fn add_keeper(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(bid): Path<String>,
    Json(NewKeeper { member }): Json<NewKeeper>,
) -> Result<Json<Vec<KeeperView>>> {
    policy::may_administrate(&actor)?;
    let book = book_id(&bid)?;
    let add = move |context: &Context| {
        let member = members::find(context, &actor, &member)?;
        role_grants::grant_role(context, &actor, member, RoleGrant::Keeper(book))?;
        views(context, &actor, book)
    };
    Ok(Json(run_blocking(&context, add).await?))
}

/// Dismisses a keeper, and lists those who remain. For admins, and for keepers who resign, who get an empty list.
#[utoipa::path(delete, path = "/api/admin/books/{bid}/keepers/{uid}", tag = "admin",
    params(("bid" = String, Path), ("uid" = String, Path)),
    responses((status = 200, body = [KeeperView])))]
pub(in crate::http) async fn remove_keeper(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path((bid, uid)): Path<(String, String)>,
) -> Result<Json<Vec<KeeperView>>> {
    policy::member(&actor)?;
    let (book, keeper) = (book_id(&bid)?, account_id(&uid)?);
    let remove = move |context: &Context| {
        role_grants::revoke_role(context, &actor, keeper, RoleGrant::Keeper(book))?;
        match policy::may_administrate(&actor) {
            Ok(()) => views(context, &actor, book),
            Err(_) => Ok(Vec::new()),
        }
    };
    Ok(Json(run_blocking(&context, remove).await?))
}

fn views(context: &Context, actor: &Actor, book: BookId) -> crate::error::Result<Vec<KeeperView>> {
    let keepers = role_grants::list_keepers(context, actor, book)?;
    Ok(keepers.into_iter().map(KeeperView::from).collect())
}
