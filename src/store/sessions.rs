//! Sessions and tickets, stored under the hashes of their secrets, with indexes by account.

use super::Result;
use super::engine::{Order, ReadTx, WriteTx};
use super::key::{EmptyPrefix, last_hash};
use super::table::Table;
use super::tables::{SESSIONS, SESSIONS_OF_ACCOUNT, TICKETS, TICKETS_OF_ACCOUNT};
use crate::domain::id::AccountId;
use crate::domain::secret::SecretHash;
use crate::domain::session::{Session, Ticket, TicketPurpose};
use crate::domain::time::Timestamp;

impl ReadTx {
    pub fn session(&self, secret: SecretHash) -> Result<Option<Session>> {
        self.get(&SESSIONS, &secret)
    }

    pub fn ticket(&self, secret: SecretHash) -> Result<Option<Ticket>> {
        self.get(&TICKETS, &secret)
    }

    /// Sessions of the account, in no particular order; some may have expired.
    pub fn sessions_of(&self, account: AccountId) -> Result<Vec<(SecretHash, Session)>> {
        let mut sessions = Vec::new();
        for secret in self.secrets_of(&SESSIONS_OF_ACCOUNT, account)? {
            sessions.extend(self.session(secret)?.map(|session| (secret, session)));
        }
        Ok(sessions)
    }

    /// Tickets of the account, in no particular order; some may have expired.
    pub fn tickets_of(&self, account: AccountId) -> Result<Vec<(SecretHash, Ticket)>> {
        let mut tickets = Vec::new();
        for secret in self.secrets_of(&TICKETS_OF_ACCOUNT, account)? {
            tickets.extend(self.ticket(secret)?.map(|ticket| (secret, ticket)));
        }
        Ok(tickets)
    }

    /// All tickets of a purpose, of any account; some may have expired.
    pub fn tickets_for(&self, purpose: TicketPurpose) -> Result<Vec<(SecretHash, Ticket)>> {
        let tickets = self.scan_prefix(&TICKETS, &EmptyPrefix, Order::Ascending, usize::MAX)?;
        let tickets = tickets.into_iter().filter(|(_, ticket)| ticket.purpose == purpose);
        Ok(tickets.map(|(key, ticket)| (last_hash(&key), ticket)).collect())
    }

    fn secrets_of(
        &self,
        index: &Table<(AccountId, SecretHash), ()>,
        account: AccountId,
    ) -> Result<Vec<SecretHash>> {
        let entries = self.scan_prefix(index, &account, Order::Ascending, usize::MAX)?;
        Ok(entries.iter().map(|(key, ())| last_hash(key)).collect())
    }
}

impl WriteTx {
    pub fn put_session(&mut self, secret: SecretHash, session: &Session) -> Result<()> {
        self.put(&SESSIONS_OF_ACCOUNT, &(session.account, secret), &())?;
        self.put(&SESSIONS, &secret, session)
    }

    pub fn remove_session(&mut self, secret: SecretHash) -> Result<()> {
        let Some(session) = self.session(secret)? else { return Ok(()) };
        self.remove(&SESSIONS_OF_ACCOUNT, &(session.account, secret))?;
        self.remove(&SESSIONS, &secret)
    }

    /// Ends the sessions of the account for which `meant` returns true.
    pub fn remove_sessions_of(
        &mut self,
        account: AccountId,
        predicate: impl Fn(SecretHash) -> bool,
    ) -> Result<()> {
        for (secret, _) in self.sessions_of(account)? {
            if predicate(secret) {
                self.remove_session(secret)?;
            }
        }
        Ok(())
    }

    pub fn put_ticket(&mut self, secret: SecretHash, ticket: &Ticket) -> Result<()> {
        if let Some(account) = ticket.account {
            self.put(&TICKETS_OF_ACCOUNT, &(account, secret), &())?;
        }
        self.put(&TICKETS, &secret, ticket)
    }

    pub fn remove_ticket(&mut self, secret: SecretHash) -> Result<()> {
        let Some(ticket) = self.ticket(secret)? else { return Ok(()) };
        if let Some(account) = ticket.account {
            self.remove(&TICKETS_OF_ACCOUNT, &(account, secret))?;
        }
        self.remove(&TICKETS, &secret)
    }

    /// Removes the tickets of the account for which `meant` returns true.
    pub fn remove_tickets_of(
        &mut self,
        account: AccountId,
        predicate: impl Fn(&Ticket) -> bool,
    ) -> Result<()> {
        for (secret, ticket) in self.tickets_of(account)? {
            if predicate(&ticket) {
                self.remove_ticket(secret)?;
            }
        }
        Ok(())
    }

    /// Removes all expired sessions and tickets.
    pub fn remove_expired(&mut self, now: Timestamp) -> Result<()> {
        for (key, session) in
            self.scan_prefix(&SESSIONS, &EmptyPrefix, Order::Ascending, usize::MAX)?
        {
            if !session.is_alive(now) {
                self.remove_session(last_hash(&key))?;
            }
        }
        for (key, ticket) in
            self.scan_prefix(&TICKETS, &EmptyPrefix, Order::Ascending, usize::MAX)?
        {
            if ticket.expires_at <= now {
                self.remove_ticket(last_hash(&key))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Store;

    const NOW: Timestamp = Timestamp { seconds: 1_000, nanoseconds: 0 };

    #[test]
    fn account_tickets_are_found_until_removed() {
        let store = Store::in_memory().unwrap();
        let (mara, ana) = (AccountId::new(NOW, [1; 10]), AccountId::new(NOW, [2; 10]));
        let of = |account| Ticket::new(TicketPurpose::ResetPassword, Some(account), NOW);
        let secrets = [1, 2, 3].map(|byte| SecretHash([byte; 32]));
        let written: Result<()> = store.write(|tx| {
            tx.put_ticket(secrets[0], &of(mara))?;
            tx.put_ticket(secrets[1], &of(ana))?;
            tx.put_ticket(secrets[2], &Ticket::new(TicketPurpose::FirstAdmin, None, NOW))?;
            tx.remove_tickets_of(mara, |_| true)
        });
        written.unwrap();
        let left = store.read().unwrap();
        assert_eq!(left.tickets_of(mara).unwrap(), []);
        assert_eq!(left.tickets_of(ana).unwrap(), [(secrets[1], of(ana))]);
        let first_admin = left.tickets_for(TicketPurpose::FirstAdmin).unwrap();
        assert_eq!(first_admin.iter().map(|(secret, _)| *secret).collect::<Vec<_>>(), [secrets[2]]);
    }
}
