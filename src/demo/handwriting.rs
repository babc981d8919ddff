//! Words into pen strokes, as a person would write them: no two letters are equal, no line is quite straight.

use super::alphabet::{self, Glyph, X_HEIGHT};
use super::chance::Chance;
use super::curve;
use super::drawings::{self, Drawing};
use super::hand::Hand;
use super::layout::Layout;
use super::notation::Knot;

/// Width and height of the picture of one answer box.
pub const BOX: (u32, u32) = (1120, 876);

const MARGIN: f32 = 56.0;
/// Room for a drawing below the words.
const DRAWING: f32 = 260.0;
/// How far lines of a drawing are from where they were meant to be, in its units.
const DRAWING_UNREST: f32 = 0.7;
/// The share of the spare room that is left above the words.
const HIGHER: f32 = 0.3;

/// One movement of the pen: x, y and the line's width, in pixels.
#[derive(Clone, Debug, PartialEq)]
pub struct Stroke {
    pub points: Vec<(f32, f32, f32)>,
}

/// What somebody writes and draws into an answer box. The same seed gives the same strokes.
pub fn write(hand: &Hand, text: &str, drawing: Option<Drawing>, seed: u64) -> Vec<Stroke> {
    let text = if hand.capitals { text.to_uppercase() } else { text.to_owned() };
    let room = BOX.1 as f32 - 2.0 * MARGIN - drawing.map_or(0.0, |_| DRAWING + MARGIN);
    let layout = Layout::fit(hand, &text, BOX.0 as f32 - 2.2 * MARGIN, room);
    let mut pen = Pen::new(hand, layout.unit, seed);
    let climb = (hand.climb + pen.chance.around(0.3)).to_radians().tan();
    let mut baseline = MARGIN + layout.spare * HIGHER + layout.ascent;
    if climb > 0.0 {
        baseline += climb * BOX.0 as f32 / 2.0;
    }
    for line in &layout.lines {
        pen.write_line(line, baseline, climb);
        baseline += layout.leading + pen.chance.around(1.5 * layout.unit);
    }
    if let Some(drawing) = drawing {
        pen.draw(drawing);
    }
    pen.strokes
}

/// A pen in somebody's hand, on its way through a memo.
struct Pen<'a> {
    hand: &'a Hand,
    /// Pixels to a unit of the grid.
    unit: f32,
    chance: Chance,
    strokes: Vec<Stroke>,
    /// The stroke under way.
    down: Vec<Knot>,
    /// Dots and bars that wait for the end of the word.
    marks: Vec<Vec<Knot>>,
    x: f32,
    baseline: f32,
    climb: f32,
}

impl<'a> Pen<'a> {
    fn new(hand: &'a Hand, unit: f32, seed: u64) -> Self {
        let chance = Chance::new(seed ^ hand.who << 32);
        let (strokes, down, marks) = (Vec::new(), Vec::new(), Vec::new());
        Self { hand, unit, chance, strokes, down, marks, x: 0.0, baseline: 0.0, climb: 0.0 }
    }

    fn write_line(&mut self, line: &str, baseline: f32, climb: f32) {
        self.x = MARGIN + self.chance.around(7.0).max(-20.0);
        self.baseline = baseline;
        self.climb = climb + self.chance.around(0.004);
        for word in line.split(' ') {
            self.write_word(word);
            self.x += (self.hand.gaps.1 + self.chance.around(2.0)) * self.unit;
            // The baseline wanders from word to word and comes back with the next line.
            self.baseline += self.chance.around(0.7 * self.unit);
        }
    }

    fn write_word(&mut self, word: &str) {
        let mut letters = word.chars().peekable();
        while let Some(letter) = letters.next() {
            let Some(glyph) = alphabet::glyph(letter) else { continue };
            let next = letters.peek().and_then(|next| alphabet::glyph(*next));
            let can_join =
                glyph.body.joins_after && next.is_some_and(|next| next.body.joins_before);
            let joined = can_join && self.chance.unit() < self.hand.joins;
            self.write_letter(letter, &glyph, joined);
        }
        for mark in std::mem::take(&mut self.marks) {
            self.stroke(&mark);
        }
    }

    fn write_letter(&mut self, letter: char, glyph: &Glyph, joins_next: bool) {
        let shape = self.shape(letter);
        let lead_in = if self.down.is_empty() { &[][..] } else { &glyph.body.lead_in };
        let lead_out = if joins_next { &glyph.body.lead_out[..] } else { &[] };
        let body = lead_in.iter().chain(&glyph.body.knots).chain(lead_out);
        let body = self.place(body, &shape);
        self.down.extend(body);
        for mark in &glyph.marks {
            let mark = self.place(mark.knots.iter(), &shape);
            self.marks.push(mark);
        }
        if !joins_next {
            let down = std::mem::take(&mut self.down);
            self.stroke(&down);
        }
        let advance = glyph.width * self.hand.stretch + self.hand.gaps.0;
        self.x += (advance + self.chance.around(0.6)) * self.unit;
    }

