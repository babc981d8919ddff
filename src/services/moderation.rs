//! Moderation: members report and block, admins hide, remove and suspend.

mod blocks;
mod hidden_content;
mod memo_verdicts;
mod queue;
mod reports;
mod suspensions;
mod verdicts;

pub use blocks::{Block, block, list as list_blocks, unblock};
pub use queue::{
    Filter, Place, ReportDetails, ReportedContent, State, Subject, get, list as list_reported,
    reported,
};
pub use reports::report;
pub use suspensions::{release, suspend};
pub use verdicts::{Decision, resolve, resolve_report};

pub(super) use hidden_content::HiddenContentFilter;
pub(super) use suspensions::ensure_not_suspended;
