//! Picture of the prize cell as read: a green ring around the peg that is played, a red cross over each peg that is not.
//!
//! The two differ in shape and colour and are described in words, because many tablets show neither green nor red.

use domain::form::{PEG_RADIUS, PRIZE_AREA, Peg, Rect};

use crate::extract::crop::CROP_SCALE;
use crate::extract::read_area;
use crate::image::canvas::{Canvas, Colour};
use crate::image::grey::Grey;

const GREEN: Colour = [17, 119, 51];
const RED: Colour = [187, 17, 17];
/// Radius of the ring, in the form's own pixels like all lengths here: outside of the mark, but within the cell.
const RING: f64 = PEG_RADIUS as f64 + 9.0;
const RING_WIDTH: f64 = 5.0;
const ARM: f64 = PEG_RADIUS as f64 + 12.0;
const ARM_WIDTH: f64 = 4.0;
/// Cuts the cell out of a sheet that is drawn at [`CROP_SCALE`].
pub(crate) fn cell_of(large: &Grey) -> Grey {
    let Rect { top, left, width, height } = read_area::to_sheet(PRIZE_AREA);
    let [top, left, width, height] = [top, left, width, height].map(|side| side * CROP_SCALE);
    large.cut(Rect { top, left, width, height }.into())
}

/// Draws the cell with the entry, which is the first of the picks, and the disregarded pegs. Returns a PNG at twice the form's
/// size.
pub(crate) fn draw(cell: &Grey, picks: &[Peg]) -> Vec<u8> {
    let scale = f64::from(CROP_SCALE);
    let area = PRIZE_AREA;
    let centre = |peg: &Peg| {
        let (x, y) = peg.centre();
        (f64::from(x - area.left) * scale, f64::from(y - area.top) * scale)
    };
    let mut canvas = Canvas::of(cell);
    let (entry, disregarded) = picks.split_at(picks.len().min(1));
    for peg in disregarded {
        canvas.cross(centre(peg), ARM * scale, ARM_WIDTH * scale, RED);
    }
    for peg in entry {
        canvas.ring(centre(peg), RING * scale, RING_WIDTH * scale, GREEN);
    }
    canvas.png()
}

/// Describes the picture in words.
pub fn peg_words(picks: &[Peg]) -> String {
    let Some((entry, disregarded)) = picks.split_first() else {
        return "No peg is marked.".to_owned();
    };
    let names: Vec<String> = disregarded.iter().map(ToString::to_string).collect();
    match names.as_slice() {
        [] => format!("Peg {entry} is your entry."),
        [one] => format!("Peg {entry} is your entry. Peg {one} is disregarded."),
        [most @ .., last] => {
            let most = most.join(", ");
            format!("Peg {entry} is your entry. Pegs {most} and {last} are disregarded.")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picks(all: &[(u8, u8)]) -> Vec<Peg> {
        all.iter().map(|(column, row)| Peg { row: *row, column: *column }).collect()
    }

    #[test]
    fn picked_peg_is_ringed_others_crossed() {
        let area = PRIZE_AREA;
        let cell = Grey::white((area.width * 2) as usize, (area.height * 2) as usize);
        let png = draw(&cell, &picks(&[(0, 0), (6, 6)]));
        let picture = image::load_from_memory(&png).unwrap().into_rgb8();
        let at = |peg: Peg, right: f64| {
            let (x, y) = peg.centre();
            let x = (f64::from(x - area.left) + right) * 2.0;
            picture.get_pixel(x as u32, (y - area.top) * 2).0
        };
        let [entry, other] = [Peg { row: 0, column: 0 }, Peg { row: 6, column: 6 }];
        assert_eq!((at(entry, 0.0), at(entry, RING)), ([255; 3], GREEN));
        assert_eq!((at(other, 0.0), at(other, RING)), (RED, [255; 3]));
    }

    #[test]
    fn peg_description_names_every_peg() {
        assert_eq!(peg_words(&[]), "No peg is marked.");
        assert_eq!(peg_words(&picks(&[(2, 3)])), "Peg C4 is your entry.");
        let three = picks(&[(2, 0), (1, 4), (3, 6)]);
        assert_eq!(peg_words(&three), "Peg C1 is your entry. Pegs B5 and D7 are disregarded.");
    }
}
