//! Seeds the sample community through the services that real members use.

use std::collections::BTreeMap;

use crate::context::Context;
use crate::domain::account::Account;
use crate::domain::book::{NewBook, Question};
use crate::domain::id::{AccountId, BookId};
use crate::domain::policy::Actor;
use crate::domain::progress::{Progress, ProgressFn};
use crate::error::{Error, Result};
use crate::services::accounts::profiles::{self, ProfileForm};
use crate::services::accounts::{self, AccountFlags, SignUp};
use crate::services::memos::{self, HandwritingInput, SubmissionRequest};
use crate::services::{books, editions};

use super::content::{BOOKS, MEMBERS, SampleBook, SampleMember, SampleMemo};
use super::{handwriting, threads};

/// Email address of the admin, and the password of every member.
pub const SIGN_IN: (&str, &str) = ("admin@example.org", "ink-and-paper");

/// Numbers of what was seeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeedCounts {
    pub members: usize,
    pub books: usize,
    pub memos: usize,
    /// Published posts.
    pub posts: usize,
}

/// Accounts by username.
pub(super) type AccountIds = BTreeMap<&'static str, AccountId>;

/// Seeds an empty community. Does nothing and returns `None` if there are accounts.
pub fn seed(context: &Context, on_progress: ProgressFn<'_>) -> Result<Option<SeedCounts>> {
    if !context.read()?.has_no_accounts()? {
        return Ok(None);
    }
    let editions = BOOKS.iter().filter(|book| book.published).count();
    let of = (MEMBERS.len() + BOOKS.len() + editions) as u64;
    let mut done = 0;
    let mut step = || {
        done += 1;
        on_progress(Progress { done, of });
    };
    let mut ids = AccountIds::new();
    for member in &MEMBERS {
        ids.insert(member.username, create_account(context, member)?.id);
        step();
    }
    let (mut memos, mut to_publish) = (0, Vec::new());
    for book in &BOOKS {
        let id = create_book(context, book)?;
        memos += submit_memos(context, book, id, &ids)?;
        to_publish.extend(book.published.then_some(id));
        step();
    }
    let posts = threads::add_topics(context, &ids)?;
    for book in to_publish {
        // The sample is useful without its edition, too.
        if let Err(error) = editions::publish(context, &Actor::Operator, book) {
            tracing::warn!(
                error = &error as &dyn std::error::Error,
                "failed to publish the sample book"
            );
        }
        step();
    }
    let (members, books) = (ids.len(), BOOKS.len());
    Ok(Some(SeedCounts { members, books, memos, posts }))
}

fn create_account(context: &Context, sample: &SampleMember) -> Result<Account> {
    let sign_up = SignUp {
        email: sample.email.to_owned(),
        password: SIGN_IN.1.to_owned(),
        username: sample.username.to_owned(),
        name: sample.name.to_owned(),
        ..SignUp::default()
    };
    let flags = AccountFlags { verified: true, admin: sample.email == SIGN_IN.0 };
    let account = accounts::create_sample_account(context, &sign_up, flags)?;
    let (handedness, tablets, languages) = sample.profile;
    let form = ProfileForm {
        name: None,
        handedness: handedness.to_owned(),
        tablets: tablets.to_owned(),
        languages: languages.to_owned(),
    };
    Ok(profiles::update(context, &member(account.id), None, account.id, &form)?.account)
}

pub(super) fn member(account: AccountId) -> Actor {
    Actor::full_member(account)
}

fn create_book(context: &Context, sample: &SampleBook) -> Result<BookId> {
    let topics = sample.topics.iter().map(|topic| (*topic).to_owned()).collect();
    let new =
        NewBook::parse(sample.name, sample.description, Some(sample.publish_threshold), topics)
            .map_err(|words| Error::invalid("name", words))?;
    let book = books::add(context, &Actor::Operator, new)?;
    let questions = sample
        .questions
        .iter()
        .map(|question| Question::parse(question.key, question.text))
        .collect::<Result<Vec<_>, _>>()
        .map_err(|words| Error::invalid("questions", words))?;
    books::import_questions(context, &Actor::Operator, book.id, &questions)?;
    Ok(book.id)
}

/// Submits one form for each member with memos in the book; returns the number of memos.
fn submit_memos(
    context: &Context,
    book: &SampleBook,
    id: BookId,
    ids: &AccountIds,
) -> Result<usize> {
    let mut submitted = 0;
    for username in MEMBERS.iter().map(|sample| sample.username) {
        let account = ids[username];
        let inputs = form_of(book, username)?;
        if !inputs.is_empty() {
            let (actor, begun_at) = (&member(account), context.now());
            let request = SubmissionRequest { actor, claimed: account, begun_at };
            memos::publish_handwriting(context, &request, id, &inputs, None)?;
        }
        submitted += inputs.len();
    }
    Ok(submitted)
}

/// Form of the member for the book, empty without memos.
fn form_of(book: &SampleBook, username: &str) -> Result<Vec<HandwritingInput>> {
    let mut inputs = Vec::new();
    for question in book.questions {
        for memo in question.memos.iter().filter(|memo| memo.author == username) {
            let png = handwriting::picture(question.key, username)?.into_owned();
            let alt = transcription(memo);
            inputs.push(HandwritingInput { question: question.key.to_owned(), png, alt });
        }
    }
    Ok(inputs)
}

/// Mara's memos have none, so that a newcomer who signs in as her can add it.
fn transcription(memo: &SampleMemo) -> String {
    if memo.author == "mara" { String::new() } else { memo.text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;
    use crate::services::operations::bootstrap;

    #[test]
    fn empty_community_is_seeded_once() {
        let folder = tempfile::tempdir().unwrap();
        let config = Config { data_dir: folder.path().to_owned(), ..Config::default() };
        let context = bootstrap::create(config).unwrap();
        let mut steps = Vec::new();
        let seeded = seed(&context, &mut |step| steps.push(step.percent())).unwrap().unwrap();
        assert!(steps.is_sorted());
        assert_eq!(steps.last(), Some(&100));
        assert_eq!((seeded.members, seeded.books, seeded.posts), (10, 4, 8));
        let books = books::list(&context, &Actor::Operator, &[]).unwrap();
        let memos: u32 = books.iter().map(|book| book.memo_count).sum();
        assert_eq!(memos as usize, seeded.memos);
        assert_eq!(seed(&context, &mut |_| ()).unwrap(), None);
    }
}
