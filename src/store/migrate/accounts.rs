//! Step 3: adds `disabled` to accounts.

use serde::{Deserialize, Serialize};

use crate::domain::account::{Account, Email, Name, Username};
use crate::domain::id::AccountId;
use crate::domain::profile::Profile;
use crate::domain::time::Timestamp;
use crate::store::Result;
use crate::store::engine::{Order, WriteTx};
use crate::store::key::EmptyPrefix;
use crate::store::table::Table;

const OLD_ACCOUNTS: Table<AccountId, OldAccount> = Table::new("accounts-1");

#[derive(Serialize, Deserialize)]
struct OldAccount {
    id: AccountId,
    email: Email,
    username: Username,
    name: Name,
    password_hash: String,
    referred_by: String,
    email_verified: bool,
    admin: bool,
    created_at: Timestamp,
    profile: Profile,
}

pub(super) fn add_disabled(tx: &mut WriteTx) -> Result<()> {
    super::create_tables(tx)?;
    for (_, old) in tx.scan_prefix(&OLD_ACCOUNTS, &EmptyPrefix, Order::Ascending, usize::MAX)? {
        tx.put_account(&old.into())?;
    }
    tx.drop_table(OLD_ACCOUNTS.name)
}

impl From<OldAccount> for Account {
    fn from(old: OldAccount) -> Self {
        Self {
            id: old.id,
            email: old.email,
            username: old.username,
            name: old.name,
            password_hash: old.password_hash,
            referred_by: old.referred_by,
            email_verified: old.email_verified,
            admin: old.admin,
            disabled: false,
            created_at: old.created_at,
            profile: old.profile,
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
    fn migrated_accounts_stay_enabled() {
        let now = Timestamp { seconds: 10, nanoseconds: 0 };
        let id = AccountId::new(now, [1; 10]);
        let email = Email::parse("mara@example.org").unwrap();
        let old = OldAccount {
            id,
            email: email.clone(),
            username: Username::parse("papa").unwrap(),
            name: Name::parse("Mara").unwrap(),
            password_hash: "$argon2id$".into(),
            referred_by: String::new(),
            email_verified: true,
            admin: true,
            created_at: now,
            profile: Profile::default(),
        };
        let store = Store::in_memory().unwrap();
        let written: Result<()> = store.write(|tx| {
            tx.put(&OLD_ACCOUNTS, &id, &old)?;
            tx.put(&STORE_VALUES, &VERSION_KEY, &2)?;
            migrate::run(tx)
        });
        written.unwrap();
        let tx = store.read().unwrap();
        let found = tx.account_by_email(&email).unwrap().unwrap();
        assert_eq!((found.id, found.admin, found.disabled), (id, true, false));
        // In Cyrillic letters that look the same.
        let alike = Username::parse("рара").unwrap();
        assert!(tx.is_username_taken(&alike, None).unwrap());
    }
}
