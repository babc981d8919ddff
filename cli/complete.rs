//! Shell completion. Names and ids come from the running server only, names of backups from the backup folder.
//!
//! Completion must not change anything, and opening a data folder may migrate it.

use std::ffi::OsString;
use std::path::PathBuf;

use clap_complete::CompleteEnv;
use clap_complete::engine::{ArgValueCandidates, CompletionCandidate};

use crate::args::{self, GlobalArgs};
use crate::client::{self, Resource, resource};
use crate::output::plain;
use inkfold::http::operator::backups::listed;
use inkfold::http::operator::books::Book;
use inkfold::http::operator::invitations::Invitation;
use inkfold::http::operator::mails::Mail;
use inkfold::http::operator::memos::ListedMemo;
use inkfold::http::operator::payouts::Payout;
use inkfold::http::operator::posts::Post;
use inkfold::http::operator::questions::Question;
use inkfold::http::operator::reports::ReportedItem;
use inkfold::http::operator::suggestions::Suggestion;
use inkfold::http::operator::topics::Topic;
use inkfold::http::operator::users::{Session, User};
use inkfold::http::operator::webhooks::Webhook;
use inkfold::services::operations::backups;

use serde::de::DeserializeOwned;

/// Environment variable by which a shell's script requests completions. It is not a setting.
pub(crate) const VARIABLE: &str = "_INKFOLD_COMPLETE";

/// Number of listed memos at which the memos of no further book are requested.
const MAX_MEMOS: usize = 1_000;

/// Answers a completion request of a shell's script and ends the process; returns if there is none.
pub(crate) fn answer() {
    CompleteEnv::with_factory(args::visible).var(VARIABLE).complete();
}

/// Usernames of members.
pub(crate) fn members() -> ArgValueCandidates {
    candidates(|| Some(resource("users")), |user: User| vec![candidate(user.username, &user.name)])
}

/// Ids of books, the newest first.
pub(crate) fn books() -> ArgValueCandidates {
    candidates(|| Some(resource("books")), |book: Book| vec![candidate(book.bid, &book.name)])
}

/// Ids of invitations, the newest first.
pub(crate) fn invitations() -> ArgValueCandidates {
    candidates(
        || Some(resource("invitations")),
        |invitation: Invitation| vec![candidate(invitation.id, &invitation.name)],
    )
}

/// Ids of webhooks.
pub(crate) fn webhooks() -> ArgValueCandidates {
    candidates(
        || Some(resource("webhooks")),
        |webhook: Webhook| vec![candidate(webhook.id, &webhook.url)],
    )
}

/// Codes of topics.
pub(crate) fn topics() -> ArgValueCandidates {
    candidates(|| Some(resource("topics")), |topic: Topic| vec![candidate(topic.code, &topic.name)])
}

/// Ids of reports that wait for an admin.
pub(crate) fn reports() -> ArgValueCandidates {
    candidates(
        || Some(resource("reports").with("settled", "false")),
        |item: ReportedItem| {
            let reports = item.reports.into_iter();
            reports.map(|report| candidate(report.id, &report.reason)).collect()
        },
    )
}

/// Ids of suggestions that wait for an answer.
pub(crate) fn suggestions() -> ArgValueCandidates {
    candidates(
        || Some(resource("suggestions").with("answered", "false")),
        |suggestion: Suggestion| vec![candidate(suggestion.id, &suggestion.text)],
    )
}

/// Ids of payouts.
pub(crate) fn payouts() -> ArgValueCandidates {
    candidates(
        || Some(resource("payouts")),
        |payout: Payout| vec![candidate(payout.id, &payout.winner)],
    )
}

/// Ids of mails, the youngest first.
pub(crate) fn mails() -> ArgValueCandidates {
    candidates(|| Some(resource("mails")), |mail: Mail| vec![candidate(mail.id, &mail.subject)])
}

