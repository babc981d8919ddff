//! Migration of an older file to this program's schema version, by numbered steps in one transaction.

mod accounts;
mod comments;
mod guests;
mod invitations;
mod jobs;
mod mails;
mod memo_counts;
mod memo_history;
mod own_backups;
mod post_ranks;
mod second_factors;
mod sessions;
mod usernames;

use super::engine::{Snapshot, WriteTx};
use super::tables::{ALL, STORE_VALUES};
use super::{Error, Result};

pub(super) const VERSION_KEY: [u8; 8] = *b"version\0";

/// Schema version that this program writes.
pub(super) const SCHEMA_VERSION: u32 = STEPS.len() as u32;

/// Step `n` (counted from 1) takes a file from version `n - 1` to `n`. Steps are only ever appended.
const STEPS: [fn(&mut WriteTx) -> Result<()>; 32] = [
    create_tables,
    sessions::add_password_version,
    accounts::add_disabled,
    create_tables,
    create_tables,
    memo_counts::count,
    create_tables,
    create_tables,
    comments::add_hidden,
    create_tables,
    create_tables,
    create_tables,
    // Earlier programs cannot read the actions added to the audit log, so they refuse the file.
    |_| Ok(()),
    usernames::index_skeletons,
    mails::add_unsubscribe,
    own_backups::create_table,
    usernames::index_skeletons_as_typed,
    // Earlier programs cannot read tickets for unproven passwords.
    |_| Ok(()),
    create_tables,
    create_tables,
    create_tables,
    post_ranks::rank,
    memo_counts::count_answers,
    create_tables,
    // Earlier programs cannot read the actions added to the audit log, either.
    create_tables,
    invitations::add_role,
    mails::add_reply_to,
    // Earlier programs cannot read the jobs and the actions that were added, either.
    second_factors::make_app_optional,
    guests::mark_accepted,
    memo_history::shorten,
    create_tables,
    jobs::key_by_queue,
];

/// Whether the file has this program's version already.
pub(super) fn is_done(tx: &Snapshot) -> Result<bool> {
    Ok(!tx.is_empty()? && tx.get(&STORE_VALUES, &VERSION_KEY)? == Some(SCHEMA_VERSION))
}

pub(super) fn run(tx: &mut WriteTx) -> Result<()> {
    tx.create(STORE_VALUES.name)?;
    let found = tx.get(&STORE_VALUES, &VERSION_KEY)?.unwrap_or(0);
    if found > SCHEMA_VERSION {
        return Err(Error::Newer { found, known: SCHEMA_VERSION });
    }
    for step in &STEPS[found as usize..] {
        step(tx)?;
    }
    if found < SCHEMA_VERSION {
        tx.put(&STORE_VALUES, &VERSION_KEY, &SCHEMA_VERSION)?;
    }
    Ok(())
}

fn create_tables(tx: &mut WriteTx) -> Result<()> {
    ALL.into_iter().try_for_each(|table| tx.create(table.name()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Store;

    #[test]
    fn newer_database_version_is_refused() {
        let store = Store::in_memory().unwrap();
        store.write(|tx| tx.put(&STORE_VALUES, &VERSION_KEY, &99)).unwrap();
        let refused = store.write(run);
        assert!(matches!(refused, Err(Error::Newer { found: 99, known: 32 })));
    }
}
