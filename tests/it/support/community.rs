//! Community of one member and one book, with its server in a process of its own.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

use super::running::{Running, executable};
use super::{Member, PASSWORD};

/// Name of the settings file, beside the data folder.
const SETTINGS: &str = "inkfold.toml";

pub(crate) struct Community {
    pub(crate) running: Running,
    /// Mara, signed in.
    pub(crate) member: Member,
    pub(crate) book: String,
    folder: TempDir,
}

impl Community {
    pub(crate) async fn start() -> Self {
        Self::that_publishes_at("20").await
    }

    /// Starts a community whose book publishes itself at this many memos.
    pub(crate) async fn that_publishes_at(memos: &str) -> Self {
        Self::with("", memos).await
    }

    /// Starts a community with these further settings.
    pub(crate) async fn with(settings: &str, memos: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = fs::File::create_new(folder.path().join(SETTINGS));
        file.unwrap().write_all(settings.as_bytes()).unwrap();
        let inkfold = || command(folder.path());
        add_member(inkfold(), "mara");
        let add = ["book", "add", "--name", "B", "--json", "--publish-at", memos];
        let book = inkfold().args(add).output().unwrap();
        let book: serde_json::Value = serde_json::from_slice(&book.stdout).unwrap();
        let book = book["bid"].as_str().unwrap().to_owned();
        let questions = folder.path().join("questions.csv");
        fs::File::create(&questions).unwrap().write_all(b"a,What?\nb,Where?\nc,Who?\n").unwrap();
        let import =
            inkfold().args(["question", "import", "--book", &book]).arg(&questions).output();
        assert!(import.unwrap().status.success());

        let running = Running::start(inkfold());
        let mut member = Member::at(&running.url);
        member.sign_in("mara@example.org", PASSWORD).await;
        // The form is generated at the first request, so that no file is added later.
        assert_eq!(member.get(&format!("/assets/forms/{book}.pdf")).await.status, 200);
        Self { running, member, book, folder }
    }

    /// Runs a command on the data folder.
    pub(crate) fn inkfold(&self, args: &[&str]) -> Output {
        self.command(args).output().unwrap()
    }

    /// Prepares a command on the data folder.
    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = command(self.folder.path());
        command.args(args).stdin(Stdio::null());
        command
    }

    /// Restarts the server after it was killed; Mara signs in again.
    pub(crate) async fn start_again(&mut self) {
        self.running = Running::start(command(self.folder.path()));
        self.member = Member::at(&self.running.url);
        self.member.sign_in("mara@example.org", PASSWORD).await;
    }

    /// Another member, signed in.
    pub(crate) async fn another_member(&self, name: &str) -> Member {
        add_member(command(self.folder.path()), name);
        let mut member = Member::at(&self.running.url);
        member.sign_in(&format!("{name}@example.org"), PASSWORD).await;
        member
    }

    /// Path of the data folder.
    pub(crate) fn data(&self) -> &Path {
        self.folder.path()
    }

    /// Returns the number of files in the community's folder.
    pub(crate) fn files(&self) -> usize {
        count(self.folder.path())
    }
}

fn command(data: &Path) -> Command {
    let mut command = Command::new(executable());
    // `INKFOLD_LONG_TESTS` would be taken for a setting.
    // And who waits for a change looks again and again.
    command.env_clear().env("INKFOLD_LIMITS__SEARCHES_PER_MINUTE", "1000000");
    command.arg("--data-dir").arg(data).arg("--config").arg(data.join(SETTINGS));
    command
}

/// Adds an account whose address is verified.
fn add_member(mut inkfold: Command, name: &str) {
    let email = format!("{name}@example.org");
    inkfold.args(["user", "add", "--email", &email, "--username", name, "--name", name]);
    inkfold.args(["--verified", "--password-stdin"]).stdin(Stdio::piped());
    let mut adding = inkfold.spawn().unwrap();
    writeln!(adding.stdin.take().unwrap(), "{PASSWORD}").unwrap();
    assert!(adding.wait().unwrap().success());
}

fn count(folder: &Path) -> usize {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.map(|path| if path.is_dir() { count(&path) } else { 1 }).sum()
}
