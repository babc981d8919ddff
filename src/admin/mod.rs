//! Requests of the command line, as data: performed here, or by a running server that holds the database.
//!
//! One module per noun, with its requests, their execution, and their answers, ready to be printed.

pub mod audit;
pub mod backups;
pub mod books;
pub mod community;
pub mod credits;
pub mod database;
pub mod doctor;
pub mod forms;
pub mod mails;
pub mod memos;
mod names;
mod nearest;
pub mod payouts;
pub mod posts;
pub mod questions;
pub mod reports;
pub mod search;
pub mod suggestions;
pub mod topics;
pub mod users;

use serde::{Deserialize, Serialize};

use crate::context::Context;
use crate::domain::check_result::CheckResult;
use crate::domain::damage::PathError;
use crate::domain::policy::Actor;
use crate::domain::progress::Tell;
use crate::error::Result;

use crate::services::backups::Repaired;
use crate::services::books::Imported;
use crate::services::database::{Checked, Stats};
use crate::services::garbage::{Collected, RestoredFiles};
use crate::services::outbox;

/// Data command with its arguments.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Request {
    Community(community::Request),
    Audit(audit::Request),
    Backups(backups::Request),
    Database(database::Request),
    Doctor(doctor::Request),
    Users(users::Request),
    Books(books::Request),
    Questions(questions::Request),
    Forms(forms::Request),
    Mails(mails::Request),
    Suggestions(suggestions::Request),
    Credits(credits::Request),
    Payouts(payouts::Request),
    Topics(topics::Request),
    Posts(posts::Request),
    Memos(memos::Request),
    Reports(reports::Request),
    Search(search::Request),
}

/// Result of a [`Request`].
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Answer {
    Initialised(community::Initialised),
    Audit(Vec<audit::Entry>),
    Backup(backups::Backup),
    Backups(Vec<backups::Backup>),
    BackupMade(backups::MadeBackup),
    Copies(Vec<backups::Copy>),
    Checked(Checked),
    Repaired(Repaired),
    Trash {
        files: Vec<database::TrashedFile>,
        unreadable: Vec<PathError>,
    },
    TrashRestored(RestoredFiles),
    Collected(Collected),
    Stats(Stats),
    Examined(Vec<CheckResult>),
    User(users::User),
    Users(Vec<users::User>),
    UserDetails(users::UserDetails),
    Sessions(Vec<users::Session>),
    SessionsEnded(users::SessionsEnded),
    ResetLink(users::ResetLink),
    Exported(users::Exported),
    Book(books::Book),
    Books(Vec<books::Book>),
    BookExported(Vec<books::ExportedFile>),
    Questions(Vec<questions::Question>),
    Imported(Imported),
    Compiled(books::Compiled),
    Published(books::Published),
    Unpublished(books::Edition),
    Editions(Vec<books::Edition>),
    Form(forms::BlankForm),
    Outbox(mails::Outbox),
    Mail(mails::Mail),
    MailTested(outbox::TestMailResult),
    MailDelivered(mails::Delivered),
    Suggestion(suggestions::Suggestion),
    Suggestions(Vec<suggestions::Suggestion>),
    Credit(credits::Credit),
    Credits(Vec<credits::Credit>),
    PaymentProblems(Vec<credits::Problem>),
    Payout(Box<payouts::Payout>),
    Payouts(Vec<payouts::Payout>),
    /// CSV table.
    Table(String),
    Topic(topics::Topic),
    Topics(Vec<topics::Topic>),
    Posts(Vec<posts::Post>),
    Memos(Vec<memos::ListedMemo>),
    Reported(reports::Reported),
    AllReported(Vec<reports::Reported>),
    Found(search::Found),
    Rebuilt(search::Rebuilt),
}

/// Arguments of a long-running request: the data, the actor, and the callback for its progress.
struct LongWork<'a> {
    context: &'a Context,
    actor: &'a Actor,
    tell: Tell<'a>,
}

/// Performs a request as the operator, who has a shell on this machine. Long work reports its progress.
///
/// # Errors
/// [`Error::Unknown`](crate::error::Error::Unknown) with a name that was not found and the nearest known one.
pub fn perform(context: &Context, request: Request, tell: Tell<'_>) -> Result<Answer> {
    let actor = &Actor::Operator;
    let names = names::of(&request);
    perform_for(actor, context, request, tell)
        .map_err(|error| nearest::explain(context, actor, &names, error))
}

fn perform_for(
    actor: &Actor,
    context: &Context,
    request: Request,
    tell: Tell<'_>,
) -> Result<Answer> {
    match request {
        Request::Community(request) => {
            community::perform(LongWork { context, actor, tell }, &request)
        }
        Request::Audit(request) => audit::perform(context, actor, &request),
        Request::Backups(request) => backups::perform(LongWork { context, actor, tell }, request),
        Request::Database(request) => database::perform(LongWork { context, actor, tell }, request),
        Request::Doctor(request) => doctor::perform(LongWork { context, actor, tell }, &request),
        Request::Users(request) => users::perform(context, actor, request),
        Request::Books(request) => books::perform(context, actor, request),
        Request::Questions(request) => questions::perform(context, actor, &request),
        Request::Forms(request) => forms::perform(context, &request),
        Request::Mails(request) => mails::perform(context, actor, &request),
        Request::Suggestions(request) => suggestions::perform(context, actor, request),
        Request::Credits(request) => credits::perform(context, actor, request),
        Request::Payouts(request) => payouts::perform(context, actor, request),
        Request::Topics(request) => topics::perform(context, actor, request),
        Request::Posts(request) => posts::perform(context, actor, request),
        Request::Memos(request) => memos::perform(context, actor, request),
        Request::Reports(request) => reports::perform(context, actor, request),
        Request::Search(request) => search::perform(LongWork { context, actor, tell }, request),
    }
}

macro_rules! nouns {
    ($($noun:ident: $request:ty),* $(,)?) => {$(
        impl From<$request> for Request {
            fn from(request: $request) -> Self {
                Self::$noun(request)
            }
        }
    )*};
}

nouns! {
    Community: community::Request,
    Audit: audit::Request,
    Backups: backups::Request,
    Database: database::Request,
    Doctor: doctor::Request,
    Users: users::Request,
    Books: books::Request,
    Questions: questions::Request,
    Forms: forms::Request,
    Mails: mails::Request,
    Suggestions: suggestions::Request,
    Credits: credits::Request,
    Payouts: payouts::Request,
    Topics: topics::Request,
    Posts: posts::Request,
    Memos: memos::Request,
    Reports: reports::Request,
    Search: search::Request,
}
