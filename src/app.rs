//! What every service needs: the settings, the store, the files, the clock, the workers.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use arc_swap::ArcSwap;

use crate::archive::DATABASE;
use crate::blobs::Blobs;
use crate::bodies::Bodies;
use crate::clock::{Clock, SystemClock};
use crate::config::{Config, Loaded};
use crate::data_dir;
use crate::disk;
use crate::domain::id::{AccountId, JobId};
use crate::domain::job::{Job, QueuedJob};
use crate::domain::secret::Secret;
use crate::error::Result;
use crate::jobs::JobWakeups;
use crate::machine::Machine;
use crate::platform::{BoundedSemaphore, FairSemaphore, WakeSignal};
use crate::post_events::{self, PostEvents};
use crate::search::Index;
use crate::services::backups::copies::Copies;
use crate::services::backups::{BackupProgress, restore};
use crate::services::books::LibraryCache;
use crate::services::doctor::echo::ProbeRegistry;
use crate::services::download::DownloadSlots;
use crate::services::editions::{InFlightBuilds, PersonalBookSlots};
use crate::services::export::ExportSlots;
use crate::services::form_template_cache::FormTemplateCache;
use crate::services::hand_over::UploadHandoffs;
use crate::services::limits::Limits;
use crate::services::passwords::Passwords;
use crate::services::posts::{self, ThreadPageCache};
use crate::services::reading::ReadingProgress;
use crate::services::sessions::{self, ActorCache};
use crate::store::{Snapshot, Store, WriteTx};
use crate::worker::Worker;

/// Most incoming mails that wait for a slot; more are turned away. Both mail listeners have queues of their own.
const MAX_QUEUED_MAILS: usize = 256;

/// Most searches that wait for a slot.
const MAX_QUEUED_SEARCHES: usize = 32;

/// One community, open.
pub struct App {
    config: ArcSwap<Config>,
    /// The same with where each setting comes from, for whoever looks at them.
    loaded: ArcSwap<Loaded>,
    pub store: Store,
    pub blobs: Blobs,
    pub search: Index,
    /// Permits to search: a hard search keeps a processor busy.
    pub search_slots: BoundedSemaphore,
    pub clock: Arc<dyn Clock>,
    pub worker: Worker,
    /// What request bodies take of memory and disk.
    pub bodies: Bodies,
    pub passwords: Passwords,
    pub limits: Limits,
    pub form_templates: FormTemplateCache,
    pub export_slots: ExportSlots,
    pub personal_book_slots: PersonalBookSlots,
    pub download_slots: DownloadSlots,
    pub library_cache: LibraryCache,
    pub actor_cache: ActorCache,
    pub threads: ThreadPageCache,
    pub in_flight_builds: InFlightBuilds,
    pub backing_up: BackupProgress,
    pub copies: Copies,
    pub upload_handoffs: UploadHandoffs,
    pub reading_progress: ReadingProgress,
    pub probes: ProbeRegistry,
    /// Permits to read forms: pages are large, and a small machine reads no two of them on one processor any faster.
    pub extraction_slots: FairSemaphore<AccountId>,
    /// Permits to unpack pictures that become posts, apart from those of forms.
    pub post_upload_slots: FairSemaphore<AccountId>,
    /// Permits to read incoming mails, each of which is in memory meanwhile.
    pub inbound_mail_slots: BoundedSemaphore,
    pub post_events: PostEvents,
    /// Notified when a job may have been queued.
    pub job_wakeups: JobWakeups,
    /// Notified when documents may have changed.
    pub index_wakeup: WakeSignal,
    /// Notified when a backup was made, which is to be copied to other machines.
    pub copy_wakeup: WakeSignal,
}

impl App {
    /// Opens the community in the settings' data folder.
    ///
    /// # Errors
    /// [`data_dir::Error`] where there is none, or its database is missing: none is made.
    pub fn open(config: Config) -> Result<Self> {
        let worker = Worker::this_executable()?.with_library(config.pdf.library());
        finish_interrupted_restore(&config.data_dir)?;
        data_dir::require_community(&config.data_dir)?;
        Self::assemble(config, Arc::new(SystemClock), worker)
    }

    /// Makes a community in the settings' data folder, or opens the one that is there.
    ///
    /// # Errors
    /// [`data_dir::Error`] where files show that there was one.
    pub fn create(config: Config) -> Result<Self> {
        let worker = Worker::this_executable()?.with_library(config.pdf.library());
        Self::create_with(config, Arc::new(SystemClock), worker)
    }

