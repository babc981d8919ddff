//! Pictures that are very large, upside down, without handwriting, or in other scripts.

use image::imageops::{self, FilterType};
use image::{DynamicImage, GrayImage, ImageFormat, Luma};

use super::*;

type Stroke<'a> = &'a [(i32, i32)];

fn png(image: GrayImage) -> Vec<u8> {
    let mut file = std::io::Cursor::new(Vec::new());
    DynamicImage::ImageLuma8(image).write_to(&mut file, ImageFormat::Png).unwrap();
    file.into_inner()
}

fn grey(picture: &Picture) -> GrayImage {
    let (width, height) = (picture.width as u32, picture.height as u32);
    GrayImage::from_raw(width, height, picture.pixels.clone()).unwrap()
}

fn picture_of(image: &GrayImage) -> Picture {
    Picture::of_pixels(image.width() as usize, image.as_raw().clone())
}

fn assert_no_draft(reader: &Reader, picture: &Picture, name: &str) {
    let draft = reader.read(picture).unwrap().draft(10_000);
    assert_eq!(draft.map(|draft| draft.text), None, "{name}");
}

#[test]
fn oversized_pictures_are_refused_before_decoding() {
    let mut file = png(GrayImage::new(10, 10));
    // Width, height and the checksum of the header.
    file[16..24].copy_from_slice(&[0, 0, 39, 16, 0, 0, 39, 16]);
    file[29..33].copy_from_slice(&CRC_OF_10_000.to_be_bytes());
    assert_eq!(Picture::decode(&file).err().unwrap(), "the picture is too large");
}

/// CRC-32 of the header of a grey PNG of 10,000 x 10,000 pixels.
const CRC_OF_10_000: u32 = 0x9f25_3dfb;

#[test]
fn large_pictures_are_read_like_small_ones() {
    let reader = english_reader();
    let small = sample("pocket-agnes.png");
    let text = lines_read(&reader, &small);
    assert_eq!(text, ["A key that opens", "nothing any more."]);
    // The largest has 64,000,000 pixels, as many as are allowed.
    for (scale, filter, side) in
        [(3, FilterType::Nearest, 0), (3, FilterType::Triangle, 0), (7, FilterType::Nearest, 8_000)]
    {
        let image = grey(&small);
        let (width, height) = (image.width() * scale, image.height() * scale);
        let image = imageops::resize(&image, width, height, filter);
        let mut large = GrayImage::from_pixel(width.max(side), height.max(side), Luma([255]));
        imageops::replace(&mut large, &image, 0, 0);
        let large = Picture::decode(&png(large)).unwrap();
        assert!(large.width <= 3_000);
        assert_eq!(lines_read(&reader, &large), text, "{scale} {filter:?}");
    }
}

#[test]
fn upside_down_pages_have_no_draft() {
    let reader = english_reader();
    for name in [
        "chair-agnes.png",
        "first-lines-will.png",
        "leave-mita.png",
        "recipe-kobayashi.png",
        "smell-anu.png",
        "stranger-will.png",
        "thaw-mara.png",
        "thing-tomas.png",
    ] {
        let turned = picture_of(&imageops::rotate180(&grey(&sample(name))));
        assert_no_draft(&reader, &turned, name);
    }
}

#[test]
fn pictures_without_writing_have_no_draft() {
    let reader = english_reader();
    let mut filled = GrayImage::from_pixel(1_120, 876, Luma([255]));
    imageops::replace(&mut filled, &GrayImage::new(1_000, 760), 60, 58);
    assert_no_draft(&reader, &picture_of(&filled), "a box full of ink");
    assert_no_draft(&reader, &staves(), "music");
    let gradient = GrayImage::from_fn(1_120, 876, |x, y| Luma([((x + 2 * y) * 255 / 2_872) as u8]));
    assert_no_draft(&reader, &Picture::decode(&png(gradient)).unwrap(), "gradient");
    assert_no_draft(&reader, &Picture::decode(&png(photo())).unwrap(), "photo");
}

