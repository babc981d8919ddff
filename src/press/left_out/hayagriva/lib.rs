//! Stand-in for `hayagriva`, which brings a hundred styles of citing in fifty languages: no bibliography can be loaded, and the error of
//! the template that tries says so.
//!
//! No value of the types of a loaded bibliography is ever made.

pub mod archive;
pub mod citationberg;
pub mod io;
mod rendered;

use std::convert::Infallible;
use std::marker::PhantomData;

pub use rendered::{
    BibliographyItem, Elem, ElemChild, ElemChildren, ElemMeta, Formatted, Formatting, Rendered,
    RenderedBibliography, RenderedCitation,
};

use citationberg::{IndependentStyle, Locale, LocaleCode, taxonomy};

/// Loaded bibliography.
#[derive(Debug)]
pub struct Library(Infallible);

impl Library {
    /// Whether it has no entry.
    pub fn is_empty(&self) -> bool {
        match self.0 {}
    }
}

impl IntoIterator for Library {
    type Item = Entry;
    type IntoIter = std::iter::Empty<Entry>;

    fn into_iter(self) -> Self::IntoIter {
        match self.0 {}
    }
}

/// Work in a bibliography.
#[derive(Debug)]
pub struct Entry(Infallible);

impl Entry {
    /// Name by which it is cited.
    pub fn key(&self) -> &str {
        match self.0 {}
    }

    /// Its title.
    pub fn title(&self) -> Option<&Title> {
        match self.0 {}
    }
}

/// Title of a work.
pub struct Title {
    pub value: Text,
}

/// Text of a work.
pub struct Text(Infallible);

impl Text {
    /// Text without its looks.
    pub fn to_str(&self) -> &str {
        match self.0 {}
    }
}

/// Part of a work that is cited.
pub struct SpecificLocator(pub taxonomy::Locator, pub LocatorPayload);

/// Name of a part of a work.
pub enum LocatorPayload {
    Transparent(TransparentLocator),
}

/// Name of a part of a work, printed as the document has it.
pub struct TransparentLocator;

impl TransparentLocator {
    /// Locator of content of the document.
    pub fn new<T>(_: T) -> Self {
        Self
    }
}

/// Part of a citation that is asked for.
pub enum CitePurpose {
    Author,
    Year,
    Full,
    Prose,
}

/// Citation of a work.
pub struct CitationItem<'a, T>(PhantomData<&'a T>);

impl<'a, T> CitationItem<'a, T> {
    /// Citation of `entry`.
    pub fn new(
        _entry: &'a T,
        _locator: Option<SpecificLocator>,
        _locale: Option<LocaleCode>,
        _hidden: bool,
        _purpose: Option<CitePurpose>,
    ) -> Self {
        Self(PhantomData)
    }
}

/// Citations at one place of the document.
pub struct CitationRequest<'a, T>(PhantomData<&'a T>);

impl<'a, T> CitationRequest<'a, T> {
    /// Citations in a style and a language.
    pub fn new(
        _items: Vec<CitationItem<'a, T>>,
        _style: &'a IndependentStyle,
        _locale: Option<LocaleCode>,
        _locales: &'a [Locale],
        _note_number: Option<usize>,
    ) -> Self {
        Self(PhantomData)
    }
}

/// List of works in a style and a language.
pub struct BibliographyRequest<'a> {
    pub style: &'a IndependentStyle,
    pub locale: Option<LocaleCode>,
    pub locale_files: &'a [Locale],
}

/// Collector of a document's citations.
#[derive(Default)]
pub struct BibliographyDriver;

impl BibliographyDriver {
    /// Collector without citations.
    pub fn new() -> Self {
        Self
    }

    /// Collector that counts on.
    #[must_use]
    pub fn with_citation_number_offset(self, _: usize) -> Self {
        self
    }

    /// Takes citations, of which there are none.
    pub fn citation<T>(&mut self, _: CitationRequest<'_, T>) {}

    /// Everything that is printed: nothing.
    pub fn finish(self, _: BibliographyRequest<'_>) -> Rendered {
        Rendered { bibliography: None, citations: Vec::new() }
    }
}
