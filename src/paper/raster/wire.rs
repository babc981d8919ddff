//! What parent and child say to each other: a line of JSON, then the bytes that JSON is too slow for.

use serde::{Deserialize, Serialize};

use crate::paper::grey::Grey;

/// Followed by the PDF.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Request {
    /// Every page, its shorter side this many pixels.
    Look {
        short_side: u32,
    },
    Draw {
        views: Vec<View>,
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

/// What is known of a page besides its pixels.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct PageFacts {
    pub(super) scale: f64,
    pub(super) annotations: usize,
}

/// The child's answer; `pages` stays empty where only views were asked for.
#[derive(Debug, Default)]
pub(super) struct Answer {
    pub(super) producer: String,
    pub(super) pages: Vec<PageFacts>,
    pub(super) images: Vec<Grey>,
}

#[derive(Serialize, Deserialize)]
struct Head {
    producer: String,
    pages: Vec<PageFacts>,
    sizes: Vec<(usize, usize)>,
}

impl Request {
    /// The request as the child reads it.
    pub(super) fn with_file(&self, pdf: &[u8]) -> Option<Vec<u8>> {
        let mut input = line(self, pdf.len())?;
        input.extend_from_slice(pdf);
        Some(input)
    }

    /// The request, and the PDF that follows it.
    pub(super) fn parse(mut input: Vec<u8>) -> Option<(Self, Vec<u8>)> {
        let end = input.iter().position(|byte| *byte == b'\n')?;
        let request = serde_json::from_slice(&input[..end]).ok()?;
        input.drain(..=end);
        Some((request, input))
    }
}

impl Answer {
    pub(super) fn into_bytes(self) -> Option<Vec<u8>> {
        let sizes: Vec<_> = self.images.iter().map(|image| (image.width, image.height)).collect();
        let pixels = sizes.iter().map(|(width, height)| width * height).sum();
        let mut bytes = line(&Head { producer: self.producer, pages: self.pages, sizes }, pixels)?;
        for image in self.images {
            bytes.extend_from_slice(&image.pixels);
        }
        Some(bytes)
    }

    /// `None` when the bytes are not as many as announced: the child broke.
    pub(super) fn parse(bytes: &[u8]) -> Option<Self> {
        let end = bytes.iter().position(|byte| *byte == b'\n')?;
        let Head { producer, pages, sizes } = serde_json::from_slice(&bytes[..end]).ok()?;
        let mut rest = &bytes[end + 1..];
        let mut images = Vec::with_capacity(sizes.len());
        for (width, height) in sizes {
            let (pixels, after) = rest.split_at_checked(width.checked_mul(height)?)?;
            images.push(Grey { width, height, pixels: pixels.to_vec() });
            rest = after;
        }
        rest.is_empty().then_some(Self { producer, pages, images })
    }
}

fn line(head: &impl Serialize, room: usize) -> Option<Vec<u8>> {
    let mut line = serde_json::to_vec(head).ok()?;
    line.reserve_exact(room + 1);
    line.push(b'\n');
    Some(line)
}