/// Soft light and dark areas with grain, as a printed photo has them.
fn photo() -> GrayImage {
    let mut state = 7_u32;
    GrayImage::from_fn(1_120, 876, |x, y| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let (across, down) = (x as f32 / 1_120.0, y as f32 / 876.0);
        let waves = (9.0 * across + 4.0 * down).sin() + (7.0 * down - 3.0 * across * down).cos();
        let edge = if (across * 6.0).sin() > down * 1.6 - 0.4 { 50.0 } else { 0.0 };
        Luma([(120.0 + 40.0 * waves + edge + (state >> 27) as f32).clamp(0.0, 255.0) as u8])
    })
}

/// Staves of five rules with bar lines and notes.
fn staves() -> Picture {
    let mut canvas = Canvas::new();
    for staff in 0..4 {
        let top = 90 + 190 * staff;
        for rule in 0..5 {
            canvas.line((40, top + 20 * rule), (1_080, top + 20 * rule), 1);
        }
        for bar in 0..5 {
            canvas.line((40 + 260 * bar, top), (40 + 260 * bar, top + 80), 1);
        }
        for note in 0..12 {
            let (x, y) = (110 + 78 * note, top + 10 * ((note * 5 + staff * 3) % 9));
            canvas.line((x - 5, y + 2), (x + 5, y - 2), 7);
            canvas.line((x + 11, y - 2), (x + 11, y - 62), 1);
        }
    }
    canvas.0
}

/// White paper to draw on.
struct Canvas(Picture);

impl Canvas {
    fn new() -> Self {
        Self(Picture::of_pixels(1_120, vec![255; 1_120 * 876]))
    }

    fn line(&mut self, from: (i32, i32), to: (i32, i32), radius: i32) {
        let steps = (to.0 - from.0).abs().max((to.1 - from.1).abs()).max(1);
        for step in 0..=steps {
            let x = from.0 + (to.0 - from.0) * step / steps;
            let y = from.1 + (to.1 - from.1) * step / steps;
            for row in y - radius..=y + radius {
                for column in x - radius..=x + radius {
                    let is_inside = (0..1_120).contains(&column) && (0..876).contains(&row);
                    let distance = (column - x).pow(2) + (row - y).pow(2);
                    if is_inside && distance <= radius * radius {
                        self.0.pixels[row as usize * 1_120 + column as usize] = 0;
                    }
                }
            }
        }
    }

