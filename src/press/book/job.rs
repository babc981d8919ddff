//! Job of typesetting a book: encoding it for the child, and writing the child's output.

use std::collections::HashMap;
use std::io::{self, Write};

use domain::form::{BOXES, PAGE_WIDTH};
use serde_json::Value;

use super::cover::{self, Writing};
use super::data::{self, File, PlacedPicture};
use super::sections::{self, Section};
use super::templates::{BLANK_CHAPTER, COVER, MAIN, SECTION, Templates, WRAP};
use super::{Book, Length, Measures, Medium, Pictures, TABLET_WIDTH};
use crate::Error;
use crate::ink;
use crate::ink_bounds::InkBounds;
use crate::join::{Chunk, TypesetTask};
use crate::picture::{self, Picture};
use crate::placeholder::{self, Assembly, PlaceholderTag};
use crate::typeset_job::{JobEncoder, TypesetJob};

/// Maximum size of all PDFs of full pages in a job, in bytes. The server holds them in memory while the book is typeset, and a
/// small machine has a few hundred megabytes in all. It is enough for hundreds of pages from tablets; a scanned page can have
/// thirty megabytes.
pub(super) const MAX_PDF_BYTES: usize = 64 << 20;

/// Width of an answer box on the form, in points.
const BOX_WIDTH: f64 = BOXES[0].width as f64 * TABLET_WIDTH / PAGE_WIDTH as f64;

/// Encoded job of a book, and the pictures that are not sent to the child.
pub(super) struct BookJob {
    pub(super) encoded: Vec<u8>,
    tag: PlaceholderTag,
    /// Names of the pictures that have placeholders, in the order of their numbers.
    replaced: Vec<String>,
    pub(super) as_pictures: AsPictures,
}

/// Numbers of full pages that are printed from their pictures although they have PDFs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct AsPictures {
    /// Pages whose PDFs exceed the size that a job has for them.
    pub(super) for_room: usize,
    /// Pages of a job that failed with their PDFs.
    pub(super) for_failure: usize,
}

impl AsPictures {
    pub(super) fn add(&mut self, other: Self) {
        self.for_room += other.for_room;
        self.for_failure += other.for_failure;
    }

    /// Sentences for the admin.
    pub(super) fn notices(self) -> impl Iterator<Item = String> {
        let megabytes = MAX_PDF_BYTES >> 20;
        let for_room = format!("a section has room for {megabytes} MB of PDFs");
        let reasons = [
            (self.for_room, for_room),
            (self.for_failure, "their section could not be typeset with their PDFs".to_owned()),
        ];
        reasons.into_iter().filter_map(|(count, reason)| match count {
            0 => None,
            1 => Some(format!("printed 1 full page as a picture: {reason}")),
            more => Some(format!("printed {more} full pages as pictures: {reason}")),
        })
    }
}

impl BookJob {
    #[cfg(test)]
    pub(super) fn of(
        book: &Book,
        templates: &Templates,
        pictures: Pictures<'_>,
    ) -> Result<Self, Error> {
        Self::of_whole(book, templates, Measures::default(), None, pictures)
    }

    /// Job of a whole book with these measures.
    pub(super) fn of_whole(
        book: &Book,
        templates: &Templates,
        measures: Measures,
        task: Option<TypesetTask>,
        pictures: Pictures<'_>,
    ) -> Result<Self, Error> {
        let hash = book.hash(templates);
        let mut files = JobFiles::of(hash, templates.files());
        files.notes_colour = book.options.medium != Medium::Screen;
        let mut data = data::of(book, &mut |name, file| files.put(name, file, pictures))?;
        data["hash"] = hash.to_hex().as_str().into();
        data::set_measures(&mut data, measures);
        files.put_cover(&Writing::of(book, pictures)?, &mut data);
        Ok(files.finish(MAIN, data, task))
    }

