//! Blank form of a book: geometry from [`domain::form`](domain::form), templates from `forms/questionnaire/`.

use serde_json::{Value, json};

use super::typeset_job::JobEncoder;
use super::{Error, JOB, Template, language, missing, qr, template};
use domain::book::Question;
use domain::form::{
    self, BOXES, BOXES_PER_PAGE, DRAWING_BOX, FIRST_QUESTION_PAGE, PAGE_HEIGHT, PAGE_WIDTH,
    PEG_RADIUS, Peg, Rect, corner_marks,
};
use domain::form_code::{FormCode, PageMark};
use sandbox::Sandbox;

const MAIN: &str = "/questionnaire/main.typ";

static TEMPLATES: [Template; 7] = [
    template!("/questionnaire/main.typ"),
    template!("/questionnaire/how.typ"),
    template!("/questionnaire/questions.typ"),
    template!("/questionnaire/steps.typ"),
    template!("/questionnaire/picture.svg"),
    template!("/questionnaire/page.typ"),
    template!("/shared/words.typ"),
];

/// Version of a book's form.
#[derive(Clone, Debug)]
pub struct Form {
    /// Code on every page, by which the book and these questions are found again.
    pub code: FormCode,
    pub book_name: String,
    pub questions: Vec<Question>,
    /// Whether the first questionnaire page has the grid of pegs.
    pub prize: bool,
}

impl Form {
    /// Returns the current form of a book, without typesetting it.
    pub fn new(book_id: &str, book_name: String, questions: Vec<Question>, prize: bool) -> Self {
        let draft = Self { code: FormCode::of(b""), book_name, questions, prize };
        Self { code: draft.code_for(book_id), ..draft }
    }

    /// Characters that no font has; they are printed as empty boxes.
    pub fn missing(&self) -> Vec<char> {
        missing(&looks(self).to_string())
    }

    /// Hash of everything that affects the printed page: a filled form is compared with the blank page of its code.
    fn code_for(&self, book_id: &str) -> FormCode {
        let mut hash = blake3::Hasher::new();
        for (path, source) in TEMPLATES {
            hash.update(path.as_bytes()).update(blake3::hash(source).as_bytes());
        }
        // The questions are hashed again for their keys. JSON separates the parts.
        let content = json!([book_id, self.questions, looks(self)]);
        hash.update(content.to_string().as_bytes());
        FormCode::of(hash.finalize().as_bytes())
    }

    fn pages(&self) -> u32 {
        form::pages(self.questions.len())
    }
}

/// Code of a book's current form.
pub fn code(book_id: &str, book_name: &str, questions: &[Question], prize: bool) -> FormCode {
    Form::new(book_id, book_name.to_owned(), questions.to_vec(), prize).code
}

/// Typesets the form as a PDF. The same form produces the same bytes.
///
/// # Errors
/// If there are more questions than a form can have, or the child fails.
pub fn typeset(sandbox: &Sandbox, form: &Form) -> Result<Vec<u8>, Error> {
    let input = job(form)?;
    sandbox
        .call(&JOB, &[&input])
        .map_err(|source| Error::Child { what: "the questionnaire", source })
}

fn job(form: &Form) -> Result<Vec<u8>, Error> {
    let most = (qr::MAX_PAGES - 1) * BOXES_PER_PAGE;
    if form.questions.len() > most {
        return Err(Error::TooManyQuestions { asked: form.questions.len(), most });
    }
    let mut data = looks(form);
    data["code"] = form.code.words().into();
    for (page, number) in (1..=form.pages()).enumerate() {
        data["pages"][page]["codes"] = json!(qr::codes(PageMark { form: form.code, page: number }));
    }
    Ok(JobEncoder::of(TEMPLATES).finish(MAIN, data))
}

/// Data for the templates, without the code. Lengths are pixels, rectangles as in the specification.
fn looks(form: &Form) -> Value {
    json!({
        "page": { "width": PAGE_WIDTH, "height": PAGE_HEIGHT },
        "book": language::words(&form.book_name),
        "pages": (1..=form.pages()).map(|number| page(form, number)).collect::<Vec<_>>(),
        "pegs": Peg::all().map(peg).collect::<Vec<_>>(),
    })
}

fn page(form: &Form, number: u32) -> Value {
    let has_boxes = number >= FIRST_QUESTION_PAGE;
    let marks = if has_boxes { corner_marks().concat() } else { Vec::new() };
    let asked = form::questions_on(number, form.questions.len());
    let questions = asked.zip(BOXES).map(|(index, place)| question(form, index, place));
    json!({
        "number": number,
        "marks": marks,
        "questions": questions.collect::<Vec<_>>(),
        "prize": form.prize && number == FIRST_QUESTION_PAGE,
        "drawing": (!form.prize && number == FIRST_QUESTION_PAGE).then_some(DRAWING_BOX),
    })
}

fn question(form: &Form, index: usize, place: Rect) -> Value {
    json!({ "number": index + 1, "words": language::words(&form.questions[index].description), "box": place })
}

fn peg(peg: Peg) -> Value {
    let (x, y) = peg.centre();
    json!({ "label": peg.to_string(), "x": x, "y": y, "radius": PEG_RADIUS })
}

#[cfg(test)]
mod tests;
