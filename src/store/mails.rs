//! The outbox.

use super::Result;
use super::engine::{Order, Read, WriteTx};
use super::tables::{All, MAILS};
use crate::domain::id::MailId;
use crate::domain::mail::Mail;

impl dyn Read + '_ {
    pub fn mail(&self, id: MailId) -> Result<Option<Mail>> {
        self.get(&MAILS, &id)
    }

    /// The youngest mails, the youngest first.
    pub fn latest_mails(&self, limit: usize) -> Result<Vec<Mail>> {
        let mails = self.with_prefix(&MAILS, &All, Order::Descending, limit)?;
        Ok(mails.into_iter().map(|(_, mail)| mail).collect())
    }
}

impl WriteTx {
    pub fn put_mail(&mut self, mail: &Mail) -> Result<()> {
        self.put(&MAILS, &mail.id, mail)
    }
}
