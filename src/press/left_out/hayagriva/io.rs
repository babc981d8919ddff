//! Refusal of every file of a bibliography.

use std::convert::Infallible;
use std::ops::Range;

use serde::de::Error as _;

use crate::Library;

const LEFT_OUT: &str = "Inkfold is built without bibliographies";

/// Refuses a bibliography in YAML.
///
/// # Errors
/// Always.
pub fn from_yaml_str(_: &str) -> Result<Library, serde_yaml::Error> {
    Err(serde_yaml::Error::custom(LEFT_OUT))
}

/// Refuses a bibliography in `BibLaTeX`.
///
/// # Errors
/// Always.
pub fn from_biblatex_str(_: &str) -> Result<Library, Vec<BibLaTeXError>> {
    Err(vec![BibLaTeXError::Parse(Fault { span: 0..0, kind: LEFT_OUT })])
}

/// Reason for which a bibliography in `BibLaTeX` was refused.
#[derive(Debug)]
pub enum BibLaTeXError {
    Parse(Fault<&'static str>),
    Type(Fault<Infallible>),
}

/// Place and words of a refusal.
#[derive(Debug)]
pub struct Fault<K> {
    pub span: Range<usize>,
    pub kind: K,
}
