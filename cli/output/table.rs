//! Lists: aligned columns below their headings for people, a line of JSON an item for scripts, and a remark about omitted items.

use std::io::{self, Write};
use std::num::NonZeroUsize;

use serde::Serialize;

use super::{Output, eprint_note, plain};

/// Number of items that a list shows.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Page {
    /// Maximum number of items
    #[arg(long, value_name = "N", default_value = "50")]
    limit: NonZeroUsize,
    /// Show all items
    #[arg(long, conflicts_with = "limit")]
    all: bool,
}

impl Page {
    pub(crate) const ALL: Self = Self { limit: NonZeroUsize::MAX, all: true };
}

/// Layout of a list for people.
pub(crate) struct Table<const N: usize> {
    /// Headings of the columns.
    pub(crate) headings: [&'static str; N],
    /// Remark in place of an empty list.
    pub(crate) none: &'static str,
}

/// Item of a list: its columns, and texts below them, on a line each.
pub(crate) struct Row<const N: usize> {
    pub(crate) cells: [String; N],
    pub(crate) details: Vec<String>,
}

impl<const N: usize> From<[String; N]> for Row<N> {
    fn from(cells: [String; N]) -> Self {
        Self { cells, details: Vec::new() }
    }
}

impl Output {
    /// Writes the items in their order, as many as `page` allows, and a remark on stderr if there are more.
    pub(crate) fn list<T: Serialize, R: Into<Row<N>>, const N: usize>(
        &mut self,
        items: &[T],
        page: Page,
        table: &Table<N>,
        row: impl Fn(&T) -> R,
    ) -> anyhow::Result<()> {
        let shown = if page.all { items } else { &items[..items.len().min(page.limit.get())] };
        if self.json {
            shown.iter().try_for_each(|item| self.report(item, |_| Ok(())))?;
        } else if items.is_empty() {
            eprint_note(table.none);
        } else {
            let rows: Vec<Row<N>> = shown.iter().map(|item| row(item).into()).collect();
            self.report(&(), |to| write(to, table.headings, &rows))?;
        }
        if shown.len() < items.len() {
            eprint_note(&format!("{} of {}; --all shows all", shown.len(), items.len()));
        }
        Ok(())
    }
}

fn write<const N: usize>(
    to: &mut dyn Write,
    headings: [&str; N],
    rows: &[Row<N>],
) -> io::Result<()> {
    let mut widths = headings.map(width);
    for row in rows {
        for (widest, cell) in widths.iter_mut().zip(&row.cells) {
            *widest = width(cell).max(*widest);
        }
    }
    write_line(to, &headings, &widths)?;
    for Row { cells, details } in rows {
        write_line(to, cells, &widths)?;
        let details = details.iter().map(|text| text.lines().collect::<Vec<_>>().join(" "));
        details.into_iter().try_for_each(|line| writeln!(to, "    {}", plain(&line)))?;
    }
    Ok(())
}

fn write_line(to: &mut dyn Write, cells: &[impl AsRef<str>], widths: &[usize]) -> io::Result<()> {
    let padded =
        cells.iter().zip(widths).map(|(cell, width)| format!("{:width$}", plain(cell.as_ref())));
    let line = padded.collect::<Vec<_>>().join("  ");
    writeln!(to, "{}", line.trim_end())
}

fn width(cell: &str) -> usize {
    cell.chars().count()
}

#[cfg(test)]
mod tests {
    use super::{Row, write};

    #[test]
    fn columns_are_aligned_below_their_headings() {
        let long = Row { cells: ["mara".into(), "admin".into()], details: vec!["a\tb\nc".into()] };
        let short = Row::from(["bo".to_owned(), String::new()]);
        let mut text = Vec::new();
        write(&mut text, ["WHO", "STANDING"], &[long, short]).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert_eq!(text, "WHO   STANDING\nmara  admin\n    a\u{fffd}b c\nbo\n");
    }
}
