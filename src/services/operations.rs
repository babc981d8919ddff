//! Operations: what keeps a community running. Backups, checks of the installation, the outbox, the audit log, cleanup.

pub mod admin_dashboard;
pub mod audit;
pub mod backups;
mod blob_references;
pub mod bootstrap;
pub mod daily_cleanup;
pub mod database;
pub mod doctor;
pub mod garbage_collection;
mod mail_cap;
pub mod metrics;
pub mod outbox;
pub mod quota;
pub mod settings;
pub mod statistics;
