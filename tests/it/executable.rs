//! The executable itself: one static file that needs nothing beside it.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// The one under test: that of this build, or another that is named, such as the release.
fn executable() -> PathBuf {
    std::env::var_os("INKFOLD_BIN")
        .map_or_else(|| env!("CARGO_BIN_EXE_inkfold").into(), PathBuf::from)
}

struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn it_is_statically_linked() {
    let ldd = Command::new("ldd").arg(executable()).output().unwrap();
    let said =
        String::from_utf8_lossy(&ldd.stdout).into_owned() + &String::from_utf8_lossy(&ldd.stderr);
    assert!(
        said.contains("statically linked") || said.contains("not a dynamic executable"),
        "{said}"
    );
}

#[tokio::test]
async fn it_serves_its_interface_from_an_empty_folder() {
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("inkfold");
    std::fs::copy(executable(), &copy).unwrap();
    let child = Command::new(&copy)
        .args(["serve", "--listen", "127.0.0.1:0", "--json"])
        .current_dir(&folder)
        .env_clear()
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut running = Running(child);
    let mut line = String::new();
    BufReader::new(running.0.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let said: serde_json::Value = serde_json::from_str(&line).unwrap();
    let page = reqwest::get(said["listening"].as_str().unwrap()).await.unwrap();
    assert_eq!(page.status(), 200);
    assert!(page.text().await.unwrap().contains("<script"));
}
