//! Sentences about the changes in an edition, for readers who have the previous one.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::domain::account::Account;
use crate::domain::author::Author;
use crate::domain::book::{Question, QuestionKey};
use crate::domain::id::{AccountId, MemoId};
use crate::domain::memo::{Memo, MemoKind};

/// Maximum number of people named in a sentence; the others are counted.
const MAX_NAMES: usize = 8;
/// Above this number of people with changed memos, a single sentence covers them all.
const MAX_SENTENCES: usize = 12;

/// Memo of the previous edition, as it is now.
pub(super) struct PreviousMemo {
    pub(super) id: MemoId,
    /// `None` when it was removed with its author's account.
    pub(super) memo: Option<Memo>,
}

/// Key of a memo in a book: a member has one memo of each kind per question.
type ContributionKey<'a> = (AccountId, &'a QuestionKey, MemoKind);

fn contribution_key(memo: &Memo) -> ContributionKey<'_> {
    (memo.author, &memo.question, memo.content.kind())
}

/// Numbers of the questions that each author has answered.
type AnsweredQuestions = BTreeMap<AccountId, BTreeSet<u32>>;

/// Returns the sentences. `present` are the memos of the new edition, in its order.
pub(super) fn since(
    before: &[PreviousMemo],
    present: &[Memo],
    questions: &[Question],
    authors: &BTreeMap<AccountId, Account>,
) -> Vec<String> {
    let known: BTreeMap<ContributionKey<'_>, &Memo> = before
        .iter()
        .filter_map(|before| before.memo.as_ref())
        .map(|m| (contribution_key(m), m))
        .collect();
    let numbers: BTreeMap<&QuestionKey, u32> =
        questions.iter().map(|question| &question.key).zip(1..).collect();
    let (mut fresh, mut changed) = (AnsweredQuestions::new(), AnsweredQuestions::new());
    // Authors in the order of the book, in which they are named.
    let (mut order, mut ordered) = (Vec::new(), HashSet::new());
    let mut answers = 0;
    for memo in present {
        let list = match known.get(&contribution_key(memo)) {
            Some(before) if before.content == memo.content => continue,
            Some(_) => &mut changed,
            None => {
                answers += 1;
                &mut fresh
            }
        };
        if ordered.insert(memo.author) {
            order.push(memo.author);
        }
        list.entry(memo.author).or_default().extend(numbers.get(&memo.question));
    }
    let name = |id: &AccountId| Author::of(authors.get(id)).name;
    let mut sentences = Vec::from_iter(fresh_answers(answers, &fresh, &order, name));
    sentences.extend(changed_answers(&changed, &order, name));
    sentences.extend(withdrawn(before, present));
    sentences
}

fn names_of(
    of: &AnsweredQuestions,
    order: &[AccountId],
    name: impl Fn(&AccountId) -> String,
) -> Vec<String> {
    order.iter().filter(|author| of.contains_key(author)).map(name).collect()
}

fn all(of: &AnsweredQuestions) -> BTreeSet<u32> {
    of.values().flatten().copied().collect()
}

/// Sentence such as "New answers to 3 questions, by Mara and Jo".
fn fresh_answers(
    answers: usize,
    fresh: &AnsweredQuestions,
    order: &[AccountId],
    name: impl Fn(&AccountId) -> String,
) -> Option<String> {
    if answers == 0 {
        return None;
    }
    let what = if answers == 1 { "A new answer" } else { "New answers" };
    let questions: Vec<u32> = all(fresh).into_iter().collect();
    let to = match questions[..] {
        [one] => format!("question {one}"),
        _ => format!("{} questions", questions.len()),
    };
    Some(format!("{what} to {to}, by {}", people(&names_of(fresh, order, name))))
}

/// Sentences such as "Mara changed the answer to question 2", one per author.
fn changed_answers(
    changed: &AnsweredQuestions,
    order: &[AccountId],
    name: impl Fn(&AccountId) -> String,
) -> Vec<String> {
    if changed.len() > MAX_SENTENCES {
        let people = changed.len();
        return vec![format!("{people} people changed answers to {}", numbered(&all(changed)))];
    }
    let changed = order.iter().filter_map(|author| Some((name(author), changed.get(author)?)));
    let sentence = |(name, numbers): (String, &BTreeSet<u32>)| {
        let answers = if numbers.len() == 1 { "answer" } else { "answers" };
        format!("{name} changed the {answers} to {}", numbered(numbers))
    };
    changed.map(sentence).collect()
}

/// Sentence such as "One answer was withdrawn". Names neither author nor question, because the author withdrew it.
fn withdrawn(before: &[PreviousMemo], present: &[Memo]) -> Option<String> {
    let here: BTreeSet<ContributionKey<'_>> = present.iter().map(contribution_key).collect();
    let ids: BTreeSet<MemoId> = present.iter().map(|memo| memo.id).collect();
    let is_gone = |before: &&PreviousMemo| {
        let replaced =
            before.memo.as_ref().is_some_and(|memo| here.contains(&contribution_key(memo)));
        !replaced && !ids.contains(&before.id)
    };
    match before.iter().filter(is_gone).count() {
        0 => None,
        1 => Some("One answer was withdrawn".to_owned()),
        answers => Some(format!("{answers} answers were withdrawn")),
    }
}

/// Phrase such as "question 2" or "questions 2, 3 and 5".
fn numbered(numbers: &BTreeSet<u32>) -> String {
    let list: Vec<String> = numbers.iter().map(u32::to_string).collect();
    let noun = if list.len() == 1 { "question" } else { "questions" };
    format!("{noun} {}", listed(&list))
}

fn people(names: &[String]) -> String {
    if names.len() <= MAX_NAMES {
        return listed(names);
    }
    let others = names.len() - MAX_NAMES + 1;
    let mut shown = names[..MAX_NAMES - 1].to_vec();
    shown.push(format!("{others} others"));
    listed(&shown)
}

/// Phrase such as "Mara, Jo and Bo".
fn listed(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests;
