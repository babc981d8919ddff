//! Secrets among the settings: each is given directly, or as the name of a file that contains it.
//!
//! A setting `name` is a secret if there is a setting `name_file`; no other declaration is needed.

use std::fmt;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use serde::{Deserialize, Serialize, Serializer};

use crate::platform::file_system::read_edited;

use super::Origin;
use super::value::{FlatConfig, SourcedValue};

/// Permission bits of users that neither own the file nor are in its group.
const OTHERS: u32 = 0o007;

/// Secret text. Output and logs show only whether it is set.
#[derive(Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Secret(String);

impl Secret {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the secret or, if it is in a file, the file's current content, so that a new one needs no restart.
    pub(super) fn or_in(&self, file: &Path) -> io::Result<String> {
        if !self.is_empty() {
            return Ok(self.0.clone());
        }
        let text = String::from_utf8(read_edited(file)?);
        text.map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
    }

    fn redacted(&self) -> &'static str {
        if self.is_empty() { "" } else { "…" }
    }
}

impl From<&str> for Secret {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.redacted())
    }
}

impl Serialize for Secret {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.redacted())
    }
}

/// Whether a setting is a secret.
pub(super) fn is_one(key: &str, known: &FlatConfig) -> bool {
    known.contains_key(&file_of(key))
}

fn file_of(key: &str) -> String {
    format!("{key}_file")
}

/// Faults and warnings about the way secrets are given.
#[derive(Debug, Default)]
pub(super) struct SecretCheck {
    pub(super) faults: Vec<String>,
    pub(super) warnings: Vec<String>,
}

impl SecretCheck {
    /// Checks all secrets; `given` has the effective value of each setting.
    pub(super) fn of(given: &[&SourcedValue], known: &FlatConfig) -> Self {
        let mut check = Self::default();
        let find = |key: &str| given.iter().find(|given| given.key == key && !is_blank(given));
        for key in known.keys().filter(|key| is_one(key, known)) {
            match (find(key), find(&file_of(key))) {
                (Some(secret), Some(file)) => check.faults.push(format!(
                    "`{key}` from {} and `{key}_file` from {} are both set: keep one of them",
                    secret.origin, file.origin
                )),
                (Some(secret), None) => check.warn_if_readable(secret),
                (None, Some(file)) => check.read_file_setting(key, file),
                (None, None) => {}
            }
        }
        check
    }

    /// Warns about a secret in a settings file that other users can read.
    fn warn_if_readable(&mut self, secret: &SourcedValue) {
        if let Origin::File { file, .. } = &secret.origin {
            self.warn_of_others(file, &secret.key);
        }
    }

    fn read_file_setting(&mut self, key: &str, given: &SourcedValue) {
        let SourcedValue { value, origin, .. } = given;
        let file = Path::new(value.as_str().unwrap_or_default());
        match fs::read_to_string(file) {
            Ok(_) => self.warn_of_others(file, key),
            Err(error) => self.faults.push(format!(
                "{}, which `{key}_file` from {origin} names, cannot be read: {error}",
                file.display()
            )),
        }
    }

    fn warn_of_others(&mut self, file: &Path, key: &str) {
        let mode = fs::metadata(file).map_or(0, |file| file.permissions().mode());
        if mode & OTHERS != 0 {
            let file = file.display();
            self.warnings.push(format!(
                "`{key}` is in {file}, which every user of this machine can read\nhint: chmod o= {file}"
            ));
        }
    }
}

fn is_blank(given: &SourcedValue) -> bool {
    given.value.as_str().is_none_or(str::is_empty)
}

#[cfg(test)]
mod tests {
    use toml::Value;

    use super::*;

    #[test]
    fn secret_is_redacted_when_formatted() {
        let secret = Secret::from("blue-black");
        assert_eq!(format!("{secret:?}"), "\"…\"");
        assert_eq!(Value::try_from(&secret).unwrap(), Value::String("…".into()));
        assert_eq!(Value::try_from(Secret::default()).unwrap(), Value::String(String::new()));
        assert_eq!(secret.or_in(Path::new("")).unwrap(), "blue-black");
    }
}
