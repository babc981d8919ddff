//! Parser of the settings file that records the line of every setting.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use serde::Deserialize;
use toml::de::{DeTable, DeValue, ValueDeserializer};
use toml::{Spanned, Table, Value};

use super::value::{SourcedValue, join};
use super::{Error, Origin};

/// Reads the settings file. Returns no settings if it does not exist, which is an error only if the file was `named` explicitly.
pub(super) fn read(path: &Path, named: bool) -> Result<Vec<SourcedValue>, Error> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound && !named => String::new(),
        Err(source) => return Err(Error::File { path: path.to_owned(), source }),
    };
    File { path, text: &text }.parse()
}

struct File<'a> {
    path: &'a Path,
    text: &'a str,
}

impl<'a> File<'a> {
    fn parse(&self) -> Result<Vec<SourcedValue>, Error> {
        let (table, errors) = DeTable::parse_recoverable(self.text);
        if !errors.is_empty() {
            return Err(Error::Invalid(
                errors.iter().map(|error| self.describe_error(error)).collect(),
            ));
        }
        let mut given = Vec::new();
        self.gather("", table.into_inner(), &mut given)?;
        Ok(given)
    }

    fn gather(
        &self,
        section: &str,
        table: DeTable<'a>,
        given: &mut Vec<SourcedValue>,
    ) -> Result<(), Error> {
        for (name, value) in table {
            let key = join(section, name.get_ref());
            let origin = self.origin_at(name.span().start);
            let span = value.span();
            match value.into_inner() {
                DeValue::Table(table) if !table.is_empty() => self.gather(&key, table, given)?,
                // May be an empty section, which only the list of known settings can decide.
                DeValue::Table(_) => {
                    given.push(SourcedValue { key, value: Value::Table(Table::new()), origin });
                }
                value => {
                    let value = ValueDeserializer::from(Spanned::new(span, value));
                    let value = Value::deserialize(value);
                    let value =
                        value.map_err(|error| Error::Invalid(vec![self.describe_error(&error)]))?;
                    given.push(SourcedValue { key, value, origin });
                }
            }
        }
        Ok(())
    }

    fn origin_at(&self, byte: usize) -> Origin {
        let before = self.text.get(..byte).unwrap_or(self.text);
        Origin::File { file: self.path.to_owned(), line: before.matches('\n').count() + 1 }
    }

    /// Formats an error without the library's excerpt of the line, which may contain a secret.
    fn describe_error(&self, error: &toml::de::Error) -> String {
        let place = self.origin_at(error.span().map_or(0, |span| span.start));
        format!("{place}: {}", error.message())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Vec<SourcedValue>, Error> {
        File { path: Path::new("inkfold.toml"), text }.parse()
    }

    #[test]
    fn parsed_setting_has_its_line_number() {
        let text =
            "# ink\nlisten = 'x'\n\n[mail]\nsmtp.port = 25\nfrom = '''\na\n'''\n[mail.inbound]\n";
        let given = parse(text).unwrap();
        let mut lines: Vec<(&str, String)> =
            given.iter().map(|given| (given.key.as_str(), given.origin.to_string())).collect();
        lines.sort_unstable();
        let at = |line: usize| format!("inkfold.toml, line {line}");
        assert_eq!(
            lines,
            [
                ("listen", at(2)),
                ("mail.from", at(6)),
                ("mail.inbound", at(9)),
                ("mail.smtp.port", at(5))
            ]
        );
    }

    #[test]
    fn invalid_toml_line_is_named_without_its_value() {
        let Err(Error::Invalid(faults)) =
            parse("listen = 1\npassword = \"blue-black\nhost = \nlisten = 2\n")
        else {
            panic!("it was taken");
        };
        assert!(faults.len() > 1 && faults[0].starts_with("inkfold.toml, line 2: "), "{faults:?}");
        assert!(!faults.concat().contains("blue-black"), "{faults:?}");
    }
}
