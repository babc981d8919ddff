//! Objects of a plain PDF, and its cross-reference table.

use std::io::{self, Write};
use std::ops::Range;

/// Cross-reference table of a PDF.
pub(super) struct Table<'a> {
    /// Number of entries, used or not.
    pub(super) size: usize,
    /// Numbers and byte ranges of objects, in the order of the file.
    pub(super) objects: Vec<(usize, Range<usize>)>,
    /// `trailer` and its dictionary.
    pub(super) trailer: &'a [u8],
}

const ENTRY: usize = b"0000000000 65535 f\r\n".len();

impl<'a> Table<'a> {
    pub(super) fn read(pdf: &'a [u8]) -> Option<Self> {
        let end = pdf.windows(9).rposition(|word| word == b"startxref")?;
        let start: usize = number(pdf[end..].split(|byte| *byte == b'\n').nth(1)?)?;
        let (head, rest) = split_line(pdf.get(start..end)?.strip_prefix(b"xref\n")?)?;
        let size = number(head.strip_prefix(b"0 ")?)?;
        let (entries, trailer) = rest.split_at_checked(size.checked_mul(ENTRY)?)?;

        let mut starts = Vec::new();
        for (index, entry) in entries.chunks(ENTRY).enumerate() {
            if entry[17] == b'n' {
                starts.push((number(&entry[..10])?, index));
            }
        }
        starts.sort_unstable();
        let ends = starts.iter().skip(1).map(|(offset, _)| *offset).chain([start]);
        let objects: Vec<(usize, Range<usize>)> =
            starts.iter().zip(ends).map(|((offset, index), end)| (*index, *offset..end)).collect();
        let inside = objects.iter().all(|(_, range)| pdf.get(range.clone()).is_some());
        (inside && !objects.is_empty()).then_some(Self { size, objects, trailer })
    }

    pub(super) fn first(&self) -> usize {
        self.objects.first().map_or(0, |(_, range)| range.start)
    }
}

pub(super) fn write_pdf(
    out: &mut CountingWriter<impl Write>,
    objects: &[String],
) -> io::Result<()> {
    out.write_all(b"%PDF-1.7\n")?;
    let mut offsets = vec![None];
    for (object, number) in objects.iter().zip(1..) {
        offsets.push(Some(out.count));
        write!(out, "{number} 0 obj\n{object}\nendobj\n")?;
    }
    let trailer = format!("trailer\n<</Size {}/Root 1 0 R>>\n", offsets.len());
    write_table(out, &offsets, trailer.as_bytes())
}

pub(super) fn write_table(
    out: &mut CountingWriter<impl Write>,
    offsets: &[Option<usize>],
    trailer: &[u8],
) -> io::Result<()> {
    let start = out.count;
    write!(out, "xref\n0 {}\n", offsets.len())?;
    for offset in offsets {
        match offset {
            Some(offset) => write!(out, "{offset:010} 00000 n\r\n")?,
            None => write!(out, "{:010} 65535 f\r\n", 0)?,
        }
    }
    out.write_all(trailer)?;
    write!(out, "startxref\n{start}\n%%EOF\n")
}

pub(super) fn find(text: &[u8], word: &[u8]) -> Option<usize> {
    text.windows(word.len()).position(|window| window == word)
}

fn split_line(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = find(text, b"\n")?;
    Some((&text[..end], &text[end + 1..]))
}

fn number(digits: &[u8]) -> Option<usize> {
    std::str::from_utf8(digits.trim_ascii()).ok()?.parse().ok()
}

/// Writer that counts its bytes.
pub(super) struct CountingWriter<W> {
    pub(super) inner: W,
    pub(super) count: usize,
}

impl<W: Write> CountingWriter<W> {
    pub(super) fn new(inner: W) -> Self {
        Self { inner, count: 0 }
    }
}

impl<W: Write> Write for CountingWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.count += written;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}
