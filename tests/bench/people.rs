//! Members of the communities that are measured.

use inkfold::context::Context;
use inkfold::domain::id::AccountId;
use inkfold::domain::policy::Actor;
use inkfold::error::Error;
use inkfold::services::accounts::{self, AccountFlags, SignUp};

pub(crate) const PASSWORD: &str = "ink-and-paper";

/// Adds a member with a verified address.
pub(crate) fn member(context: &Context, username: &str) -> Result<AccountId, Error> {
    let sign_up = SignUp {
        email: email(username),
        password: PASSWORD.into(),
        username: username.into(),
        name: username.into(),
        ..SignUp::default()
    };
    let flags = AccountFlags { verified: true, admin: false };
    Ok(accounts::add(context, &Actor::Operator, &sign_up, flags)?.id)
}

pub(crate) fn email(username: &str) -> String {
    format!("{username}@example.org")
}
