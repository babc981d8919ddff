//! Tests of the store on a disk that fails at any moment, is full for a while, or loses its power.

mod disk;
mod queued_writers;
mod write_queue;

use super::super::Store;
use super::{CACHE_BYTES, Engine};
use crate::domain::account::Email;
use crate::domain::id::{MailId, MemoId};
use crate::domain::mail::Mail;
use crate::domain::search::Subject;
use crate::domain::time::Timestamp;
use crate::store::check::find_flaws;
use crate::store::{Error, Result};

use disk::{Disk, Fault};

const NOW: Timestamp = Timestamp { seconds: 1, nanoseconds: 0 };
/// Number of changes: enough for the file to grow more than once.
const CHANGES: u8 = 6;
const LONG: usize = 300_000;

/// Store on a faulty disk with the results of its changes.
struct Tried {
    store: Store,
    /// Numbers of the changes that were committed, and of the last one that failed.
    made: Vec<u8>,
    failed: Option<u8>,
}

impl Tried {
    /// Opens a store that is reopened after every failure, like that of a server.
    fn on(disk: &Disk) -> Result<Self> {
        let disk = disk.clone();
        let engine = Engine::of(Box::new(move || Ok(Box::new(disk.clone()))), None, CACHE_BYTES)?;
        Ok(Self { store: Store::prepare(engine)?, made: Vec::new(), failed: None })
    }

    /// Makes one change of several tables, with a long mail.
    fn change(&mut self, number: u8) -> Result<()> {
        let mail = mail(number);
        let done: Result<()> = self.store.write(|tx| {
            tx.put_mail(&mail)?;
            tx.record_change(Subject::Memo(MemoId::new(NOW, [number; 10])))
        });
        match done {
            Ok(()) => self.made.push(number),
            Err(_) => self.failed = Some(number),
        }
        done
    }

    /// Asserts that committed changes are present and failed ones are present as a whole or not at all. Returns the present changes.
    fn assert_consistent(&self) -> Vec<u8> {
        let tx = self.store.read().unwrap();
        assert_eq!(find_flaws(&tx).unwrap(), []);
        let subjects = tx.changes_since(0, 100).unwrap().unwrap();
        let has = |number: &u8| tx.mail(mail_id(*number)).unwrap().is_some();
        let there: Vec<u8> = (0..CHANGES).filter(has).collect();
        let noted: Vec<_> =
            there.iter().map(|n| Subject::Memo(MemoId::new(NOW, [*n; 10]))).collect();
        assert_eq!(subjects.into_iter().map(|(_, subject)| subject).collect::<Vec<_>>(), noted);
        assert!(self.made.iter().all(|number| there.contains(number)), "{there:?}");
        let others = there.iter().filter(|number| !self.made.contains(number));
        assert!(others.into_iter().all(|number| self.failed == Some(*number)), "{there:?}");
        there
    }
}

/// Long mail, which takes several pages.
fn mail(number: u8) -> Mail {
    Mail {
        id: mail_id(number),
        to: Email::parse("mara@example.org").unwrap(),
        subject: format!("Number {number}"),
        text: "ink ".repeat(LONG / 4),
        html: String::new(),
        unsubscribe: None,
        reply_to: None,
        created_at: NOW,
        sent_at: None,
    }
}

fn mail_id(number: u8) -> MailId {
    MailId::new(NOW, [number; 10])
}

/// Disk with an empty store.
fn prepared() -> Disk {
    let disk = Disk::default();
    drop(Tried::on(&disk).unwrap());
    disk
}

/// Makes all changes. After a failure, heals the disk and continues with the next change in the same process.
fn make_all(tried: &mut Tried, disk: &Disk, fault: Fault) {
    for number in 0..CHANGES {
        if let Err(error) = tried.change(number) {
            let is_full = matches!(error, Error::Full);
            assert_eq!(is_full, fault.is_for_want_of_room(), "{error}");
            if fault.leaves_what_is_there() {
                // Repair has not begun, but all data can be read.
                tried.assert_consistent();
            }
            disk.heal();
            tried.assert_consistent();
        }
    }
}

#[test]
fn disk_failure_loses_nothing_and_needs_no_restart() {
    let empty = prepared();
    for fault in [Fault::Once, Fault::FromThenOn, Fault::Full, Fault::HalfWritten] {
        let mut failures = 0;
        for moment in 0.. {
            let disk = empty.copy();
            let mut tried = Tried::on(&disk).unwrap();
            disk.fail_at(moment, fault);
            make_all(&mut tried, &disk, fault);
            let Some(_) = tried.failed else { break };
            failures += 1;
            let there = tried.assert_consistent();

            // Reopening the file yields the same state.
            drop(tried.store);
            let again = Tried { store: Tried::on(&disk).unwrap().store, ..tried };
            assert_eq!(again.assert_consistent(), there);
        }
        assert!(failures > 20, "{fault:?} was met {failures} times");
    }
}

#[test]
fn closed_database_keeps_changes_and_refuses_transactions() {
    let disk = prepared();
    let mut tried = Tried::on(&disk).unwrap();
    tried.change(0).unwrap();
    let reader = tried.store.read().unwrap();
    tried.store.close().unwrap();
    assert!(matches!(tried.store.read(), Err(Error::Interrupted)));
    assert!(matches!(tried.change(1), Err(Error::Interrupted)));
    drop(reader);
    assert_eq!(tried.store.engine.reopen_count(), 0);

    let again = Tried { store: Tried::on(&disk).unwrap().store, ..tried };
    assert_eq!(again.assert_consistent(), [0]);
}

#[test]
fn power_cut_keeps_acknowledged_changes_whole() {
    let empty = prepared();
    let mut torn = 0;
    for seed in 0..60 {
        let disk = empty.copy();
        let mut tried = Tried::on(&disk).unwrap();
        disk.fail_at(3 * seed, Fault::FromThenOn);
        let answered = (0..CHANGES).take_while(|number| tried.change(*number).is_ok()).count();
        torn += usize::from(answered < usize::from(CHANGES));
        // All later writes fail, including those of closing the store.
        disk.fail_at(0, Fault::FromThenOn);
        drop(tried.store);
        disk.cut_the_power(seed);
        Tried { store: Tried::on(&disk).unwrap().store, ..tried }.assert_consistent();
    }
    assert!(torn > 10, "{torn}");
}
