//! Rings that a cup leaves on paper, which are not ink: circles through several parts of a page, darker than the paper outside of
//! them.
//!
//! A ring is sharp on the outside and fades on the inside, and often it is dark in places only. So arcs of ink serve as seeds, and
//! their circle is a ring if most of it is darker than the paper right outside.

use std::cell::LazyCell;
use std::collections::BTreeMap;
use std::f64::consts::TAU;

use crate::correct::binarize::BinarizedPage;
use crate::correct::crease::part_of;
use crate::correct::line_detector::{InkMask, print_around};
use crate::extract::ink;
use crate::image::grey::{Grey, WHITE};

/// Minimum number of half-size pixels of an arc, and minimum distance of its ends.
const MIN_ARC: usize = 60;
const MIN_CHORD: f64 = 36.0;
/// Maximum number of arcs that are tried as seeds, the largest first.
const MAX_SEEDS: usize = 10;
/// Number of circles through three of an arc's points that are tried, and number of its points that they are compared with.
const TRIALS: usize = 60;
const MAX_COMPARED: usize = 240;
/// Radius of a cup in half-size pixels: 5 to 12 centimetres across.
const MIN_RADIUS: f64 = 70.0;
const MAX_RADIUS: f64 = 210.0;
/// Maximum distance in half-size pixels of an arc's pixel from its circle, and minimum share of pixels so near.
const MAX_OFF: f64 = 4.0;
const MIN_NEAR: f64 = 0.55;
/// Number of directions in which a circle is examined.
const DIRECTIONS: usize = 240;
/// Distance in half-size pixels from a circle within which its edge is searched, first and once the circle is fitted.
const SEARCHES: [i32; 3] = [14, 6, 3];
/// Number of half-size pixels on each side of an edge that are compared, and distance between the two sides.
const SIDE: i32 = 3;
const EDGE: i32 = 2;
/// Minimum luma by which a ring is darker than the paper outside.
const MIN_STEP: i32 = 7;
/// Minimum share of the unprinted directions in which there is an edge, and minimum number of the former.
const MIN_SHARE: f64 = 0.7;
const MIN_UNPRINTED: usize = DIRECTIONS / 4;
/// Distance in half-size pixels of the larger circle that is compared, and maximum ratio of its edges.
const BEYOND: f64 = 16.0;
const MAX_BEYOND_RATIO: f64 = 0.5;
/// Minimum number of directions with an edge outside of the part of the page where the ring has most: a circle within one part may
/// be drawn.
const MIN_ELSEWHERE: usize = 16;
/// Width in half-size pixels of the dark rim, and of its surroundings, where ink is removed.
const RIM: f64 = 22.0;
const OUTSIDE: f64 = 5.0;
/// Minimum luma by which a crossing stroke is darker than the rim.
const MIN_CROSSING_CONTRAST: u8 = 45;
/// Minimum luma of print that hides no edge.
const MIN_UNPRINTED_LUMA: u8 = 236;

/// Removes the rings from a page, a sheet in the form's own pixels, and returns whether there are any; `sketch` is its ink, and `even`
/// the same sheet before thresholding.
pub(crate) fn remove(
    page: &mut BinarizedPage,
    sketch: &InkMask,
    even: &Grey,
    blank: &Grey,
) -> bool {
    let ground = LazyCell::new(|| Ground { half: even.halved(), print: print_around(blank) });
    let mut rings: Vec<Circle> = Vec::new();
    for seed in seeds(sketch) {
        if rings.iter().any(|ring| ring.share_near(&seed, RIM) >= MIN_NEAR) {
            continue;
        }
        let found = Circle::along(&seed).and_then(|circle| circle.fitted(&ground));
        rings.extend(found.filter(|circle| circle.is_ring(&ground)));
    }
    for ring in &rings {
        ring.erase_from(page, sketch);
    }
    !rings.is_empty()
}

