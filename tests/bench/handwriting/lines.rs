//! Lines of handwriting to be read: cut out of exports, composed of words, and scribbles.

use std::collections::BTreeMap;
use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};

use image::{GrayImage, ImageFormat, Luma, imageops};
use inkfold::domain::handwriting::{Line, Reading};
use serde::Deserialize;

use crate::random::Random;

/// Space between lines, and around them, in pixels.
const MARGIN: u32 = 40;
/// Size of a box of the form in the server's pictures.
const BOX: (u32, u32) = (1_120, 876);

/// Line with its text.
#[derive(Clone)]
pub(crate) struct WrittenLine {
    pub(crate) text: String,
    pub(crate) is_turkish: bool,
    picture: GrayImage,
}

/// Picture with lines one below the other.
pub(crate) struct Sheet {
    picture: GrayImage,
    /// Rows in which each line begins, and in which the last ends.
    rows: Vec<u32>,
}

impl Sheet {
    pub(crate) fn of(lines: &[WrittenLine]) -> Self {
        let width = lines.iter().map(|line| line.picture.width()).max().unwrap_or_default();
        let height: u32 = lines.iter().map(|line| line.picture.height() + MARGIN).sum();
        let (width, height) = ((width + 2 * MARGIN).max(BOX.0), (height + MARGIN).max(BOX.1));
        let mut picture = GrayImage::from_pixel(width, height, Luma([255]));
        let mut rows = vec![0];
        for line in lines {
            let top = rows[rows.len() - 1] + MARGIN;
            imageops::replace(&mut picture, &line.picture, MARGIN.into(), top.into());
            rows.push(top + line.picture.height());
        }
        Self { picture, rows }
    }

    pub(crate) fn png(&self) -> Vec<u8> {
        let mut png = Cursor::new(Vec::new());
        self.picture.write_to(&mut png, ImageFormat::Png).expect("a picture");
        png.into_inner()
    }

    /// Each line with what was read in its rows; the longest, if there is more than one.
    pub(crate) fn matched(
        &self,
        lines: &[WrittenLine],
        reading: Reading,
    ) -> Vec<(WrittenLine, Option<Line>)> {
        let mut matched: Vec<(WrittenLine, Option<Line>)> =
            lines.iter().map(|line| (line.clone(), None)).collect();
        for line in reading.lines {
            let middle = line.area.top + line.area.height / 2;
            let place = self.rows[1..].partition_point(|end| *end + MARGIN / 2 < middle);
            let Some((_, known)) = matched.get_mut(place) else { continue };
            if known.as_ref().is_none_or(|known| known.text().len() < line.text().len()) {
                *known = Some(line);
            }
        }
        matched
    }
}

fn shared(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared").join(path)
}

/// Lines cut out of real exports; `None` if they are not there.
pub(crate) fn labelled() -> Option<Vec<WrittenLine>> {
    let list = fs::read(shared("handwriting/lines.json")).ok()?;
    let list: Vec<(String, String)> = serde_json::from_slice(&list).expect("a list");
    let line = |(file, text): (String, String)| {
        let png = fs::read(shared("handwriting/lines").join(&file)).expect("a line");
        let picture = image::load_from_memory(&png).expect("a picture").into_luma8();
        WrittenLine { text, is_turkish: file.starts_with("turkish"), picture }
    };
    Some(list.into_iter().map(line).collect())
}

/// Word as a pen has written it: strokes of points, each with its width.
#[derive(Deserialize)]
struct Word {
    page: String,
    w: f32,
    h: f32,
    strokes: Vec<Vec<Vec<f32>>>,
}

/// Lines of two to four words of one hand.
pub(crate) fn composed(count: usize) -> Vec<WrittenLine> {
    let strokes = fs::read(shared("testdata/strokes.json")).expect("the strokes");
    let words: Vec<Word> = serde_json::from_slice(&strokes).expect("a list of words");
    let texts = fs::read(shared("handwriting/words.json")).expect("the words");
    let texts: BTreeMap<String, String> = serde_json::from_slice(&texts).expect("texts by word");
    let mut hands: BTreeMap<&str, Vec<(&Word, &str)>> = BTreeMap::new();
    for (name, text) in &texts {
        let word = &words[name[1..].parse::<usize>().expect("a number")];
        hands.entry(&word.page).or_default().push((word, text));
    }
    hands.retain(|_, words| words.len() > 2);
    let hands: Vec<Vec<(&Word, &str)>> = hands.into_values().collect();
    let mut random = Random(7);
    let mut lines = Vec::new();
    while lines.len() < count {
        let hand = &hands[random.below(hands.len())];
        let words: Vec<(&Word, &str)> =
            (0..2 + random.below(3)).map(|_| hand[random.below(hand.len())]).collect();
        let heights = || words.iter().map(|(word, _)| word.h);
        // Words of very different heights are not written in one line.
        if heights().fold(0.0, f32::max) <= 3.0 * heights().fold(f32::MAX, f32::min) {
            lines.push(line_of(&words));
        }
    }
    lines
}

