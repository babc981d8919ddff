//! What systemd hears of us.

use std::os::unix::net::UnixDatagram;

use super::{LONG, inkfold};
use crate::support::Running;

fn heard(socket: &UnixDatagram) -> String {
    let mut words = [0; 512];
    let length = socket.recv(&mut words).unwrap();
    String::from_utf8(words[..length].to_vec()).unwrap()
}

#[test]
fn it_hears_when_we_are_ready_that_we_are_well_and_when_we_stop() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notify");
    let socket = UnixDatagram::bind(&path).unwrap();
    socket.set_read_timeout(Some(LONG)).unwrap();
    let variables = [("NOTIFY_SOCKET", path.to_str().unwrap()), ("WATCHDOG_USEC", "200000")];
    let mut running = Running::start_at("127.0.0.1:0", inkfold(folder.path(), ""), &variables);
    let ready = format!("READY=1\nSTATUS=serving at {}\n", running.url);
    assert_eq!(heard(&socket), ready);
    for _ in 0..3 {
        assert_eq!(heard(&socket), "WATCHDOG=1\n");
    }
    running.tell_to_stop();
    let last = std::iter::repeat_with(|| heard(&socket)).find(|words| words != "WATCHDOG=1\n");
    assert_eq!(last.unwrap(), "STOPPING=1\nSTATUS=answering what has begun\n");
    assert!(running.end().success());
}

#[test]
fn a_service_manager_that_has_left_is_no_reason_not_to_serve() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("nobody");
    let variables = [("NOTIFY_SOCKET", path.to_str().unwrap())];
    let mut running = Running::start_at("127.0.0.1:0", inkfold(folder.path(), ""), &variables);
    running.stop();
}
