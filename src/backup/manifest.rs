//! Manifest of an archive, in `manifest.json`.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::domain::blob::BlobHash;
use crate::domain::damage::DamageKind;
use crate::domain::recipient::Recipient;
use crate::domain::time::Timestamp;
use crate::platform::file_system::open_regular;

use super::names::looks_like_archive;
use super::{Error, Result, WithContext, write_new};

/// Format number of unencrypted archives, the only one that programs before encryption support.
const PLAIN: u32 = 1;
/// Format number of encrypted archives, the newest that this program supports.
const ENCRYPTED: u32 = 2;

/// Maximum length of a manifest in bytes.
const MAX_ENTRY_LENGTH: u64 = 1 << 20;
/// Maximum number of missing, of damaged and of repairable files that are listed, so that the manifest stays below its maximum length.
const MAX_MISSING: usize = 4_000;
/// Maximum number of unreadable templates that are listed.
const MAX_TEMPLATES: usize = 200;

/// Manifest: origin, versions and contents of an archive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Manifest {
    format: u32,
    /// Version of the program that made the archive.
    pub program: String,
    /// Time of the backup in whole seconds since 1970; the archive's name has the same.
    #[serde(with = "seconds")]
    pub made_at: Timestamp,
    /// Name of the community at that time.
    pub community: String,
    /// Schema version of the database.
    pub schema: u32,
    #[serde(flatten)]
    pub contents: Contents,
}

/// Contents of an archive as they were written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Contents {
    pub database: Option<FileDigest>,
    /// List of the files that the database references.
    pub list: Option<FileDigest>,
    /// Number of files in the list.
    pub blobs: u64,
    /// Total bytes of these files.
    pub blob_bytes: u64,
    /// Number of files added to the pool for this archive.
    pub new_blobs: u64,
    /// Files that the database references and that were missing in the data folder; the first 4,000.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
    /// Files that were damaged or unreadable in the data folder, and that the archive lacks; the first 4,000.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub damaged: Vec<String>,
    /// Files that were damaged in the data folder, but intact in the pool from an earlier backup; the first 4,000.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub repairable: Vec<String>,
    /// Number of database entries that contradict each other.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub flaws: u64,
    /// Community's own templates, by their paths in the folder of templates.
    #[serde(default)]
    pub templates: BTreeMap<String, FileDigest>,
    /// Own templates that could not be read, and that the archive lacks; the first 200. Programs before this field take such a backup
    /// for complete, and can restore it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unreadable_templates: Vec<String>,
    /// Encryption of the archive, if any. Sizes of files in the pool are those before encryption; all other sizes are as written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub encryption: Option<Encryption>,
    #[serde(default)]
    pub left_out: OmittedSecrets,
}

/// Encryption of an archive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Encryption {
    /// Recipients: the key of each of them decrypts the archive.
    pub recipients: Vec<Recipient>,
    /// List of the names of its files in the pool.
    pub files: FileDigest,
}

/// Numbers of members whose secrets an unencrypted archive lacks, and who need new ones after a restore.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OmittedSecrets {
    /// Members with a second factor: its key and recovery codes are left out.
    pub second_factors: u64,
    /// Members with a secret address for posting by mail.
    pub mail_addresses: u64,
}

/// Length and BLAKE3 hash of a file as it was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileDigest {
    pub bytes: u64,
    pub blake3: String,
}

impl FileDigest {
    /// Reads length and hash of the file.
    pub(super) fn of(path: &Path) -> io::Result<Self> {
        let file = open_regular(path)?;
        let bytes = file.metadata()?.len();
        Ok(Self { bytes, blake3: BlobHash::of_reader(file)?.to_string() })
    }
}

impl Contents {
    /// Lists a file that could not be copied as missing or damaged.
    pub(super) fn leave_out_file(&mut self, blob: BlobHash, problem: DamageKind) {
        let list = match problem {
            DamageKind::Missing => &mut self.missing,
            DamageKind::Damaged | DamageKind::Unreadable => &mut self.damaged,
        };
        push(list, blob);
    }

    /// Lists a file that is damaged in the data folder only.
    pub(super) fn note_repairable(&mut self, blob: BlobHash) {
        push(&mut self.repairable, blob);
    }

    /// Lists a template that could not be read.
    pub(super) fn leave_out_template(&mut self, name: &Path) {
        if self.unreadable_templates.len() < MAX_TEMPLATES {
            self.unreadable_templates.push(name.display().to_string());
        }
    }

    /// Names of the files that the archive should have and lacks.
    pub fn files_left_out(&self) -> impl Iterator<Item = &String> {
        self.missing.iter().chain(&self.damaged)
    }