    /// The same with a clock and an executable of the caller's; for tests.
    pub fn create_with(config: Config, clock: Arc<dyn Clock>, worker: Worker) -> Result<Self> {
        let data: &Path = &config.data_dir;
        disk::create_private_folder(data)?;
        finish_interrupted_restore(data)?;
        data_dir::require_room_for_community(data)?;
        Store::create(&data.join(DATABASE))?;
        Self::assemble(config, clock, worker)
    }

    fn assemble(config: Config, clock: Arc<dyn Clock>, worker: Worker) -> Result<Self> {
        let data: &Path = &config.data_dir;
        let share = Machine::here().share(config.max_upload() as u64);
        let store = Store::open_with_cache(&data.join(DATABASE), share.database_cache)?;
        restore::remove_unfinished(data);
        let limits = Limits::new(&config.limits, &clock);
        limits.restore(&*store.read()?)?;
        Ok(Self {
            store,
            blobs: Blobs::open(&data.join(data_dir::BLOBS))?,
            bodies: Bodies::new(share, config.max_upload() as u64),
            search: Index::at(&data.join("search")),
            search_slots: BoundedSemaphore::per_processor(MAX_QUEUED_SEARCHES),
            passwords: Passwords::new()?,
            limits,
            form_templates: FormTemplateCache::default(),
            export_slots: ExportSlots::default(),
            personal_book_slots: PersonalBookSlots::default(),
            download_slots: DownloadSlots::default(),
            library_cache: LibraryCache::default(),
            actor_cache: sessions::actor_cache(),
            threads: posts::thread_page_cache(),
            in_flight_builds: InFlightBuilds::default(),
            backing_up: BackupProgress::default(),
            copies: Copies::default(),
            upload_handoffs: UploadHandoffs::default(),
            reading_progress: ReadingProgress::default(),
            probes: ProbeRegistry::default(),
            extraction_slots: FairSemaphore::new(share.readings, share.line),
            post_upload_slots: FairSemaphore::new(share.readings, share.line),
            inbound_mail_slots: BoundedSemaphore::per_processor(MAX_QUEUED_MAILS),
            post_events: post_events::bus(),
            job_wakeups: JobWakeups::default(),
            index_wakeup: WakeSignal::default(),
            copy_wakeup: WakeSignal::default(),
            clock,
            worker,
            loaded: ArcSwap::from_pointee(Loaded::from(config.clone())),
            config: ArcSwap::from_pointee(config),
        })
    }

    /// The same with where the settings come from; else each is as if nobody had set it.
    #[must_use]
    pub fn with_origins(self, loaded: Loaded) -> Self {
        Self { loaded: ArcSwap::from_pointee(loaded), ..self }
    }

    /// The settings of the moment. Who needs them for one thing takes them once, so that they do not change under it.
    pub fn config(&self) -> Arc<Config> {
        self.config.load_full()
    }

    /// The same with where each setting comes from.
    pub fn loaded(&self) -> Arc<Loaded> {
        self.loaded.load_full()
    }

    /// Has these settings from now on, as far as they can change while the server runs; answers the names of those that
    /// count after the next start only.
    pub fn reload(&self, mut loaded: Loaded) -> Vec<&'static str> {
        let (config, later) = loaded.config.in_place_of(&self.config());
        loaded.config = config.clone();
        let waits = |name: &&str| format!("`{name}` was changed and counts after the next start");
        loaded.warnings.extend(later.iter().map(waits));
        self.config.store(Arc::new(config));
        self.loaded.store(Arc::new(loaded));
        self.copy_wakeup.notify();
        later
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

    /// The same for a job that can wait.
    pub fn enqueue_after(&self, tx: &mut WriteTx, job: Job, pause: Duration) -> Result<()> {
        let due = self.clock.now() + pause;
        let id = JobId::new(due, self.random()?);
        tx.put_job(&QueuedJob { id, job, due, attempts: 0, last_error: None })?;
        Ok(())
    }
}

fn finish_interrupted_restore(data: &Path) -> Result<()> {
    if restore::finish(data)?.is_some() {
        tracing::warn!("finished a restore that had been interrupted");
    }
    Ok(())
}
