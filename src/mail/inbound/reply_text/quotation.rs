//! Quotation of the mail that is answered: its beginning, with what mail programs write above it.

use super::lines::{
    ends_introduction, has_word, header, is_broken, is_separator, may_go_on, numbers, plain,
};
use super::{OwnWords, REPLY_MARK};

/// Maximum number of lines of an introduction, such as "On 28 November 2026, Mara wrote:".
const MAX_INTRODUCTION: usize = 4;
/// Maximum length of an introduction in bytes.
const MAX_INTRODUCTION_LENGTH: usize = 400;
/// Maximum number of headers above a quotation.
const MAX_HEADERS: usize = 12;

/// Lines of a reply.
pub(super) struct Lines<'a> {
    /// Lines as they were typed, without space at their ends.
    pub(super) typed: Vec<&'a str>,
    /// The same in lower case, without marks of quotation and of emphasis.
    plain: Vec<String>,
    own: &'a OwnWords,
}

impl<'a> Lines<'a> {
    pub(super) fn of(text: &'a str, own: &'a OwnWords) -> Self {
        let typed: Vec<&str> = text.lines().map(str::trim_end).collect();
        let plain = typed.iter().map(|line| plain(line)).collect();
        Self { typed, plain, own }
    }

    pub(super) fn len(&self) -> usize {
        self.typed.len()
    }

    /// Finds the first line that is surely of our mail, or else the first of those at the end that are marked as quoted.
    pub(super) fn begin_of_quotation(&self) -> Option<usize> {
        let sure = (0..self.len()).find_map(|at| self.begin_of_own(at));
        let Some(mut begin) = sure else {
            let is_quoted = |at: &usize| self.is_marked(*at) || self.typed[*at].is_empty();
            let begin = (0..self.len()).rfind(|at| !is_quoted(at)).map_or(0, |last| last + 1);
            return (begin..self.len()).find(|at| self.is_marked(*at));
        };
        // It may be amid lines that are marked as quoted.
        while self.is_marked(begin)
            && let Some(above) = (0..begin).rfind(|at| !self.plain[*at].is_empty())
            && self.is_marked(above)
        {
            begin = above;
        }
        Some(begin)
    }

    fn is_marked(&self, at: usize) -> bool {
        self.typed[at].trim_start().starts_with('>')
    }

    /// Begin of our mail, if this line is its mark, the first of its headers, or the last of an introduction with our address.
    fn begin_of_own(&self, at: usize) -> Option<usize> {
        if self.plain[at].contains(REPLY_MARK) || self.are_our_headers(at) {
            return Some(at);
        }
        self.introduction(at + 1).filter(|begin| {
            let text = self.plain[*begin..=at].join(" ");
            self.own.addresses.iter().any(|address| text.contains(&format!("{address}>")))
        })
    }

    /// Whether this line and the next ones are headers that name one of our addresses.
    fn are_our_headers(&self, at: usize) -> bool {
        let headers = (at..self.len().min(at + MAX_HEADERS)).take_while(|at| self.is_header(*at));
        headers.clone().count() > 1
            && headers.into_iter().any(|at| self.own.are_in(&self.plain[at]))
    }

    /// End of the answer above a quotation: without the lines that mail programs write between them.
    pub(super) fn end_of_answer(&self, begin: usize) -> usize {
        // Above its headers, or its introduction, everything is the sender's.
        let mut has_head = !self.plain[begin].contains(REPLY_MARK) && !self.is_marked(begin);
        let mut end = begin;
        loop {
            let above = (0..end).rfind(|at| !self.is_rule(*at)).map_or(0, |last| last + 1);
            let Some(last) = above.checked_sub(1) else { return 0 };
            let is_separator = above == end && is_separator(&self.plain[last]);
            end = if is_separator || (!has_head && self.is_own_line(last)) {
                last
            } else if let Some(head) = self.head(above).filter(|_| !has_head) {
                has_head = true;
                head
            } else {
                return above;
            };
        }
    }

    /// First line of the headers or of the introduction above a line.
    fn head(&self, end: usize) -> Option<usize> {
        self.headers(end).or_else(|| self.introduction(end))
    }

    /// Whether the line has no words.
    fn is_rule(&self, at: usize) -> bool {
        self.plain[at].chars().all(|c| c.is_whitespace() || "-_=*~>".contains(c))
    }

    /// Whether the line is one of those above the text of our mail.
    fn is_own_line(&self, at: usize) -> bool {
        let line = self.plain[at].trim_start_matches('#').trim();
        line == self.own.name || self.own.lines.iter().any(|own| own == line)
    }

    /// First of the headers above a line, if they are of a mail between us and the member.
    fn headers(&self, end: usize) -> Option<usize> {
        let first = end.saturating_sub(MAX_HEADERS);
        let begin = (first..end).rev().take_while(|at| self.is_header(*at)).last()?;
        let is_separated = begin > 0
            && (is_separator(&self.plain[begin - 1])
                || (self.is_rule(begin - 1) && !self.plain[begin - 1].is_empty()));
        let is_ours = (begin..end)
            .any(|at| self.names_us_or_member(&self.plain[at]) || self.has_own_value(at));
        (is_ours && (end - begin > 1 || is_separated)).then_some(begin)
    }

    fn names_us_or_member(&self, line: &str) -> bool {
        self.own.are_in(line) || has_word(line, &self.own.member) || has_word(line, &self.own.name)
    }

    fn has_own_value(&self, at: usize) -> bool {
        let value = header(&self.plain[at]).map_or("", |(_, value)| value);
        self.own.lines.iter().any(|own| value.ends_with(own.as_str()))
    }

    fn is_header(&self, at: usize) -> bool {
        header(&self.plain[at]).is_some()
    }

    /// First line of the introduction above a line: it ends with a colon, and has a date and the sender.
    fn introduction(&self, end: usize) -> Option<usize> {
        let last = end.checked_sub(1)?;
        if !ends_introduction(&self.plain[last]) {
            return None;
        }
        let first = end.saturating_sub(MAX_INTRODUCTION);
        let is_one = |at: &usize| *at == last || may_go_on(&self.plain[*at]);
        let begins = (first..end).rev().take_while(is_one);
        let texts = begins.map(|begin| (begin, self.plain[begin..end].join(" ")));
        let texts: Vec<_> =
            texts.filter(|(_, text)| text.len() <= MAX_INTRODUCTION_LENGTH).collect();
        let has_sender = |text: &str| self.names_us_or_member(text) || text.contains('@');
        let below = (end..self.len()).find(|at| !self.typed[*at].is_empty());
        let is_above_marked = below.is_some_and(|at| self.is_marked(at));
        // A line with a date and a time needs no sender that is known, and above marked lines not even a time.
        let is_dated = |(begin, text): &&(usize, String)| match numbers(text) {
            0 => false,
            2 if is_above_marked => true,
            1 | 2 => has_sender(text),
            _ => *begin == last || has_sender(text),
        };
        let dated = texts.iter().find(is_dated);
        let &(mut begin, _) =
            dated.or_else(|| texts.iter().find(|(_, text)| self.own.are_in(text)))?;
        while begin > first && is_broken(&self.plain[begin - 1], &self.plain[begin]) {
            begin -= 1;
        }
        Some(begin)
    }
}
