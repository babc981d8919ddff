//! Parser of Authentication-Results headers (RFC 8601), in which a mail server reports the authentication of the sender.

/// DMARC results of an Authentication-Results header.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Results {
    /// Name of the mail server that reports the results.
    pub(super) authserv_id: String,
    /// DMARC results, each with the domain of the From header.
    pub(super) dmarc: Vec<(String, Option<String>)>,
}

impl Results {
    /// Parses the value of a header. Results that cannot be parsed are left out, so that they prove nothing.
    pub(super) fn parse(value: &str) -> Option<Self> {
        let plain = plain(value);
        let mut parts = plain.split(';');
        let authserv_id = parts.next()?.split_whitespace().next()?.to_ascii_lowercase();
        Some(Self { authserv_id, dmarc: parts.filter_map(dmarc).collect() })
    }
}

/// Parses a result such as `dmarc=pass header.from=example.org`.
fn dmarc(part: &str) -> Option<(String, Option<String>)> {
    let mut words = part.split_whitespace().filter_map(|word| word.split_once('='));
    let (method, result) = words.next()?;
    // The method may have a version: dmarc/1.
    if method.split('/').next()? != "dmarc" {
        return None;
    }
    let mut domains: Vec<&str> =
        words.filter(|(name, _)| *name == "header.from").map(|(_, domain)| domain).collect();
    domains.dedup();
    // Two different domains count as none.
    let domain = if let [domain] = *domains { Some(domain.to_owned()) } else { None };
    Some((result.to_owned(), domain))
}

/// Lowercases a value and removes comments and spaces around equals signs. Special characters in quotes become `_`.
fn plain(value: &str) -> String {
    let (mut out, mut depth, mut is_quoted, mut is_escaped) = (String::new(), 0_u32, false, false);
    for c in value.chars() {
        if std::mem::take(&mut is_escaped) {
            continue;
        }
        match c {
            '\\' if is_quoted || depth > 0 => is_escaped = true,
            '"' if depth == 0 => is_quoted = !is_quoted,
            '(' if !is_quoted => depth += 1,
            ')' if !is_quoted => depth = depth.saturating_sub(1),
            _ if depth > 0 => {}
            c if is_quoted && !is_plain(c) => out.push('_'),
            c => out.extend(c.to_lowercase()),
        }
    }
    let joined = out.split('=').map(str::trim).collect::<Vec<_>>();
    joined.join("=")
}

fn is_plain(c: char) -> bool {
    c.is_alphanumeric() || c == '.' || c == '-'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(value: &str) -> (String, Vec<(String, String)>) {
        let results = Results::parse(value).unwrap();
        let dmarc = results.dmarc.into_iter();
        let dmarc = dmarc.map(|(result, domain)| (result, domain.unwrap_or_default())).collect();
        (results.authserv_id, dmarc)
    }

    #[test]
    fn authentication_results_of_mail_servers_are_parsed() {
        let of = |value, result: &str, domain: &str| {
            assert_eq!(parsed(value).1, [(result.to_owned(), domain.to_owned())], "{value}");
        };
        of(
            "mx.example.org; dmarc=pass (p=none dis=none) header.from=Example.ORG",
            "pass",
            "example.org",
        );
        of(
            "mx.example.org 1; spf=pass smtp.mailfrom=a.org; dmarc = fail header.from = b.org",
            "fail",
            "b.org",
        );
        of("mx; dmarc/1=pass header.from=\"a.org\"; dkim=pass", "pass", "a.org");
        of("mx; dmarc=pass header.from=a.org header.from=b.org", "pass", "");
        of("mx; dmarc=none", "none", "");
        assert_eq!(parsed("MX.example.org (it; dmarc=pass) 1; none").0, "mx.example.org");
        assert!(Results::parse("").is_none());
    }

    #[test]
    fn results_in_comments_or_quotes_are_ignored() {
        for value in [
            "mx; (dmarc=pass header.from=a.org) spf=fail",
            "mx; spf=fail reason=\"x; dmarc=pass header.from=a.org\"",
            "mx; spf=fail reason=\"\\\"; dmarc=pass header.from=a.org\"",
            "mx; spf=fail (a (b) \\) ; dmarc=pass header.from=a.org)",
            "mx; spf=fail smtp.mailfrom=dmarc=pass",
            "mx; x-dmarc=pass header.from=a.org",
        ] {
            assert_eq!(parsed(value).1, [], "{value}");
        }
    }
}
