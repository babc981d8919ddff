//! Imposition of a booklet: two pages on each side of a sheet, in the order in which they follow each other when the sheets are
//! folded in the middle.

use std::collections::HashMap;
use std::fmt::Write;

use lopdf::{Dictionary, Object, ObjectId, Stream};
use serde::{Deserialize, Serialize};

use super::Findings;
use super::copier::Copier;
use super::source::Source;
use super::{FIRST_FREE, JoinedObjects, ObjectWriter, PAGE_TREE, answer, page_tree, trailer_line};

/// Pages on a folded sheet.
pub(crate) const PAGES_PER_SHEET: usize = 4;

/// Sheets of a booklet.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Imposition {
    /// Width of a sheet in points, which is folded in the middle of it.
    pub(crate) width: f64,
    pub(crate) height: f64,
    /// Number of sheets that are folded together; `None` for all.
    pub(crate) sheets: Option<usize>,
    /// Whether the fold is on the right of the first page, for books that run from right to left.
    pub(crate) folds_right: bool,
}

/// Left and right page of each side of the sheets, counted from 0; `None` for a blank one. Each front is followed by its back.
pub(crate) fn sides(pages: usize, sheets: Option<usize>) -> Vec<[Option<usize>; 2]> {
    let total = pages.next_multiple_of(PAGES_PER_SHEET);
    let signature = sheets.map_or(total, |sheets| sheets.max(1) * PAGES_PER_SHEET);
    let page = |index: usize| (index < pages).then_some(index);
    let mut sides = Vec::with_capacity(total / 2);
    let mut start = 0;
    while start < total {
        let end = total.min(start + signature);
        for place in 0..(end - start) / 2 {
            let (early, late) = (page(start + place), page(end - 1 - place));
            sides.push(if place % 2 == 0 { [late, early] } else { [early, late] });
        }
        start = end;
    }
    sides
}

/// Places the pages of a document on sheets. Links, outline and tags are left out.
pub(crate) fn booklet(
    pdf: Vec<u8>,
    imposition: Imposition,
    mut findings: Findings,
) -> Result<Vec<u8>, String> {
    let source = Source::read(pdf)?;
    let mut copier = Copier::new(&source, FIRST_FREE, 0, HashMap::new());
    let mut written = ObjectWriter::default();
    let mut placed = Vec::with_capacity(source.pages.len());
    for page in &source.pages {
        // Whatever refers to a page would lead nowhere.
        copier.leave_out(*page);
    }
    for page in &source.pages {
        let page = PlacedPage::of(&source, *page, imposition)?;
        let number = copier.reserve();
        written.put(number, &Object::Stream(page.form(&mut copier)))?;
        placed.push((number, page.matrix));
    }
    let mut sheets = Vec::new();
    for mut side in sides(placed.len(), imposition.sheets) {
        if imposition.folds_right {
            side.reverse();
        }
        let (content, page) = (copier.reserve(), copier.reserve());
        let mut draw = String::new();
        let mut forms = Dictionary::new();
        for (index, half) in side.into_iter().zip([0.0, imposition.width / 2.0]) {
            let Some((number, [scale, x, y])) = index.and_then(|index| placed.get(index)) else {
                continue;
            };
            let name = format!("P{number}");
            let x = half + x;
            // Writing to a string cannot fail.
            let _ = writeln!(draw, "q {scale:.6} 0 0 {scale:.6} {x:.4} {y:.4} cm /{name} Do Q");
            forms.set(name, Object::Reference((*number, 0)));
        }
        written.put(content, &Object::Stream(Stream::new(Dictionary::new(), draw.into_bytes())))?;
        written.put(page, &Object::Dictionary(side_page(imposition, content, forms)))?;
        sheets.push(page);
    }
    let info = source.roots()?[1].1;
    let info = copier.number(info);
    copier.copy_all(&mut written)?;
    findings.fonts = std::mem::take(&mut copier.fonts);

    let catalog = copier.reserve();
    let mut root = Dictionary::new();
    root.set("Type", "Catalog");
    root.set("Pages", Object::Reference((PAGE_TREE, 0)));
    written.put(catalog, &Object::Dictionary(root))?;
    written.put(PAGE_TREE, &Object::Dictionary(page_tree(&sheets)))?;
    let trailer =
        trailer_line(&source, copier.next_object, [("Root", Some(catalog)), ("Info", info)])?;
    answer(&written, &trailer, JoinedObjects::default(), Vec::new(), source.pages.len(), findings)
}

