//! Place of a copy of the backups: an S3-compatible bucket, or a folder on a WebDAV server.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use url::Url;

/// Region for servers without regions.
const DEFAULT_REGION: &str = "us-east-1";

/// Place of a copy: `s3://KEY_ID@HOST/BUCKET/FOLDER?region=REGION`, or `https://USER@HOST/FOLDER` for WebDAV.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct CopyUrl {
    text: String,
    pub location: CopyLocation,
}

/// Parsed form of a [`CopyUrl`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CopyLocation {
    S3 {
        /// Server, such as `https://s3.example.org/`.
        endpoint: Url,
        bucket: String,
        /// Folder in the bucket without slashes at its ends; empty for the whole bucket.
        folder: String,
        region: String,
        /// Whether the bucket is part of the host's name.
        is_host: bool,
        key_id: String,
    },
    WebDav {
        /// Folder with a slash at its end.
        folder: Url,
        /// Empty for servers without authentication.
        user: String,
    },
}

/// Error for a text that is not the URL of a copy.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseCopyUrlError {
    #[error(
        "`{0}` is not the address of a copy; write one like s3://KEY_ID@s3.example.org/BUCKET/FOLDER?region=REGION, or, for WebDAV, https://USER@cloud.example.org/FOLDER"
    )]
    Unknown(String),
    /// The text is not repeated, because errors may be logged.
    #[error(
        "the address of a copy contains a password, and addresses are shown: put it into the file that `copies_secret_file` names"
    )]
    Password,
}

/// Whether a URL contains a password, and must not be shown.
pub(super) fn has_password(text: &str) -> bool {
    text.split("://").skip(1).any(|rest| {
        let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
        authority.rsplit_once('@').is_some_and(|(user, _)| user.contains(':'))
    })
}

impl CopyUrl {
    /// Whether the server requires a secret.
    pub fn needs_secret(&self) -> bool {
        match &self.location {
            CopyLocation::S3 { .. } => true,
            CopyLocation::WebDav { user, .. } => !user.is_empty(),
        }
    }
}

impl FromStr for CopyUrl {
    type Err = ParseCopyUrlError;

    fn from_str(text: &str) -> Result<Self, ParseCopyUrlError> {
        if has_password(text) {
            return Err(ParseCopyUrlError::Password);
        }
        let place = match text.split_once("://") {
            Some(("s3", rest)) => s3(&format!("https://{rest}")),
            Some(("s3+http", rest)) => s3(&format!("http://{rest}")),
            Some(("http" | "https", _)) => web_dav(text),
            _ => None,
        };
        let place = place.ok_or_else(|| ParseCopyUrlError::Unknown(text.to_owned()))?;
        Ok(Self { text: text.to_owned(), location: place })
    }
}

fn s3(text: &str) -> Option<CopyLocation> {
    let (mut endpoint, key_id) = without_user(text)?;
    let (mut region, mut is_host) = (DEFAULT_REGION.to_owned(), false);
    for (name, value) in endpoint.query_pairs() {
        match (&*name, &*value) {
            ("region", _) => region = value.into_owned(),
            ("style", "path") => is_host = false,
            ("style", "host") => is_host = true,
            _ => return None,
        }
    }
    let path = decoded(endpoint.path())?;
    let path = path.trim_matches('/');
    let (bucket, folder) = path.split_once('/').unwrap_or((path, ""));
    let (bucket, folder) = (bucket.to_owned(), folder.to_owned());
    if key_id.is_empty() || bucket.is_empty() || !is_folder(&folder) {
        return None;
    }
    endpoint.set_path("/");
    endpoint.set_query(None);
    Some(CopyLocation::S3 { endpoint, bucket, folder, region, is_host, key_id })
}

