//! `inkfold user list` and `show`.

use std::io::{self, Write};

use inkfold::http::operator::users::{User, UserDetails};

use super::MemberArgs;
use crate::client::{Client, resource};
use crate::output::{Output, Page, Table, plain};

const MEMBERS: Table<6> = Table {
    headings: ["EMAIL", "USERNAME", "STANDING", "MEMOS", "SINCE", "NAME"],
    none: "there are no members yet\nhint: `inkfold init` prints a link for the first admin",
};

pub(super) fn list(page: Page, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let users: Vec<User> = client.get(resource("users"))?;
    out.list(&users, page, &MEMBERS, |user| {
        [
            user.email.clone(),
            user.username.clone(),
            standing(user),
            user.memos.to_string(),
            day(&user.created_at).to_owned(),
            user.name.clone(),
        ]
    })
}

pub(super) fn show_user(
    which: &MemberArgs,
    client: &Client,
    out: &mut Output,
) -> anyhow::Result<()> {
    let details: UserDetails = client.get(which.resource())?;
    out.report(&details, |to| write_details(to, &details))
}

/// Describes the member's role and restrictions.
fn standing(user: &User) -> String {
    let suspended = user.suspended_until.as_deref();
    let suspended = suspended.map(|until| format!("may not post until {}", day(until)));
    let words = [
        Some(if user.admin { "admin" } else { "member" }),
        Some("moderator").filter(|_| user.moderator),
        Some("not verified").filter(|_| !user.verified),
        Some("disabled").filter(|_| user.disabled),
        suspended.as_deref(),
    ];
    words.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// Day of a moment such as `2026-01-01T00:00:00Z`.
fn day(moment: &str) -> &str {
    moment.split('T').next().unwrap_or(moment)
}

fn write_details(to: &mut dyn Write, details: &UserDetails) -> io::Result<()> {
    let user = &details.user;
    let profile = &details.profile;
    let (sessions, memos) = (details.sessions.to_string(), user.memos.to_string());
    let referred_by = plain(&details.referred_by);
    let invited_by = plain(details.invited_by.as_deref().unwrap_or_default());
    writeln!(to, "{}", user.name)?;
    for (what, said) in [
        ("email", user.email.as_str()),
        ("username", &user.username),
        ("uid", &user.uid),
        ("standing", &standing(user)),
        ("since", &user.created_at),
        ("heard of us", &referred_by),
        ("invited by", &invited_by),
        ("hand", &profile.handedness),
        ("tablets", &profile.preferred_tablets),
        ("languages", &profile.spoken_languages),
        ("sessions", &sessions),
        ("memos", &memos),
    ] {
        if !said.is_empty() {
            writeln!(to, "  {what:11}  {said}")?;
        }
    }
    for book in &details.keeper_of {
        writeln!(to, "  {:11}  {}", "keeper of", plain(book))?;
    }
    for book in &details.books {
        writeln!(to, "  {:11}  {} in {} ({})", "", book.memos, book.name, book.bid)?;
    }
    Ok(())
}
