//! Stand-in for `typst-html`, typst's exporter of HTML, whose pictures would bring a second PDF renderer: books are only PDF and EPUB, and
//! the EPUB is Inkfold's own.

use typst_library::foundations::{Content, Module, NativeRuleMap, Scope, StyleChain};
use typst_library::visualize::Color;
use typst_macros::elem;

/// Element of HTML, which no document has.
#[elem(name = "elem")]
pub struct HtmlElem {
    /// Name of the element.
    #[required]
    pub tag: Tag,
}

/// Name of an element of HTML.
type Tag = i64;

/// Classes of elements, by which the typesetter groups them into paragraphs.
pub mod tag {
    use super::Tag;

    /// Whether white space around the element is dropped.
    pub fn is_whitespace_collapsing(_: Tag) -> bool {
        false
    }

    /// Whether the element belongs to a paragraph.
    pub fn should_group_into_pars(_: Tag) -> bool {
        false
    }
}

/// Adds the rules that turn elements into HTML: none.
pub fn register(_: &mut NativeRuleMap) {}

/// Module `html` of the language, empty.
pub fn module() -> Module {
    Module::new("html", Scope::new())
}

/// Content of an element of `MathML`: there is none.
pub fn html_mathml_body<'a>(_: &'a Content, _: StyleChain<'a>) -> Option<Option<&'a Content>> {
    None
}

/// Content in a colour: as it is.
pub fn html_span_filled(content: Content, _: Color) -> Content {
    content
}
