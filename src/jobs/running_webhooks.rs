//! Webhooks to which a thread is sending, in a queue with several threads.

use std::collections::HashSet;

use parking_lot::{Mutex, MutexGuard};

use crate::domain::id::WebhookId;
use crate::domain::job::Job;

use super::work::JobRules;

/// Webhooks of running jobs.
#[derive(Default)]
pub(super) struct RunningWebhooks(Mutex<HashSet<WebhookId>>);

/// Exclusive right to choose the next job.
pub(super) struct Choice<'a> {
    running: MutexGuard<'a, HashSet<WebhookId>>,
    all: &'a RunningWebhooks,
}

/// Entry of a running job; dropped once its outcome is recorded.
pub(super) struct RunningWebhook<'a> {
    all: &'a RunningWebhooks,
    webhook: Option<WebhookId>,
}

impl RunningWebhooks {
    /// Begins a choice. Others wait until it ends, so that no two threads choose the same job.
    pub(super) fn begin_choice(&self) -> Choice<'_> {
        Choice { running: self.0.lock(), all: self }
    }
}

impl<'a> Choice<'a> {
    /// Whether no job of the same webhook runs.
    pub(super) fn may_run(&self, job: &Job) -> bool {
        JobRules::of(job).exclusive.is_none_or(|webhook| !self.running.contains(&webhook))
    }

    /// Ends the choice with this job.
    pub(super) fn choose(mut self, job: &Job) -> RunningWebhook<'a> {
        let webhook = JobRules::of(job).exclusive;
        self.running.extend(webhook);
        RunningWebhook { all: self.all, webhook }
    }
}

impl Drop for RunningWebhook<'_> {
    fn drop(&mut self) {
        if let Some(webhook) = &self.webhook {
            self.all.0.lock().remove(webhook);
        }
    }
}
