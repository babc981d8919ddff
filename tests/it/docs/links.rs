//! Targets of the links on a page.

use std::path::{Component, Path, PathBuf};

use super::page::Page;
use crate::support::root;

/// Whether the target of a link exists: a file, and a heading in it if one is named.
pub(super) fn leads(from: &Page, link: &str, pages: &[Page]) -> bool {
    let (path, anchor) = link.split_once('#').map_or((link, None), |(path, at)| (path, Some(at)));
    let beside = Path::new(&from.name).parent().unwrap_or(Path::new(""));
    let target = match path {
        "" => PathBuf::from(&from.name),
        path => plain(&beside.join(path)),
    };
    let has_heading = |anchor: &str| {
        let page = pages.iter().find(|page| Path::new(&page.name) == target);
        page.is_some_and(|page| page.headings().any(|heading| anchor_of(heading) == anchor))
    };
    root().join(&target).is_file() && anchor.is_none_or(has_heading)
}

/// Path without `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(plain.pop()),
            part => plain.push(part),
        }
    }
    plain
}

/// Returns the anchor that mdBook and GitHub make of a heading.
fn anchor_of(heading: &str) -> String {
    let letters = heading.to_lowercase();
    let kept = letters.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}
