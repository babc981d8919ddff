//! Usernames in every script: accounts are found by what their usernames look like.

use crate::store::Result;
use crate::store::engine::WriteTx;

pub(super) fn look_alike(tx: &mut WriteTx) -> Result<()> {
    super::create_tables(tx)?;
    tx.accounts()?.iter().try_for_each(|account| tx.put_skeleton(account))
}
