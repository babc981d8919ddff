//! Makes the sample community out of its texts, by way of the services that real members use.

use std::collections::BTreeMap;

use crate::app::App;
use crate::domain::account::Account;
use crate::domain::book::{NewBook, Question};
use crate::domain::id::{AccountId, BookId};
use crate::domain::policy::Actor;
use crate::domain::progress::{Step, Tell};
use crate::error::{Error, Result};
use crate::services::accounts::{AccountFlags, SignUp};
use crate::services::memos::HandwritingInput;
use crate::services::profiles::ProfileForm;
use crate::services::{accounts, books, editions, memos, profiles};

use super::content::{Answer, PEOPLE, Person, SHELVES, Shelf};
use super::{handwriting, ink, threads};

/// The admin's address and the password that everybody in the sample community has.
pub const SIGN_IN: (&str, &str) = ("admin@example.org", "ink-and-paper");

/// What an empty community has got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seeded {
    pub members: usize,
    pub books: usize,
    pub memos: usize,
    /// In threads, for everybody to see.
    pub posts: usize,
    /// The address and the password of the admin: [`SIGN_IN`].
    pub sign_in: (&'static str, &'static str),
}

/// Everybody's account under their username.
pub(super) type Members = BTreeMap<&'static str, AccountId>;

/// Fills an empty community; one that has members is left alone, and nothing is answered.
pub fn seed(app: &App, tell: Tell<'_>) -> Result<Option<Seeded>> {
    if !app.read()?.has_no_accounts()? {
        return Ok(None);
    }
    let editions = SHELVES.iter().filter(|shelf| shelf.published).count();
    let of = (PEOPLE.len() + SHELVES.len() + editions) as u64;
    let mut done = 0;
    let mut step = || {
        done += 1;
        tell(Step { done, of });
    };
    let mut members = Members::new();
    for person in &PEOPLE {
        members.insert(person.username, join(app, person)?.id);
        step();
    }
    let (mut memos, mut to_publish) = (0, Vec::new());
    for shelf in &SHELVES {
        let book = put_up(app, shelf)?;
        memos += fill(app, shelf, book, &members)?;
        to_publish.extend(shelf.published.then_some(book));
        step();
    }
    let posts = threads::fill(app, &members)?;
    for book in to_publish {
        // A community whose books only collect is a fine sample too.
        if let Err(error) = editions::publish(app, &Actor::Operator, book) {
            tracing::warn!(
                error = &error as &dyn std::error::Error,
                "the sample book is not published"
            );
        }
        step();
    }
    let (members, books) = (members.len(), SHELVES.len());
    Ok(Some(Seeded { members, books, memos, posts, sign_in: SIGN_IN }))
}

fn join(app: &App, person: &Person) -> Result<Account> {
    let sign_up = SignUp {
        email: person.email.to_owned(),
        password: SIGN_IN.1.to_owned(),
        username: person.username.to_owned(),
        name: person.name.to_owned(),
        ..SignUp::default()
    };
    let flags = AccountFlags { verified: true, admin: person.email == SIGN_IN.0 };
    let account = accounts::create_sample_account(app, &sign_up, flags)?;
    let (handedness, tablets, languages) = person.profile;
    let form = ProfileForm {
        name: None,
        handedness: handedness.to_owned(),
        tablets: tablets.to_owned(),
        languages: languages.to_owned(),
    };
    profiles::update(app, &member(account.id), None, account.id, &form)
}

pub(super) fn member(account: AccountId) -> Actor {
    Actor::Member { account, verified: true, admin: false }
}

fn put_up(app: &App, shelf: &Shelf) -> Result<BookId> {
    let topics = shelf.topics.iter().map(|topic| (*topic).to_owned()).collect();
    let new = NewBook::parse(shelf.name, shelf.description, Some(shelf.publish_at), topics)
        .map_err(|words| Error::invalid("name", words))?;
    let book = books::add(app, &Actor::Operator, new)?;
    let questions = shelf
        .prompts
        .iter()
        .map(|prompt| Question::parse(prompt.key, prompt.words))
        .collect::<Result<Vec<_>, _>>()
        .map_err(|words| Error::invalid("questions", words))?;
    books::import_questions(app, &Actor::Operator, book.id, &questions)?;
    Ok(book.id)
}

/// Everybody hands in one form with all that they wrote for this book.
fn fill(app: &App, shelf: &Shelf, book: BookId, members: &Members) -> Result<usize> {
    let mut submitted = 0;
    for person in &PEOPLE {
        let Some(author) = members.get(person.username).copied() else { continue };
        let entries = form(shelf, person)?;
        if !entries.is_empty() {
            memos::publish_handwriting(app, &member(author), author, book, &entries, None)?;
        }
        submitted += entries.len();
    }
    Ok(submitted)
}

fn form(shelf: &Shelf, person: &Person) -> Result<Vec<HandwritingInput>> {
    let mut entries = Vec::new();
    for prompt in shelf.prompts {
        let mine = |answer: &&Answer| answer.0 == person.username;
        for Answer(_, text, drawing) in prompt.answers.iter().filter(mine) {
            let strokes = handwriting::write(&person.hand, text, *drawing, seed_of(text));
            let png = ink::png(&strokes, person.hand.ink)
                .map_err(|error| Error::Internal(Box::new(error)))?;
            let alt = said(person, text);
            entries.push(HandwritingInput { question: prompt.key.to_owned(), png, alt });
        }
    }
    Ok(entries)
}

/// Most have typed what their handwriting says. Whoever tries things out as Mara finds it undone.
fn said(person: &Person, text: &str) -> String {
    if person.username == "mara" { String::new() } else { text.to_owned() }
}

/// The same words always come out the same, whatever else is in the community.
pub(super) fn seed_of(text: &str) -> u64 {
    let hash = *blake3::hash(text.as_bytes()).as_bytes();
    hash.iter().take(8).fold(0, |seed, byte| seed << 8 | u64::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    fn empty() -> (tempfile::TempDir, App) {
        let folder = tempfile::tempdir().unwrap();
        let config = Config { data_dir: folder.path().to_owned(), ..Config::default() };
        let app = App::create(config).unwrap();
        (folder, app)
    }

    #[test]
    fn an_empty_community_is_filled_once() {
        let (_folder, app) = empty();
        let mut steps = Vec::new();
        let seeded = seed(&app, &mut |step| steps.push(step.percent())).unwrap().unwrap();
        assert!(steps.is_sorted());
        assert_eq!(steps.last(), Some(&100));
        assert_eq!((seeded.members, seeded.books), (10, 4));
        let shelf = books::list(&app, &Actor::Operator, &[]).unwrap();
        let memos: u32 = shelf.iter().map(|shelved| shelved.memo_count).sum();
        assert_eq!(memos as usize, seeded.memos);
        assert_eq!(seed(&app, &mut |_| ()).unwrap(), None);
    }

    #[test]
    fn a_memo_is_the_same_picture_in_every_community() {
        let pictures = || form(&SHELVES[1], &PEOPLE[0]).unwrap();
        assert!(!pictures().is_empty());
        assert!(pictures().iter().zip(pictures()).all(|(one, other)| one.png == other.png));
    }
}
