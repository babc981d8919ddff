//! Damage to stored files.

use std::fmt::Display;
use std::path::Path;

use serde::{Deserialize, Serialize};

/// Way in which a stored file is not what it should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Problem {
    /// It is not there.
    Missing,
    /// Its bytes are not those that were stored.
    Damaged,
    /// The disk or its permissions do not let it be read.
    Unreadable,
}

impl Problem {
    /// Predicate for a sentence about the file.
    pub fn words(self) -> &'static str {
        match self {
            Self::Missing => "is missing",
            Self::Damaged => "is damaged",
            Self::Unreadable => "cannot be read",
        }
    }
}

/// A path at which the disk refused something, and why.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PathError {
    pub path: String,
    /// Words of the system.
    pub error: String,
}

impl PathError {
    pub fn new(path: &Path, error: impl Display) -> Self {
        Self { path: path.display().to_string(), error: error.to_string() }
    }
}

/// A stored file with a problem, and what it belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DamagedFile {
    /// Its name: the hash of its bytes.
    pub file: String,
    pub problem: Problem,
    /// Each memo, post, edition or form that has it, in words that name the member and the book.
    pub belongs_to: Vec<String>,
}
