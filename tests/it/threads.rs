//! Threads: topics, posts, pictures, and what members make of them.

mod comments;
mod likes;
mod links;
mod live;
mod moderation;
mod pictures;
mod posts;
mod removal;
mod topics;
