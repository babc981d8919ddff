//! Context of services and jobs: the components of an open community. Knows neither services nor jobs.

use std::any::Any;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use arc_swap::ArcSwap;

use crate::archive::DATABASE;
use crate::blobs::Blobs;
use crate::bodies::Bodies;
use crate::clock::Clock;
use crate::config::{Config, ConfigWithSources};
use crate::data_dir::BLOBS;
use crate::domain::id::{AccountId, JobId};
use crate::domain::job::{Job, QueuedJob};
use crate::domain::policy::Actor;
use crate::domain::secret::Secret;
use crate::error::Result;
use crate::job_queues::JobWakeups;
use crate::limits::Limits;
use crate::machine::Machine;
use crate::passwords::Passwords;
use crate::platform::{FairSemaphore, StateMap, WakeSignal};
use crate::post_events::{self, PostEvents};
use crate::sandbox::Sandbox;
use crate::search::Index;
use crate::store::{Snapshot, Store, WriteTx};

/// Components of an open community.
pub struct Context {
    config: ArcSwap<Config>,
    /// The same with where each setting comes from, for whoever looks at them.
    loaded: ArcSwap<ConfigWithSources>,
    pub store: Store,
    pub blobs: Blobs,
    pub search: Index,
    pub clock: Arc<dyn Clock>,
    pub sandbox: Sandbox,
    /// What request bodies take of memory and disk.
    pub bodies: Bodies,
    pub passwords: Passwords,
    pub limits: Limits,
    /// Permits to read forms: pages are large, and a small machine reads no two of them on one processor any faster.
    pub extraction_slots: FairSemaphore<AccountId>,
    /// Permits to unpack pictures that become posts, apart from those of forms.
    pub post_upload_slots: FairSemaphore<AccountId>,
    pub post_events: PostEvents,
    /// Notified when a job may have been queued.
    pub job_wakeups: JobWakeups,
    /// Notified when documents may have changed.
    pub index_wakeup: WakeSignal,
    /// Notified when a backup was made, which is to be copied to other machines.
    pub copy_wakeup: WakeSignal,
    states: StateMap,
}

impl Context {
    /// Opens the components over the data folder of these settings. Its database is there, and no restore is unfinished.
    pub(crate) fn assemble(
        config: Config,
        clock: Arc<dyn Clock>,
        sandbox: Sandbox,
    ) -> Result<Self> {
        let data: &Path = &config.data_dir;
        let share = Machine::here().share(config.max_upload() as u64);
        let store = Store::open_with_cache(&data.join(DATABASE), share.database_cache)?;
        let limits = Limits::new(&config.limits, &clock);
        limits.restore(&*store.read()?)?;
        Ok(Self {
            store,
            blobs: Blobs::open(&data.join(BLOBS))?,
            bodies: Bodies::new(share, config.max_upload() as u64),
            search: Index::at(&data.join("search")),
            passwords: Passwords::new()?,
            limits,
            extraction_slots: FairSemaphore::new(share.readings, share.line),
            post_upload_slots: FairSemaphore::new(share.readings, share.line),
            post_events: post_events::bus(),
            job_wakeups: JobWakeups::default(),
            index_wakeup: WakeSignal::default(),
            copy_wakeup: WakeSignal::default(),
            states: StateMap::default(),
            clock,
            sandbox,
            loaded: ArcSwap::from_pointee(ConfigWithSources::from(config.clone())),
            config: ArcSwap::from_pointee(config),
        })
    }

    /// The same with where the settings come from; else each is as if nobody had set it.
    #[must_use]
    pub fn with_origins(self, loaded: ConfigWithSources) -> Self {
        Self { loaded: ArcSwap::from_pointee(loaded), ..self }
    }

    /// The settings of the moment. Who needs them for one thing takes them once, so that they do not change under it.
    pub fn config(&self) -> Arc<Config> {
        self.config.load_full()
    }

    /// The same with where each setting comes from.
    pub fn loaded(&self) -> Arc<ConfigWithSources> {
        self.loaded.load_full()
    }

    /// Has these settings from now on, as far as they can change while the server runs; answers the names of those that
    /// count after the next start only.
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

    /// State that a service keeps in memory for itself: a cache, permits, the progress of what it does.
    pub fn state<T: Any + Default + Send + Sync>(&self) -> &T {
        self.states.get()
    }

    /// Where the store's file lies.
    pub fn database(&self) -> PathBuf {
        self.config().data_dir.join(DATABASE)
    }

    /// A view of the store.
    pub fn read(&self) -> Result<Snapshot> {
        Ok(self.store.read()?)
    }

    /// One change of the store; jobs that it queued start at once, and search has it soon.
    pub fn write<T>(&self, change: impl FnOnce(&mut WriteTx) -> Result<T>) -> Result<T> {
        let answer = self.store.write(change)?;
        self.job_wakeups.notify();
        self.index_wakeup.notify();
        Ok(answer)
    }

    /// One change of the store by an actor, who is looked up anew: while a request was on its way, perhaps with a large upload,
    /// the member may have been disabled, demoted or removed.
    pub fn write_as<T>(
        &self,
        actor: &Actor,
        change: impl FnOnce(&mut WriteTx, &Actor) -> Result<T>,
    ) -> Result<T> {
        self.write(|tx| {
            let actor = tx.reload_actor(actor)?;
            change(tx, &actor)
        })
    }

    /// Random bytes for identifiers and secrets.
    pub fn random<const N: usize>(&self) -> Result<[u8; N]> {
        let mut bytes = [0; N];
        getrandom::fill(&mut bytes)?;
        Ok(bytes)
    }

    /// A fresh secret.
    pub fn secret(&self) -> Result<Secret> {
        self.random().map(Secret::new)
    }

    /// Queues a job in the transaction of the action that it follows.
    pub fn enqueue(&self, tx: &mut WriteTx, job: Job) -> Result<()> {
        self.enqueue_after(tx, job, Duration::ZERO)
    }

    /// The same, unless two equal jobs are in the queue, which cannot grow by it without end. One of them may be running, and not see
    /// what comes with this change; the second will.
    pub fn enqueue_once(&self, tx: &mut WriteTx, job: Job) -> Result<()> {
        let equal = tx.queued_jobs()?.iter().filter(|queued| queued.job == job).count();
        if equal < 2 { self.enqueue(tx, job) } else { Ok(()) }
    }

    /// Queues a job that can wait.
    pub fn enqueue_after(&self, tx: &mut WriteTx, job: Job, pause: Duration) -> Result<()> {
        let due = self.clock.now() + pause;
        let id = JobId::new(due, self.random()?);
        tx.put_job(&QueuedJob { id, job, due, attempts: 0, last_error: None })?;
        Ok(())
    }
}
