//! Writers that queue for each other, and share a sync of the disk.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;
use std::thread;

use super::disk::Fault;
use super::{Tried, mail, mail_id, prepared};
use crate::domain::mail::Mail;
use crate::store::tables::MAILS;
use crate::store::{Error, Result, Store, WriteTx};

/// Last change of the queue.
type Last = fn(&mut WriteTx) -> Result<()>;

fn put(number: u8, tx: &mut WriteTx) -> Result<()> {
    tx.put_mail(&mail(number))
}

fn has(store: &Store, number: u8) -> bool {
    store.read().unwrap().mail(mail_id(number)).unwrap().is_some()
}

/// Waits until this many writers wait for the lock.
fn wait_for(store: &Store, writers: usize) {
    while store.engine.writer.waiting() < writers {
        thread::yield_now();
    }
}

/// Makes `count` changes, of which all others are queued during the first one, and then the last one. Returns which of them were
/// acknowledged; a panic counts as an error.
fn queue(store: &Store, count: u8, last: Last) -> Vec<bool> {
    let (begun, has_begun) = mpsc::channel();
    thread::scope(|scope| {
        let first = scope.spawn(move || {
            store.write(|tx| {
                begun.send(()).unwrap();
                wait_for(store, count.into());
                put(0, tx)
            })
        });
        let mut writers = vec![first];
        // The channel is closed if the first writer failed to begin.
        let queued = has_begun.recv().map_or(0, |()| usize::from(count));
        for number in 1..count {
            wait_for(store, queued.min(usize::from(number) - 1));
            writers.push(scope.spawn(move || store.write(|tx| put(number, tx))));
        }
        wait_for(store, queued.saturating_sub(1));
        writers.push(scope.spawn(move || {
            catch_unwind(AssertUnwindSafe(|| store.write(last))).unwrap_or(Err(Error::Interrupted))
        }));
        writers.into_iter().map(|writer| writer.join().unwrap().is_ok()).collect()
    })
}

#[test]
fn queued_writers_share_a_sync() {
    let syncs = |write: fn(&Store)| {
        let disk = prepared().copy();
        let store = Tried::on(&disk).unwrap().store;
        let before = disk.syncs();
        write(&store);
        assert!((0..10).all(|number| has(&store, number)));
        disk.syncs() - before
    };
    // The growing file is synced as well.
    let alone = syncs(|store| (0..10).for_each(|n| store.write(|tx| put(n, tx)).unwrap()));
    let queued = syncs(|store| assert_eq!(queue(store, 9, |tx| put(9, tx)), [true; 10]));
    assert_eq!(alone - queued, 9, "{alone} and {queued}");
}

#[test]
fn readers_see_only_synced_changes() {
    let store = Tried::on(&prepared().copy()).unwrap().store;
    let (begun, has_begun) = mpsc::channel();
    let (in_tx, in_store) = thread::scope(|scope| {
        let store = &store;
        let first = scope.spawn(move || {
            store.write(|tx| {
                begun.send(()).unwrap();
                wait_for(store, 1);
                put(0, tx)
            })
        });
        has_begun.recv().unwrap();
        let look =
            |tx: &mut WriteTx| Ok::<_, Error>((tx.mail(mail_id(0))?.is_some(), has(store, 0)));
        let seen = store.write(look).unwrap();
        first.join().unwrap().unwrap();
        seen
    });
    assert!(in_tx, "the next writer builds on it");
    assert!(!in_store, "a reader does not see it before it is synced");
    assert!(has(&store, 0));
}

#[test]
fn failed_last_writer_commits_those_before() {
    let lasts: [Last; 3] =
        [|_| Ok(()), |_| Err(Error::Interrupted), |_| panic!("the last writer panics")];
    for (last, is_acknowledged) in lasts.into_iter().zip([true, false, false]) {
        let disk = prepared().copy();
        let store = Tried::on(&disk).unwrap().store;
        assert_eq!(queue(&store, 3, last), [true, true, true, is_acknowledged]);
        disk.fail_at(0, Fault::FromThenOn);
        drop(store);
        disk.cut_the_power(1);
        let again = Tried::on(&disk).unwrap().store;
        assert!((0..3).all(|number| has(&again, number)));
    }
}

/// Overwrites and removes what others have changed in the same transaction, and adds something.
fn meddle(tx: &mut WriteTx) -> Result<()> {
    tx.put_mail(&Mail { subject: "Overwritten".into(), ..mail(0) })?;
    tx.put_mail(&Mail { subject: "Overwritten again".into(), ..mail(0) })?;
    tx.remove_mail(mail_id(1))?;
    put(7, tx)?;
    tx.remove_mail(mail_id(7))?;
    put(8, tx)
}

#[test]
fn failed_change_leaves_those_before_as_they_were() {
    let digest_after = |last: Last| {
        let store = Tried::on(&prepared().copy()).unwrap().store;
        assert_eq!(queue(&store, 3, last)[..3], [true; 3]);
        store.engine.read().unwrap().digest().unwrap()
    };
    let expected = digest_after(|_| Ok(()));
    assert_eq!(digest_after(|tx| meddle(tx).and(Err(Error::Interrupted))), expected);
    assert_eq!(digest_after(|tx| meddle(tx).map(|()| panic!("it panics"))), expected);
    assert_ne!(digest_after(meddle), expected);
}

#[test]
fn failed_change_of_tables_loses_those_before_whole() {
    let store = Tried::on(&prepared().copy()).unwrap().store;
    let acknowledged = queue(&store, 3, |tx| tx.clear(MAILS.name).and(Err(Error::Interrupted)));
    // Writers that wait may take turns in any order: those after the failure are in a transaction of their own.
    assert!(!acknowledged[0] && !acknowledged[3], "{acknowledged:?}");
    assert!((0..3).all(|number| has(&store, number) == acknowledged[usize::from(number)]));
    assert_eq!(queue(&store, 3, |tx| put(3, tx)), [true; 4]);
}

#[test]
fn power_cut_keeps_acknowledged_changes_of_a_queue() {
    let empty = prepared();
    let mut lost = 0;
    for moment in 0..40 {
        let disk = empty.copy();
        let store = Tried::on(&disk).unwrap().store;
        disk.fail_at(moment, Fault::FromThenOn);
        let acknowledged = queue(&store, 4, |tx| put(4, tx));
        disk.fail_at(0, Fault::FromThenOn);
        drop(store);
        disk.cut_the_power(moment);
        let again = Tried::on(&disk).unwrap().store;
        for (number, was_acknowledged) in (0..).zip(&acknowledged) {
            assert!(!was_acknowledged || has(&again, number), "change {number} at {moment}");
        }
        lost += usize::from(acknowledged.contains(&false));
    }
    assert!(lost > 5, "{lost}");
}

#[test]
fn failed_disk_answers_every_queued_writer() {
    let disk = prepared().copy();
    let store = Tried::on(&disk).unwrap().store;
    disk.fail_at(0, Fault::FromThenOn);
    assert_eq!(queue(&store, 5, |tx| put(5, tx)), [false; 6]);
    disk.heal();
    assert_eq!(queue(&store, 5, |tx| put(5, tx)), [true; 6]);
    assert!((0..6).all(|number| has(&store, number)));
}
