//! Context of services and jobs: the components of an open community. Knows neither services nor jobs.

use std::any::Any;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use arc_swap::ArcSwap;

use crate::backup::DATABASE;
use crate::blobs::Blobs;
use crate::body_budgets::BodyBudgets;
use crate::config::{Config, ConfigWithSources};
use crate::data_dir::BLOBS;
use crate::domain::id::{AccountId, JobId};
use crate::domain::job::{Job, QueuedJob};
use crate::domain::policy::{Actor, Denied};
use crate::domain::secret::Secret;
use crate::domain::time::Timestamp;
use crate::error::Result;
use crate::job_wakeups::JobWakeups;
use crate::passwords::Passwords;
use crate::platform::clock::Clock;
use crate::platform::system_resources::SystemResources;
use crate::platform::{FairSemaphore, StateMap, WakeSignal};
use crate::post_events::{self, PostEvents};
use crate::rate_limits::RateLimits;
use crate::resource_budget::ResourceBudget;
use crate::sandbox::Sandbox;
use crate::search::Index;
use crate::store::{Snapshot, Store, WriteTx};

pub use crate::store::PendingCommit;

/// Components of an open community.
pub struct Context {
    config: ArcSwap<Config>,
    /// Settings with the source of each, for screens and commands that show them.
    loaded: ArcSwap<ConfigWithSources>,
    pub store: Store,
    pub blobs: Blobs,
    pub search: Index,
    pub clock: Arc<dyn Clock>,
    pub sandbox: Sandbox,
    /// Budget of memory and disk for request bodies.
    pub body_budgets: BodyBudgets,
    pub passwords: Passwords,
    pub rate_limits: RateLimits,
    /// Semaphore of the forms being read: pages are large, and reading two at once on one processor is no faster.
    pub form_reading_slots: FairSemaphore<AccountId>,
    /// Semaphore of the pictures of posts being decoded, separate from that of forms.
    pub post_upload_slots: FairSemaphore<AccountId>,
    pub post_events: Arc<PostEvents>,
    /// Notified when a job may have been queued.
    pub job_wakeups: Arc<JobWakeups>,
    /// Notified when documents may have changed.
    pub index_wakeup: Arc<WakeSignal>,
    /// Notified when a picture was queued for reading its handwriting.
    pub reading_wakeup: Arc<WakeSignal>,
    /// Notified when a backup was made that is to be copied to other machines.
    pub copy_wakeup: WakeSignal,
    states: StateMap,
}

impl Context {
    /// Opens the components on the data folder of these settings. The database must exist, and no restore may be unfinished.
    pub(crate) fn assemble(
        config: Config,
        clock: Arc<dyn Clock>,
        sandbox: Sandbox,
    ) -> Result<Self> {
        let data: &Path = &config.data_dir;
        let budget = ResourceBudget::of(SystemResources::detect());
        let store = Store::open_with_cache(&data.join(DATABASE), budget.database_cache)?;
        let limits = RateLimits::new(&config.limits, &clock);
        limits.restore(&*store.read()?)?;
        Ok(Self {
            store,
            blobs: Blobs::open(&data.join(BLOBS))?,
            body_budgets: BodyBudgets::new(budget, config.max_upload() as u64),
            search: Index::at(&data.join("search")),
            passwords: Passwords::new()?,
            rate_limits: limits,
            form_reading_slots: FairSemaphore::new(
                budget.concurrent_readings,
                budget.max_waiting_readings,
            ),
            post_upload_slots: FairSemaphore::new(
                budget.concurrent_readings,
                budget.max_waiting_readings,
            ),
            post_events: Arc::new(post_events::bus()),
            job_wakeups: Arc::default(),
            index_wakeup: Arc::default(),
            reading_wakeup: Arc::default(),
            copy_wakeup: WakeSignal::default(),
            states: StateMap::default(),
            clock,
            sandbox,
            loaded: ArcSwap::from_pointee(ConfigWithSources::from(config.clone())),
            config: ArcSwap::from_pointee(config),
        })
    }

    /// Sets the sources of the settings. Without this, every setting counts as a default.
    #[must_use]
    pub fn with_origins(self, loaded: ConfigWithSources) -> Self {
        Self { loaded: ArcSwap::from_pointee(loaded), ..self }
    }

    /// Current settings. Code that reads several of them should load them once, because a reload may change them in between.
    pub fn config(&self) -> Arc<Config> {
        self.config.load_full()
    }

    /// Current settings with the source of each.
    pub fn loaded(&self) -> Arc<ConfigWithSources> {
        self.loaded.load_full()
    }

