//! Completion of names and ids in shells, answered by the running server only.
//!
//! Completion must not change anything, and opening a data folder may migrate it.

use std::ffi::OsString;

use clap_complete::CompleteEnv;
use clap_complete::engine::{ArgValueCandidates, CompletionCandidate};
use inkfold::http::operator::books::Book;
use inkfold::http::operator::mails::Mail;
use inkfold::http::operator::payouts::Payout;
use inkfold::http::operator::reports::Reported;
use inkfold::http::operator::suggestions::Suggestion;
use inkfold::http::operator::topics::Topic;
use inkfold::http::operator::users::User;
use serde::de::DeserializeOwned;

use crate::args::{self, Global};
use crate::client::{self, Resource, resource};
use crate::output::plain;

/// Environment variable by which a shell's script requests completions. It is not a setting.
pub(crate) const VARIABLE: &str = "_INKFOLD_COMPLETE";

/// Answers a completion request of a shell's script and ends the process; returns if there is none.
pub(crate) fn answer() {
    CompleteEnv::with_factory(args::visible).var(VARIABLE).complete();
}

/// Usernames of members.
pub(crate) fn members() -> ArgValueCandidates {
    candidates(|| resource("users"), |user: User| vec![candidate(user.username, &user.name)])
}

/// Ids of books, the newest first.
pub(crate) fn books() -> ArgValueCandidates {
    candidates(|| resource("books"), |book: Book| vec![candidate(book.bid, &book.name)])
}

/// Codes of topics.
pub(crate) fn topics() -> ArgValueCandidates {
    candidates(|| resource("topics"), |topic: Topic| vec![candidate(topic.code, &topic.name)])
}

/// Ids of reports that wait for an admin.
pub(crate) fn reports() -> ArgValueCandidates {
    candidates(
        || resource("reports").with("settled", "false"),
        |thing: Reported| {
            let reports = thing.reports.into_iter();
            reports.map(|report| candidate(report.id, &report.reason)).collect()
        },
    )
}

/// Ids of suggestions that wait for an answer.
pub(crate) fn suggestions() -> ArgValueCandidates {
    candidates(
        || resource("suggestions").with("answered", "false"),
        |suggestion: Suggestion| vec![candidate(suggestion.id, &suggestion.text)],
    )
}

/// Ids of payouts.
pub(crate) fn payouts() -> ArgValueCandidates {
    candidates(|| resource("payouts"), |payout: Payout| vec![candidate(payout.id, &payout.winner)])
}

/// Ids of mails, the youngest first.
pub(crate) fn mails() -> ArgValueCandidates {
    candidates(|| resource("mails"), |mail: Mail| vec![candidate(mail.id, &mail.subject)])
}

/// Candidates from the items of a list.
fn candidates<T: DeserializeOwned + 'static>(
    list: fn() -> Resource,
    of_item: fn(T) -> Vec<CompletionCandidate>,
) -> ArgValueCandidates {
    ArgValueCandidates::new(move || get(list()).into_iter().flatten().flat_map(of_item).collect())
}

fn candidate(value: String, about: &str) -> CompletionCandidate {
    CompletionCandidate::new(value).help(Some(plain(about).into()))
}

/// Gets a list from the server that runs on the command line's data folder; `None` without a server.
fn get<T: DeserializeOwned>(list: Resource) -> Option<Vec<T>> {
    let words: Vec<OsString> = std::env::args_os().skip_while(|word| word != "--").collect();
    let config = typed(&words).config().ok()?;
    client::get_from_server(&config.data_dir, list)
}

/// Parses the options for settings from words that need not be a whole command yet.
fn typed(words: &[OsString]) -> Global {
    let value = |option: &str| {
        words
            .iter()
            .zip(words.iter().skip(1))
            .rfind(|(word, _)| *word == option)
            .map(|(_, value)| value.into())
    };
    Global::new(value("--config"), value("--data-dir"))
}
