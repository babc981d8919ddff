//! Typesetting of a book too large for one child: its sections are typeset one after the other and written to one file,
//! followed by the frame around them.
//!
//! A draft yields the number of pages before the first chapter. Each section yields the positions of its labels and headings, and
//! the frame, which is the book with blank pages as chapters, places them: contents, index and outline lead to the right pages.

use std::collections::BTreeMap;
use std::io::Write;

use serde_json::{Value, json};

use super::cover::Writing;
use super::job::{AsPictures, BookJob};
use super::sections::{self, Section};
use super::{Book, Measures, Medium, MemoKind, Pictures, Progress, Templates, data};
use crate::Error;
use crate::findings::Findings;
use crate::join::{Anchor, Chunk, FIRST_FREE, JoinedObjects, TypesetTask};
use crate::placeholder::Assembly;

/// First line of the format, and a comment line that marks the file as binary.
pub(super) const HEAD: &[u8] = b"%PDF-1.7\n%\xE2\xE3\xCF\xD3\n";

/// Typesets an encoded job, in a child.
pub(super) type Typesetter<'a> = &'a mut dyn FnMut(&[u8]) -> Result<Vec<u8>, Error>;

/// Page, counted from 1, and position on it in points.
type Position = (usize, f64, f64);

/// Book that is typeset in sections.
pub(super) struct Sections<'a> {
    book: &'a Book,
    pub(super) templates: &'a Templates,
    hash: blake3::Hash,
    pieces: Vec<Section<'a>>,
    divided: Vec<Vec<Section<'a>>>,
    /// Data of the book without its chapters.
    all: Value,
    /// Whether templates may use labels of memos. Built-in templates do not if they are given the pages.
    has_labels: bool,
}

/// Facts about a joined file.
#[derive(Debug)]
pub(super) struct JoinedBook {
    pub(super) pages: u32,
    pub(super) as_pictures: AsPictures,
    pub(super) measures: Measures,
    pub(super) findings: Findings,
}

impl<'a> Sections<'a> {
    /// Divides a book that costs more than `most`; `None` for one that is typeset as a whole.
    pub(super) fn of(book: &'a Book, templates: &'a Templates, most: usize) -> Option<Self> {
        let pieces = sections::whole(book);
        let divided = sections::divide(&pieces, most);
        if divided.len() < 2 {
            return None;
        }
        let hash = book.hash(templates);
        let mut all = data::of_all(book, &pieces);
        all["hash"] = hash.to_hex().as_str().into();
        if book.options.medium == Medium::Print {
            data::set_measures(&mut all, Measures::of_thick());
        }
        let has_labels = templates.has_own();
        Some(Self { book, templates, hash, pieces, divided, all, has_labels })
    }