fn web_dav(text: &str) -> Option<CopyLocation> {
    let (mut folder, user) = without_user(text)?;
    if folder.query().is_some() {
        return None;
    }
    if !folder.path().ends_with('/') {
        let path = format!("{}/", folder.path());
        folder.set_path(&path);
    }
    Some(CopyLocation::WebDav { folder, user })
}

/// Splits the user name off a URL.
fn without_user(text: &str) -> Option<(Url, String)> {
    let mut url = Url::parse(text).ok().filter(|url| url.has_host() && url.fragment().is_none())?;
    let user = decoded(url.username())?;
    url.set_username("").ok()?;
    Some((url, user))
}

fn decoded(text: &str) -> Option<String> {
    percent_encoding::percent_decode_str(text).decode_utf8().ok().map(Into::into)
}

/// Whether a path has no empty, `.` or `..` segment.
fn is_folder(path: &str) -> bool {
    path.is_empty() || path.split('/').all(|part| !["", ".", ".."].contains(&part))
}

impl TryFrom<String> for CopyUrl {
    type Error = ParseCopyUrlError;

    fn try_from(text: String) -> Result<Self, ParseCopyUrlError> {
        text.parse()
    }
}

impl From<CopyUrl> for String {
    fn from(url: CopyUrl) -> Self {
        url.text
    }
}

impl fmt::Display for CopyUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_location(text: &str) -> Option<CopyLocation> {
        text.parse().ok().map(|url: CopyUrl| url.location)
    }

    #[test]
    fn s3_url_parses_into_bucket_and_folder() {
        let CopyLocation::S3 { endpoint, bucket, folder, region, is_host, key_id } =
            parse_location(
                "s3://AKIA@s3.example.org/ink/club/a%20b/?region=eu-central-1&style=host",
            )
            .unwrap()
        else {
            panic!("not a bucket")
        };
        assert_eq!(endpoint.as_str(), "https://s3.example.org/");
        assert_eq!((&*bucket, &*folder, &*key_id), ("ink", "club/a b", "AKIA"));
        assert_eq!((&*region, is_host), ("eu-central-1", true));

        let CopyLocation::S3 { endpoint, folder, region, .. } =
            parse_location("s3+http://id@10.0.0.7:9000/ink").unwrap()
        else {
            panic!("not a bucket")
        };
        assert_eq!(endpoint.as_str(), "http://10.0.0.7:9000/");
        assert_eq!((&*folder, &*region), ("", DEFAULT_REGION));
    }

    #[test]
    fn webdav_url_parses_into_folder_and_user() {
        let read = parse_location("https://club%40home@cloud.example.org/dav/ink").unwrap();
        let folder = Url::parse("https://cloud.example.org/dav/ink/").unwrap();
        assert_eq!(read, CopyLocation::WebDav { folder, user: "club@home".into() });
        assert!(!"http://nas.lan/ink".parse::<CopyUrl>().unwrap().needs_secret());
    }

    #[test]
    fn invalid_copy_urls_are_refused() {
        for text in [
            "",
            "/media/stick",
            "ftp://club@example.org/ink",
            "s3://s3.example.org/ink",
            "s3://AKIA@s3.example.org/",
            "s3://AKIA@s3.example.org/ink/a//b",
            "s3://AKIA@s3.example.org/ink?regoin=x",
            "https://",
        ] {
            let refused = text.parse::<CopyUrl>().unwrap_err();
            assert!(
                refused.to_string().starts_with(&format!("`{text}` is not the address of a copy")),
                "{refused}"
            );
        }
    }

    #[test]
    fn password_is_refused_and_not_repeated() {
        for text in ["s3://AKIA:blue-black@s3.example.org/ink", "https://club:blue-black@nas/ink"] {
            let refused = text.parse::<CopyUrl>().unwrap_err();
            assert_eq!(refused, ParseCopyUrlError::Password);
            assert!(has_password(text) && !refused.to_string().contains("blue"), "{refused}");
        }
        assert!(!has_password("https://nas:8080/ink@home:1"));
    }
}
