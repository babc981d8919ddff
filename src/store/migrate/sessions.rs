//! Step 2: adds the time of the password to sessions, the address to tickets, and the indexes of both by account.

use serde::{Deserialize, Serialize};

use crate::domain::id::{AccountId, SessionId};
use crate::domain::secret::SecretHash;
use crate::domain::session::{Session, Ticket, TicketPurpose};
use crate::domain::time::Timestamp;
use crate::store::Result;
use crate::store::engine::{Order, WriteTx};
use crate::store::key::{EmptyPrefix, last_hash};
use crate::store::table::Table;

const OLD_SESSIONS: Table<SecretHash, OldSession> = Table::new("sessions-1");
const OLD_TICKETS: Table<SecretHash, OldTicket> = Table::new("tickets-1");

#[derive(Serialize, Deserialize)]
struct OldSession {
    account: AccountId,
    created_at: Timestamp,
    used_at: Timestamp,
}

#[derive(Serialize, Deserialize)]
struct OldTicket {
    purpose: TicketPurpose,
    account: Option<AccountId>,
    expires_at: Timestamp,
}

pub(super) fn add_password_version(tx: &mut WriteTx) -> Result<()> {
    super::create_tables(tx)?;
    for (key, old) in tx.scan_prefix(&OLD_SESSIONS, &EmptyPrefix, Order::Ascending, usize::MAX)? {
        let secret = last_hash(&key);
        tx.put_session(secret, &old.into_session(secret))?;
    }
    for (key, old) in tx.scan_prefix(&OLD_TICKETS, &EmptyPrefix, Order::Ascending, usize::MAX)? {
        let OldTicket { purpose, account, expires_at } = old;
        tx.put_ticket(last_hash(&key), &Ticket { purpose, account, expires_at, address: None })?;
    }
    tx.drop_table(OLD_SESSIONS.name)?;
    tx.drop_table(OLD_TICKETS.name)
}

impl OldSession {
    fn into_session(self, secret: SecretHash) -> Session {
        // Migrations have no source of randomness; a hash of the hash reveals neither.
        let mut random = [0; 10];
        random.copy_from_slice(&blake3::hash(&secret.0).as_bytes()[..10]);
        Session {
            id: SessionId::new(self.created_at, random),
            account: self.account,
            created_at: self.created_at,
            used_at: self.used_at,
            // The password was given to sign in.
            password_at: self.created_at,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Store;
    use crate::store::migrate::{self, VERSION_KEY};
    use crate::store::tables::STORE_VALUES;

    #[test]
    fn migrated_sessions_and_tickets_stay_valid() {
        let (early, late) =
            (Timestamp { seconds: 10, nanoseconds: 0 }, Timestamp { seconds: 90, nanoseconds: 0 });
        let mara = AccountId::new(early, [1; 10]);
        let (cookie, link) = (SecretHash([3; 32]), SecretHash([4; 32]));
        let store = Store::in_memory().unwrap();
        let written: Result<()> = store.write(|tx| {
            let session = OldSession { account: mara, created_at: early, used_at: late };
            let purpose = TicketPurpose::VerifyEmail;
            let ticket = OldTicket { purpose, account: Some(mara), expires_at: late };
            tx.put(&OLD_SESSIONS, &cookie, &session)?;
            tx.put(&OLD_TICKETS, &link, &ticket)?;
            tx.put(&STORE_VALUES, &VERSION_KEY, &1)?;
            migrate::run(tx)
        });
        written.unwrap();

        let tx = store.read().unwrap();
        let [(secret, session)] = &tx.sessions_of(mara).unwrap()[..] else { panic!("one session") };
        assert_eq!((*secret, session.used_at, session.password_at), (cookie, late, early));
        let [(secret, ticket)] = &tx.tickets_of(mara).unwrap()[..] else { panic!("one ticket") };
        assert_eq!((*secret, ticket.expires_at, &ticket.address), (link, late, &None));
    }
}
