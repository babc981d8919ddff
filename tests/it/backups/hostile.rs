//! Servers of copies that are hostile: they redirect, never end, or name files elsewhere.

use std::convert::Infallible;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use inkfold::backup::remote::{self, Error, Remote};
use inkfold::config::CopyUrl;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::task::spawn_blocking;

use super::copies::{Copied, copied_files, on, output_text};
use super::encrypted::files;
use crate::support::{exports, remotes};

const SECRET: &str = "blue-black";

/// Server that gives the same answer to everything.
struct Hostile {
    address: String,
    requests: Arc<AtomicUsize>,
}

impl Hostile {
    /// Starts a server whose answers are made of the path and the number of the request.
    async fn start(
        answer: impl Fn(&str, usize) -> Response + Clone + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let requests = Arc::<AtomicUsize>::default();
        let counted = Arc::clone(&requests);
        let respond = move |request: Request| {
            let number = counted.fetch_add(1, Relaxed);
            let response = answer(request.uri().path(), number);
            async move { response }
        };
        let router = Router::new().fallback(respond);
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { address, requests }
    }

    fn requests(&self) -> usize {
        self.requests.load(Relaxed)
    }

    /// Runs a call on each kind of copy at this server; returns the outcomes.
    async fn ask<T: Send + 'static>(
        &self,
        call: fn(&dyn Remote) -> Result<T, Error>,
    ) -> [Result<T, String>; 2] {
        let address = self.address.clone();
        let asked = spawn_blocking(move || {
            let urls = [
                format!("s3+http://club@{address}/ink/club"),
                format!("http://club@{address}/club"),
            ];
            urls.map(|url| {
                let url: CopyUrl = url.parse().unwrap();
                let remote = remote::connect(&url, SECRET).unwrap();
                call(&*remote).map_err(|error| error.to_string())
            })
        });
        asked.await.unwrap()
    }

    /// Errors of a list of all files.
    async fn refused_lists(&self) -> [String; 2] {
        self.ask(|remote| remote.walk("")).await.map(Result::unwrap_err)
    }
}

/// Page of a list of a bucket.
fn s3_page(keys: &[String], next: Option<&str>) -> String {
    let files =
        keys.iter().map(|key| format!("<Contents><Key>{key}</Key><Size>3</Size></Contents>"));
    let next = next.map(|next| format!("<NextContinuationToken>{next}</NextContinuationToken>"));
    format!(
        "<ListBucketResult>{}{}</ListBucketResult>",
        files.collect::<String>(),
        next.unwrap_or_default()
    )
}

/// List of a WebDAV folder that has one folder.
fn dav_folder(href: &str) -> String {
    format!(
        "<multistatus><response><href>{href}</href><propstat><prop><resourcetype><collection/></resourcetype></prop></propstat></response></multistatus>"
    )
}

#[tokio::test]
async fn redirects_to_another_host_are_not_followed() {
    let other = Hostile::start(|_, _| StatusCode::OK.into_response()).await;
    let target = other.address.replace("127.0.0.1", "localhost");
    for status in [301, 302, 307, 308] {
        let location = format!("http://{target}/ink?X-Amz-Signature=0f1e2d");
        let redirect = move |_: &str, _| {
            let status = StatusCode::from_u16(status).unwrap();
            (status, [(header::LOCATION, location.clone())]).into_response()
        };
        let server = Hostile::start(redirect).await;
        let list = server.refused_lists().await;
        let get = server.ask(|remote| remote.get("a", 3).map(drop)).await.map(Result::unwrap_err);
        let remove = server.ask(|remote| remote.remove("a")).await.map(Result::unwrap_err);
        for refused in list.iter().chain(&get).chain(&remove) {
            let redirected = format!("to http://{target}/ink ({status})");
            assert!(refused.contains(&redirected), "{refused}");
            assert!(!refused.contains("Signature") && !refused.contains(SECRET), "{refused}");
        }
    }
    assert_eq!(other.requests(), 0, "the other host gets no credentials");
}

#[tokio::test]
async fn endless_lists_are_given_up() {
    let name = "a".repeat(1_000);
    let pages = move |path: &str, number: usize| {
        let keys: Vec<String> =
            (0..1_000).map(|key| format!("club/{name}{number}.{key}")).collect();
        let next = number.to_string();
        let list = s3_page(&keys, Some(&next));
        if path.starts_with("/ink") { list } else { dav_folder(&format!("{path}a/")) }
            .into_response()
    };
    let [s3, web_dav] = Hostile::start(pages).await.refused_lists().await;
    assert!(s3.contains("no list of files: it has too many files"), "{s3}");
    assert!(web_dav.contains("no list of files: it never ends"), "{web_dav}");

    let empty = |_: &str, number: usize| s3_page(&[], Some(&number.to_string())).into_response();
    let [s3, _] = Hostile::start(empty).await.refused_lists().await;
    assert!(s3.contains("no list of files: it never ends"), "{s3}");
}

