//! Styles of citing.

/// Style of citing.
pub enum Style {
    Independent(IndependentStyle),
}

/// Style of citing with rules of its own.
#[derive(Debug, Default)]
pub struct IndependentStyle {
    pub settings: StyleSettings,
}

impl IndependentStyle {
    /// Refuses a style.
    ///
    /// # Errors
    /// Always.
    pub fn from_xml(_: &str) -> Result<Self, &'static str> {
        Err("Inkfold is built without bibliographies")
    }
}

/// Settings of a style.
#[derive(Debug, Default)]
pub struct StyleSettings {
    pub class: StyleClass,
}

/// Place of citations.
#[derive(Debug, Default, PartialEq)]
pub enum StyleClass {
    #[default]
    InText,
    Note,
}

/// Words of citations in a language.
pub struct Locale;

/// Code of a language.
#[derive(Clone)]
pub struct LocaleCode(pub String);

/// Parts of works.
pub mod taxonomy {
    /// Part of a work that is cited.
    pub enum Locator {
        Custom,
    }
}

/// Place of a part in its text.
pub enum Display {
    Block,
    LeftMargin,
    RightInline,
    Indent,
}

/// Slope of letters.
pub enum FontStyle {
    Normal,
    Italic,
}

/// Shape of small letters.
pub enum FontVariant {
    Normal,
    SmallCaps,
}

/// Weight of letters.
pub enum FontWeight {
    Normal,
    Bold,
    Light,
}

/// Line under a text.
pub enum TextDecoration {
    None,
    Underline,
}

/// Height of a text on its line.
pub enum VerticalAlign {
    None,
    Baseline,
    Sup,
    Sub,
}
