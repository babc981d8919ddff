//! Warnings about a reading that people should check before it is stored.

use crate::register::registration::Registration;

/// Minimum confidence of a registration that needs no check.
const MIN_SURE_CONFIDENCE: f32 = 0.65;
/// Residual, in the form's pixels, above which the paper is taken to be bent.
const FLAT_RESIDUAL: f32 = 1.1;

/// Doubt about a page that was read. The message says what to check; [`ReadingWarning::code`] is for programs and never changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub enum ReadingWarning {
    #[error("The page lies at an angle. See whether every answer is whole.")]
    Angle,
    #[error("The page does not lie flat. See whether every answer is whole.")]
    NotFlat,
    #[error(
        "A part of the page is covered, cut off or hard to see. See whether an answer is missing."
    )]
    Covered,
    #[error("Some writing is very faint. See whether all of it can be read.")]
    Faint,
    #[error(
        "A stain, a shadow or the edge of a tape may look like writing on this page. Check that no answer is missing, and that each picture is one."
    )]
    Stained,
    #[error("Some writing lies outside the boxes. Only what is inside of them is kept.")]
    Outside,
    #[error(
        "There is typed text or a stamp in this file that cannot be seen. If an answer is missing, export the file flattened, or print it to PDF."
    )]
    UnseenText,
    #[error("A mark stands between two pegs, so it counts for neither.")]
    BetweenPegs,
    #[error("A line runs through a peg, as if to strike it out, so it does not count.")]
    StruckPeg,
    #[error(
        "The file also has a page that was not read: it is of another form, or cannot be made out."
    )]
    OtherPages,
    #[error(
        "The code of the form could not be read, and you may have written on another form of this book. See whether each answer stands with its question."
    )]
    Unidentified,
}

/// Returns the doubt about a page's registration, if there is one.
pub(crate) fn registration_warning(registration: &Registration) -> Option<ReadingWarning> {
    let why = if registration.warp.is_some() {
        ReadingWarning::NotFlat
    } else if registration.homography.is_some() {
        ReadingWarning::Angle
    } else if registration.residual > FLAT_RESIDUAL {
        ReadingWarning::NotFlat
    } else {
        ReadingWarning::Covered
    };
    (registration.confidence() < MIN_SURE_CONFIDENCE || !registration.has_grid).then_some(why)
}

impl ReadingWarning {
    /// Whether there is ink that was not read.
    pub(crate) fn is_of_ink(self) -> bool {
        matches!(self, Self::Outside | Self::BetweenPegs | Self::StruckPeg)
    }

    /// Stable name of this doubt.
    pub fn code(self) -> &'static str {
        match self {
            Self::Angle => "angle",
            Self::NotFlat => "not-flat",
            Self::Covered => "covered",
            Self::Faint => "faint",
            Self::Stained => "stained",
            Self::Outside => "outside",
            Self::UnseenText => "unseen-text",
            Self::BetweenPegs => "between-pegs",
            Self::StruckPeg => "struck-peg",
            Self::OtherPages => "other-pages",
            Self::Unidentified => "unidentified",
        }
    }
}
