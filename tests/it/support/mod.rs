//! Test support: servers, members, their responses, and fake services.

pub(crate) mod acme;
pub(crate) mod authenticator;
pub(crate) mod bad_files;
pub(crate) mod bombs;
pub(crate) mod calls;
mod command;
mod community;
pub(crate) mod exports;
pub(crate) mod fake_smtp_relay;
mod files;
mod filled;
mod log;
mod member;
mod operator;
mod pictures;
pub(crate) mod remotes;
mod running;
mod server;
mod skips;
mod smtp;
mod terminal;
mod threads;
pub(crate) mod verbs;

pub(crate) use command::{inkfold, inkfold_with_input, json, words};
pub(crate) use community::Community;
pub(crate) use files::{expect_file, root, shared, source_files, venv_python};
pub(crate) use filled::{blotted, fill, fill_again, fill_and_mark, without_codes};
pub(crate) use log::Log;
pub(crate) use member::{Member, Reply};
pub(crate) use pictures::{noise, with_words};
pub(crate) use running::{Running, executable};
pub(crate) use server::{PASSWORD, TestServer};
pub(crate) use skips::skip;
pub(crate) use smtp::{Encryption, SmtpBehaviour, SmtpServer};
pub(crate) use terminal::Terminal;
pub(crate) use threads::Topic;
