//! `inkfold user promote`, `demote`, `verify`, `disable`, `enable`, `remove-second-factor` and `remove`.

use inkfold::http::operator::users::{User, UserDetails};

use super::Which;
use crate::client::Client;
use crate::output::{Output, confirm};

pub(super) fn promote(which: &Which, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    change(which, "promote", client, out, |user| {
        format!("{} is an admin now.{}", user.email, unproven(user))
    })
}

/// Hint for a mail address that is not verified; empty for a verified address.
pub(super) fn unproven(user: &User) -> String {
    if user.verified {
        return String::new();
    }
    let email = &user.email;
    format!(
        " The mail address is not verified; if you know that it is right: inkfold user verify {email}"
    )
}

pub(super) fn demote(
    which: &Which,
    client: &Client,
    yes: bool,
    out: &mut Output,
) -> anyhow::Result<()> {
    ask_first(which, client, yes, |user| format!("Take the rights of an admin from {user}?"))?;
    change(which, "demote", client, out, |user| format!("{} is no admin any more.", user.email))
}

pub(super) fn verify(which: &Which, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    change(which, "verify", client, out, |user| format!("{} is verified.", user.email))
}

pub(super) fn disable(
    which: &Which,
    client: &Client,
    yes: bool,
    out: &mut Output,
) -> anyhow::Result<()> {
    ask_first(which, client, yes, |user| {
        format!("Sign {user} out everywhere, and let nobody sign in to the account?")
    })?;
    change(which, "disable", client, out, |user| {
        format!("{} is disabled: signed out everywhere. Their memos stay.", user.email)
    })
}

pub(super) fn enable(which: &Which, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    change(which, "enable", client, out, |user| format!("{} can sign in again.", user.email))
}

pub(super) fn remove_second_factor(
    which: &Which,
    client: &Client,
    yes: bool,
    out: &mut Output,
) -> anyhow::Result<()> {
    ask_first(which, client, yes, |user| format!("Let {user} sign in by password alone?"))?;
    let user = client.delete(which.resource().at("second-factor"))?;
    report(&user, out, |user| format!("{} signs in by password alone.", user.email))
}

pub(super) fn remove(
    which: &Which,
    client: &Client,
    yes: bool,
    out: &mut Output,
) -> anyhow::Result<()> {
    ask_first(which, client, yes, |user| format!("Remove the account of {user} for good?"))?;
    report(&client.delete(which.resource())?, out, |user| {
        format!("{} is removed. Memos in published editions stay, without the name.", user.email)
    })
}

/// Posts an action on a member, and reports the member as it is then.
fn change(
    which: &Which,
    action: &str,
    client: &Client,
    out: &mut Output,
    words: impl FnOnce(&User) -> String,
) -> anyhow::Result<()> {
    report(&client.post(which.resource().at(action), &())?, out, words)
}

pub(super) fn report(
    user: &User,
    out: &mut Output,
    words: impl FnOnce(&User) -> String,
) -> anyhow::Result<()> {
    out.report(user, |to| writeln!(to, "{}", words(user)))
}

/// Names the member in full and asks for confirmation, so that a mistyped username is noticed.
fn ask_first(
    which: &Which,
    client: &Client,
    yes: bool,
    question: impl FnOnce(&str) -> String,
) -> anyhow::Result<()> {
    if yes {
        return Ok(());
    }
    let UserDetails { user, .. } = client.get(which.resource())?;
    confirm(&question(&format!("{} ({}, {})", user.name, user.username, user.email)), yes)
}
