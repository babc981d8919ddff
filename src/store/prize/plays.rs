//! Days of the game, their plays in order, and the submissions that plays belong to.

use crate::domain::id::{AccountId, BookId};
use crate::domain::prize::day::{Day, GameDay};
use crate::domain::prize::play::{Play, PlayId, SubmissionRecord};
use crate::domain::secret::SecretHash;
use crate::store::Result;
use crate::store::engine::{Order, ReadTx, WriteTx};
use crate::store::key::{EmptyPrefix, last_hash, last_play};
use crate::store::tables::{PLAY_OF_SESSION, PLAYS, PLAYS_OF_ACCOUNT, PRIZE_DAYS, SUBMISSIONS};

impl ReadTx {
    pub fn game_day(&self, day: Day) -> Result<Option<GameDay>> {
        self.get(&PRIZE_DAYS, &day)
    }

    /// Latest day that was opened.
    pub fn last_game_day(&self) -> Result<Option<GameDay>> {
        let days = self.scan_prefix(&PRIZE_DAYS, &EmptyPrefix, Order::Descending, 1)?;
        Ok(days.into_iter().next().map(|(_, day)| day))
    }

    pub fn play(&self, id: PlayId) -> Result<Option<Play>> {
        self.get(&PLAYS, &id)
    }

    /// Every play of a day, by number.
    pub fn plays_on(&self, day: Day) -> Result<Vec<Play>> {
        let plays = self.scan_prefix(&PLAYS, &day, Order::Ascending, usize::MAX)?;
        Ok(plays.into_iter().map(|(_, play)| play).collect())
    }

    /// A member's plays, newest first; of one day, if one is given.
    pub fn plays_of(&self, account: AccountId, day: Option<Day>) -> Result<Vec<Play>> {
        let index = &PLAYS_OF_ACCOUNT;
        let entries = match day {
            Some(day) => self.scan_prefix(index, &(account, day), Order::Descending, usize::MAX)?,
            None => self.scan_prefix(index, &account, Order::Descending, usize::MAX)?,
        };
        entries.iter().filter_map(|(key, ())| self.play(last_play(key)).transpose()).collect()
    }

    /// Play made by this upload of the member.
    pub fn play_of_session(&self, account: AccountId, session: SecretHash) -> Result<Option<Play>> {
        match self.get(&PLAY_OF_SESSION, &(account, session))? {
            Some(id) => self.play(id),
            None => Ok(None),
        }
    }

    /// Submission of handwriting from this upload, if there is one.
    pub fn submitted(
        &self,
        account: AccountId,
        session: SecretHash,
    ) -> Result<Option<SubmissionRecord>> {
        self.get(&SUBMISSIONS, &(account, session))
    }

    /// All submissions of the member, each with the hash of its upload's secret; in no particular order.
    pub fn all_submitted(&self, account: AccountId) -> Result<Vec<(SecretHash, SubmissionRecord)>> {
        let entries = self.scan_prefix(&SUBMISSIONS, &account, Order::Ascending, usize::MAX)?;
        Ok(entries.into_iter().map(|(key, submitted)| (last_hash(&key), submitted)).collect())
    }

    /// Number of the member's submissions of handwriting to the book.
    pub fn count_submitted(&self, account: AccountId, book: BookId) -> Result<u32> {
        let all = self.all_submitted(account)?;
        Ok(all.iter().filter(|(_, submitted)| submitted.book == book).count() as u32)
    }

    /// Latest submission of handwriting by the member.
    pub fn last_submitted(&self, account: AccountId) -> Result<Option<SubmissionRecord>> {
        let all = self.all_submitted(account)?;
        Ok(all.into_iter().map(|(_, submitted)| submitted).max_by_key(|one| one.made_at))
    }
}

impl WriteTx {
    pub fn put_game_day(&mut self, day: &GameDay) -> Result<()> {
        self.put(&PRIZE_DAYS, &day.day, day)
    }

    pub fn put_play(&mut self, play: &Play) -> Result<()> {
        self.put(&PLAYS_OF_ACCOUNT, &(play.account, play.id), &())?;
        self.put(&PLAYS, &play.id, play)
    }

    /// Stores the play made by an upload.
    pub fn put_play_of_session(&mut self, play: &Play) -> Result<()> {
        self.put(&PLAY_OF_SESSION, &(play.account, play.session), &play.id)
    }

    pub fn put_submitted(
        &mut self,
        account: AccountId,
        session: SecretHash,
        submitted: &SubmissionRecord,
    ) -> Result<()> {
        self.put(&SUBMISSIONS, &(account, session), submitted)
    }

    pub fn remove_submitted(&mut self, account: AccountId, session: SecretHash) -> Result<()> {
        self.remove(&SUBMISSIONS, &(account, session))
    }

    /// Removes the links from a member to their plays and submissions. The plays stay without a member, for everybody to check.
    pub fn remove_plays_of(&mut self, account: AccountId) -> Result<()> {
        for play in self.plays_of(account, None)? {
            self.remove(&PLAYS_OF_ACCOUNT, &(account, play.id))?;
            self.remove(&PLAY_OF_SESSION, &(account, play.session))?;
        }
        for (session, _) in self.all_submitted(account)? {
            self.remove_submitted(account, session)?;
        }
        Ok(())
    }
}
