//! Sessions and tickets, kept under the hashes of their secrets.

use super::Result;
use super::engine::{Order, Read, WriteTx};
use super::tables::{All, SESSIONS, TICKETS};
use crate::domain::secret::SecretHash;
use crate::domain::session::{Session, Ticket};
use crate::domain::time::Time;

impl dyn Read + '_ {
    pub fn session(&self, secret: SecretHash) -> Result<Option<Session>> {
        self.get(&SESSIONS, &secret)
    }

    pub fn ticket(&self, secret: SecretHash) -> Result<Option<Ticket>> {
        self.get(&TICKETS, &secret)
    }
}

impl WriteTx {
    pub fn put_session(&mut self, secret: SecretHash, session: &Session) -> Result<()> {
        self.put(&SESSIONS, &secret, session)
    }

    pub fn remove_session(&mut self, secret: SecretHash) -> Result<()> {
        self.remove(&SESSIONS, &secret)
    }

    pub fn put_ticket(&mut self, secret: SecretHash, ticket: &Ticket) -> Result<()> {
        self.put(&TICKETS, &secret, ticket)
    }

    pub fn remove_ticket(&mut self, secret: SecretHash) -> Result<()> {
        self.remove(&TICKETS, &secret)
    }

    /// Removes every session and ticket that opens nothing any more.
    pub fn remove_expired(&mut self, now: Time) -> Result<()> {
        for (key, session) in self.with_prefix(&SESSIONS, &All, Order::Ascending, usize::MAX)? {
            if !session.is_alive(now) {
                self.remove_bytes(SESSIONS.name, &key)?;
            }
        }
        for (key, ticket) in self.with_prefix(&TICKETS, &All, Order::Ascending, usize::MAX)? {
            if ticket.expires_at <= now {
                self.remove_bytes(TICKETS.name, &key)?;
            }
        }
        Ok(())
    }
}
