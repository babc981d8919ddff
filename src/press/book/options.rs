//! Options of a book's PDF: its purpose, and how it is printed.

use std::str::FromStr;

/// Micrometres in a point of 1/72 inch.
const MICROMETRES_PER_POINT: f64 = 25_400.0 / 72.0;

/// Options of a book's PDF.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    pub medium: Medium,
    /// Whether the pages inside are printed in black and grey only, whatever ink members wrote with.
    pub all_black: bool,
    /// Whether typed text has 18 points, and handwriting is enlarged by as much.
    pub large_print: bool,
}

/// Purpose of a book's PDF.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Medium {
    /// Screens, and paper as it comes: the edition.
    #[default]
    Screen,
    /// Pages inside of a book for a copy shop, with bleed. The cover is a file of its own.
    Print,
    /// Sheets for a printer at home, to be folded in the middle.
    Booklet {
        /// Number of sheets that are folded together; `None` for all.
        sheets: Option<u32>,
    },
}

impl Medium {
    /// Word for the templates.
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Screen => "screen",
            Self::Print => "print",
            Self::Booklet { .. } => "booklet",
        }
    }
}

/// Length in micrometres.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Length(pub u32);

impl Length {
    /// Bleed of a printed page on each side.
    pub const BLEED: Self = Self(3_000);
    /// Smallest width of a spine on which the title is readable.
    pub const MIN_TITLED_SPINE: Self = Self(5_000);

    pub(super) fn points(self) -> f64 {
        f64::from(self.0) / MICROMETRES_PER_POINT
    }

    /// The length in millimetres, rounded to a tenth.
    pub fn millimetres(self) -> f64 {
        (f64::from(self.0) / 100.0).round() / 10.0
    }

    pub(super) fn of_points(points: f64) -> Self {
        Self((points * MICROMETRES_PER_POINT).round() as u32)
    }
}

/// Paper of the pages inside a printed book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paper {
    /// Thickness of a sheet.
    pub thickness: Length,
}

impl Default for Paper {
    /// 80 g/m², as copiers have it.
    fn default() -> Self {
        Self { thickness: Length(100) }
    }
}

impl Paper {
    /// Papers by name, with the thickness of a sheet in micrometres.
    pub const NAMED: [(&'static str, u32); 5] =
        [("80g", 100), ("90g", 115), ("100g", 125), ("120g", 150), ("150g", 190)];
    /// Thickness of a sheet that a book can be made of, in micrometres.
    const POSSIBLE: std::ops::RangeInclusive<u32> = 40..=500;

    /// Width of the spine of a book with that many pages.
    pub fn spine(self, pages: u32) -> Length {
        Length(pages.div_ceil(2) * self.thickness.0)
    }
}

impl FromStr for Paper {
    type Err = ();

    /// Parses a name such as `90g`, or the thickness of a sheet in millimetres such as `0.12` or `0.12mm`.
    fn from_str(word: &str) -> Result<Self, ()> {
        let named = Self::NAMED.into_iter().find(|(name, _)| *name == word);
        let thickness = if let Some((_, thickness)) = named {
            thickness
        } else {
            let millimetres: f64 =
                word.strip_suffix("mm").unwrap_or(word).trim().parse().map_err(|_| ())?;
            (millimetres * 1_000.0).round() as u32
        };
        let is_possible = Self::POSSIBLE.contains(&thickness);
        is_possible.then_some(Self { thickness: Length(thickness) }).ok_or(())
    }
}

/// Measures of a printed book that depend on its number of pages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Measures {
    /// Additional inner margin.
    pub(super) gutter: Length,
    /// Number of blank pages at the end, so that the last sheet has two sides.
    pub(super) blank: u32,
}

impl Measures {
    pub(super) fn of(pages: u32) -> Self {
        let gutter = match pages {
            0..=80 => 0,
            81..=160 => 1_500,
            161..=320 => 3_000,
            _ => return Self { blank: pages % 2, ..Self::of_thick() },
        };
        Self { gutter: Length(gutter), blank: pages % 2 }
    }

    /// Measures of a book with more than 320 pages, as every book has that is typeset in sections.
    pub(super) fn of_thick() -> Self {
        Self { gutter: Length(4_500), blank: 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spine_grows_with_pages_and_paper() {
        let spine = |paper: &str, pages| paper.parse::<Paper>().unwrap().spine(pages).0;
        assert_eq!(spine("80g", 100), 5_000);
        assert_eq!(spine("80g", 98), 4_900);
        assert_eq!(spine("80g", 1), 100);
        assert_eq!(spine("120g", 200), 15_000);
        assert_eq!(spine("0.12", 100), 6_000);
        assert_eq!(spine("0.09mm", 100), 4_500);
        assert_eq!(Paper::default(), "80g".parse().unwrap());
        for word in ["", "80", "90 g", "0.01", "1.2mm", "NaN", "-0.1", "inf", "thick"] {
            assert!(word.parse::<Paper>().is_err(), "{word}");
        }
    }

    #[test]
    fn thick_books_have_wider_inner_margins() {
        let measures = |pages| {
            let Measures { gutter, blank } = Measures::of(pages);
            (gutter.0, blank)
        };
        assert_eq!(measures(80), (0, 0));
        assert_eq!(measures(81), (1_500, 1));
        assert_eq!(measures(320), (3_000, 0));
        assert_eq!(measures(1_001), (4_500, 1));
    }
}
