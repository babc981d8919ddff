//! Blank forms, and forms filled in the ways that tablets export them.

use std::fmt::Write;
use std::io::Cursor;
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, LazyLock};

use hayro::hayro_interpret::InterpreterSettings;
use hayro::hayro_syntax::Pdf;
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::{PixmapSettings, RenderCache, RenderSettings, render};
use image::{GrayImage, ImageFormat, Luma};
use inkfold::domain::form::{BOXES, PAGE_HEIGHT, PAGE_WIDTH, Peg};
use inkfold::paper::FormTemplate;
use inkfold::sandbox::Sandbox;

/// A blank form of its own questions.
pub(crate) struct Form {
    pub(crate) pdf: Vec<u8>,
    pub(crate) blank: Arc<FormTemplate>,
}

/// A form of five questions, one of another book, and one of two pages of questions.
pub(crate) static FORM: LazyLock<Form> = LazyLock::new(|| Form::of("river", 5));
pub(crate) static OTHER_FORM: LazyLock<Form> = LazyLock::new(|| Form::of("mountain", 5));
pub(crate) static LONG_FORM: LazyLock<Form> = LazyLock::new(|| Form::of("valley", 10));

pub(crate) fn executable() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_inkfold"))
}

pub(crate) fn sandbox() -> Sandbox {
    Sandbox::of(executable())
}

impl Form {
    pub(crate) fn of(subject: &str, questions: u32) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (file, out) = (folder.path().join("questions.csv"), folder.path().join("form.pdf"));
        let rows = (1..=questions).fold(String::from("key,description\n"), |mut rows, number| {
            let _ =
                writeln!(rows, "q{number},What do you remember of the {subject} number {number}?");
            rows
        });
        write(&file, rows.as_bytes());
        let mut command = Command::new(executable());
        command.args(["form", "blank", "--questions"]).arg(&file).arg("--out").arg(&out);
        assert!(command.output().unwrap().status.success());
        let pdf = std::fs::read(&out).unwrap();
        let blank = Arc::new(FormTemplate::rasterise(&sandbox(), &pdf).unwrap());
        Self { pdf, blank }
    }

    /// Page 2 as a tablet shows it.
    pub(crate) fn screen(&self) -> GrayImage {
        screen_of(&self.pdf)
    }

    /// Page of this number as a tablet shows it.
    pub(crate) fn screen_of_page(&self, number: usize) -> GrayImage {
        screen_of_page(&self.pdf, number)
    }
}

/// Page 2 of a form as a tablet shows it.
pub(crate) fn screen_of(pdf: &[u8]) -> GrayImage {
    screen_of_page(pdf, 2)
}

fn screen_of_page(pdf: &[u8], number: usize) -> GrayImage {
    let pdf = Pdf::new(pdf.to_vec()).unwrap();
    let page = &pdf.pages()[number - 1];
    let scale = PAGE_WIDTH as f32 / page.render_dimensions().0;
    let size = PixmapSettings { x_scale: scale, y_scale: scale, bg_color: WHITE };
    let (cache, how) = (RenderCache::new(), RenderSettings::default());
    let drawn = render(page, &cache, &InterpreterSettings::default(), &how, &size);
    let luma = drawn.data().iter().map(|pixel| pixel.g).collect();
    GrayImage::from_raw(PAGE_WIDTH, PAGE_HEIGHT, luma).unwrap()
}

/// Lines of a pen, in pixels of the form.
pub(crate) type Strokes = Vec<Vec<(f32, f32)>>;

/// A wavy line of writing in an answer box.
pub(crate) fn words_in(index: usize) -> Strokes {
    let (left, top) = (BOXES[index].left as f32, BOXES[index].top as f32);
    let wave = |at: f32| (left + 60.0 + 4.0 * at, top + 120.0 + 30.0 * (at * 0.7).sin());
    vec![(0_u8..100).map(|at| wave(f32::from(at))).collect()]
}

/// A cross on a peg.
pub(crate) fn cross_on(peg: &str) -> Strokes {
    let peg = Peg::all().find(|one| one.to_string() == peg).unwrap();
    let (x, y) = (peg.centre().0 as f32, peg.centre().1 as f32);
    vec![
        vec![(x - 14.0, y - 15.0), (x + 15.0, y + 14.0)],
        vec![(x + 14.0, y - 14.0), (x - 15.0, y + 15.0)],
    ]
}

