//! Extraction of what was written: ink in the answer boxes and outside of them, the marks on pegs, and the pictures cut out of the page.

pub(crate) mod annotated;
pub(crate) mod crop;
pub(crate) mod ink;
pub(crate) mod ink_color;
pub(crate) mod line_removal;
pub(crate) mod peg_picture;
pub(crate) mod pegs;
pub(crate) mod read_area;
pub(crate) mod stray_ink;
