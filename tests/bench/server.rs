//! The executable as a service manager runs it, and the resources that it uses.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Server on a data folder, stopped when dropped.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: String,
    /// Seconds from the start of the process to the first answer.
    pub(crate) first_answer: f64,
}

impl Server {
    /// Starts the executable with settings in its environment.
    pub(crate) fn start(data: &Path, settings: &[(&str, &str)]) -> Self {
        let begun = Instant::now();
        let mut child = Command::new(executable())
            .arg("--data-dir")
            .arg(data)
            .env("INKFOLD_OBSERVE__METRICS_FROM", "[\"127.0.0.1\"]")
            .envs(settings.iter().copied())
            .args(["serve", "--listen", "127.0.0.1:0", "--json"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("a server");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("its words")).read_line(&mut line).expect("one");
        let said: serde_json::Value = serde_json::from_str(&line).expect("JSON");
        let address = said["listening"].as_str().expect("an address");
        let address = address.trim_start_matches("http://").to_owned();
        let mut server = Self { child, address, first_answer: 0.0 };
        assert!(server.ask("GET", "/").starts_with("HTTP/1.1 200"));
        server.first_answer = seconds(begun);
        server
    }

    pub(crate) fn ask(&self, method: &str, path: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).expect("a connection");
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncookie: XSRF-TOKEN=bench\r\n\
             x-xsrf-token: bench\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{{}}"
        );
        stream.write_all(request.as_bytes()).expect("a request");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("an answer");
        String::from_utf8_lossy(&answer).into_owned()
    }

    pub(crate) fn wait_for_search(&self) {
        while !self.ask("GET", "/metrics").contains("\ninkfold_search_lag 0\n") {
            thread::sleep(Duration::from_millis(200));
        }
    }

    /// Returns the resident memory of the server in MiB.
    pub(crate) fn memory(&self) -> f64 {
        self.memory_of("VmRSS:")
    }

    /// Returns the resident memory in MiB that a line of the process's status reports, such as `RssAnon:`, which leaves out files.
    pub(crate) fn memory_of(&self, name: &str) -> f64 {
        let status = self.about("status");
        let line = status.lines().find(|line| line.starts_with(name)).expect("a line");
        line.split_whitespace().nth(1).and_then(|kib| kib.parse().ok()).unwrap_or(f64::NAN) / 1024.0
    }

    /// Contents of a file about the process in `/proc`.
    pub(crate) fn about(&self, file: &str) -> String {
        fs::read_to_string(format!("/proc/{}/{file}", self.child.id())).expect("a process")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let id = rustix::process::Pid::from_child(&self.child);
        let _ = rustix::process::kill_process(id, rustix::process::Signal::TERM);
        let _ = self.child.wait();
    }
}

/// The executable that is measured.
pub(crate) fn executable() -> PathBuf {
    std::env::var_os("TESTED_EXECUTABLE")
        .map_or_else(|| env!("CARGO_BIN_EXE_inkfold").into(), PathBuf::from)
}

pub(crate) fn seconds(begun: Instant) -> f64 {
    begun.elapsed().as_secs_f64()
}
