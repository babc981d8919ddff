//! Files with the questions of a book: CSV, JSON, TOML, or an Excel workbook.
//!
//! A file is imported as a whole or not at all. The error names every invalid row by its line.

mod columns;
mod csv;
mod decode;
mod json;
mod toml;
mod workbook;
mod writing;

use std::collections::HashMap;
use std::fmt;

use serde::Deserialize;

use super::book::Question;
use super::message::Message;

pub use writing::write;

/// Number of rows that an error lists; the rest is only counted.
const MAX_ROWS_NAMED: usize = 20;

/// Format of a question file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Columns `key,description`, with or without that heading; semicolons and tabs also separate. An Excel workbook is recognised
    /// by its content.
    Csv,
    /// A list of `{"key": .., "description": ..}`.
    Json,
    /// `[[question]]` tables with `key` and `description`.
    Toml,
}

impl Format {
    /// Format for the extension of a file name; `None` for an unknown one.
    pub fn of_name(name: &str) -> Option<Self> {
        let (_, extension) = name.rsplit_once('.')?;
        match extension.to_ascii_lowercase().as_str() {
            "csv" | "tsv" | "txt" | "xlsx" => Some(Self::Csv),
            "json" => Some(Self::Json),
            "toml" => Some(Self::Toml),
            _ => None,
        }
    }
}

const NO_QUESTIONS: Message =
    Message::new("file-without-questions", "There are no questions in this file.");
const KEY_REPEATED: Message =
    Message::new("key-repeated", "The key \"{key}\" is on line {line} already.");

/// Line, counted from 1, and a message about the problem there.
pub type RowError = (usize, Message);

/// Unvalidated rows and errors of unreadable rows; or the error because of which the file cannot be read at all.
type ParsedRows = Result<(Vec<Row>, Vec<RowError>), RowError>;

/// Rows of a file, in its order.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Rows {
    /// Valid rows, with their lines.
    pub good: Vec<(usize, Question)>,
    /// Errors of the invalid rows.
    pub bad: Vec<RowError>,
}

/// Error for a question file with invalid rows.
#[derive(Debug, PartialEq, Eq)]
pub struct InvalidQuestionFile {
    /// Errors of the invalid rows; never empty.
    pub rows: Vec<RowError>,
}

impl InvalidQuestionFile {
    /// Message with a line for each invalid row.
    pub fn message(&self) -> Message {
        Message::new("question-file-invalid", "{rows}").with("rows", self.to_string())
    }
}

impl fmt::Display for InvalidQuestionFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (line, why)) in self.rows.iter().take(MAX_ROWS_NAMED).enumerate() {
            let separator = if index == 0 { "" } else { "\n" };
            write!(f, "{separator}Line {line}: {why}")?;
        }
        match self.rows.len().saturating_sub(MAX_ROWS_NAMED) {
            0 => Ok(()),
            more => write!(f, "\nAnd {more} more."),
        }
    }
}

impl std::error::Error for InvalidQuestionFile {}

/// Unvalidated row, with its line.
struct Row {
    line: usize,
    key: String,
    description: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Item {
    key: String,
    description: String,
}

impl Item {
    fn on(self, line: usize) -> Row {
        Row { line, key: self.key, description: self.description }
    }
}

impl Rows {
    /// Questions of the file, in its order.
    ///
    /// # Errors
    /// [`InvalidQuestionFile`] with every invalid row.
    pub fn questions(self) -> Result<Vec<Question>, InvalidQuestionFile> {
        if self.bad.is_empty() {
            Ok(self.good.into_iter().map(|(_, question)| question).collect())
        } else {
            Err(InvalidQuestionFile { rows: self.bad })
        }
    }
}

/// Parses the questions of a text, in its order.
///
/// # Errors
/// [`InvalidQuestionFile`] with every invalid row.
pub fn parse(text: &str, format: Format) -> Result<Vec<Question>, InvalidQuestionFile> {
    rows(text, format).questions()
}

/// Parses every row of a file, valid or not: of a workbook, or of a text in any encoding.
pub fn rows_of_file(file: &[u8], format: Format) -> Rows {
    if workbook::is_workbook(file) {
        rows_of(workbook::rows(file))
    } else {
        rows(&decode::decode(file), format)
    }
}

/// Parses every row of a text, valid or not. A text that cannot be read at all is one invalid row.
pub fn rows(text: &str, format: Format) -> Rows {
    let text = text.trim_start_matches('\u{feff}');
    rows_of(match format {
        Format::Csv => csv::rows(text),
        Format::Json => json::rows(text),
        Format::Toml => toml::rows(text),
    })
}

fn rows_of(parsed: ParsedRows) -> Rows {
    match parsed {
        Ok((rows, bad)) if rows.is_empty() && bad.is_empty() => {
            Rows { bad: vec![(1, NO_QUESTIONS)], ..Rows::default() }
        }
        Ok((rows, bad)) => accept(rows, bad),
        Err(bad) => Rows { bad: vec![bad], ..Rows::default() },
    }
}

/// Counter of the lines of a text, for offsets in ascending order.
struct LineCounter<'a> {
    rest: &'a [u8],
    offset: usize,
    line: usize,
}

impl<'a> LineCounter<'a> {
    fn of(text: &'a str) -> Self {
        Self { rest: text.as_bytes(), offset: 0, line: 1 }
    }

