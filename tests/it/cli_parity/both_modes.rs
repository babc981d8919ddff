//! Runs verbs in both modes: on a community that is served, and on a copy of it without a server.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use inkfold::domain::cover::Ink;
use inkfold::domain::typed_code::InvitationCode;
use tempfile::TempDir;

use super::fixture::ParityFixture;
use crate::support::{PASSWORD, Running, executable};

const SETTINGS: &[u8] = b"public_url = 'http://ink.example.org'
[prize]
enabled = true
[mail.inbound]
host = 'post.example.org'
authserv_id = 'mx.example.org'
[webhooks]
allow_private_networks = true
";

/// Copy of the community, and a folder beside it that verbs write to.
pub(super) struct BothModes {
    folder: TempDir,
    served: Option<Running>,
}

impl BothModes {
    pub(super) fn of(data: &Path, fixture: &ParityFixture) -> Self {
        let folder = tempfile::tempdir().unwrap();
        copy(data, &folder.path().join("data"));
        let out = folder.path().join("out");
        fs::create_dir(&out).unwrap();
        for (name, bytes) in &fixture.files {
            File::create(out.join(name)).unwrap().write_all(bytes).unwrap();
        }
        let file = File::create(folder.path().join("inkfold.toml"));
        file.unwrap().write_all(SETTINGS).unwrap();
        Self { folder, served: None }
    }

    pub(super) fn serve(mut self) -> Self {
        self.served = Some(Running::start(self.command()));
        self
    }

    fn command(&self) -> Command {
        let mut command = Command::new(executable());
        command.current_dir(&self.folder).env_clear();
        command.arg("--data-dir").arg(self.folder.path().join("data"));
        command
    }

    /// Returns exit code, output and remarks, with values that differ between runs redacted.
    pub(super) fn answer(&self, verb: &str, args: &str) -> (Option<i32>, String, String) {
        let out = self.folder.path().join("out").display().to_string();
        let args = args.replace("{out}", &out);
        let mut child = self
            .command()
            .args(verb.split(' ').chain(args.split_whitespace()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // A command that refuses may end without reading its input.
        let _ = child.stdin.take().unwrap().write_all(format!("{PASSWORD}\n").as_bytes());
        let output = child.wait_with_output().unwrap();
        let text = |bytes: Vec<u8>| self.without_what_changes(&String::from_utf8(bytes).unwrap());
        let remarks = text(output.stderr);
        let way = if self.served.is_some() { "by the running server" } else { "offline" };
        let (said, others): (Vec<&str>, Vec<&str>) =
            remarks.lines().partition(|line| line.starts_with("data "));
        assert!(said.iter().all(|line| line.ends_with(way)), "{verb} {args}: {said:?}");
        (output.status.code(), text(output.stdout), others.join("\n"))
    }

    fn without_what_changes(&self, text: &str) -> String {
        let text = text.replace(&self.folder.path().display().to_string(), "[folder]");
        let text = without_webhook_secrets(&text);
        let mut rest = &text[..];
        let mut kept = String::new();
        while !rest.is_empty() {
            let is_part = |c: char| c.is_ascii_alphanumeric() || "-_:.".contains(c);
            let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
            let (word, after) = rest.split_at(end);
            kept.push_str(redacted(word));
            let next = after.chars().next().map_or(0, char::len_utf8);
            kept.push_str(&after[..next]);
            rest = &after[next..];
        }
        kept
    }
}

/// Redacts secrets of webhooks, which are in base 64.
fn without_webhook_secrets(text: &str) -> String {
    let mut parts = text.split("whsec_");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |before, part| before + "[secret]" + &part[44..])
}

/// Redacts ids, times, secrets and inks, which are made anew in each copy.
fn redacted(word: &str) -> &str {
    // The word may be a file name with an extension.
    let is_id = word.split('.').next().is_some_and(|id| id.len() == 26 && id.starts_with("01"));
    let is_time = word.len() >= 20 && word.starts_with("20") && word.contains('T');
    let is_secret = word.strip_prefix("inkfold_").unwrap_or(word).len() == 43;
    let is_code = word.contains('-') && word.parse::<InvitationCode>().is_ok();
    // A book's own ink depends on its id.
    let is_ink = Ink::parse(word).is_some();
    // The size of the database file depends on its history.
    let is_size = word.split_once('.').is_some_and(|(mb, kb)| {
        kb.len() == 1 && [mb, kb].iter().all(|part| part.bytes().all(|c| c.is_ascii_digit()))
    });
    if is_id {
        "[id]"
    } else if is_time {
        "[time]"
    } else if is_code {
        "[code]"
    } else if is_secret {
        "[secret]"
    } else if is_ink {
        "[ink]"
    } else if is_size {
        "[size]"
    } else {
        word
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path: PathBuf = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        match path {
            path if path.is_dir() => copy(&path, &target),
            path => drop(fs::copy(path, target).unwrap()),
        }
    }
}
