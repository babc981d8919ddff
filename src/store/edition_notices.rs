//! Mails about editions: the books that members have been notified of, and the secrets of unsubscribe links.

use super::Result;
use super::engine::{Order, ReadTx, WriteTx};
use super::key::{last_hash, last_id};
use super::tables::{FIRST_NOTICES, UNSUBSCRIBE_SECRETS};
use crate::domain::id::{AccountId, BookId};
use crate::domain::secret::SecretHash;
use crate::domain::time::Timestamp;

impl ReadTx {
    /// Time of the first mail to the member about the published book.
    pub fn first_notice(&self, account: AccountId, book: BookId) -> Result<Option<Timestamp>> {
        self.get(&FIRST_NOTICES, &(account, book))
    }

    /// Whether the secret is valid in an unsubscribe link of the member.
    pub fn has_unsubscribe_secret(&self, account: AccountId, secret: SecretHash) -> Result<bool> {
        Ok(self.get(&UNSUBSCRIBE_SECRETS, &(account, secret))?.is_some())
    }

    /// Number of books that the member has been notified of.
    pub fn count_notified_books(&self, account: AccountId) -> Result<usize> {
        Ok(self.scan_prefix(&FIRST_NOTICES, &account, Order::Ascending, usize::MAX)?.len())
    }
}

impl WriteTx {
    /// Stores the time when the member was notified of the book, unless an earlier one is stored.
    pub fn put_first_notice(
        &mut self,
        account: AccountId,
        book: BookId,
        at: Timestamp,
    ) -> Result<()> {
        if self.first_notice(account, book)?.is_none() {
            self.put(&FIRST_NOTICES, &(account, book), &at)?;
        }
        Ok(())
    }

    pub fn put_unsubscribe_secret(&mut self, account: AccountId, secret: SecretHash) -> Result<()> {
        self.put(&UNSUBSCRIBE_SECRETS, &(account, secret), &())
    }

    /// Removes the times of notices to the member, and the unsubscribe secrets.
    pub fn remove_edition_notices(&mut self, account: AccountId) -> Result<()> {
        for (key, _) in self.scan_prefix(&FIRST_NOTICES, &account, Order::Ascending, usize::MAX)? {
            self.remove(&FIRST_NOTICES, &(account, BookId::from_bytes(last_id(&key))))?;
        }
        let secrets =
            self.scan_prefix(&UNSUBSCRIBE_SECRETS, &account, Order::Ascending, usize::MAX)?;
        for (key, ()) in secrets {
            self.remove(&UNSUBSCRIBE_SECRETS, &(account, last_hash(&key)))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Store;

    const AT: Timestamp = Timestamp { seconds: 10, nanoseconds: 0 };

    #[test]
    fn first_notice_counts_until_member_leaves() {
        let store = Store::in_memory().unwrap();
        let [mara, ana] = [1, 2].map(|byte| AccountId::new(AT, [byte; 10]));
        let [rivers, seas] = [3, 4].map(|byte| BookId::new(AT, [byte; 10]));
        let later = Timestamp { seconds: 20, nanoseconds: 0 };
        let written: Result<()> = store.write(|tx| {
            tx.put_unsubscribe_secret(mara, SecretHash([1; 32]))?;
            for (account, book) in [(mara, rivers), (mara, seas), (ana, rivers)] {
                tx.put_first_notice(account, book, AT)?;
                tx.put_first_notice(account, book, later)?;
            }
            Ok(())
        });
        written.unwrap();
        let tx = store.read().unwrap();
        assert_eq!(tx.first_notice(mara, rivers).unwrap(), Some(AT));
        let knows = |account| tx.has_unsubscribe_secret(account, SecretHash([1; 32])).unwrap();
        assert_eq!([mara, ana].map(knows), [true, false]);
        drop(tx);
        store.write(|tx| tx.remove_edition_notices(mara)).unwrap();
        let tx = store.read().unwrap();
        assert_eq!(tx.count_notified_books(mara).unwrap(), 0);
        assert!(!tx.has_unsubscribe_secret(mara, SecretHash([1; 32])).unwrap());
        assert_eq!(tx.first_notice(ana, rivers).unwrap(), Some(AT));
    }
}
