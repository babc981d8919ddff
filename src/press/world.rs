//! The typesetter's whole world: the files of one order, the fonts of the executable, and nothing else.

use std::collections::HashMap;

use typst::diag::{FileError, FileResult, SourceDiagnostic, Warned};
use typst::foundations::{Bytes, Datetime, Dict, Duration, Str, Value};
use typst::syntax::{FileId, RootedPath, Source, VirtualPath, VirtualRoot};
use typst::text::{Font, FontBook};
use typst::utils::LazyHash;
use typst::{Library, LibraryExt, World, WorldExt};
use typst_layout::PagedDocument;
use typst_pdf::PdfOptions;

use super::fonts::FONTS;
use super::order::Order;

/// The PDF of an order, or what is wrong with its templates.
pub(super) fn typeset(order: Order) -> Result<Vec<u8>, String> {
    compile(order).map(|(pdf, _warnings)| pdf)
}

/// The PDF, and what the typesetter would rather have otherwise.
fn compile(order: Order) -> Result<(Vec<u8>, String), String> {
    let desk = Desk::new(order)?;
    let Warned { output, warnings } = typst::compile::<PagedDocument>(&desk);
    output
        .and_then(|document| typst_pdf::pdf(&document, &PdfOptions::default()))
        .map(|pdf| (pdf, desk.explain(&warnings)))
        .map_err(|errors| desk.explain(&errors))
}

struct Desk {
    library: LazyHash<Library>,
    main: FileId,
    sources: HashMap<FileId, Source>,
    files: HashMap<FileId, Bytes>,
}

impl Desk {
    fn new(order: Order) -> Result<Self, String> {
        // Strings of the data stay strings: nothing that a member wrote is ever read as a template.
        let data: Value = serde_json::from_value(order.data).map_err(|error| error.to_string())?;
        let inputs = Dict::from_iter([(Str::from("data"), data)]);
        let mut sources = HashMap::new();
        let mut files = HashMap::new();
        for (path, bytes) in order.files {
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
            main: file_id(&order.main)?,
            sources,
            files,
        })
    }

    /// `/questionnaire/main.typ:12:5: unknown variable: nmae (hint)`, a line for each error.
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

impl World for Desk {
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

    /// No clock: a date that is printed comes with the data.
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
    use crate::press::order::Bytes as File;

    /// Typesets in this process, and takes no warnings.
    pub(in crate::press) fn typeset_cleanly(order: Order) -> Vec<u8> {
        let (pdf, warnings) = compile(order).unwrap();
        assert_eq!(warnings, "");
        pdf
    }

    fn of_template(source: &'static str, data: serde_json::Value) -> Result<Vec<u8>, String> {
        let files = vec![("/main.typ".to_owned(), File::Static(source.as_bytes()))];
        typeset(Order { main: "/main.typ".into(), data, files })
    }

    #[test]
    fn faults_of_templates_are_named_by_line_and_column() {
        assert_eq!(
            of_template("Fine so far\n#data.titel", serde_json::json!({})).unwrap_err(),
            "/main.typ:2:2: unknown variable: data"
        );
        let hinted = of_template("\n#let a = (b: 1)\n#a.c", serde_json::json!({})).unwrap_err();
        assert!(hinted.starts_with("/main.typ:3:4: dictionary does not contain key"), "{hinted}");
    }

    #[test]
    fn templates_reach_nothing_outside_of_their_order() {
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
    fn what_members_write_is_never_a_template() {
        let data = serde_json::json!({ "name": "#panic() $a *b* <c> @d `e` [f] \\ //g = h" });
        assert!(of_template("#heading(sys.inputs.data.name)", data).is_ok());
    }
}
