//! CSV files for spreadsheets.

use crate::error::{Error, Result};

/// Writes a table with its headings. No cell begins like a formula.
pub(super) fn write(head: &[String], rows: impl Iterator<Item = Vec<String>>) -> Result<Vec<u8>> {
    let mut table = csv::Writer::from_writer(Vec::new());
    let internal = |error| Error::Internal(Box::new(error));
    table.write_record(head.iter().map(|cell| escape_formula(cell))).map_err(internal)?;
    for row in rows {
        table.write_record(row.iter().map(|cell| escape_formula(cell))).map_err(internal)?;
    }
    table.into_inner().map_err(|error| Error::Internal(Box::new(error.into_error())))
}

/// Escapes a text that a spreadsheet would compute as a formula.
fn escape_formula(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠']) {
        format!("'{text}")
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spreadsheet_formulas_are_escaped() {
        for formula in ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "＝1+1"] {
            assert_eq!(escape_formula(formula), format!("'{formula}"));
        }
        assert_eq!(escape_formula("Mara = me"), "Mara = me");
    }
}
