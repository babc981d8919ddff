//! `inkfold user verify`, `disable`, `enable`, `remove-second-factor` and `remove`.

use inkfold::http::operator::users::{User, UserDetails};

use super::MemberArgs;
use crate::client::Client;
use crate::output::{Output, confirm};

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

pub(super) fn verify(which: &MemberArgs, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    const VERIFY: Change =
        Change { action: "verify", is_done: |user| user.verified, already: "is verified already" };
    change(which, &VERIFY, client, out, |user| format!("{} is verified.", user.email))
}

pub(super) fn disable(
    which: &MemberArgs,
    client: &Client,
    yes: bool,
    out: &mut Output,
) -> anyhow::Result<()> {
    const DISABLE: Change =
        Change { action: "disable", is_done: |user| user.disabled, already: "is disabled already" };
    let question =
        |user: &str| format!("Disable {user}? They are signed out everywhere, and can't sign in.");
    let ask = || ask_first(which, DISABLE.action, client, yes, question);
    change_after(ask, which, &DISABLE, client, out, |user| {
        format!("{} is disabled: signed out everywhere. Their memos stay.", user.email)
    })
}

pub(super) fn enable(which: &MemberArgs, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    const ENABLE: Change =
        Change { action: "enable", is_done: |user| !user.disabled, already: "is not disabled" };
    change(which, &ENABLE, client, out, |user| format!("{} can sign in again.", user.email))
}

pub(super) fn remove_second_factor(
    which: &MemberArgs,
    client: &Client,
    yes: bool,
    out: &mut Output,
) -> anyhow::Result<()> {
    ask_first(which, "second-factor", client, yes, |user| {
        format!("Let {user} sign in by password alone?")
    })?;
    let user = client.delete(which.resource().at("second-factor"))?;
    report(&user, out, |user| format!("{} signs in by password alone.", user.email))
}

pub(super) fn remove(
    which: &MemberArgs,
    client: &Client,
    yes: bool,
    out: &mut Output,
) -> anyhow::Result<()> {
    ask_first(which, "removal", client, yes, |user| {
        format!("Remove the account of {user} for good?")
    })?;
    report(&client.delete(which.resource())?, out, |user| {
        format!("{} is removed. Memos in published editions stay, without the name.", user.email)
    })
}

/// Change of a member's state.
pub(super) struct Change {
    /// Last segment of the path to post to.
    pub(super) action: &'static str,
    /// Whether the member is in the new state already.
    pub(super) is_done: fn(&User) -> bool,
    /// Note for a member who is in that state already, after the mail address.
    pub(super) already: &'static str,
}

/// Changes a member, and reports the member as it is then.
pub(super) fn change(
    which: &MemberArgs,
    change: &Change,
    client: &Client,
    out: &mut Output,
    words: impl FnOnce(&User) -> String,
) -> anyhow::Result<()> {
    change_after(|| Ok(()), which, change, client, out, words)
}

/// As [`change`], after a confirmation if there is something to change.
fn change_after(
    confirm: impl FnOnce() -> anyhow::Result<()>,
    which: &MemberArgs,
    &Change { action, is_done, already }: &Change,
    client: &Client,
    out: &mut Output,
    words: impl FnOnce(&User) -> String,
) -> anyhow::Result<()> {
    let UserDetails { user, .. } = client.get(which.resource())?;
    if is_done(&user) {
        return report(&user, out, |user| format!("{} {already}.", user.email));
    }
    confirm()?;
    report(&client.post(which.resource().at(action), &())?, out, words)
}

pub(super) fn report(
    user: &User,
    out: &mut Output,
    words: impl FnOnce(&User) -> String,
) -> anyhow::Result<()> {
    out.report(user, |to| writeln!(to, "{}", words(user)))
}

/// Asks for confirmation with the member's full name, so that a mistyped username is noticed.
pub(super) fn ask_first(
    which: &MemberArgs,
    action: &str,
    client: &Client,
    yes: bool,
    question: impl FnOnce(&str) -> String,
) -> anyhow::Result<()> {
    if yes {
        return Ok(());
    }
    let user: User = client.get(which.resource().at(action))?;
    confirm(&question(&format!("{} ({}, {})", user.name, user.username, user.email)), yes)
}
