//! Comparison of real output with the output on a page.

use std::collections::HashMap;

const ANYTHING: char = '…';
const ID_LENGTH: usize = 26;

/// Map from the ids on a page to those of this run.
#[derive(Clone, Default)]
pub(super) struct Ids(HashMap<String, String>);

impl Ids {
    /// Returns the command with the ids of this run.
    pub(super) fn put_into(&self, command: &str) -> String {
        self.0.iter().fold(command.to_owned(), |command, (shown, own)| command.replace(shown, own))
    }

    /// Whether the lines match those on the page; if they do, their ids are recorded.
    pub(super) fn fit(&mut self, shown: &[&str], seen: &[&str]) -> bool {
        let known = self.with_lines(shown, seen);
        known.map(|known| *self = known).is_some()
    }

    /// Whether the line matches the one on the page; if it does, its ids are recorded.
    pub(super) fn fit_line(&mut self, shown: &str, seen: &str) -> bool {
        self.fit(&[shown], &[seen])
    }

    fn with_lines(&self, shown: &[&str], seen: &[&str]) -> Option<Self> {
        let Some((first, rest)) = shown.split_first() else {
            return seen.is_empty().then(|| self.clone());
        };
        if first.trim().chars().eq([ANYTHING]) {
            return (0..=seen.len()).find_map(|skipped| self.with_lines(rest, &seen[skipped..]));
        }
        let (line, others) = seen.split_first()?;
        self.with_line(first, line)?.with_lines(rest, others)
    }

    fn with_line(&self, shown: &str, seen: &str) -> Option<Self> {
        let Some(first) = shown.chars().next() else {
            return seen.is_empty().then(|| self.clone());
        };
        let rest = &shown[first.len_utf8()..];
        if first == ANYTHING {
            let ends = seen.char_indices().map(|(at, _)| at).chain([seen.len()]);
            return ends.into_iter().find_map(|at| self.with_line(rest, &seen[at..]));
        }
        if let Some(id) = id_at_start(shown) {
            let own = id_at_start(seen)?;
            let known = self.0.get(id);
            if known.is_some_and(|known| known != own) {
                return None;
            }
            let mut more = self.clone();
            more.0.insert(id.to_owned(), own.to_owned());
            return more.with_line(&shown[ID_LENGTH..], &seen[ID_LENGTH..]);
        }
        self.with_line(rest, seen.strip_prefix(first)?)
    }
}

/// Returns the id at the start of a text. Ids of this century begin with `01`.
fn id_at_start(text: &str) -> Option<&str> {
    let is_letter = |c: &u8| c.is_ascii_digit() || c.is_ascii_lowercase();
    let id = text.get(..ID_LENGTH).filter(|id| id.starts_with("01"))?;
    id.bytes().all(|byte| is_letter(&byte)).then_some(id)
}

#[test]
fn ellipsis_matches_anything_and_ids_are_mapped() {
    let mut ids = Ids::default();
    let (shown, own) = ("01kbn4x7e2q8v6m3d9w5y1z0tr", "01kdw2c7q1r8e4m6t9x3z5b7n0");
    assert!(!ids.fit(&["a", "b"], &["a"]) && !ids.fit(&["a…c"], &["ab"]));
    assert!(ids.fit(
        &["x", "…", &format!("{shown}  …, by hand")],
        &["x", "1", "2", &format!("{own}  7, by hand")]
    ));
    assert_eq!(ids.put_into(&format!("show {shown}")), format!("show {own}"));
    assert!(!ids.fit_line(shown, "01kaaaaaaaaaaaaaaaaaaaaaaa"));
}
