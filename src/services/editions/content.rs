//! Content of an edition: the memos of a book as input for the press.

use std::collections::BTreeMap;

use jiff::civil::Date;

use crate::context::Context;
use crate::domain::account::Account;
use crate::domain::alt_text::AltText;
use crate::domain::author::Author;
use crate::domain::book::QuestionKey;
use crate::domain::cover::CoverChoice;
use crate::domain::id::{AccountId, BookId};
use crate::domain::memo::{Memo, MemoContent};
use crate::error::{Error, Result};
use crate::press::book as press;
use crate::store::ReadTx;

/// Accounts of the memos' authors, except deleted ones.
pub(super) fn authors(tx: &ReadTx, memos: &[Memo]) -> Result<BTreeMap<AccountId, Account>> {
    let mut authors = BTreeMap::new();
    for memo in memos {
        if let Some(account) = tx.account(memo.author)? {
            authors.insert(account.id, account);
        }
    }
    Ok(authors)
}

/// Chapters by question, and the memos in that order. Questions without memos have no chapter.
pub(super) fn chapters(
    tx: &ReadTx,
    id: BookId,
    present: &[Memo],
    authors: &BTreeMap<AccountId, Account>,
) -> Result<(Vec<press::Chapter>, Vec<Memo>)> {
    let (mut chapters, mut order) = (Vec::new(), Vec::new());
    let mut by_question: BTreeMap<&QuestionKey, Vec<&Memo>> = BTreeMap::new();
    for memo in present {
        by_question.entry(&memo.question).or_default().push(memo);
    }
    for (number, question) in (1..).zip(tx.questions(id)?) {
        let Some(answers) = by_question.remove(&question.key) else { continue };
        let memos = answers.iter().map(|memo| {
            let author = Author::of(authors.get(&memo.author)).name;
            let alt = tx.alt_text(memo.id)?.as_ref().map(AltText::as_str).map(str::to_owned);
            Ok(press::Memo { author, alt, kind: kind(&memo.content) })
        });
        let memos = memos.collect::<Result<Vec<_>>>()?;
        order.extend(answers.into_iter().cloned());
        chapters.push(press::Chapter { number, question: question.description, memos });
    }
    Ok((chapters, order))
}

fn kind(content: &MemoContent) -> press::MemoKind {
    match content {
        MemoContent::Hand { picture } => press::MemoKind::Hand { png: picture.to_string() },
        MemoContent::Page { picture, pdf } => press::MemoKind::Page {
            png: picture.to_string(),
            pdf: pdf.map(|pdf| press::PdfPage { name: pdf.to_string(), page: 1 }),
        },
        MemoContent::Text { post } => press::MemoKind::Text { text: post.as_str().to_owned() },
    }
}

/// Cover of an edition with these memos. A chosen memo that is no longer among them, or has no picture, is not shown.
pub(super) fn cover(choice: CoverChoice, book: BookId, memos: &[Memo]) -> press::cover::Cover {
    let chosen = memos.iter().find(|memo| Some(memo.id) == choice.memo);
    let picture = chosen.and_then(|memo| memo.content.picture());
    press::cover::Cover {
        ink: choice.ink_of(book),
        picture: picture.map(|picture| picture.to_string()),
    }
}

/// Date of an edition, in the community's time zone.
pub(super) fn today(context: &Context) -> Result<Date> {
    let today = context.config().time_zone.date(context.now());
    today.map_err(|error| Error::Internal(Box::new(error)))
}