    /// Draws strokes whose coordinates are in units of `scale` pixels from an upper left corner.
    fn strokes(&mut self, strokes: &[Stroke<'_>], left: i32, top: i32, scale: i32) {
        for stroke in strokes {
            let place = |(x, y): (i32, i32)| (left + x * scale, top + y * scale);
            if let [dot] = stroke {
                self.line(place(*dot), place(*dot), 5);
            }
            for ends in stroke.windows(2) {
                self.line(place(ends[0]), place(ends[1]), 4);
            }
        }
    }
}

/// Words of other scripts, each as strokes in a box 40 units wide and 20 high. A stroke of one point is a dot.
fn assert_no_draft_of(words: &[&[Stroke<'_>]], name: &str) {
    let reader = english_reader();
    let mut page = Canvas::new();
    for (index, word) in words.iter().enumerate() {
        let mut canvas = Canvas::new();
        canvas.strokes(word, 120, 200, 7);
        assert_no_draft(&reader, &canvas.0, &format!("{name}, word {index}"));
        for line in 0..3 {
            let order = (index + line) % words.len();
            page.strokes(words[order], 60 + 330 * index as i32, 80 + 220 * line as i32, 7);
        }
    }
    assert_no_draft(&reader, &page.0, name);
}

#[test]
fn arabic_has_no_draft() {
    // "سلام", "كتاب" and "بيت".
    let salam: &[Stroke<'_>] = &[
        &[(40, 8), (39, 12), (37, 12), (36, 9), (35, 12), (33, 12), (32, 9), (31, 12), (26, 12)],
        &[(26, 12), (24, 11), (22, 6), (21, 0)],
        &[(24, 12), (20, 11), (16, 4), (15, 1)],
        &[(26, 12), (12, 12), (10, 10), (8, 11), (8, 13), (10, 13), (7, 14), (5, 16), (5, 20)],
    ];
    let kitab: &[Stroke<'_>] = &[
        &[(40, 0), (34, 5), (39, 8), (39, 12), (30, 12), (29, 9), (28, 12), (20, 12), (19, 2)],
        &[(14, 9), (13, 13), (8, 14), (3, 13), (2, 9)],
        &[(28, 5)],
        &[(31, 5)],
        &[(8, 18)],
    ];
    let bayt: &[Stroke<'_>] = &[
        &[(38, 8), (37, 12), (31, 12), (30, 8), (29, 12), (24, 13), (10, 14), (4, 13), (3, 8)],
        &[(36, 16)],
        &[(29, 16)],
        &[(26, 17)],
        &[(12, 6)],
        &[(15, 6)],
    ];
    assert_no_draft_of(&[salam, kitab, bayt], "Arabic");
}

#[test]
fn devanagari_has_no_draft() {
    // "नमन", "कमल" and "घर", which hang on a rule.
    let naman: &[Stroke<'_>] = &[
        &[(0, 2), (40, 2)],
        &[(10, 2), (10, 18)],
        &[(10, 9), (3, 9), (2, 11), (4, 12), (5, 10)],
        &[(15, 2), (15, 12), (13, 14), (14, 15), (16, 13), (23, 13)],
        &[(23, 2), (23, 18)],
        &[(37, 2), (37, 18)],
        &[(37, 9), (30, 9), (29, 11), (31, 12), (32, 10)],
    ];
    let kamal: &[Stroke<'_>] = &[
        &[(0, 2), (40, 2)],
        &[(7, 2), (7, 18)],
        &[(7, 8), (3, 7), (2, 11), (5, 12), (7, 9), (11, 7), (13, 10), (12, 14)],
        &[(17, 2), (17, 12), (15, 14), (17, 15), (19, 13), (25, 13)],
        &[(25, 2), (25, 18)],
        &[(38, 2), (38, 18)],
        &[(38, 9), (34, 7), (33, 12), (31, 7), (28, 8), (28, 13), (31, 16)],
    ];
    let ghar: &[Stroke<'_>] = &[
        &[(0, 2), (32, 2)],
        &[(4, 4), (8, 4), (5, 7), (8, 8), (4, 11), (6, 13), (15, 13)],
        &[(15, 2), (15, 18)],
        &[(22, 2), (26, 4), (26, 8), (22, 10), (29, 18)],
    ];
    assert_no_draft_of(&[naman, kamal, ghar], "Devanagari");
}

#[test]
fn chinese_has_no_draft() {
    // "中国", "大木" and "明王".
    let china: &[Stroke<'_>] = &[
        &[(1, 5), (1, 12), (15, 12), (15, 5), (1, 5)],
        &[(8, 0), (8, 20)],
        &[(22, 1), (22, 20)],
        &[(22, 1), (38, 1), (38, 20)],
        &[(22, 19), (38, 19)],
        &[(25, 5), (35, 5)],
        &[(25, 10), (35, 10)],
        &[(24, 15), (36, 15)],
        &[(30, 5), (30, 15)],
        &[(32, 12), (34, 14)],
    ];
    let big_tree: &[Stroke<'_>] = &[
        &[(0, 7), (17, 7)],
        &[(9, 0), (8, 9), (1, 20)],
        &[(9, 8), (17, 20)],
        &[(22, 6), (39, 6)],
        &[(30, 0), (30, 20)],
        &[(30, 6), (27, 12), (22, 17)],
        &[(30, 6), (34, 12), (39, 17)],
    ];
    let bright_king: &[Stroke<'_>] = &[
        &[(1, 3), (1, 15), (6, 15), (6, 3), (1, 3)],
        &[(1, 9), (6, 9)],
        &[(10, 1), (10, 12), (8, 20)],
        &[(10, 1), (17, 1), (17, 19), (15, 18)],
        &[(10, 6), (17, 6)],
        &[(10, 11), (17, 11)],
        &[(23, 2), (38, 2)],
        &[(24, 10), (37, 10)],
        &[(22, 19), (39, 19)],
        &[(31, 2), (31, 19)],
    ];
    assert_no_draft_of(&[china, big_tree, bright_king], "Chinese");
}
