//! Draws typed text that has no appearance: notes on the page and fields of a form whose program left the drawing to others.
//!
//! The text becomes the content of a page of its own, in one of the fonts that the renderer has for files without any. These have
//! the letters of Western European languages; a text with others is reported instead.

use std::fmt::Write;

use hayro::hayro_syntax::Pdf;
use hayro::hayro_syntax::object::{Dict, Name, Rect, String as PdfString, dict::keys};
use hayro::hayro_syntax::page::Page;

use super::annotation;

/// Maximum number of fields above a field in the tree of a form.
const MAX_PARENTS: usize = 8;
/// Sizes of letters in points: for a text that leaves it open, the largest, and the smallest to which a long text is reduced.
const DEFAULT_SIZE: f64 = 12.0;
const MAX_SIZE: f64 = 400.0;
const MIN_SIZE: f64 = 8.0;
const SHRINK: f64 = 0.9;
/// Distance between two lines, and of the first from the upper edge, as a share of the size.
const LEADING: f64 = 1.2;
/// Distance of a text from the edges of its rectangle, in points.
const PADDING: f64 = 2.0;

/// Characters with the codes from 0x80 in the encoding of the font, and from 0x80 in that of strings; unused codes are spaces.
const OF_FONT: &str = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";
const OF_STRINGS: &str = "•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž €";
const FIRST_SPECIAL: u8 = 0x80;

/// PDF of one page with the typed text that a page lacks; `None` if it lacks none.
pub(super) fn overlay(page: &Page<'_>) -> Option<Pdf> {
    let content: String = annotation::undrawn(page).filter_map(|one| content(page, &one)).collect();
    if content.is_empty() {
        return None;
    }
    let Rect { x0, y0, x1, y1 } = page.intersected_crop_box();
    let font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>";
    let file = format!(
        "%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n\
         2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n\
         3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[{x0} {y0} {x1} {y1}]/Contents 4 0 R\
         /Resources<</Font<</F {font}>>>>>>\nendobj\n\
         4 0 obj\n<</Length {}>>\nstream\n{content}\nendstream\nendobj\ntrailer\n<</Root 1 0 R>>\n",
        content.len()
    );
    Pdf::new(file.into_bytes()).ok()
}

/// Whether a page has text, or a stamp, that cannot be drawn as a whole.
pub(super) fn is_lost(page: &Page<'_>) -> bool {
    annotation::undrawn(page).any(|one| match subtype(&one).as_deref() {
        // An empty appearance is that of a layer for ink.
        Some(b"Stamp") => annotation::appearances(&one).is_empty(),
        Some(b"FreeText" | b"Widget") => text(&one)
            .map_or_else(|| one.contains_key(keys::RC), |text| !is_shown(page, &one, &text)),
        _ => false,
    })
}

fn is_shown(page: &Page<'_>, annotation: &Dict<'_>, text: &str) -> bool {
    let area = annotation.get::<Rect>(keys::RECT);
    let fits = |area| Layout::of(text, area, style(page, annotation).0).fits();
    is_in_font(text) && area.is_some_and(fits)
}

fn subtype<'a>(annotation: &Dict<'a>) -> Option<Name<'a>> {
    annotation.get(keys::SUBTYPE)
}

/// Text that an annotation shows; `None` if it shows none.
fn text(annotation: &Dict<'_>) -> Option<String> {
    let text = match subtype(annotation)?.as_ref() {
        b"FreeText" => annotation.get::<PdfString<'_>>(keys::CONTENTS)?,
        b"Widget" => {
            let kind = inherited(annotation, keys::FT)?.get::<Name<'_>>(keys::FT)?;
            matches!(kind.as_ref(), b"Tx" | b"Ch").then_some(())?;
            inherited(annotation, keys::V)?.get::<PdfString<'_>>(keys::V)?
        }
        _ => return None,
    };
    let text = decoded(text.as_bytes());
    (!text.trim().is_empty()).then_some(text)
}

/// Field with this key: the annotation itself, or the nearest above it that has the key.
fn inherited<'a>(annotation: &Dict<'a>, key: &[u8]) -> Option<Dict<'a>> {
    let above = |field: &Dict<'a>| field.get::<Dict<'a>>(keys::PARENT);
    let fields = std::iter::successors(Some(annotation.clone()), above).take(MAX_PARENTS);
    fields.into_iter().find(|field| field.contains_key(key))
}

