//! Preflight of a book for print: everything that a copy shop has to know, in plain words.

use serde::{Deserialize, Serialize};

use super::options::Measures;
use super::wrap::Wrap;
use super::{Book, Length, LowResolution, Medium, PAGES_PER_SHEET, PrintFacts, TypesetBook};

/// Resolution below which a picture gets a sentence of its own.
const MIN_FAIR_DPI: u32 = 150;
/// Maximum number of pictures with a sentence of their own.
const MAX_NAMED: usize = 12;
/// Number of pages below which a spine is too thin for glue.
const MIN_GLUED_PAGES: u32 = 40;
/// Number of pages above which a booklet is too thick to be folded.
const MAX_FOLDED_PAGES: u32 = 80;
/// Inner margin of a page in 1/438.75 of its width, as in `style.typ`.
const INNER_MARGIN: f64 = 52.0 / 438.75;

/// Facts about the files of a book for print. Lengths are in millimetres.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Preflight {
    pub pages: u32,
    /// Blank pages at the end, which are counted in `pages`.
    pub blank_pages: u32,
    /// Width of a page after it is cut.
    pub page_width: f64,
    pub page_height: f64,
    /// Width of the strip around a page that is cut off.
    pub bleed: f64,
    pub inner_margin: f64,
    /// Cover of a book that is bound; `None` for a booklet.
    pub cover: Option<CoverSheet>,
    /// Number of sheets of a booklet.
    pub sheets: Option<u32>,
    /// Number of embedded fonts.
    pub fonts: usize,
    pub fonts_not_embedded: Vec<String>,
    /// Pages with a colour other than grey.
    pub colour_pages: Vec<u32>,
    /// Pictures with less than 200 dots per inch.
    pub low_resolution: Vec<LowResolution>,
    /// Facts in sentences.
    pub facts: Vec<String>,
    /// Problems and advice in sentences.
    pub warnings: Vec<String>,
}

/// Sheet with the back, the spine and the front of a cover. Lengths are in millimetres.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CoverSheet {
    /// Width with bleed.
    pub width: f64,
    pub height: f64,
    pub spine: f64,
    pub has_title_on_spine: bool,
}

impl Preflight {
    /// Preflight of a book that was typeset for print, with its cover if it has one.
    pub fn of(book: &Book, printed: &TypesetBook, wrap: Option<&Wrap>) -> Self {
        let PrintFacts { measures, findings } = printed.print.clone().unwrap_or_default();
        let (mut findings, Measures { gutter, blank }) = (findings, measures);
        if let Some(wrap) = wrap {
            findings.fonts.embedded.extend(wrap.findings.fonts.embedded.iter().cloned());
            findings.fonts.missing.extend(wrap.findings.fonts.missing.iter().cloned());
        }
        let (width, height) = book.page_size.points();
        let is_booklet = matches!(book.options.medium, Medium::Booklet { .. });
        let bleed = if is_booklet { Length(0) } else { Length::BLEED };
        let inner = Length(Length::of_points(width * INNER_MARGIN).0 + gutter.0);
        let mut preflight = Self {
            pages: printed.pages,
            blank_pages: blank,
            page_width: Length::of_points(width).millimetres(),
            page_height: Length::of_points(height).millimetres(),
            bleed: bleed.millimetres(),
            inner_margin: inner.millimetres(),
            cover: wrap.map(|wrap| CoverSheet::of(width, height, wrap.spine)),
            sheets: is_booklet.then(|| printed.pages.div_ceil(PAGES_PER_SHEET as u32)),
            fonts: findings.fonts.embedded.len(),
            fonts_not_embedded: findings.fonts.missing.into_iter().collect(),
            colour_pages: findings.colour_pages.into_iter().collect(),
            low_resolution: findings.low_resolution,
            facts: Vec::new(),
            warnings: Vec::new(),
        };
        preflight.facts = preflight.facts(book);
        preflight.warnings = preflight.warnings(book);
        preflight
    }

