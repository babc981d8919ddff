//! Printed parts of a bibliography and of citations. None is ever made.

use crate::citationberg::{
    Display, FontStyle, FontVariant, FontWeight, TextDecoration, VerticalAlign,
};

/// Everything that is printed.
pub struct Rendered {
    pub bibliography: Option<RenderedBibliography>,
    pub citations: Vec<RenderedCitation>,
}

/// List of works.
pub struct RenderedBibliography {
    pub items: Vec<BibliographyItem>,
    pub hanging_indent: bool,
}

/// Work in the list.
pub struct BibliographyItem {
    pub key: String,
    pub first_field: Option<ElemChild>,
    pub content: ElemChildren,
}

/// Citation in the text.
pub struct RenderedCitation {
    pub citation: ElemChildren,
}

/// Parts of a text.
pub struct ElemChildren(pub Vec<ElemChild>);

impl ElemChildren {
    /// First part of a kind.
    pub fn find_meta(&self, _: &ElemMeta) -> Option<&Elem> {
        None
    }
}

/// Part of a text.
pub enum ElemChild {
    Text(Formatted),
    Elem(Elem),
    Markup(String),
    Link { text: Formatted, url: String },
    Transparent { cite_idx: usize, format: Formatting },
}

/// Part of a text with parts of its own.
pub struct Elem {
    pub children: ElemChildren,
    pub display: Option<Display>,
    pub meta: Option<ElemMeta>,
}

/// Kind of a part.
#[derive(PartialEq)]
pub enum ElemMeta {
    CitationNumber,
    Entry(usize),
}

/// Text with its looks.
pub struct Formatted {
    pub text: String,
    pub formatting: Formatting,
}

/// Looks of a text.
pub struct Formatting {
    pub font_style: FontStyle,
    pub font_variant: FontVariant,
    pub font_weight: FontWeight,
    pub text_decoration: TextDecoration,
    pub vertical_align: VerticalAlign,
}
