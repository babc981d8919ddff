//! Facts about typeset pages for a copy shop: resolution of pictures, pages with colour, and fonts. Found by the child.

use std::collections::{BTreeSet, HashMap, VecDeque};

use hayro::hayro_interpret::hayro_syntax::Pdf;
use hayro::hayro_interpret::{
    BlendMode, ClipPath, Context, Device, DrawMode, DrawProps, Image as PdfPicture, ImageDrawProps,
    InterpreterCache, InterpreterSettings, SoftMask, font::GlyphRun, interpret_page,
};
use hayro::kurbo::{Affine, BezPath, Rect};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use typst::layout::{Frame, FrameItem, Transform};
use typst::visualize::{Color, Image, ImageKind, Paint};
use typst_layout::PagedDocument;

use super::typeset_job::TypesetJob;

/// Resolution in dots per inch below which print may look soft.
const MIN_DPI: f64 = 200.0;
/// Share of a page that a picture in a PDF must cover to count as its scan.
const MIN_SCAN_SHARE: f64 = 0.05;
/// Difference between the samples of a colour above which it is not grey.
const MAX_GREY_DIFFERENCE: f32 = 0.06;
const POINTS_PER_INCH: f64 = 72.0;

/// Facts about a document, or a part of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Findings {
    /// Pages with a colour other than grey, counted from 1.
    pub(super) colour_pages: BTreeSet<u32>,
    /// Pictures with less than 200 dots per inch, in the order of the pages.
    pub(super) low_resolution: Vec<LowResolution>,
    pub(super) fonts: Fonts,
}

impl Findings {
    pub(super) fn append(&mut self, other: Self) {
        self.colour_pages.extend(other.colour_pages);
        self.low_resolution.extend(other.low_resolution);
        self.fonts.embedded.extend(other.fonts.embedded);
        self.fonts.missing.extend(other.fonts.missing);
    }
}

/// Picture whose resolution is low in the size in which it is printed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LowResolution {
    /// Counted from 1.
    pub page: u32,
    /// Dots per inch, rounded down.
    pub dpi: u32,
    pub writer: String,
    pub question: String,
    /// Whether it is a full page, not an answer box.
    pub is_full_page: bool,
}

/// Names of the fonts of a document.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Fonts {
    pub(super) embedded: BTreeSet<String>,
    pub(super) missing: BTreeSet<String>,
}

/// Pictures of a job's memos by their content, in the order in which they are placed.
pub(super) struct Inspector {
    pictures: HashMap<blake3::Hash, VecDeque<MemoPicture>>,
}

#[derive(Clone)]
struct MemoPicture {
    writer: String,
    question: String,
    is_full_page: bool,
    has_colour: bool,
    /// Resolution of the scan in a PDF at its natural size; `None` for other pictures.
    scan_dpi: Option<f64>,
    is_pdf: bool,
}

impl Inspector {
    /// `None` for a job whose pages are not printed.
    pub(super) fn of(job: &TypesetJob) -> Option<Self> {
        if !matches!(job.data["medium"].as_str(), Some("print" | "booklet")) {
            return None;
        }
        let files: HashMap<&str, &[u8]> =
            job.files.iter().map(|(path, bytes)| (path.as_str(), bytes.as_ref())).collect();
        let mut pictures: HashMap<blake3::Hash, VecDeque<MemoPicture>> = HashMap::new();
        for chapter in job.data["chapters"].as_array().into_iter().flatten() {
            for memo in chapter["memos"].as_array().into_iter().flatten() {
                let pdf = memo["pdf"]["path"].as_str();
                let Some(path) = pdf.or(memo["picture"].as_str()) else { continue };
                let Some(bytes) = files.get(path) else { continue };
                let page = memo["pdf"]["page"].as_u64().unwrap_or(1) as usize;
                let picture = MemoPicture {
                    writer: text(&memo["author"]),
                    question: text(&chapter["question"]),
                    is_full_page: memo["kind"] == "page",
                    has_colour: memo["coloured"] == true,
                    scan_dpi: pdf.and_then(|_| scan_dpi(bytes, page)),
                    is_pdf: pdf.is_some(),
                };
                pictures.entry(blake3::hash(bytes)).or_default().push_back(picture);
            }
        }
        Some(Self { pictures })
    }

    /// Inspects all pages but the first ones.
    pub(super) fn inspect(mut self, document: &PagedDocument, before: usize) -> Findings {
        let mut findings = Findings::default();
        for (page, number) in document.pages().iter().zip(1..).skip(before) {
            let mut seen = SeenPage { number, has_colour: false, findings: &mut findings };
            seen.has_colour = page.fill_or_transparent().as_ref().is_some_and(is_coloured);
            self.walk(&page.frame, 1.0, &mut seen);
            if seen.has_colour {
                findings.colour_pages.insert(number);
            }
        }
        findings
    }