/// Points of the largest connected strokes that may be arcs.
fn seeds(sketch: &InkMask) -> Vec<Vec<(f64, f64)>> {
    let mut set = vec![false; sketch.luma.len()];
    sketch.ink.iter().for_each(|at| set[*at] = true);
    let parts = ink::parts(&mut set, sketch.width, 1).filter(|part| part.len() >= MIN_ARC);
    let points = parts.map(|part| part.into_iter().map(|at| sketch.point(at)).collect::<Vec<_>>());
    let mut seeds: Vec<_> = points.filter(|points| chord(points) >= MIN_CHORD).collect();
    seeds.sort_by_key(|points| std::cmp::Reverse(points.len()));
    seeds.truncate(MAX_SEEDS);
    seeds
}

/// Longer side of the rectangle around some points.
fn chord(points: &[(f64, f64)]) -> f64 {
    let span = |of: fn(&(f64, f64)) -> f64| {
        let (least, most) = points
            .iter()
            .map(of)
            .fold((f64::MAX, f64::MIN), |(least, most), at| (least.min(at), most.max(at)));
        most - least
    };
    span(|point| point.0).max(span(|point| point.1))
}

/// Page before thresholding at half size, and the print around each of its pixels.
struct Ground {
    half: Grey,
    print: Vec<u8>,
}

/// Circle in half-size pixels.
#[derive(Clone, Copy, Debug)]
struct Circle {
    x: f64,
    y: f64,
    radius: f64,
}

/// Edge of a circle in one direction.
enum Edge {
    /// Print hides it, or it lies outside of the page.
    Unknown,
    Absent,
    /// The outside is lighter from this place on.
    At((f64, f64)),
}

impl Circle {
    /// Returns the circle along which most of an arc's points lie.
    fn along(points: &[(f64, f64)]) -> Option<Self> {
        if points.is_empty() {
            return None;
        }
        // The points of a component come in no order along the arc: any three that are far apart will do.
        let pick = |trial: usize, of: usize| points[(trial * 7919 + of * 104_729) % points.len()];
        let circles = (0..TRIALS)
            .filter_map(|trial| Self::through([0, 1, 2].map(|of| pick(3 * trial + of, of))))
            .filter(|circle| (MIN_RADIUS..=MAX_RADIUS).contains(&circle.radius));
        let every = points.len().div_ceil(MAX_COMPARED);
        let compared: Vec<_> = points.iter().step_by(every).copied().collect();
        let shares = circles.map(|circle| (circle.share_near(&compared, MAX_OFF), circle));
        let (share, circle) = shares.max_by(|one, other| one.0.total_cmp(&other.0))?;
        (share >= MIN_NEAR).then_some(circle)
    }

    /// Returns the circle through three points that are not in line.
    fn through([(ax, ay), (bx, by), (cx, cy)]: [(f64, f64); 3]) -> Option<Self> {
        let (bx, by, cx, cy) = (bx - ax, by - ay, cx - ax, cy - ay);
        let turn = 2.0 * (bx * cy - by * cx);
        let (b, c) = (bx * bx + by * by, cx * cx + cy * cy);
        let (x, y) = ((cy * b - by * c) / turn, (bx * c - cx * b) / turn);
        x.is_finite().then(|| Self { x: x + ax, y: y + ay, radius: x.hypot(y) })
    }

    /// Fits a circle to points by least squares.
    fn fit(points: &[(f64, f64)]) -> Option<Self> {
        let count = points.len() as f64;
        let mean = |of: &dyn Fn(f64, f64) -> f64| {
            points.iter().map(|(x, y)| of(*x, *y)).sum::<f64>() / count
        };
        let (x, y) = (mean(&|x, _| x), mean(&|_, y| y));
        let central = |of: fn(f64, f64) -> f64| mean(&|u, v| of(u - x, v - y));
        let (uu, vv, uv) = (central(|u, _| u * u), central(|_, v| v * v), central(|u, v| u * v));
        let right = central(|u, v| u * (u * u + v * v)) / 2.0;
        let down = central(|u, v| v * (u * u + v * v)) / 2.0;
        let det = uu * vv - uv * uv;
        let (u, v) = ((right * vv - down * uv) / det, (down * uu - right * uv) / det);
        let radius = (u * u + v * v + uu + vv).sqrt();
        radius.is_finite().then_some(Self { x: x + u, y: y + v, radius })
    }

