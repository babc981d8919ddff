//! Real server on a free port with its own data folder.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use inkfold::config::{Config, Registration};
use inkfold::context::Context;
use inkfold::domain::account::Account;
use inkfold::domain::application::Application;
use inkfold::domain::blob::BlobHash;
use inkfold::domain::book::{NewBook, Question};
use inkfold::domain::id::{AccountId, BookId};
use inkfold::domain::policy::Actor;
use inkfold::domain::role_grants::RoleGrant;
use inkfold::platform::clock::FixedClock;
use inkfold::sandbox::Sandbox;
use inkfold::services::accounts::{self, AccountFlags, SignUp, guests, recovery, role_grants};
use inkfold::services::operations::{bootstrap, garbage_collection};
use inkfold::services::{books, editions};
use inkfold::{jobs, server};

use serde_json::json;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::sync::oneshot;

use super::Member;

pub(crate) const PASSWORD: &str = "blue-ink-on-cream";
/// Start time of tests: 2026-01-01T00:00:00Z.
const BEGINNING: i64 = 1_767_225_600;

pub(crate) struct TestServer {
    pub(crate) context: Arc<Context>,
    pub(crate) clock: Arc<FixedClock>,
    pub(crate) url: String,
    folder: TempDir,
    stop: oneshot::Sender<()>,
}

impl TestServer {
    pub(crate) async fn start() -> Self {
        Self::start_with(|_| {}).await
    }

    pub(crate) async fn start_with(change: impl FnOnce(&mut Config)) -> Self {
        let sandbox = Sandbox::of(Path::new(env!("CARGO_BIN_EXE_inkfold")));
        Self::start_with_worker(sandbox, change).await
    }

