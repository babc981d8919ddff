//! Which jobs wait for each other.

use crate::domain::job::Job;
use crate::platform::WakeSignal;

/// Jobs that are done one after the other. Those of another lane do not wait for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// Books, backups and whatever else this machine does by itself.
    Work,
    /// Mails: the server that takes them may be slow, or away.
    Mails,
}

impl Lane {
    pub fn of(job: &Job) -> Self {
        if matches!(job, Job::SendMail(_)) { Self::Mails } else { Self::Work }
    }

    /// What its thread is called.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Work => "jobs",
            Self::Mails => "mails",
        }
    }
}

/// Wake signal of each lane.
#[derive(Default)]
pub struct JobWakeups {
    work: WakeSignal,
    mails: WakeSignal,
}

impl JobWakeups {
    pub(super) fn of(&self, lane: Lane) -> &WakeSignal {
        match lane {
            Lane::Work => &self.work,
            Lane::Mails => &self.mails,
        }
    }

    /// Wakes the threads of all lanes: a job may have been queued.
    pub fn notify(&self) {
        self.work.notify();
        self.mails.notify();
    }

    /// Stops all lanes.
    pub fn close(&self) {
        self.work.close();
        self.mails.close();
    }

    /// Whether the thread of a lane has died.
    pub fn any_receiver_died(&self) -> bool {
        self.work.receiver_died() || self.mails.receiver_died()
    }
}