    /// Line of an offset, counted from 1.
    fn line_at(&mut self, offset: usize) -> usize {
        let (passed, rest) = self.rest.split_at(offset - self.offset);
        self.line += passed.split(|byte| *byte == b'\n').count() - 1;
        (self.rest, self.offset) = (rest, offset);
        self.line
    }
}

/// Validates the rows, and adds the errors of the invalid ones to `bad`.
fn accept(rows: Vec<Row>, mut bad: Vec<RowError>) -> Rows {
    let mut lines_of_keys = HashMap::new();
    let mut good = Vec::new();
    for row in rows {
        match Question::parse(&row.key, &row.description) {
            Err(why) => bad.push((row.line, why)),
            Ok(question) => match lines_of_keys.insert(question.key.clone(), row.line) {
                Some(first) => bad.push((
                    row.line,
                    KEY_REPEATED.with("key", question.key.as_str()).with("line", first as u64),
                )),
                None => good.push((row.line, question)),
            },
        }
    }
    bad.sort_by_key(|(line, _)| *line);
    Rows { good, bad }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str, format: Format) -> String {
        parse(text, format).unwrap_err().to_string()
    }

    #[test]
    fn csv_json_and_toml_parse_alike() {
        let csv = "key,description\nFirst,\"What, and why?\"\nsecond,Wo?\n";
        let excel = "\u{feff}key;description\r\nfirst;What, and why?\r\nsecond;Wo?\r\n";
        let json = r#"[{"key": "first", "description": "What,\n and why?"},
            {"description": "Wo?", "key": "SECOND"}]"#;
        let toml = "[[question]]\nkey = \"first\"\ndescription = \"What, and why?\"\n\
            [[question]]\nkey = \"second\"\ndescription = \"Wo?\"\n";
        let expected = parse(csv, Format::Csv).unwrap();
        assert_eq!(expected[0].key.as_str(), "first");
        assert_eq!(expected[0].description, "What, and why?");
        assert_eq!(expected.len(), 2);
        assert_eq!(parse(excel, Format::Csv).unwrap(), expected);
        assert_eq!(parse(json, Format::Json).unwrap(), expected);
        assert_eq!(parse(toml, Format::Toml).unwrap(), expected);
    }

    #[test]
    fn bad_rows_are_reported_with_line_numbers() {
        let csv = "key,description\n\nok,Fine\nno good,Why?\n,Who?\nOK,Again?\nlast,\n";
        assert_eq!(
            refused(csv, Format::Csv),
            "Line 4: A key is at most 64 of the characters a-z, 0-9, - and _.\n\
             Line 5: The key is missing.\n\
             Line 6: The key \"ok\" is on line 3 already.\n\
             Line 7: The question is missing."
        );
        assert_eq!(
            refused("a,b\nc,d,e\n", Format::Csv),
            "Line 2: There should be two columns, key and question, not 3. \
             Put quotes around a text that has a comma in it."
        );
        assert_eq!(
            refused("a;b\nc;d;e\n", Format::Csv),
            "Line 2: There should be two columns, key and question, not 3."
        );
        let json = "[\n{\"key\": \"a\", \"description\": \"A?\"},\n{\"key\": \"b\"}\n]";
        assert!(
            refused(json, Format::Json).starts_with("Line 3: Each question should have a \"key\"")
        );
        assert!(refused("{}", Format::Json).starts_with("Line 1: This is not a JSON list"));
        let toml = "[[question]]\nkey = \"a\"\ndescription = \"A?\"\n\n[[question]]\nkey = \"!\"\n\
            description = \"B?\"";
        assert!(refused(toml, Format::Toml).starts_with("Line 5: A key"), "{toml}");
        assert!(
            refused("[[question]]\nkey = 3\n", Format::Toml)
                .starts_with("Line 2: This is not a list")
        );
    }

    #[test]
    fn valid_rows_are_kept_beside_invalid_ones() {
        let Rows { good, bad } = rows("a,One?\nb\n!,Two?\nc,Three?\n", Format::Csv);
        let lines = |(line, _): &(usize, Question)| *line;
        assert_eq!(good.iter().map(lines).collect::<Vec<_>>(), [1, 4]);
        assert_eq!(bad.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [2, 3]);
        assert_eq!(rows("[{]", Format::Json).bad.len(), 1);
        assert!(rows("[{]", Format::Json).good.is_empty());
    }

    #[test]
    fn lengths_are_counted_in_characters() {
        let most = format!("a,{}", "জ".repeat(300));
        assert!(parse(&most, Format::Csv).is_ok());
        assert_eq!(
            refused(&format!("{most}জ"), Format::Csv),
            "Line 1: A question has at most 300 characters."
        );
        assert_eq!(refused("", Format::Csv), "Line 1: There are no questions in this file.");
    }

    #[test]
    fn megabyte_file_is_parsed_in_linear_time() {
        let faulty = "a,\"b\" c\n".repeat(100_000);
        assert_eq!(rows(&faulty, Format::Csv).bad.len(), 100_000);
        let items = vec!["{\"key\": \"a\"}"; 70_000].join(",\n");
        assert_eq!(rows(&format!("[{items}]"), Format::Json).bad.len(), 70_000);
    }

    #[test]
    fn long_lists_of_faults_are_cut_short() {
        let all_bad = "?,?\n".repeat(MAX_ROWS_NAMED + 3);
        assert!(refused(&all_bad, Format::Csv).ends_with("\nAnd 3 more."));
    }
}
