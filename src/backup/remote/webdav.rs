//! Folders on WebDAV servers (RFC 4918).

use std::cell::RefCell;
use std::collections::HashSet;
use std::io::Read;
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use quick_xml::Reader;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::Event;
use ureq::http::Method;
use url::Url;

use super::http::Http;
use super::{Error, Files, ListBudget, Remote, Result, retry};

const PROPFIND: &[u8] = b"PROPFIND";
const MKCOL: &[u8] = b"MKCOL";
/// Body of a request for kind and length of the entries of a folder.
const QUESTION: &str = "<?xml version=\"1.0\" encoding=\"utf-8\"?><propfind xmlns=\"DAV:\"><prop><resourcetype/><getcontentlength/></prop></propfind>";

/// Folder on a WebDAV server.
pub(super) struct WebDav {
    http: Http,
    /// Ends with a slash.
    root: Url,
    /// Folders below the root that exist for certain, without trailing slashes.
    made: RefCell<HashSet<String>>,
}

/// Entry of a folder.
#[derive(Debug, PartialEq, Eq)]
struct Entry {
    name: String,
    /// `None` for a folder.
    bytes: Option<u64>,
}

impl WebDav {
    pub(super) fn new(http: Http, root: Url, user: &str, password: &str) -> Self {
        let http = if user.is_empty() {
            http
        } else {
            let basic = STANDARD.encode(format!("{user}:{password}"));
            http.with_authorization(format!("Basic {basic}"))
        };
        Self { http, root, made: RefCell::default() }
    }

    fn url(&self, name: &str) -> Url {
        let mut url = self.root.clone();
        if let Ok(mut path) = url.path_segments_mut() {
            path.pop_if_empty().extend(name.split('/'));
        }
        url
    }

    fn folder_url(&self, folder: &str) -> Url {
        if folder.is_empty() { self.root.clone() } else { self.url(&format!("{folder}/")) }
    }

    /// Entries directly in a folder, which is empty for the root; `None` if it does not exist.
    fn entries(&self, folder: &str) -> Result<Option<Vec<Entry>>> {
        let url = self.folder_url(folder);
        self.find(&url, "1", &url)
    }

    /// Whether a folder exists. The root of the server always does.
    fn exists(&self, folder: &Url) -> Result<bool> {
        let Some(parent) = parent_of(folder) else { return Ok(true) };
        let found = self.find(folder, "0", &parent)?.unwrap_or_default();
        Ok(found.iter().any(|entry| entry.bytes.is_none()))
    }

