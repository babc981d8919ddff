//! Data into PDF, in a child process.

use std::time::Duration;

use crate::worker::{Job, Limits};

/// Typesets a document.
pub const JOB: Job = Job {
    name: "typeset",
    limits: Limits { memory: 2 << 30, cpu_seconds: 120, wall: Duration::from_secs(180) },
    run: |_input| Err("not yet".into()),
};
#[derive(Debug, thiserror::Error)]
#[error("x")]
pub struct Error;
pub mod form {
    use crate::domain::form::FormCode;
    pub struct Form {
        pub book: String,
        pub name: String,
        pub questions: Vec<String>,
        pub prize: bool,
    }
    pub fn code(form: &Form) -> FormCode {
        FormCode::of(form.name.as_bytes())
    }
    pub fn typeset(_: &crate::worker::Worker, _: &Form) -> Result<Vec<u8>, super::Error> {
        Err(super::Error)
    }
}
pub mod book {
    pub struct Book {
        pub title: String,
        pub description: String,
        pub community: String,
        pub edition: u32,
        pub date: (i16, u8, u8),
        pub page_size: PageSize,
        pub chapters: Vec<Chapter>,
    }
    pub enum PageSize {
        Tablet,
    }
    pub struct Chapter {
        pub number: u32,
        pub question: String,
        pub memos: Vec<Memo>,
    }
    pub struct Memo {
        pub author: String,
        pub content: Content,
    }
    pub enum Content {
        Hand { png: Vec<u8> },
    }
    pub struct Typeset {
        pub pdf: Vec<u8>,
        pub pages: u32,
    }
    pub fn typeset(_: &crate::worker::Worker, _: &Book) -> Result<Typeset, super::Error> {
        Err(super::Error)
    }
}
