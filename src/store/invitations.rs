//! Invitations, found by id or by the code of one of their cards; and who came with which.

use super::Result;
use super::engine::{Order, ReadTx, WriteTx};
use super::key::{EmptyPrefix, TextHash, last_id};
use super::tables::{INVITATION_CODES, INVITATIONS, INVITED_BY};
use crate::domain::id::{AccountId, InvitationId};
use crate::domain::invitation::{Invitation, InvitedBy};
use crate::domain::typed_code::InvitationCode;

impl ReadTx {
    pub fn invitation(&self, id: InvitationId) -> Result<Option<Invitation>> {
        self.get(&INVITATIONS, &id)
    }

    pub fn invitation_by_code(&self, code: InvitationCode) -> Result<Option<Invitation>> {
        match self.get(&INVITATION_CODES, &hash(code))? {
            Some(id) => self.invitation(id),
            None => Ok(None),
        }
    }

    /// All invitations, newest first.
    pub fn invitations(&self) -> Result<Vec<Invitation>> {
        let all = self.scan_prefix(&INVITATIONS, &EmptyPrefix, Order::Descending, usize::MAX)?;
        Ok(all.into_iter().map(|(_, invitation)| invitation).collect())
    }

    /// Invitation with which the member came.
    pub fn invited_by(&self, member: AccountId) -> Result<Option<InvitedBy>> {
        self.get(&INVITED_BY, &member)
    }

    /// Invitations with which members came.
    pub(super) fn all_invited_by(&self) -> Result<Vec<(AccountId, InvitedBy)>> {
        let all = self.scan_prefix(&INVITED_BY, &EmptyPrefix, Order::Ascending, usize::MAX)?;
        let named = all.into_iter();
        Ok(named.map(|(key, by)| (AccountId::from_bytes(last_id(&key)), by)).collect())
    }
}

impl WriteTx {
    /// Stores the invitation with the index of its codes, which never change.
    pub fn put_invitation(&mut self, invitation: &Invitation) -> Result<()> {
        for card in &invitation.cards {
            self.put(&INVITATION_CODES, &hash(card.code), &invitation.id)?;
        }
        self.put(&INVITATIONS, &invitation.id, invitation)
    }

    pub fn remove_invitation(&mut self, invitation: &Invitation) -> Result<()> {
        for card in &invitation.cards {
            self.remove(&INVITATION_CODES, &hash(card.code))?;
        }
        self.remove(&INVITATIONS, &invitation.id)
    }

    pub fn put_invited_by(&mut self, member: AccountId, by: InvitedBy) -> Result<()> {
        self.put(&INVITED_BY, &member, &by)
    }

    pub fn remove_invited_by(&mut self, member: AccountId) -> Result<()> {
        self.remove(&INVITED_BY, &member)
    }
}

pub(super) fn hash(code: InvitationCode) -> TextHash {
    TextHash::from(code.to_string().as_str())
}