    /// Number of the files that the archive should have and lacks.
    pub fn files_lacking(&self) -> usize {
        self.files_left_out().count()
    }

    /// Number of files that were missing or damaged in the data folder at the time of the backup.
    pub fn damaged_files(&self) -> usize {
        self.files_lacking() + self.repairable.len()
    }

    /// Whether the archive lacks no file and no template, and its database had no contradictions.
    pub fn is_complete(&self) -> bool {
        self.files_lacking() == 0 && self.unreadable_templates.is_empty() && self.flaws == 0
    }
}

fn push(list: &mut Vec<String>, blob: BlobHash) {
    if list.len() < MAX_MISSING {
        list.push(blob.to_string());
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl Manifest {
    pub const FILE: &str = "manifest.json";

    /// Whether the folder has a manifest, or the disk fails to answer.
    pub(super) fn may_be_in(folder: &Path) -> bool {
        !fs::metadata(folder.join(Self::FILE)).is_err_and(|error| is_nothing(&error))
    }

    pub(super) fn new(
        made_at: Timestamp,
        community: &str,
        schema: u32,
        contents: Contents,
    ) -> Self {
        let format = if contents.encryption.is_some() { ENCRYPTED } else { PLAIN };
        let program = env!("CARGO_PKG_VERSION").to_owned();
        Self { format, program, made_at, community: community.to_owned(), schema, contents }
    }

    pub(super) fn read(archive: &Path) -> Result<Self> {
        let not_one = || Error::NotAnArchive(archive.to_owned());
        let path = archive.join(Self::FILE);
        let reading = || format!("reading {}", path.display());
        let length = match fs::metadata(&path) {
            Err(error) if is_nothing(&error) => return Err(not_one()),
            found => found.with_context(reading)?.len(),
        };
        let damaged = || Error::Damaged {
            path: archive.to_owned(),
            what: format!("its {} cannot be read", Self::FILE),
        };
        let parsed = if length > MAX_ENTRY_LENGTH {
            Err(not_one())
        } else {
            Self::parse(archive, &fs::read(&path).with_context(reading)?)
        };
        match parsed {
            Err(Error::NotAnArchive(_)) if looks_like_archive(archive) => Err(damaged()),
            parsed => parsed,
        }
    }

    /// Parses the text of a manifest of the archive at this path.
    pub(super) fn parse(archive: &Path, text: &[u8]) -> Result<Self> {
        let not_one = || Error::NotAnArchive(archive.to_owned());
        // A newer format may have other fields: format and program are parsed on their own.
        let about: FormatVersion = serde_json::from_slice(text).map_err(|_| not_one())?;
        if about.format > ENCRYPTED {
            return Err(Error::Newer { path: archive.to_owned(), program: about.program });
        }
        serde_json::from_slice(text).map_err(|_| not_one())
    }

    pub(super) fn write(&self, archive: &Path) -> io::Result<()> {
        let text = serde_json::to_vec_pretty(self)?;
        write_new(&archive.join(Self::FILE), &text)
    }

    /// Whether the archive is encrypted.
    pub fn is_encrypted(&self) -> bool {
        self.contents.encryption.is_some()
    }

    /// Size in bytes of the database and all files, including files shared with other archives.
    pub fn bytes(&self) -> u64 {
        let database = self.contents.database.as_ref().map_or(0, |written| written.bytes);
        self.contents.blob_bytes.saturating_add(database)
    }
}

/// Whether the error says that the file does not exist, rather than that the disk failed.
fn is_nothing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

#[derive(Deserialize)]
struct FormatVersion {
    format: u32,
    program: String,
}

mod seconds {
    //! Serialization of a time as whole seconds.

    use serde::{Deserialize, Deserializer, Serializer};

    use crate::domain::time::Timestamp;

    pub(super) fn serialize<S: Serializer>(time: &Timestamp, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_i64(time.seconds)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Timestamp, D::Error> {
        Ok(Timestamp { seconds: i64::deserialize(from)?, nanoseconds: 0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn archive_with_all_files_missing_is_still_read() {
        let folder = tempfile::tempdir().unwrap();
        let mut contents = Contents::default();
        for file in 0..2 * MAX_MISSING {
            contents.leave_out_file(BlobHash::of(&file.to_be_bytes()), DamageKind::Missing);
        }
        let written = Manifest::new(Timestamp::default(), "Inkfold", 1, contents);
        written.write(folder.path()).unwrap();
        let read = Manifest::read(folder.path()).unwrap();
        assert_eq!((read.contents.missing.len(), &read), (MAX_MISSING, &written));
    }
}