    fn facts(&self, book: &Book) -> Vec<String> {
        let mut facts = Vec::new();
        if let Some(sheets) = self.sheets {
            let paper = book.page_size.sheet_name();
            let sheets = counted(sheets, "sheet", "sheets");
            let pages = counted(self.pages, "page", "pages");
            facts.push(format!("The booklet has {pages} on {sheets} of {paper} paper."));
            facts.extend(folding(book.options.medium).map(str::to_owned));
        } else {
            facts.push(format!(
                "The inside has {} of {} × {} mm, and {} mm bleed on every side.",
                counted(self.pages, "page", "pages"),
                self.page_width,
                self.page_height,
                self.bleed
            ));
        }
        if self.blank_pages > 0 {
            facts.push("The last page is blank, so that the last sheet has two sides.".to_owned());
        }
        if let Some(cover) = &self.cover {
            facts.push(format!(
                "The cover is one sheet of {} × {} mm with bleed: back, spine and front.",
                cover.width, cover.height
            ));
            let title = if cover.has_title_on_spine {
                "The title is on it."
            } else {
                "That is too narrow for a title."
            };
            facts.push(format!("The spine is {} mm wide. {title}", cover.spine));
            facts.push(format!("The inner margin is {} mm.", self.inner_margin));
        }
        facts.push(self.colours(book));
        if self.fonts_not_embedded.is_empty() {
            facts.push(match self.fonts {
                1 => "The font is embedded.".to_owned(),
                fonts => format!("All {fonts} fonts are embedded."),
            });
        }
        facts
    }

    fn colours(&self, book: &Book) -> String {
        match &self.colour_pages[..] {
            [] if book.options.all_black => {
                "Everything inside is black or grey, as the book is set.".to_owned()
            }
            [] => "Everything inside is black or grey.".to_owned(),
            pages => format!("{} in colour.", Ranges::of(pages).in_words()),
        }
    }

    fn warnings(&self, book: &Book) -> Vec<String> {
        let mut warnings = Vec::new();
        let low = self.low_resolution.iter();
        let mut named: Vec<&LowResolution> =
            low.clone().filter(|low| low.dpi < MIN_FAIR_DPI).collect();
        named.sort_by_key(|low| low.dpi);
        named.truncate(MAX_NAMED);
        named.sort_by_key(|low| low.page);
        warnings.extend(named.iter().map(|low| low.sentence()));
        let others = self.low_resolution.len() - named.len();
        if others > 0 {
            let lowest = low.filter(|low| !named.contains(low)).map(|low| low.dpi).min();
            let pictures = match (others, named.is_empty()) {
                (1, true) => "1 picture has".to_owned(),
                (1, false) => "1 other picture has".to_owned(),
                (more, true) => format!("{more} pictures have"),
                (more, false) => format!("{more} other pictures have"),
            };
            warnings.push(format!(
                "{pictures} {} to 199 dpi: a little less sharp than the letters, and easy to read.",
                lowest.unwrap_or_default()
            ));
        }
        if !self.fonts_not_embedded.is_empty() {
            warnings.push(format!(
                "Fonts that are not embedded: {}. They come from members' PDFs, and a copy shop may replace them.",
                self.fonts_not_embedded.join(", ")
            ));
        }
        if self.cover.is_some() && self.pages < MIN_GLUED_PAGES {
            warnings.push(format!(
                "A spine of {} can hardly be glued. Ask for staples, or print a booklet.",
                counted(self.pages, "page", "pages")
            ));
        }
        let is_one_pile = book.options.medium == Medium::Booklet { sheets: None };
        if is_one_pile && self.pages > MAX_FOLDED_PAGES {
            warnings.push(format!(
                "{} are too many for one pile of folded sheets. Fold about five sheets at a time, and sew or glue the small booklets together.",
                counted(self.pages, "page", "pages")
            ));
        }
        warnings
    }
}

impl LowResolution {
    fn sentence(&self) -> String {
        let Self { page, dpi, writer, question, is_full_page } = self;
        let what = if *is_full_page { "scan" } else { "handwriting" };
        format!(
            "Page {page}: the {what} by {writer} (\u{201c}{question}\u{201d}) has {dpi} dpi; a copy shop may print it soft."
        )
    }
}

impl CoverSheet {
    fn of(page_width: f64, page_height: f64, spine: Length) -> Self {
        let bleed = 2 * Length::BLEED.0;
        let width = Length(2 * Length::of_points(page_width).0 + spine.0 + bleed);
        let height = Length(Length::of_points(page_height).0 + bleed);
        Self {
            width: width.millimetres(),
            height: height.millimetres(),
            spine: spine.millimetres(),
            has_title_on_spine: spine >= Length::MIN_TITLED_SPINE,
        }
    }
}

