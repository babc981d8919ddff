//! Pure types and rules: no input, no output, no clock.

pub mod form;
pub mod question_file;
