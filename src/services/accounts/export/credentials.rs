//! Passkeys and API tokens of a member, for the export.

use serde::Serialize;

use crate::domain::account::Account;
use crate::domain::api_token::TokenScope;
use crate::error::Result;
use crate::store::ReadTx;

use super::{Entry, Part};

pub(super) const PASSKEYS: Part = Part {
    about: "passkeys.json\n    Your passkeys: their names, since when, and when they were last used.\n",
    entries: passkeys,
};

pub(super) const API_TOKENS: Part = Part {
    about: "api-tokens.json\n    The API tokens of your scripts: their names and scopes, until when, and when they were last used.\n",
    entries: api_tokens,
};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PasskeyFile {
    name: String,
    created_at: String,
    used_at: Option<String>,
}

/// Passkeys of the member, without their keys.
fn passkeys(tx: &ReadTx, account: &Account) -> Result<Vec<Entry>> {
    let passkeys = tx.passkeys_of(account.id)?;
    let files = passkeys.into_iter().map(|passkey| PasskeyFile {
        name: passkey.name.as_str().to_owned(),
        created_at: passkey.created_at.to_string(),
        used_at: passkey.used_at.map(|at| at.to_string()),
    });
    file("passkeys.json", &files.collect::<Vec<_>>())
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ApiTokenFile {
    name: String,
    scopes: Vec<&'static str>,
    created_at: String,
    expires_at: String,
    used_at: Option<String>,
}

/// API tokens of the member, without their hashes.
fn api_tokens(tx: &ReadTx, account: &Account) -> Result<Vec<Entry>> {
    let tokens = tx.api_tokens_of(account.id)?;
    let files = tokens.into_iter().map(|(_, token)| ApiTokenFile {
        name: token.name.as_str().to_owned(),
        scopes: token.scopes.iter().copied().map(TokenScope::as_str).collect(),
        created_at: token.created_at.to_string(),
        expires_at: token.expires_at.to_string(),
        used_at: token.used_at.map(|at| at.to_string()),
    });
    file("api-tokens.json", &files.collect::<Vec<_>>())
}

/// File with this list; none for an empty one.
fn file<T: Serialize>(name: &str, list: &[T]) -> Result<Vec<Entry>> {
    if list.is_empty() { Ok(Vec::new()) } else { Ok(vec![Entry::json(name, &list)?]) }
}