    /// Starts a server with other worker processes.
    pub(crate) async fn start_with_worker(
        sandbox: Sandbox,
        change: impl FnOnce(&mut Config),
    ) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut config = Config { data_dir: folder.path().join("data"), ..Config::default() };
        config.accounts.registration = Registration::Open;
        change(&mut config);
        Self::serve(folder, config, Arc::new(FixedClock::at(BEGINNING)), sandbox).await
    }

    /// Server on a copy of the database, as after a restart: state in memory is lost.
    pub(crate) async fn restarted(&self) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let config = Config::clone(&self.context.config());
        let config = Config { data_dir: folder.path().join("data"), ..config };
        fs::create_dir(&config.data_dir).unwrap();
        fs::copy(self.context.database(), config.data_dir.join("inkfold.redb")).unwrap();
        let sandbox = Sandbox::of(Path::new(env!("CARGO_BIN_EXE_inkfold")));
        Self::serve(folder, config, Arc::clone(&self.clock), sandbox).await
    }

    async fn serve(
        folder: TempDir,
        config: Config,
        clock: Arc<FixedClock>,
        sandbox: Sandbox,
    ) -> Self {
        let shared_clock: Arc<FixedClock> = Arc::clone(&clock);
        let context = Arc::new(bootstrap::create_with(config, shared_clock, sandbox).unwrap());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let (stop, stopped) = oneshot::channel();
        let stopped = async { drop(stopped.await) };
        tokio::spawn(server::serve(Arc::clone(&context), listener, stopped));
        Self { context, clock, url, folder, stop }
    }

    /// Requests the shutdown.
    pub(crate) fn stop(self) {
        drop(self.stop);
    }

    /// URL of the home page with the base path, as a proxy that passes the path on requests it.
    fn home(&self) -> String {
        self.url.clone() + self.context.config().base_path()
    }

    /// Visitor without an account.
    pub(crate) fn visitor(&self) -> Member {
        Member::at(&self.home())
    }

    /// Visitor without an account, who connects from this address.
    pub(crate) fn visitor_from(&self, address: &str) -> Member {
        Member::from(&self.home(), Some(address.parse().unwrap()))
    }

    /// A signed-in, verified member.
    pub(crate) async fn member(&self, name: &str) -> Member {
        self.account(name, true, false).await
    }

    /// A signed-in admin.
    pub(crate) async fn admin(&self, name: &str) -> Member {
        self.account(name, true, true).await
    }

    /// A signed-in member who has not verified the address.
    pub(crate) async fn unverified(&self, name: &str) -> Member {
        self.account(name, false, false).await
    }

    /// A signed-in, verified member whom an admin has yet to accept.
    pub(crate) async fn applicant(&self, name: &str) -> Member {
        let applicant = self.member(name).await;
        let id: AccountId = applicant.uid.parse().unwrap();
        self.run_service(move |context| {
            let words = "I write letters.".to_owned();
            let made_at = context.now();
            let application = Application { words, made_at, decision: None };
            context.write(|tx| Ok(tx.put_application(id, &application)?)).unwrap();
        })
        .await;
        applicant
    }

    /// A signed-in member with a role.
    async fn appointed(&self, name: &str, role: RoleGrant) -> Member {
        let member = self.member(name).await;
        let id: AccountId = member.uid.parse().unwrap();
        self.run_service(move |context| {
            role_grants::grant_role(context, &Actor::Operator, id, role).unwrap();
        })
        .await;
        member
    }

    /// A signed-in guest of the book.
    pub(crate) async fn guest(&self, name: &str, book: &str) -> Member {
        let book = book.parse().unwrap();
        // A new link would remove guests who have not answered.
        let link = move |context: &Context| match guests::link(context, &Actor::Operator, book)? {
            Some(link) => Ok::<_, inkfold::error::Error>(link),
            None => guests::make_link(context, &Actor::Operator, book),
        };
        let link = self.run_service(link).await.unwrap();
        let mut guest = self.visitor();
        let join = format!("/api/guest-links/{}", link.link.code);
        let joined = guest.post(&join, json!({ "name": name })).await.json();
        joined["account"]["uid"].as_str().unwrap().clone_into(&mut guest.uid);
        guest
    }

    /// A signed-in member who keeps the book.
    pub(crate) async fn keeper(&self, name: &str, book: &str) -> Member {
        self.appointed(name, RoleGrant::Keeper(book.parse().unwrap())).await
    }

    /// A signed-in member who moderates the threads.
    pub(crate) async fn moderator(&self, name: &str) -> Member {
        self.appointed(name, RoleGrant::Moderator).await
    }

    async fn account(&self, name: &str, verified: bool, admin: bool) -> Member {
        let sign_up = SignUp {
            email: format!("{name}@example.org"),
            password: PASSWORD.into(),
            username: name.into(),
            name: name.into(),
            ..SignUp::default()
        };
        self.run_service(move |context| {
            accounts::create_sample_account(context, &sign_up, AccountFlags { verified, admin })
                .unwrap();
        })
        .await;
        let mut member = Member::at(&self.home());
        member.sign_in(&format!("{name}@example.org"), PASSWORD).await;
        member
    }

    /// Creates a book with this many questions; returns its id.
    pub(crate) async fn book(&self, name: &str, questions: usize) -> String {
        let name = name.to_owned();
        self.run_service(move |context| {
            let actor = Actor::Operator;
            let new = NewBook::parse(&name, "Short memos.", None, Vec::new()).unwrap();
            let book = books::add(context, &actor, new).unwrap();
            let questions: Vec<Question> = (1..=questions)
                .map(|n| {
                    Question::parse(&format!("q{n}"), &format!("What is memory {n}?")).unwrap()
                })
                .collect();
            books::import_questions(context, &actor, book.id, &questions).unwrap();
            book.id.to_string()
        })
        .await
    }

    /// Stores an unreferenced file, old enough for garbage collection.
    pub(crate) async fn store_unnamed(&self, bytes: &'static [u8]) -> BlobHash {
        self.run_service(move |context| {
            let blob = context.blobs.write_guard().put(bytes).unwrap();
            let file = File::options().append(true).open(context.blobs.path(blob)).unwrap();
            let stored_at = file.metadata().unwrap().modified().unwrap();
            file.set_modified(stored_at - 2 * garbage_collection::GRACE_PERIOD).unwrap();
            blob
        })
        .await
    }

    /// Sets the number of new memos at which the book publishes itself.
    pub(crate) async fn publish_threshold(&self, book: &str, memos: u32) {
        let id: BookId = book.parse().unwrap();
        self.run_service(move |context| {
            let mut book = context.read().unwrap().book(id).unwrap().unwrap();
            book.publish_threshold = memos;
            context.write(|tx| Ok(tx.put_book(&book)?)).unwrap();
        })
        .await;
    }

    /// Adds a question, so that the book's form changes.
    pub(crate) async fn ask_more(&self, book: &str, key: &str, description: &str) {
        let id: BookId = book.parse().unwrap();
        let question = Question::parse(key, description).unwrap();
        self.run_service(move |context| {
            books::import_questions(context, &Actor::Operator, id, &[question]).unwrap();
        })
        .await;
    }

    /// Publishes the next edition of the book.
    pub(crate) async fn publish(&self, book: &str) {
        let id: BookId = book.parse().unwrap();
        self.run_service(move |context| editions::publish(context, &Actor::Operator, id).unwrap())
            .await;
    }

    /// Disables the account, as an admin would.
    pub(crate) async fn disable(&self, member: &Member) {
        let id = member.uid.parse().unwrap();
        self.run_service(move |context| {
            let account = context.read().unwrap().account(id).unwrap().unwrap();
            let account = Account { disabled: true, ..account };
            context.write(|tx| Ok(tx.put_account(&account)?)).unwrap();
        })
        .await;
    }

    /// Runs all due jobs.
    pub(crate) async fn run_jobs(&self) {
        // Password resets are handled after their response.
        while recovery::count_pending(&self.context) > 0 {
            tokio::task::yield_now().await;
        }
        self.run_service(|context| jobs::run_due(context).unwrap()).await;
    }

    /// Runs a service as the server would.
    pub(crate) async fn run_service<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Context) -> T + Send + 'static,
    ) -> T {
        let context = Arc::clone(&self.context);
        tokio::task::spawn_blocking(move || work(&context)).await.unwrap()
    }

    /// Returns the number of files that the community stores.
    pub(crate) fn files(&self) -> usize {
        self.kept().len()
    }

    /// Returns the stored files that are PDFs.
    pub(crate) fn kept_pdfs(&self) -> Vec<Vec<u8>> {
        let files = self.kept().into_iter().map(|file| std::fs::read(file).unwrap());
        files.filter(|file| file.starts_with(b"%PDF")).collect()
    }

    fn kept(&self) -> Vec<PathBuf> {
        let paths = |folder: &Path| -> Vec<PathBuf> {
            std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
        };
        let folders = paths(&self.folder.path().join("data/blobs"));
        folders.iter().flat_map(|folder| paths(folder)).collect()
    }

    /// Sent mails as text, oldest first.
    pub(crate) fn mails(&self) -> Vec<String> {
        let Ok(folder) = std::fs::read_dir(self.folder.path().join("data/mail")) else {
            return Vec::new();
        };
        let mut files: Vec<_> = folder.map(|entry| entry.unwrap().path()).collect();
        files.sort();
        files.iter().map(|file| plain_part(&std::fs::read_to_string(file).unwrap())).collect()
    }

    /// Returns the text after `beginning`, up to a space, in the newest mail that has it, such as a link's token.
    pub(crate) fn mailed(&self, beginning: &str) -> String {
        let mails = self.mails();
        let rest = mails.iter().rev().find_map(|mail| mail.split(beginning).nth(1)).unwrap();
        rest.chars().take_while(|c| !c.is_whitespace()).collect()
    }
}

/// Headers and plain text of a mail, which precede the HTML.
fn plain_part(mail: &str) -> String {
    mail.split("Content-Type: text/html").next().unwrap().to_owned()
}
