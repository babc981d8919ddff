//! S3-compatible buckets, by presigned URLs.

use std::borrow::Cow;
use std::io::Read;
use std::path::Path;
use std::time::Duration;

use rusty_s3::actions::ListObjectsV2;
use rusty_s3::{Bucket, Credentials, S3Action, UrlStyle};
use ureq::http::{Method, header::CONTENT_LENGTH};

use crate::config::{CopyLocation, CopyUrl};

use super::http::Http;
use super::{Error, Files, ListBudget, Remote, Result, is_within_folder, retry};

/// Validity of a presigned URL. Requests begin at once.
const SIGNATURE_LIFETIME: Duration = Duration::from_mins(10);

const NAMESPACE: &str = "http://s3.amazonaws.com/doc/2006-03-01/";

/// Folder in a bucket.
pub(super) struct S3 {
    http: Http,
    bucket: Bucket,
    credentials: Credentials,
    /// Empty, or a folder with a slash at its end.
    prefix: String,
}

impl S3 {
    pub(super) fn new(http: Http, url: &CopyUrl, secret: &str) -> Result<Self> {
        let unusable =
            |why: &str| Error::Unreachable { place: url.to_string(), why: why.to_owned() };
        let CopyLocation::S3 { endpoint, bucket, folder, region, is_host, key_id } = &url.location
        else {
            return Err(unusable("it is no bucket"));
        };
        let style = if *is_host { UrlStyle::VirtualHost } else { UrlStyle::Path };
        let bucket = Bucket::new(endpoint.clone(), style, bucket.clone(), region.clone());
        let bucket = bucket.map_err(|error| unusable(&error.to_string()))?;
        let credentials = Credentials::new(key_id.clone(), secret);
        let prefix = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        Ok(Self { http, bucket, credentials, prefix })
    }

    fn key(&self, name: &str) -> String {
        format!("{}{name}", self.prefix)
    }

    /// Calls `page` for every page of a list.
    fn list(
        &self,
        folder: &str,
        delimiter: Option<&str>,
        mut page: impl FnMut(rusty_s3::actions::ListObjectsV2Response),
    ) -> Result<()> {
        let (mut token, mut budget) = (None, ListBudget::default());
        loop {
            let answer = retry(|| {
                let mut list = self.bucket.list_objects_v2(Some(&self.credentials));
                list.with_prefix(self.key(folder));
                if let Some(delimiter) = delimiter {
                    list.with_delimiter(delimiter);
                }
                if let Some(token) = &token {
                    list.with_continuation_token(String::clone(token));
                }
                let url = list.sign(SIGNATURE_LIFETIME);
                let answer = self.http.send(Method::GET, url.as_str(), &[], "the list", 0)?;
                self.http.text(answer)
            })?;
            let mut answer = ListObjectsV2::parse_response(&with_namespace(&answer))
                .map_err(|error| self.http.unreadable(&error))?;
            token = answer.next_continuation_token.take();
            let keys = answer.contents.iter().map(|object| object.key.len());
            let folders = answer.common_prefixes.iter().map(|folder| folder.prefix.len());
            budget.add(keys.chain(folders).sum()).map_err(|why| self.http.unreadable(&why))?;
            page(answer);
            if token.is_none() {
                return Ok(());
            }
        }
    }
}

/// Sets the namespace of S3 in a list, because some servers use another or none.
fn with_namespace(xml: &str) -> Cow<'_, str> {
    const ROOT: &str = "<ListBucketResult";
    let Some((before, rest)) = xml.split_once(ROOT) else { return xml.into() };
    let Some((_, rest)) = rest.split_once('>') else { return xml.into() };
    format!("{before}{ROOT} xmlns=\"{NAMESPACE}\">{rest}").into()
}

impl Remote for S3 {
    fn walk(&self, folder: &str) -> Result<Files> {
        let mut files = Files::new();
        self.list(folder, None, |page| {
            for object in page.contents {
                let name = object.key.strip_prefix(&self.prefix);
                if let Some(name) = name.filter(|name| is_within_folder(name)) {
                    files.insert(name.to_owned(), object.size.unwrap_or_default());
                }
            }
        })?;
        Ok(files)
    }

    fn folders(&self) -> Result<Vec<String>> {
        let mut folders = Vec::new();
        self.list("", Some("/"), |page| {
            folders.extend(page.common_prefixes.iter().filter_map(|folder| {
                Some(folder.prefix.strip_prefix(&self.prefix)?.trim_end_matches('/').to_owned())
            }));
        })?;
        Ok(folders)
    }

    fn get(&self, name: &str, bytes: u64) -> Result<Box<dyn Read>> {
        let key = self.key(name);
        retry(|| {
            let url =
                self.bucket.get_object(Some(&self.credentials), &key).sign(SIGNATURE_LIFETIME);
            let answer = self.http.send(Method::GET, url.as_str(), &[], name, bytes)?;
            Ok(Box::new(answer.into_body().into_reader()) as Box<dyn Read>)
        })
    }

    fn put(&self, name: &str, from: &Path) -> Result<()> {
        let key = self.key(name);
        retry(|| {
            let url =
                self.bucket.put_object(Some(&self.credentials), &key).sign(SIGNATURE_LIFETIME);
            self.http.send_file(url.as_str(), from, name).map(drop)
        })
    }

    fn remove(&self, name: &str) -> Result<()> {
        let key = self.key(name);
        retry(|| {
            let url =
                self.bucket.delete_object(Some(&self.credentials), &key).sign(SIGNATURE_LIFETIME);
            let none = [(CONTENT_LENGTH.as_str(), "0")];
            match self.http.send(Method::DELETE, url.as_str(), &none, name, 0) {
                Ok(_) | Err(Error::NotFound { .. }) => Ok(()),
                Err(error) => Err(error),
            }
        })
    }

    fn remove_folder(&self, folder: &str) -> Result<()> {
        for name in self.walk(&format!("{folder}/"))?.keys() {
            self.remove(name)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s3_list_parses_with_any_namespace() {
        for namespace in
            ["", " xmlns=\"http://doc.s3.amazonaws.com/2006-03-01/\"", " xmlns=\"x\" a='b'"]
        {
            let xml = format!(
                "<?xml version=\"1.0\"?><ListBucketResult{namespace}><Contents><Key>ink</Key><Size>3</Size></Contents></ListBucketResult>"
            );
            let list = ListObjectsV2::parse_response(&with_namespace(&xml)).unwrap();
            assert_eq!((&*list.contents[0].key, list.contents[0].size), ("ink", Some(3)));
        }
        assert!(ListObjectsV2::parse_response(&with_namespace("<html>")).is_err());
    }
}
