//! Runner of a queue: its threads run one job after the other, oldest first, and retry failed ones after a delay.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::context::Context;
use crate::domain::job::{Job, Queue, QueuedJob, RetryDecision};
use crate::domain::time::Timestamp;
use crate::error::{Error, Result, catch_panic, format_error_chain};
use crate::platform::wake_signal::ReceiverGuard;
use crate::services::books;
use crate::services::operations::{backups, daily_cleanup};
use crate::services::prize;
use crate::store::WriteTx;

use super::running_webhooks::RunningWebhooks;
use super::throttle::Throttle;
use super::work::{self, JobRules};
use super::{MAX_WAIT, stranded};

/// Time by which the clock may be set back before the recurring jobs are enqueued again.
const MAX_SETBACK: Duration = Duration::from_hours(1);

/// Starts a queue's runner; it ends with all its threads when the queue's wakeup is closed.
pub fn start(context: Arc<Context>, queue: Queue) -> std::io::Result<JoinHandle<()>> {
    thread::Builder::new().name(queue.name().into()).spawn(move || run_threads(&context, queue))
}

fn run_threads(context: &Context, queue: Queue) {
    let running = RunningWebhooks::default();
    thread::scope(|scope| {
        for _ in 1..queue.threads() {
            let builder = thread::Builder::new().name(queue.name().into());
            if let Err(error) = builder.spawn_scoped(scope, || run(context, queue, &running)) {
                let error = &error as &dyn std::error::Error;
                tracing::error!(error, queue = queue.name(), "failed to start another job thread");
            }
        }
        run(context, queue, &running);
    });
}

fn run(context: &Context, queue: Queue, running: &RunningWebhooks) {
    let wakeup = context.job_wakeups.of(queue);
    let _receiver = ReceiverGuard(wakeup);
    let mut throttle = Throttle::default();
    let (mut open, mut last_pass) = (true, None::<Timestamp>);
    while open {
        let now = context.now();
        let was_set_back = |last: Timestamp| last.since(now) > MAX_SETBACK;
        if queue == Queue::Default
            && last_pass.replace(now).is_none_or(was_set_back)
            && let Err(error) = catch_panic(|| schedule(context))
        {
            let error = &error as &dyn std::error::Error;
            tracing::error!(error, "failed to schedule daily jobs");
        }
        let pause = match catch_panic(|| run_throttled(context, queue, running, &mut throttle)) {
            Ok(pause) => pause,
            Err(error) => {
                tracing::error!(error = &error as &dyn std::error::Error, "job queue failed");
                MAX_WAIT
            }
        };
        open = wakeup.wait(pause.min(MAX_WAIT));
    }
}

/// Enqueues the recurring jobs, and those that a wrong clock has run too early or put off.
fn schedule(context: &Context) -> Result<()> {
    stranded::requeue(context)?;
    books::restore_closing_jobs(context)?;
    daily_cleanup::schedule(context)?;
    prize::schedule(context)?;
    backups::schedule(context)
}

/// Runs every due job, mails and webhooks last. Returns the delay until the next job.
///
/// # Errors
/// When the queue itself cannot be read or written; a failing job is not an error.
pub fn run_due(context: &Context) -> Result<Duration> {
    let running = RunningWebhooks::default();
    let run_all = |queue| loop {
        if let ControlFlow::Break(delay) = run_next(context, queue, &running, |_| true)? {
            break Ok::<Duration, Error>(delay);
        }
    };
    let delays = [run_all(Queue::Default)?, run_all(Queue::Mail)?, run_all(Queue::Webhooks)?];
    Ok(delays.into_iter().min().unwrap_or(MAX_WAIT))
}

/// Runs the due jobs of a queue as far as the throttle lets them. Returns the delay until the next job.
fn run_throttled(
    context: &Context,
    queue: Queue,
    running: &RunningWebhooks,
    throttle: &mut Throttle,
) -> Result<Duration> {
    loop {
        let now = Instant::now();
        match run_next(context, queue, running, |job| throttle.may_run(job, now))? {
            ControlFlow::Continue(job) => throttle.record_run(job, Instant::now()),
            // By the same moment: a job whose interval has ended since is ready now, not after the longest wait.
            ControlFlow::Break(delay) => return Ok(delay.min(throttle.delay(now))),
        }
    }
}