fn side_page(imposition: Imposition, content: u32, forms: Dictionary) -> Dictionary {
    let mut resources = Dictionary::new();
    resources.set("XObject", Object::Dictionary(forms));
    let mut page = Dictionary::new();
    page.set("Type", "Page");
    page.set("Parent", Object::Reference((PAGE_TREE, 0)));
    page.set("MediaBox", numbers([0.0, 0.0, imposition.width, imposition.height]));
    page.set("Resources", Object::Dictionary(resources));
    page.set("Contents", Object::Reference((content, 0)));
    page
}

/// Page that becomes a form on a sheet.
struct PlacedPage {
    content: Stream,
    resources: Object,
    group: Option<Object>,
    bounds: [f64; 4],
    /// Scale, and position in the half of a sheet.
    matrix: [f64; 3],
}

impl PlacedPage {
    fn of(source: &Source, page: ObjectId, imposition: Imposition) -> Result<Self, String> {
        let page = source.dictionary(page)?;
        let bounds = rectangle(&page, b"MediaBox")?;
        let [left, bottom, right, top] = bounds;
        let (width, height) = (right - left, top - bottom);
        let half = imposition.width / 2.0;
        let scale = (half / width).min(imposition.height / height).min(1.0);
        let matrix = [
            scale,
            // In the middle of its half.
            (half - width * scale) / 2.0 - left * scale,
            (imposition.height - height * scale) / 2.0 - bottom * scale,
        ];
        let content = match page.get(b"Contents") {
            Ok(Object::Reference(content)) => source.object(*content)?,
            _ => Object::Stream(Stream::new(Dictionary::new(), Vec::new())),
        };
        let Object::Stream(content) = content else {
            return Err("the content of a page is not one stream".to_owned());
        };
        let resources = page.get(b"Resources").cloned().unwrap_or(Object::Null);
        let group = page.get(b"Group").ok().cloned();
        Ok(Self { content, resources, group, bounds, matrix })
    }

    /// The page as a form, whose data stays compressed as it is.
    fn form(&self, copier: &mut Copier<'_>) -> Stream {
        let mut form = self.content.clone();
        form.dict = copier.dictionary(&self.content.dict);
        form.dict.set("Type", "XObject");
        form.dict.set("Subtype", "Form");
        form.dict.set("BBox", numbers(self.bounds));
        form.dict.set("Resources", copier.object(&self.resources));
        if let Some(group) = &self.group {
            form.dict.set("Group", copier.object(group));
        }
        form
    }
}

fn numbers(numbers: [f64; 4]) -> Object {
    Object::Array(numbers.map(|number| Object::Real(number as f32)).to_vec())
}

fn rectangle(page: &Dictionary, key: &[u8]) -> Result<[f64; 4], String> {
    let numbers = page.get(key).and_then(Object::as_array).map_err(|error| error.to_string())?;
    let numbers: Vec<f64> =
        numbers.iter().filter_map(|number| number.as_float().ok()).map(f64::from).collect();
    <[f64; 4]>::try_from(numbers).map_err(|_| "a box has not four numbers".to_owned())
}

#[cfg(test)]
mod tests {
    use lopdf::Document;
    use serde_json::json;

    use super::*;
    use crate::book::tests::assembled;
    use crate::join::TypesetTask;
    use crate::typeset_job::{JobEncoder, TypesetJob};
    use crate::world;

    fn in_words(pages: usize, sheets: Option<usize>) -> Vec<String> {
        let page = |page: Option<usize>| page.map_or("-".to_owned(), |page| (page + 1).to_string());
        let sides = sides(pages, sheets).into_iter();
        sides.map(|[left, right]| format!("{}|{}", page(left), page(right))).collect()
    }

