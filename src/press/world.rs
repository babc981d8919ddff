//! World of the typesetter: the files of one job and the embedded fonts, nothing else.

use std::collections::HashMap;

use typst::diag::{FileError, FileResult, SourceDiagnostic, SourceResult, Warned};
use typst::foundations::{
    Bytes, Content, Datetime, Dict, Duration, NativeElement, Smart, Str, StyleChain, Value,
};
use typst::introspection::Introspector;
use typst::model::HeadingElem;
use typst::syntax::{FileId, RootedPath, Source, VirtualPath, VirtualRoot};
use typst::text::{Font, FontBook};
use typst::utils::LazyHash;
use typst::{Library, LibraryExt, World, WorldExt};
use typst_layout::PagedDocument;
use typst_pdf::PdfOptions;

use super::findings::Inspector;
use super::fonts::FONTS;
use super::join::{self, Anchor, TypesetTask};
use super::typeset_job::TypesetJob;

/// Typesets a job as a PDF; fails with the errors of its templates.
///
/// With a task, returns the requested part of the document.
pub(super) fn typeset(mut job: TypesetJob) -> Result<Vec<u8>, String> {
    let task = job.task.take();
    let inspector = Inspector::of(&job);
    let world = TypesetWorld::new(job)?;
    let Warned { output, warnings: _ } = world.lay_out();
    // Frees the layout cache, because the export needs the memory.
    typst::comemo::evict(0);
    let document = output.map_err(|errors| world.explain(&errors))?;
    let Some(task) = task else { return world.export(&document) };
    let anchors = anchors(&document);
    if matches!(task, TypesetTask::Draft) {
        return join::draft(anchors, document.pages().len());
    }
    let pdf = world.export(&document)?;
    let before = if let TypesetTask::Section { before, .. } = task { before } else { 0 };
    let findings = inspector.map(|inspector| inspector.inspect(&document, before));
    let (findings, pages) = (findings.unwrap_or_default(), document.pages().len());
    drop(document);
    match task {
        TypesetTask::Draft => join::draft(anchors, 0),
        TypesetTask::Section { before, next_object, next_key } => {
            join::section(pdf, before, next_object, next_key, anchors, findings)
        }
        TypesetTask::Frame { before, sections, chapters } => {
            join::frame(pdf, before, &sections, &chapters, &anchors, findings)
        }
        TypesetTask::Print => join::whole(pdf, pages, findings),
        TypesetTask::Booklet(imposition) => join::booklet(pdf, imposition, findings),
    }
}

/// Positions of all labels, and of the headings in the outline.
fn anchors(document: &PagedDocument) -> Vec<Anchor> {
    let introspector = document.introspector();
    let anchor = |element: &Content| {
        let place = introspector.position(element.location()?)?;
        let (x, y) = (place.point.x.to_pt(), place.point.y.to_pt());
        let label = element.label().map(|label| label.resolve().as_str().to_owned());
        Some(Anchor { page: place.page.get(), x, y, label, title: None, level: 1 })
    };
    let labelled = introspector.query_labelled().into_iter();
    let labelled = labelled.filter(|element| !element.is::<HeadingElem>());
    let labelled = labelled.filter_map(|element| anchor(&element));
    let headings = introspector.query(&HeadingElem::ELEM.select()).into_iter();
    let headings = headings.filter_map(|element| {
        let heading = element.to_packed::<HeadingElem>()?;
        let is_outlined = heading.outlined.get(StyleChain::default());
        let is_shown = heading.bookmarked.get(StyleChain::default()).unwrap_or(is_outlined);
        let title = is_shown.then(|| heading.body.plain_text().to_string());
        let level = heading.resolve_level(StyleChain::default()).get();
        Some(Anchor { title, level, ..anchor(&element)? })
    });
    labelled.chain(headings).collect()
}

struct TypesetWorld {
    library: LazyHash<Library>,
    main: FileId,
    sources: HashMap<FileId, Source>,
    files: HashMap<FileId, Bytes>,
}

impl TypesetWorld {
    fn new(job: TypesetJob) -> Result<Self, String> {
        // Strings in the data stay strings: members' text is never parsed as a template.
        let data: Value = serde_json::from_value(job.data).map_err(|error| error.to_string())?;
        let inputs = Dict::from_iter([(Str::from("data"), data)]);
        let mut sources = HashMap::new();
        let mut files = HashMap::new();
        for (path, bytes) in job.files {
            let id = file_id(&path)?;
            if path.rsplit('.').next() == Some("typ") {
                let text = std::str::from_utf8(bytes.as_ref())
                    .map_err(|_| format!("{path} is not UTF-8 text"))?;
                sources.insert(id, Source::new(id, text.to_owned()));
            }
            files.insert(id, Bytes::new(bytes));
        }
        Ok(Self {
            library: LazyHash::new(Library::builder().with_inputs(inputs).build()),
            main: file_id(&job.main)?,
            sources,
            files,
        })
    }

    fn lay_out(&self) -> Warned<SourceResult<PagedDocument>> {
        typst::compile(self)
    }

    fn export(&self, document: &PagedDocument) -> Result<Vec<u8>, String> {
        let options = PdfOptions {
            creator: Smart::Custom(Some(concat!("Inkfold ", env!("CARGO_PKG_VERSION")).into())),
            ..PdfOptions::default()
        };
        typst_pdf::pdf(document, &options).map_err(|errors| self.explain(&errors))
    }

