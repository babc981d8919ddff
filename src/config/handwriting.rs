//! Settings of reading handwriting.

use serde::{Deserialize, Serialize};

/// Reading of handwriting, for search and for drafts of transcriptions. Nothing leaves the machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Handwriting {
    /// Whether handwriting in entries and posts is read in the background. What is read can be searched, and is marked as uncertain.
    pub enabled: bool,
    /// Languages of the community for which words are proposed where handwriting is hard to read, and transcriptions are drafted: `["en"]`, the only
    /// one so far, or none.
    pub languages: Vec<Language>,
}

/// Language with a word list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Language {
    #[serde(rename = "en")]
    English,
}

impl Default for Handwriting {
    fn default() -> Self {
        Self { enabled: true, languages: vec![Language::English] }
    }
}
