//! The outbox.

use super::Result;
use super::engine::{Read, WriteTx};
use super::tables::MAILS;
use crate::domain::id::MailId;
use crate::domain::mail::Mail;

impl dyn Read + '_ {
    pub fn mail(&self, id: MailId) -> Result<Option<Mail>> {
        self.get(&MAILS, &id)
    }
}

impl WriteTx {
    pub fn put_mail(&mut self, mail: &Mail) -> Result<()> {
        self.put(&MAILS, &mail.id, mail)
    }
}
