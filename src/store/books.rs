//! Books, their questions and their editions.

use std::collections::{BTreeMap, BTreeSet};

use super::Result;
use super::engine::{Order, ReadTx, WriteTx};
use super::key::{EmptyPrefix, last_id};
use super::tables::{
    ALL_BLACK_BOOKS, BOOKS, COVER_CHOICES, EDITION_COVERS, EDITION_OF_MEMO, EDITIONS, EPUBS,
    MISSING_PICTURES, QUESTIONS, SCHEDULES, WITHDRAWN_EDITIONS,
};
use crate::domain::blob::BlobHash;
use crate::domain::book::{Book, Question};
use crate::domain::cover::{CoverChoice, CoverFiles};
use crate::domain::duties::Appointment;
use crate::domain::edition::Edition;
use crate::domain::id::{BookId, MemoId};
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

    /// EPUB of an edition that is not withdrawn; `None` for editions published before the EPUB was introduced.
    pub fn epub(&self, book: BookId, number: u32) -> Result<Option<BlobHash>> {
        match self.edition(book, number)? {
            Some(_) => self.get(&EPUBS, &(book, number)),
            None => Ok(None),
        }
    }

    /// The EPUB of every edition of every book, withdrawn or not.
    pub fn all_epubs(&self) -> Result<Vec<BlobHash>> {
        let epubs = self.scan_prefix(&EPUBS, &EmptyPrefix, Order::Ascending, usize::MAX)?;
        Ok(epubs.into_iter().map(|(_, epub)| epub).collect())
    }

    /// Cover of an edition that is not withdrawn; `None` for editions published before covers were introduced.
    pub fn cover(&self, book: BookId, number: u32) -> Result<Option<CoverFiles>> {
        match self.edition(book, number)? {
            Some(_) => self.get(&EDITION_COVERS, &(book, number)),
            None => Ok(None),
        }
    }

    /// The cover of every edition of every book, withdrawn or not.
    pub fn all_covers(&self) -> Result<Vec<CoverFiles>> {
        let covers =
            self.scan_prefix(&EDITION_COVERS, &EmptyPrefix, Order::Ascending, usize::MAX)?;
        Ok(covers.into_iter().map(|(_, cover)| cover).collect())
    }

    /// An admin's choice of the book's cover.
    pub fn cover_choice(&self, book: BookId) -> Result<CoverChoice> {
        Ok(self.get(&COVER_CHOICES, &book)?.unwrap_or_default())
    }

    /// Whether the book is printed in black and grey.
    pub fn is_all_black(&self, book: BookId) -> Result<bool> {
        Ok(self.get(&ALL_BLACK_BOOKS, &book)?.is_some())
    }

    /// Dates of a book; none for most.
    pub fn schedule(&self, book: BookId) -> Result<Schedule> {
        Ok(self.get(&SCHEDULES, &book)?.unwrap_or_default())
    }

    /// The choices of all books for which there is one.
    pub fn cover_choices(&self) -> Result<BTreeMap<BookId, CoverChoice>> {
        let choices =
            self.scan_prefix(&COVER_CHOICES, &EmptyPrefix, Order::Ascending, usize::MAX)?;
        let of = |(key, choice): (Vec<u8>, _)| (BookId::from_bytes(last_id(&key)), choice);
        Ok(choices.into_iter().map(of).collect())
    }

    /// Memos whose pictures are missing in the edition, in the order of the book.
    pub fn missing_pictures(&self, book: BookId, number: u32) -> Result<Vec<MemoId>> {
        Ok(self.get(&MISSING_PICTURES, &(book, number))?.unwrap_or_default())
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
        Ok(self.get(&WITHDRAWN_EDITIONS, &book)?.unwrap_or(0))
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
        self.remove(&COVER_CHOICES, &book)?;
        self.remove(&ALL_BLACK_BOOKS, &book)?;
        self.remove(&SCHEDULES, &book)?;
        self.remove_weekly_question(book)?;
        self.remove_guest_link(book)?;
        self.remove_mailed_answers_to(book)?;
        let role = Appointment::Keeper(book);
        for keeper in self.members_with(role)? {
            let duties = self.duties(keeper)?.without(role);
            self.put_duties(keeper, &duties)?;
        }
        self.remove(&BOOKS, &book)?;
        Ok(())
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

    /// Stores the edition with its EPUB, and marks its memos as published.
    pub fn put_edition(&mut self, edition: &Edition, epub: BlobHash) -> Result<()> {
        self.put(&EPUBS, &(edition.book, edition.number), &epub)?;
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

    /// Stores the cover of an edition.
    pub fn put_cover(&mut self, edition: &Edition, cover: &CoverFiles) -> Result<()> {
        self.put(&EDITION_COVERS, &(edition.book, edition.number), cover)
    }

    /// Stores an admin's choice of the book's cover, from the next edition on.
    pub fn put_cover_choice(&mut self, book: BookId, choice: &CoverChoice) -> Result<()> {
        self.record_change(Subject::Book(book))?;
        self.put(&COVER_CHOICES, &book, choice)
    }

    /// Stores whether the book is printed in black and grey, from the next edition on.
    pub fn set_all_black(&mut self, book: BookId, is_all_black: bool) -> Result<()> {
        if is_all_black {
            self.put(&ALL_BLACK_BOOKS, &book, &())
        } else {
            self.remove(&ALL_BLACK_BOOKS, &book)?;
            Ok(())
        }
    }

    pub fn put_schedule(&mut self, book: BookId, schedule: &Schedule) -> Result<()> {
        self.record_change(Subject::Book(book))?;
        if *schedule == Schedule::default() {
            return self.remove(&SCHEDULES, &book);
        }
        self.put(&SCHEDULES, &book, schedule)
    }

    /// Stores the memos whose pictures are missing in the edition; nothing for none.
    pub fn put_missing_pictures(&mut self, edition: &Edition, memos: &[MemoId]) -> Result<()> {
        if memos.is_empty() {
            return Ok(());
        }
        self.put(&MISSING_PICTURES, &(edition.book, edition.number), &memos.to_vec())
    }

    /// Withdraws all editions that the book has. They are kept, and their numbers stay used.
    pub fn withdraw_editions(&mut self, book: BookId) -> Result<()> {
        let Some(last) = self.last_edition(book)? else { return Ok(()) };
        let memos: BTreeSet<MemoId> =
            self.editions(book)?.into_iter().flat_map(|edition| edition.memos).collect();
        for memo in memos {
            self.record_change(Subject::Memo(memo))?;
        }
        self.put(&WITHDRAWN_EDITIONS, &book, &last.number)
    }
}

#[cfg(test)]
mod tests;
