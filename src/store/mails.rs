//! Outbox of mails, sent and unsent.

use super::Result;
use super::engine::{Order, ReadTx, WriteTx};
use super::key::{EmptyPrefix, last_id};
use super::tables::{FORM_MAILS, MAIL_PICTURES, MAILS};
use crate::domain::account::Email;
use crate::domain::id::MailId;
use crate::domain::mail::{FormMail, Mail, MailPictures};

impl ReadTx {
    pub fn mail(&self, id: MailId) -> Result<Option<Mail>> {
        self.get(&MAILS, &id)
    }

    /// Pictures of a mail that was not sent yet.
    pub fn mail_pictures(&self, id: MailId) -> Result<MailPictures> {
        Ok(self.get(&MAIL_PICTURES, &id)?.unwrap_or_default())
    }

    /// Latest mails, newest first, at most `limit`.
    pub fn latest_mails(&self, limit: usize) -> Result<Vec<Mail>> {
        let mails = self.scan_prefix(&MAILS, &EmptyPrefix, Order::Descending, limit)?;
        Ok(mails.into_iter().map(|(_, mail)| mail).collect())
    }

    /// All mails to an address, sent or not.
    pub fn mails_to(&self, address: &Email) -> Result<Vec<MailId>> {
        let (key, mut found) = (address.key(), Vec::new());
        self.for_each(&MAILS, |mail| {
            if mail.to.key() == key {
                found.push(mail.id);
            }
        })?;
        Ok(found)
    }

    /// Mails that were requested through a form and still count for its limit, the oldest first.
    pub fn form_mails(&self) -> Result<Vec<(MailId, FormMail)>> {
        let mails = self.scan_prefix(&FORM_MAILS, &EmptyPrefix, Order::Ascending, usize::MAX)?;
        let with_id = |(key, mail): (Vec<u8>, _)| (MailId::from_bytes(last_id(&key)), mail);
        Ok(mails.into_iter().map(with_id).collect())
    }
}

impl WriteTx {
    pub fn put_mail(&mut self, mail: &Mail) -> Result<()> {
        self.put(&MAILS, &mail.id, mail)
    }

    /// Stores the pictures of a mail; none for one that was sent.
    pub fn put_mail_pictures(&mut self, id: MailId, pictures: MailPictures) -> Result<()> {
        if pictures.is_empty() {
            return self.remove(&MAIL_PICTURES, &id);
        }
        self.put(&MAIL_PICTURES, &id, &pictures)
    }

    pub fn remove_mail(&mut self, id: MailId) -> Result<()> {
        self.remove(&MAIL_PICTURES, &id)?;
        self.remove(&MAILS, &id)
    }

    pub fn put_form_mail(&mut self, id: MailId, mail: &FormMail) -> Result<()> {
        self.put(&FORM_MAILS, &id, mail)
    }

    pub fn remove_form_mail(&mut self, id: MailId) -> Result<()> {
        self.remove(&FORM_MAILS, &id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::time::Timestamp;
    use crate::store::Store;

    #[test]
    fn mails_are_found_by_case_insensitive_address() {
        let store = Store::in_memory().unwrap();
        let (mara, ana) = ("Mara@example.org", "ana@example.org");
        // More than one batch.
        let written: Result<()> = store.write(|tx| {
            (0..600).try_for_each(|seconds| {
                let created_at = Timestamp { seconds, nanoseconds: 0 };
                let to = Email::parse(if seconds % 2 == 0 { mara } else { ana }).unwrap();
                let id = MailId::new(created_at, [0; 10]);
                let (subject, text, html) = (String::new(), String::new(), String::new());
                tx.put_mail(&Mail {
                    id,
                    to,
                    subject,
                    text,
                    html,
                    unsubscribe: None,
                    reply_to: None,
                    created_at,
                    sent_at: None,
                })
            })
        });
        written.unwrap();
        let found = store.read().unwrap().mails_to(&Email::parse("mara@EXAMPLE.org").unwrap());
        let found = found.unwrap();
        assert_eq!(found.len(), 300);
        store.write(|tx| found.iter().try_for_each(|id| tx.remove_mail(*id))).unwrap();
        let left = store.read().unwrap().latest_mails(usize::MAX).unwrap();
        assert!(left.len() == 300 && left.iter().all(|mail| mail.to.as_str() == ana));
    }
}
