//! Operator API for members' API tokens.

use std::sync::Arc;

use axum::Router;
use axum::extract::Path;
use axum::routing::{delete, get};
use serde::{Deserialize, Serialize};

use crate::context::Context;
use crate::domain::account::Account;
use crate::domain::api_token::ApiToken;
use crate::domain::id::ApiTokenId;
use crate::domain::item::Item;
use crate::domain::policy::Actor;
use crate::domain::time::Timestamp;
use crate::error::Required;
use crate::http::extractors::Json;
use crate::services::accounts::api_tokens::{self, NewApiToken};
use crate::services::accounts::members;

use super::call::{Operator, Reply};
use super::nouns::Noun;

/// API token, as the command line shows it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Token {
    pub id: String,
    /// Username of its member.
    pub member: String,
    pub name: String,
    pub scopes: Vec<String>,
    pub created_at: String,
    pub expires_at: String,
    /// Time of last use, to within an hour.
    pub used_at: Option<String>,
}

/// Token that was just made.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct IssuedToken {
    /// Text of the token, shown once.
    pub token: String,
    pub details: Token,
}

/// Wanted token.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TokenOptions {
    /// Mail address, username or uid.
    pub member: String,
    pub name: String,
    pub scopes: Vec<String>,
    pub days: u32,
}

impl From<(ApiToken, Account)> for Token {
    fn from((token, account): (ApiToken, Account)) -> Self {
        Self {
            id: token.id.to_string(),
            member: account.username.as_str().to_owned(),
            name: token.name.as_str().to_owned(),
            scopes: token.scopes.iter().map(ToString::to_string).collect(),
            created_at: token.created_at.to_rfc3339(),
            expires_at: token.expires_at.to_rfc3339(),
            used_at: token.used_at.map(Timestamp::to_rfc3339),
        }
    }
}

pub(super) fn routes() -> Router<Arc<Context>> {
    Router::new()
        .route("/api/operator/tokens", get(list_tokens).post(add_token))
        .route("/api/operator/tokens/{token}", delete(revoke_token))
}

async fn list_tokens(operator: Operator) -> Reply<Vec<Token>> {
    operator.list(api_tokens::list_all).await
}

async fn add_token(operator: Operator, Json(options): Json<TokenOptions>) -> Reply<IssuedToken> {
    let TokenOptions { member, name, scopes, days } = options;
    let operator = operator.naming(Noun::Member, &member);
    let add = move |context: &Context, actor: &Actor| {
        let owner = members::find(context, actor, &member)?;
        let new = NewApiToken { name, scopes, days };
        let issued = api_tokens::create_for(context, actor, owner, &new)?;
        let account = members::get(context, actor, owner)?.member.account;
        Ok(IssuedToken { token: issued.text, details: (issued.token, account).into() })
    };
    operator.run(add).await
}

async fn revoke_token(operator: Operator, Path(id): Path<String>) -> Reply<Token> {
    let operator = operator.naming(Noun::Token, &id);
    let revoke = move |context: &Context, actor: &Actor| {
        let id: ApiTokenId = id.parse().required(Item::ApiToken)?;
        api_tokens::revoke_for(context, actor, id)
    };
    operator.run(revoke).await
}