/// Draws on the picture with a pen four pixels wide.
pub(crate) fn ink(image: &mut GrayImage, strokes: &Strokes) {
    for (from, to) in
        strokes.iter().flat_map(|stroke| stroke.windows(2).map(|pair| (pair[0], pair[1])))
    {
        let steps = (to.0 - from.0).hypot(to.1 - from.1).ceil().max(1.0);
        for step in 0..=steps as u32 {
            let part = step as f32 / steps;
            let at = |from: f32, to: f32| (from + (to - from) * part) as u32;
            let (x, y) = (at(from.0, to.0), at(from.1, to.1));
            for (x, y) in (y..y + 4).flat_map(|y| (x..x + 4).map(move |x| (x, y))) {
                image.put_pixel(x, y, Luma([20]));
            }
        }
    }
}

pub(crate) fn png(image: &GrayImage) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    image.write_to(&mut file, ImageFormat::Png).unwrap();
    file.into_inner()
}

/// A page as Supernote exports it: a picture of the paper, and all ink in one stamp over it.
pub(crate) fn stamped_pdf(paper: &GrayImage, strokes: &Strokes) -> Vec<u8> {
    let (width, height) = paper.dimensions();
    let mut ops = String::from("0 G 4 w 1 J ");
    for stroke in strokes {
        for (at, (x, y)) in stroke.iter().enumerate() {
            let _ = write!(ops, "{x} {} {} ", height as f32 - y, if at == 0 { "m" } else { "l" });
        }
        ops.push_str("S ");
    }
    let page = format!(
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 {width} {height}]/Contents 4 0 R/Annots[6 0 R]\
         /Resources<</XObject<</Paper 5 0 R>>>>>>"
    );
    let picture = format!(
        "/Type/XObject/Subtype/Image/Width {width}/Height {height}/ColorSpace/DeviceGray/BitsPerComponent 8"
    );
    let rect = format!("[0 0 {width} {height}]");
    pdf_of(&[
        b"<</Type/Catalog/Pages 2 0 R>>".to_vec(),
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>".to_vec(),
        page.into_bytes(),
        stream("", format!("{width} 0 0 {height} 0 0 cm /Paper Do").as_bytes()),
        stream(&picture, paper.as_raw()),
        format!("<</Type/Annot/Subtype/Stamp/F 4/Rect{rect}/AP<</N 7 0 R>>>>").into_bytes(),
        stream(&format!("/Type/XObject/Subtype/Form/BBox{rect}"), ops.as_bytes()),
    ])
}

/// PDF as scanners write it, with a picture for each page.
pub(crate) fn file_of(pages: &[&GrayImage]) -> Vec<u8> {
    let kids: Vec<String> = (0..pages.len()).map(|page| format!("{} 0 R", 3 * page + 3)).collect();
    let mut objects = vec![
        b"<</Type/Catalog/Pages 2 0 R>>".to_vec(),
        format!("<</Type/Pages/Kids[{}]/Count {}>>", kids.join(" "), pages.len()).into_bytes(),
    ];
    for picture in pages {
        let (width, height) = picture.dimensions();
        let [content, image] = [objects.len() + 2, objects.len() + 3];
        let page = format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 {width} {height}]/Contents {content} 0 R\
             /Resources<</XObject<</X {image} 0 R>>>>>>"
        );
        let head = format!(
            "/Type/XObject/Subtype/Image/Width {width}/Height {height}/ColorSpace/DeviceGray/BitsPerComponent 8"
        );
        objects.push(page.into_bytes());
        objects.push(stream("", format!("{width} 0 0 {height} 0 0 cm /X Do").as_bytes()));
        objects.push(stream(&head, picture.as_raw()));
    }
    pdf_of(&objects)
}

/// A PDF of the given objects, the first of which is the catalogue.
pub(crate) fn pdf_of(objects: &[Vec<u8>]) -> Vec<u8> {
    let mut file = b"%PDF-1.7\n".to_vec();
    let mut table = String::from("0000000000 65535 f \n");
    for (object, number) in objects.iter().zip(1..) {
        let _ = writeln!(table, "{:010} 00000 n ", file.len());
        file.extend([format!("{number} 0 obj\n").as_bytes(), object, b"\nendobj\n"].concat());
    }
    let (start, size) = (file.len(), objects.len() + 1);
    let end = format!(
        "xref\n0 {size}\n{table}trailer\n<</Root 1 0 R/Size {size}>>\nstartxref\n{start}\n%%EOF"
    );
    file.extend(end.as_bytes());
    file
}

pub(crate) fn stream(dict: &str, content: &[u8]) -> Vec<u8> {
    let start = format!("<<{dict}/Length {}>>\nstream\n", content.len());
    [start.as_bytes(), content, b"\nendstream"].concat()
}

/// Writes a file of a test.
pub(crate) fn write(path: &Path, content: &[u8]) {
    std::io::Write::write_all(&mut std::fs::File::create(path).unwrap(), content).unwrap();
}
