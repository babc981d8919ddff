//! Text formats of Prometheus: `OpenMetrics` for clients that ask for it, the classic one for all others.

use std::fmt::Write as _;

use axum::http::{HeaderMap, header};

const OPEN_METRICS: &str = "application/openmetrics-text";
const CLASSIC: &str = "text/plain";

/// Text format of a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    OpenMetrics,
    Classic,
}

impl Format {
    /// Format that `Accept` prefers; the classic one unless the other is named.
    pub(super) fn preferred(headers: &HeaderMap) -> Self {
        let values = headers.get_all(header::ACCEPT).iter();
        let accepted: Vec<&str> = values.filter_map(|value| value.to_str().ok()).collect();
        let accepted = accepted.join(",");
        let open_metrics = quality(&accepted, OPEN_METRICS).unwrap_or(0.0);
        if open_metrics > 0.0 && open_metrics >= quality(&accepted, CLASSIC).unwrap_or(0.0) {
            Self::OpenMetrics
        } else {
            Self::Classic
        }
    }

    pub(super) fn media_type(self) -> &'static str {
        match self {
            Self::OpenMetrics => "application/openmetrics-text; version=1.0.0; charset=utf-8",
            Self::Classic => "text/plain; version=0.0.4; charset=utf-8",
        }
    }
}

/// Highest `q` of a media type in an `Accept` list (RFC 9110, 12.4.2).
fn quality(accepted: &str, media_type: &str) -> Option<f32> {
    let of_range = |range: &str| {
        let mut parts = range.split(';').map(str::trim);
        let is_meant = parts.next()?.eq_ignore_ascii_case(media_type);
        let q = parts.find_map(|part| part.strip_prefix("q=").or_else(|| part.strip_prefix("Q=")));
        is_meant.then(|| q.map_or(Some(1.0), |q| q.parse().ok()))?
    };
    accepted.split(',').filter_map(of_range).reduce(f32::max)
}

/// Converts metrics from `OpenMetrics` to the classic format.
///
/// In the classic format a family is named like its samples, has no unit, and an `info` is a gauge.
pub(super) fn classic(open_metrics: &str) -> String {
    let mut text = String::with_capacity(open_metrics.len());
    let mut help = None;
    for line in open_metrics.lines() {
        let mut words = line.splitn(4, ' ');
        match (words.next(), words.next(), words.next(), words.next()) {
            (Some("#"), Some("HELP"), Some(_), Some(about)) => help = Some(about),
            (Some("#"), Some("TYPE"), Some(name), Some(kind)) => {
                let (suffix, kind) = match kind {
                    "counter" => ("_total", "counter"),
                    "info" => ("_info", "gauge"),
                    other => ("", other),
                };
                if let Some(about) = help.take() {
                    _ = writeln!(text, "# HELP {name}{suffix} {about}");
                }
                _ = writeln!(text, "# TYPE {name}{suffix} {kind}");
            }
            (Some("#"), ..) => {}
            _ => {
                text.push_str(line);
                text.push('\n');
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classic_names_families_as_their_samples() {
        let open_metrics = "# HELP jobs Jobs done.\n# TYPE jobs counter\njobs_total 3\n\
            # HELP wait_seconds Wait.\n# TYPE wait_seconds gauge\n# UNIT wait_seconds seconds\nwait_seconds 0.5\n\
            # TYPE build info\nbuild_info{version=\"1\"} 1\n# EOF\n";
        let expected = "# HELP jobs_total Jobs done.\n# TYPE jobs_total counter\njobs_total 3\n\
            # HELP wait_seconds Wait.\n# TYPE wait_seconds gauge\nwait_seconds 0.5\n\
            # TYPE build_info gauge\nbuild_info{version=\"1\"} 1\n";
        assert_eq!(classic(open_metrics), expected);
    }

    #[test]
    fn quality_is_highest_of_ranges_named() {
        let accepted = "text/plain;q=0.3, TEXT/plain; q=0.5;x=y, application/json;q=wrong";
        assert_eq!(quality(accepted, CLASSIC), Some(0.5));
        assert_eq!(quality(accepted, "application/json"), None);
        assert_eq!(quality(accepted, OPEN_METRICS), None);
    }
}