    /// Job of the cover of a printed book: back, spine and front on one sheet.
    pub(super) fn of_wrap(
        book: &Book,
        templates: &Templates,
        spine: Length,
        pictures: Pictures<'_>,
    ) -> Result<Self, Error> {
        let files = templates.files().into_iter().chain([WRAP]);
        let mut files = JobFiles::of(book.hash(templates), files);
        let pieces = sections::whole(book);
        let mut data = data::of_all(book, &pieces);
        data["chapters"] = pieces.iter().map(data::opening).collect();
        let is_titled = spine >= Length::MIN_TITLED_SPINE;
        data["wrap"] = serde_json::json!({ "spine": spine.points(), "titled": is_titled });
        files.put_cover(&Writing::of(book, pictures)?, &mut data);
        Ok(files.finish(WRAP.0, data, Some(TypesetTask::Print)))
    }

    /// Job of the cover alone.
    pub(super) fn of_cover(
        book: &Book,
        templates: &Templates,
        pictures: Pictures<'_>,
    ) -> Result<Self, Error> {
        let files = templates.files().into_iter().chain([COVER]);
        let mut files = JobFiles::of(book.hash(templates), files);
        let mut data = data::of_all(book, &sections::whole(book));
        files.put_cover(&Writing::of(book, pictures)?, &mut data);
        Ok(files.finish(COVER.0, data, None))
    }

    /// Job of a section after `before` pages. `all` is the data of the whole book.
    pub(super) fn of_section(
        hash: blake3::Hash,
        templates: &Templates,
        all: &Value,
        section: &[Section<'_>],
        task: TypesetTask,
        (before, has_pdfs): (usize, bool),
        pictures: Pictures<'_>,
    ) -> Result<Self, Error> {
        let files = templates.files().into_iter().chain([SECTION]);
        let mut files = JobFiles::of(hash, files);
        files.notes_colour = all["medium"] != Medium::Screen.as_str();
        let mut place = |name: &str, file| match file {
            File::Pdf if !has_pdfs => {
                files.as_pictures.for_failure += 1;
                Ok(None)
            }
            file => files.put(name, file, pictures),
        };
        let mut chapters = data::chapters(section, &mut place)?;
        for (chapter, piece) in chapters.iter_mut().zip(section) {
            chapter["continued"] = piece.continued.into();
        }
        let mut data = all.clone();
        data["chapters"] = chapters.into();
        data["section"] = serde_json::json!({ "before": before });
        Ok(files.finish(SECTION.0, data, Some(task)))
    }

    /// Job of the book with blank pages in place of its chapters.
    pub(super) fn of_frame(
        hash: blake3::Hash,
        templates: &Templates,
        mut data: Value,
        cover: &Writing,
        task: TypesetTask,
    ) -> Self {
        let files = templates.files().into_iter().filter(|(path, _)| *path != BLANK_CHAPTER.0);
        let mut files = JobFiles::of(hash, files.chain([BLANK_CHAPTER]));
        files.put_cover(cover, &mut data);
        files.finish(MAIN, data, Some(task))
    }

    /// Adds the child's output to a file, with the pictures.
    pub(super) fn add(
        &self,
        chunk: &Chunk,
        pictures: Pictures<'_>,
        file: &mut Assembly<impl Write>,
    ) -> Result<(), Error> {
        chunk.objects().try_for_each(|(number, object)| {
            file.put(number, object, &self.tag, &mut |number| self.picture(number, pictures))
        })
    }

    /// Writes the child's output with the pictures in place of their placeholders.
    pub(super) fn print(
        &self,
        laid_out: &[u8],
        pictures: Pictures<'_>,
        out: impl Write,
    ) -> Result<(), Error> {
        placeholder::fill(laid_out, &self.tag, |number| self.picture(number, pictures), out)
    }

    /// Picture of the placeholder with this number.
    fn picture(&self, number: usize, pictures: Pictures<'_>) -> Result<Picture, Error> {
        let name = self.replaced.get(number).map_or("", String::as_str);
        let changed = || io::Error::new(io::ErrorKind::InvalidData, "it was another before");
        Picture::read(&read(name, pictures)?)
            .ok_or_else(|| Error::Picture { name: name.to_owned(), source: changed() })
    }
}

/// Files of a job, each once.
struct JobFiles {
    encoder: JobEncoder,
    /// Remaining size for PDFs. They are added in the order of the book, so the selection is always the same.
    room: usize,
    tag: PlaceholderTag,
    /// By name and kind.
    places: HashMap<(String, File), PlacedPicture>,
    replaced: Vec<String>,
    as_pictures: AsPictures,
    /// Whether pictures with colour are noted, for a book that is printed.
    notes_colour: bool,
}

impl JobFiles {
    fn of<'a>(hash: blake3::Hash, files: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> Self {
        Self {
            encoder: JobEncoder::of(files),
            room: MAX_PDF_BYTES,
            tag: PlaceholderTag::of(hash),
            places: HashMap::new(),
            replaced: Vec::new(),
            as_pictures: AsPictures::default(),
            notes_colour: false,
        }
    }

