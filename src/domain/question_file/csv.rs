//! Questions as CSV.
//!
//! The CSV reader accepts every text: a quote that is not closed includes all that follows it. So quotes are checked first.

use super::{ParsedRows, Row, line_at};
use crate::message::Message;

const NEVER_CLOSED: Message = Message::new("quote-open", "The quote is never closed.");
const TEXT_BEHIND: Message = Message::new(
    "text-behind-quote",
    "There is text behind the closing quote. Write a quote within a text twice.",
);
const TWO_COLUMNS: Message = Message::new(
    "columns-wrong",
    "There should be two columns, key and description, not {columns}. Put quotes around a text that has a comma in it.",
);
const NOT_CSV: Message = Message::new("csv-invalid", "This is not CSV text.");

pub(super) fn rows(text: &str) -> ParsedRows {
    let delimiter = delimiter(text);
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter)
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes());
    let faults = faults(text, delimiter);
    let mut bad: Vec<_> =
        faults.iter().map(|(at, why)| (line_at(text, *at), why.clone())).collect();
    let mut rows = Vec::new();
    let mut record = csv::StringRecord::new();
    while reader.read_record(&mut record).map_err(|error| not_csv(&error))? {
        let begin = record.position().map_or(0, |position| position.byte() as usize);
        let end = reader.position().byte() as usize;
        if faults.iter().any(|(at, _)| (begin..end).contains(at)) {
            continue;
        }
        let line = line_of_record(text, begin);
        match (&record[0], record.get(1), record.len()) {
            (key, Some(description), 2) => {
                rows.push(Row { line, key: key.to_owned(), description: description.to_owned() });
            }
            (_, _, columns) => bad.push((line, TWO_COLUMNS.with("columns", columns as u64))),
        }
    }
    if rows.first().is_some_and(is_header) {
        rows.remove(0);
    }
    Ok((rows, bad))
}

fn delimiter(text: &str) -> u8 {
    let first_line = text.lines().next().unwrap_or_default();
    let marks = [b',', b'\t', b';'];
    marks.into_iter().find(|mark| first_line.as_bytes().contains(mark)).unwrap_or(b',')
}

fn not_csv(error: &csv::Error) -> super::RowError {
    let line = error.position().map_or(1, csv::Position::line);
    (line as usize, NOT_CSV)
}

fn is_header(row: &Row) -> bool {
    row.key.eq_ignore_ascii_case("key") && row.description.eq_ignore_ascii_case("description")
}

/// Line of a record. The reader reports the offset at which it began to read, which may be at empty lines before the record.
fn line_of_record(text: &str, looked_from: usize) -> usize {
    let empty = text.bytes().skip(looked_from).take_while(|byte| b"\r\n".contains(byte)).count();
    line_at(text, looked_from + empty)
}

/// Byte offsets of the faulty opening quotes, each with a message.
fn faults(text: &str, delimiter: u8) -> Vec<(usize, Message)> {
    let ends_a_field = |byte: &u8| [delimiter, b'\n', b'\r'].contains(byte);
    let bytes = text.as_bytes();
    let mut faults = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let mut behind = at;
        if bytes[at] == b'"' {
            let Some(close) = closing(bytes, at) else {
                faults.push((at, NEVER_CLOSED));
                break;
            };
            behind = close + 1;
        }
        let end = bytes[behind..].iter().position(ends_a_field);
        let end = end.map_or(bytes.len(), |length| behind + length);
        if behind > at && !text[behind..end].trim().is_empty() {
            // A closing quote on a later line is really the opening quote of another text.
            let spans_lines = text[at..behind].contains('\n');
            faults.push((at, if spans_lines { NEVER_CLOSED } else { TEXT_BEHIND }));
        }
        at = end + 1;
    }
    faults
}

/// Byte offset of the quote that closes the one at `open`. Two quotes in a row stand for one within the text.
fn closing(bytes: &[u8], open: usize) -> Option<usize> {
    let mut at = open + 1;
    loop {
        at += bytes[at..].iter().position(|byte| *byte == b'"')?;
        if bytes.get(at + 1) != Some(&b'"') {
            return Some(at);
        }
        at += 2;
    }
}

#[cfg(test)]
mod tests {
    use crate::question_file::{Format, Rows, parse, rows};

    fn refused(text: &str) -> String {
        parse(text, Format::Csv).unwrap_err().to_string()
    }

    #[test]
    fn unclosed_quote_is_named_and_swallows_nothing() {
        let swallows = "key,description\na,One?\nb,\"Two?\nc,Three?\nd,Four?\n";
        assert_eq!(refused(swallows), "Line 3: The quote is never closed.");
        let met_by_another = "a,\"One?\nb,\"Two, or three?\"\nc,Four?\n";
        assert_eq!(refused(met_by_another), "Line 1: The quote is never closed.");
        let Rows { good, bad } = rows(met_by_another, Format::Csv);
        assert_eq!((good.len(), good[0].0, bad.len()), (1, 3, 1));
        assert_eq!(refused("a,One?\nb,\""), "Line 2: The quote is never closed.");
    }

    #[test]
    fn text_after_closing_quote_is_refused() {
        assert_eq!(
            refused("a,\"What\" is it?\nb\n\nc;d,\"A \"b\" c?\"\n"),
            "Line 1: There is text behind the closing quote. Write a quote within a text twice.\n\
             Line 2: There should be two columns, key and description, not 1. \
             Put quotes around a text that has a comma in it.\n\
             Line 4: There is text behind the closing quote. Write a quote within a text twice."
        );
    }

    #[test]
    fn closed_quotes_are_parsed() {
        let text = "a,\"He said \"\"ink\"\", and left.\" \r\nb,\"Over\r\ntwo lines?\"\r\nc,The 5\" tablet?\n";
        let taken = parse(text, Format::Csv).unwrap();
        let words: Vec<&str> = taken.iter().map(|one| one.description.as_str()).collect();
        assert_eq!(words[0], "He said \"ink\", and left.");
        assert_eq!(words[2], "The 5\" tablet?");
        assert_eq!(words.len(), 3);
    }
}
