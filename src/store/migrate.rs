//! Migration of an older file to this program's schema version, by numbered steps in one transaction.

mod guests;
mod invitations;
mod jobs;
mod mails;
mod memo_counts;
mod memo_history;
mod own_backups;
mod post_ranks;
mod second_factors;
mod side_tables;
mod usernames;

use super::engine::{Snapshot, WriteTx};
use super::tables::{ALL, STORE_VALUES};
use super::{Error, Result};

pub(super) const VERSION_KEY: [u8; 8] = *b"version\0";

/// Schema version that this program writes.
pub(super) const SCHEMA_VERSION: u32 = OLDEST_VERSION + STEPS.len() as u32;

/// Schema version of the first release. Files of earlier programs are not migrated: none was ever handed out.
pub(super) const OLDEST_VERSION: u32 = 9;

/// Step `n`, counted from 1 after [`OLDEST_VERSION`], takes a file to the next version. Steps are only ever appended.
const STEPS: [fn(&mut WriteTx) -> Result<()>; 24] = [
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
    side_tables::fold,
];

/// Whether the file has this program's version already.
pub(super) fn is_done(tx: &Snapshot) -> Result<bool> {
    Ok(!tx.is_empty()? && tx.get(&STORE_VALUES, &VERSION_KEY)? == Some(SCHEMA_VERSION))
}

/// Returns a schema version, 0 for an empty file, if this program can open the file.
///
/// # Errors
/// [`Error::Newer`] and [`Error::TooOld`].
pub fn check_schema_version(found: u32) -> Result<u32> {
    match found {
        1..OLDEST_VERSION => Err(Error::TooOld { found, oldest: OLDEST_VERSION }),
        0..=SCHEMA_VERSION => Ok(found),
        _ => Err(Error::Newer { found, known: SCHEMA_VERSION }),
    }
}

pub(super) fn run(tx: &mut WriteTx) -> Result<()> {
    tx.create(STORE_VALUES.name)?;
    let found = check_schema_version(tx.get(&STORE_VALUES, &VERSION_KEY)?.unwrap_or(0))?;
    match found.checked_sub(OLDEST_VERSION) {
        None => create_tables(tx)?,
        Some(done) => STEPS[done as usize..].iter().try_for_each(|step| step(tx))?,
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
    fn newer_and_unreleased_versions_are_refused() {
        let store = Store::in_memory().unwrap();
        let refused = |version: u32| {
            store.write(|tx| tx.put(&STORE_VALUES, &VERSION_KEY, &version)).unwrap();
            store.write(run).unwrap_err()
        };
        assert!(matches!(refused(99), Error::Newer { found: 99, known: 33 }));
        assert!(matches!(refused(8), Error::TooOld { found: 8, oldest: 9 }));
    }
}
