//! Guests of books, the links with which they come, and their memos that wait for a keeper.

use super::Result;
use super::engine::{Order, ReadTx, WriteTx};
use super::key::{EmptyPrefix, TextHash, last_id};
use super::tables::{
    ACCEPTED_MEMOS, GUEST_CODES, GUEST_LINKS, GUEST_SECRETS, GUESTS, WAITING_MEMOS,
};
use crate::domain::guest::{Guest, GuestLink};
use crate::domain::id::{AccountId, BookId, MemoId};
use crate::domain::memo::{HiddenMemo, Memo};
use crate::domain::secret::SecretHash;
use crate::domain::time::Timestamp;
use crate::domain::typed_code::GuestCode;

impl ReadTx {
    /// The guest with this account; `None` for a member.
    pub fn guest(&self, account: AccountId) -> Result<Option<Guest>> {
        self.get(&GUESTS, &account)
    }

    /// Guests of a book, in the order of their joining.
    pub fn guests_of(&self, book: BookId) -> Result<Vec<(AccountId, Guest)>> {
        let all = self.scan_prefix(&GUESTS, &EmptyPrefix, Order::Ascending, usize::MAX)?;
        let own = all.into_iter().filter(|(_, guest)| guest.book == book);
        Ok(own.map(|(key, guest)| (AccountId::from_bytes(last_id(&key)), guest)).collect())
    }

    /// All guests.
    pub fn guests(&self) -> Result<Vec<(AccountId, Guest)>> {
        let all = self.scan_prefix(&GUESTS, &EmptyPrefix, Order::Ascending, usize::MAX)?;
        let named = all.into_iter();
        Ok(named.map(|(key, guest)| (AccountId::from_bytes(last_id(&key)), guest)).collect())
    }

    /// Account of the guest with this private link.
    pub fn guest_by_secret(&self, secret: SecretHash) -> Result<Option<AccountId>> {
        self.get(&GUEST_SECRETS, &secret)
    }

    pub fn guest_link(&self, book: BookId) -> Result<Option<GuestLink>> {
        self.get(&GUEST_LINKS, &book)
    }

    /// Book whose guests come with this code.
    pub fn book_by_guest_code(&self, code: GuestCode) -> Result<Option<BookId>> {
        self.get(&GUEST_CODES, &hash(code))
    }

    /// Whether the memo waits for a keeper's decision.
    pub fn is_memo_waiting(&self, memo: &Memo) -> Result<bool> {
        Ok(self.get(&WAITING_MEMOS, &(memo.book, memo.id))?.is_some())
    }

    /// Whether a keeper has accepted the memo of a guest, who may have another name by now.
    pub fn was_memo_accepted(&self, memo: &Memo) -> Result<bool> {
        Ok(self.get(&ACCEPTED_MEMOS, &(memo.author, memo.id))?.is_some())
    }

    /// Present memos of a book that wait for a keeper's decision, oldest first.
    pub fn waiting_memos(&self, book: BookId) -> Result<Vec<Memo>> {
        let all = self.scan_prefix(&WAITING_MEMOS, &book, Order::Ascending, usize::MAX)?;
        let mut waiting = Vec::new();
        for (key, ()) in all {
            let memo = self.memo(MemoId::from_bytes(last_id(&key)))?;
            if let Some(memo) = memo
                && self.is_present(&memo)?
            {
                waiting.push(memo);
            }
        }
        Ok(waiting)
    }
}

impl WriteTx {
    /// Stores a guest in place of the earlier one with this account; the earlier private link stops working.
    pub fn put_guest(&mut self, account: AccountId, guest: &Guest) -> Result<()> {
        self.remove_guest(account)?;
        self.put(&GUEST_SECRETS, &guest.secret, &account)?;
        self.put(&GUESTS, &account, guest)
    }

    /// Removes a guest who has left, or has become a member.
    pub fn remove_guest(&mut self, account: AccountId) -> Result<()> {
        let Some(guest) = self.guest(account)? else { return Ok(()) };
        self.remove(&GUEST_SECRETS, &guest.secret)?;
        self.remove(&GUESTS, &account)
    }