    /// Share of points that are at most `off` away from the circle.
    fn share_near(&self, points: &[(f64, f64)], off: f64) -> f64 {
        let near = points.iter().filter(|(x, y)| self.distance(*x, *y).abs() <= off);
        near.count() as f64 / points.len().max(1) as f64
    }

    /// Distance of a point from the circle, negative inside.
    fn distance(&self, x: f64, y: f64) -> f64 {
        (x - self.x).hypot(y - self.y) - self.radius
    }

    /// Fits the circle to the edges around it.
    fn fitted(mut self, ground: &Ground) -> Option<Self> {
        for search in SEARCHES {
            let edges = self.edges(ground, search).filter_map(|edge| match edge {
                Edge::At(place) => Some(place),
                Edge::Unknown | Edge::Absent => None,
            });
            let mut edges: Vec<_> = edges.collect();
            // Writing beside the ring has edges as well.
            let agreed = Self::along(&edges)?;
            edges.retain(|(x, y)| agreed.distance(*x, *y).abs() <= MAX_OFF);
            self = Self::fit(&edges)?;
        }
        (MIN_RADIUS..=MAX_RADIUS).contains(&self.radius).then_some(self)
    }

    /// Whether most of the circle is the edge of something darker, in more than one part of the page, but not a larger circle:
    /// writing and moire have edges everywhere.
    fn is_ring(&self, ground: &Ground) -> bool {
        let [own, larger] = [0.0, BEYOND].map(|off| {
            let circle = Self { radius: self.radius + off, ..*self };
            let edges = circle.edges(ground, SEARCHES[2]);
            edges.filter(|edge| !matches!(edge, Edge::Unknown)).collect::<Vec<_>>()
        });
        let places = |edges: &[Edge]| {
            let place = |edge: &Edge| match edge {
                Edge::At(place) => Some(*place),
                Edge::Unknown | Edge::Absent => None,
            };
            edges.iter().filter_map(place).collect::<Vec<_>>()
        };
        let share = |edges: &[Edge]| places(edges).len() as f64 / edges.len().max(1) as f64;
        let mut parts = BTreeMap::<usize, usize>::new();
        for (x, y) in places(&own) {
            *parts.entry(part_of((2.0 * x) as u32, (2.0 * y) as u32)).or_default() += 1;
        }
        let elsewhere = parts.values().sum::<usize>() - parts.values().max().unwrap_or(&0);
        own.len() >= MIN_UNPRINTED
            && share(&own) >= MIN_SHARE
            && share(&larger) <= MAX_BEYOND_RATIO * share(&own)
            && elsewhere >= MIN_ELSEWHERE
    }

