//! Questions as CSV, and as the tables that spreadsheets write under that name.
//!
//! The CSV reader accepts every text: a quote that is not closed includes all that follows it. So quotes are checked first.

use super::columns::{self, Record};
use super::{LineCounter, ParsedRows, RowError};
use crate::book::QuestionKey;
use crate::message::Message;

/// Separators of columns. Where several fit equally, the first is taken.
const DELIMITERS: [u8; 3] = [b',', b';', b'\t'];
/// Beginning of the line by which Excel is told the separator.
const SEPARATOR_LINE: &str = "sep=";
/// Maximum number of records by which the separator is found.
const MAX_TRIED: usize = 100;

const NEVER_CLOSED: Message = Message::new("quote-open", "The quote is never closed.");
const TEXT_BEHIND: Message = Message::new(
    "text-behind-quote",
    "There is text behind the closing quote. Write a quote within a text twice.",
);
const NOT_CSV: Message = Message::new("csv-invalid", "This is not CSV text.");

pub(super) fn rows(text: &str) -> ParsedRows {
    let (text, delimiter) = without_separator_line(text);
    let delimiter = delimiter.unwrap_or_else(|| delimiter_of(text));
    let faults = faults(text, delimiter);
    let mut lines = LineCounter::of(text);
    let mut bad: Vec<RowError> =
        faults.iter().map(|(at, why)| (lines.line_at(*at), why.clone())).collect();
    let records = records(text, delimiter, faults.iter().map(|(at, _)| *at))?;
    let (rows, wrong) = columns::rows(records, delimiter == b',');
    bad.extend(wrong);
    Ok((rows, bad))
}

/// Records without faults, whose offsets are in ascending order.
fn records(
    text: &str,
    delimiter: u8,
    faults: impl Iterator<Item = usize>,
) -> Result<Vec<Record>, RowError> {
    let mut faults = faults.peekable();
    let mut lines = LineCounter::of(text);
    let mut reader = reader(text, delimiter);
    let mut record = csv::StringRecord::new();
    let mut records = Vec::new();
    while reader.read_record(&mut record).map_err(|error| not_csv(&error))? {
        let begin = record.position().map_or(0, |position| position.byte() as usize);
        let end = reader.position().byte() as usize;
        let mut is_faulty = false;
        while faults.next_if(|at| *at < end).is_some() {
            is_faulty = true;
        }
        if is_faulty {
            continue;
        }
        // The reader reports the offset at which it began to read, which may be at empty lines before the record.
        let empty = text.as_bytes()[begin..].iter().take_while(|byte| b"\r\n".contains(byte));
        let line = lines.line_at(begin + empty.count());
        records.push(Record { line, fields: record.iter().map(str::to_owned).collect() });
    }
    Ok(records)
}

fn reader(text: &str, delimiter: u8) -> csv::Reader<&[u8]> {
    csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter)
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes())
}

/// Splits off a line such as `sep=;`. Its line break stays, so that lines are counted from the start of the file.
fn without_separator_line(text: &str) -> (&str, Option<u8>) {
    let line = text.lines().next().unwrap_or_default();
    let start = line.get(..SEPARATOR_LINE.len());
    if start.is_some_and(|start| start.eq_ignore_ascii_case(SEPARATOR_LINE))
        && let [delimiter] = line.as_bytes()[SEPARATOR_LINE.len()..]
        && DELIMITERS.contains(&delimiter)
    {
        return (&text[line.len()..], Some(delimiter));
    }
    (text, None)
}

/// Separator with which the most records have a key and a question, also where the questions contain the others.
fn delimiter_of(text: &str) -> u8 {
    let score = |delimiter: u8| -> usize {
        let records = reader(text, delimiter).into_records().take(MAX_TRIED);
        records.map_while(Result::ok).map(|record| score_of(&record)).sum()
    };
    // Of equal scores, `max_by_key` returns the last.
    let ascending = DELIMITERS.into_iter().rev();
    ascending.max_by_key(|delimiter| score(*delimiter)).unwrap_or(DELIMITERS[0])
}

/// Points of a record: 2 with a key in front, 1 with one at its end.
fn score_of(record: &csv::StringRecord) -> usize {
    let is_key = |field: Option<&str>| field.is_some_and(|text| QuestionKey::parse(text).is_ok());
    if record.len() < 2 {
        0
    } else if is_key(record.get(0)) {
        2
    } else {
        usize::from(is_key(record.iter().rfind(|field| !field.is_empty())))
    }
}

fn not_csv(error: &csv::Error) -> RowError {
    let line = error.position().map_or(1, csv::Position::line);
    (line as usize, NOT_CSV)
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
             Line 2: There should be two columns, key and question, not 1.\n\
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