    fn finish(self, main: &str, data: Value, task: Option<TypesetTask>) -> BookJob {
        let Self { encoder, tag, replaced, as_pictures, .. } = self;
        BookJob { encoded: encoder.task(task).finish(main, data), tag, replaced, as_pictures }
    }

    /// Adds the writing of the cover, and its data.
    fn put_cover(&mut self, writing: &Writing, data: &mut Value) {
        if let Writing::Hand { png, .. } = writing {
            self.encoder.add(cover::PICTURE.to_owned(), png);
        }
        data["cover"]["writing"] = writing.data();
    }

    /// Adds a placeholder for a picture, or the file itself if it cannot be embedded unchanged, and returns its path;
    /// `None` for a PDF that exceeds the remaining size.
    fn put(
        &mut self,
        name: &str,
        file: File,
        pictures: Pictures<'_>,
    ) -> Result<Option<PlacedPicture>, Error> {
        let key = (name.to_owned(), file);
        if let Some(placed) = self.places.get(&key) {
            return Ok(Some(placed.clone()));
        }
        let bytes = read(name, pictures)?;
        if file == File::Pdf {
            let Some(room) = self.room.checked_sub(bytes.len()) else {
                self.as_pictures.for_room += 1;
                return Ok(None);
            };
            self.room = room;
        }
        let number = self.places.len();
        let picture = if file == File::Pdf { None } else { Picture::read(&bytes) };
        let has_colour = self.notes_colour && file != File::Pdf && ink::has_colour(&bytes);
        let (extension, bytes, size) = match picture {
            Some(picture) => {
                let trim = if file == File::Hand { InkBounds::of(&bytes) } else { None };
                self.replaced.push(name.to_owned());
                let placeholder = self.tag.placeholder(&picture, trim, self.replaced.len() - 1);
                ("pdf", placeholder, Some(written_size(&picture, file, trim)))
            }
            None if file == File::Pdf => ("pdf", bytes, None),
            None => ("png", bytes, None),
        };
        let path = format!("/picture/{number:05}.{extension}");
        self.encoder.add(path.clone(), &bytes);
        let placed = PlacedPicture { path, size, has_colour };
        self.places.insert(key, placed.clone());
        Ok(Some(placed))
    }
}

/// Size in which a picture was written, in points: a page is as wide as a tablet's, whatever its resolution.
fn written_size(picture: &Picture, file: File, trim: Option<InkBounds>) -> (f64, f64) {
    let whole = if file == File::Hand { BOX_WIDTH } else { TABLET_WIDTH };
    let point = whole / f64::from(picture.width);
    let (width, height) =
        trim.map_or((picture.width, picture.height), |ink| (ink.width(), ink.height()));
    (f64::from(width) * point, f64::from(height) * point)
}

fn read(name: &str, pictures: Pictures<'_>) -> Result<Vec<u8>, Error> {
    pictures(name).map_err(|source| Error::Picture { name: name.to_owned(), source })
}

/// Removes PDFs of full pages that would lose content; called in the child.
pub(crate) fn choose(job: &mut TypesetJob) {
    let files: HashMap<&str, &[u8]> =
        job.files.iter().map(|(path, bytes)| (path.as_str(), bytes.as_ref())).collect();
    let is_whole = |pdf: &Value| {
        let path = pdf["path"].as_str().and_then(|path| files.get(path));
        let page = pdf["page"].as_u64().unwrap_or_default() as usize;
        path.is_some_and(|bytes| picture::is_whole_without_annotations(bytes, page))
    };
    for memo in data::memos_mut(&mut job.data) {
        if !is_whole(&memo["pdf"]) {
            memo["pdf"] = Value::Null;
        }
    }
}
