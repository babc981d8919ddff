//! Cards of an invitation, ten on a sheet, to print and cut. Templates from `forms/cards/`.

use qrcode::QrCode;
use qrcode::render::svg;
use serde_json::{Value, json};

use super::typeset_job::JobEncoder;
use super::{Error, JOB, Template, language, template};
use sandbox::Sandbox;

const MAIN: &str = "/cards/main.typ";

static TEMPLATES: [Template; 2] = [template!("/cards/main.typ"), template!("/shared/words.typ")];

/// Cards of an invitation, with the words that all of them have.
#[derive(Clone, Debug)]
pub struct CardSheet {
    pub community: String,
    /// Address of the page on which the code is entered, as people type it: `ink.example.org/signup`.
    pub address: String,
    /// Name of the member who invites.
    pub invited_by: Option<String>,
    /// Name of the book that the members are invited to.
    pub book: Option<String>,
    /// Date up to which the cards can be used.
    pub expires: Option<String>,
    pub cards: Vec<Card>,
}

/// Card of one person.
#[derive(Clone, Debug)]
pub struct Card {
    pub code: String,
    /// Link in the QR code.
    pub link: String,
}

/// Typesets the cards as a PDF in A4. The same cards produce the same bytes.
///
/// # Errors
/// If a link is too long for a QR code, or the child fails.
pub fn typeset(sandbox: &Sandbox, sheet: &CardSheet) -> Result<Vec<u8>, Error> {
    sandbox.call(&JOB, &[&job(sheet)?]).map_err(|source| Error::Child { what: "the cards", source })
}

fn job(sheet: &CardSheet) -> Result<Vec<u8>, Error> {
    let cards: Vec<Value> = sheet.cards.iter().map(card).collect::<Result<_, _>>()?;
    let data = json!({
        "community": language::words(&sheet.community),
        "address": sheet.address,
        "invited-by": sheet.invited_by.as_deref().map(language::words),
        "book": sheet.book.as_deref().map(language::words),
        "expires": sheet.expires,
        "cards": cards,
    });
    Ok(JobEncoder::of(TEMPLATES).finish(MAIN, data))
}

fn card(card: &Card) -> Result<Value, Error> {
    let code = QrCode::new(&card.link).map_err(|_| Error::LinkTooLong)?;
    let qr = code.render::<svg::Color<'_>>().build();
    Ok(json!({ "code": card.code, "link": card.link, "qr": qr }))
}

#[cfg(test)]
mod tests {
    use super::super::raster;
    use super::super::world::tests::typeset_cleanly;
    use super::*;

    fn sheet(count: usize) -> CardSheet {
        let card = |number: usize| Card {
            code: format!("K7QD-3MXR-9V{number:02}"),
            link: format!("https://ink.example.org/signup?invitation=K7QD-3MXR-9V{number:02}"),
        };
        CardSheet {
            community: "The Tuesday Writers".into(),
            address: "ink.example.org/signup".into(),
            invited_by: Some("Mara Lindqvist".into()),
            book: Some("A year in ink".into()),
            expires: Some("31 December 2026".into()),
            cards: (0..count).map(card).collect(),
        }
    }

    /// Links of the QR codes, page by page, card by card as they are cut.
    fn links(sheet: &CardSheet) -> Vec<Vec<String>> {
        let pdf = typeset_cleanly(job(sheet).unwrap()).pdf;
        // 300 dots per inch.
        let pages = raster::pages(pdf, 2_480);
        pages.iter().map(|page| (0..10).filter_map(|place| link(page, place)).collect()).collect()
    }

    /// Link of the card in this place; `None` where there is none. Two columns of 92 by 54 mm stand in the middle of the page.
    fn link(page: &raster::Picture, place: u32) -> Option<String> {
        let pixels = |millimetres: f32| (millimetres * page.width as f32 / 210.0) as u32;
        let left = pixels(13.0 + 92.0 * (place % 2) as f32);
        let top = pixels(13.5 + 54.0 * (place / 2) as f32);
        let (width, height) = (pixels(92.0) as usize, pixels(54.0) as usize);
        let mut card = rqrr::PreparedImage::prepare_from_greyscale(width, height, |x, y| {
            page.at(left + x as u32, top + y as u32)
        });
        card.detect_grids().first().map(|grid| grid.decode().unwrap().1)
    }

    #[test]
    fn every_card_has_its_own_code() {
        let sheet = sheet(12);
        let expected: Vec<String> = sheet.cards.iter().map(|card| card.link.clone()).collect();
        assert_eq!(links(&sheet), [&expected[..10], &expected[10..]]);
    }

    #[test]
    fn cards_have_room_for_long_names() {
        let long = CardSheet {
            community: "Schreibwerkstatt der Anna-Seghers-Gesamtschule ".repeat(3),
            address: format!("{}.example.org/ink/signup", "very-long-host-name".repeat(3)),
            invited_by: None,
            book: Some("墨と紙の一年 ".repeat(20)),
            expires: None,
            ..sheet(1)
        };
        assert_eq!(links(&long).len(), 1);
    }
}