/// Runs the next due job of a queue that `may_run`, and returns it. Without one, breaks with the delay until the next job is due;
/// without any delay when the queue is closed.
fn run_next(
    context: &Context,
    queue: Queue,
    running: &RunningWebhooks,
    may_run: impl Fn(&Job) -> bool,
) -> Result<ControlFlow<Duration, Job>> {
    if !context.job_wakeups.of(queue).is_open() {
        return Ok(ControlFlow::Break(Duration::ZERO));
    }
    let choice = running.begin_choice();
    let is_ready = |job: &Job| may_run(job) && choice.may_run(job);
    let now = context.now();
    let Some(queued) = context.read()?.next_job(queue, now, is_ready)? else {
        return Ok(ControlFlow::Break(MAX_WAIT));
    };
    if queued.run_at > now {
        return Ok(ControlFlow::Break(queued.run_at.since(now)));
    }
    let job = queued.job.clone();
    let _running = choice.choose(&job);
    if queue.threads() > 1 {
        // There may be jobs for the other threads, too.
        context.job_wakeups.of(queue).notify();
    }
    run_job(context, queued, now)?;
    Ok(ControlFlow::Continue(job))
}

fn run_job(context: &Context, mut queued: QueuedJob, now: Timestamp) -> Result<()> {
    // Without room to record that a job is done, it would run again and again: a mail sent every minute.
    context.store.check_free_space()?;
    let rules = JobRules::of(&queued.job);
    let duplicates =
        if rules.is_deduplicated { duplicates(context, &queued, now)? } else { Vec::new() };
    let attempts = duplicates.iter().map(|duplicate| duplicate.attempts);
    queued.attempts = attempts.fold(queued.attempts, u32::max);
    let outcome = catch_panic(|| work::run(&queued.job, context));
    record_outcome(context, queued, rules, &duplicates, outcome)
}

/// Finds equal jobs that are due or wait for another attempt. They were queued before this run begins, so it covers
/// the changes that they were queued for.
fn duplicates(context: &Context, queued: &QueuedJob, now: Timestamp) -> Result<Vec<QueuedJob>> {
    let mut jobs = context.read()?.equal_jobs(&queued.job)?;
    jobs.retain(|other| other.id != queued.id && (other.run_at <= now || other.attempts > 0));
    Ok(jobs)
}

/// Removes a job that ran, with its duplicates. A failed job is queued again in place of them all, or becomes a dead letter; its
/// duplicates then stay queued and are retried individually.
fn record_outcome(
    context: &Context,
    queued: QueuedJob,
    rules: JobRules,
    duplicates: &[QueuedJob],
    outcome: Result<()>,
) -> Result<()> {
    let now = context.now();
    context.store.write(|tx| {
        tx.remove_job(&queued)?;
        let Err(error) = outcome else { return remove_all(tx, duplicates) };
        tracing::warn!(
            job = rules.name,
            stored = ?queued.job,
            attempts = queued.attempts,
            error = &error as &dyn std::error::Error,
            "job failed"
        );
        let reason = reason(&error);
        let decision = if error.is_final() {
            queued.after_final_failure(now, reason)
        } else {
            queued.after_failure(now, reason, rules.max_attempts)
        };
        match decision {
            RetryDecision::Requeue(job) => {
                remove_all(tx, duplicates)?;
                tx.put_job(&job)?;
            }
            RetryDecision::DeadLetter(job) => tx.put_dead_letter(&job)?,
        }
        Ok(())
    })
}

fn remove_all(tx: &mut WriteTx, jobs: &[QueuedJob]) -> Result<()> {
    jobs.iter().try_for_each(|job| Ok(tx.remove_job(job)?))
}

fn reason(error: &Error) -> String {
    match error {
        // The reply of the mail server is for the operator; the log gets no addresses.
        Error::Mail(error) => error.message(),
        error => format_error_chain(error),
    }
}