fn line_of(words: &[(&Word, &str)]) -> WrittenLine {
    let highest = words.iter().map(|(word, _)| word.h).fold(0.0, f32::max);
    let gap = 0.5 * highest;
    let width: f32 = words.iter().map(|(word, _)| word.w + gap).sum();
    let mut picture =
        GrayImage::from_pixel(width as u32 + 20, (1.5 * highest) as u32 + 30, Luma([255]));
    let mut left = 8.0;
    for (word, text) in words {
        // Letters with a tail reach below the line.
        let has_tail = text.contains(['g', 'j', 'p', 'q', 'y', ',']);
        let top = 8.0 + highest - word.h * if has_tail { 0.75 } else { 1.0 };
        let points = || word.strokes.iter().flatten();
        let corner = (
            points().map(|point| point[0]).fold(f32::MAX, f32::min),
            points().map(|point| point[1]).fold(f32::MAX, f32::min),
        );
        for stroke in &word.strokes {
            for pair in stroke.windows(2) {
                let place = |point: &[f32]| (point[0] - corner.0 + left, point[1] - corner.1 + top);
                let thickness = pair[0].get(2).copied().unwrap_or(3.0).clamp(1.0, 5.0);
                draw(&mut picture, place(&pair[0]), place(&pair[1]), thickness);
            }
        }
        left += word.w + gap;
    }
    let text = words.iter().map(|(_, text)| *text).collect::<Vec<_>>().join(" ");
    WrittenLine { text, is_turkish: false, picture }
}

/// Draws a straight piece of a stroke.
fn draw(picture: &mut GrayImage, from: (f32, f32), to: (f32, f32), thickness: f32) {
    let length = (to.0 - from.0).hypot(to.1 - from.1);
    let (radius, steps) = (thickness / 2.0, length.ceil().max(1.0));
    for step in 0..=steps as u32 {
        let share = step as f32 / steps;
        let (x, y) = (from.0 + share * (to.0 - from.0), from.1 + share * (to.1 - from.1));
        for row in (y - radius).floor() as i64..=(y + radius).ceil() as i64 {
            for column in (x - radius).floor() as i64..=(x + radius).ceil() as i64 {
                let distance = (column as f32 - x).hypot(row as f32 - y);
                let ink = ((distance - radius + 0.5).clamp(0.0, 1.0) * 255.0) as u8;
                let place = (u32::try_from(column), u32::try_from(row));
                if let (Ok(column), Ok(row)) = place
                    && let Some(pixel) = picture.get_pixel_mut_checked(column, row)
                {
                    pixel.0[0] = pixel.0[0].min(ink);
                }
            }
        }
    }
}

/// Lines that cross and turn at random.
pub(crate) fn scribble(seed: u32) -> Sheet {
    let mut picture = GrayImage::from_pixel(BOX.0, BOX.1, Luma([255]));
    let mut random = Random(u64::from(seed) + 100);
    for _ in 0..=random.below(4) {
        let mut share = || random.share() as f32;
        let middle = (300.0 + 500.0 * share(), 300.0 + 300.0 * share());
        let (turns, wobble, size) =
            (1.0 + 9.0 * share(), 1.0 + 6.0 * share(), 40.0 + 220.0 * share());
        let point = |step: u32| {
            let angle = step as f32 / 400.0 * turns * std::f32::consts::TAU;
            let reach = size * (0.3 + 0.7 * (angle / wobble).sin().abs());
            (middle.0 + reach * angle.cos(), middle.1 + reach * (angle * 0.93).sin())
        };
        for step in 0..400 {
            draw(&mut picture, point(step), point(step + 1), 4.0);
        }
    }
    Sheet { picture, rows: vec![0] }
}