    /// Replaces the settings, as far as they can change while the server runs. Returns the names of changed settings that take
    /// effect only after a restart.
    pub fn reload(&self, mut loaded: ConfigWithSources) -> Vec<&'static str> {
        let (config, later) = loaded.config.merge_reloadable(&self.config());
        loaded.config = config.clone();
        let waits = |name: &&str| format!("`{name}` was changed and counts after the next start");
        loaded.warnings.extend(later.iter().map(waits));
        self.config.store(Arc::new(config));
        self.loaded.store(Arc::new(loaded));
        self.copy_wakeup.notify();
        later
    }

    /// Current time.
    pub fn now(&self) -> Timestamp {
        self.clock.now().into()
    }

    /// State that a service keeps in memory: a cache, permits, progress.
    pub fn state<T: Any + Default + Send + Sync>(&self) -> &T {
        self.states.get()
    }

    /// Path of the database file.
    pub fn database(&self) -> PathBuf {
        self.config().data_dir.join(DATABASE)
    }

    /// Begins a read transaction on a snapshot of the store.
    pub fn read(&self) -> Result<Snapshot> {
        Ok(self.store.read()?)
    }

    /// Runs a write transaction, then notifies the search indexer, and those who wait for jobs or pictures if it has queued any.
    pub fn write<T>(&self, change: impl FnOnce(&mut WriteTx) -> Result<T>) -> Result<T> {
        let mut changes = Changes::default();
        let result = self.store.write(|tx| {
            let result = change(tx);
            changes = Changes::of(tx);
            result
        })?;
        self.wakeups().notify(changes);
        Ok(result)
    }

    /// Runs a write transaction as an actor whom `permit` lets. It is asked before the transaction waits for its turn, and again inside
    /// with the member as they are then: during a request, perhaps with a large upload, they may have been disabled, demoted or removed.
    pub fn write_as<T>(
        &self,
        actor: &Actor,
        permit: impl Fn(&Actor) -> Result<(), Denied>,
        change: impl FnOnce(&mut WriteTx, &Actor) -> Result<T>,
    ) -> Result<T> {
        permit(actor)?;
        self.write_as_reloaded(actor, |tx, actor| {
            permit(actor)?;
            change(tx, actor)
        })
    }

    /// Runs a write transaction as an actor with the member as they are then, where the permission depends on what is stored.
    pub fn write_as_reloaded<T>(
        &self,
        actor: &Actor,
        change: impl FnOnce(&mut WriteTx, &Actor) -> Result<T>,
    ) -> Result<T> {
        self.write(|tx| {
            let actor = tx.reload_actor(actor)?;
            change(tx, &actor)
        })
    }

    /// Runs a write transaction like [`Self::write_as_reloaded`], but returns before it is on the disk: for small changes that many members
    /// make at once. See [`Self::queue_write`].
    pub fn write_async_commit_as<T>(
        &self,
        actor: &Actor,
        change: impl FnOnce(&mut WriteTx, &Actor) -> Result<T>,
    ) -> Result<PendingCommit<T>> {
        let mut changes = Changes::default();
        let unsynced = self.store.write_async_commit(|tx| {
            let actor = tx.reload_actor(actor)?;
            let result = change(tx, &actor);
            changes = Changes::of(tx);
            result
        })?;
        let wakeups = self.wakeups();
        Ok(unsynced.after_sync(move || wakeups.notify(changes)))
    }

    fn wakeups(&self) -> Wakeups {
        Wakeups {
            jobs: Arc::clone(&self.job_wakeups),
            index: Arc::clone(&self.index_wakeup),
            reading: Arc::clone(&self.reading_wakeup),
        }
    }

    /// Runs a service that makes one small change on the queue of the store, where changes that come together share a sync of the
    /// disk. Calls `answer` once the change is on the disk, or has failed.
    pub fn queue_write<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Self) -> Result<PendingCommit<T>> + Send + 'static,
        answer: impl FnOnce(Result<T>) + Send + 'static,
    ) {
        let context = Arc::clone(self);
        self.store.enqueue(move || match work(&context) {
            Ok(unsynced) => unsynced.on_durable(|done| answer(done.map_err(Into::into))),
            Err(error) => answer(Err(error)),
        });
    }

    /// Random bytes for identifiers and secrets.
    pub fn random<const N: usize>(&self) -> Result<[u8; N]> {
        let mut bytes = [0; N];
        getrandom::fill(&mut bytes)?;
        Ok(bytes)
    }

    /// Generates a secret.
    pub fn secret(&self) -> Result<Secret> {
        self.random().map(Secret::new)
    }

    /// Enqueues a job in the transaction of the action that it follows.
    pub fn enqueue(&self, tx: &mut WriteTx, job: Job) -> Result<()> {
        self.enqueue_after(tx, job, Duration::ZERO)
    }

    /// Enqueues a job unless two equal ones are queued, which bounds the queue. One of the two may be running already and miss
    /// this change; the second will see it.
    pub fn enqueue_once(&self, tx: &mut WriteTx, job: Job) -> Result<()> {
        if tx.count_equal_jobs(&job)? < 2 { self.enqueue(tx, job) } else { Ok(()) }
    }

    /// Enqueues a job that is due at `due` in place of equal ones; without a time, only removes those.
    pub fn replace_job(&self, tx: &mut WriteTx, job: Job, due: Option<Timestamp>) -> Result<()> {
        tx.remove_equal_jobs(&job)?;
        due.map_or(Ok(()), |due| self.enqueue_after(tx, job, due.since(self.now())))
    }

    /// Enqueues a job that is due after `pause`.
    pub fn enqueue_after(&self, tx: &mut WriteTx, job: Job, pause: Duration) -> Result<()> {
        let run_at = self.now() + pause;
        let id = JobId::new(run_at, self.random()?);
        tx.put_job(&QueuedJob { id, job, run_at, attempts: 0, last_error: None })?;
        Ok(())
    }
}

/// Changes of a transaction that wake a thread.
#[derive(Clone, Copy, Default)]
struct Changes {
    jobs: bool,
    unread_pictures: bool,
}

impl Changes {
    fn of(tx: &WriteTx) -> Self {
        Self { jobs: tx.has_changed_jobs(), unread_pictures: tx.has_queued_pictures() }
    }
}

/// Signals to those who act on changes of the database.
struct Wakeups {
    jobs: Arc<JobWakeups>,
    index: Arc<WakeSignal>,
    reading: Arc<WakeSignal>,
}

impl Wakeups {
    fn notify(&self, changes: Changes) {
        if changes.jobs {
            self.jobs.notify();
        }
        if changes.unread_pictures {
            self.reading.notify();
        }
        self.index.notify();
    }
}