    /// Writes the file.
    pub(super) fn print(
        &self,
        typesetter: Typesetter<'_>,
        pictures: Pictures<'_>,
        progress: &mut dyn FnMut(Progress),
        out: impl Write,
    ) -> Result<JoinedBook, Error> {
        let (mut as_pictures, mut findings) = (AsPictures::default(), Findings::default());
        let total = self.divided.len() as u32 + 1;
        progress(Progress { done: 0, total });
        let before = self.pages_before(typesetter)?;
        let mut file = Assembly::new(out, HEAD, FIRST_FREE as usize)?;
        let mut joined = JoinedObjects { next_object: FIRST_FREE, ..JoinedObjects::default() };
        let mut anchors = Vec::new();
        for (section, done) in self.divided.iter().zip(1..) {
            let pages = before + joined.pages.len();
            let (job, chunk) = self.typeset(section, pages, &joined, typesetter, &mut *pictures)?;
            job.add(&chunk, &mut *pictures, &mut file)?;
            as_pictures.add(job.as_pictures);
            findings.append(chunk.findings);
            anchors.extend(chunk.anchors);
            joined.append(chunk.joined);
            progress(Progress { done, total });
        }
        let chapters = self.chapter_pages(before, &anchors);
        let mut data = self.frame(before, joined.pages.len(), &chapters, anchors);
        let chapters = chapters.into_iter().collect();
        let task = TypesetTask::Frame { before, sections: joined, chapters };
        let cover = Writing::of(self.book, &mut *pictures)?;
        let mut typeset = |data: Value| {
            let frame = BookJob::of_frame(self.hash, self.templates, data, &cover, task.clone());
            Ok::<_, Error>((decode(typesetter(&frame.encoded)?)?, frame))
        };
        let mut measures = Measures::default();
        let (mut chunk, mut frame) = typeset(data.clone())?;
        if self.book.options.medium == Medium::Print {
            measures = Measures { blank: chunk.page_count as u32 % 2, ..Measures::of_thick() };
            if measures.blank > 0 {
                data::set_measures(&mut data, measures);
                (chunk, frame) = typeset(data)?;
            }
        }
        frame.add(&chunk, pictures, &mut file)?;
        file.finish(chunk.trailer.as_ref())?;
        progress(Progress { done: total, total });
        findings.append(chunk.findings);
        Ok(JoinedBook { pages: chunk.page_count as u32, as_pictures, measures, findings })
    }

    /// Number of pages before the first chapter.
    fn pages_before(&self, typesetter: Typesetter<'_>) -> Result<usize, Error> {
        let at = |label| json!({ "x": 0, "y": 0, "label": label, "title": null, "level": 1 });
        let chapters = self.pieces.iter().map(|piece| {
            let memos = piece.first_memo..piece.first_memo + piece.memos.len();
            let memos = memos.filter(|_| self.has_labels).map(memo_label);
            let labels = [chapter_label(piece)].into_iter().chain(memos);
            let page: Vec<Value> = labels.map(at).collect();
            self.blank_chapter(piece, &[page])
        });
        let mut data = self.all.clone();
        data["chapters"] = chapters.collect();
        self.put_pages(&mut data, &BTreeMap::new());
        let cover = Writing::Nothing;
        let draft = BookJob::of_frame(self.hash, self.templates, data, &cover, TypesetTask::Draft);
        let chunk = decode(typesetter(&draft.encoded)?)?;
        let first = chapter_label(&self.pieces[0]);
        let mut named = chunk.anchors.iter().filter(|anchor| anchor.label.as_ref() == Some(&first));
        let words = "a large book needs the template of its chapters";
        named.next().map(|anchor| anchor.page - 1).ok_or_else(|| refused(words.to_owned()))
    }

