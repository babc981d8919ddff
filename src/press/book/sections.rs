//! Division of a book into sections that are typeset separately.

use super::data::in_order;
use super::{Book, Chapter, Memo, MemoKind};

/// Maximum [`cost`] of a section. The child needs 0.12 MB per memo, and a small machine has a few hundred megabytes for it.
pub(super) const MAX_TOGETHER: usize = 2_000;
/// Number of bytes of typed text that take as much memory as a picture.
const TEXT_BYTES: usize = 2_000;

/// Memos of one chapter, or of a part of it, in their order.
#[derive(Clone)]
pub(super) struct Section<'a> {
    pub(super) chapter: &'a Chapter,
    /// Index of the chapter among those that have memos, from 0.
    pub(super) id: usize,
    /// Id of the first memo.
    pub(super) first_memo: usize,
    pub(super) memos: Vec<&'a Memo>,
    /// Whether the chapter begins in an earlier section.
    pub(super) continued: bool,
}

/// Chapters with memos, undivided.
pub(super) fn whole(book: &Book) -> Vec<Section<'_>> {
    let chapters = book.chapters.iter().filter(|chapter| !chapter.memos.is_empty());
    let mut next = 0;
    let piece = |(id, chapter): (usize, _)| {
        let memos: Vec<&Memo> = in_order(chapter).collect();
        let first_memo = next;
        next += memos.len();
        Section { chapter, id, first_memo, memos, continued: false }
    };
    chapters.enumerate().map(piece).collect()
}

/// Divides the book into sections that cost at most `most` each, unless a single memo costs more. A chapter is divided only if
/// it does not fit into a section of its own.
pub(super) fn divide<'a>(pieces: &[Section<'a>], most: usize) -> Vec<Vec<Section<'a>>> {
    let mut sections = Vec::new();
    let (mut section, mut room) = (Vec::new(), most);
    for piece in pieces {
        let total: usize = piece.memos.iter().map(|memo| cost(memo)).sum();
        if total > room && total <= most {
            sections.push(std::mem::take(&mut section));
            room = most;
        }
        let mut rest = piece.clone();
        while !rest.memos.is_empty() {
            let fitting = fitting(&rest.memos, room);
            if fitting == 0 && !section.is_empty() {
                sections.push(std::mem::take(&mut section));
                room = most;
                continue;
            }
            let first = split(&mut rest, fitting.max(1));
            room = room.saturating_sub(first.memos.iter().map(|memo| cost(memo)).sum());
            section.push(first);
        }
    }
    sections.push(section);
    sections.retain(|section| !section.is_empty());
    sections
}

/// Number of leading memos that fit into `room`.
fn fitting(memos: &[&Memo], room: usize) -> usize {
    let costs = memos.iter().scan(0, |total, memo| {
        *total += cost(memo);
        Some(*total)
    });
    costs.take_while(|total| *total <= room).count()
}

/// Splits the first `count` memos off a piece.
fn split<'a>(rest: &mut Section<'a>, count: usize) -> Section<'a> {
    let after = rest.memos.split_off(count.min(rest.memos.len()));
    let first = Section { memos: std::mem::replace(&mut rest.memos, after), ..rest.clone() };
    rest.first_memo += first.memos.len();
    rest.continued = true;
    first
}

fn cost(memo: &Memo) -> usize {
    match &memo.kind {
        MemoKind::Text { text } => 1 + text.len() / TEXT_BYTES,
        MemoKind::Hand { .. } | MemoKind::Page { .. } => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{book, hand, text};
    use super::*;

    /// Chapter, first memo, number of memos, and whether it is continued, of every piece.
    fn divided(chapters: Vec<Vec<Memo>>, most: usize) -> Vec<Vec<(usize, usize, usize, bool)>> {
        let book = book(chapters);
        let of =
            |piece: &Section<'_>| (piece.id, piece.first_memo, piece.memos.len(), piece.continued);
        let sections = divide(&whole(&book), most);
        sections.iter().map(|section| section.iter().map(of).collect()).collect()
    }

    #[test]
    fn only_large_chapters_are_divided() {
        let chapter = |memos| vec![hand("Ana"); memos];
        let (first, second) = ((0, 0, 3, false), (1, 3, 2, false));
        assert_eq!(divided(vec![chapter(3), chapter(2)], 5), [[first, second]]);
        assert_eq!(divided(vec![chapter(3), chapter(2)], 4), [[first], [second]]);
        assert_eq!(
            divided(vec![chapter(1), chapter(7), chapter(1)], 3),
            [
                vec![(0, 0, 1, false), (1, 1, 2, false)],
                vec![(1, 3, 3, true)],
                vec![(1, 6, 2, true), (2, 8, 1, false)]
            ]
        );
        assert!(divided(vec![vec![]], 3).is_empty());
    }

    #[test]
    fn long_texts_count_as_several_memos() {
        let long = text("Ana", &"x".repeat(10 * TEXT_BYTES));
        let memos = vec![hand("Bo"), long.clone(), long, hand("Cy")];
        let pieces = [(0, 0, 1, false), (0, 1, 1, true), (0, 2, 1, true), (0, 3, 1, true)];
        assert_eq!(divided(vec![memos], 5), pieces.map(|piece| [piece]));
    }
}
