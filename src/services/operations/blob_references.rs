//! Blob references in the database, and their owners. Any other blob is unreferenced.

use std::collections::HashSet;

use crate::domain::blob::BlobHash;
use crate::domain::damage::{DamageKind, DamagedFile};
use crate::domain::id::{AccountId, BookId};
use crate::error::Result;
use crate::store::ReadTx;

/// All referenced blobs.
pub(in crate::services) fn all(tx: &ReadTx) -> Result<HashSet<BlobHash>> {
    let mut all: HashSet<BlobHash> = of_books(tx)?.collect();
    tx.collect_blobs_of_memos(&mut all)?;
    tx.collect_blobs_of_posts(&mut all)?;
    tx.collect_blobs_of_mailed_answers(&mut all)?;
    Ok(all)
}

/// Blobs of editions and forms, which have no index because they are few.
pub(in crate::services) fn of_books(tx: &ReadTx) -> Result<impl Iterator<Item = BlobHash>> {
    let editions = tx.all_editions()?.into_iter().flat_map(|edition| edition.blobs());
    let forms = tx.issued_forms()?.into_iter().map(|form| form.pdf);
    Ok(editions.chain(forms))
}

/// Whether a memo, a post or an answer that came by mail references the blob.
pub(in crate::services) fn is_shown(tx: &ReadTx, blob: BlobHash) -> Result<bool> {
    Ok(!tx.memos_of_blob(blob)?.is_empty()
        || !tx.posts_of_picture(blob)?.is_empty()
        || !tx.mailed_answers_of_blob(blob)?.is_empty())
}

/// Describes a damaged file with its owners.
pub(in crate::services) fn describe(
    tx: &ReadTx,
    blob: BlobHash,
    problem: DamageKind,
) -> Result<DamagedFile> {
    Ok(DamagedFile { file: blob.to_string(), problem, belongs_to: owners(tx, blob)? })
}

/// Descriptions of each memo, post, edition or form that references the blob, with member and book.
fn owners(tx: &ReadTx, blob: BlobHash) -> Result<Vec<String>> {
    let mut owners = Vec::new();
    for memo in tx.memos_of_blob(blob)? {
        let (member, book) = (member(tx, memo.author)?, book(tx, memo.book)?);
        owners.push(format!(
            "memo {} of {member} in {book}, question {}",
            memo.id,
            memo.question.as_str()
        ));
    }
    for post in tx.posts_of_picture(blob)? {
        owners.push(format!("post {} of {}", post.id, member(tx, post.author)?));
    }
    for answer in tx.mailed_answers_of_blob(blob)? {
        let (member, book) = (member(tx, answer.member)?, book(tx, answer.book)?);
        owners.push(format!("an answer of {member} to {book} that came by mail"));
    }
    for edition in tx.all_editions()?.into_iter().filter(|edition| edition.blobs().contains(&blob))
    {
        let part = match edition {
            _ if edition.pdf == blob => "",
            _ if edition.epub == Some(blob) => " as EPUB",
            _ => ": its cover",
        };
        owners.push(format!("edition {} of {}{part}", edition.number, book(tx, edition.book)?));
    }
    for form in tx.issued_forms()?.into_iter().filter(|form| form.pdf == blob) {
        owners.push(format!("a blank form of {}", book(tx, form.book)?));
    }
    Ok(owners)
}

fn member(tx: &ReadTx, id: AccountId) -> Result<String> {
    let account = tx.account(id)?;
    Ok(account.map_or_else(
        || "a former member".to_owned(),
        |account| account.username.as_str().to_owned(),
    ))
}

fn book(tx: &ReadTx, id: BookId) -> Result<String> {
    let book = tx.book(id)?;
    Ok(book.map_or_else(|| format!("the book {id}"), |book| format!("the book “{}”", book.name)))
}
