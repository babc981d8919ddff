//! A member's memos with their pictures, present and replaced.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::domain::account::Account;
use crate::domain::book::Question;
use crate::domain::edition::Edition;
use crate::domain::id::BookId;
use crate::domain::memo::{HiddenMemo, Memo};
use crate::error::Result;
use crate::store::ReadTx;

use super::{Content, Entry, Part};

pub(super) const MEMOS: Part = Part {
    about: "memos.json\n    \
            Every answer that you submitted: the book, the question, when, in which published editions it\n    \
            stands, which file is its picture, what you said that it shows, and why an admin has hidden it, if\n    \
            one has. Those that you have written anew are marked as replaced.\n\n\
            memos/\n    \
            The pictures of those answers, one folder for each book.\n",
    entries,
};

const MAX_FOLDER_LENGTH: usize = 60;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct MemoFile<'a> {
    id: String,
    book: BookFile<'a>,
    question: QuestionFile<'a>,
    #[serde(rename = "type")]
    kind: &'static str,
    state: State,
    created_at: String,
    updated_at: String,
    editions: Vec<u32>,
    picture: Option<String>,
    /// Text of a typed memo.
    text: Option<&'a str>,
    /// Transcription or description of the picture, by the member.
    alt: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hidden: Option<HiddenFile>,
}

/// Time and reason of an admin's decision to hide the memo.
#[derive(Serialize)]
struct HiddenFile {
    since: String,
    why: String,
}

impl From<HiddenMemo> for HiddenFile {
    fn from(HiddenMemo { since, why }: HiddenMemo) -> Self {
        Self { since: since.to_string(), why }
    }
}

#[derive(Serialize)]
struct BookFile<'a> {
    id: String,
    name: &'a str,
}

#[derive(Serialize)]
struct QuestionFile<'a> {
    key: &'a str,
    /// Empty when the book no longer has the question.
    text: &'a str,
}

#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "lowercase")]
enum State {
    Present,
    Replaced,
}

/// Data of a book that all of its memos share.
struct ExportedBook {
    name: String,
    questions: Vec<Question>,
    editions: Vec<Edition>,
}

fn entries(tx: &ReadTx, account: &Account) -> Result<Vec<Entry>> {
    let present = tx.memos_of(account.id)?.into_iter().map(|memo| (memo, State::Present));
    let replaced = tx.replaced_memos_of(account.id)?.into_iter();
    let replaced = replaced.map(|memo| (memo, State::Replaced));
    let mut memos: Vec<(Memo, State)> = present.chain(replaced).collect();
    memos.sort_by_key(|(memo, _)| memo.id);

    let books: BTreeSet<BookId> = memos.iter().map(|(memo, _)| memo.book).collect();
    let mut folders = BTreeMap::new();
    for book in books {
        folders.insert(book, folder_of(tx, book)?);
    }
    let files = memos.iter().map(|(memo, state)| {
        let alt = tx.alt_text(memo.id)?.map(|alt| alt.as_str().to_owned());
        let file = describe(memo, *state, alt, &folders[&memo.book]);
        let hidden = tx.hidden_memo(memo.id)?.map(HiddenFile::from);
        Ok(MemoFile { hidden, ..file })
    });
    let files = files.collect::<Result<Vec<MemoFile>>>()?;
    let mut entries = vec![Entry::json("memos.json", &files)?];
    for ((memo, _), file) in memos.iter().zip(files) {
        let picture = file.picture.zip(memo.content.picture());
        entries.extend(picture.map(|(name, blob)| Entry { name, content: Content::Picture(blob) }));
    }
    Ok(entries)
}

fn folder_of(tx: &ReadTx, book: BookId) -> Result<ExportedBook> {
    Ok(ExportedBook {
        name: tx.book(book)?.map(|book| book.name).unwrap_or_default(),
        questions: tx.questions(book)?,
        editions: tx.editions(book)?,
    })
}

fn describe<'a>(
    memo: &'a Memo,
    state: State,
    alt: Option<String>,
    folder_of: &'a ExportedBook,
) -> MemoFile<'a> {
    let key = memo.question.as_str();
    let asked = folder_of.questions.iter().find(|question| question.key == memo.question);
    let editions = folder_of.editions.iter().filter(|edition| edition.memos.contains(&memo.id));
    let picture = memo.content.picture();
    MemoFile {
        id: memo.id.to_string(),
        book: BookFile { id: memo.book.to_string(), name: &folder_of.name },
        question: QuestionFile {
            key,
            text: asked.map_or("", |question| question.description.as_str()),
        },
        kind: memo.content.kind().as_str(),
        state,
        created_at: memo.created_at.to_string(),
        updated_at: memo.updated_at.to_string(),
        editions: editions.map(|edition| edition.number).collect(),
        text: memo.content.post(),
        alt,
        hidden: None,
        picture: picture
            .map(|_| format!("memos/{}/{key}-{}.png", folder(&folder_of.name), memo.id)),
    }
}

/// Book name as a folder name that is valid on every system: ASCII letters, digits and `-` only.
fn folder(name: &str) -> String {
    let words = name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let mut folder = words.map(str::to_ascii_lowercase).collect::<Vec<_>>().join("-");
    folder.truncate(MAX_FOLDER_LENGTH);
    if folder.is_empty() { "book".to_owned() } else { folder }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn book_names_become_safe_folder_names() {
        for (name, expected) in [
            ("A year in ink", "a-year-in-ink"),
            ("../../etc/passwd", "etc-passwd"),
            ("C:\\Küche\r\n", "c-k-che"),
            ("ਕਿਤਾਬ", "book"),
            ("..", "book"),
        ] {
            assert_eq!(folder(name), expected);
        }
        assert_eq!(folder(&"x".repeat(120)).len(), MAX_FOLDER_LENGTH);
    }
}