    #[test]
    fn folded_sheets_read_in_order() {
        assert_eq!(in_words(4, None), ["4|1", "2|3"]);
        assert_eq!(in_words(5, None), ["-|1", "2|-", "-|3", "4|5"]);
        assert_eq!(in_words(8, None), ["8|1", "2|7", "6|3", "4|5"]);
        assert_eq!(
            in_words(13, None),
            ["-|1", "2|-", "-|3", "4|13", "12|5", "6|11", "10|7", "8|9"]
        );
        assert_eq!(in_words(0, None), Vec::<String>::new());
    }

    #[test]
    fn signatures_are_folded_one_by_one() {
        assert_eq!(in_words(10, Some(1)), ["4|1", "2|3", "8|5", "6|7", "-|9", "10|-"]);
        assert_eq!(in_words(10, Some(2)), ["8|1", "2|7", "6|3", "4|5", "-|9", "10|-"]);
        assert_eq!(in_words(3, Some(9)), in_words(3, None));
    }

    /// Text of the left and right half of every side of a booklet with that many pages.
    fn printed_halves(pages: usize, folds_right: bool) -> Vec<[String; 2]> {
        let source = "#set page(width: 300pt, height: 400pt)
#for page in range(sys.inputs.data.pages) { if page > 0 { pagebreak() }; [Page #(page + 1)] }";
        let imposition = Imposition { width: 841.89, height: 595.276, sheets: None, folds_right };
        let job = JobEncoder::of([("/main.typ", source.as_bytes())])
            .task(Some(TypesetTask::Booklet(imposition)))
            .finish("/main.typ", json!({ "pages": pages, "medium": "booklet" }));
        let laid_out = world::typeset(TypesetJob::decode(job).unwrap()).unwrap();
        let document = Document::load_mem(&assembled(laid_out)).unwrap();
        document.get_pages().into_values().map(|side| halves(&document, side)).collect()
    }

    /// Text of the forms that a side shows, left and right.
    fn halves(document: &Document, side: ObjectId) -> [String; 2] {
        let content = document.get_and_decode_page_content(side).unwrap();
        let mut halves = [String::new(), String::new()];
        let mut half = 0;
        for operation in content.operations {
            match operation.operator.as_str() {
                "cm" => {
                    let x = operation.operands[4].as_float().unwrap();
                    half = usize::from(x > 400.0);
                    let scale = operation.operands[0].as_float().unwrap();
                    assert!((scale - 1.0).abs() < 1e-6, "a page that fits is not enlarged");
                }
                "Do" => {
                    let name = operation.operands[0].as_name().unwrap();
                    halves[half] = text_of_form(document, side, name);
                }
                _ => {}
            }
        }
        halves
    }

    /// Text of a form, read as if it were the content of the page.
    fn text_of_form(document: &Document, side: ObjectId, name: &[u8]) -> String {
        let page = document.get_dictionary(side).unwrap();
        let resources = page.get(b"Resources").and_then(Object::as_dict).unwrap();
        let forms = resources.get(b"XObject").and_then(Object::as_dict).unwrap();
        let form = forms.get(name).and_then(Object::as_reference).unwrap();
        let mut alone = document.clone();
        let resources = document.get_object(form).and_then(Object::as_stream).unwrap();
        let resources = resources.dict.get(b"Resources").unwrap().clone();
        let page = alone.get_dictionary_mut(side).unwrap();
        page.set("Contents", Object::Reference(form));
        page.set("Resources", resources);
        let number = document.get_pages().iter().find(|(_, id)| **id == side).map(|(n, _)| *n);
        alone.extract_text(&[number.unwrap()]).unwrap().trim().to_owned()
    }

    #[test]
    fn sides_show_the_text_of_their_pages() {
        for pages in [4, 5, 8, 13] {
            let page =
                |page: Option<usize>| page.map_or(String::new(), |at| format!("Page {}", at + 1));
            let expected: Vec<[String; 2]> =
                sides(pages, None).into_iter().map(|side| side.map(page)).collect();
            assert_eq!(printed_halves(pages, false), expected, "{pages} pages");
            let mirrored: Vec<[String; 2]> =
                expected.into_iter().map(|[left, right]| [right, left]).collect();
            assert_eq!(printed_halves(pages, true), mirrored, "{pages} pages, folded on the right");
        }
    }
}
