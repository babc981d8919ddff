//! Step 28: two-step verification no longer needs an authenticator app. Adds the tables of passkeys and API tokens.

use serde::{Deserialize, Serialize};

use crate::domain::id::AccountId;
use crate::domain::second_factor::{AuthenticatorApp, SecondFactor};
use crate::domain::secret::SecretHash;
use crate::domain::time::Timestamp;
use crate::store::Result;
use crate::store::engine::{Order, WriteTx};
use crate::store::key::{EmptyPrefix, last_id};
use crate::store::table::Table;
use crate::store::tables::SECOND_FACTORS;

const WITH_APP: Table<AccountId, SecondFactorWithApp> = Table::new("second-factors-1");

#[derive(Serialize, Deserialize)]
struct SecondFactorWithApp {
    key: [u8; 20],
    confirmed_at: Option<Timestamp>,
    last_step: u64,
    recovery: Vec<SecretHash>,
}

pub(super) fn make_app_optional(tx: &mut WriteTx) -> Result<()> {
    super::create_tables(tx)?;
    tx.create(WITH_APP.name)?;
    for (account, old) in tx.scan_prefix(&WITH_APP, &EmptyPrefix, Order::Ascending, usize::MAX)? {
        let SecondFactorWithApp { key, confirmed_at, last_step, recovery } = old;
        let app = AuthenticatorApp::after_step(key, last_step);
        let mut factor = SecondFactor::with_app(app);
        factor.confirmed_at = confirmed_at;
        let account = AccountId::from_bytes(last_id(&account));
        tx.put(&SECOND_FACTORS, &account, &factor.with_recovery_codes(recovery))?;
    }
    tx.drop_table(WITH_APP.name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::secret::Secret;
    use crate::store::Store;
    use crate::store::migrate::{self, VERSION_KEY};
    use crate::store::tables::STORE_VALUES;

    #[test]
    fn stored_second_factor_keeps_its_app() {
        let now = Timestamp { seconds: 59, nanoseconds: 0 };
        let mara = AccountId::new(now, [1; 10]);
        let old = SecondFactorWithApp {
            key: *b"12345678901234567890",
            confirmed_at: Some(now),
            last_step: 0,
            recovery: vec![Secret::from_untrusted("spare").hash()],
        };
        let store = Store::in_memory().unwrap();
        let written: Result<()> = store.write(|tx| {
            tx.drop_table(SECOND_FACTORS.name)?;
            tx.create(WITH_APP.name)?;
            tx.put(&WITH_APP, &mara, &old)?;
            tx.put(&STORE_VALUES, &VERSION_KEY, &27)?;
            migrate::run(tx)
        });
        written.unwrap();
        let mut factor = store.read().unwrap().second_factor(mara).unwrap().unwrap();
        assert_eq!((factor.confirmed_at, factor.recovery_codes_left()), (Some(now), 1));
        assert!(factor.consume("287082", now), "the code of RFC 6238");
    }
}
