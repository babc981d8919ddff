//! Shutdown of the server: the signals for it, and the deadline of its threads.

use std::process;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use inkfold::context::Context;
use tokio::signal::unix::{Signal, SignalKind, signal};

use crate::output::eprint_note;

/// Interval at which a thread is polled for its end.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Signals by which service managers and terminals stop a program: SIGTERM and SIGINT.
pub(super) struct Signals {
    terminate: Signal,
    interrupt: Signal,
}

impl Signals {
    /// Installs the handlers; from now on the signals do not end the process by themselves.
    ///
    /// # Errors
    /// [`std::io::Error`] if the system does not allow the handlers.
    pub(super) fn install() -> std::io::Result<Self> {
        let terminate = signal(SignalKind::terminate())?;
        Ok(Self { terminate, interrupt: signal(SignalKind::interrupt())? })
    }

    async fn next(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }

    /// Waits for the first signal; the second ends the process at once.
    pub(super) async fn recv(mut self) {
        self.next().await;
        tokio::spawn(async move {
            self.next().await;
            eprint_note(
                "second signal received, exiting now; unfinished work resumes at the next start",
            );
            process::exit(1);
        });
    }
}

/// Threads that work beside the web server.
pub(super) struct Threads {
    pub(super) runner: JoinHandle<()>,
    pub(super) mails: JoinHandle<()>,
    pub(super) webhooks: JoinHandle<()>,
    pub(super) indexer: JoinHandle<()>,
    pub(super) copies: JoinHandle<()>,
    pub(super) handwriting: JoinHandle<()>,
}

impl Threads {
    /// Waits until the threads have finished their current work, or until the deadline. Unfinished work is begun again at the
    /// next start, and children that typeset or draw end with this process.
    pub(super) fn finish(self, context: &Context, until: Instant) {
        context.job_wakeups.close();
        context.index_wakeup.close();
        context.copy_wakeup.close();
        context.reading_wakeup.close();
        let threads = [
            (self.indexer, "the search indexer failed; search catches up at the next start"),
            (self.runner, "the job runner failed; unfinished jobs resume at the next start"),
            (self.mails, "the mail queue failed; mails are sent at the next start"),
            (self.webhooks, "the webhook queue failed; events are sent at the next start"),
            (self.handwriting, "reading handwriting failed; it goes on at the next start"),
            (self.copies, "the thread that copies backups has ended; it goes on at the next start"),
        ];
        for (thread, words) in threads {
            while !thread.is_finished() && Instant::now() < until {
                thread::sleep(POLL_INTERVAL);
            }
            if !thread.is_finished() {
                eprint_note("a job exceeded the shutdown timeout; it runs again at the next start");
            } else if thread.join().is_err() {
                eprint_note(words);
            }
        }
    }
}