    /// Typesets a section, and again without its PDFs if they may be the cause of a failure.
    fn typeset(
        &self,
        section: &[Section<'_>],
        before: usize,
        joined: &JoinedObjects,
        typesetter: Typesetter<'_>,
        pictures: Pictures<'_>,
    ) -> Result<(BookJob, Chunk), Error> {
        let (next_object, next_key) = (joined.next_object, joined.parents.len());
        let task = TypesetTask::Section { before, next_object, next_key };
        let mut attempt = |has_pdfs| {
            let job = BookJob::of_section(
                self.hash,
                self.templates,
                &self.all,
                section,
                task.clone(),
                (before, has_pdfs),
                &mut *pictures,
            )?;
            let laid_out = typesetter(&job.encoded);
            Ok::<_, Error>((job, laid_out))
        };
        let (mut job, mut laid_out) = attempt(true)?;
        let may_be = |error| super::may_be_a_pdf(error, self.templates);
        if has_pdfs(section) && laid_out.as_ref().is_err_and(may_be) {
            (job, laid_out) = attempt(false)?;
        }
        Ok((job, decode(laid_out?)?))
    }

    /// First page of each chapter, counted from 1.
    fn chapter_pages(&self, before: usize, anchors: &[Anchor]) -> BTreeMap<String, usize> {
        let mut pages = BTreeMap::new();
        for anchor in anchors {
            if let Some(label) = &anchor.label {
                pages.entry(label.as_str()).or_insert(anchor.page);
            }
        }
        let labels = self.pieces.iter().map(chapter_label);
        let page = |label: String| {
            let page = *pages.get(label.as_str())?;
            Some((label, page))
        };
        let first = (chapter_label(&self.pieces[0]), before + 1);
        labels.filter_map(page).chain([first]).collect()
    }

    /// Data of the book with blank pages as chapters, `count` pages in all.
    fn frame(
        &self,
        before: usize,
        count: usize,
        chapters: &BTreeMap<String, usize>,
        anchors: Vec<Anchor>,
    ) -> Value {
        let mut pages: Vec<Vec<Value>> = vec![Vec::new(); count];
        let mut memos = BTreeMap::new();
        for anchor in anchors {
            let memo = anchor.label.as_deref().and_then(memo_of);
            if let Some(id) = memo {
                memos.entry(id).or_insert((anchor.page, anchor.x, anchor.y));
            }
            if memo.is_some() && !self.has_labels {
                continue;
            }
            if let Some(page) = pages.get_mut(anchor.page - before - 1) {
                page.push(json!(anchor));
            }
        }
        let start = |piece| chapters.get(&chapter_label(piece)).map(|page| page - before - 1);
        let mut end = count;
        let mut blank = Vec::with_capacity(self.pieces.len());
        for piece in self.pieces.iter().rev() {
            let start = start(piece).unwrap_or(end).min(end);
            blank.push(self.blank_chapter(piece, &pages[start..end]));
            end = start;
        }
        blank.reverse();
        let mut data = self.all.clone();
        data["chapters"] = blank.into();
        self.put_pages(&mut data, &memos);
        data
    }

    /// Replaces the memo labels of each contributor by the pages of their memos, as `[page, x, y]`.
    fn put_pages(&self, data: &mut Value, memos: &BTreeMap<usize, Position>) {
        let voices = data["voices"].as_array_mut();
        for voice in voices.into_iter().flatten().filter(|_| !self.has_labels) {
            let ids = voice["memos"].take();
            let ids = ids.as_array().into_iter().flatten().filter_map(Value::as_u64);
            let positions = ids.filter_map(|id| memos.get(&(id as usize)));
            let mut pages: Vec<Position> = positions.copied().collect();
            pages.dedup_by_key(|(page, ..)| *page);
            voice["memos"] = json!([]);
            voice["pages"] = json!(pages);
        }
    }

    fn blank_chapter(&self, piece: &Section<'_>, pages: &[Vec<Value>]) -> Value {
        let mut chapter = data::opening(piece);
        let memos = piece.memos.iter().zip(piece.first_memo..).filter(|_| self.has_labels);
        let memo = |(memo, id): (&&super::Memo, usize)| json!({ "id": id, "author": memo.author });
        chapter["memos"] = memos.map(memo).collect();
        chapter["pages"] = json!(pages);
        chapter
    }
}

fn chapter_label(piece: &Section<'_>) -> String {
    format!("chapter-{}", piece.id)
}

fn memo_label(id: usize) -> String {
    format!("memo-{id}")
}

/// Id of the memo of a label.
fn memo_of(label: &str) -> Option<usize> {
    label.strip_prefix("memo-")?.parse().ok()
}

fn has_pdfs(section: &[Section<'_>]) -> bool {
    let mut memos = section.iter().flat_map(|piece| &piece.memos);
    memos.any(|memo| matches!(memo.kind, MemoKind::Page { pdf: Some(_), .. }))
}

pub(super) fn decode(answer: Vec<u8>) -> Result<Chunk, Error> {
    Chunk::decode(answer).map_err(refused)
}

fn refused(words: String) -> Error {
    Error::Child { what: "the book", source: sandbox::Failure::Refused(words) }
}

#[cfg(test)]
mod tests;
