//! Folders of files on other machines: S3-compatible buckets and WebDAV servers.
//!
//! Files are named by their path in the folder, such as `2026-11-22T21-04-05Z/manifest.json`. All calls block.

mod http;
mod s3;
mod webdav;

use std::collections::BTreeMap;
use std::io::{self, Read};
use std::path::Path;
use std::thread;
use std::time::Duration;

use crate::config::{CopyPlace, CopyUrl};

/// Pauses before a request that failed is sent again.
const PAUSES: [Duration; 2] = [Duration::from_millis(250), Duration::from_secs(2)];

/// Error of a server, in words for whoever runs the community.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("the copy {place} cannot be reached: {why}")]
    Unreachable { place: String, why: String },
    #[error("the copy {place} refuses the key or password of `copies_secret_file`: {words}")]
    Unauthorized { place: String, words: String },
    #[error("the copy {place} has no {name}")]
    NotFound { place: String, name: String },
    #[error("the copy {place} has no room left: {words}")]
    Full { place: String, words: String },
    #[error("the copy {place} answered {status} for {name}: {words}")]
    Status { place: String, name: String, status: u16, words: String },
    #[error("the copy {place} answered something that is no list of files: {why}")]
    Unreadable { place: String, why: String },
    #[error("{path} cannot be read")]
    Local { path: String, source: io::Error },
}

impl Error {
    /// Whether the same request may succeed a moment later.
    fn is_transient(&self) -> bool {
        match self {
            Self::Unreachable { .. } => true,
            Self::Status { status, .. } => *status == 429 || *status >= 500,
            Self::Unauthorized { .. }
            | Self::NotFound { .. }
            | Self::Full { .. }
            | Self::Unreadable { .. }
            | Self::Local { .. } => false,
        }
    }
}

/// Answer of a server.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Bytes of files by their names.
pub type Files = BTreeMap<String, u64>;

/// Folder on another machine.
pub trait Remote {
    /// All files whose names begin with a folder, which is empty or ends with a slash. A folder that is not there has none.
    fn walk(&self, folder: &str) -> Result<Files>;

    /// Names of the folders directly in the root.
    fn folders(&self) -> Result<Vec<String>>;

    /// Content of a file of about so many bytes, which say how long it may take.
    fn get(&self, name: &str, bytes: u64) -> Result<Box<dyn Read>>;

    /// Writes a file, also in the place of one that is there.
    fn put(&self, name: &str, from: &Path) -> Result<()>;

    /// Removes a file. One that is not there is no error.
    fn remove(&self, name: &str) -> Result<()>;

    /// Removes a folder with everything in it. One that is not there is no error.
    fn remove_folder(&self, folder: &str) -> Result<()>;
}

/// The folder that an address names. No request is sent yet.
///
/// # Errors
/// [`Error::Unreachable`] when no request can ever be made for it, such as with a bucket that cannot be part of a host's name.
pub fn connect(url: &CopyUrl, secret: &str) -> Result<Box<dyn Remote>> {
    let http = http::Http::new(url);
    Ok(match &url.place {
        CopyPlace::S3 { .. } => Box::new(s3::S3::new(http, url, secret)?),
        CopyPlace::WebDav { folder, user } => {
            Box::new(webdav::WebDav::new(http, folder.clone(), user, secret))
        }
    })
}

/// Sends a request, and again after a pause while it fails for a reason that may pass.
fn retry<T>(request: impl Fn() -> Result<T>) -> Result<T> {
    for pause in PAUSES {
        match request() {
            Err(error) if error.is_transient() => thread::sleep(pause),
            outcome => return outcome,
        }
    }
    request()
}
