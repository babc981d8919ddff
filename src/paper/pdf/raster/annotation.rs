//! Draws annotations that have no appearance stream, from their geometry.
//!
//! Some apps write a pen stroke as a bare `/InkList`. The renderer draws only annotations with an appearance stream, so those
//! strokes would be lost.

use hayro::hayro_syntax::object::{Array, Dict, Name, Object, Rect, Stream, dict::keys};
use hayro::hayro_syntax::page::Page;
use hayro::kurbo::{self, Affine, BezPath, Cap, Join, Point, Shape, Stroke};
use hayro::vello_cpu::RenderContext;
use hayro::vello_cpu::color::{AlphaColor, Srgb};
use hayro::vello_cpu::peniko::{BlendMode, Compose, Mix};

use super::layer::{self, HiddenLayers};

/// Annotation flags Hidden and `NoView`.
const UNSEEN: u32 = 1 << 1 | 1 << 5;
/// Maximum deviation of a drawn circle from a true one, in points.
const MAX_CIRCLE_ERROR: f64 = 0.05;

/// Length of a dot in points: too short to be seen, too long to be dropped.
const TAP: f64 = 0.01;

/// Operators of content that draw something.
const PAINTING: [&[u8]; 16] = [
    b"f", b"F", b"f*", b"B", b"B*", b"b", b"b*", b"S", b"s", b"sh", b"Do", b"EI", b"Tj", b"TJ",
    b"'", b"\"",
];
/// Maximum length in bytes of an appearance that may be empty; longer ones are not inspected.
const MAX_EMPTY: usize = 256;

/// Draws the annotations without an appearance over the page, in their order.
pub(super) fn draw_undrawn(page: &Page<'_>, context: &mut RenderContext, transform: Affine) {
    context.set_transform(transform);
    for annotation in undrawn(page) {
        draw(&annotation, context);
    }
}

/// Visible annotations that the renderer does not draw, because they have no appearance or an empty one.
pub(super) fn undrawn<'a>(page: &Page<'a>) -> impl Iterator<Item = Dict<'a>> + use<'a> {
    let hidden = HiddenLayers::of(page.xref());
    layer::annotations(page).filter(move |annotation| {
        let flags = annotation.get::<u32>(keys::F).unwrap_or(0);
        flags & UNSEEN == 0 && !is_drawn(annotation) && !hidden.hide(annotation)
    })
}

/// Forms that show an annotation, one for each of its states.
pub(super) fn appearances<'a>(annotation: &Dict<'a>) -> Vec<Stream<'a>> {
    let appearance = annotation.get::<Dict<'a>>(keys::AP);
    match appearance.and_then(|appearance| appearance.get::<Object<'a>>(keys::N)) {
        Some(Object::Stream(form)) => vec![form],
        Some(Object::Dict(states)) => {
            states.keys().filter_map(|state| states.get::<Stream<'a>>(state)).collect()
        }
        _ => Vec::new(),
    }
}

fn is_drawn(annotation: &Dict<'_>) -> bool {
    has_area(annotation, keys::RECT) && appearances(annotation).iter().any(paints)
}

fn has_area(dict: &Dict<'_>, key: &[u8]) -> bool {
    dict.get::<Rect>(key).is_some_and(|rect| rect.width() > 0.0 && rect.height() > 0.0)
}

/// Whether a form draws something.
fn paints(form: &Stream<'_>) -> bool {
    let has_painting = |content: &[u8]| {
        let is_end = |byte: &u8| byte.is_ascii_whitespace() || b")]>".contains(byte);
        content.split(is_end).any(|word| PAINTING.contains(&word))
    };
    has_area(form.dict(), keys::BBOX)
        && (form.raw_data().len() > MAX_EMPTY
            || form.decoded_data().is_ok_and(|content| has_painting(&content)))
}

fn draw(annotation: &Dict<'_>, context: &mut RenderContext) {
    let Some(kind) = annotation.get::<Name<'_>>(keys::SUBTYPE) else { return };
    if kind.as_ref() == b"Highlight" {
        context.set_blend_mode(BlendMode::new(Mix::Multiply, Compose::SrcOver));
        fill(context, colour(annotation, keys::C), &quads(annotation, whole));
        context.set_blend_mode(BlendMode::default());
    } else if let Some(path) = outline(kind.as_ref(), annotation) {
        fill(context, colour(annotation, keys::IC), &path);
        stroke(context, annotation, &path);
    }
}

