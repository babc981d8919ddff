//! Books, their questions and their editions.

use std::collections::BTreeSet;

use super::Result;
use super::engine::{Order, ReadTx, WriteTx};
use super::key::EmptyPrefix;
use super::tables::{BOOKS, EDITION_OF_MEMO, EDITIONS, QUESTIONS};
use crate::domain::book::{Book, Question};
use crate::domain::edition::Edition;
use crate::domain::id::{BookId, MemoId};
use crate::domain::role_grants::RoleGrant;
use crate::domain::schedule::Schedule;
use crate::domain::search::Subject;

impl ReadTx {
    pub fn book(&self, id: BookId) -> Result<Option<Book>> {
        self.get(&BOOKS, &id)
    }

    /// Every book, newest first.
    pub fn books(&self) -> Result<Vec<Book>> {
        let books = self.scan_prefix(&BOOKS, &EmptyPrefix, Order::Descending, usize::MAX)?;
        Ok(books.into_iter().map(|(_, book)| book).collect())
    }

    /// The book's questions in their order; the first is number 1.
    pub fn questions(&self, book: BookId) -> Result<Vec<Question>> {
        let questions = self.scan_prefix(&QUESTIONS, &book, Order::Ascending, usize::MAX)?;
        Ok(questions.into_iter().map(|(_, question)| question).collect())
    }

    /// An edition that is not withdrawn.
    pub fn edition(&self, book: BookId, number: u32) -> Result<Option<Edition>> {
        if number <= self.withdrawn_up_to(book)? {
            return Ok(None);
        }
        self.get(&EDITIONS, &(book, number))
    }

    /// The book's editions that are not withdrawn, the first one first.
    pub fn editions(&self, book: BookId) -> Result<Vec<Edition>> {
        let withdrawn = self.withdrawn_up_to(book)?;
        let editions = self.scan_prefix(&EDITIONS, &book, Order::Ascending, usize::MAX)?;
        let editions = editions.into_iter().map(|(_, edition): (_, Edition)| edition);
        Ok(editions.filter(|edition| edition.number > withdrawn).collect())
    }

    /// The newest edition that the book ever had, withdrawn or not.
    pub fn last_edition(&self, book: BookId) -> Result<Option<Edition>> {
        let mut editions = self.scan_prefix(&EDITIONS, &book, Order::Descending, 1)?;
        Ok(editions.pop().map(|(_, edition)| edition))
    }

    /// Dates of a book; none for most, and for a removed one.
    pub fn schedule(&self, book: BookId) -> Result<Schedule> {
        Ok(self.book(book)?.map(|book| book.schedule).unwrap_or_default())
    }

    /// Whether the memo is in an edition that is not withdrawn.
    pub fn is_published(&self, memo: MemoId) -> Result<bool> {
        let Some(edition) = self.get(&EDITION_OF_MEMO, &memo)? else { return Ok(false) };
        let Some(memo) = self.memo(memo)? else { return Ok(false) };
        Ok(edition > self.withdrawn_up_to(memo.book)?)
    }

    /// Whether the memo has ever been in an edition, withdrawn or not.
    pub fn was_published(&self, memo: MemoId) -> Result<bool> {
        Ok(self.get(&EDITION_OF_MEMO, &memo)?.is_some())
    }

    fn withdrawn_up_to(&self, book: BookId) -> Result<u32> {
        Ok(self.book(book)?.map_or(0, |book| book.withdrawn_up_to))
    }

    /// Every edition of every book, withdrawn or not.
    pub fn all_editions(&self) -> Result<Vec<Edition>> {
        let editions = self.scan_prefix(&EDITIONS, &EmptyPrefix, Order::Ascending, usize::MAX)?;
        Ok(editions.into_iter().map(|(_, edition)| edition).collect())
    }
}

impl WriteTx {
    pub fn put_book(&mut self, book: &Book) -> Result<()> {
        self.record_change(Subject::Book(book.id))?;
        self.put(&BOOKS, &book.id, book)
    }

    /// Removes a book without memos and editions, with its questions and forms.
    pub fn remove_book(&mut self, book: BookId) -> Result<()> {
        self.put_questions(book, &[])?;
        self.remove_issued_forms(book)?;
        self.remove_weekly_question(book)?;
        self.remove_guest_link(book)?;
        self.remove_mailed_answers_to(book)?;
        let role = RoleGrant::Keeper(book);
        for keeper in self.members_with(role)? {
            let grants = self.role_grants(keeper)?.without(role);
            self.put_role_grants(keeper, &grants)?;
        }
        self.remove(&BOOKS, &book)
    }

    /// Replaces all questions of the book.
    pub fn put_questions(&mut self, book: BookId, questions: &[Question]) -> Result<()> {
        self.record_change(Subject::Book(book))?;
        let before = self.questions(book)?.len();
        for (number, question) in (1..).zip(questions) {
            self.put(&QUESTIONS, &(book, number), question)?;
        }
        for number in questions.len()..before {
            self.remove(&QUESTIONS, &(book, number as u32 + 1))?;
        }
        Ok(())
    }

    /// Stores the edition, and marks its memos as published.
    pub fn put_edition(&mut self, edition: &Edition) -> Result<()> {
        for memo in &edition.memos {
            if self.is_published(*memo)? {
                continue;
            }
            self.record_change(Subject::Memo(*memo))?;
            let publish = |tx: &mut Self| tx.put(&EDITION_OF_MEMO, memo, &edition.number);
            match self.memo(*memo)? {
                Some(memo) => self.change_answer(&memo, publish)?,
                None => publish(self)?,
            }
        }
        self.put(&EDITIONS, &(edition.book, edition.number), edition)
    }

    /// Withdraws all editions that the book has. They are kept, and their numbers stay used.
    pub fn withdraw_editions(&mut self, mut book: Book) -> Result<()> {
        let Some(last) = self.last_edition(book.id)? else { return Ok(()) };
        let memos: BTreeSet<MemoId> =
            self.editions(book.id)?.into_iter().flat_map(|edition| edition.memos).collect();
        for memo in memos {
            self.record_change(Subject::Memo(memo))?;
        }
        book.edition = 0;
        book.withdrawn_up_to = last.number;
        self.put_book(&book)
    }
}

#[cfg(test)]
mod tests;
