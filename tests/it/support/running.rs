//! A server in a process of its own.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// The one under test: that of this build, or another that is named, such as the release.
pub(crate) fn executable() -> PathBuf {
    std::env::var_os("TESTED_EXECUTABLE")
        .map_or_else(|| env!("CARGO_BIN_EXE_inkfold").into(), PathBuf::from)
}

/// A server of its own, ended when the test does.
pub(crate) struct Running {
    child: Child,
    pub(crate) url: String,
    /// Where it takes mail by SMTP, if it does.
    pub(crate) smtp: Option<String>,
}

impl Running {
    pub(crate) fn start(mut command: Command) -> Self {
        let command = command.args(["serve", "--listen", "127.0.0.1:0", "--json"]);
        let mut child =
            command.env_clear().stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let said: serde_json::Value = serde_json::from_str(&line).unwrap();
        let smtp = said["smtp"].as_str().map(str::to_owned);
        Self { child, url: said["listening"].as_str().unwrap().to_owned(), smtp }
    }

    /// Ends it at once, as a power cut would.
    pub(crate) fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// The same for somebody who only looks at it; it is taken leave of when it is started again or dropped.
    pub(crate) fn strike(&self) {
        let process = rustix::process::Pid::from_raw(self.child.id() as i32).unwrap();
        rustix::process::kill_process(process, rustix::process::Signal::KILL).unwrap();
    }

    /// Asks it to stop, as a service manager does, and waits until it has.
    pub(crate) fn stop(&mut self) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        assert!(self.child.wait().unwrap().success());
    }

    /// The most memory that the process ever had, in MiB.
    pub(crate) fn peak_memory(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() / 1024
    }

    /// How many files, pipes and sockets it has open.
    pub(crate) fn open_files(&self) -> usize {
        fs::read_dir(format!("/proc/{}/fd", self.child.id())).unwrap().count()
    }

    /// How many processes it has started that are still there, also those that are dead and not yet taken leave of.
    pub(crate) fn children(&self) -> usize {
        let parent = self.child.id().to_string();
        let processes = fs::read_dir("/proc").unwrap().map(|entry| entry.unwrap().path());
        let stats = processes.filter_map(|process| fs::read_to_string(process.join("stat")).ok());
        // The name before them may have spaces and brackets in it.
        let is_ours = |stat: &String| {
            stat.rsplit(')').next().unwrap().split_whitespace().nth(1) == Some(&parent)
        };
        stats.filter(is_ours).count()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.kill();
    }
}
