//! Posting by mail: members' secret addresses, and fingerprints of mails that have become posts.

use super::Result;
use super::engine::{ReadTx, WriteTx};
use super::tables::{MAIL_SECRETS, PROCESSED_MAIL};
use crate::domain::id::AccountId;
use crate::domain::post_address::OwnMailSecret;
use crate::domain::processed_mail::{MailFingerprint, ProcessedMail, REPLY_RETENTION};
use crate::domain::time::Timestamp;

impl ReadTx {
    pub fn mail_secret(&self, account: AccountId) -> Result<Option<OwnMailSecret>> {
        self.get(&MAIL_SECRETS, &account)
    }

    /// Number of members with a secret address.
    pub fn mail_secrets(&self) -> Result<u64> {
        let mut count = 0;
        self.for_each(&MAIL_SECRETS, |_| count += 1)?;
        Ok(count)
    }

    /// Whether this mail has become posts already.
    pub fn is_processed(&self, mail: MailFingerprint) -> Result<bool> {
        Ok(self.get(&PROCESSED_MAIL, &mail)?.is_some())
    }
}

impl WriteTx {
    /// Replaces the secret of the member's address; the previous address stops working.
    pub fn put_mail_secret(&mut self, account: AccountId, secret: &OwnMailSecret) -> Result<()> {
        self.put(&MAIL_SECRETS, &account, secret)
    }

    pub fn remove_mail_secret(&mut self, account: AccountId) -> Result<()> {
        self.remove(&MAIL_SECRETS, &account)
    }

    pub fn put_mailed(&mut self, mailed: &ProcessedMail) -> Result<()> {
        self.put(&PROCESSED_MAIL, &mailed.mail, mailed)
    }

    /// Removes mails that were processed more than [`REPLY_RETENTION`] ago.
    pub fn remove_expired_mailed(&mut self, now: Timestamp) -> Result<()> {
        let mut old = Vec::new();
        self.for_each(&PROCESSED_MAIL, |mailed| {
            if now.since(mailed.at) > REPLY_RETENTION {
                old.push(mailed.mail);
            }
        })?;
        old.iter().try_for_each(|mail| self.remove(&PROCESSED_MAIL, mail))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Store;

    #[test]
    fn processed_mails_are_forgotten_after_a_week() {
        let store = Store::in_memory().unwrap();
        let at = |seconds| Timestamp { seconds, nanoseconds: 0 };
        let [old, young] = [1, 2].map(|n| MailFingerprint([n; 32]));
        let week = REPLY_RETENTION.as_secs() as i64;
        let written: Result<()> = store.write(|tx| {
            tx.put_mailed(&ProcessedMail { mail: old, at: at(0) })?;
            tx.put_mailed(&ProcessedMail { mail: young, at: at(1) })?;
            tx.remove_expired_mailed(at(week + 1))
        });
        written.unwrap();
        let tx = store.read().unwrap();
        assert_eq!([old, young].map(|mail| tx.is_processed(mail).unwrap()), [false, true]);
    }
}
