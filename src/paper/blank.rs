//! A form as it was printed: what every filled page is held against.

use crate::domain::form::{FormCode, PAGE_HEIGHT, PAGE_WIDTH};
use crate::worker::Worker;

use super::anchor::{Anchor, anchors_of};
use super::grey::Grey;
use super::locate::{self, Mark};
use super::raster::{self, View};
use super::refusal::Refusal;
use super::transform::Transform;

/// A blank form, drawn once and held against every filled one.
#[derive(Debug)]
pub struct Blank {
    code: FormCode,
    producer: String,
    pages: Vec<BlankPage>,
}

/// One page of a [`Blank`].
#[derive(Debug)]
pub(super) struct BlankPage {
    /// Counted from 1.
    pub(super) number: u32,
    /// In the form's own pixels.
    pub(super) image: Grey,
    /// Half of that a side, where pages are looked for.
    pub(super) half: Grey,
    /// The page's codes, on `half`.
    pub(super) marks: Vec<Mark>,
    pub(super) anchors: Vec<Anchor>,
}

impl Blank {
    /// Draws a blank form. A form without codes gets one from its content.
    pub fn rasterise(worker: &Worker, pdf: &[u8]) -> Result<Self, Refusal> {
        let look = raster::look(worker, pdf, PAGE_WIDTH / 2)?;
        let views: Vec<View> = look
            .pages
            .iter()
            .enumerate()
            .map(|(page, looked)| View {
                page,
                map: Transform::scale(looked.scale * 2.0),
                width: PAGE_WIDTH,
                height: PAGE_HEIGHT,
            })
            .collect();
        let images = raster::draw(worker, pdf, &views)?;
        let pages: Vec<BlankPage> =
            images.into_iter().zip(1..).map(|(image, place)| BlankPage::of(image, place)).collect();
        let printed = pages.iter().find_map(|page| page.marks.first());
        let code = printed.map_or_else(|| FormCode::of(pdf), |mark| mark.says.form);
        Ok(Self { code, producer: look.producer, pages })
    }

    /// The code that is printed on it.
    pub fn code(&self) -> FormCode {
        self.code
    }

    /// The program that made it.
    pub(super) fn producer(&self) -> &str {
        &self.producer
    }

    pub(super) fn pages(&self) -> &[BlankPage] {
        &self.pages
    }
}

impl BlankPage {
    fn of(image: Grey, place: u32) -> Self {
        let half = image.shrunk(0.5);
        let marks = locate::marks(&half);
        let number = marks.first().map_or(place, |mark| mark.says.page);
        Self { number, anchors: anchors_of(&half), marks, half, image }
    }
}