    /// How this letter comes out this time.
    fn shape(&mut self, letter: char) -> Shape {
        let slant = self.hand.slant + self.chance.around(1.6);
        Shape {
            letter,
            scale: self.unit * (1.0 + self.chance.around(0.035)),
            shear: slant.to_radians().tan(),
            lift: self.chance.around(0.5),
        }
    }

    /// Knots of the grid, in pixels.
    fn place<'k>(&mut self, knots: impl Iterator<Item = &'k Knot>, shape: &Shape) -> Vec<Knot> {
        let hand = self.hand;
        knots
            .map(|knot| {
                let (habit_x, habit_y) = habit(hand, shape.letter, knot);
                let x = knot.x + habit_x + self.chance.around(hand.unrest);
                let y = reach(knot.y, hand) + habit_y + self.chance.around(hand.unrest);
                let x = self.x + (x * hand.stretch + y * shape.shear) * shape.scale;
                let y = self.baseline - self.climb * x - (y + shape.lift) * shape.scale;
                Knot { x, y, ..*knot }
            })
            .collect()
    }

    /// Draws at the foot of the box, somewhere right of its middle.
    fn draw(&mut self, drawing: Drawing) {
        let scale = DRAWING / drawings::HEIGHT;
        let left = BOX.0 as f32 * (0.5 + 0.2 * self.chance.unit());
        let foot = BOX.1 as f32 - MARGIN;
        for path in drawing.paths() {
            let place = |knot: &Knot| Knot {
                x: left + (knot.x + self.chance.around(DRAWING_UNREST)) * scale,
                y: foot - (knot.y + self.chance.around(DRAWING_UNREST)) * scale,
                ..*knot
            };
            let knots: Vec<Knot> = path.knots.iter().map(place).collect();
            self.stroke(&knots);
        }
    }

    fn stroke(&mut self, knots: &[Knot]) {
        self.strokes.push(curve::stroke(knots, self.hand, &mut self.chance));
    }
}

/// One letter as it comes out this time.
struct Shape {
    letter: char,
    scale: f32,
    shear: f32,
    lift: f32,
}

/// Where this writer always goes off the alphabet's way: it hangs on nothing but the letter and the place in it.
fn habit(hand: &Hand, letter: char, knot: &Knot) -> (f32, f32) {
    let place = (knot.x * 256.0 + knot.y) as i64 as u64;
    let mut chance = Chance::new(hand.who << 48 ^ u64::from(letter) << 24 ^ place);
    (chance.around(hand.habit), chance.around(hand.habit))
}

/// Ascenders and descenders of the writer's own length.
fn reach(y: f32, hand: &Hand) -> f32 {
    if y > X_HEIGHT {
        X_HEIGHT + (y - X_HEIGHT) * hand.reach
    } else if y < 0.0 {
        y * hand.reach
    } else {
        y
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "A long enough answer, with 12 words or so, that needs more lines than one. Does it?";

    #[test]
    fn the_same_seed_writes_the_same_and_another_one_does_not() {
        for hand in &Hand::ALL {
            let written = write(hand, TEXT, Some(Drawing::Cup), 5);
            assert_eq!(written, write(hand, TEXT, Some(Drawing::Cup), 5));
            assert_ne!(written, write(hand, TEXT, Some(Drawing::Cup), 6));
        }
    }

    #[test]
    fn everything_stays_inside_the_box() {
        for hand in &Hand::ALL {
            for (length, drawing) in [(1, None), (3, Some(Drawing::House)), (9, None)] {
                let text = vec![TEXT; length].join(" ");
                for seed in 0..8 {
                    for stroke in write(hand, &text, drawing, seed) {
                        for (x, y, width) in stroke.points {
                            let inside = |at: f32, side: u32| {
                                (width / 2.0..side as f32 - width / 2.0).contains(&at)
                            };
                            assert!(inside(x, BOX.0) && inside(y, BOX.1), "{x} {y} {hand:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_joined_hand_lifts_the_pen_less_often_than_a_printing_one() {
        let strokes = |joins| write(&Hand { joins, ..Hand::ALL[1] }, TEXT, None, 1).len();
        assert!(strokes(1.0) < strokes(0.0) * 2 / 3);
    }

    #[test]
    fn letters_that_are_not_in_the_alphabet_are_left_out() {
        assert_eq!(write(&Hand::ALL[0], "水 \n", None, 1), []);
    }
}
