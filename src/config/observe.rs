//! Settings for who watches over the server: its log and its metrics.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{Network, Secret};

/// What the server tells of itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Observe {
    /// How the log is written to stderr: `text` for people, `json` for programs that collect logs. Neither has passwords, mailed links or addresses in it.
    pub log_format: LogFormat,
    /// Who shows it in `Authorization: Bearer …` may read /metrics from anywhere. Better is a file with it: see `metrics_token_file`.
    pub metrics_token: Secret,
    /// A file with the same in its first line, in place of `metrics_token`; a new one in it needs no restart.
    pub metrics_token_file: PathBuf,
    /// Addresses and networks that may read /metrics without the token, such as "127.0.0.1" where no proxy runs on this machine; none by default. Whoever comes through a proxy that says so needs the token.
    pub metrics_from: Vec<Network>,
    /// Requests that take longer than so many milliseconds are in the log; 0 for none.
    pub slow_request_ms: u32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LogFormat {
    #[default]
    Text,
    Json,
}

impl Default for Observe {
    fn default() -> Self {
        Self {
            log_format: LogFormat::default(),
            metrics_token: Secret::default(),
            metrics_token_file: PathBuf::new(),
            metrics_from: Vec::new(),
            slow_request_ms: 2000,
        }
    }
}

impl Observe {
    /// The token as it is now, if there is one.
    pub fn metrics_token(&self) -> io::Result<Option<String>> {
        if self.metrics_token.is_empty() && self.metrics_token_file == Path::new("") {
            return Ok(None);
        }
        let text = self.metrics_token.or_in(&self.metrics_token_file)?;
        Ok(text.lines().next().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()))
    }

    /// From how long on a request is slow, if any is.
    pub fn slow_request(&self) -> Option<Duration> {
        (self.slow_request_ms > 0).then(|| Duration::from_millis(self.slow_request_ms.into()))
    }
}
