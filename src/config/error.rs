//! Errors of loading the settings, with all faults at once.

use std::path::PathBuf;

/// Error of loading the settings.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("the settings in {path} cannot be read")]
    File { path: PathBuf, source: std::io::Error },
    /// Faults, a sentence each. Never empty.
    #[error("{}", in_words(.0))]
    Invalid(Vec<String>),
}

fn in_words(faults: &[String]) -> String {
    match faults {
        [fault] => format!("the settings are wrong: {fault}"),
        faults => {
            let lines: Vec<String> = faults.iter().map(|fault| format!("\n- {fault}")).collect();
            format!("{} settings are wrong:{}", faults.len(), lines.concat())
        }
    }
}
