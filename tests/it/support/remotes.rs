//! Servers that keep copies of backups: a bucket that is S3-compatible (s3rver), and a WebDAV folder (rclone).

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

use super::{root, skip};

/// Key and secret of the bucket, fixed in s3rver.
const S3_KEY: &str = "S3RVER";
/// User of the WebDAV folder, whose password is `PASSWORD`.
const USER: &str = "club";
pub(crate) const PASSWORD: &str = "blue-black";

/// Storage server, stopped when the test ends.
pub(crate) struct Remote {
    child: Child,
    folder: TempDir,
    /// Path of the stored files, relative to `folder`.
    files: &'static str,
    /// Its address in the settings, without `club` at its end.
    pub(crate) url: String,
    pub(crate) secret: &'static str,
}

impl Remote {
    /// A bucket whose server checks signatures; `None` where it is not installed.
    pub(crate) fn s3() -> Option<Self> {
        let folder = root().join("tests/servers");
        if !folder.join("node_modules/s3rver").exists() {
            skip("no s3rver in tests/servers/node_modules");
            return None;
        }
        let files = tempfile::tempdir().unwrap();
        let mut command = Command::new("node");
        command.arg(folder.join("s3.mjs")).arg(files.path()).stdin(Stdio::piped());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut port = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut port).unwrap();
        let address = format!("127.0.0.1:{}", port.trim());
        let url = format!("s3+http://{S3_KEY}@{address}/ink");
        Some(Self { child, folder: files, files: "ink", url, secret: S3_KEY })
    }

    /// A WebDAV folder with a password; `None` where rclone is not installed.
    pub(crate) fn web_dav() -> Option<Self> {
        let files = tempfile::tempdir().unwrap();
        let mut command = Command::new("rclone");
        command.args(["serve", "webdav", "--addr", "127.0.0.1:0", "--dir-cache-time", "0s"]);
        command.args(["--user", USER, "--pass", PASSWORD]).arg(files.path());
        command.env("RCLONE_CONFIG", "/dev/null").stdin(Stdio::null()).stderr(Stdio::piped());
        let Ok(mut child) = command.spawn() else {
            skip("rclone is not installed");
            return None;
        };
        let log = BufReader::new(child.stderr.take().unwrap());
        let mut lines = log.lines().map(Result::unwrap);
        let address = lines.find_map(|line| {
            let (_, rest) = line.split_once("http://")?;
            Some(rest.trim_end_matches('/').to_owned())
        });
        // The server would block if its output were not read.
        std::thread::spawn(move || lines.for_each(drop));
        let address = address.unwrap();
        let url = format!("http://{USER}@{address}/ink");
        Some(Self { child, folder: files, files: "ink", url, secret: PASSWORD })
    }

    /// Path of the stored files on disk. An S3 server has files of its own beside them.
    pub(crate) fn folder(&self) -> PathBuf {
        self.folder.path().join(self.files)
    }

    /// Kills the server.
    pub(crate) fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Settings of a community that keeps copies there, with the credentials in a file of this folder.
    pub(crate) fn settings(&self, folder: &Path, more: &str) -> String {
        let file = folder.join("copies.txt");
        File::create(&file).unwrap().write_all(self.secret.as_bytes()).unwrap();
        let file = file.display();
        format!("copies = [\"{}/club\"]\ncopies_secret_file = \"{file}\"\n{more}", self.url)
    }
}

impl Drop for Remote {
    fn drop(&mut self) {
        self.kill();
    }
}
