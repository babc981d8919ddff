//! Notifications to systemd.

use std::fs::File;
use std::io::Write;
use std::os::unix::net::UnixDatagram;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use sd_notify::NotifyState;
use tempfile::TempDir;

use super::{LONG, inkfold};
use crate::support::{self, Running, words};

const WELL: &str = "WATCHDOG=1\n";
/// Watchdog timeout of systemd, in microseconds.
const WATCHDOG: &str = "200000";
/// Duration after which systemd would have restarted a silent server several times.
const SILENCE: Duration = Duration::from_secs(1);
/// Number of notifications that a healthy server exceeds in that time.
const MANY: usize = 3;

/// Service manager with a running server.
struct Manager {
    running: Running,
    socket: UnixDatagram,
    folder: TempDir,
}

impl Manager {
    fn start(variables: &[(&str, &str)]) -> Self {
        Self::start_as(|command| command, variables)
    }

    /// Starts a server through another command, with these environment variables.
    fn start_as(by: fn(Command) -> Command, variables: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("notify");
        let socket = UnixDatagram::bind(&path).unwrap();
        socket.set_read_timeout(Some(LONG)).unwrap();
        let mut variables = variables.to_vec();
        variables.push(("NOTIFY_SOCKET", path.to_str().unwrap()));
        let command = by(inkfold(folder.path(), ""));
        let running = Running::start_at("127.0.0.1:0", command, &variables);
        let manager = Self { running, socket, folder };
        assert_eq!(manager.next_notification(), manager.ready());
        manager
    }

    fn next_notification(&self) -> String {
        self.try_next_notification().unwrap()
    }

    fn try_next_notification(&self) -> std::io::Result<String> {
        let mut words = [0; 512];
        let length = self.socket.recv(&mut words)?;
        Ok(String::from_utf8(words[..length].to_vec()).unwrap())
    }

    fn ready(&self) -> String {
        format!("READY=1\nSTATUS=serving at {}\n", self.running.url)
    }

    /// Reloads the server with these settings; returns the first notification.
    fn reload(&self, settings: &str) -> String {
        let file = self.folder.path().join("inkfold.toml");
        File::create(file).unwrap().write_all(settings.as_bytes()).unwrap();
        self.running.hang_up();
        self.next_notification()
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }
}

#[test]
fn systemd_is_notified_ready_healthy_and_stopping() {
    let mut manager = Manager::start(&[("WATCHDOG_USEC", WATCHDOG)]);
    for _ in 0..3 {
        assert_eq!(manager.next_notification(), WELL);
    }
    manager.running.tell_to_stop();
    let last = std::iter::repeat_with(|| manager.next_notification()).find(|words| words != WELL);
    assert_eq!(last.unwrap(), "STOPPING=1\nSTATUS=draining connections\n");
    assert!(manager.running.end().success());
}

/// Returns the time since boot in microseconds, as the protocol has it.
fn moment() -> i128 {
    match NotifyState::monotonic_usec_now().unwrap() {
        NotifyState::MonotonicUsec(moment) => moment,
        other => panic!("{other}"),
    }
}

#[test]
fn systemd_is_notified_of_reload_and_ready() {
    let mut manager = Manager::start(&[]);
    for (settings, status) in [
        ("community = \"Ink club\"\n", ""),
        ("comunity = 7\n", " with the old settings: the new ones are invalid, see the log"),
    ] {
        let before = moment();
        let text = manager.reload(settings);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!((lines[0], lines[2]), ("RELOADING=1", "STATUS=reloading settings"));
        let then: i128 = lines[1].strip_prefix("MONOTONIC_USEC=").unwrap().parse().unwrap();
        assert!((before..=moment()).contains(&then), "{then}");
        let ready = format!("READY=1\nSTATUS=serving at {}{status}\n", manager.running.url);
        assert_eq!(manager.next_notification(), ready);
    }
    manager.running.stop();
}

/// Runs the server with the signal XFSZ ignored, so that a forbidden write fails instead of ending it.
#[expect(clippy::needless_pass_by_value, reason = "commands are mapped by it")]
fn heedless(command: Command) -> Command {
    let mut shell = Command::new("/bin/sh");
    shell.args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\""]);
    shell.arg(command.get_program()).args(command.get_args());
    shell
}

#[test]
fn watchdog_is_silent_while_store_hangs() {
    let mut manager = Manager::start_as(heedless, &[("WATCHDOG_USEC", WATCHDOG)]);
    assert_eq!(manager.next_notification(), WELL);
    let add =
        |data: &Path| support::inkfold(data, &["topic", "add", "--name", "Ink", "--code", "ink"]);
    // Writes fail from now on, so the store cannot recover after a failed write.
    manager.running.may_write(false);
    let failed = add(&manager.data());
    assert!(!failed.status.success());
    assert!(words(&failed).contains("by the running server"), "{}", words(&failed));

    manager.socket.set_nonblocking(true).unwrap();
    while manager.try_next_notification().is_ok() {}
    manager.socket.set_nonblocking(false).unwrap();
    manager.socket.set_read_timeout(Some(SILENCE)).unwrap();
    let heard =
        std::iter::repeat_with(|| manager.try_next_notification()).take_while(Result::is_ok);
    let heard = heard.take(MANY).count();
    // One notification may have been sent before.
    assert!(heard < MANY, "it still hears that we are well");

    manager.running.may_write(true);
    manager.socket.set_read_timeout(Some(LONG)).unwrap();
    assert_eq!(manager.next_notification(), WELL);
    assert!(add(&manager.data()).status.success());
    manager.running.stop();
}

#[test]
fn missing_service_manager_does_not_stop_server() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("nobody");
    let variables = [("NOTIFY_SOCKET", path.to_str().unwrap())];
    let mut running = Running::start_at("127.0.0.1:0", inkfold(folder.path(), ""), &variables);
    running.stop();
}
