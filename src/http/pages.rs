//! Pages: the document that starts the interface with its head, first content and first data, basic pages without scripts, the embedded files.

pub(super) mod api_docs;
pub(super) mod assets;
pub(super) mod basic;
mod browser;
mod first_content;
pub(super) mod html_document;
mod html_head;
pub(super) mod page;
pub(super) mod page_data;
pub(super) mod page_metadata;
mod site_map;