#[tokio::test]
async fn endless_body_is_no_list() {
    let endless = |_: &str, _| {
        let piece = Bytes::from(vec![b' '; 64 << 10]);
        Body::from_stream(stream::repeat(Ok::<_, Infallible>(piece))).into_response()
    };
    for refused in Hostile::start(endless).await.refused_lists().await {
        assert!(refused.contains("no list of files: it is too long"), "{refused}");
    }
}

#[tokio::test]
async fn entities_in_lists_are_not_expanded() {
    let entity = |number: usize| {
        let tenfold = format!("&a{};", number - 1).repeat(10);
        format!("<!ENTITY a{number} \"{tenfold}\">")
    };
    let entities: String = (1..30).map(entity).collect();
    let outside = "<!ENTITY file SYSTEM \"file:///etc/passwd\">";
    let bomb = move |path: &str, _| {
        let document = if path.starts_with("/ink") {
            s3_page(&["club/&a29;&file;".to_owned()], None)
        } else {
            dav_folder("/club/&a29;&file;")
        };
        format!(
            "<?xml version=\"1.0\"?><!DOCTYPE x [<!ENTITY a0 \"ha\">{entities}{outside}]>{document}"
        )
        .into_response()
    };
    let lists = Hostile::start(bomb).await.ask(|remote| remote.walk("")).await;
    for list in lists.into_iter().flatten() {
        assert!(list.keys().all(|name| name.len() < 100 && !name.contains("root")), "{list:?}");
    }
}

#[tokio::test]
async fn names_outside_of_the_copy_are_ignored() {
    let names =
        ["../evil", "/evil", "a/../../evil", "a//b", "./a", "..", "%2e%2e/evil", "whole/ink"];
    let list = move |path: &str, _| {
        let keys = names.map(|name| format!("club/{name}"));
        let dav: String = names.map(|name| dav_folder(&format!("/club/{name}"))).concat();
        let dav = dav.replace("</multistatus><multistatus>", "").replace("<collection/>", "");
        if path.starts_with("/ink") { s3_page(&keys, None) } else { dav }.into_response()
    };
    let server = Hostile::start(list).await;
    let [s3, web_dav] = server.ask(|remote| remote.walk("")).await.map(Result::unwrap);
    // To a bucket, a percent sign is part of a name, and is sent as one.
    assert_eq!(s3.keys().collect::<Vec<_>>(), ["%2e%2e/evil", "whole/ink"]);
    assert_eq!(web_dav.keys().collect::<Vec<_>>(), ["a"]);
}

/// Changes the manifest of the only backup in a copy.
fn forge_manifest(copied: &[PathBuf], change: impl Fn(&mut Value)) {
    let manifest = copied.iter().find(|file| file.ends_with("manifest.json")).unwrap();
    let mut forged: Value = serde_json::from_slice(&fs::read(manifest).unwrap()).unwrap();
    change(&mut forged);
    exports::write(manifest, forged.to_string().as_bytes());
}

#[tokio::test]
async fn forged_manifest_damages_nothing_here() {
    let Some(remote) = remotes::Remote::web_dav() else { return };
    let copied = Copied::at(&remote).await;
    let name = copied.back_up()["name"].as_str().unwrap().to_owned();
    assert!(copied.copy(&[]).status.success());
    let there = copied_files(&remote);
    let whole =
        fs::read(there.iter().find(|file| file.ends_with("manifest.json")).unwrap()).unwrap();
    let digest = |bytes: u64| json!({ "bytes": bytes, "blake3": "0".repeat(64) });
    for (template, bytes, told) in [
        ("../../evil.typ", 3, "would lie outside of it"),
        ("/tmp/evil.typ", 3, "would lie outside of it"),
        // More than any disk has, and a server that would send it all.
        ("book/cover.typ", u64::MAX / 2, "has room for "),
    ] {
        forge_manifest(&there, |manifest| manifest["templates"][template] = digest(bytes));
        let machine = copied.elsewhere();
        let restored =
            on(machine.path(), &["restore", &name, "--identity", &copied.key.file(), "--yes"]);
        assert_eq!(restored.status.code(), Some(1), "{template}");
        let printed = output_text(&restored);
        assert!(printed.contains(told), "{template}: {printed}");
        assert!(!machine.path().join("data/inkfold.redb").exists(), "{template}");
        let is_evil = |file: &PathBuf| file.to_str().unwrap().contains("evil");
        assert!(!files(machine.path()).iter().any(is_evil), "{template}");
        assert!(!Path::new("/tmp/evil.typ").exists());
        let manifest = there.iter().find(|file| file.ends_with("manifest.json")).unwrap();
        exports::write(manifest, &whole);
    }
    // The community itself can still verify and replace its copy.
    assert!(copied.copy(&["--reread"]).status.success());
    let verified = copied.community.inkfold(&["backup", "verify", "--copy", "1"]);
    assert!(verified.status.success(), "{}", output_text(&verified));
}
