//! Queue of writing tasks that share a thread and their commits.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use super::Engine;
use crate::store::{Error, Result};

/// Maximum number of tasks between two commits. Most change something, but those that are refused do not fill the commit.
const MAX_TASKS: usize = 256;

/// Task that makes a change by [`Engine::write_async_commit`].
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
    pub(in crate::store) fn start(engine: Arc<Engine>) -> Result<Self> {
        let (tasks, queued) = mpsc::channel();
        let run = move || run(&engine, &queued);
        let thread = thread::Builder::new().name("writer".to_owned()).spawn(run);
        let thread = thread.map_err(|error| Error::Engine(error.to_string()))?;
        Ok(Self { tasks: Some(tasks), thread: Some(thread) })
    }

    /// Appends a task. It is dropped if the queue has ended.
    pub(in crate::store) fn push(&self, task: Task) {
        if let Some(tasks) = &self.tasks {
            let _ = tasks.send(task);
        }
    }

    /// Ends the queue after its last task, and waits for its thread, which has the database open.
    pub(in crate::store) fn end(&mut self) {
        self.tasks = None;
        // The last owner of the store may be a task.
        let other =
            self.thread.take().filter(|thread| thread.thread().id() != thread::current().id());
        if let Some(thread) = other {
            let _ = thread.join();
        }
    }
}

impl Drop for WriteQueue {
    fn drop(&mut self) {
        self.end();
    }
}

fn run(engine: &Engine, queued: &Receiver<Task>) {
    while let Ok(first) = queued.recv() {
        run_task(first);
        for _ in 1..MAX_TASKS {
            let Some(next) = recv_before_commit(engine, queued) else { break };
            run_task(next);
        }
        // The sync of the changes has the error for their senders.
        let _ = engine.commit();
    }
}

/// Next task that belongs into the same commit.
fn recv_before_commit(engine: &Engine, queued: &Receiver<Task>) -> Option<Task> {
    if let Ok(next) = queued.try_recv() {
        return Some(next);
    }
    let timeout = engine.commit_deadline()?.saturating_duration_since(Instant::now());
    queued.recv_timeout(timeout).ok()
}

fn run_task(task: Task) {
    if catch_unwind(AssertUnwindSafe(task)).is_err() {
        tracing::error!("write task panicked");
    }
}
