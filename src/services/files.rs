//! Which files the store names: all others are nobody's.

use std::collections::HashSet;

use crate::domain::blob::BlobHash;
use crate::error::Result;
use crate::store::Read;

/// Every file that something shows or is printed from.
pub(super) fn all(tx: &(dyn Read + '_)) -> Result<HashSet<BlobHash>> {
    let memos = tx.all_memos()?.into_iter().flat_map(|memo| memo.content.blobs());
    let posts = tx.pictures_of_posts()?.into_iter();
    Ok(memos.chain(posts).chain(of_books(tx)?).collect())
}

/// The files of books: there are so few of them that they have no index.
pub(super) fn of_books(tx: &(dyn Read + '_)) -> Result<impl Iterator<Item = BlobHash>> {
    let editions = tx.all_editions()?.into_iter().map(|edition| edition.pdf);
    let epubs = tx.all_epubs()?.into_iter();
    let forms = tx.issued_forms()?.into_iter().map(|form| form.pdf);
    Ok(editions.chain(epubs).chain(forms))
}

/// Whether a memo or a post has the file.
pub(super) fn is_shown(tx: &(dyn Read + '_), blob: BlobHash) -> Result<bool> {
    Ok(!tx.memos_of_blob(blob)?.is_empty() || !tx.posts_of_picture(blob)?.is_empty())
}