    fn edges<'a>(&self, ground: &'a Ground, search: i32) -> impl Iterator<Item = Edge> + use<'a> {
        let circle = *self;
        (0..DIRECTIONS).map(move |direction| circle.edge(ground, direction, search))
    }

    /// Searches the steepest rise of luma outwards.
    fn edge(&self, ground: &Ground, direction: usize, search: i32) -> Edge {
        let (down, right) = (TAU * direction as f64 / DIRECTIONS as f64).sin_cos();
        let place = |off: i32| {
            let radius = self.radius + f64::from(off);
            (self.x + radius * right, self.y + radius * down)
        };
        let reach = search + SIDE + EDGE;
        let mut luma = Vec::with_capacity(2 * reach as usize + 1);
        for off in -reach..=reach {
            let (x, y) = place(off);
            let (x, y) = (x.round() as isize, y.round() as isize);
            if x < 0 || y < 0 || x >= ground.half.width as isize || y >= ground.half.height as isize
            {
                return Edge::Unknown;
            }
            if ground.print[y as usize * ground.half.width + x as usize] < MIN_UNPRINTED_LUMA {
                return Edge::Unknown;
            }
            luma.push(i32::from(ground.half.at(x, y)));
        }
        let step = |middle: usize| {
            let mean = |from: usize| luma[from..from + SIDE as usize].iter().sum::<i32>() / SIDE;
            mean(middle + EDGE as usize) - mean(middle - SIDE as usize)
        };
        let middles = SIDE as usize..luma.len() - (SIDE + EDGE) as usize + 1;
        let steepest = middles.map(|middle| (step(middle), middle)).max();
        match steepest {
            Some((step, middle)) if step >= MIN_STEP => Edge::At(place(middle as i32 - reach)),
            _ => Edge::Absent,
        }
    }

    /// Removes the ink of the rim except for the strokes that cross it.
    fn erase_from(&self, page: &mut BinarizedPage, sketch: &InkMask) {
        let is_rim = |x: usize, y: usize| {
            let off = self.distance(x as f64 / 2.0, y as f64 / 2.0);
            (-RIM..=OUTSIDE).contains(&off)
        };
        let ink = sketch.ink.iter().copied();
        let rim = ink.filter(|at| is_rim(2 * (at % sketch.width), 2 * (at / sketch.width)));
        let mut luma: Vec<u8> = rim.map(|at| sketch.luma[at]).collect();
        let quarter = luma.len() / 4;
        let darkest = match luma.get_mut(..) {
            Some(luma) if !luma.is_empty() => *luma.select_nth_unstable(quarter).1,
            _ => WHITE,
        };
        let darkest = darkest.saturating_sub(MIN_CROSSING_CONTRAST);
        let picture = &mut page.picture;
        let span = |middle: f64, size: usize| {
            let reach = self.radius + OUTSIDE;
            (2.0 * (middle - reach)).max(0.0) as usize
                ..((2.0 * (middle + reach)).max(0.0) as usize).min(size)
        };
        let columns = span(self.x, picture.width);
        for y in span(self.y, picture.height) {
            let row = &mut picture.pixels[y * picture.width..][..picture.width];
            for x in columns.clone() {
                if row[x] > darkest && is_rim(x, y) {
                    row[x] = WHITE;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDTH: usize = 1170;
    const HEIGHT: usize = 1562;

    /// Sheet with a ring of this radius around a point, sharp on the outside and fading on the inside, and a stroke down from
    /// there.
    fn sheet((x, y): (f64, f64), radius: f64) -> Grey {
        let mut sheet = Grey::white(WIDTH, HEIGHT);
        for (at, pixel) in sheet.pixels.iter_mut().enumerate() {
            let (right, down) = ((at % WIDTH) as f64 - x, (at / WIDTH) as f64 - y);
            let inside = radius - right.hypot(down);
            let is_stroke = right.abs() < 2.0 && (0.0..radius + 40.0).contains(&down);
            let rim = if inside < 0.0 { 0.0 } else { 140.0 * (-inside / 10.0).exp() };
            *pixel = if is_stroke { 20 } else { 250 - rim as u8 };
        }
        sheet
    }

    fn remove_rings(page: &mut BinarizedPage, even: &Grey) -> bool {
        let blank = Grey::white(WIDTH, HEIGHT);
        let sketch = InkMask::of(page, &blank);
        remove(page, &sketch, even, &blank)
    }

    /// Whether the ring was found, and how many pixels are left of it and of the stroke.
    fn removed(middle: (f64, f64), radius: f64) -> (bool, usize) {
        let even = sheet(middle, radius);
        let mut page = BinarizedPage::of(&even, None);
        let found = remove_rings(&mut page, &even);
        (found, page.picture.pixels.iter().filter(|luma| **luma < page.lightest).count())
    }

    #[test]
    fn ring_through_two_boxes_is_removed() {
        let (found, left) = removed((300.0, 500.0), 240.0);
        assert!(found);
        // The stroke that crosses it is kept.
        assert!((800..1000).contains(&left), "{left}");
    }

    #[test]
    fn circle_drawn_within_box_is_kept() {
        let (found, left) = removed((288.0, 227.0), 150.0);
        assert!(!found);
        assert!(left > 5000, "{left}");
    }

    #[test]
    fn straight_lines_and_letters_are_no_ring() {
        let mut even = Grey::white(WIDTH, HEIGHT);
        for y in (30..1500).step_by(40) {
            for x in (30..1100).filter(|x| x % 23 < 14) {
                even.pixels[(y + x % 7 * 3) * WIDTH + x..][..3].fill(40);
            }
            even.pixels[y * WIDTH + 30..][..1000].fill(40);
        }
        let mut page = BinarizedPage::of(&even, None);
        assert!(!remove_rings(&mut page, &even));
    }
}
