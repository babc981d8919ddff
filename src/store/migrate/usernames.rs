//! Steps 14 and 17: the index of accounts by username skeleton.

use crate::store::Result;
use crate::store::engine::WriteTx;

/// Adds the index, for usernames in every script.
pub(super) fn index_skeletons(tx: &mut WriteTx) -> Result<()> {
    super::create_tables(tx)?;
    tx.accounts()?.iter().try_for_each(|account| tx.put_skeletons(account))
}

/// Adds the skeletons of usernames as they were typed: until then only those of the lower-cased names were indexed.
pub(super) fn index_skeletons_as_typed(tx: &mut WriteTx) -> Result<()> {
    tx.accounts()?.iter().try_for_each(|account| tx.put_skeletons(account))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::account::{Account, Email, Name, Username};
    use crate::domain::id::AccountId;
    use crate::domain::time::Timestamp;
    use crate::store::Store;
    use crate::store::key::TextHash;
    use crate::store::migrate::{self, VERSION_KEY};
    use crate::store::tables::{ACCOUNTS_BY_SKELETON, STORE_VALUES};

    fn account(number: u8, username: &str) -> Account {
        let now = Timestamp { seconds: 10, nanoseconds: 0 };
        let id = AccountId::new(now, [number; 10]);
        let email = Email::parse(&format!("{number}@example.org")).unwrap();
        let (name, username) = (Name::parse("Mara").unwrap(), Username::parse(username).unwrap());
        Account::new(id, email, username, name, now)
    }

    #[test]
    fn migration_adds_skeletons_of_existing_usernames() {
        let store = Store::in_memory().unwrap();
        let (latin, cyrillic) = (account(1, "TOM"), account(2, "ТОМ"));
        let written: Result<()> = store.write(|tx| {
            for account in [&latin, &cyrillic] {
                tx.put_account(account)?;
                let [_, typed] = TextHash::skeletons(&account.username);
                tx.remove(&ACCOUNTS_BY_SKELETON, &(typed, account.id))?;
            }
            tx.put(&STORE_VALUES, &VERSION_KEY, &16)?;
            assert!(!tx.is_username_taken(&Username::parse("ΤΟΜ").unwrap(), None)?);
            migrate::run(tx)
        });
        written.unwrap();
        let tx = store.read().unwrap();
        assert!(tx.is_username_taken(&Username::parse("ΤΟΜ").unwrap(), None).unwrap());
        for account in [latin, cyrillic] {
            assert_eq!(tx.account_by_username(&account.username).unwrap(), Some(account));
        }
    }
}
