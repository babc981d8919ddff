//! Fills a blank form the way a tablet does: /Ink annotations over the untouched page.

use inkfold::domain::form::{BOXES, PAGE_HEIGHT, Peg, QR_CORNERS, QR_MODULE, QR_MODULES};
use lopdf::{Document, Object, dictionary};

/// Points per pixel of the form.
const SCALE: f32 = 5.0 / 16.0;

/// Writes three zigzag lines into each of the boxes (counted from 0) on the page (counted from 1).
pub(crate) fn fill(blank: &[u8], page: u32, boxes: &[usize]) -> Vec<u8> {
    fill_and_mark(blank, page, boxes, &[])
}

/// Writes three zigzag lines into each of the boxes (counted from 0) on the page (counted from 1), and a cross on each of these
/// pegs.
pub(crate) fn fill_and_mark(blank: &[u8], page: u32, boxes: &[usize], pegs: &[&str]) -> Vec<u8> {
    let mut pdf = Document::load_mem(blank).unwrap();
    let page = pdf.get_pages()[&page];
    let writing = boxes.iter().map(|index| handwriting(*index));
    let marks = writing.chain(pegs.iter().map(|peg| cross(peg)));
    let marks: Vec<Object> = marks.map(|mark| Object::Reference(pdf.add_object(mark))).collect();
    pdf.get_dictionary_mut(page).unwrap().set("Annots", marks);
    let mut filled = Vec::new();
    pdf.save_to(&mut filled).unwrap();
    filled
}

/// Adds the page once more to a filled form, with writing in these boxes instead.
pub(crate) fn fill_again(filled: &[u8], page: u32, boxes: &[usize]) -> Vec<u8> {
    let mut pdf = Document::load_mem(filled).unwrap();
    let mut copy = pdf.get_dictionary(pdf.get_pages()[&page]).unwrap().clone();
    let marks: Vec<Object> =
        boxes.iter().map(|index| Object::Reference(pdf.add_object(handwriting(*index)))).collect();
    copy.set("Annots", marks);
    let parent = copy.get(b"Parent").and_then(Object::as_reference).unwrap();
    let copy = Object::Reference(pdf.add_object(copy));
    let pages = pdf.get_dictionary_mut(parent).unwrap();
    let kids = pages.get_mut(b"Kids").and_then(Object::as_array_mut).unwrap();
    kids.push(copy);
    let count = kids.len() as i64;
    pages.set("Count", count);
    let mut again = Vec::new();
    pdf.save_to(&mut again).unwrap();
    again
}

/// Covers the QR codes of a page (counted from 1) with white, as a tablet's toolbars may.
pub(crate) fn without_codes(form: &[u8], page: u32) -> Vec<u8> {
    let mut pdf = Document::load_mem(form).unwrap();
    let page = pdf.get_pages()[&page];
    let side = (QR_MODULES * QR_MODULE) as f32;
    let covers = QR_CORNERS.map(|(left, top)| {
        let bottom = PAGE_HEIGHT as f32 - top as f32 - side;
        let [x, y, side] = [left as f32 - 8.0, bottom - 8.0, side + 16.0].map(|at| at * SCALE);
        format!("q 1 g {x} {y} {side} {side} re f Q ")
    });
    let content = pdf.get_page_content(page);
    let content = [b"q ".to_vec(), content, b" Q ".to_vec(), covers.concat().into_bytes()].concat();
    pdf.change_page_content(page, content).unwrap();
    let mut covered = Vec::new();
    pdf.save_to(&mut covered).unwrap();
    covered
}

/// Lets a drop of ink dry in the second box of the page, counted from 1.
pub(crate) fn blotted(form: &[u8], page: u32) -> Vec<u8> {
    let mut pdf = Document::load_mem(form).unwrap();
    let page = pdf.get_pages()[&page];
    let drop = "q 0.3 G 1 J 11 w 312.5 452.8 m 312.5 452.8 l S Q";
    pdf.add_page_contents(page, drop.as_bytes().to_vec()).unwrap();
    let mut file = Vec::new();
    pdf.save_to(&mut file).unwrap();
    file
}

fn cross(peg: &str) -> lopdf::Dictionary {
    let peg = Peg::all().find(|one| one.to_string() == peg).unwrap();
    let (x, y) = (peg.centre().0 as f32, (PAGE_HEIGHT - peg.centre().1) as f32);
    let place = |x: f32, y: f32| [x, y].map(|at| Object::Real(at * SCALE));
    let line = |slope: f32| {
        let [from, to] = [-13.0, 14.0].map(|reach| place(x + reach, y + slope * reach));
        Object::Array(from.into_iter().chain(to).collect())
    };
    let [low, high] = [place(x - 20.0, y - 20.0), place(x + 20.0, y + 20.0)];
    dictionary! {
        "Type" => "Annot",
        "Subtype" => "Ink",
        "F" => 4,
        "C" => vec![0.into(), 0.into(), 0.into()],
        "BS" => dictionary! { "W" => 1.5_f32 },
        "Rect" => low.into_iter().chain(high).collect::<Vec<Object>>(),
        "InkList" => vec![line(1.0), line(-1.0)],
    }
}

fn handwriting(index: usize) -> lopdf::Dictionary {
    let answer = BOXES[index];
    let lines: Vec<Object> = (0..3)
        .map(|line| {
            let points = (0..20_u32).flat_map(|along| {
                let x = answer.left + 40 + along * 24;
                let y = answer.top + 60 + line * 110 + if along % 2 == 0 { 0 } else { 50 };
                [x as f32 * SCALE, (PAGE_HEIGHT - y) as f32 * SCALE].map(Object::Real)
            });
            Object::Array(points.collect())
        })
        .collect();
    let (left, top) = (answer.left as f32 * SCALE, (PAGE_HEIGHT - answer.top) as f32 * SCALE);
    let (right, bottom) = (left + answer.width as f32 * SCALE, top - answer.height as f32 * SCALE);
    dictionary! {
        "Type" => "Annot",
        "Subtype" => "Ink",
        "F" => 4,
        "C" => vec![0.into(), 0.into(), 0.into()],
        "BS" => dictionary! { "W" => 1.5_f32 },
        "Rect" => vec![left.into(), bottom.into(), right.into(), top.into()],
        "InkList" => lines,
    }
}
