//! A calm community: members report and block, admins hide, remove and suspend, and what admins did is written down.

mod blocks;
mod log;
mod queue;
mod reports;
mod suspensions;
mod unseen;
mod verdicts;

pub use blocks::{Block, block, list as list_blocks, unblock};
pub use log::{ShownEntry, list as list_audit};
pub use queue::{Filter, ReportedThing, ShownReport, State, Subject, list as list_reported};
pub use reports::report;
pub use suspensions::{release, suspend};
pub use verdicts::{Decision, settle, settle_report};

pub(super) use log::note;
pub(super) use suspensions::{current, may_speak};
pub(super) use unseen::Unseen;
