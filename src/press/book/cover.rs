//! Cover of a book: one of eight inks, and the writing of one of its memos in cream.

use std::collections::HashSet;
use std::io::{self, Cursor};

use domain::cover::Ink;
use image::{GrayImage, ImageFormat, Rgba, RgbaImage, imageops};
use serde_json::{Value, json};

use super::data::in_order;
use super::job::BookJob;
use super::{Book, Memo, MemoKind, Pictures, Templates};
use crate::ink::darkest_samples;
use crate::ink_bounds::InkBounds;
use crate::language::prose;
use crate::{Error, JOB};
use sandbox::Sandbox;

/// Path of the picture for templates.
pub(super) const PICTURE: &str = "/picture/cover.png";
/// Colour of the writing, as red, green and blue.
const CREAM: [u8; 3] = [0xf7, 0xf0, 0xe0];
/// Maximum number of memos among which one is chosen: each takes a few milliseconds to decode.
const MAX_CANDIDATES: usize = 16;
/// Maximum number of characters of a typed memo on a cover without handwriting.
const MAX_LETTERS: usize = 160;
/// Share of ink in the area of handwriting: with less it is hardly seen, and more of it is a drawing with filled areas, or a scan.
const FITTING_INK: std::ops::RangeInclusive<f64> = 0.015..=0.2;

/// Cover of a book.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cover {
    pub ink: Ink,
    /// Name of the picture of the memo that is shown; `None` to choose the one that fills its box best.
    pub picture: Option<String>,
}

/// Writing that a cover shows besides its own words.
pub(super) enum Writing {
    /// Handwriting in cream on nothing, as a PNG of this size in pixels.
    Hand {
        png: Vec<u8>,
        width: u32,
        height: u32,
    },
    /// Beginning of a typed memo.
    Typed(String),
    Nothing,
}

/// Typesets the cover alone, as a PDF of one page; with the built-in templates if those of an admin fail.
///
/// # Errors
/// As for [`super::typeset`].
pub fn typeset(
    sandbox: &Sandbox,
    templates: &Templates,
    book: &Book,
    pictures: Pictures<'_>,
) -> Result<Vec<u8>, Error> {
    let mut print = |templates: &Templates| {
        let job = BookJob::of_cover(book, templates, &mut *pictures)?;
        let laid_out = sandbox.call(&JOB, &[&job.encoded]);
        laid_out.map_err(|source| Error::Child { what: "the cover", source })
    };
    match print(templates) {
        Err(Error::Child { .. }) if templates.has_own() => print(&Templates::default()),
        printed => printed,
    }
}

impl Writing {
    /// The writing that the book's cover shows.
    pub(super) fn of(book: &Book, pictures: Pictures<'_>) -> Result<Self, Error> {
        let mut best: Option<(f64, Handwriting)> = None;
        for name in candidates(book) {
            let unread = |source| Error::Picture { name: name.to_owned(), source };
            let Some(hand) = Handwriting::read(&pictures(name).map_err(unread)?) else { continue };
            let fitness = hand.fitness();
            if best.as_ref().is_none_or(|(before, _)| fitness > *before) {
                best = Some((fitness, hand));
            }
        }
        match best {
            Some((_, hand)) => Ok(hand.in_cream()?),
            None => Ok(typed(book).map_or(Self::Nothing, Self::Typed)),
        }
    }

    /// Data for the templates.
    pub(super) fn data(&self) -> Value {
        match self {
            Self::Hand { width, height, .. } => {
                json!({ "picture": PICTURE, "width": width, "height": height })
            }
            Self::Typed(text) => json!({ "words": prose(text) }),
            Self::Nothing => json!({}),
        }
    }
}

/// Names of the pictures of which one is shown.
fn candidates(book: &Book) -> Vec<&str> {
    if let Some(chosen) = &book.cover.picture {
        return vec![chosen];
    }
    let hand = |memo: &'_ Memo| matches!(memo.kind, MemoKind::Hand { .. });
    let mut names = memos(book).filter(|memo| hand(memo)).filter_map(Memo::picture);
    let hands = some_of(&mut names);
    if hands.is_empty() { some_of(&mut memos(book).filter_map(Memo::picture)) } else { hands }
}

/// The first names, each once.
fn some_of<'a>(names: &mut dyn Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut seen = HashSet::new();
    names.filter(|name| seen.insert(*name)).take(MAX_CANDIDATES).collect()
}

fn memos(book: &Book) -> impl Iterator<Item = &Memo> {
    book.chapters.iter().flat_map(in_order)
}

/// First words of the first typed memo.
fn typed(book: &Book) -> Option<String> {
    let text = memos(book).find_map(|memo| match &memo.kind {
        MemoKind::Text { text } => Some(text.split_whitespace().collect::<Vec<_>>().join(" ")),
        MemoKind::Hand { .. } | MemoKind::Page { .. } => None,
    });
    text.map(|text| text.chars().take(MAX_LETTERS).collect())
}

/// Handwriting without the paper around it, as shades of grey; its share of the picture's width and height.
struct Handwriting {
    shades: GrayImage,
    width_share: f64,
    height_share: f64,
}

impl Handwriting {
    /// `None` for a blank picture, and one that cannot be decoded.
    fn read(png: &[u8]) -> Option<Self> {
        let ink = InkBounds::of(png)?;
        let picture = image::load_from_memory_with_format(png, ImageFormat::Png).ok()?;
        let shades = darkest_samples(&picture);
        let share = |part: u32, whole: u32| f64::from(part) / f64::from(whole);
        Some(Self {
            width_share: share(ink.width(), shades.width()),
            height_share: share(ink.height(), shades.height()),
            shades: imageops::crop_imm(&shades, ink.left, ink.top, ink.width(), ink.height())
                .to_image(),
        })
    }

    /// Fitness for a cover, from 0 to 1: best is a large area without gaps between the lines.
    fn fitness(&self) -> f64 {
        let is_dark = |shade: &&u8| **shade < u8::MAX / 2;
        let rows = self.shades.as_raw().chunks_exact(self.shades.width() as usize);
        let (height, pixels) = (rows.len(), self.shades.len());
        let dark: Vec<usize> = rows.map(|row| row.iter().filter(is_dark).count()).collect();
        let written = dark.iter().filter(|count| **count > 0).count() as f64 / height as f64;
        let ink = dark.iter().sum::<usize>() as f64 / pixels as f64;
        let filled = self.width_share * self.height_share * written.powi(2);
        if FITTING_INK.contains(&ink) { filled } else { filled / 4.0 }
    }

    /// The ink in cream, on a transparent ground.
    fn in_cream(&self) -> Result<Writing, Error> {
        let [red, green, blue] = CREAM;
        let (width, height) = self.shades.dimensions();
        let shades = &self.shades;
        let cream = RgbaImage::from_fn(width, height, |x, y| {
            Rgba([red, green, blue, u8::MAX - shades.get_pixel(x, y).0[0]])
        });
        let mut png = Cursor::new(Vec::new());
        cream.write_to(&mut png, ImageFormat::Png).map_err(io::Error::other)?;
        Ok(Writing::Hand { png: png.into_inner(), width, height })
    }
}
