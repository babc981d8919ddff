//! Completion of names and ids in shells, answered by the running server only.
//!
//! Completion must not change anything, and opening a data folder may migrate it.

use std::ffi::OsString;

use clap_complete::CompleteEnv;
use clap_complete::engine::{ArgValueCandidates, CompletionCandidate};
use inkfold::admin::{Answer, Request, books, mails, payouts, reports, suggestions, topics, users};

use crate::args::{self, Global};
use crate::client;
use crate::output::plain;

/// Environment variable by which a shell's script requests completions. It is not a setting.
pub(crate) const VARIABLE: &str = "_INKFOLD_COMPLETE";

/// Answers a completion request of a shell's script and ends the process; returns if there is none.
pub(crate) fn answer() {
    CompleteEnv::with_factory(args::visible).var(VARIABLE).complete();
}

/// Usernames of members.
pub(crate) fn members() -> ArgValueCandidates {
    ArgValueCandidates::new(|| match ask(users::Request::List) {
        Some(Answer::Users(users)) => {
            users.into_iter().map(|user| candidate(user.username, &user.name)).collect()
        }
        _ => Vec::new(),
    })
}

/// Ids of books, the newest first.
pub(crate) fn books() -> ArgValueCandidates {
    ArgValueCandidates::new(|| match ask(books::Request::List) {
        Some(Answer::Books(books)) => {
            books.into_iter().map(|book| candidate(book.bid, &book.name)).collect()
        }
        _ => Vec::new(),
    })
}

/// Codes of topics.
pub(crate) fn topics() -> ArgValueCandidates {
    ArgValueCandidates::new(|| match ask(topics::Request::List) {
        Some(Answer::Topics(topics)) => {
            topics.into_iter().map(|topic| candidate(topic.code, &topic.name)).collect()
        }
        _ => Vec::new(),
    })
}

/// Ids of reports that wait for an admin.
pub(crate) fn reports() -> ArgValueCandidates {
    ArgValueCandidates::new(|| match ask(reports::Request::List { settled: false }) {
        Some(Answer::AllReported(all)) => {
            let reports = all.into_iter().flat_map(|thing| thing.reports);
            reports.map(|report| candidate(report.id, &report.reason)).collect()
        }
        _ => Vec::new(),
    })
}

/// Ids of suggestions that wait for an answer.
pub(crate) fn suggestions() -> ArgValueCandidates {
    ArgValueCandidates::new(|| match ask(suggestions::Request::List { answered: false }) {
        Some(Answer::Suggestions(all)) => {
            all.into_iter().map(|one| candidate(one.id, &one.text)).collect()
        }
        _ => Vec::new(),
    })
}

/// Ids of payouts.
pub(crate) fn payouts() -> ArgValueCandidates {
    ArgValueCandidates::new(|| match ask(payouts::Request::List { status: None }) {
        Some(Answer::Payouts(all)) => {
            all.into_iter().map(|payout| candidate(payout.id, &payout.winner)).collect()
        }
        _ => Vec::new(),
    })
}

/// Ids of mails, the youngest first.
pub(crate) fn mails() -> ArgValueCandidates {
    ArgValueCandidates::new(|| match ask(mails::Request::List) {
        Some(Answer::Outbox(outbox)) => {
            outbox.mails.into_iter().map(|mail| candidate(mail.id, &mail.subject)).collect()
        }
        _ => Vec::new(),
    })
}

fn candidate(value: String, about: &str) -> CompletionCandidate {
    CompletionCandidate::new(value).help(Some(plain(about).into()))
}

/// Requests an answer from the server that runs on the command line's data folder; `None` without a server.
fn ask(request: impl Into<Request>) -> Option<Answer> {
    let words: Vec<OsString> = std::env::args_os().skip_while(|word| word != "--").collect();
    let config = typed(&words).config().ok()?;
    client::ask_server(&config.data_dir, request)
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
