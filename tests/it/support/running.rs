//! Server in a process of its own.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};

use rustix::process::{Resource, Rlimit, getrlimit, prlimit};

/// Path of the executable under test: the one of this build, or the one in `TESTED_EXECUTABLE`, such as the release.
pub(crate) fn executable() -> PathBuf {
    std::env::var_os("TESTED_EXECUTABLE")
        .map_or_else(|| env!("CARGO_BIN_EXE_inkfold").into(), PathBuf::from)
}

/// Server process, killed when dropped.
pub(crate) struct Running {
    child: Child,
    pub(crate) url: String,
    /// Address that redirects plain HTTP to HTTPS, if any.
    pub(crate) redirect: Option<String>,
    /// Address that accepts mail by SMTP, if any.
    pub(crate) smtp: Option<String>,
}

/// Runs `init` where there is no community yet, since `serve` does not.
fn found_community(serve: &Command) {
    let run = |verb: &[&str]| {
        let mut command = Command::new(serve.get_program());
        command.args(serve.get_args()).args(verb).env_clear();
        command.envs(serve.get_envs().filter_map(|(name, value)| Some((name, value?))));
        serve.get_current_dir().map(|folder| command.current_dir(folder));
        command.output().unwrap()
    };
    let looked = run(&["topic", "list"]);
    if String::from_utf8_lossy(&looked.stderr).contains("there is no community in") {
        let made = run(&["init"]);
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    }
}

impl Running {
    pub(crate) fn start(command: Command) -> Self {
        Self::start_at("127.0.0.1:0", command, &[])
    }

    /// Starts a server on this address, with these environment variables only and no log.
    pub(crate) fn start_at(listen: &str, mut command: Command, variables: &[(&str, &str)]) -> Self {
        command.env_clear().envs(variables.iter().copied()).stderr(Stdio::null());
        Self::start_aloud(listen, command)
    }

    /// Starts a server on this address, with the command's own variables and standard error.
    pub(crate) fn start_aloud(listen: &str, mut command: Command) -> Self {
        found_community(&command);
        let command = command.args(["serve", "--listen", listen, "--json"]);
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let said: serde_json::Value = serde_json::from_str(&line).unwrap();
        let place = |name: &str| said[name].as_str().map(str::to_owned);
        Self {
            child,
            url: place("listening").unwrap(),
            redirect: place("redirect"),
            smtp: place("smtp"),
        }
    }

    /// Kills the server at once, as a power cut would, and reaps it.
    pub(crate) fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Kills the server without waiting for its end; the process is reaped when it is started again or dropped.
    pub(crate) fn strike(&self) {
        rustix::process::kill_process(self.id(), rustix::process::Signal::KILL).unwrap();
    }

    /// Requests a reload of the settings (SIGHUP).
    pub(crate) fn hang_up(&self) {
        rustix::process::kill_process(self.id(), rustix::process::Signal::HUP).unwrap();
    }

    /// Pauses the process, as Ctrl+Z does.
    pub(crate) fn halt(&self) {
        rustix::process::kill_process(self.id(), rustix::process::Signal::STOP).unwrap();
    }

    /// Resumes a paused process.
    pub(crate) fn go_on(&self) {
        rustix::process::kill_process(self.id(), rustix::process::Signal::CONT).unwrap();
    }

    fn id(&self) -> rustix::process::Pid {
        rustix::process::Pid::from_child(&self.child)
    }

    /// Requests the shutdown, as a service manager does, and waits for its end.
    pub(crate) fn stop(&mut self) {
        self.tell_to_stop();
        assert!(self.end().success());
    }

    /// Requests the shutdown, and does not wait.
    pub(crate) fn tell_to_stop(&self) {
        let process = rustix::process::Pid::from_raw(self.child.id() as i32).unwrap();
        rustix::process::kill_process(process, rustix::process::Signal::TERM).unwrap();
    }

    /// Allows or forbids writes to files, by a limit of their size. A server that does not ignore SIGXFSZ is ended by a
    /// forbidden write.
    pub(crate) fn may_write(&self, may: bool) {
        // The limit of this process is the one that the server began with.
        let limit = getrlimit(Resource::Fsize);
        let current = if may { limit.current } else { Some(0) };
        prlimit(Some(self.id()), Resource::Fsize, Rlimit { current, ..limit }).unwrap();
    }

    /// Waits for the server to end; returns its exit status.
    pub(crate) fn end(&mut self) -> ExitStatus {
        self.child.wait().unwrap()
    }

    /// The most memory that the process ever had, in MiB, without the pages of the executable itself: it is less optimised here, and
    /// larger, than what people run, and the kernel takes such pages back when it needs room.
    pub(crate) fn peak_memory(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let kilobytes = |name| {
            let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap();
            line.split_whitespace().next().unwrap().parse::<u64>().unwrap()
        };
        (kilobytes("VmHWM:") - kilobytes("RssFile:")) / 1024
    }

    /// Returns the number of open file descriptors: files, pipes and sockets.
    pub(crate) fn open_files(&self) -> usize {
        fs::read_dir(format!("/proc/{}/fd", self.child.id())).unwrap().count()
    }

    /// Returns the number of child processes, zombies included.
    pub(crate) fn children(&self) -> usize {
        let parent = self.child.id().to_string();
        let processes = fs::read_dir("/proc").unwrap().map(|entry| entry.unwrap().path());
        let stats = processes.filter_map(|process| fs::read_to_string(process.join("stat")).ok());
        // The process name in the fields before may contain spaces and brackets.
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
