//! Address of a webhook.

use serde::{Deserialize, Serialize};
use url::Url;

use crate::message::Message;

/// Maximum length of an address in characters.
const MAX_LENGTH: usize = 2_000;

/// Address to which a webhook is sent, in its normal form. Some have a secret path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WebhookUrl(String);

/// Rules for addresses, from the settings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UrlRules {
    /// Whether requests may go to private networks, and without encryption.
    pub allow_private_networks: bool,
}

impl WebhookUrl {
    /// Parses an address that begins with https://, or with http:// if private networks are allowed.
    ///
    /// # Errors
    /// If it is no such address, is too long, or has a user name, a password or a fragment.
    pub fn parse(text: &str, rules: UrlRules) -> Result<Self, Message> {
        let invalid = || {
            Message::new(
                "webhook-url-invalid",
                "Enter an address such as https://example.org/hook.",
            )
        };
        let too_long = || {
            Message::new("webhook-url-too-long", "An address has at most {max} characters.")
                .with("max", MAX_LENGTH as u64)
        };
        let text = text.trim();
        if text.len() > MAX_LENGTH {
            return Err(too_long());
        }
        let url = Url::parse(text).map_err(|_| invalid())?;
        match url.scheme() {
            "https" => {}
            "http" if rules.allow_private_networks => {}
            "http" => {
                return Err(Message::new(
                    "webhook-url-unencrypted",
                    "The address must begin with https://.",
                ));
            }
            _ => return Err(invalid()),
        }
        if url.host_str().is_none_or(str::is_empty) || url.port() == Some(0) {
            return Err(invalid());
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(Message::new(
                "webhook-url-has-user",
                "The address must not have a user name or a password.",
            ));
        }
        if url.fragment().is_some() {
            return Err(Message::new(
                "webhook-url-has-fragment",
                "The address must not have a part after #.",
            ));
        }
        let normal = String::from(url);
        if normal.len() > MAX_LENGTH { Err(too_long()) } else { Ok(Self(normal)) }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Host name or address; IPv6 addresses are in brackets.
    pub fn host(&self) -> String {
        let url = Url::parse(&self.0).ok();
        url.and_then(|url| Some(url.host_str()?.to_owned())).unwrap_or_default()
    }

    pub fn is_encrypted(&self) -> bool {
        self.0.starts_with("https:")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str, allow_private_networks: bool) -> Result<String, &'static str> {
        let parsed = WebhookUrl::parse(text, UrlRules { allow_private_networks });
        parsed.map(|url| url.0).map_err(|message| message.key())
    }

    #[test]
    fn addresses_are_normalised() {
        for (typed, normal) in [
            ("https://Example.org/Hook?a=b", "https://example.org/Hook?a=b"),
            (" https://example.org:443 ", "https://example.org/"),
            ("https://example.org:8443/", "https://example.org:8443/"),
            ("https://2130706433/", "https://127.0.0.1/"),
            ("https://0x7f.1/", "https://127.0.0.1/"),
            ("https://[::FFFF:127.0.0.1]/", "https://[::ffff:7f00:1]/"),
            ("https://exa\u{ff4d}ple.org/", "https://example.org/"),
            ("https:example.org", "https://example.org/"),
        ] {
            assert_eq!(parse(typed, false).as_deref(), Ok(normal), "{typed}");
        }
    }

    #[test]
    fn unusable_addresses_are_refused() {
        let long = format!("https://example.org/{}", "x".repeat(2_000));
        for (typed, key) in [
            ("", "webhook-url-invalid"),
            ("example.org", "webhook-url-invalid"),
            ("ftp://example.org/", "webhook-url-invalid"),
            ("file:///etc/passwd", "webhook-url-invalid"),
            ("https://", "webhook-url-invalid"),
            ("https://example.org:0/", "webhook-url-invalid"),
            ("https://example.org:99999/", "webhook-url-invalid"),
            ("http://example.org/", "webhook-url-unencrypted"),
            ("https://mara@example.org/", "webhook-url-has-user"),
            ("https://:secret@example.org/", "webhook-url-has-user"),
            ("https://example.org/#a", "webhook-url-has-fragment"),
            (&*long, "webhook-url-too-long"),
        ] {
            assert_eq!(parse(typed, false), Err(key), "{typed}");
        }
    }

    #[test]
    fn unencrypted_address_needs_private_networks() {
        let typed = "http://192.168.1.5:8080/hook";
        assert_eq!(parse(typed, true).as_deref(), Ok(typed));
        let url = WebhookUrl::parse(typed, UrlRules { allow_private_networks: true }).unwrap();
        assert_eq!((url.host().as_str(), url.is_encrypted()), ("192.168.1.5", false));
    }
}
