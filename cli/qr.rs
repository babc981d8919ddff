//! QR codes in a terminal, so that a phone reads a link off the screen of a machine that it cannot reach otherwise.

use qrcode::render::unicode::Dense1x2;
use qrcode::{EcLevel, QrCode};

/// White on black in colours that no theme changes: some phones do not read a code in the wrong colours.
const COLOURS: &str = "\x1b[38;5;231;48;5;16m";
const NO_COLOURS: &str = "\x1b[0m";

/// Draws the code in half blocks, two rows of modules a line; `None` if the text is too long for a code.
pub(crate) fn draw(text: &str) -> Option<String> {
    // A screen is clean, so that the lowest correction suffices, and a link's code has at most 24 lines.
    let code = QrCode::with_error_correction_level(text, EcLevel::L).ok()?;
    // Characters draw the light modules: the terminal's background is the ink.
    let picture = code
        .render::<Dense1x2>()
        .dark_color(Dense1x2::Light)
        .light_color(Dense1x2::Dark)
        .module_dimensions(1, 1)
        .build();
    let lines: Vec<String> =
        picture.lines().map(|line| [COLOURS, line, NO_COLOURS, "\n"].concat()).collect();
    Some(lines.concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINK: &str = "https://ink.example.org/reset-password?token=Zm9yIGFuIGhvdXIgYW5kIGZvciBvbmUgdXNlIG9ubHkuLi4";

    /// Whether the upper and the lower half of a character are light.
    fn halves(character: char) -> [bool; 2] {
        match character {
            ' ' => [false, false],
            '▀' => [true, false],
            '▄' => [false, true],
            '█' => [true, true],
            other => panic!("{other} is no half block"),
        }
    }

    #[test]
    fn phone_reads_link_from_small_terminal() {
        let drawn = draw(LINK).unwrap();
        let lines: Vec<Vec<[bool; 2]>> = drawn
            .lines()
            .map(|line| line.strip_prefix(COLOURS).unwrap().strip_suffix(NO_COLOURS).unwrap())
            .map(|line| line.chars().map(halves).collect())
            .collect();
        let (width, height) = (lines[0].len(), lines.len());
        assert!(width <= 80 && height <= 24, "{width} x {height}");

        let shines = |x: usize, y: usize| lines[y / 8][x / 4][y / 4 % 2];
        let grey = |x, y| if shines(x, y) { 255 } else { 0 };
        let mut picture = rqrr::PreparedImage::prepare_from_greyscale(width * 4, height * 8, grey);
        assert_eq!(picture.detect_grids()[0].decode().unwrap().1, LINK);
    }

    #[test]
    fn text_too_long_for_qr_is_not_drawn() {
        assert_eq!(draw(&"x".repeat(3000)), None);
    }
}
