//! The printed form, looked at to the pixel: the reader relies on it.

use super::super::raster::{self, Picture};
use super::super::world::tests::typeset_cleanly;
use super::*;
use domain::book::QuestionKey;
use domain::form::{PEG_PITCH, PRIZE_AREA};

const FRAME: u8 = 178;
const GUIDE: u8 = 216;
const WHITE: u8 = 255;

fn form(questions: &[&str], prize: bool) -> Form {
    // Longer than the API allows, to see that the form has space for them.
    let question = |(number, description): (usize, &&str)| Question {
        key: QuestionKey::parse(&format!("q{number}")).unwrap(),
        description: (*description).to_owned(),
    };
    let questions = questions.iter().enumerate().map(question).collect();
    Form::new("a book", "Letters to the Garden".into(), questions, prize)
}

fn pdf(form: &Form) -> Vec<u8> {
    typeset_cleanly(job(form).unwrap()).pdf
}

fn pages(form: &Form) -> Vec<Picture> {
    let pages = raster::pages(pdf(form), PAGE_WIDTH);
    for page in &pages {
        assert_eq!((page.width, page.height), (PAGE_WIDTH, PAGE_HEIGHT));
    }
    pages
}

/// The greys that occur in a rectangle.
fn greys(page: &Picture, top: u32, left: u32, width: u32, height: u32) -> Vec<u8> {
    let mut seen = [false; 256];
    for y in top..top + height {
        for x in left..left + width {
            seen[usize::from(page.at(x, y))] = true;
        }
    }
    (0..=u8::MAX).filter(|grey| seen[usize::from(*grey)]).collect()
}

fn assert_framed(page: &Picture, inside: Rect) {
    let Rect { top, left, width, height } = inside;
    let (right, bottom) = (left + width, top + height);
    // The border is two pixels wide and outside of the box; white surrounds it.
    assert_eq!(greys(page, top - 2, left - 2, width + 4, 2), [FRAME], "{inside:?} top");
    assert_eq!(greys(page, bottom, left - 2, width + 4, 2), [FRAME], "{inside:?} bottom");
    assert_eq!(greys(page, top, left - 2, 2, height), [FRAME], "{inside:?} left");
    assert_eq!(greys(page, top, right, 2, height), [FRAME], "{inside:?} right");
    assert_eq!(greys(page, top - 5, left - 3, width + 6, 3), [WHITE], "{inside:?} above");
    assert_eq!(greys(page, bottom + 2, left - 3, width + 6, 3), [WHITE], "{inside:?} below");
    assert_eq!(greys(page, top - 5, left - 5, 3, height + 10), [WHITE], "{inside:?} before");
    assert_eq!(greys(page, top - 5, right + 2, 3, height + 10), [WHITE], "{inside:?} after");
    // Inside there are rules of one pixel, and nothing else.
    for row in 0..height {
        let expected = if row > 0 && row % 73 == 0 { GUIDE } else { WHITE };
        assert_eq!(greys(page, top + row, left + 24, width - 48, 1), [expected], "row {row}");
    }
    assert_eq!(greys(page, top, left, 24, height), [WHITE]);
    assert_eq!(greys(page, top, right - 24, 24, height), [WHITE]);
}

#[test]
fn boxes_are_exact_to_the_pixel() {
    let page = &pages(&form(&["Why?"; 5], true))[1];
    for inside in BOXES {
        assert_framed(page, inside);
    }
}

#[test]
fn pegs_are_exact_to_the_pixel() {
    let page = &pages(&form(&["Why?"; 5], true))[1];
    for peg in Peg::all() {
        let (x, y) = peg.centre();
        let half = PEG_PITCH / 2;
        let printed: Vec<(u32, u32)> = (y - half..y + half)
            .flat_map(|y| (x - half..x + half).map(move |x| (x, y)))
            .filter(|(x, y)| page.at(*x, *y) < WHITE)
            .collect();
        let columns = printed.iter().map(|(x, _)| *x);
        let rows = printed.iter().map(|(_, y)| *y);
        let reach = (x - PEG_RADIUS, x + PEG_RADIUS - 1, y - PEG_RADIUS, y + PEG_RADIUS - 1);
        let bounds =
            columns.clone().min().zip(columns.max()).zip(rows.clone().min().zip(rows.max()));
        assert_eq!(bounds, Some(((reach.0, reach.1), (reach.2, reach.3))), "{peg}");
        // Ring and label are lighter than any ink, and the ring is whole.
        assert!(printed.iter().all(|(x, y)| page.at(*x, *y) >= FRAME), "{peg}");
        for (x, y) in [(reach.0, y), (reach.1, y), (x, reach.2), (x, reach.3)] {
            assert!(page.at(x, y) < FRAME + 10, "{peg}");
        }
    }
    // Beyond the pegs the prize area is white.
    let Rect { top, left, width, height } = PRIZE_AREA;
    assert_eq!(greys(page, top, left, width, 1280 - PEG_RADIUS - top), [WHITE]);
    assert_eq!(greys(page, top, left, 790 - PEG_RADIUS - left, height), [WHITE]);
}

