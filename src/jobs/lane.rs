//! Which jobs wait for each other.

use super::Bell;
use crate::domain::job::Job;

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

/// The bell of each lane.
#[derive(Default)]
pub struct Bells {
    work: Bell,
    mails: Bell,
}

impl Bells {
    pub(super) fn of(&self, lane: Lane) -> &Bell {
        match lane {
            Lane::Work => &self.work,
            Lane::Mails => &self.mails,
        }
    }

    /// There may be something to do.
    pub fn ring(&self) {
        self.work.ring();
        self.mails.ring();
    }

    /// Nothing is to be begun any more.
    pub fn close(&self) {
        self.work.close();
        self.mails.close();
    }

    /// Whether a lane has more to do, and nobody who does it.
    pub fn are_deserted(&self) -> bool {
        self.work.is_deserted() || self.mails.is_deserted()
    }
}
