//! Queue of writing tasks that share a thread and their commits.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::Engine;

/// Task that makes a change by [`Engine::write_unsynced`].
type Task = Box<dyn FnOnce() + Send>;

/// Thread that runs tasks in the order they come, and commits their changes when no more of them are waiting or expected.
///
/// A writer that blocks for its commit needs a thread of its own, which is woken for the lock and for the sync. On a small machine
/// with many writers, that costs as much as the changes themselves.
pub(in crate::store) struct WriteQueue {
    /// `None` once the queue ends.
    tasks: Option<Sender<Task>>,
    thread: Option<JoinHandle<()>>,
}

impl WriteQueue {
    pub(in crate::store) fn start(engine: Arc<Engine>) -> Self {
        let (tasks, queued) = mpsc::channel();
        let run = move || run(&engine, &queued);
        let thread = thread::Builder::new().name("writer".to_owned()).spawn(run);
        if let Err(error) = &thread {
            tracing::error!(error = error as &dyn std::error::Error, "failed to start the writer");
        }
        Self { tasks: Some(tasks), thread: thread.ok() }
    }

    pub(in crate::store) fn push(&self, task: Task) {
        if let Some(tasks) = &self.tasks {
            // Without a thread, the task is dropped: its sender learns that by the channel for its answer.
            let _ = tasks.send(task);
        }
    }
}

impl Drop for WriteQueue {
    /// Waits for the thread, which has the database open.
    fn drop(&mut self) {
        self.tasks = None;
        // The last owner of the store may be a task.
        let other =
            self.thread.take().filter(|thread| thread.thread().id() != thread::current().id());
        if let Some(thread) = other {
            let _ = thread.join();
        }
    }
}

fn run(engine: &Engine, queued: &Receiver<Task>) {
    while let Ok(first) = queued.recv() {
        run_task(first);
        while let Some(next) = next_in_time(engine, queued) {
            run_task(next);
        }
        // The sync of the changes has the error for their senders.
        let _ = engine.commit();
    }
}

/// The next task that belongs into the same commit.
fn next_in_time(engine: &Engine, queued: &Receiver<Task>) -> Option<Task> {
    if let Ok(next) = queued.try_recv() {
        return Some(next);
    }
    let timeout = engine.waits_until()?.saturating_duration_since(Instant::now());
    queued.recv_timeout(timeout.max(Duration::ZERO)).ok()
}

fn run_task(task: Task) {
    if catch_unwind(AssertUnwindSafe(task)).is_err() {
        tracing::error!("a writing task panicked");
    }
}
