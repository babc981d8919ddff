//! Posting by mail: what comes in by each door, and everything that must not.

mod addresses;
mod clients;
mod command;
mod limits;
mod pages;
mod proof;
mod smuggling;
