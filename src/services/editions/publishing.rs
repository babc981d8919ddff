//! Publication of a typeset book, if all of its memos are still there.

use std::collections::BTreeMap;

use crate::context::Context;
use crate::domain::account::Account;
use crate::domain::audit::AuditAction;
use crate::domain::cover::CoverFiles;
use crate::domain::edition::Edition;
use crate::domain::id::AccountId;
use crate::domain::memo::{Memo, MemoKind};
use crate::domain::message::Message;
use crate::domain::policy::Actor;
use crate::error::{Error, Result};
use crate::services::{books, webhooks};
use crate::store::ReadTx;

use super::{CompiledEdition, edition_notices, missing_pictures, number_after, record_in_audit};

/// Rejects a typeset book if a memo was removed or hidden meanwhile, or a named member has left.
pub(super) fn refuse_outdated(
    tx: &ReadTx,
    memos: &[Memo],
    authors: &BTreeMap<AccountId, Account>,
) -> Result<()> {
    let message = Message::new(
        "edition-outdated",
        "An entry was removed or hidden in the meantime, or a member has left. Publish the book again.",
    );
    for memo in memos {
        let has_left = authors.contains_key(&memo.author) && tx.account(memo.author)?.is_none();
        if has_left || tx.memo(memo.id)?.is_none() || tx.is_memo_hidden(memo.id)? {
            return Err(Error::Conflict { field: None, message });
        }
    }
    Ok(())
}

/// Stores the edition and notifies its contributors, and admins of missing pictures. Fails if the book was published or
/// unpublished in the meantime.
pub(super) fn publish_compiled(
    context: &Context,
    compiled: CompiledEdition,
    by: Option<&Actor>,
) -> Result<Edition> {
    let CompiledEdition {
        book,
        pdf,
        epub,
        cover,
        pages,
        memos,
        missing_pictures,
        number,
        authors,
        ..
    } = compiled;
    let guard = context.blobs.write_guard();
    let epub = guard.persist(epub)?;
    let cover = CoverFiles {
        full: guard.put(&cover.full)?,
        width: cover.width,
        height: cover.height,
        small: guard.put(&cover.small)?,
        large: guard.put(&cover.large)?,
    };
    let edition = Edition {
        book: book.id,
        number,
        pdf: guard.persist(pdf)?,
        pages,
        memos: memos.iter().map(|memo| memo.id).collect(),
        published_at: context.now(),
        epub: Some(epub),
        cover: Some(cover),
        missing_pictures,
    };
    context.write(|tx| {
        let mut present = books::find(tx, book.id)?;
        if present.edition != book.edition
            || number_after(tx.last_edition(book.id)?.as_ref()) != number
        {
            let message = Message::new(
                "edition-changed",
                "The book was published or unpublished in the meantime.",
            );
            return Err(Error::Conflict { field: None, message });
        }
        refuse_outdated(tx, &memos, &authors)?;
        present.edition = edition.number;
        tx.put_book(&present)?;
        tx.put_edition(&edition)?;
        if let Some(actor) = by {
            record_in_audit(context, tx, actor, AuditAction::PublishBook, &book, number)?;
        }
        let shown = shown_memos(&memos);
        for id in authors.keys() {
            // Addresses may have changed while the book was typeset.
            let Some(author) = tx.account(*id)? else { continue };
            let memo = shown.get(id).copied();
            edition_notices::notify(context, tx, &author, (&book, number), memo)?;
        }
        missing_pictures::notify(context, tx, &book, &edition)?;
        webhooks::book_published(context, tx, &present, &edition)?;
        Ok(edition.clone())
    })?;
    Ok(edition)
}

/// Memo of each author that a mail to them shows: the first in handwriting; of those without any, the first with a picture, or typed.
fn shown_memos(memos: &[Memo]) -> BTreeMap<AccountId, &Memo> {
    let rank = |memo: &Memo| match memo.content.kind() {
        MemoKind::Hand => 0,
        MemoKind::Page => 1,
        MemoKind::Text => 2,
    };
    let mut shown: BTreeMap<AccountId, &Memo> = BTreeMap::new();
    for memo in memos {
        let before = shown.entry(memo.author).or_insert(memo);
        if rank(memo) < rank(before) {
            *before = memo;
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use std::slice::from_ref;

    use super::*;
    use crate::domain::memo::HiddenMemo;
    use crate::services::editions::test_support::{account, memo};
    use crate::store::{self, Store};

    #[test]
    fn memo_removed_while_typesetting_is_not_published() {
        let store = Store::in_memory().unwrap();
        let (mara, memo) = (account(1, "Mara"), memo(2, 1, "q1", "It rained."));
        let put: store::Result<()> = store.write(|tx| {
            tx.put_account(&mara)?;
            tx.put_memo(&memo)
        });
        put.unwrap();
        let named = BTreeMap::from([(mara.id, mara.clone())]);
        let is_refused = |authors: &BTreeMap<_, _>| {
            refuse_outdated(&*store.read().unwrap(), from_ref(&memo), authors).is_err()
        };
        assert!(!is_refused(&named));

        store.write(|tx| tx.remove_account(&mara)).unwrap();
        assert!(is_refused(&named));
        // Authors who had left before are not named.
        assert!(!is_refused(&BTreeMap::new()));
        let hidden = HiddenMemo { since: memo.created_at, why: "Private.".into() };
        store.write(|tx| tx.hide_memo(&memo, &hidden)).unwrap();
        assert!(is_refused(&BTreeMap::new()));
        store.write(|tx| tx.unhide_memo(&memo)).unwrap();
        assert!(!is_refused(&BTreeMap::new()));
        store.write(|tx| tx.remove_memo(&memo)).unwrap();
        assert!(is_refused(&BTreeMap::new()));
    }
}
