//! Tasks of the store's queue, which share a thread and a sync of the disk.

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};

use super::disk::{Disk, Fault};
use super::{Tried, mail, mail_id, prepared};
use crate::store::{Error, Result, Store};

const TASKS: u8 = 10;

fn has(store: &Store, number: u8) -> bool {
    store.read().unwrap().mail(mail_id(number)).unwrap().is_some()
}

fn on(disk: &Disk) -> Store {
    Tried::on(disk).unwrap().store
}

/// Number of a change, and whether it is on the disk.
type Answer = (u8, Result<()>);

/// Queue that is held up by its first task, so that all others wait behind it.
struct HeldQueue<'a> {
    store: &'a Arc<Store>,
    held: Option<Sender<()>>,
    answers: (Sender<Answer>, Receiver<Answer>),
}

impl<'a> HeldQueue<'a> {
    fn of(store: &'a Arc<Store>) -> Self {
        let (held, ends) = mpsc::channel();
        store.enqueue(move || _ = ends.recv());
        Self { store, held: Some(held), answers: mpsc::channel() }
    }

    fn put(&self, number: u8) {
        let (store, answer) = (Arc::clone(self.store), self.answers.0.clone());
        self.store.enqueue(move || {
            match store.write_async_commit(|tx| tx.put_mail(&mail(number))) {
                Ok(unsynced) => unsynced.on_durable(move |done| _ = answer.send((number, done))),
                Err(error) => _ = answer.send((number, Err(error))),
            }
        });
    }

    /// Ends the hold; returns the answers in the order of the numbers. Tasks that panicked have none.
    fn answers(mut self) -> Vec<Answer> {
        self.held = None;
        let (sender, receiver) = self.answers;
        drop(sender);
        let mut answers: Vec<_> = receiver.iter().collect();
        answers.sort_by_key(|(number, _)| *number);
        answers
    }
}

/// Whether each of `count` changes that are queued at once was acknowledged.
fn put_all(store: &Arc<Store>, count: u8) -> Vec<Result<()>> {
    let queue = HeldQueue::of(store);
    (0..count).for_each(|number| queue.put(number));
    queue.answers().into_iter().map(|(_, done)| done).collect()
}

#[test]
fn queued_tasks_share_a_sync() {
    let syncs = |put: fn(&Arc<Store>)| {
        let disk = prepared().copy();
        let store = Arc::new(on(&disk));
        let before = disk.syncs();
        put(&store);
        assert!((0..TASKS).all(|number| has(&store, number)));
        disk.syncs() - before
    };
    let alone = syncs(|store| {
        (0..TASKS).for_each(|n| store.write(|tx| tx.put_mail(&mail(n))).unwrap());
    });
    let together = syncs(|store| assert!(put_all(store, TASKS).iter().all(Result::is_ok)));
    assert_eq!(alone - together, u64::from(TASKS) - 1, "{alone} and {together}");
}

#[test]
fn full_disk_answers_every_task_with_its_error() {
    let disk = prepared().copy();
    let store = Arc::new(on(&disk));
    disk.fail_at(0, Fault::Full);
    let answers = put_all(&store, TASKS);
    assert_eq!(answers.len(), usize::from(TASKS));
    assert!(answers.iter().all(|done| matches!(done, Err(Error::Full))), "{answers:?}");
    disk.heal();
    assert!(put_all(&store, TASKS).iter().all(Result::is_ok));
    assert!((0..TASKS).all(|number| has(&store, number)));
}

#[test]
fn power_cut_keeps_acknowledged_tasks() {
    let empty = prepared();
    let mut lost = 0;
    for moment in 0..40 {
        let disk = empty.copy();
        let store = Arc::new(on(&disk));
        disk.fail_at(moment, Fault::FromThenOn);
        let answers = put_all(&store, 5);
        disk.fail_at(0, Fault::FromThenOn);
        drop(store);
        disk.cut_the_power(moment);
        let again = on(&disk);
        for (number, done) in (0..).zip(&answers) {
            assert!(done.is_err() || has(&again, number), "change {number} at {moment}");
        }
        lost += usize::from(answers.iter().any(Result::is_err));
    }
    assert!(lost > 5, "{lost}");
}

#[test]
fn panicking_task_leaves_the_others() {
    let store = Arc::new(on(&prepared().copy()));
    let queue = HeldQueue::of(&store);
    queue.put(0);
    let panics = Arc::clone(&store);
    store.enqueue(move || {
        let _ = panics.write_async_commit::<(), Error>(|tx| {
            tx.put_mail(&mail(1))?;
            panic!("the task panics")
        });
    });
    queue.put(2);
    let answers = queue.answers();
    assert!(matches!(&answers[..], [(0, Ok(())), (2, Ok(()))]), "{answers:?}");
    assert!(has(&store, 0) && !has(&store, 1) && has(&store, 2));
}

#[test]
fn unsynced_change_is_unseen_until_waited_for() {
    let store = on(&prepared().copy());
    let unsynced = store.write_async_commit(|tx| tx.put_mail(&mail(0))).unwrap();
    assert!(!has(&store, 0));
    unsynced.wait().unwrap();
    assert!(has(&store, 0));
}

#[test]
fn next_writer_commits_unsynced_changes() {
    let disk = prepared().copy();
    let store = on(&disk);
    let (done, is_done) = mpsc::channel();
    let unsynced = store.write_async_commit(|tx| tx.put_mail(&mail(0))).unwrap();
    unsynced.on_durable(move |outcome| done.send(outcome).unwrap());
    store.write(|tx| tx.put_mail(&mail(1))).unwrap();
    is_done.try_recv().unwrap().unwrap();
    assert!(has(&store, 0) && has(&store, 1));
}

#[test]
fn full_group_is_committed_without_being_asked() {
    let store = on(&prepared().copy());
    let put = |number| store.write_async_commit(|tx| tx.put_mail(&mail(number))).map(drop);
    (0..64).for_each(|number| put(number).unwrap());
    assert!((0..64).all(|number| has(&store, number)));
}

#[test]
fn dropped_store_runs_its_queue_to_the_end() {
    let disk = prepared().copy();
    let store = Arc::new(on(&disk));
    let queue = HeldQueue::of(&store);
    (0..TASKS).for_each(|number| queue.put(number));
    let answers = queue.answers;
    drop((queue.held, store));
    drop(answers.0);
    assert!(answers.1.iter().all(|(_, done)| done.is_ok()));
    let again = on(&disk);
    assert!((0..TASKS).all(|number| has(&again, number)));
}