/// Outline of an annotation; `None` for kinds that show nothing without an appearance (notes, links), or text.
fn outline(kind: &[u8], annotation: &Dict<'_>) -> Option<BezPath> {
    match kind {
        b"Ink" => {
            let strokes = annotation.get::<Array<'_>>("InkList")?;
            Some(strokes.iter::<Vec<f64>>().flat_map(|points| polyline(&points)).collect())
        }
        b"Line" => annotation.get::<Vec<f64>>(keys::L).map(|ends| polyline(&ends)),
        b"PolyLine" => annotation.get::<Vec<f64>>(keys::VERTICES).map(|points| polyline(&points)),
        b"Polygon" => {
            let mut path = polyline(&annotation.get::<Vec<f64>>(keys::VERTICES)?);
            path.close_path();
            Some(path)
        }
        b"Square" => Some(rectangle(annotation)?.to_path(MAX_CIRCLE_ERROR)),
        b"Circle" => {
            Some(kurbo::Ellipse::from_rect(rectangle(annotation)?).to_path(MAX_CIRCLE_ERROR))
        }
        b"Underline" => Some(quads(annotation, underline)),
        b"StrikeOut" => Some(quads(annotation, strike_out)),
        _ => None,
    }
}

fn polyline(coordinates: &[f64]) -> BezPath {
    let mut path = BezPath::new();
    for (at, point) in points(coordinates).enumerate() {
        if at == 0 {
            path.move_to(point);
            // A tap of the pen is a single point; round caps turn a line of nearly no length into a dot.
            path.line_to(point + (TAP, 0.0));
        } else {
            path.line_to(point);
        }
    }
    path
}

fn points(coordinates: &[f64]) -> impl Iterator<Item = Point> {
    coordinates.chunks_exact(2).map(|pair| Point::new(pair[0], pair[1]))
}

/// Rectangle of the annotation, with its border inside.
fn rectangle(annotation: &Dict<'_>) -> Option<kurbo::Rect> {
    let rect = annotation.get::<Rect>(keys::RECT)?;
    let inside = -border_width(annotation) / 2.0;
    Some(kurbo::Rect::new(rect.x0, rect.y0, rect.x1, rect.y1).inflate(inside, inside))
}

/// Joins the paths of all marked quadrilaterals. Corners are in the order upper left, upper right, lower left, lower right, which
/// all programs write although the PDF standard differs.
fn quads(annotation: &Dict<'_>, shape: fn([Point; 4]) -> BezPath) -> BezPath {
    let coordinates = annotation.get::<Vec<f64>>(keys::QUADPOINTS).unwrap_or_default();
    let corners: Vec<Point> = points(&coordinates).collect();
    corners.as_chunks().0.iter().flat_map(|quad| shape(*quad)).collect()
}

fn whole([upper_left, upper_right, lower_left, lower_right]: [Point; 4]) -> BezPath {
    let mut path = BezPath::new();
    path.move_to(upper_left);
    path.line_to(upper_right);
    path.line_to(lower_right);
    path.line_to(lower_left);
    path.close_path();
    path
}

fn underline([_, _, left, right]: [Point; 4]) -> BezPath {
    kurbo::Line::new(left, right).to_path(MAX_CIRCLE_ERROR)
}

fn strike_out([upper_left, upper_right, lower_left, lower_right]: [Point; 4]) -> BezPath {
    let ends = kurbo::Line::new(upper_left.midpoint(lower_left), upper_right.midpoint(lower_right));
    ends.to_path(MAX_CIRCLE_ERROR)
}

fn stroke(context: &mut RenderContext, annotation: &Dict<'_>, path: &BezPath) {
    let width = border_width(annotation);
    let ink = if annotation.contains_key(keys::C) {
        colour(annotation, keys::C)
    } else {
        Some(AlphaColor::BLACK)
    };
    if let Some(ink) = ink.filter(|_| width > 0.0) {
        context.set_paint(ink);
        context.set_stroke(Stroke::new(width).with_caps(Cap::Round).with_join(Join::Round));
        context.stroke_path(path);
    }
}

fn fill(context: &mut RenderContext, paint: Option<AlphaColor<Srgb>>, path: &BezPath) {
    if let Some(paint) = paint {
        context.set_paint(paint);
        context.fill_path(path);
    }
}

fn border_width(annotation: &Dict<'_>) -> f64 {
    let style = annotation.get::<Dict<'_>>(keys::BS).and_then(|style| style.get::<f64>(keys::W));
    let border = || annotation.get::<Array<'_>>(keys::BORDER)?.iter::<f64>().nth(2);
    style.or_else(border).unwrap_or(1.0)
}

/// Colour in grey, RGB or CMYK by the number of components; `None` for an empty list.
fn colour(annotation: &Dict<'_>, key: &[u8]) -> Option<AlphaColor<Srgb>> {
    let opacity = annotation.get::<f32>(keys::CA).unwrap_or(1.0);
    let [red, green, blue] = match *annotation.get::<Vec<f32>>(key)? {
        [grey] => [grey; 3],
        [red, green, blue] => [red, green, blue],
        [cyan, magenta, yellow, black] => {
            [cyan, magenta, yellow].map(|ink| (1.0 - ink) * (1.0 - black))
        }
        _ => return None,
    };
    Some(AlphaColor::new([red, green, blue, opacity]))
}
