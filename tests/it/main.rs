//! Integration tests: the real server on a port of its own, with its own data folder and a clock that tests set.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![expect(clippy::print_stdout, reason = "what a test skips and what it measured is told loudly")]

mod accounts;
mod admin;
mod alt_texts;
mod answers;
mod attacks;
mod authorization;
mod bad_input;
mod basic;
mod books;
mod command_line;
mod config;
mod credentials;
mod deletion;
mod editions;
mod email_change;
mod executable;
mod export;
mod form_read;
mod full_pages;
mod hand_over;
mod hard_pages;
mod hosts;
mod limits;
mod logs;
mod mail;
mod members;
mod memos;
mod mutated;
mod openapi;
mod own_books;
mod pages;
mod paper;
mod post_by_mail;
mod press;
mod prize;
mod reader;
mod recovery;
mod safety;
mod search;
mod second_factor;
mod second_opinion;
mod sessions;
mod setup;
mod suggestions;
mod support;
mod tablets;
mod threads;
mod tidy;
mod tokens;
mod uploads;
mod worker;