/// Instructions for printing and folding a booklet.
fn folding(medium: Medium) -> impl Iterator<Item = &'static str> {
    let print = "Print it double-sided, flipped on the short edge, at actual size without scaling.";
    let fold = match medium {
        Medium::Booklet { sheets: Some(_) } => {
            "Fold the sheets in the middle, a few at a time as they follow each other, and bind the piles in their order."
        }
        _ => {
            "Keep the sheets in their order, fold them together in the middle, and staple them in the fold."
        }
    };
    [print, fold].into_iter()
}

/// Consecutive pages.
struct Ranges(Vec<(u32, u32)>);

impl Ranges {
    fn of(pages: &[u32]) -> Self {
        let mut ranges: Vec<(u32, u32)> = Vec::new();
        for page in pages {
            match ranges.last_mut() {
                Some((_, last)) if *last + 1 == *page => *last = *page,
                _ => ranges.push((*page, *page)),
            }
        }
        Self(ranges)
    }

    fn in_words(&self) -> String {
        let range = |(first, last): &(u32, u32)| match last - first {
            0 => first.to_string(),
            _ => format!("{first}\u{2013}{last}"),
        };
        let ranges: Vec<String> = self.0.iter().map(range).collect();
        match &self.0[..] {
            [(first, last)] if first == last => format!("Page {first} is"),
            _ => format!("Pages {} are", ranges.join(", ")),
        }
    }
}

fn counted(number: u32, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{book, hand};
    use super::*;
    use crate::findings::{Findings, Fonts};

    fn low(page: u32, dpi: u32) -> LowResolution {
        LowResolution {
            page,
            dpi,
            writer: "Ana".into(),
            question: "Why?".into(),
            is_full_page: true,
        }
    }

    fn preflight(findings: Findings, pages: u32, medium: Medium) -> Preflight {
        let mut book = book(vec![vec![hand("Ana")]]);
        book.page_size = super::super::PageSize::A5;
        book.options.medium = medium;
        let print = Some(PrintFacts { measures: Measures::of(pages), findings });
        Preflight::of(&book, &TypesetBook { pages, notices: Vec::new(), print }, None)
    }

    #[test]
    fn pictures_with_low_resolution_are_named() {
        let low_resolution = vec![low(12, 96), low(13, 161), low(14, 180)];
        let found = Findings { low_resolution, ..Findings::default() };
        assert_eq!(
            preflight(found, 100, Medium::Print).warnings,
            [
                "Page 12: the scan by Ana (“Why?”) has 96 dpi; a copy shop may print it soft.",
                "2 other pictures have 161 to 199 dpi: a little less sharp than the letters, and easy to read."
            ]
        );
        let low_resolution = (1..=20).map(|page| low(page, 100 - page)).collect();
        let many =
            preflight(Findings { low_resolution, ..Findings::default() }, 100, Medium::Print);
        assert_eq!(many.warnings.len(), MAX_NAMED + 1);
        assert!(many.warnings[0].starts_with("Page 9: "), "the worst: {}", many.warnings[0]);
        assert!(many.warnings[MAX_NAMED].starts_with("8 other pictures have 92 to"));
    }

    #[test]
    fn preflight_lists_fonts_and_coloured_pages() {
        let fonts = Fonts {
            embedded: ["Literata".into(), "Noto".into()].into(),
            missing: ["Helvetica".into()].into(),
        };
        let found = Findings { colour_pages: [3, 4, 5, 9].into(), fonts, ..Findings::default() };
        let preflight = preflight(found, 90, Medium::Print);
        assert!(preflight.facts.contains(&"Pages 3–5, 9 are in colour.".to_owned()));
        assert!(!preflight.facts.iter().any(|fact| fact.contains("embedded")));
        assert!(preflight.warnings[0].starts_with("Fonts that are not embedded: Helvetica."));
        assert_eq!(
            preflight.facts[0],
            "The inside has 90 pages of 148 × 210 mm, and 3 mm bleed on every side."
        );
    }

    #[test]
    fn thick_booklet_is_several() {
        let booklet =
            |pages, sheets| preflight(Findings::default(), pages, Medium::Booklet { sheets });
        assert_eq!(booklet(13, None).facts[0], "The booklet has 13 pages on 4 sheets of A4 paper.");
        assert_eq!(booklet(80, None).warnings, Vec::<String>::new());
        assert!(booklet(81, None).warnings[0].starts_with("81 pages are too many for one pile"));
        assert_eq!(booklet(81, Some(5)).warnings, Vec::<String>::new());
    }
}
