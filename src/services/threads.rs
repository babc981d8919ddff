//! Threads: topics, the posts in them, and addresses for posting by mail.

pub mod mail_address;
pub mod posts;
pub mod topic_list;
pub mod topics;
