//! Step 14: adds the index of accounts by username skeleton, for usernames in every script.

use crate::store::Result;
use crate::store::engine::WriteTx;

pub(super) fn index_skeletons(tx: &mut WriteTx) -> Result<()> {
    super::create_tables(tx)?;
    tx.accounts()?.iter().try_for_each(|account| tx.put_skeleton(account))
}
