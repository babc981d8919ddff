//! Wake signals of the job queues.

use crate::domain::job::Queue;
use crate::platform::WakeSignal;

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