fn decoded(text: &[u8]) -> String {
    match text {
        [0xfe, 0xff, rest @ ..] => {
            let units = rest.as_chunks().0.iter().map(|pair| u16::from_be_bytes(*pair));
            char::decode_utf16(units).map(|letter| letter.unwrap_or('\u{fffd}')).collect()
        }
        [0xef, 0xbb, 0xbf, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        _ => {
            let special = |byte: u8| {
                let at = usize::from(byte.checked_sub(FIRST_SPECIAL)?);
                OF_STRINGS.chars().nth(at).filter(|letter| *letter != ' ')
            };
            text.iter().map(|byte| special(*byte).unwrap_or(char::from(*byte))).collect()
        }
    }
}

/// Code of a character in the font; `None` if the font lacks it. White space is a space.
fn code(letter: char) -> Option<u8> {
    match letter {
        _ if letter.is_whitespace() => Some(b' '),
        '!'..='~' | '\u{a1}'..='\u{ff}' => u8::try_from(letter).ok(),
        _ => {
            let at = OF_FONT.chars().position(|special| special == letter)?;
            Some(FIRST_SPECIAL + u8::try_from(at).ok()?)
        }
    }
}

/// Text in its rectangle.
struct Layout {
    area: Rect,
    size: f64,
    lines: Vec<String>,
}

impl Layout {
    /// Lays out the text of an annotation, in smaller letters if it is too long.
    fn of(text: &str, area: Rect, size: f64) -> Self {
        let at = |size: f64| {
            let lines = wrapped(text, (area.width() - 2.0 * PADDING) / size);
            Self { area, size, lines }
        };
        let mut layout = at(size);
        while !layout.fits() && layout.size > MIN_SIZE {
            layout = at((layout.size * SHRINK).max(MIN_SIZE));
        }
        layout
    }

    fn fits(&self) -> bool {
        let width = self.lines.iter().map(|line| width(line)).fold(0.0, f64::max);
        self.lines.len() as f64 * LEADING * self.size <= self.area.height() - 2.0 * PADDING
            && width * self.size <= self.area.width() - 2.0 * PADDING
    }

    /// Operators that write the text.
    fn content(&self, colour: &str) -> String {
        let Self { area, size, lines } = self;
        let (left, top, leading) = (area.x0 + PADDING, area.y1 - PADDING, LEADING * size);
        let (x, y, width, height) = (area.x0, area.y0, area.width(), area.height());
        let mut content = format!("q {x} {y} {width} {height} re W n BT {colour} /F {size} Tf ");
        let _ = write!(content, "{leading} TL {left} {top} Td ");
        for line in lines {
            content.push_str("T* <");
            for code in line.chars().filter_map(code) {
                let _ = write!(content, "{code:02x}");
            }
            content.push_str("> Tj ");
        }
        content.push_str("ET Q\n");
        content
    }
}

/// Operators that write the text of an annotation into its rectangle; `None` if there is no text, or the font lacks a letter.
fn content(page: &Page<'_>, annotation: &Dict<'_>) -> Option<String> {
    let text = text(annotation).filter(|text| is_in_font(text))?;
    let (size, colour) = style(page, annotation);
    Some(Layout::of(&text, annotation.get(keys::RECT)?, size).content(&colour))
}

fn is_in_font(text: &str) -> bool {
    text.chars().all(|letter| code(letter).is_some())
}

/// Size and colour of an annotation's letters, the colour as an operator.
fn style(page: &Page<'_>, annotation: &Dict<'_>) -> (f64, String) {
    let form = || {
        let xref = page.xref();
        xref.get::<Dict<'_>>(xref.root_id())?.get::<Dict<'_>>(keys::ACRO_FORM)
    };
    let style = inherited(annotation, keys::DA).or_else(form);
    let style = style.and_then(|style| style.get::<PdfString<'_>>(keys::DA));
    let style = style.map(|style| decoded(style.as_bytes())).unwrap_or_default();
    let words: Vec<&str> = style.split_whitespace().collect();
    let operands = |operator: &str, count: usize| {
        let end = words.iter().position(|word| *word == operator)?;
        let numbers: Option<Vec<f64>> =
            words[end.checked_sub(count)?..end].iter().map(|word| word.parse().ok()).collect();
        numbers
    };
    let size = operands("Tf", 1).map(|size| size[0]).filter(|size| (1.0..=MAX_SIZE).contains(size));
    let colour = [("g", 1), ("rg", 3), ("k", 4)].into_iter().find_map(|(operator, count)| {
        let numbers = operands(operator, count)?;
        Some(
            numbers.into_iter().fold(String::new(), |all, one| all + &format!("{one} ")) + operator,
        )
    });
    (size.unwrap_or(DEFAULT_SIZE), colour.unwrap_or_else(|| "0 g".to_owned()))
}

/// Breaks a text into lines of at most this width, in sizes of its letters. A longer word has a line of its own.
fn wrapped(text: &str, max_width: f64) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.replace("\r\n", "\n").split(['\n', '\r']) {
        let (mut line, mut line_width) = (String::new(), 0.0);
        for word in paragraph.split_whitespace() {
            let longer = line_width + char_width(' ') + width(word);
            if line.is_empty() {
                (line, line_width) = (word.to_owned(), width(word));
            } else if longer <= max_width {
                line_width = longer;
                line.extend([" ", word]);
            } else {
                line_width = width(word);
                lines.push(std::mem::replace(&mut line, word.to_owned()));
            }
        }
        lines.push(line);
    }
    lines
}

/// Width of a text on a line as a multiple of the size of its letters.
fn width(text: &str) -> f64 {
    text.chars().map(char_width).sum()
}

/// Width of a letter as a share of its size, rather too much than too little.
fn char_width(letter: char) -> f64 {
    match letter {
        'i' | 'j' | 'l' | 't' | 'f' | 'r' | 'I' | ' ' | '.' | ',' | ';' | ':' | '!' | '\'' => 0.34,
        'm' | 'w' | 'M' | 'W' | '@' | '%' | '—' | '…' => 1.0,
        _ if letter.is_uppercase() => 0.75,
        _ => 0.56,
    }
}