    /// Requests the properties of a folder, and with depth 1 those of its entries. Returns those that are directly in `parent`;
    /// `None` if the folder does not exist.
    fn find(&self, folder: &Url, depth: &str, parent: &Url) -> Result<Option<Vec<Entry>>> {
        let headers = [("depth", depth), ("content-type", "application/xml; charset=utf-8")];
        let found = retry(|| {
            let (method, url) = (method(PROPFIND)?, folder.as_str());
            let answer = self.http.send_text(method, url, &headers, QUESTION, folder.path())?;
            self.http.text(answer)
        });
        match found {
            Ok(text) => {
                let entries = entries_in(&text, parent);
                entries.map(Some).map_err(|why| self.http.unreadable(&why))
            }
            Err(Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Creates the folders of a file, and the root, as far as they are missing.
    fn make_folders(&self, name: &str) -> Result<()> {
        let Some((folder, _)) = name.rsplit_once('/') else { return self.make_root() };
        if self.made.borrow().contains(folder) {
            return Ok(());
        }
        self.make_folders(folder)?;
        self.create_folder(&self.folder_url(folder))?;
        self.made.borrow_mut().insert(folder.to_owned());
        Ok(())
    }

    fn make_root(&self) -> Result<()> {
        if self.made.borrow().contains("") {
            return Ok(());
        }
        if self.entries("")?.is_none() {
            self.make_with_parents(&self.root)?;
        }
        self.made.borrow_mut().insert(String::new());
        Ok(())
    }

    /// Creates a folder, and its parents if the server refuses because they are missing.
    fn make_with_parents(&self, folder: &Url) -> Result<()> {
        match (self.create_folder(folder), parent_of(folder)) {
            (Err(Error::FolderRefused { .. }), Some(parent))
                if self.exists(&parent).is_ok_and(|exists| !exists) =>
            {
                self.make_with_parents(&parent)?;
                self.create_folder(folder)
            }
            (outcome, _) => outcome,
        }
    }

    /// Creates a folder, unless it exists: servers refuse that with many statuses, which they also have for other refusals.
    fn create_folder(&self, folder: &Url) -> Result<()> {
        let (url, name) = (folder.as_str(), folder.path());
        let created = retry(|| {
            let created = self.http.send(method(MKCOL)?, url, &[], name, 0);
            created.map_err(|error| error.into_folder_refusal(name))
        });
        match created {
            Err(Error::FolderRefused { .. }) if self.exists(folder).unwrap_or(false) => Ok(()),
            outcome => outcome.map(drop),
        }
    }

    fn delete(&self, url: &Url, name: &str) -> Result<()> {
        retry(|| match self.http.send(Method::DELETE, url.as_str(), &[], name, 0) {
            Err(Error::NotFound { .. }) => Ok(()),
            outcome => outcome.map(drop),
        })
    }
}

impl Remote for WebDav {
    fn walk(&self, folder: &str) -> Result<Files> {
        let mut files = Files::new();
        let asked_for = folder.trim_end_matches('/');
        let (mut folders, mut budget) = (vec![asked_for.to_owned()], ListBudget::default());
        while let Some(folder) = folders.pop() {
            let prefix = if folder.is_empty() { String::new() } else { format!("{folder}/") };
            let Some(entries) = self.entries(&folder)? else {
                // A folder that was just listed should exist. An error is safer than an empty list, by which files
                // would be removed.
                if folder != asked_for {
                    return Err(self
                        .http
                        .unreadable(&format!("{folder} was listed and is not there")));
                }
                continue;
            };
            let names = entries.iter().map(|entry| prefix.len() + entry.name.len()).sum();
            budget.add(names).map_err(|why| self.http.unreadable(&why))?;
            for Entry { name, bytes } in entries {
                let name = format!("{prefix}{name}");
                match bytes {
                    Some(bytes) => drop(files.insert(name, bytes)),
                    None => folders.push(name),
                }
            }
        }
        Ok(files)
    }

    fn folders(&self) -> Result<Vec<String>> {
        let entries = self.entries("")?.unwrap_or_default().into_iter();
        Ok(entries.filter(|entry| entry.bytes.is_none()).map(|entry| entry.name).collect())
    }

    fn get(&self, name: &str, bytes: u64) -> Result<Box<dyn Read>> {
        retry(|| {
            let answer = self.http.send(Method::GET, self.url(name).as_str(), &[], name, bytes)?;
            Ok(Box::new(answer.into_body().into_reader()) as Box<dyn Read>)
        })
    }

    fn put(&self, name: &str, from: &Path) -> Result<()> {
        self.make_folders(name)?;
        retry(|| self.http.send_file(self.url(name).as_str(), from, name).map(drop))
    }

    fn remove(&self, name: &str) -> Result<()> {
        self.delete(&self.url(name), name)
    }

    fn remove_folder(&self, folder: &str) -> Result<()> {
        let is_in = |name: &String| name == folder || name.starts_with(&format!("{folder}/"));
        self.made.borrow_mut().retain(|name| !is_in(name));
        self.delete(&self.url(&format!("{folder}/")), folder)
    }
}

/// Folder that a folder is in; `None` for the root of the server.
fn parent_of(folder: &Url) -> Option<Url> {
    folder.join("..").ok().filter(|parent| parent != folder)
}

fn method(name: &[u8]) -> Result<Method> {
    Method::from_bytes(name)
        .map_err(|error| Error::Unreachable { place: "the server".into(), why: error.to_string() })
}

/// Entries in a PROPFIND response, without the folder itself.
fn entries_in(xml: &str, folder: &Url) -> Result<Vec<Entry>, String> {
    let mut reader = Reader::from_str(xml);
    reader.config_mut().trim_text(true);
    let mut entries = Vec::new();
    let (mut text, mut href, mut length, mut is_folder) = (String::new(), None, None, false);
    let mut is_whole = false;
    loop {
        match reader.read_event().map_err(|error| error.to_string())? {
            Event::Start(element) => {
                text.clear();
                is_folder |= element.local_name().as_ref() == "collection";
            }
            Event::Empty(element) => is_folder |= element.local_name().as_ref() == "collection",
            Event::Text(part) => text.push_str(&part),
            Event::GeneralRef(name) => {
                text.push_str(resolve_predefined_entity(&name).unwrap_or_default());
            }
            Event::End(element) => match element.local_name().as_ref() {
                "href" if href.is_none() => href = Some(std::mem::take(&mut text)),
                "getcontentlength" => length = text.parse::<u64>().ok(),
                "response" => {
                    let bytes = if is_folder { None } else { Some(length.unwrap_or_default()) };
                    let name = href.as_deref().and_then(|href| name_in(href, folder));
                    entries.extend(name.map(|name| Entry { name, bytes }));
                    (href, length, is_folder) = (None, None, false);
                }
                "multistatus" => is_whole = true,
                _ => {}
            },
            Event::Eof if is_whole => return Ok(entries),
            Event::Eof => return Err("its end is missing".to_owned()),
            _ => {}
        }
    }
}

/// Name of an entry directly in a folder, from its path or URL.
fn name_in(href: &str, folder: &Url) -> Option<String> {
    let url = folder.join(href).ok()?;
    let decoded = |path: &str| {
        Some(percent_encoding::percent_decode_str(path).decode_utf8().ok()?.into_owned())
    };
    let (path, folder) = (decoded(url.path())?, decoded(folder.path())?);
    let name = path.strip_prefix(&folder)?.trim_end_matches('/');
    (!name.is_empty() && !name.contains('/')).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn webdav_listing_parses_with_paths_or_urls() {
        let folder = Url::parse("https://cloud.example.org/dav/my%20ink/").unwrap();
        let paths = r#"<?xml version="1.0"?><d:multistatus xmlns:d="DAV:">
            <d:response><d:href>/dav/my%20ink/</d:href><d:propstat><d:prop><d:resourcetype><d:collection/></d:resourcetype></d:prop></d:propstat></d:response>
            <d:response><d:href>/dav/my%20ink/encrypted/</d:href><d:propstat><d:prop><d:resourcetype><d:collection/></d:resourcetype></d:prop></d:propstat></d:response>
            <d:response><d:href>/dav/my%20ink/manifest.json</d:href><d:propstat><d:prop><d:resourcetype/><d:getcontentlength>7</d:getcontentlength></d:prop></d:propstat></d:response>
            </d:multistatus>"#;
        let addresses = r#"<D:multistatus xmlns:D="DAV:">
            <D:response><D:href>https://cloud.example.org/dav/my%20ink/encrypted</D:href><D:propstat><D:prop><D:resourcetype><D:collection></D:collection></D:resourcetype><D:getcontentlength>4096</D:getcontentlength></D:prop></D:propstat></D:response>
            <D:response><D:href>https://cloud.example.org/dav/my%20ink/manifest.json</D:href><D:propstat><D:prop><D:getcontentlength>7</D:getcontentlength></D:prop></D:propstat></D:response>
            </D:multistatus>"#;
        let wanted = [
            Entry { name: "encrypted".into(), bytes: None },
            Entry { name: "manifest.json".into(), bytes: Some(7) },
        ];
        for xml in [paths, addresses] {
            assert_eq!(entries_in(xml, &folder).unwrap(), wanted);
        }
        let cut_off = &paths[..paths.find("<d:response><d:href>/dav/my%20ink/manifest").unwrap()];
        for other in ["<html><p></html>", "<html><body>Sign in</body></html>", "", cut_off] {
            assert!(entries_in(other, &folder).is_err(), "{other}");
        }
    }

    #[test]
    fn names_outside_of_the_folder_are_left_out() {
        let folder = Url::parse("https://cloud.example.org/dav/").unwrap();
        for href in ["/other/x", "/dav/", "/dav/a/b", "/dav/../x", "https://evil.example.org/x"] {
            assert_eq!(name_in(href, &folder), None, "{href}");
        }
        assert_eq!(name_in("/dav/a%20b", &folder).unwrap(), "a b");
    }
}
