//! Columns of a table of questions: key and question, in the order that a heading or the texts themselves show.

use super::{Row, RowError};
use crate::book::QuestionKey;
use crate::message::Message;

const TWO_COLUMNS: Message =
    Message::new("columns-wrong", "There should be two columns, key and question, not {columns}.");
const COMMA_IN_TEXT: Message = Message::new(
    "columns-by-comma",
    "There should be two columns, key and question, not {columns}. Put quotes around a text that has a comma in it.",
);

/// Headings of the columns, in lower case.
const KEYS: [&str; 2] = ["key", "id"];
const QUESTIONS: [&str; 3] = ["description", "question", "text"];

/// Line of a table.
pub(super) struct Record {
    /// Line in the file, counted from 1.
    pub(super) line: usize,
    pub(super) fields: Vec<String>,
}

impl Record {
    /// Number of fields up to the last that is not empty: spreadsheets write those of the widest row for every row.
    fn width(&self) -> usize {
        self.fields.iter().rposition(|field| !field.is_empty()).map_or(0, |last| last + 1)
    }

    fn field(&self, column: usize) -> &str {
        self.fields.get(column).map_or("", String::as_str)
    }

    fn is_key(&self, column: usize) -> bool {
        QuestionKey::parse(self.field(column)).is_ok()
    }
}

/// Places of the columns, and the number of columns of the table.
struct Columns {
    key: usize,
    question: usize,
    count: usize,
}

impl Columns {
    /// Columns that a heading names; `None` if the record is none.
    fn of_heading(record: &Record) -> Option<Self> {
        let place = |names: &[&str]| {
            record.fields.iter().position(|field| names.contains(&field.to_lowercase().as_str()))
        };
        Some(Self { key: place(&KEYS)?, question: place(&QUESTIONS)?, count: record.width() })
    }

    /// Columns of a table without a heading: behind a number, if every row has one, and with the keys in front, unless only the
    /// other column has keys.
    fn of_texts(records: &[Record]) -> Self {
        let is_numbered =
            |record: &Record| record.width() == 3 && record.field(0).parse::<u32>().is_ok();
        let first = usize::from(!records.is_empty() && records.iter().all(is_numbered));
        let is_swapped = |record: &Record| !record.is_key(first) && record.is_key(first + 1);
        let swapped = usize::from(!records.is_empty() && records.iter().all(is_swapped));
        Self { key: first + swapped, question: first + 1 - swapped, count: first + 2 }
    }
}

/// Rows of a table, and the errors of those with too few or too many columns. Empty records are no rows.
pub(super) fn rows(mut records: Vec<Record>, by_commas: bool) -> (Vec<Row>, Vec<RowError>) {
    records.retain(|record| record.width() > 0);
    let heading = records.first().and_then(Columns::of_heading);
    let first = usize::from(heading.is_some());
    let columns = heading.unwrap_or_else(|| Columns::of_texts(&records));
    let (mut rows, mut bad) = (Vec::new(), Vec::new());
    for record in &records[first..] {
        let (line, width) = (record.line, record.width());
        // In a row with all its columns, an empty text is named as what is missing.
        if width <= columns.count && record.fields.len() > columns.key.max(columns.question) {
            let [key, description] =
                [columns.key, columns.question].map(|column| record.field(column).to_owned());
            rows.push(Row { line, key, description });
        } else {
            let is_cut_by_comma = by_commas && width > columns.count;
            let wrong = if is_cut_by_comma { COMMA_IN_TEXT } else { TWO_COLUMNS };
            bad.push((line, wrong.with("columns", width as u64)));
        }
    }
    (rows, bad)
}

#[cfg(test)]
mod tests {
    use crate::question_file::{Format, Rows, parse, rows, rows_of_file};

    /// Keys and questions of a text.
    fn asked(text: &str) -> String {
        let questions = parse(text, Format::Csv).unwrap();
        let pairs = questions.iter().map(|one| format!("{}={}", one.key.as_str(), one.description));
        pairs.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn tables_of_spreadsheets_are_parsed() {
        let expected = "smell=What, then? wind=Why; how?";
        for text in [
            "key;description;;\r\nsmell;What, then?;;\r\nwind;\"Why; how?\";;\r\n;;;\r\n",
            "sep=;\r\nkey;description\r\nsmell;What, then?\r\nwind;\"Why; how?\"\r\n",
            "SEP=\t\nsmell\tWhat, then?\nwind\tWhy; how?",
            "smell\tWhat, then?\nwind\tWhy; how?\n\n\n",
            "smell;What, then?\nwind;\"Why; how?\"",
            "description,key\n\"What, then?\",smell\nWhy; how?,wind\n",
            "key,question,notes\nsmell,\"What, then?\"\nwind,Why; how?,\n",
            "\"What, then?\",smell\nWhy; how?,wind\n",
            "number,key,question\n1,smell,\"What, then?\"\n2,wind,Why; how?\n",
            "1,smell,\"What, then?\"\n2,wind,Why; how?\n",
            "ID;Text\nsmell;What, then?\nwind;\"Why; how?\"",
            "Key, Question, Notes\nsmell,\"What, then?\",old\nwind,Why; how?,\n",
            "\u{feff}key,question\nsmell,\"\u{200b}What, then?\"\nwind,Why; how?\u{a0}\n",
        ] {
            assert_eq!(asked(text), expected, "{text}");
        }
        assert_eq!(asked("one,Two?"), "one=Two?");
    }

    #[test]
    fn rows_without_text_are_named_by_their_line() {
        let Rows { good, bad } =
            rows("sep=;\nkey;question;\n\nsmell;What?;\nwind;;\n;Why?;\n;;\n", Format::Csv);
        assert_eq!((good.len(), good[0].0), (1, 4));
        let bad: Vec<String> = bad.iter().map(|(line, why)| format!("{line} {why}")).collect();
        assert_eq!(bad, ["5 The question is missing.", "6 The key is missing."]);
    }

    #[test]
    fn damaged_workbook_is_refused_in_words() {
        let Rows { good, bad } = rows_of_file(b"PK\x03\x04 no workbook", Format::Csv);
        assert!(good.is_empty());
        assert_eq!(bad[0].1.key(), "workbook-invalid");
    }
}
