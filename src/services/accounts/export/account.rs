//! Account, profile and sessions of a member, for the export.

use serde::Serialize;

use crate::domain::account::Account;
use crate::domain::profile::Handedness;
use crate::error::Result;
use crate::store::ReadTx;

use super::{Entry, Part};

pub(super) const ACCOUNT: Part = Part {
    about: "account.json\n    Your account, how you found this site, your profile (hand, tablets, languages), which mails about\n    books you want, and how many you were sent.\n",
    entries: account,
};

pub(super) const SESSIONS: Part = Part {
    about: "sessions.json\n    The browsers in which you are signed in: since when, and when they were last used.\n",
    entries: sessions,
};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct AccountFile<'a> {
    uid: String,
    email: &'a str,
    email_verified: bool,
    username: &'a str,
    name: &'a str,
    admin: bool,
    referred_by: &'a str,
    created_at: String,
    /// Time at which two-step verification was switched on.
    second_step_since: Option<String>,
    /// Time at which the secret address for posting by mail was made. The address itself would let others post.
    secret_mail_address_since: Option<String>,
    /// Editions that are announced by mail, of books with memos by the member.
    edition_notices: &'static str,
    /// Whether drafts of transcriptions are offered.
    transcription_drafts: bool,
    /// Number of books whose publication was announced by mail.
    told_of_books: usize,
    profile: ProfileFile,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ProfileFile {
    handedness: Option<&'static str>,
    preferred_tablets: Vec<&'static str>,
    spoken_languages: Vec<&'static str>,
}

fn account(tx: &ReadTx, account: &Account) -> Result<Vec<Entry>> {
    let profile = &account.profile;
    let factor = tx.second_factor(account.id)?;
    let file = AccountFile {
        uid: account.id.to_string(),
        email: account.email.as_str(),
        email_verified: account.email_verified,
        username: account.username.as_str(),
        name: account.name.as_str(),
        admin: account.admin,
        referred_by: &account.referred_by,
        created_at: account.created_at.to_string(),
        second_step_since: factor
            .and_then(|factor| factor.confirmed_at)
            .map(|since| since.to_string()),
        secret_mail_address_since: tx.mail_secret(account.id)?.map(|own| own.made_at.to_string()),
        edition_notices: tx.edition_notices(account.id)?.as_str(),
        transcription_drafts: !tx.declines_drafts(account.id)?,
        told_of_books: tx.count_notified_books(account.id)?,
        profile: ProfileFile {
            handedness: profile.handedness.map(Handedness::as_str),
            preferred_tablets: profile.tablets.iter().map(|tablet| tablet.as_str()).collect(),
            spoken_languages: profile.languages.iter().map(|word| word.as_str()).collect(),
        },
    };
    Ok(vec![Entry::json("account.json", &file)?])
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SessionFile {
    created_at: String,
    used_at: String,
}

/// Sessions of the member, without anything that could open them, such as the hash of a cookie.
fn sessions(tx: &ReadTx, account: &Account) -> Result<Vec<Entry>> {
    let mut sessions = tx.sessions_of(account.id)?;
    sessions.sort_by_key(|(_, session)| session.id);
    let sessions: Vec<SessionFile> = sessions
        .into_iter()
        .map(|(_, session)| SessionFile {
            created_at: session.created_at.to_string(),
            used_at: session.used_at.to_string(),
        })
        .collect();
    Ok(vec![Entry::json("sessions.json", &sessions)?])
}
