//! Threads: topics, posts, pictures, and the interactions of members.

mod comments;
mod likes;
mod links;
mod live;
mod moderation;
mod pictures;
mod posts;
mod removal;
mod topics;
