//! Export of a book as files, for a community that archives it or moves it elsewhere.
//!
//! Contains no email address: authors are identified by the names that readers see.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::context::Context;
use crate::domain::account::Account;
use crate::domain::alt_text::AltText;
use crate::domain::author::Author;
use crate::domain::blob::BlobHash;
use crate::domain::book::Book;
use crate::domain::edition::Edition;
use crate::domain::id::{BookId, MemoId};
use crate::domain::memo::{Memo, MemoContent};
use crate::domain::policy::{self, Actor};
use crate::domain::question_file;
use crate::error::{Error, Result};
use crate::store::ReadTx;

use super::find;

/// File of the export. Its path is valid on every file system, even if names of members or books are not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportedFile {
    pub name: String,
    pub content: Content,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    Text(String),
    Blob(BlobHash),
}

#[derive(Serialize)]
struct BookFile<'a> {
    id: String,
    name: &'a str,
    description: &'a str,
    publish_at: u32,
    topics: &'a [String],
    created_at: String,
    edition: u32,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct MemoFile {
    id: String,
    question: String,
    #[serde(rename = "type")]
    kind: &'static str,
    /// Empty for a deleted account.
    username: String,
    author: String,
    created_at: String,
    updated_at: String,
    /// Whether the next edition would contain it.
    present: bool,
    /// Reason for which an admin has hidden it.
    #[serde(skip_serializing_if = "Option::is_none")]
    hidden: Option<String>,
    /// Numbers of the editions that contain it.
    editions: Vec<u32>,
    file: String,
    /// Path of the page's PDF, beside its picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pdf: Option<String>,
    /// Transcription or description of the picture, by its author.
    #[serde(skip_serializing_if = "Option::is_none")]
    alt: Option<String>,
}

/// Exports the book, its questions, its memos and its newest edition from one snapshot.
pub fn export(context: &Context, actor: &Actor, id: BookId) -> Result<Vec<ExportedFile>> {
    policy::may_administrate(actor)?;
    let tx = context.read()?;
    let book = find(&tx, id)?;
    let questions = question_file::write(&tx.questions(id)?, question_file::Format::Csv);
    let mut files = vec![
        text("README.txt", readme(context, &book)),
        text("book.toml", toml_of(&book)?),
        text("questions.csv", questions),
    ];
    let editions = tx.editions(id)?;
    let mut index = Vec::new();
    for memo in memos(&tx, id, &editions)? {
        let (entry, of_memo) = describe(&tx, &memo, &editions)?;
        index.push(entry);
        files.extend(of_memo);
    }
    let index = serde_json::to_string_pretty(&index).map_err(internal)?;
    files.push(text("memos.json", index + "\n"));
    if let Some(edition) = tx.edition(id, book.edition)? {
        let number = edition.number;
        files.push(blob(format!("edition-{number}.pdf"), edition.pdf));
        files.extend(edition.epub.map(|epub| blob(format!("edition-{number}.epub"), epub)));
    }
    Ok(files)
}

/// Present memos of the book, and earlier ones that an edition contains.
fn memos(tx: &ReadTx, id: BookId, editions: &[Edition]) -> Result<Vec<Memo>> {
    let mut memos = tx.memos_of_book(id)?;
    let present: BTreeSet<MemoId> = memos.iter().map(|memo| memo.id).collect();
    let published: BTreeSet<MemoId> =
        editions.iter().flat_map(|edition| edition.memos.iter().copied()).collect();
    for id in published.difference(&present) {
        memos.extend(tx.memo(*id)?);
    }
    Ok(memos)
}

fn describe(
    tx: &ReadTx,
    memo: &Memo,
    editions: &[Edition],
) -> Result<(MemoFile, Vec<ExportedFile>)> {
    let account = tx.account(memo.author)?;
    let is_guest = account.as_ref().is_some_and(Account::is_guest);
    let Author { username, name } = Author::of(account.as_ref());
    let who = match username.as_str() {
        "" if is_guest => "guest",
        "" => "former-member",
        username => username,
    };
    let stem = format!("memos/{}/{who}-{}", memo.question.as_str(), memo.id);
    let files = match &memo.content {
        MemoContent::Text { post } => vec![text(&format!("{stem}.txt"), post.as_str().to_owned())],
        MemoContent::Hand { picture } => vec![blob(format!("{stem}.png"), *picture)],
        MemoContent::Page { picture, pdf } => {
            let pdf = pdf.map(|pdf| blob(format!("{stem}.pdf"), pdf));
            [blob(format!("{stem}.png"), *picture)].into_iter().chain(pdf).collect()
        }
    };
    let names: Vec<String> = files.iter().map(|file| file.name.clone()).collect();
    let editions = editions.iter().filter(|edition| edition.memos.contains(&memo.id));
    let hidden = tx.hidden_memo(memo.id)?;
    let entry = MemoFile {
        id: memo.id.to_string(),
        question: memo.question.as_str().to_owned(),
        kind: memo.content.kind().as_str(),
        username,
        author: name,
        created_at: memo.created_at.to_string(),
        updated_at: memo.updated_at.to_string(),
        present: tx.is_present(memo)? && hidden.is_none(),
        hidden: hidden.map(|hidden| hidden.why),
        editions: editions.map(|edition| edition.number).collect(),
        file: names.first().cloned().unwrap_or_default(),
        pdf: names.get(1).cloned(),
        alt: tx.alt_text(memo.id)?.as_ref().map(AltText::as_str).map(str::to_owned),
    };
    Ok((entry, files))
}

fn toml_of(book: &Book) -> Result<String> {
    let file = BookFile {
        id: book.id.to_string(),
        name: &book.name,
        description: &book.description,
        publish_at: book.publish_threshold,
        topics: &book.topics,
        created_at: book.created_at.to_string(),
        edition: book.edition,
    };
    toml::to_string(&file).map_err(internal)
}

fn readme(context: &Context, book: &Book) -> String {
    format!(
        "{name}, a book of {community}\n\
         Written on {now} at {site}\n\n\
         book.toml       what the book says of itself\n\
         questions.csv   its questions, as `inkfold question import` reads them\n\
         memos.json      every memo: its question, who wrote it and when, its editions, its files\n\
         memos/          the memos, a folder for each question\n\
         edition-…       the newest edition, if there is one\n\n\
         The book is made anew elsewhere by `inkfold book add --name NAME`, and `inkfold question import --book BOOK\n\
         questions.csv` with what that prints. Memos belong to their members, who hand them in themselves.\n",
        name = book.name,
        community = context.config().community,
        now = context.now(),
        site = context.config().public_url,
    )
}

fn text(name: &str, text: String) -> ExportedFile {
    ExportedFile { name: name.to_owned(), content: Content::Text(text) }
}

fn blob(name: String, blob: BlobHash) -> ExportedFile {
    ExportedFile { name, content: Content::Blob(blob) }
}

fn internal(error: impl std::error::Error + Send + Sync + 'static) -> Error {
    Error::Internal(Box::new(error))
}