    /// Stores the link of a book; the earlier one stops working.
    pub fn put_guest_link(&mut self, book: BookId, link: &GuestLink) -> Result<()> {
        self.remove_guest_link(book)?;
        self.put(&GUEST_CODES, &hash(link.code), &book)?;
        self.put(&GUEST_LINKS, &book, link)
    }

    pub fn remove_guest_link(&mut self, book: BookId) -> Result<()> {
        let Some(link) = self.guest_link(book)? else { return Ok(()) };
        self.remove(&GUEST_CODES, &hash(link.code))?;
        self.remove(&GUEST_LINKS, &book)
    }

    /// Hides a memo until a keeper has decided on it.
    pub fn hold_memo(&mut self, memo: &Memo, now: Timestamp) -> Result<()> {
        let hidden = HiddenMemo { since: now, why: String::new() };
        self.hide_memo(memo, &hidden)?;
        self.put(&WAITING_MEMOS, &(memo.book, memo.id), &())
    }

    /// Shows a memo that a keeper has accepted.
    pub fn accept_memo(&mut self, memo: &Memo) -> Result<()> {
        self.unhide_memo(memo)?;
        self.mark_accepted(memo)
    }

    /// Records that a keeper has accepted the memo under the name that its author has now.
    pub(super) fn mark_accepted(&mut self, memo: &Memo) -> Result<()> {
        self.put(&ACCEPTED_MEMOS, &(memo.author, memo.id), &())
    }

    /// Hides all memos that a keeper has accepted from this author, present and replaced, until a keeper has decided once more.
    pub fn hold_accepted_memos(&mut self, author: AccountId, now: Timestamp) -> Result<()> {
        let accepted = self.scan_prefix(&ACCEPTED_MEMOS, &author, Order::Ascending, usize::MAX)?;
        for (key, ()) in accepted {
            let memo = self.memo(MemoId::from_bytes(last_id(&key)))?;
            if let Some(memo) = memo
                && !self.is_memo_hidden(memo.id)?
            {
                self.hold_memo(&memo, now)?;
            }
        }
        Ok(())
    }

    /// Records that a memo has no decision by a keeper any more: it is gone.
    pub(super) fn remove_decision(&mut self, memo: &Memo) -> Result<()> {
        self.remove_waiting(memo)?;
        self.remove(&ACCEPTED_MEMOS, &(memo.author, memo.id))
    }

    /// Records that a memo waits no longer: it was accepted, hidden by an admin, or is gone.
    pub fn remove_waiting(&mut self, memo: &Memo) -> Result<()> {
        self.remove(&WAITING_MEMOS, &(memo.book, memo.id))
    }
}

pub(super) fn hash(code: GuestCode) -> TextHash {
    TextHash::from(&*code.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Store;

    #[test]
    fn replaced_links_and_secrets_stop_working() {
        let now = Timestamp { seconds: 1, nanoseconds: 0 };
        let (book, account) = (BookId::new(now, [1; 10]), AccountId::new(now, [2; 10]));
        let link = |n| GuestLink { code: GuestCode::new([n; 8]), by: None, made_at: now };
        let guest = |n| Guest { book, joined_at: now, secret: SecretHash([n; 32]) };
        let store = Store::in_memory().unwrap();
        let written: Result<()> = store.write(|tx| {
            for n in [1, 2] {
                tx.put_guest_link(book, &link(n))?;
                tx.put_guest(account, &guest(n))?;
            }
            Ok(())
        });
        written.unwrap();
        let tx = store.read().unwrap();
        let found = [1, 2].map(|n| tx.book_by_guest_code(link(n).code).unwrap());
        assert_eq!(found, [None, Some(book)]);
        let found = [1, 2].map(|n| tx.guest_by_secret(guest(n).secret).unwrap());
        assert_eq!(found, [None, Some(account)]);
        assert_eq!(tx.guests_of(book).unwrap(), [(account, guest(2))]);
        drop(tx);
        let written: Result<()> = store.write(|tx| {
            tx.remove_guest(account)?;
            tx.remove_guest_link(book)
        });
        written.unwrap();
        let tx = store.read().unwrap();
        assert_eq!(tx.book_by_guest_code(link(2).code).unwrap(), None);
        assert_eq!(tx.guest_by_secret(guest(2).secret).unwrap(), None);
    }
}
