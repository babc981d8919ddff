//! Queues of jobs, each with threads of its own.

use crate::platform::WakeSignal;

/// Maximum number of webhooks that are sent at the same time.
const MAX_CONCURRENT_WEBHOOKS: usize = 4;

/// Queue of jobs with threads of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Queue {
    /// Books, backups and all other jobs that need no other server.
    Default,
    /// Outgoing mails: the mail server may be slow or unreachable, and must not delay other jobs.
    Mail,
    /// Events for other servers, of which each may be slow or unreachable.
    Webhooks,
}

impl Queue {
    /// Name of its threads.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Default => "jobs",
            Self::Mail => "mails",
            Self::Webhooks => "webhooks",
        }
    }

    /// Number of its threads.
    pub(crate) fn threads(self) -> usize {
        match self {
            Self::Default | Self::Mail => 1,
            Self::Webhooks => MAX_CONCURRENT_WEBHOOKS,
        }
    }
}

/// Wake signal of each queue.
#[derive(Default)]
pub struct JobWakeups {
    work: WakeSignal,
    mails: WakeSignal,
    webhooks: WakeSignal,
}

impl JobWakeups {
    pub(crate) fn of(&self, queue: Queue) -> &WakeSignal {
        match queue {
            Queue::Default => &self.work,
            Queue::Mail => &self.mails,
            Queue::Webhooks => &self.webhooks,
        }
    }

    /// Wakes the threads of all queues: a job may have been queued.
    pub fn notify(&self) {
        self.work.notify();
        self.mails.notify();
        self.webhooks.notify();
    }

    /// Stops all queues.
    pub fn close(&self) {
        self.work.close();
        self.mails.close();
        self.webhooks.close();
    }

    /// Whether a thread of a queue has died.
    pub fn any_receiver_died(&self) -> bool {
        [&self.work, &self.mails, &self.webhooks].into_iter().any(WakeSignal::receiver_died)
    }
}
