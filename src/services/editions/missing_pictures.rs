//! Pictures that editions were printed without, because their files were missing or damaged.

use std::collections::BTreeMap;

use crate::context::Context;
use crate::domain::account::Account;
use crate::domain::author::Author;
use crate::domain::book::Book;
use crate::domain::edition::Edition;
use crate::domain::id::{AccountId, BookId, MemoId};
use crate::domain::policy::{self, Actor};
use crate::error::Result;
use crate::mail::MailContent;
use crate::services::operations::outbox;
use crate::store::{ReadTx, WriteTx};

/// Memo whose picture an edition lacks.
#[derive(Clone, Debug)]
pub struct MissingPicture {
    pub memo: MemoId,
    pub account: AccountId,
    pub author: Author,
    /// Key of its question.
    pub key: String,
    /// Its question; empty if the book no longer asks it.
    pub question: String,
    /// Number of its question, counted from 1; 0 if the book no longer asks it.
    pub number: u32,
}

/// Missing pictures of each edition that can be downloaded, by its number; editions that lack none are left out.
pub fn missing_pictures(
    context: &Context,
    actor: &Actor,
    id: BookId,
) -> Result<BTreeMap<u32, Vec<MissingPicture>>> {
    policy::may_keep(actor, id)?;
    let tx = context.read()?;
    let mut missing = BTreeMap::new();
    for edition in tx.editions(id)? {
        let pictures = of_edition(&tx, &edition)?;
        if !pictures.is_empty() {
            missing.insert(edition.number, pictures);
        }
    }
    Ok(missing)
}

/// Missing pictures of one edition, in the order of the book. Memos that were removed since are left out.
pub(super) fn of_edition(tx: &ReadTx, edition: &Edition) -> Result<Vec<MissingPicture>> {
    if edition.missing_pictures.is_empty() {
        return Ok(Vec::new());
    }
    let questions = tx.questions(edition.book)?;
    let mut pictures = Vec::new();
    for id in &edition.missing_pictures {
        let Some(memo) = tx.memo(*id)? else { continue };
        let asked = (1..).zip(&questions).find(|(_, question)| question.key == memo.question);
        pictures.push(MissingPicture {
            memo: memo.id,
            account: memo.author,
            author: Author::of(tx.account(memo.author)?.as_ref()),
            key: memo.question.as_str().to_owned(),
            question: asked.map(|(_, question)| question.description.clone()).unwrap_or_default(),
            number: asked.map_or(0, |(number, _)| number),
        });
    }
    Ok(pictures)
}

/// Sentence for an admin about a number of missing pictures.
pub(super) fn notice(count: usize) -> Option<String> {
    let lost = match count {
        0 => return None,
        1 => "1 picture, whose file is".to_owned(),
        more => format!("{more} pictures, whose files are"),
    };
    Some(format!("printed without {lost} missing or damaged: `inkfold db repair` looks for a copy"))
}

/// Mails the admins if the new edition lacks pictures.
///
/// The mail names neither members nor questions: its reader follows the link and signs in.
pub(super) fn notify(
    context: &Context,
    tx: &mut WriteTx,
    book: &Book,
    edition: &Edition,
) -> Result<()> {
    if edition.missing_pictures.is_empty() {
        return Ok(());
    }
    let config = context.config();
    let link = format!("{}/admin/books/{}", config.public_url, book.id);
    for admin in tx.accounts()?.into_iter().filter(receives_mail) {
        let message = MailContent::PicturesMissing {
            name: admin.name.as_str(),
            book: &book.name,
            edition: edition.number,
            pictures: edition.missing_pictures.len(),
            link: &link,
        };
        outbox::enqueue_unlimited(context, tx, &admin.email, &message)?;
    }
    Ok(())
}

/// Whether the account is an active admin's with a verified email.
fn receives_mail(account: &Account) -> bool {
    account.admin && account.email_verified && !account.disabled
}