/// Keys of the questions of the book that `--book` names.
pub(crate) fn questions() -> ArgValueCandidates {
    candidates(
        || {
            let book = value(&typed_words(), "--book")?;
            Some(resource("books").at(&book.to_string_lossy()).at("questions"))
        },
        |Question { question, .. }: Question| {
            vec![candidate(question.key.as_str().to_owned(), &question.description)]
        },
    )
}

/// Ids of published posts, hidden or not, the newest first.
pub(crate) fn posts() -> ArgValueCandidates {
    ArgValueCandidates::new(|| {
        let posts = ["false", "true"].into_iter().flat_map(|hidden| {
            get::<Post>(resource("posts").with("hidden", hidden)).unwrap_or_default()
        });
        posts.map(|post| candidate(post.id, &format!("{}: {}", post.name, post.caption))).collect()
    })
}

/// Ids of memos: of all hidden ones, and of those of the newest books.
pub(crate) fn memos() -> ArgValueCandidates {
    ArgValueCandidates::new(|| {
        let mut memos: Vec<ListedMemo> = get(resource("memos")).unwrap_or_default();
        for book in get::<Book>(resource("books")).into_iter().flatten() {
            if memos.len() >= MAX_MEMOS {
                break;
            }
            let of_book = get::<ListedMemo>(resource("memos").with("book", &*book.bid));
            let shown = of_book.into_iter().flatten().filter(|memo| memo.hidden_since.is_none());
            memos.extend(shown);
        }
        let about = |memo: &ListedMemo| format!("{}: {}", memo.name, memo.question);
        memos.into_iter().map(|memo| candidate(memo.id.clone(), &about(&memo))).collect()
    })
}

/// Ids of the sessions of the member who is named after `user sessions`.
pub(crate) fn sessions() -> ArgValueCandidates {
    candidates(
        || {
            let command_line = typed_words();
            let mut after = command_line.iter().skip_while(|word| *word != "sessions").skip(1);
            let member = after.find_map(|word| word.to_str().filter(|word| is_name(word)))?;
            Some(resource("users").at(member).at("sessions"))
        },
        |session: Session| vec![candidate(session.id, &format!("since {}", session.created_at))],
    )
}

fn is_name(word: &str) -> bool {
    !word.is_empty() && !word.starts_with('-')
}

/// Names of the backups in the folder of the settings, the newest first.
pub(crate) fn backups() -> ArgValueCandidates {
    ArgValueCandidates::new(|| {
        let config = typed(&typed_words()).config().ok();
        let archives = config.and_then(|config| backups::all(&config).ok()).unwrap_or_default();
        let backups = listed(&archives, &[]).into_iter();
        backups.map(|backup| candidate(backup.name, &backup.path)).collect()
    })
}

/// Candidates from the items of a list.
fn candidates<T: DeserializeOwned + 'static>(
    list: fn() -> Option<Resource>,
    of_item: fn(T) -> Vec<CompletionCandidate>,
) -> ArgValueCandidates {
    ArgValueCandidates::new(move || {
        list().and_then(get).into_iter().flatten().flat_map(of_item).collect()
    })
}

fn candidate(value: String, about: &str) -> CompletionCandidate {
    CompletionCandidate::new(value).help(Some(plain(about).into()))
}

/// Gets a list from the server that runs on the command line's data folder; `None` without a server.
fn get<T: DeserializeOwned>(list: Resource) -> Option<Vec<T>> {
    let config = typed(&typed_words()).config().ok()?;
    client::get_from_server(&config.data_dir, list)
}

/// Words of the command so far, after the name of the shell's script.
fn typed_words() -> Vec<OsString> {
    std::env::args_os().skip_while(|word| word != "--").collect()
}

/// Value of the last of these options.
fn value(words: &[OsString], option: &str) -> Option<OsString> {
    let pairs = words.iter().zip(words.iter().skip(1));
    pairs.rev().find(|(word, _)| *word == option).map(|(_, value)| value.clone())
}

/// Parses the global options of a command line that may be incomplete.
fn typed(words: &[OsString]) -> GlobalArgs {
    let value = |option: &str| value(words, option).map(PathBuf::from);
    GlobalArgs::new(value("--config"), value("--data-dir"))
}
