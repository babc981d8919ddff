//! Sessions and tickets, kept under the hashes of their secrets.

use super::Result;
use super::engine::{Read, WriteTx};
use super::tables::{SESSIONS, TICKETS};
use crate::domain::secret::SecretHash;
use crate::domain::session::{Session, Ticket};

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
}
