//! Queues of jobs, each with a thread of its own.

use crate::platform::WakeSignal;

/// Queue whose jobs run one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Queue {
    /// Books, backups and all other jobs that need no other server.
    Default,
    /// Outgoing mails: the mail server may be slow or unreachable, and must not delay other jobs.
    Mail,
}

impl Queue {
    /// Name of its thread.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Default => "jobs",
            Self::Mail => "mails",
        }
    }
}

/// Wake signal of each queue.
#[derive(Default)]
pub struct JobWakeups {
    work: WakeSignal,
    mails: WakeSignal,
}

impl JobWakeups {
    pub(crate) fn of(&self, queue: Queue) -> &WakeSignal {
        match queue {
            Queue::Default => &self.work,
            Queue::Mail => &self.mails,
        }
    }

    /// Wakes the threads of all queues: a job may have been queued.
    pub fn notify(&self) {
        self.work.notify();
        self.mails.notify();
    }

    /// Stops all queues.
    pub fn close(&self) {
        self.work.close();
        self.mails.close();
    }

    /// Whether the thread of a queue has died.
    pub fn any_receiver_died(&self) -> bool {
        self.work.receiver_died() || self.mails.receiver_died()
    }
}
