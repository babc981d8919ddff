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

use crate::config::{CopyLocation, CopyUrl};

/// Maximum number of requests for one list of files: of pages, or of folders.
const MAX_LIST_REQUESTS: usize = 2_000;
/// Maximum length of all names in one list of files, in bytes: some 800,000 files.
const MAX_NAMES: usize = 64 << 20;
/// Status of a file that another program has locked (RFC 4918, 11.3).
const LOCKED: u16 = 423;
/// Delays before a failed request is retried.
const PAUSES: [Duration; 2] = [Duration::from_millis(250), Duration::from_secs(2)];

/// Error of a server, with a message for the operator.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("the copy {place} cannot be reached: {why}")]
    Unreachable { place: String, why: String },
    #[error("the copy {place} refuses the key or password of `copies_secret_file`: {message}")]
    Unauthorized { place: String, message: String },
    #[error(
        "the copy {place} refuses access (403 {message}): the key or password of `copies_secret_file` is wrong, or may not read and write there"
    )]
    Forbidden { place: String, message: String },
    #[error(
        "the copy {place} refuses to create the folder {name} ({status} {message}): create it there by hand, or let the user of the copy create folders"
    )]
    FolderRefused { place: String, name: String, status: u16, message: String },
    /// Not followed: the address in the settings must be corrected, and the password is for no other server.
    #[error(
        "the copy {place} redirects {name} to {location} ({status}): if the server has moved, change the address in `copies`, and keep the user in it"
    )]
    Redirected { place: String, name: String, location: String, status: u16 },
    #[error("the copy {place} has no {name}")]
    NotFound { place: String, name: String },
    #[error("the copy {place} has no room left: {message}")]
    Full { place: String, message: String },
    #[error("the copy {place} answered {status} for {name}: {message}")]
    Status { place: String, name: String, status: u16, message: String },
    #[error("the copy {place} answered something that is no list of files: {why}")]
    Unreadable { place: String, why: String },
    #[error("{path} cannot be read")]
    Local { path: String, source: io::Error },
}

impl Error {
    /// Whether a retry may succeed.
    fn is_transient(&self) -> bool {
        match self {
            Self::Unreachable { .. } => true,
            Self::Status { status, .. } => [LOCKED, 429].contains(status) || *status >= 500,
            Self::Unauthorized { .. }
            | Self::Forbidden { .. }
            | Self::FolderRefused { .. }
            | Self::Redirected { .. }
            | Self::NotFound { .. }
            | Self::Full { .. }
            | Self::Unreadable { .. }
            | Self::Local { .. } => false,
        }
    }

    /// Refusal of a request, as the refusal to create a folder; other errors stay the same.
    fn into_folder_refusal(self, name: &str) -> Self {
        let name = name.to_owned();
        match self {
            // Not that another program holds a lock: some servers refuse existing folders with this status.
            Self::Status { place, status: LOCKED, message, .. } => {
                Self::FolderRefused { place, name, status: LOCKED, message }
            }
            error if error.is_transient() => error,
            Self::Status { place, status, message, .. } => {
                Self::FolderRefused { place, name, status, message }
            }
            Self::Redirected { place, location, status, .. } => {
                Self::FolderRefused { place, name, status, message: format!("to {location}") }
            }
            Self::Forbidden { place, message } => {
                Self::FolderRefused { place, name, status: 403, message }
            }
            Self::NotFound { place, .. } => {
                Self::FolderRefused { place, name, status: 404, message: "Not Found".to_owned() }
            }
            error => error,
        }
    }
}

/// Result of a request to a server.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Sizes in bytes by file name.
pub type Files = BTreeMap<String, u64>;

/// Budget of one list of files, which ends with a server that never stops listing.
#[derive(Default)]
struct ListBudget {
    requests: usize,
    names: usize,
}

impl ListBudget {
    /// Counts the answer to a request, with the length of its names in bytes.
    ///
    /// # Errors
    /// The limit that the list has passed, as the end of a sentence about it.
    fn add(&mut self, names: usize) -> Result<(), &'static str> {
        self.requests += 1;
        self.names = self.names.saturating_add(names);
        match (self.requests > MAX_LIST_REQUESTS, self.names > MAX_NAMES) {
            (true, _) => Err("it never ends"),
            (_, true) => Err("it has too many files"),
            (false, false) => Ok(()),
        }
    }
}

/// Whether a path in a list has no segment with which it could name something outside of its folder.
fn is_within_folder(path: &str) -> bool {
    path.split('/').all(|part| !["", ".", ".."].contains(&part))
}

/// Folder on another machine.
pub trait Remote {
    /// Lists all files whose names begin with `folder`, which is empty or ends with a slash. A missing folder has none.
    fn walk(&self, folder: &str) -> Result<Files>;

    /// Lists the names of folders directly in the root.
    fn folders(&self) -> Result<Vec<String>>;

    /// Content of a file. Its approximate size in `bytes` determines the timeout.
    fn get(&self, name: &str, bytes: u64) -> Result<Box<dyn Read>>;

    /// Writes a file, or replaces it.
    fn put(&self, name: &str, from: &Path) -> Result<()>;

    /// Removes a file. A missing file is no error.
    fn remove(&self, name: &str) -> Result<()>;

    /// Removes a folder with everything in it. A missing folder is no error.
    fn remove_folder(&self, folder: &str) -> Result<()>;
}

/// Folder that a URL names. No request is sent yet.
///
/// # Errors
/// [`Error::Unreachable`] if no request can ever be made for it, such as for a bucket that cannot be part of a host name.
pub fn connect(url: &CopyUrl, secret: &str) -> Result<Box<dyn Remote>> {
    let http = http::Http::new(url);
    Ok(match &url.location {
        CopyLocation::S3 { .. } => Box::new(s3::S3::new(http, url, secret)?),
        CopyLocation::WebDav { folder, user } => {
            Box::new(webdav::WebDav::new(http, folder.clone(), user, secret))
        }
    })
}

/// Sends a request, and retries after a delay while the failure is transient.
fn retry<T>(request: impl Fn() -> Result<T>) -> Result<T> {
    for pause in PAUSES {
        match request() {
            Err(error) if error.is_transient() => thread::sleep(pause),
            outcome => return outcome,
        }
    }
    request()
}
