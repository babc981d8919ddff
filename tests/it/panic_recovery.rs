//! Panics in our code: the operation fails with an error message, and everything else goes on.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::support::{executable, inkfold, words};
use inkfold::config::Config;
use inkfold::context::Context;
use inkfold::domain::job::Job;
use inkfold::jobs;
use inkfold::platform::clock::{Clock, FixedClock};
use inkfold::sandbox::Sandbox;
use inkfold::server::admin_socket;
use inkfold::services::operations::bootstrap;

use jiff::Timestamp;
use tempfile::TempDir;

/// 2026-01-01T00:00:00Z.
const BEGINNING: i64 = 1_767_225_600;

/// Clock that panics once.
struct Fuse {
    clock: FixedClock,
    /// Number of reads until the clock panics; 0 for never.
    left: AtomicUsize,
}

impl Fuse {
    fn breaks_at(&self, question: usize) {
        self.left.store(question, Ordering::SeqCst);
    }
}

impl Clock for Fuse {
    fn now(&self) -> Timestamp {
        let one_less = |left: usize| left.checked_sub(1);
        let left = self.left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, one_less);
        assert_ne!(left, Ok(1), "the clock broke");
        self.clock.now()
    }
}

/// Creates a community with such a clock.
fn community() -> (Context, Arc<Fuse>, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let config = Config { data_dir: folder.path().join("data"), ..Config::default() };
    let fuse = Arc::new(Fuse { clock: FixedClock::at(BEGINNING), left: AtomicUsize::new(0) });
    let clock: Arc<Fuse> = Arc::clone(&fuse);
    let context = bootstrap::create_with(config, clock, Sandbox::of(&executable())).unwrap();
    (context, fuse, folder)
}

#[test]
fn panicking_job_is_retried() {
    let (context, fuse, _folder) = community();
    context.write(|tx| context.enqueue(tx, Job::DailyCleanup)).unwrap();
    // The queue reads the clock first, and the job reads it next.
    fuse.breaks_at(2);
    jobs::run_due(&context).unwrap();
    let queued = context.read().unwrap().queued_jobs().unwrap();
    let failed: Vec<_> = queued.iter().filter(|queued| queued.attempts > 0).collect();
    assert_eq!(failed.len(), 1, "{queued:?}");
    let why = failed[0].last_error.as_deref().unwrap();
    assert!(why.contains("panic: ") && why.contains("the clock broke"), "{why}");

    fuse.clock.advance(60);
    jobs::run_due(&context).unwrap();
    let queued = context.read().unwrap().queued_jobs().unwrap();
    assert!(queued.iter().all(|queued| queued.attempts == 0), "{queued:?}");
    assert!(context.read().unwrap().dead_letters().unwrap().is_empty());
}

#[test]
fn duplicate_jobs_run_once_and_fail_as_one() {
    let (context, fuse, _folder) = community();
    let enqueue = |count: usize| {
        context
            .write(|tx| (0..count).try_for_each(|_| context.enqueue(tx, Job::DailyCleanup)))
            .unwrap();
    };
    let sweeps = || {
        let queued = context.read().unwrap().queued_jobs().unwrap();
        let sweeps = queued.iter().filter(|queued| queued.job == Job::DailyCleanup);
        sweeps.map(|queued| queued.attempts).collect::<Vec<u32>>()
    };
    enqueue(3);
    fuse.breaks_at(2);
    jobs::run_due(&context).unwrap();
    assert_eq!(sweeps(), [1], "one waits for another attempt, in place of all three");

    enqueue(2);
    jobs::run_due(&context).unwrap();
    assert_eq!(sweeps(), [0], "one run did what all were queued for, and queued tomorrow's");
}

#[test]
fn panicking_command_is_reported_and_next_runs() {
    let (context, fuse, _folder) = community();
    let data = context.config().data_dir.clone();
    admin_socket::listen(Arc::new(context)).unwrap();
    let add = ["topic", "add", "--name", "Rain", "--code", "rain"];
    fuse.breaks_at(1);
    let broken = inkfold(&data, &add);
    assert_eq!(broken.status.code(), Some(1));
    let text = words(&broken);
    assert!(text.contains("error: something went wrong on our side: panic"), "{text}");
    let done = inkfold(&data, &add);
    assert!(done.status.success(), "half of the topic was kept: {}", words(&done));
}
