//! Questions in the first sheet of an Excel workbook that has any.

use std::collections::BTreeMap;
use std::io::{self, Cursor, Read};

use calamine::{Data, Reader, SheetType, Xlsx};

use super::columns::{self, Record};
use super::{ParsedRows, RowError};
use crate::message::Message;

/// Start of a ZIP file, which a workbook is.
const SIGNATURE: &[u8] = b"PK\x03\x04";
/// Maximum size of an unpacked workbook in bytes: a book has some hundred short questions at most.
const MAX_SIZE: u64 = 16 << 20;
/// Maximum number of cells with a text in a sheet.
const MAX_CELLS: usize = 20_000;
/// Number of columns that are told apart; cells further to the right count as one column, one too many.
const MAX_COLUMNS: usize = 64;

const INVALID: RowError = (
    1,
    Message::new(
        "workbook-invalid",
        "This workbook can't be read. Save it as .xlsx again, or as CSV.",
    ),
);

/// Whether the file may be a workbook.
pub(super) fn is_workbook(file: &[u8]) -> bool {
    file.starts_with(SIGNATURE)
}

pub(super) fn rows(file: &[u8]) -> ParsedRows {
    check_size(file).map_err(|_| INVALID)?;
    let mut workbook = Xlsx::new(Cursor::new(file)).map_err(|_| INVALID)?;
    let mut sheets = workbook.sheets_metadata().to_vec();
    sheets.retain(|sheet| sheet.typ == SheetType::WorkSheet);
    for sheet in sheets {
        let (rows, bad) = columns::rows(records(&mut workbook, &sheet.name)?, false);
        if !rows.is_empty() || !bad.is_empty() {
            return Ok((rows, bad));
        }
    }
    Ok((Vec::new(), Vec::new()))
}

/// Rows of a sheet that have a text, all of the same width. They are read cell by cell, because a sheet with two cells can claim
/// to be as large as Excel allows.
fn records(workbook: &mut Xlsx<Cursor<&[u8]>>, sheet: &str) -> Result<Vec<Record>, RowError> {
    let mut cells = workbook.worksheet_cells_reader(sheet).map_err(|_| INVALID)?;
    let mut rows = BTreeMap::<u32, Vec<String>>::new();
    let (mut left, mut width) = (MAX_CELLS, 0);
    while let Some(cell) = cells.next_cell().map_err(|_| INVALID)? {
        let text = Data::from(cell.get_value().clone()).to_string();
        if text.trim().is_empty() {
            continue;
        }
        left = left.checked_sub(1).ok_or(INVALID)?;
        let (row, column) = cell.get_position();
        let (fields, column) = (rows.entry(row).or_default(), MAX_COLUMNS.min(column as usize));
        width = width.max(column + 1);
        fields.resize(fields.len().max(column + 1), String::new());
        text.trim().clone_into(&mut fields[column]);
    }
    let record = |(row, mut fields): (u32, Vec<String>)| {
        fields.resize(width, String::new());
        Record { line: row as usize + 1, fields }
    };
    Ok(rows.into_iter().map(record).collect())
}

/// Refuses a decompression bomb: unpacks all parts without keeping them, since the sizes that a file declares need not be true.
fn check_size(file: &[u8]) -> io::Result<()> {
    let mut archive = zip::ZipArchive::new(Cursor::new(file))?;
    let mut left = MAX_SIZE;
    for part in 0..archive.len() {
        left -= io::copy(&mut archive.by_index(part)?.take(left), &mut io::sink())?;
        if left == 0 {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use zip::write::{SimpleFileOptions, ZipWriter};

    use crate::question_file::{Format, rows_of_file};

    const MAIN: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    const RELATION: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    const PACKAGE: &str = "http://schemas.openxmlformats.org/package/2006/relationships";

    fn workbook(rows: &str) -> Vec<u8> {
        let relation = |kind: &str, target: &str| {
            format!(
                "<Relationships xmlns=\"{PACKAGE}\"><Relationship Id=\"rId1\" Type=\"{RELATION}/{kind}\" Target=\"{target}\"/></Relationships>"
            )
        };
        let parts = [
            ("_rels/.rels", relation("officeDocument", "xl/workbook.xml")),
            ("xl/_rels/workbook.xml.rels", relation("worksheet", "worksheets/sheet1.xml")),
            (
                "xl/workbook.xml",
                format!(
                    "<workbook xmlns=\"{MAIN}\" xmlns:r=\"{RELATION}\"><sheets><sheet name=\"A\" sheetId=\"1\" r:id=\"rId1\"/></sheets></workbook>"
                ),
            ),
            (
                "xl/worksheets/sheet1.xml",
                format!("<worksheet xmlns=\"{MAIN}\"><sheetData>{rows}</sheetData></worksheet>"),
            ),
        ];
        let mut writer = ZipWriter::new(std::io::Cursor::new(Vec::new()));
        for (name, content) in parts {
            writer.start_file(name, SimpleFileOptions::default()).unwrap();
            writer.write_all(content.as_bytes()).unwrap();
        }
        writer.finish().unwrap().into_inner()
    }

    fn row(number: usize, cells: [&str; 2]) -> String {
        let cell = |(column, text): (char, &str)| {
            format!("<c r=\"{column}{number}\" t=\"inlineStr\"><is><t>{text}</t></is></c>")
        };
        let cells: String = ['A', 'B'].into_iter().zip(cells).map(cell).collect();
        format!("<row r=\"{number}\">{cells}</row>")
    }

    #[test]
    fn workbook_is_read_by_row_under_any_name() {
        let rows = [
            row(2, ["Question", "Key"]),
            row(4, ["What, then; did it smell of?", "smell"]),
            row(5, ["Wo\u{df}u?", "no good"]),
        ];
        let found = rows_of_file(&workbook(&rows.concat()), Format::Csv);
        assert_eq!((found.good.len(), found.good[0].0), (1, 4));
        assert_eq!(found.good[0].1.description, "What, then; did it smell of?");
        assert_eq!((found.bad.len(), found.bad[0].0), (1, 5));
        assert_eq!(
            rows_of_file(&workbook(""), Format::Csv).bad[0].1.key(),
            "file-without-questions"
        );
    }

    #[test]
    fn stray_cell_at_the_edge_takes_no_memory() {
        let stray =
            "<row r=\"1048576\"><c r=\"XFD1048576\" t=\"inlineStr\"><is><t>x</t></is></c></row>";
        let rows = row(1, ["smell", "What did it smell of?"]) + stray;
        let found = rows_of_file(&workbook(&rows), Format::Csv);
        assert_eq!((found.good.len(), found.bad[0].0), (1, 1_048_576));
    }

    #[test]
    fn damaged_sheet_is_not_skipped() {
        let found = rows_of_file(&workbook("<row r=\"1\"><c r=\"A1\"></row>"), Format::Csv);
        assert_eq!((found.good.len(), found.bad[0].1.key()), (0, "workbook-invalid"));
    }

    #[test]
    fn workbook_that_unpacks_to_too_much_is_refused() {
        let huge = row(1, ["smell", &"x".repeat(17 << 20)]);
        let found = rows_of_file(&workbook(&huge), Format::Csv);
        assert_eq!((found.good.len(), found.bad[0].1.key()), (0, "workbook-invalid"));
    }
}