    fn walk(&mut self, frame: &Frame, scale: f64, seen: &mut SeenPage<'_>) {
        for (_, item) in frame.items() {
            match item {
                FrameItem::Group(group) => {
                    self.walk(&group.frame, scale * scale_of(&group.transform), seen);
                }
                FrameItem::Text(run) => seen.has_colour |= is_coloured(&run.fill),
                FrameItem::Shape(shape, _) => {
                    let stroke = shape.stroke.as_ref().map(|stroke| &stroke.paint);
                    seen.has_colour |= shape.fill.iter().chain(stroke).any(is_coloured);
                }
                FrameItem::Image(image, size, _) => {
                    self.inspect_picture(image, size.x.to_pt() * scale, seen);
                }
                FrameItem::Link(..) | FrameItem::Tag(_) => {}
            }
        }
    }

    /// Inspects a picture that is printed `width` points wide. A placeholder has a point for each pixel.
    fn inspect_picture(&mut self, image: &Image, width: f64, seen: &mut SeenPage<'_>) {
        let hash = match image.kind() {
            ImageKind::Raster(raster) => blake3::hash(raster.data()),
            ImageKind::Pdf(pdf) => blake3::hash(pdf.document().pdf().data().as_ref()),
            ImageKind::Svg(_) => return,
        };
        let Some(waiting) = self.pictures.get_mut(&hash) else { return };
        // One picture may belong to several memos; the last one stays, should a template print it again.
        let next = if waiting.len() > 1 { waiting.pop_front() } else { waiting.front().cloned() };
        let Some(picture) = next else { return };
        seen.has_colour |= picture.has_colour;
        let dpi = if picture.is_pdf {
            picture.scan_dpi.map(|dpi| dpi * image.width() / width)
        } else {
            Some(image.width() * POINTS_PER_INCH / width)
        };
        if let Some(dpi) = dpi.filter(|dpi| *dpi < MIN_DPI) {
            seen.findings.low_resolution.push(LowResolution {
                page: seen.number,
                dpi: dpi as u32,
                writer: picture.writer,
                question: picture.question,
                is_full_page: picture.is_full_page,
            });
        }
    }
}

struct SeenPage<'a> {
    number: u32,
    has_colour: bool,
    findings: &'a mut Findings,
}

fn text(words: &Value) -> String {
    words["text"].as_str().unwrap_or_default().to_owned()
}

/// Mean factor by which a transformation enlarges.
fn scale_of(transform: &Transform) -> f64 {
    let Transform { sx, ky, kx, sy, .. } = transform;
    (sx.get() * sy.get() - kx.get() * ky.get()).abs().sqrt()
}

fn is_coloured(paint: &Paint) -> bool {
    match paint {
        Paint::Solid(color) => is_colour(color),
        Paint::Gradient(_) | Paint::Tiling(_) => true,
    }
}

fn is_colour(color: &Color) -> bool {
    let [red, green, blue, _] = <[f32; 4]>::from(color.to_rgb());
    red.max(green).max(blue) - red.min(green).min(blue) > MAX_GREY_DIFFERENCE
}

/// Lowest resolution of the pictures on a page of a PDF, as large as the page is.
fn scan_dpi(pdf: &[u8], page: usize) -> Option<f64> {
    let pdf = Pdf::new(pdf.to_vec()).ok()?;
    let page = pdf.pages().get(page.checked_sub(1)?)?;
    let (width, height) = page.render_dimensions();
    let area = f64::from(width) * f64::from(height);
    let cache = InterpreterCache::new();
    let bounds = Rect::new(0.0, 0.0, width.into(), height.into());
    let mut context =
        Context::new(Affine::IDENTITY, bounds, &cache, pdf.xref(), InterpreterSettings::default());
    let mut scans = Scans { min_area: MIN_SCAN_SHARE * area, dpi: None };
    interpret_page(page, &mut context, &mut scans);
    scans.dpi
}

/// Device that draws nothing and measures pictures.
struct Scans {
    min_area: f64,
    dpi: Option<f64>,
}

impl<'a> Device<'a> for Scans {
    fn draw_path(&mut self, _: &BezPath, _: DrawProps<'a>, _: &DrawMode) {}
    fn push_clip_path(&mut self, _: &ClipPath) {}
    fn push_transparency_group(&mut self, _: f32, _: Option<SoftMask<'a>>, _: BlendMode) {}
    fn draw_glyph_run(&mut self, _: &GlyphRun<'_, 'a>, _: DrawProps<'a>, _: &DrawMode) {}
    fn draw_image(&mut self, image: PdfPicture<'a, '_>, props: ImageDrawProps<'a>) {
        // The transformation of one pixel.
        let [a, b, c, d, ..] = props.transform.as_coeffs();
        let (width, pixels) = (a.hypot(b), f64::from(image.width()) * f64::from(image.height()));
        if width > 0.0 && (a * d - b * c).abs() * pixels >= self.min_area {
            let dpi = POINTS_PER_INCH / width;
            self.dpi = Some(self.dpi.map_or(dpi, |lowest| lowest.min(dpi)));
        }
    }
    fn pop_clip(&mut self) {}
    fn pop_transparency_group(&mut self) {}
}
