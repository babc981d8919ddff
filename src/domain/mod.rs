//! Pure types and rules: no input, no output, no clock.

pub mod account;
pub mod alt_text;
pub mod author;
pub mod blob;
pub mod book;
pub mod client_address;
pub mod edition;
pub mod form;
pub mod form_code;
pub mod hand_over_code;
pub mod id;
pub mod invalid;
pub mod job;
pub mod mail;
pub mod memo;
pub mod memo_text;
pub mod policy;
pub mod prize;
pub mod profile;
pub mod question_file;
pub mod search;
pub mod second_factor;
pub mod secret;
pub mod session;
pub mod suggestion;
mod text;
pub mod time;
