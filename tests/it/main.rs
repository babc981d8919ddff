//! Integration tests: the real server on a port of its own, with its own data folder and a clock that tests set.

mod accounts;
mod authorization;
mod books;
mod command_line;
mod config;
mod executable;
mod memos;
mod openapi;
mod pages;
mod safety;
mod support;
mod tablets;
mod tidy;
mod uploads;
