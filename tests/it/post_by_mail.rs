//! Posting by mail: accepted mails at each listener, and refused ones.

mod addresses;
mod clients;
mod command;
mod limits;
mod pages;
mod proof;
mod smuggling;
