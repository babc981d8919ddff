//! Styles of citing and their words by language: none.

use crate::citationberg::{IndependentStyle, Locale, Style};

/// Style of citing, the one that documents have by default.
#[derive(Clone, Copy, Debug, Hash, PartialEq)]
pub enum ArchivedStyle {
    InstituteOfElectricalAndElectronicsEngineers,
}

impl ArchivedStyle {
    /// Styles that a document can name.
    pub fn all() -> &'static [Self] {
        &[]
    }

    /// Style by its name.
    pub fn by_name(_: &str) -> Option<Self> {
        None
    }

    /// Its names, the shortest last.
    pub fn names(self) -> &'static [&'static str] {
        &["ieee"]
    }

    /// Its title.
    pub fn display_name(self) -> &'static str {
        "IEEE"
    }

    /// Its rules.
    pub fn get(self) -> Style {
        Style::Independent(IndependentStyle::default())
    }
}

/// Words of citations by language.
pub fn locales() -> Vec<Locale> {
    Vec::new()
}
