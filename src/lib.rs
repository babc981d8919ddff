//! Inkfold: memo books and image threads for people who write by hand on tablets.
//!
//! Layers, each of which knows only those before it:
//! - [`platform`]: semaphores, rate limits, the clock, files that are replaced atomically and other mechanisms, which know nothing of the product;
//! - [`domain`]: types and rules, without input or output;
//! - [`store`] (redb) and, beside it, [`backup`] (archives, and folders on other machines), [`blobs`], [`resource_budget`] and [`body_budgets`] (the server's share of the machine, and of that the one for requests and responses), [`mail`], [`paper`] (a filled form into
//!   handwriting), [`handwriting`] (a picture of it into text), [`press`] (data into PDF), [`search`] (an index of words) and [`sandbox`] (the child processes of
//!   `paper` and `press`);
//! - [`context`]: those components together, as they are given to services and jobs;
//! - [`services`]: one function per thing that a person can do;
//! - [`http`] (the site and the API, of members and of the operator), [`smtp_server`], [`jobs`] and the command line in `cli/`, a client of `http`: translators around the services;
//! - [`server`]: listeners, TLS and timeouts around `http`.
//!
//! Beside the layers: [`config`] (settings), [`error`] (the error of all services), [`rate_limits`], `passwords` (their hashes), `webauthn` (passkeys), [`job_wakeups`] and
//! [`post_events`] (what wakes jobs and open threads), [`data_dir`] (the lock and folders of the data) and [`demo`] (the sample community).
//!
//! Everything below them is synchronous. [`platform`], [`domain`], [`sandbox`], [`handwriting`], [`paper`] and [`press`] are crates of their own, so that the
//! compiler enforces the direction of their dependencies; `tests/it/architecture.rs` enforces the others.

pub mod backup;
pub mod blobs;
pub mod body_budgets;
pub mod config;
pub mod context;
pub mod data_dir;
pub mod demo;
pub mod error;
pub mod http;
pub mod job_wakeups;
pub mod jobs;
pub mod mail;
mod passwords;
pub mod post_events;
pub mod rate_limits;
pub mod resource_budget;
pub mod search;
pub mod server;
pub mod services;
pub mod smtp_server;
pub mod store;
mod webauthn;

pub use ::{domain, handwriting, paper, platform, press, sandbox};

/// Every job that a child of this executable can be asked to do.
pub const SANDBOX_JOBS: &[&sandbox::Job] = &[
    &paper::raster::JOB,
    &handwriting::JOB,
    &handwriting::DRAFT_JOB,
    &press::JOB,
    &press::PAGE_JOB,
    #[cfg(feature = "pdfium")]
    &paper::raster::PDFIUM_JOB,
];
