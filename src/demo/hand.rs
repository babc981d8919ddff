//! Whose handwriting it is: ten people who learnt the same letters and write them in their own ways.

/// How somebody writes. Lengths are in units of the alphabet's grid unless they are pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hand {
    /// Tells apart the habits in forming letters.
    pub(super) who: u64,
    /// Height of small letters in pixels.
    pub(super) size: f32,
    /// Degrees to the right.
    pub(super) slant: f32,
    /// Width of letters, 1 is the alphabet's.
    pub(super) stretch: f32,
    /// Between letters, and between words.
    pub(super) gaps: (f32, f32),
    /// Width of the pen line in pixels.
    pub(super) weight: f32,
    /// How much heavier strokes towards the writer are, 0 for a fineliner.
    pub(super) pressure: f32,
    /// The share of letters that are joined where they can be.
    pub(super) joins: f32,
    /// Length of ascenders and descenders, 1 is the alphabet's.
    pub(super) reach: f32,
    /// How far the letters' own shapes are from the alphabet's.
    pub(super) habit: f32,
    /// How far one `a` is from the next.
    pub(super) unrest: f32,
    /// How much corners are cut.
    pub(super) haste: u8,
    /// Degrees that lines climb.
    pub(super) climb: f32,
    /// From line to line, in heights of small letters.
    pub(super) leading: f32,
    /// Writes in capitals only.
    pub(super) capitals: bool,
    /// The ink's grey, 0 is black.
    pub(super) ink: u8,
}

const PLAIN: Hand = Hand {
    who: 0,
    size: 40.0,
    slant: 5.0,
    stretch: 1.0,
    gaps: (4.0, 17.0),
    weight: 6.0,
    pressure: 0.15,
    joins: 0.6,
    reach: 1.0,
    habit: 1.1,
    unrest: 0.45,
    haste: 3,
    climb: 0.3,
    leading: 2.9,
    capitals: false,
    ink: 24,
};

impl Hand {
    /// Ten hands that nobody would take for one another's.
    #[rustfmt::skip]
    pub const ALL: [Self; 10] = [
        // Upright, round and even.
        Self { who: 1, size: 37.0, slant: 1.0, stretch: 1.2, joins: 0.25, weight: 5.5, gaps: (4.5, 20.0), ..PLAIN },
        // A flowing pen that is lifted between words only.
        Self { who: 2, size: 34.0, slant: 17.0, joins: 1.0, weight: 4.4, pressure: 0.35, reach: 1.1, haste: 5, leading: 3.3, ..PLAIN },
        // Large and printed, with a broad marker.
        Self { who: 3, size: 46.0, slant: 0.0, joins: 0.0, weight: 8.6, pressure: 0.05, reach: 0.85, climb: -0.3, leading: 2.6, gaps: (5.5, 18.0), ..PLAIN },
        // Small, careful, with a fine point.
        Self { who: 4, size: 29.0, slant: 4.0, joins: 0.15, weight: 4.2, pressure: 0.1, unrest: 0.3, haste: 2, climb: 0.0, leading: 3.4, gaps: (6.0, 20.0), ink: 0, ..PLAIN },
        // Leans back, as left hands do.
        Self { who: 5, size: 37.0, slant: -12.0, joins: 0.5, weight: 6.2, habit: 1.3, climb: -0.5, ..PLAIN },
        // Draughtsman's capitals.
        Self { who: 6, size: 22.0, slant: 5.0, joins: 0.0, weight: 5.0, pressure: 0.05, habit: 0.7, haste: 1, climb: 0.2, leading: 4.3, gaps: (6.0, 22.0), capitals: true, ink: 10, ..PLAIN },
        // In a hurry.
        Self { who: 7, size: 33.0, slant: 12.0, stretch: 1.2, joins: 0.9, weight: 5.0, pressure: 0.3, habit: 1.5, unrest: 0.9, haste: 12, climb: 1.2, reach: 0.95, gaps: (4.0, 21.0), ..PLAIN },
        // Narrow and tall.
        Self { who: 8, size: 37.0, slant: 4.0, stretch: 0.72, joins: 0.7, weight: 4.8, pressure: 0.25, reach: 1.3, leading: 3.5, gaps: (3.5, 15.0), ..PLAIN },
        // A soft pencil, wide and low.
        Self { who: 9, size: 30.0, slant: 6.0, stretch: 1.3, joins: 0.8, weight: 6.6, pressure: 0.4, reach: 0.8, haste: 5, leading: 3.3, gaps: (4.0, 21.0), ink: 78, ..PLAIN },
        // Old, a little shaky, schooled in joined letters.
        Self { who: 10, size: 41.0, slant: 24.0, stretch: 0.86, joins: 1.0, weight: 4.8, pressure: 0.5, habit: 1.2, unrest: 0.8, haste: 2, reach: 1.1, climb: -0.9, leading: 3.1, ..PLAIN },
    ];
}
