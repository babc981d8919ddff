//! Multipart form of /process-pdf. The grid has the same place on every form; a request with another place is rejected.

use utoipa::ToSchema;

use crate::body_budgets::UploadedFile;
use crate::domain::form::{PAGE_WIDTH, PRIZE_AREA};
use crate::domain::id::BookId;
use crate::domain::message::Message;
use crate::error::Error;
use crate::http::error::Result;
use crate::http::ids::book_id;
use crate::http::multipart::Part;

/// Request body of /process-pdf.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the multipart form")]
pub(in crate::http) struct PegUpload {
    /// File, a PDF or PNG.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
    /// Left edge of the grid, on a page as wide as `viewportWidth`: 750 on every form.
    left: u32,
    /// Top edge of the grid: 1245.
    top: u32,
    /// Width of the grid: 500.
    width: u32,
    /// Height of the grid: 490.
    height: u32,
    /// Width of the page: 1404.
    #[schema(rename = "viewportWidth")]
    viewport_width: u32,
    email: String,
    /// Number of the member's credits, as the screen knows it. The server's own ledger decides.
    credit: Option<u32>,
    /// Id of the book whose form it is; any book by default.
    bid: Option<String>,
}

/// Parts of a [`PegUpload`], as they arrive.
#[derive(Default)]
pub(super) struct Parts {
    pub(super) file: Option<UploadedFile>,
    pub(super) email: String,
    pub(super) book: Option<BookId>,
    /// Left, top, width, height and viewport width.
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
                let words =
                    Message::new("one-file-to-read", "Only one file can be read at a time.");
                return Err(Error::invalid("file", words).into());
            }
            "file" => self.file = Some(part.file().await?),
            "email" => self.email = part.text().await?,
            "bid" => self.book = Some(book_id(&part.text().await?)?),
            "credit" => {
                let is_number = part.text().await?.parse::<u32>().is_ok();
                if !is_number {
                    return Err(Error::invalid(
                        "credit",
                        Message::new(
                            "credits-not-a-number",
                            "The amount must be a number of credits.",
                        ),
                    )
                    .into());
                }
            }
            other => {
                let place = GEOMETRY.iter().position(|(name, _)| *name == other);
                let place = place.ok_or_else(|| {
                    Error::invalid(
                        "file",
                        Message::new("form-field-unknown", "The form has no such field."),
                    )
                })?;
                self.geometry[place] = part.text().await?.parse().ok();
            }
        }
        Ok(())
    }

    pub(super) fn check_geometry(&self) -> Result<(), Error> {
        for ((name, known), sent) in GEOMETRY.into_iter().zip(self.geometry) {
            if sent != Some(known) {
                let message = Message::new("geometry-differs", "On every form this is {value}.");
                return Err(Error::invalid(name, message.with("value", known.to_string())));
            }
        }
        Ok(())
    }
}