#[test]
fn anchors_are_black_and_match_the_reader() {
    let page = &pages(&form(&["Why?"], true))[1];
    for rect in corner_marks().iter().flatten() {
        assert_eq!(greys(page, rect.top, rect.left, rect.width, rect.height), [0], "{rect:?}");
    }
}

#[test]
fn both_page_codes_are_read_at_half_size() {
    let form = form(&["Why?"; 6], true);
    let pdf = pdf(&form);
    for width in [PAGE_WIDTH, PAGE_WIDTH / 2] {
        for (page, number) in raster::pages(pdf.clone(), width).iter().zip(1..) {
            let mut seen = rqrr::PreparedImage::prepare_from_greyscale(
                page.width as usize,
                page.height as usize,
                |x, y| page.at(x as u32, y as u32),
            );
            let grids = seen.detect_grids();
            let marks: Vec<PageMark> =
                grids.iter().map(|grid| grid.decode().unwrap().1.parse().unwrap()).collect();
            assert_eq!(marks, [PageMark { form: form.code, page: number }; 2], "{width} px");
        }
    }
}

#[test]
fn boxes_are_drawn_for_questions_only() {
    for (count, last_page) in [(1, 1), (5, 5), (6, 1), (23, 3)] {
        let pages = pages(&form(&vec!["Why?"; count], true));
        assert_eq!(pages.len(), 1 + count.div_ceil(BOXES_PER_PAGE), "{count} questions");
        for page in &pages[1..pages.len() - 1] {
            for inside in BOXES {
                assert_framed(page, inside);
            }
        }
        let page = pages.last().unwrap();
        for inside in &BOXES[..last_page] {
            assert_framed(page, *inside);
        }
        for Rect { top, left, width, height } in &BOXES[last_page..] {
            for edge in [top - 2, top + height] {
                assert_ne!(greys(page, edge, left - 2, width + 4, 2), [FRAME], "frame at {edge}");
            }
        }
    }
}

#[test]
fn without_the_game_there_are_no_pegs() {
    let with = looks(&form(&["Why?"; 6], true));
    let without = looks(&form(&["Why?"; 6], false));
    let prizes = |data: &Value| {
        data["pages"]
            .as_array()
            .unwrap()
            .iter()
            .map(|page| page["prize"] == true)
            .collect::<Vec<_>>()
    };
    assert_eq!(prizes(&with), [false, true, false]);
    assert_eq!(prizes(&without), [false, false, false]);
}

#[test]
fn form_without_game_has_drawing_box() {
    let pages = pages(&form(&["Why?"; 6], false));
    assert_framed(&pages[1], DRAWING_BOX);
    for inside in BOXES {
        assert_framed(&pages[1], inside);
    }
    let Rect { top, left, width, .. } = DRAWING_BOX;
    assert!(greys(&pages[1], top - 100, left, width, 92).contains(&0), "words above it");
    assert_eq!(greys(&pages[2], top - 2, left, width, 2), [WHITE], "once in a form");
}

#[test]
fn long_questions_stay_above_their_boxes() {
    let long = [
        "why do we write what nobody asked for, ".repeat(7),
        "字".repeat(300),
        "W".repeat(300),
        "ਹਫ਼ਤੇ".repeat(60),
        "क्षत्रिय ".repeat(40),
    ];
    let long: Vec<&str> = long.iter().map(String::as_str).collect();
    let page = &pages(&form(&long, true))[1];
    for inside in BOXES {
        assert_framed(page, inside);
        let Rect { top, left, width, .. } = inside;
        assert!(greys(page, top - 100, left, width, 92).contains(&0), "words above {inside:?}");
        assert_eq!(greys(page, top - 107, left, width, 5), [WHITE], "above the words");
        assert_eq!(greys(page, top - 100, left + width + 2, 8, 96), [WHITE], "beside the words");
    }
}

#[test]
fn same_form_gives_same_code_and_bytes() {
    let questions = ["Why?", "哪件小事让你微笑？", "कौन?"];
    assert_eq!(pdf(&form(&questions, true)), pdf(&form(&questions, true)));
    let code = form(&questions, true).code;
    assert_eq!(form(&questions, true).code, code);
    assert_ne!(form(&questions, false).code, code);
    assert_ne!(form(&questions[..2], true).code, code);
}

#[test]
fn too_many_questions_are_refused() {
    let error = job(&form(&vec!["Why?"; 4991], true)).err().unwrap();
    assert_eq!(error.to_string(), "a form has room for 4990 questions, this one has 4991");
}
