//! Folders on WebDAV servers that refuse an existing folder, or one without a parent, each in its own way, and servers that have
//! moved.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicU16;
use std::sync::atomic::Ordering::Relaxed;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::header::LOCATION;
use axum::http::{Method, StatusCode, Uri};
use inkfold::backup::remote::{self, Error};
use inkfold::config::CopyUrl;
use parking_lot::Mutex;
use tokio::net::TcpListener;
use tokio::task::spawn_blocking;

use crate::support::exports;

/// Folder that the server always has.
const HOME: &str = "/dav/club/";
/// Folder of the copy, whose parent is missing at first.
const COPY: &str = "/dav/club/ink/copy/";

/// Server that answers MKCOL with these statuses.
struct Server {
    existing: u16,
    orphaned: u16,
    /// Status for folders directly in [`HOME`].
    new: u16,
    folders: Mutex<BTreeSet<String>>,
    /// Number of files that are refused as locked before one is accepted.
    locks: AtomicU16,
}

impl Server {
    fn new(existing: u16, orphaned: u16, new: u16) -> Self {
        let folders = Mutex::new(BTreeSet::from(["/", "/dav/", HOME].map(str::to_owned)));
        Self { existing, orphaned, new, folders, locks: AtomicU16::new(0) }
    }

    fn is_locked(&self) -> bool {
        self.locks.fetch_update(Relaxed, Relaxed, |locks| locks.checked_sub(1)).is_ok()
    }

    fn status(&self, method: &str, path: &str) -> u16 {
        let mut folders = self.folders.lock();
        let parent_end = path.trim_end_matches('/').rfind('/').map_or(0, |slash| slash + 1);
        let parent = &path[..parent_end];
        match method {
            "PROPFIND" if folders.contains(path) => 207,
            "PROPFIND" => 404,
            "MKCOL" if folders.contains(path) => self.existing,
            "MKCOL" if !folders.contains(parent) => self.orphaned,
            "MKCOL" if parent == HOME && self.new != 201 => self.new,
            "MKCOL" => {
                folders.insert(path.to_owned());
                201
            }
            "PUT" if self.is_locked() => 423,
            "PUT" if folders.contains(parent) => 201,
            _ => 409,
        }
    }
}

async fn respond(
    State(server): State<Arc<Server>>,
    method: Method,
    uri: Uri,
    _body: Bytes,
) -> (StatusCode, String) {
    let status = server.status(method.as_str(), uri.path());
    let found = "<response><href>PATH</href><propstat><prop><resourcetype><collection/></resourcetype></prop></propstat></response>";
    let found = found.replace("PATH", uri.path());
    (StatusCode::from_u16(status).unwrap(), format!("<multistatus>{found}</multistatus>"))
}

/// Sends two files, each as a run of its own does, to a server. Returns its folders, or the error.
async fn send_twice_to(server: Server) -> Result<BTreeSet<String>, Error> {
    let server = Arc::new(server);
    send_twice(Router::new().fallback(respond).with_state(Arc::clone(&server))).await?;
    Ok(server.folders.lock().clone())
}

async fn send_twice(router: Router) -> Result<(), Error> {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://club@{}{COPY}", listener.local_addr().unwrap());
    let url: CopyUrl = url.parse().unwrap();
    let serving = tokio::spawn(axum::serve(listener, router).into_future());
    let sent = spawn_blocking(move || -> Result<(), Error> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        exports::write(&file, b"ink");
        for name in ["encrypted/a/1", "encrypted/a/2"] {
            remote::connect(&url, "blue-black")?.put(name, &file)?;
        }
        Ok(())
    });
    let sent = sent.await.unwrap();
    serving.abort();
    sent
}

#[tokio::test]
async fn existing_folder_accepts_copies_whatever_its_status() {
    for existing in [405, 409, 403, 423, 301, 200] {
        let folders = send_twice_to(Server::new(existing, 409, 201)).await;
        let folders = folders.unwrap_or_else(|error| panic!("{existing}: {error}"));
        assert!(folders.contains("/dav/club/ink/copy/encrypted/a/"), "{existing}: {folders:?}");
    }
}

#[tokio::test]
async fn missing_parents_are_created_whatever_the_status() {
    for orphaned in [409, 404, 403] {
        let folders = send_twice_to(Server::new(405, orphaned, 201)).await;
        let folders = folders.unwrap_or_else(|error| panic!("{orphaned}: {error}"));
        assert!(folders.contains(COPY), "{orphaned}: {folders:?}");
    }
}

#[tokio::test]
async fn refused_folder_is_named_with_its_status() {
    for new in [403, 405, 423] {
        let refused = send_twice_to(Server::new(405, 409, new)).await.unwrap_err().to_string();
        let expected = format!("refuses to create the folder /dav/club/ink/ ({new} ");
        assert!(refused.contains(&expected) && refused.contains("create it there"), "{refused}");
        assert!(!refused.contains("password"), "{refused}");
    }
}

#[tokio::test]
async fn locked_file_is_sent_again() {
    let server = Server::new(405, 409, 201);
    server.locks.store(1, Relaxed);
    let folders = send_twice_to(server).await.unwrap();
    assert!(folders.contains("/dav/club/ink/copy/encrypted/a/"), "{folders:?}");

    let server = Server::new(405, 409, 201);
    server.locks.store(u16::MAX, Relaxed);
    let refused = send_twice_to(server).await.unwrap_err().to_string();
    assert!(refused.ends_with("answered 423 for encrypted/a/1: Locked"), "{refused}");
}

#[tokio::test]
async fn moved_server_is_named_and_not_followed() {
    for (status, location, shown) in [
        (
            301,
            "https://nas.example.org/dav/club/ink/copy/",
            "https://nas.example.org/dav/club/ink/copy/",
        ),
        (
            302,
            "https://sign-in.example.org/login?back=secret",
            "https://sign-in.example.org/login ",
        ),
        (307, "https://nas.example.org/", "https://nas.example.org/"),
        (308, "/remote.php/dav/", "/remote.php/dav/"),
    ] {
        let asked = Arc::new(AtomicU16::new(0));
        let count = Arc::clone(&asked);
        let redirect = move || {
            count.fetch_add(1, Relaxed);
            let status = StatusCode::from_u16(status).unwrap();
            async move { (status, [(LOCATION, location)]) }
        };
        let moved = send_twice(Router::new().fallback(redirect)).await.unwrap_err().to_string();
        assert!(moved.contains(&format!(" redirects {COPY} to ")), "{moved}");
        assert!(moved.contains(shown) && moved.contains(&format!("({status})")), "{moved}");
        assert!(moved.contains("change the address in `copies`"), "{moved}");
        assert!(!moved.contains("secret"), "{moved}");
        assert_eq!(asked.load(Relaxed), 1, "{moved}");
    }
}
