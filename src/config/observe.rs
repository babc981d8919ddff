//! Settings of monitoring: logs and metrics.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{Network, Secret};

/// Logs and metrics.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Observe {
    /// Format of the log on stderr: `text` for people, `json` for log collectors. Neither contains passwords, mailed links or addresses.
    pub log_format: LogFormat,
    /// Token that gives access to /metrics from anywhere, as `Authorization: Bearer …`. A file is safer: see `metrics_token_file`.
    pub metrics_token: Secret,
    /// File with the token in its first line, in place of `metrics_token`; changes need no restart.
    pub metrics_token_file: PathBuf,
    /// Addresses and networks that may read /metrics without the token, such as "127.0.0.1" if no proxy runs on this machine; none by default. Requests with headers of a proxy always need the token.
    pub metrics_from: Vec<Network>,
    /// Duration in milliseconds above which a request is logged; 0 for none.
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
    /// Current token, if there is one.
    pub fn metrics_token(&self) -> io::Result<Option<String>> {
        if self.metrics_token.is_empty() && self.metrics_token_file == Path::new("") {
            return Ok(None);
        }
        let text = self.metrics_token.or_in(&self.metrics_token_file)?;
        Ok(text.lines().next().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()))
    }

    /// Duration above which a request is logged; `None` for none.
    pub fn slow_request(&self) -> Option<Duration> {
        (self.slow_request_ms > 0).then(|| Duration::from_millis(self.slow_request_ms.into()))
    }
}
