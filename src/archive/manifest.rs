//! What an archive says of itself, in `manifest.json`.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::names::is_like_one;
use super::{Error, Result, WithContext, write_new};
use crate::disk::open_regular;
use crate::domain::blob::BlobHash;
use crate::domain::damage::Problem;
use crate::domain::recipient::Recipient;
use crate::domain::time::Time;

/// The layout of archives that anybody can read. Programs before encryption know no other.
const PLAIN: u32 = 1;
/// That of encrypted ones, which is the newest that this program reads.
const ENCRYPTED: u32 = 2;

/// Nothing that an archive says of itself is longer.
const MAX_ENTRY_LENGTH: u64 = 1 << 20;
/// So many files are listed of each kind that could not be copied: more would make it longer than that.
const MAX_MISSING: usize = 4_000;
/// The same for templates.
const MAX_TEMPLATES: usize = 200;

/// What is in an archive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Manifest {
    format: u32,
    /// The version of the program that made it.
    pub program: String,
    /// When, in seconds since 1970, as its name says it too.
    #[serde(with = "seconds")]
    pub made_at: Time,
    /// What the community called itself.
    pub community: String,
    /// The version of the database.
    pub schema: u32,
    #[serde(flatten)]
    pub contents: Contents,
}

/// What an archive holds, as it was written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Contents {
    pub database: Option<Written>,
    /// The list of the files that the database names.
    pub list: Option<Written>,
    /// How many files that are.
    pub blobs: u64,
    /// How many bytes they have together.
    pub blob_bytes: u64,
    /// How many files went into the pool for this archive.
    pub new_blobs: u64,
    /// Files that the database names and that were not there to be copied; of very many, the first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
    /// Files that were damaged or could not be read when they were to be copied, and that are not in it; of very many, the first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub damaged: Vec<String>,
    /// Files that were damaged in the data folder, but are in it as they were stored: an earlier backup had copied them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub repairable: Vec<String>,
    /// Entries of the database that contradict each other.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub flaws: u64,
    /// The community's own templates, by their paths in the folder of templates.
    #[serde(default)]
    pub templates: BTreeMap<String, Written>,
    /// Own templates that could not be read, and that are not in it. Programs before this list take such a backup for a complete one,
    /// and restore it all the same.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unreadable_templates: Vec<String>,
    /// How it is encrypted, if it is. Sizes of files in the pool are those before that; all else is as it was written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub encryption: Option<Encryption>,
    #[serde(default)]
    pub left_out: LeftOut,
}

/// How an archive is encrypted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Encryption {
    /// Whose keys open it, each of them.
    pub recipients: Vec<Recipient>,
    /// The list of what its files are called in the pool.
    pub files: Written,
}

/// Secrets that are in no archive which anybody can read: so many members need new ones after it is put back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LeftOut {
    /// Keys and recovery codes of the second step at sign-in.
    pub second_factors: u64,
    /// Secret addresses for posting by mail.
    pub mail_addresses: u64,
}

/// A file as it was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Written {
    pub bytes: u64,
    pub blake3: String,
}

impl Written {
    /// What stands in the file.
    pub(super) fn of(path: &Path) -> io::Result<Self> {
        let file = open_regular(path)?;
        let bytes = file.metadata()?.len();
        Ok(Self { bytes, blake3: BlobHash::of_reader(file)?.to_string() })
    }
}

impl Contents {
    /// Notes a file that could not be copied.
    pub(super) fn leave_out_file(&mut self, blob: BlobHash, problem: Problem) {
        let list = match problem {
            Problem::Missing => &mut self.missing,
            Problem::Damaged | Problem::Unreadable => &mut self.damaged,
        };
        push(list, blob);
    }

    /// Notes a file that is damaged in the data folder only.
    pub(super) fn note_repairable(&mut self, blob: BlobHash) {
        push(&mut self.repairable, blob);
    }

    /// Notes a template that could not be read.
    pub(super) fn leave_out_template(&mut self, name: &Path) {
        if self.unreadable_templates.len() < MAX_TEMPLATES {
            self.unreadable_templates.push(name.display().to_string());
        }
    }

    /// Names of files that should be in it and are not.
    pub fn files_left_out(&self) -> impl Iterator<Item = &String> {
        self.missing.iter().chain(&self.damaged)
    }

    /// Number of those files.
    pub fn files_lacking(&self) -> usize {
        self.files_left_out().count()
    }

    /// Number of files that were missing or damaged in the data folder when it was made.
    pub fn damaged_files(&self) -> usize {
        self.files_lacking() + self.repairable.len()
    }

    /// Whether everything is in it that should be, and nothing contradicts itself.
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

    /// Whether there is one in a folder, or the disk does not say.
    pub(super) fn may_be_in(folder: &Path) -> bool {
        !fs::metadata(folder.join(Self::FILE)).is_err_and(|error| is_nothing(&error))
    }

    pub(super) fn new(made_at: Time, community: &str, schema: u32, contents: Contents) -> Self {
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
            Err(Error::NotAnArchive(_)) if is_like_one(archive) => Err(damaged()),
            parsed => parsed,
        }
    }

    /// Reads the text of a manifest, for the archive with this path.
    pub(super) fn parse(archive: &Path, text: &[u8]) -> Result<Self> {
        let not_one = || Error::NotAnArchive(archive.to_owned());
        // A newer layout may have other fields: its number and its program are read on their own.
        let about: About = serde_json::from_slice(text).map_err(|_| not_one())?;
        if about.format > ENCRYPTED {
            return Err(Error::Newer { path: archive.to_owned(), program: about.program });
        }
        serde_json::from_slice(text).map_err(|_| not_one())
    }

    pub(super) fn write(&self, archive: &Path) -> io::Result<()> {
        let text = serde_json::to_vec_pretty(self)?;
        write_new(&archive.join(Self::FILE), &text)
    }

    /// Whether it is read with a key only.
    pub fn is_encrypted(&self) -> bool {
        self.contents.encryption.is_some()
    }

    /// Bytes on the disk, if no other archive had files in the pool.
    pub fn bytes(&self) -> u64 {
        let database = self.contents.database.as_ref().map_or(0, |written| written.bytes);
        self.contents.blob_bytes.saturating_add(database)
    }
}

/// Whether there is no such file, and not merely a disk that does not answer.
fn is_nothing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

#[derive(Deserialize)]
struct About {
    format: u32,
    program: String,
}

mod seconds {
    //! A moment, as whole seconds.

    use serde::{Deserialize, Deserializer, Serializer};

    use crate::domain::time::Time;

    pub(super) fn serialize<S: Serializer>(time: &Time, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_i64(time.seconds)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Time, D::Error> {
        Ok(Time { seconds: i64::deserialize(from)?, nanoseconds: 0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_archive_whose_files_were_all_lost_is_still_read() {
        let folder = tempfile::tempdir().unwrap();
        let mut contents = Contents::default();
        for file in 0..2 * MAX_MISSING {
            contents.leave_out_file(BlobHash::of(&file.to_be_bytes()), Problem::Missing);
        }
        let written = Manifest::new(Time::default(), "Inkfold", 1, contents);
        written.write(folder.path()).unwrap();
        let read = Manifest::read(folder.path()).unwrap();
        assert_eq!((read.contents.missing.len(), &read), (MAX_MISSING, &written));
    }
}
