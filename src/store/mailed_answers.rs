//! Answers that came by mail, by member.

use std::collections::HashSet;

use super::Result;
use super::engine::{Order, ReadTx, WriteTx};
use super::tables::MAILED_ANSWERS;
use crate::domain::blob::BlobHash;
use crate::domain::id::{AccountId, BookId, MailedAnswerId};
use crate::domain::mailed_answer::MailedAnswer;
use crate::domain::time::Timestamp;

impl ReadTx {
    pub fn mailed_answer(
        &self,
        member: AccountId,
        id: MailedAnswerId,
    ) -> Result<Option<MailedAnswer>> {
        self.get(&MAILED_ANSWERS, &(member, id))
    }

    /// Answers of a member that are not handed in yet, oldest first.
    pub fn mailed_answers_of(&self, member: AccountId) -> Result<Vec<MailedAnswer>> {
        let all = self.scan_prefix(&MAILED_ANSWERS, &member, Order::Ascending, usize::MAX)?;
        Ok(all.into_iter().map(|(_, answer)| answer).collect())
    }

    /// Answers that need the blob.
    pub fn mailed_answers_of_blob(&self, blob: BlobHash) -> Result<Vec<MailedAnswer>> {
        let mut found = Vec::new();
        self.for_each(&MAILED_ANSWERS, |answer| {
            if answer.content.blobs().any(|needed| needed == blob) {
                found.push(answer);
            }
        })?;
        Ok(found)
    }

    /// Adds the blobs of all answers to `all`.
    pub fn collect_blobs_of_mailed_answers(&self, all: &mut HashSet<BlobHash>) -> Result<()> {
        self.for_each(&MAILED_ANSWERS, |answer| all.extend(answer.content.blobs()))
    }
}

impl WriteTx {
    /// Stores an answer in place of the member's earlier one for the same question. Returns the blobs of the earlier one.
    pub fn put_mailed_answer(&mut self, answer: &MailedAnswer) -> Result<Vec<BlobHash>> {
        let mut blobs = Vec::new();
        for earlier in self.mailed_answers_of(answer.member)? {
            if (earlier.book, &earlier.question) == (answer.book, &answer.question) {
                blobs.extend(self.remove_mailed_answer(&earlier)?);
            }
        }
        self.put(&MAILED_ANSWERS, &(answer.member, answer.id), answer)?;
        Ok(blobs)
    }

    /// Removes an answer; returns its blobs.
    pub fn remove_mailed_answer(&mut self, answer: &MailedAnswer) -> Result<Vec<BlobHash>> {
        self.remove(&MAILED_ANSWERS, &(answer.member, answer.id))?;
        Ok(answer.content.blobs().collect())
    }

    /// Removes all answers of a member; returns their blobs.
    pub fn remove_mailed_answers_of(&mut self, member: AccountId) -> Result<Vec<BlobHash>> {
        self.remove_each(self.mailed_answers_of(member)?)
    }

    /// Removes the answers to a removed book. Their files are left to the next garbage collection.
    pub(super) fn remove_mailed_answers_to(&mut self, book: BookId) -> Result<()> {
        self.remove_where(|answer| answer.book == book)
    }

    /// Removes answers that were received before `then` and never handed in. Their files are left to the next garbage collection.
    pub fn remove_mailed_answers_before(&mut self, then: Timestamp) -> Result<()> {
        self.remove_where(|answer| answer.received_at < then)
    }

    fn remove_where(&mut self, is_removed: impl Fn(&MailedAnswer) -> bool) -> Result<()> {
        let mut removed = Vec::new();
        self.for_each(&MAILED_ANSWERS, |answer| {
            if is_removed(&answer) {
                removed.push(answer);
            }
        })?;
        self.remove_each(removed).map(drop)
    }

    fn remove_each(&mut self, answers: Vec<MailedAnswer>) -> Result<Vec<BlobHash>> {
        let mut blobs = Vec::new();
        for answer in answers {
            blobs.extend(self.remove_mailed_answer(&answer)?);
        }
        Ok(blobs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::book::QuestionKey;
    use crate::domain::mailed_answer::MailedContent;
    use crate::store::Store;

    fn answer(n: u8, question: &str) -> MailedAnswer {
        let at = Timestamp { seconds: n.into(), nanoseconds: 0 };
        MailedAnswer {
            id: MailedAnswerId::new(at, [n; 10]),
            member: AccountId::new(at, [1; 10]),
            book: BookId::from_bytes([2; 16]),
            question: QuestionKey::parse(question).unwrap(),
            content: MailedContent::Page { picture: BlobHash::of(&[n]), pdf: None },
            received_at: at,
        }
    }

    #[test]
    fn second_answer_to_a_question_replaces_the_first() {
        let member = AccountId::new(Timestamp::default(), [1; 10]);
        let answers = [answer(1, "q1"), answer(2, "q2"), answer(3, "q1")]
            .map(|answer| MailedAnswer { member, ..answer });
        let store = Store::in_memory().unwrap();
        let replaced: Result<Vec<_>> = store.write(|tx| {
            let mut replaced = Vec::new();
            for answer in &answers {
                replaced.extend(tx.put_mailed_answer(answer)?);
            }
            Ok(replaced)
        });
        assert_eq!(replaced.unwrap(), [BlobHash::of(&[1])]);
        let [_, second, third] = answers;
        let tx = store.read().unwrap();
        assert_eq!(tx.mailed_answers_of(member).unwrap(), [second, third.clone()]);
        assert_eq!(tx.mailed_answers_of_blob(BlobHash::of(&[3])).unwrap(), [third]);
        let mut blobs = HashSet::new();
        tx.collect_blobs_of_mailed_answers(&mut blobs).unwrap();
        assert_eq!(blobs, [2, 3].map(|n| BlobHash::of(&[n])).into());
    }
}