    /// Errors, one per line, such as `/questionnaire/main.typ:12:5: unknown variable: nmae (hint)`.
    fn explain(&self, errors: &[SourceDiagnostic]) -> String {
        let lines: Vec<String> = errors.iter().map(|error| self.explain_one(error)).collect();
        lines.join("\n")
    }

    fn explain_one(&self, error: &SourceDiagnostic) -> String {
        let place = error.span.id().zip(self.range(error.span)).and_then(|(id, range)| {
            let (line, column) = self.source(id).ok()?.lines().byte_to_line_column(range.start)?;
            Some(format!("{}:{}:{}: ", id.vpath().get_with_slash(), line + 1, column + 1))
        });
        let told = format!("{}{}", place.unwrap_or_default(), error.message);
        error.hints.iter().fold(told, |told, hint| told + " (" + &hint.v + ")")
    }
}

fn file_id(path: &str) -> Result<FileId, String> {
    let path = VirtualPath::new(path).map_err(|error| format!("{path}: {error:?}"))?;
    Ok(RootedPath::new(VirtualRoot::Project, path).intern())
}

impl World for TypesetWorld {
    fn library(&self) -> &LazyHash<Library> {
        &self.library
    }

    fn book(&self) -> &LazyHash<FontBook> {
        &FONTS.book
    }

    fn main(&self) -> FileId {
        self.main
    }

    fn source(&self, id: FileId) -> FileResult<Source> {
        self.sources.get(&id).cloned().ok_or_else(|| not_found(id))
    }

    fn file(&self, id: FileId) -> FileResult<Bytes> {
        self.files.get(&id).cloned().ok_or_else(|| not_found(id))
    }

    fn font(&self, index: usize) -> Option<Font> {
        FONTS.fonts.get(index).cloned()
    }

    /// Returns no date, so that the output does not depend on the clock: dates are part of the data.
    fn today(&self, _offset: Option<Duration>) -> Option<Datetime> {
        None
    }
}

fn not_found(id: FileId) -> FileError {
    match id.root() {
        VirtualRoot::Project => FileError::NotFound(id.vpath().get_with_slash().into()),
        VirtualRoot::Package(_) => FileError::Other(Some("packages are not available here".into())),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use typst::foundations::Label;
    use typst::layout::{Frame, FrameItem};
    use typst::utils::PicoStr;

    use crate::typeset_job::JobEncoder;

    /// Document typeset in this process, without warnings and with a glyph for every letter.
    pub(crate) struct TypesetProof {
        pub(crate) pdf: Vec<u8>,
        document: PagedDocument,
    }

    pub(crate) fn typeset_cleanly(input: Vec<u8>) -> TypesetProof {
        let mut job = TypesetJob::decode(input).unwrap();
        crate::book::choose(&mut job);
        let world = TypesetWorld::new(job).unwrap();
        let Warned { output, warnings } = world.lay_out();
        assert_eq!(world.explain(&warnings), "");
        let document = output.map_err(|errors| world.explain(&errors)).unwrap();
        for page in document.pages() {
            assert_no_glyph_is_missing(&page.frame);
        }
        TypesetProof { pdf: world.export(&document).unwrap(), document }
    }

    fn assert_no_glyph_is_missing(frame: &Frame) {
        for (_, item) in frame.items() {
            match item {
                FrameItem::Group(group) => assert_no_glyph_is_missing(&group.frame),
                FrameItem::Text(run) => {
                    assert!(run.glyphs.iter().all(|glyph| glyph.id != 0), "{}", run.text);
                }
                _ => {}
            }
        }
    }

    impl TypesetProof {
        pub(crate) fn page_count(&self) -> usize {
            self.document.pages().len()
        }

        /// Page of a label.
        pub(crate) fn page_of(&self, label: &str) -> usize {
            let label = Label::new(PicoStr::intern(label)).unwrap();
            let introspector = self.document.introspector();
            let location = introspector.query_label(label).unwrap().location().unwrap();
            introspector.page(location).unwrap().get()
        }
    }

    fn of_template(source: &'static str, data: serde_json::Value) -> Result<Vec<u8>, String> {
        let encoder = JobEncoder::of([("/main.typ", source.as_bytes())]);
        typeset(TypesetJob::decode(encoder.finish("/main.typ", data))?)
    }

    #[test]
    fn template_errors_name_line_and_column() {
        assert_eq!(
            of_template("Fine so far\n#data.titel", serde_json::json!({})).unwrap_err(),
            "/main.typ:2:2: unknown variable: data"
        );
        let hinted = of_template("\n#let a = (b: 1)\n#a.c", serde_json::json!({})).unwrap_err();
        assert!(hinted.starts_with("/main.typ:3:4: dictionary does not contain key"), "{hinted}");
    }

    #[test]
    fn templates_cannot_read_files_packages_or_date() {
        for (source, refusal) in [
            ("#read(\"/etc/passwd\")", "file not found"),
            ("#read(\"../../secret\")", "escape"),
            ("#import \"@preview/cetz:0.3.0\": *", "packages are not available here"),
            ("#datetime.today()", "date"),
        ] {
            let words = of_template(source, serde_json::json!({})).unwrap_err();
            assert!(words.contains(refusal), "{source}: {words}");
        }
    }

    #[test]
    fn member_text_is_never_evaluated_as_markup() {
        let data = serde_json::json!({ "name": "#panic() $a *b* <c> @d `e` [f] \\ //g = h" });
        assert!(of_template("#heading(sys.inputs.data.name)", data).is_ok());
    }
}
