//! What tests are written with: a server, its members, their answers.

pub(crate) mod bad_files;
pub(crate) mod calls;
pub(crate) mod exports;
mod files;
mod filled;
mod member;
mod server;
mod smtp;

pub(crate) use files::{expect_file, root, shared, source_files};
pub(crate) use filled::fill;
pub(crate) use member::{Member, Reply};
pub(crate) use server::{PASSWORD, TestServer};
pub(crate) use smtp::{Manner, SmtpServer, Way};
