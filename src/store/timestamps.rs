//! Creation times of the newest and the oldest entry, read from their keys.

use std::ops::Bound;

use super::Result;
use super::engine::{Order, ReadTx};
use super::tables::{ACCOUNTS, AUDIT, BOOKS, COMMENTS, MAILS, MEMOS, POSTS, SUGGESTIONS, TOPICS};
use crate::domain::id::AuditId;
use crate::domain::time::Timestamp;

/// Tables of member and admin content, whose identifiers contain their creation time.
const MADE: [&str; 9] = [
    ACCOUNTS.name,
    AUDIT.name,
    BOOKS.name,
    COMMENTS.name,
    MAILS.name,
    MEMOS.name,
    POSTS.name,
    SUGGESTIONS.name,
    TOPICS.name,
];

impl ReadTx {
    /// Creation time of the newest entry, by the clock of that moment.
    pub fn youngest(&self) -> Result<Option<Timestamp>> {
        Ok(self.at_the_end(Order::Descending)?.into_iter().max())
    }

    /// Creation time of the oldest entry that still exists, by the clock of that moment.
    pub fn oldest(&self) -> Result<Option<Timestamp>> {
        Ok(self.at_the_end(Order::Ascending)?.into_iter().min())
    }

    fn at_the_end(&self, order: Order) -> Result<Vec<Timestamp>> {
        let mut times = Vec::new();
        for table in MADE {
            let entries = self.entries(table, Bound::Unbounded, Bound::Unbounded, order, 1)?;
            let keys = entries.into_iter().filter_map(|(key, _)| key.try_into().ok());
            times.extend(keys.map(|key| AuditId::from_bytes(key).made_at()));
        }
        Ok(times)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::account::Email;
    use crate::domain::id::MailId;
    use crate::domain::mail::Mail;
    use crate::store::Store;

    #[test]
    fn oldest_and_youngest_timestamps_are_found() {
        let store = Store::in_memory().unwrap();
        assert_eq!(store.read().unwrap().youngest().unwrap(), None);
        let at = |seconds| Timestamp { seconds, nanoseconds: 0 };
        for seconds in [3_000, 1_000, 2_000] {
            let mail = Mail {
                id: MailId::new(at(seconds), [7; 10]),
                to: Email::parse("mara@example.org").unwrap(),
                subject: String::new(),
                text: String::new(),
                html: String::new(),
                unsubscribe: None,
                reply_to: None,
                created_at: at(seconds),
                sent_at: None,
            };
            store.write(|tx| tx.put_mail(&mail)).unwrap();
        }
        let tx = store.read().unwrap();
        assert_eq!(tx.youngest().unwrap(), Some(at(3_000)));
        assert_eq!(tx.oldest().unwrap(), Some(at(1_000)));
    }
}
