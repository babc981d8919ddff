//! Properties of lines by which quotations are found. Lines are in lower case.

/// Width in characters at which mail programs break an introduction.
const WIDTH: usize = 70;
/// Maximum length of a header's name in characters, in any language.
const MAX_NAME_LENGTH: usize = 30;
/// Minimum number of dashes on each side of a separator with words, such as `---Original---`.
const MIN_DASHES: usize = 3;

/// Line in lower case, without marks of quotation and of emphasis. Hard spaces become simple ones, also those of QQ Mail, which are
/// as in HTML. A row of a table with two cells, by which some programs write headers, becomes `name: value`.
pub(super) fn plain(line: &str) -> String {
    let line = line.trim_start_matches(|c: char| c == '>' || c == '|' || c.is_whitespace());
    let line = line.replace(['*', '\u{200e}', '\u{200f}', '\u{202a}', '\u{202c}'], "");
    let line = line.replace('\u{a0}', " ").replace("&nbsp;", " ");
    let row = line.trim_end().strip_suffix('|').and_then(|row| row.split_once('|'));
    let line = row.map_or(line.clone(), |(name, value)| format!("{}: {value}", name.trim()));
    line.trim().to_lowercase()
}

/// Name and value of a line such as `From: Mara`, in any language; `None` for another line.
pub(super) fn header(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.split_once([':', '：'])?;
    let name = name.trim();
    let is_letter = |c: char| {
        !c.is_ascii_digit()
            && (!c.is_ascii_punctuation() || "-'()".contains(c))
            && !"，。、…“”„«»".contains(c)
    };
    let is_name = name.chars().any(char::is_alphabetic)
        && name.chars().all(is_letter)
        && name.chars().count() <= MAX_NAME_LENGTH
        && name.split_whitespace().count() <= 3;
    (is_name && !value.starts_with("//")).then_some((name, value.trim()))
}

/// Whether a line of dashes has words within it.
pub(super) fn is_separator(line: &str) -> bool {
    let is_dash = |c: char| c == '-' || c == '_';
    let dashes = |text: &str| text.chars().take_while(|c| is_dash(*c)).count();
    let back: String = line.chars().rev().collect();
    dashes(line) >= MIN_DASHES && dashes(&back) >= MIN_DASHES
}

/// Whether a line may be the last one of an introduction: it ends with a colon, or stands between dashes.
pub(super) fn ends_introduction(line: &str) -> bool {
    let is_dashed = line.starts_with("--") && line.ends_with("--") && line.contains('@');
    line.ends_with([':', '：']) || is_dashed
}

/// Number of numbers in a text, in any script, such as those of a date. Those of addresses do not count.
pub(super) fn numbers(text: &str) -> usize {
    let words = text.split_whitespace().filter(|word| !word.contains('@'));
    let parts = words.flat_map(|word| word.split(|c: char| !c.is_numeric()));
    parts.filter(|part| !part.is_empty()).count()
}

/// Whether the text has a word, also beside letters of scripts without spaces.
pub(super) fn has_word(text: &str, word: &str) -> bool {
    let is_outside = |c: Option<char>| c.is_none_or(|c| !c.is_ascii_alphanumeric());
    !word.is_empty()
        && text.match_indices(word).any(|(at, _)| {
            let (before, after) = (&text[..at], &text[at + word.len()..]);
            is_outside(before.chars().next_back()) && is_outside(after.chars().next())
        })
}

/// Whether the sentence in a line may go on in the next one.
pub(super) fn may_go_on(line: &str) -> bool {
    !line.is_empty() && !line.ends_with(['.', '!', '?', '…', '。', '！', '？', ':', '：'])
}

/// Whether a mail program has broken a line with a date before the next one.
pub(super) fn is_broken(line: &str, next: &str) -> bool {
    let word = next.split_whitespace().next().unwrap_or_default();
    let is_full = line.chars().count() + 1 + word.chars().count() > WIDTH;
    is_full && may_go_on(line) && numbers(line) > 0
}
