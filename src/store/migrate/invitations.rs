//! Step 26: adds the role to invitations, and the book to those who came with one. Invitations of earlier programs gave no role.

use serde::{Deserialize, Serialize};

use crate::domain::id::{AccountId, BookId, InvitationId};
use crate::domain::invitation::{Card, Invitation, InvitedRole};
use crate::domain::time::Timestamp;
use crate::store::Result;
use crate::store::engine::{Order, WriteTx};
use crate::store::key::EmptyPrefix;
use crate::store::table::Table;

use super::side_tables::INVITED_TO;

const OLD_INVITATIONS: Table<InvitationId, OldInvitation> = Table::new("invitations-1");

#[derive(Serialize, Deserialize)]
struct OldInvitation {
    id: InvitationId,
    name: String,
    by: Option<AccountId>,
    created_at: Timestamp,
    expires_at: Option<Timestamp>,
    book: Option<BookId>,
    cards: Vec<Card>,
    revoked_at: Option<Timestamp>,
}

impl From<OldInvitation> for Invitation {
    fn from(old: OldInvitation) -> Self {
        Self {
            id: old.id,
            name: old.name,
            by: old.by,
            created_at: old.created_at,
            expires_at: old.expires_at,
            book: old.book,
            role: InvitedRole::Member,
            cards: old.cards,
            revoked_at: old.revoked_at,
        }
    }
}

pub(super) fn add_role(tx: &mut WriteTx) -> Result<()> {
    super::create_tables(tx)?;
    tx.create(INVITED_TO.name)?;
    let all = tx.scan_prefix(&OLD_INVITATIONS, &EmptyPrefix, Order::Ascending, usize::MAX)?;
    for (_, old) in all {
        tx.put_invitation(&old.into())?;
    }
    for (member, invited) in tx.all_invited_by()? {
        let invitation = tx.invitation(invited.invitation)?;
        if let Some(book) = invitation.and_then(|invitation| invitation.book) {
            tx.put(&INVITED_TO, &member, &book)?;
        }
    }
    tx.drop_table(OLD_INVITATIONS.name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::invitation::InvitedBy;
    use crate::domain::typed_code::InvitationCode;
    use crate::store::Store;
    use crate::store::migrate::{self, VERSION_KEY};
    use crate::store::tables::STORE_VALUES;

    #[test]
    fn migrated_invitation_is_found_by_its_code() {
        let now = Timestamp { seconds: 10, nanoseconds: 0 };
        let (id, code) = (InvitationId::new(now, [1; 10]), InvitationCode::new([2; 8]));
        let (mara, book) = (AccountId::new(now, [3; 10]), BookId::new(now, [4; 10]));
        let store = Store::in_memory().unwrap();
        let written: Result<()> = store.write(|tx| {
            let old = OldInvitation {
                id,
                name: "Class 7b".into(),
                by: None,
                created_at: now,
                expires_at: None,
                book: Some(book),
                cards: vec![Card { code, max_uses: 30, uses: 4 }],
                revoked_at: None,
            };
            for new in ["invitations-2", "duties-1", "reminders-1"] {
                tx.drop_table(new)?;
            }
            tx.create(OLD_INVITATIONS.name)?;
            tx.put_invited_by(mara, InvitedBy { invitation: id, by: None })?;
            tx.put(&OLD_INVITATIONS, &id, &old)?;
            tx.put(&STORE_VALUES, &VERSION_KEY, &25)?;
            migrate::run(tx)
        });
        written.unwrap();

        let tx = store.read().unwrap();
        let found = tx.invitation_by_code(code).unwrap().unwrap();
        assert_eq!((found.id, found.role, found.cards[0].uses), (id, InvitedRole::Member, 4));
        assert!(tx.role_grants(mara).unwrap().is_none() && tx.reminder(mara).unwrap().is_none());
    }
}
