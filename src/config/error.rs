//! Why the settings cannot be used: everything that is wrong with them at once.

use std::path::PathBuf;

/// Words for whoever wrote the settings.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("the settings in {path} cannot be read")]
    File { path: PathBuf, source: std::io::Error },
    /// A sentence for each fault. Never empty.
    #[error("{}", in_words(.0))]
    Invalid(Vec<String>),
}

fn in_words(faults: &[String]) -> String {
    match faults {
        [fault] => format!("the settings are wrong: {fault}"),
        faults => {
            let lines: Vec<String> = faults.iter().map(|fault| format!("\n- {fault}")).collect();
            format!("{} things are wrong with the settings:{}", faults.len(), lines.concat())
        }
    }
}
