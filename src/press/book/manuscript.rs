//! A book on its way to the child and back.

use std::collections::HashMap;
use std::io::{self, Write};

use serde_json::Value;

use super::data::{self, File, Placed};
use super::templates::{MAIN, Templates};
use super::{Book, Pictures};
use crate::Error;
use crate::order::{Order, Parcel};
use crate::picture::{self, Picture};
use crate::stand_in::{self, Mark};

/// The PDFs of full pages that an order has room for, in bytes all together. The server holds them while the book is laid out, and
/// a small machine has a few hundred megabytes for all that it does. It is enough for hundreds of pages as tablets write them; one
/// that a scanner made can have thirty megabytes.
pub(super) const MOST_PDF_BYTES: usize = 64 << 20;

/// What the child is asked, and what it is not sent.
pub(super) struct Manuscript {
    pub(super) order: Vec<u8>,
    mark: Mark,
    /// Names of the pictures that have stand-ins, by their numbers.
    stood_in_for: Vec<String>,
}

impl Manuscript {
    pub(super) fn of(
        book: &Book,
        templates: &Templates,
        pictures: Pictures<'_>,
    ) -> Result<Self, Error> {
        let hash = book.hash(templates);
        let mut folder = Folder {
            parcel: Parcel::of(templates.files()),
            room: MOST_PDF_BYTES,
            mark: Mark::of(hash),
            places: HashMap::new(),
            stood_in_for: Vec::new(),
        };
        let mut data = data::of(book, &mut |name, file| folder.put(name, file, pictures))?;
        data["hash"] = hash.to_hex().as_str().into();
        let Folder { parcel, mark, stood_in_for, .. } = folder;
        Ok(Self { order: parcel.seal(MAIN, data), mark, stood_in_for })
    }

    /// Puts the pictures where the child has laid out their stand-ins.
    pub(super) fn print(
        &self,
        laid_out: &[u8],
        pictures: Pictures<'_>,
        out: impl Write,
    ) -> Result<(), Error> {
        let picture = |number: usize| {
            let name = self.stood_in_for.get(number).map_or("", String::as_str);
            let changed = || io::Error::new(io::ErrorKind::InvalidData, "it was another before");
            Picture::read(&read(name, pictures)?)
                .ok_or_else(|| Error::Picture { name: name.to_owned(), source: changed() })
        };
        stand_in::fill(laid_out, &self.mark, picture, out)
    }
}

/// The files of a manuscript, each once.
struct Folder {
    parcel: Parcel,
    /// Bytes of PDFs that may still be put in. They come in the order of the book, so it has the same ones each time.
    room: usize,
    mark: Mark,
    /// By name.
    places: HashMap<String, Placed>,
    stood_in_for: Vec<String>,
}

impl Folder {
    /// Puts in a stand-in for a picture, or the file itself where it has to be, and tells its path; `None` for a PDF that there
    /// is no room for.
    fn put(
        &mut self,
        name: &str,
        file: File,
        pictures: Pictures<'_>,
    ) -> Result<Option<Placed>, Error> {
        if let Some(placed) = self.places.get(name) {
            return Ok(Some(placed.clone()));
        }
        let bytes = read(name, pictures)?;
        if file == File::Pdf {
            let Some(room) = self.room.checked_sub(bytes.len()) else { return Ok(None) };
            self.room = room;
        }
        let number = self.places.len();
        let (extension, bytes, size) = match (file, Picture::read(&bytes)) {
            (File::Png, Some(picture)) => {
                self.stood_in_for.push(name.to_owned());
                let bytes = self.mark.stand_in(&picture, self.stood_in_for.len() - 1);
                ("pdf", bytes, Some((picture.width, picture.height)))
            }
            (File::Png, None) => ("png", bytes, None),
            (File::Pdf, _) => ("pdf", bytes, None),
        };
        let path = format!("/picture/{number:05}.{extension}");
        self.parcel.add(path.clone(), &bytes);
        let placed = Placed { path, size };
        self.places.insert(name.to_owned(), placed.clone());
        Ok(Some(placed))
    }
}

fn read(name: &str, pictures: Pictures<'_>) -> Result<Vec<u8>, Error> {
    pictures(name).map_err(|source| Error::Picture { name: name.to_owned(), source })
}

/// The child's part: takes out what the PDF of a full page would lose.
pub(crate) fn choose(order: &mut Order) {
    let files: HashMap<&str, &[u8]> =
        order.files.iter().map(|(path, bytes)| (path.as_str(), bytes.as_ref())).collect();
    let is_whole = |pdf: &Value| {
        let path = pdf["path"].as_str().and_then(|path| files.get(path));
        let page = pdf["page"].as_u64().unwrap_or_default() as usize;
        path.is_some_and(|bytes| picture::is_whole_without_annotations(bytes, page))
    };
    for memo in data::memos_mut(&mut order.data) {
        if !is_whole(&memo["pdf"]) {
            memo["pdf"] = Value::Null;
        }
    }
}
