//! Damage to stored files.

use std::fmt::Display;
use std::path::Path;

use serde::{Deserialize, Serialize};

/// Kind of damage of a stored file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DamageKind {
    /// The file does not exist.
    Missing,
    /// The bytes differ from those that were stored.
    Damaged,
    /// The disk or the permissions prevent reading the file.
    Unreadable,
}

impl DamageKind {
    /// The problem as the predicate of a sentence about the file.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Missing => "is missing",
            Self::Damaged => "is damaged",
            Self::Unreadable => "cannot be read",
        }
    }
}

/// I/O error with the path at which it occurred.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PathError {
    pub path: String,
    /// Message of the system.
    pub error: String,
}

impl PathError {
    pub fn new(path: &Path, error: impl Display) -> Self {
        Self { path: path.display().to_string(), error: error.to_string() }
    }
}

/// Stored file with a problem, and the items that it belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DamagedFile {
    /// Its name: the hash of its bytes.
    pub file: String,
    pub problem: DamageKind,
    /// Every memo, post, edition or form that uses the file, described with the member and the book.
    pub belongs_to: Vec<String>,
}
