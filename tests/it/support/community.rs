//! A community of one member and one book, in a process of its own.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

use super::running::{Running, executable};
use super::{Member, PASSWORD};

pub(crate) struct Community {
    pub(crate) running: Running,
    /// Mara, signed in.
    pub(crate) member: Member,
    pub(crate) book: String,
    folder: TempDir,
}

impl Community {
    pub(crate) async fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let inkfold = || {
            let mut command = Command::new(executable());
            // `INKFOLD_LONG_TESTS` would be taken for a setting.
            command.env_clear().arg("--data-dir").arg(folder.path());
            command
        };
        let add = "user add --email mara@example.org --username mara --name Mara --verified --password-stdin";
        let mut adding = inkfold().args(add.split(' ')).stdin(Stdio::piped()).spawn().unwrap();
        writeln!(adding.stdin.take().unwrap(), "{PASSWORD}").unwrap();
        assert!(adding.wait().unwrap().success());
        let book = inkfold().args(["book", "add", "--name", "B", "--json"]).output().unwrap();
        let book: serde_json::Value = serde_json::from_slice(&book.stdout).unwrap();
        let book = book["bid"].as_str().unwrap().to_owned();
        let prompts = folder.path().join("prompts.csv");
        fs::File::create(&prompts).unwrap().write_all(b"a,What?\nb,Where?\n").unwrap();
        let import = inkfold().args(["question", "import", "--book", &book]).arg(&prompts).output();
        assert!(import.unwrap().status.success());

        let running = Running::start(inkfold());
        let mut member = Member::at(&running.url);
        member.sign_in("mara@example.org", PASSWORD).await;
        // Made when it is first asked for, so that nothing is made later.
        assert_eq!(member.get(&format!("/assets/forms/{book}.pdf")).await.status, 200);
        Self { running, member, book, folder }
    }

    /// How many files there are in its folder.
    pub(crate) fn files(&self) -> usize {
        count(self.folder.path())
    }
}

fn count(folder: &Path) -> usize {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.map(|path| if path.is_dir() { count(&path) } else { 1 }).sum()
}
