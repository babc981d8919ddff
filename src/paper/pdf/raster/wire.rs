//! Protocol between parent and child: JSON, with the PDF and the pixels as raw bytes.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::image::colour::Colours;
use crate::image::grey::Grey;
use crate::refusal::Refusal;

use super::MAX_PAGES;

/// Request to the child, followed by the PDF.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Request {
    /// Draw the pages in the range that exist, their shorter sides this many pixels.
    Preview {
        short_side: u32,
        pages: Range<usize>,
    },
    Draw {
        views: Vec<View>,
    },
    /// Draw the only page in red, green and blue, its shorter side this many pixels.
    Page {
        short_side: u32,
    },
    /// Draw the first page in the same way, however many pages there are.
    FirstPage {
        short_side: u32,
    },
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct View {
    pub(super) page: usize,
    pub(super) map: [f64; 6],
    pub(super) width: u32,
    pub(super) height: u32,
}

impl From<&super::View> for View {
    fn from(view: &super::View) -> Self {
        Self { page: view.page, map: view.map.0, width: view.width, height: view.height }
    }
}

/// Metadata of the file and of the pixels in an answer.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct AnswerMetadata {
    pub(super) producer: String,
    /// Number of pages of the file, for [`Request::Preview`].
    pub(super) page_count: usize,
    /// Facts about each page, for [`Request::Preview`].
    pub(super) pages: Vec<PageFacts>,
    /// Colours of each view: whether its picture is followed by its tint, and by its channels.
    pub(super) colours: Vec<Colours>,
    /// Width and height of each picture.
    pub(super) sizes: Vec<(usize, usize)>,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct PageFacts {
    pub(super) scale: f64,
    pub(super) annotations: usize,
    pub(super) has_lost_text: bool,
}

/// Size in bytes of the last field of an answer, which holds the length of the facts before it.
const LENGTH: usize = size_of::<u32>();

impl Request {
    /// Encodes the request for the child, before the PDF.
    pub(super) fn head(&self) -> Option<Vec<u8>> {
        let mut head = serde_json::to_vec(self).ok()?;
        head.push(b'\n');
        Some(head)
    }

    /// Refuses a number of pages that the request does not allow.
    pub(super) fn fits(&self, pages: usize) -> Result<(), Refusal> {
        match self {
            Self::Page { .. } if pages > 1 => Err(Refusal::SeveralPages),
            Self::FirstPage { .. } => Ok(()),
            _ if pages > MAX_PAGES => Err(Refusal::TooManyPages),
            _ => Ok(()),
        }
    }

    /// Splits the input into the request and the PDF that follows it.
    pub(super) fn parse(mut input: Vec<u8>) -> Option<(Self, Vec<u8>)> {
        let end = input.iter().position(|byte| *byte == b'\n')?;
        let request = serde_json::from_slice(&input[..end]).ok()?;
        input.drain(..=end);
        Some((request, input))
    }
}

impl AnswerMetadata {
    /// Encodes the answer, pixels first, so that millions of them are not copied once more.
    pub(super) fn after(&self, mut pixels: Vec<u8>) -> Option<Vec<u8>> {
        let facts = serde_json::to_vec(self).ok()?;
        pixels.extend_from_slice(&facts);
        pixels.extend_from_slice(&u32::try_from(facts.len()).ok()?.to_le_bytes());
        Some(pixels)
    }

    /// Decodes facts and pictures; `None` if the length is not the announced one, because the child broke. The first picture,
    /// mostly the largest, keeps the memory of the answer.
    pub(super) fn parse(mut answer: Vec<u8>) -> Option<(Self, Vec<Grey>)> {
        let (rest, length) = answer.split_last_chunk::<LENGTH>()?;
        let end = rest.len().checked_sub(u32::from_le_bytes(*length) as usize)?;
        let facts: Self = serde_json::from_slice(&rest[end..]).ok()?;
        answer.truncate(end);
        let mut images = Vec::with_capacity(facts.sizes.len());
        for (width, height) in facts.sizes.iter().copied().rev() {
            let start = answer.len().checked_sub(width.checked_mul(height)?)?;
            let pixels =
                if start == 0 { std::mem::take(&mut answer) } else { answer.split_off(start) };
            images.push(Grey { width, height, pixels });
        }
        images.reverse();
        answer.is_empty().then_some((facts, images))
    }
}
