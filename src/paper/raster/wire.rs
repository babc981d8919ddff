//! What parent and child say to each other: JSON, beside the bytes that JSON is too slow for.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::colour::Colours;
use crate::grey::Grey;
use crate::refusal::Refusal;

use super::MAX_PAGES;

/// Followed by the PDF.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Request {
    /// The pages in the range, as far as there are any, their shorter side this many pixels.
    Look {
        short_side: u32,
        pages: Range<usize>,
    },
    Draw {
        views: Vec<View>,
    },
    /// The only page, its shorter side this many pixels: red, green and blue.
    Page {
        short_side: u32,
    },
    /// The first page, however many there are, in the same way.
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

/// What is known of the file besides its pixels.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Facts {
    pub(super) producer: String,
    /// How many pages it has, where pages were looked at.
    pub(super) page_count: usize,
    /// Of each page that was looked at.
    pub(super) pages: Vec<PageFacts>,
    /// Whether each view's picture is followed by its tint, and by its channels.
    pub(super) colours: Vec<Colours>,
    /// Width and height of each picture.
    pub(super) sizes: Vec<(usize, usize)>,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct PageFacts {
    pub(super) scale: f64,
    pub(super) annotations: usize,
}

/// Ends an answer: how many of the bytes before it are the facts.
const LENGTH: usize = size_of::<u32>();

impl Request {
    /// The request as the child reads it, before the PDF.
    pub(super) fn head(&self) -> Option<Vec<u8>> {
        let mut head = serde_json::to_vec(self).ok()?;
        head.push(b'\n');
        Some(head)
    }

    /// Whether a file of so many pages is what was asked for.
    pub(super) fn fits(&self, pages: usize) -> Result<(), Refusal> {
        match self {
            Self::Page { .. } if pages > 1 => Err(Refusal::SeveralPages),
            Self::FirstPage { .. } => Ok(()),
            _ if pages > MAX_PAGES => Err(Refusal::TooManyPages),
            _ => Ok(()),
        }
    }

    /// The request, and the PDF that follows it.
    pub(super) fn parse(mut input: Vec<u8>) -> Option<(Self, Vec<u8>)> {
        let end = input.iter().position(|byte| *byte == b'\n')?;
        let request = serde_json::from_slice(&input[..end]).ok()?;
        input.drain(..=end);
        Some((request, input))
    }
}

impl Facts {
    /// The answer: pixels first, because there are millions of them and they must not be copied once more.
    pub(super) fn after(&self, mut pixels: Vec<u8>) -> Option<Vec<u8>> {
        let facts = serde_json::to_vec(self).ok()?;
        pixels.extend_from_slice(&facts);
        pixels.extend_from_slice(&u32::try_from(facts.len()).ok()?.to_le_bytes());
        Some(pixels)
    }

    /// Facts and pictures; `None` when the bytes are not as many as announced, because the child broke.
    pub(super) fn parse(answer: &[u8]) -> Option<(Self, Vec<Grey>)> {
        let (rest, length) = answer.split_last_chunk::<LENGTH>()?;
        let end = rest.len().checked_sub(u32::from_le_bytes(*length) as usize)?;
        let (mut pixels, facts) = rest.split_at(end);
        let facts: Self = serde_json::from_slice(facts).ok()?;
        let mut images = Vec::with_capacity(facts.sizes.len());
        for (width, height) in facts.sizes.iter().copied() {
            let (image, after) = pixels.split_at_checked(width.checked_mul(height)?)?;
            images.push(Grey { width, height, pixels: image.to_vec() });
            pixels = after;
        }
        pixels.is_empty().then_some((facts, images))
    }
}
