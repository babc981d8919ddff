//! Account, profile and sessions of a member, for the export.

use serde::Serialize;

use crate::domain::account::Account;
use crate::domain::begun_answers::BegunAnswers;
use crate::domain::invitation::Invitation;
use crate::domain::profile::Handedness;
use crate::domain::role_grants::RoleGrants;
use crate::domain::weekly_question::ReceivedQuestion;
use crate::error::Result;
use crate::store::ReadTx;

use super::{Entry, Part};

pub(super) const ACCOUNT: Part = Part {
    about: "account.json\n    Your account, how you found this site, who invited you, your application, your invitations,\n    the books that you keep, whether you moderate, your profile (hand, tablets, languages), which mails\n    about books you want, how many you were sent, when you were last reminded, your questions of the\n    week, and which answers of yours were read from a form.\n",
    entries: account,
};

pub(super) const SESSIONS: Part = Part {
    about: "sessions.json\n    The browsers in which you are signed in: since when, and when they were last used.\n",
    entries: sessions,
};

#[expect(clippy::struct_excessive_bools, reason = "fields of JSON")]
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct AccountFile<'a> {
    uid: String,
    email: &'a str,
    email_verified: bool,
    username: &'a str,
    name: &'a str,
    admin: bool,
    moderator: bool,
    /// Names of the books that the member keeps.
    keeper_of: Vec<String>,
    referred_by: &'a str,
    created_at: String,
    /// Username of the member who invited; null for nobody, or for somebody who has left.
    invited_by: Option<String>,
    application: Option<ApplicationFile>,
    /// Invitations by the member, without their codes.
    invitations: Vec<InvitationFile>,
    /// Time at which two-step verification was switched on.
    second_step_since: Option<String>,
    /// Time at which the secret address for posting by mail was made. The address itself would let others post.
    secret_mail_address_since: Option<String>,
    /// Whether keepers may send reminders.
    reminders: bool,
    /// Time of the last reminder.
    reminded_at: Option<String>,
    /// Questions of the week, the last one of each book.
    weekly_questions: Vec<WeeklyFile>,
    /// Books of which a form was read, with the keys of the answers that were on it.
    begun_answers: Vec<BegunFile>,
    /// Editions that are announced by mail, of books with memos by the member.
    edition_notices: &'static str,
    /// Whether drafts of transcriptions are offered.
    transcription_drafts: bool,
    /// Number of books whose publication was announced by mail.
    told_of_books: usize,
    profile: ProfileFile,
}

/// Application to become a member.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ApplicationFile {
    words: String,
    made_at: String,
    /// Null until an admin has decided.
    accepted: Option<bool>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct InvitationFile {
    name: String,
    created_at: String,
    cards: usize,
    /// Number of members who came with it.
    uses: u32,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct WeeklyFile {
    /// Name of the book; null for one that was removed.
    book: Option<String>,
    question: String,
    sent_at: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct BegunFile {
    /// Name of the book; null for one that was removed.
    book: Option<String>,
    questions: Vec<String>,
    last_at: String,
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
    let grants = tx.role_grants(account.id)?;
    let factor = tx.second_factor(account.id)?;
    let file = AccountFile {
        uid: account.id.to_string(),
        email: account.email.as_str(),
        email_verified: account.email_verified,
        username: account.username.as_str(),
        name: account.name.as_str(),
        admin: account.admin,
        moderator: grants.is_moderator,
        keeper_of: names_of(tx, &grants)?,
        referred_by: &account.referred_by,
        created_at: account.created_at.to_string(),
        invited_by: inviter(tx, account)?,
        application: tx.application(account.id)?.map(|application| ApplicationFile {
            words: application.words,
            made_at: application.made_at.to_string(),
            accepted: application.decision.map(|decision| decision.is_accepted),
        }),
        invitations: invitations(tx, account)?,
        second_step_since: factor
            .and_then(|factor| factor.confirmed_at)
            .map(|since| since.to_string()),
        secret_mail_address_since: tx.mail_secret(account.id)?.map(|own| own.made_at.to_string()),
        reminders: !account.preferences.declines_reminders,
        reminded_at: tx.reminder(account.id)?.map(|reminder| reminder.made_at.to_string()),
        weekly_questions: weekly_questions(tx, account)?,
        begun_answers: begun_answers(tx, account)?,
        edition_notices: account.preferences.edition_notices.as_str(),
        transcription_drafts: !account.preferences.declines_drafts,
        told_of_books: tx.count_notified_books(account.id)?,
        profile: ProfileFile {
            handedness: profile.handedness.map(Handedness::as_str),
            preferred_tablets: profile.tablets.iter().map(|tablet| tablet.as_str()).collect(),
            spoken_languages: profile.languages.iter().map(|word| word.as_str()).collect(),
        },
    };
    Ok(vec![Entry::json("account.json", &file)?])
}

fn weekly_questions(tx: &ReadTx, account: &Account) -> Result<Vec<WeeklyFile>> {
    let file = |(book, received): (_, ReceivedQuestion)| {
        Ok(WeeklyFile {
            book: tx.book(book)?.map(|book| book.name),
            question: received.sent.question.as_str().to_owned(),
            sent_at: received.sent.sent_at.to_string(),
        })
    };
    tx.received_questions(account.id)?.into_iter().map(file).collect()
}

fn begun_answers(tx: &ReadTx, account: &Account) -> Result<Vec<BegunFile>> {
    let file = |(book, begun): (_, BegunAnswers)| {
        Ok(BegunFile {
            book: tx.book(book)?.map(|book| book.name),
            questions: begun.questions.iter().map(|key| key.as_str().to_owned()).collect(),
            last_at: begun.last_at.to_string(),
        })
    };
    tx.begun_books(account.id)?.into_iter().map(file).collect()
}

fn names_of(tx: &ReadTx, grants: &RoleGrants) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for book in &grants.keeper_of {
        names.extend(tx.book(*book)?.map(|book| book.name));
    }
    Ok(names)
}

fn inviter(tx: &ReadTx, account: &Account) -> Result<Option<String>> {
    let by = tx.invited_by(account.id)?.and_then(|invited| invited.by);
    let inviter = match by {
        Some(by) => tx.account(by)?,
        None => None,
    };
    Ok(inviter.map(|inviter| inviter.username.as_str().to_owned()))
}

fn invitations(tx: &ReadTx, account: &Account) -> Result<Vec<InvitationFile>> {
    let mut own = tx.invitations()?;
    own.retain(|invitation| invitation.by == Some(account.id));
    let file = |invitation: Invitation| InvitationFile {
        created_at: invitation.created_at.to_string(),
        cards: invitation.cards.len(),
        uses: invitation.cards.iter().map(|card| card.uses).sum(),
        name: invitation.name,
    };
    Ok(own.into_iter().map(file).collect())
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
