//! Participation: which member has answered which question of a book, for its keepers.

use std::collections::{BTreeMap, BTreeSet};

use crate::context::Context;
use crate::domain::account::Account;
use crate::domain::begun_answers::BegunAnswers;
use crate::domain::book::{Book, Question, QuestionKey};
use crate::domain::id::{AccountId, BookId};
use crate::domain::policy::{self, Actor};
use crate::domain::time::Timestamp;
use crate::error::Result;
use crate::services::csv_table;
use crate::store::ReadTx;

use super::find;

/// State of a member's answer to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerState {
    None,
    /// Read from a form, but not handed in.
    Begun,
    HandedIn,
}

impl AnswerState {
    fn words(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Begun => "begun",
            Self::HandedIn => "handed in",
        }
    }
}

/// Member in the grid of a book.
#[derive(Clone, Debug)]
pub struct Participant {
    pub account: Account,
    /// In the order of the questions.
    pub answers: Vec<AnswerState>,
    /// Time of the member's last reminder, of whatever book.
    pub reminded_at: Option<Timestamp>,
}

impl Participant {
    pub fn count(&self, state: AnswerState) -> usize {
        self.answers.iter().filter(|answer| **answer == state).count()
    }

    /// Number of questions that the member has not answered.
    pub fn open(&self) -> usize {
        self.answers.len() - self.count(AnswerState::HandedIn)
    }
}

/// Members by questions of a book.
#[derive(Clone, Debug)]
pub struct AnswerGrid {
    pub book: Book,
    pub questions: Vec<Question>,
    /// In order of their names.
    pub members: Vec<Participant>,
}

/// Grid of all who are asked: the members who were invited to the book and those who have answered; all members if nobody was
/// invited to it. Disabled members and applicants are left out.
pub fn answer_grid(context: &Context, actor: &Actor, book: BookId) -> Result<AnswerGrid> {
    policy::may_keep(actor, book)?;
    load_grid(&*context.read()?, book)
}

pub(super) fn load_grid(tx: &ReadTx, book: BookId) -> Result<AnswerGrid> {
    let book = find(tx, book)?;
    let questions = tx.questions(book.id)?;
    let mut handed_in: BTreeMap<AccountId, BTreeSet<QuestionKey>> = BTreeMap::new();
    for memo in tx.memos_of_book(book.id)? {
        handed_in.entry(memo.author).or_default().insert(memo.question);
    }
    let mut members = Vec::new();
    for account in asked(tx, book.id, &handed_in)? {
        let begun = tx.begun_answers(account.id, book.id)?;
        let own = handed_in.remove(&account.id).unwrap_or_default();
        let state = |question: &Question| {
            if own.contains(&question.key) {
                AnswerState::HandedIn
            } else if begun.questions.contains(&question.key) {
                AnswerState::Begun
            } else {
                AnswerState::None
            }
        };
        let answers = questions.iter().map(state).collect();
        let reminded_at = tx.reminder(account.id)?.map(|reminder| reminder.made_at);
        members.push(Participant { account, answers, reminded_at });
    }
    members.sort_by_cached_key(|member| {
        (member.account.name.as_str().to_lowercase(), member.account.id)
    });
    Ok(AnswerGrid { book, questions, members })
}

/// Members who are asked to answer the book.
fn asked(
    tx: &ReadTx,
    book: BookId,
    handed_in: &BTreeMap<AccountId, BTreeSet<QuestionKey>>,
) -> Result<Vec<Account>> {
    let members = tx.accounts()?;
    let was_invited = |account: &Account| account.invited_to == Some(book);
    let are_all_asked = !members.iter().any(was_invited);
    let mut accounts = Vec::new();
    for account in members.into_iter().filter(|account| !account.disabled && !account.is_guest()) {
        let is_asked =
            are_all_asked || was_invited(&account) || handed_in.contains_key(&account.id);
        if is_asked && tx.application(account.id)?.is_none_or(|made| made.is_accepted()) {
            accounts.push(account);
        }
    }
    Ok(accounts)
}

/// The grid as a CSV table for spreadsheets, a member in a row.
pub fn answer_table(context: &Context, actor: &Actor, book: BookId) -> Result<Vec<u8>> {
    let AnswerGrid { questions, members, .. } = answer_grid(context, actor, book)?;
    let fixed = ["name", "username", "handed in"].map(str::to_owned).into_iter();
    let numbered = (1..).zip(&questions);
    let asked = numbered.map(|(number, asked)| format!("{number}. {}", asked.description));
    let head: Vec<String> = fixed.chain(asked).collect();
    let row = |member: Participant| {
        let Account { name, username, .. } = &member.account;
        let count = member.count(AnswerState::HandedIn).to_string();
        let fixed = [name.as_str().to_owned(), username.as_str().to_owned(), count].into_iter();
        fixed.chain(member.answers.iter().map(|answer| answer.words().to_owned())).collect()
    };
    csv_table::write(&head, members.into_iter().map(row))
}

/// Records that answers to these questions were read from a member's form. A failure is logged: the reading itself has succeeded.
pub(in crate::services) fn record_begun(
    context: &Context,
    actor: &Actor,
    book: BookId,
    questions: impl Iterator<Item = QuestionKey>,
) {
    let Ok(member) = policy::member(actor) else { return };
    let recorded = context.write_as_reloaded(actor, |tx, actor| {
        policy::acts_as(actor, member)?;
        let before = tx.begun_answers(member, book)?;
        let questions = before.questions.into_iter().chain(questions).collect();
        Ok(tx.put_begun_answers(
            member,
            book,
            &BegunAnswers { questions, last_at: context.now() },
        )?)
    });
    if let Err(error) = recorded {
        let error = &error as &dyn std::error::Error;
        tracing::warn!(error, "failed to record that answers were begun");
    }
}
