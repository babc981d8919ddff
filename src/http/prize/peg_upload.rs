//! The multipart form of /process-pdf. The grid lies where it lies on every form; who says otherwise is refused.

use utoipa::ToSchema;

use crate::bodies::UploadedFile;
use crate::domain::form::{PAGE_WIDTH, PRIZE_AREA};
use crate::domain::id::BookId;
use crate::error::Error;
use crate::http::books::book_id;
use crate::http::error::Result;
use crate::http::multipart::Part;

/// The upload of /process-pdf.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the multipart form")]
pub(in crate::http) struct PegUpload {
    /// PDF or PNG.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
    /// Where the grid lies on a page as wide as `viewportWidth`: 750, as on every form.
    left: u32,
    /// 1245.
    top: u32,
    /// 500.
    width: u32,
    /// 490.
    height: u32,
    /// 1404.
    #[schema(rename = "viewportWidth")]
    viewport_width: u32,
    email: String,
    /// The member's credits, as the screen knows them. The server's own ledger decides.
    credit: Option<u32>,
    /// The book whose form it is; any when it is left out.
    bid: Option<String>,
}

/// The parts of a [`PegUpload`], as they come.
#[derive(Default)]
pub(super) struct Parts {
    pub(super) file: Option<UploadedFile>,
    pub(super) email: String,
    pub(super) book: Option<BookId>,
    /// Left, top, width, height, viewport width.
    geometry: [Option<u32>; 5],
}

const GEOMETRY: [(&str, u32); 5] = [
    ("left", PRIZE_AREA.left),
    ("top", PRIZE_AREA.top),
    ("width", PRIZE_AREA.width),
    ("height", PRIZE_AREA.height),
    ("viewportWidth", PAGE_WIDTH),
];

impl Parts {
    pub(super) async fn receive(&mut self, part: Part<'_>) -> Result<()> {
        let name = part.name();
        match name.as_str() {
            "file" if self.file.is_some() => {
                let words = "Only one file can be read at a time.";
                return Err(Error::invalid("file", words).into());
            }
            "file" => self.file = Some(part.file().await?),
            "email" => self.email = part.text().await?,
            "bid" => self.book = Some(book_id(&part.text().await?)?),
            "credit" => {
                let is_number = part.text().await?.parse::<u32>().is_ok();
                if !is_number {
                    return Err(Error::invalid("credit", "This is not a number of credits.").into());
                }
            }
            other => {
                let place = GEOMETRY.iter().position(|(name, _)| *name == other);
                let place =
                    place.ok_or_else(|| Error::invalid("file", "This form has no such part."))?;
                self.geometry[place] = part.text().await?.parse().ok();
            }
        }
        Ok(())
    }

    pub(super) fn check_geometry(&self) -> Result<(), Error> {
        for ((name, known), sent) in GEOMETRY.into_iter().zip(self.geometry) {
            if sent != Some(known) {
                return Err(Error::invalid(name, format!("On every form this is {known}.")));
            }
        }
        Ok(())
    }
}
