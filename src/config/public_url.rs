//! Base path of the public URL: empty at the top of a host, otherwise the path below which the server is reached.

use url::{Host, Url};

use super::Config;

impl Config {
    /// Prefix of every path as browsers see it: empty at the top of a host, otherwise a path such as `/ink`.
    pub fn base_path(&self) -> &str {
        let (_, place) = self.public_url.split_once("://").unwrap_or_default();
        place.find('/').map_or("", |start| place[start..].trim_end_matches('/'))
    }

    /// Path with the base path, as browsers see it. Required wherever a path is sent to browsers, except in absolute URLs.
    pub fn at(&self, path: &str) -> String {
        format!("{}{path}", self.base_path())
    }

    /// Origin at which passkeys work: that of the public URL if it is https with a name, or on this machine, which is then reached as
    /// `localhost`. Browsers offer no passkeys for other http addresses, nor for IP addresses.
    pub fn passkey_origin(&self) -> Option<Url> {
        let mut url = Url::parse(&self.public_url).ok()?;
        url.set_path("");
        let is_local = match url.host()? {
            Host::Domain(name) => name == "localhost",
            Host::Ipv4(address) => address.is_loopback(),
            Host::Ipv6(address) => address.is_loopback(),
        };
        if is_local {
            url.set_host(Some("localhost")).ok()?;
            return Some(url);
        }
        (url.scheme() == "https" && url.domain().is_some()).then_some(url)
    }
}

/// Removes trailing slashes from a URL.
pub(super) fn tidied(url: &str) -> &str {
    let start = url.find("://").map_or(0, |scheme| scheme + "://".len());
    &url[..start + url[start..].trim_end_matches('/').len()]
}

/// Whether a text is an http or https URL with a host.
pub(super) fn is_address(url: &str) -> bool {
    let has_host = |url: Url| ["http", "https"].contains(&url.scheme()) && url.has_host();
    let host = url.split_once("://").and_then(|(_, place)| place.split(['/', '?', '#']).next());
    host.is_some_and(|host| !host.is_empty()) && Url::parse(url).is_ok_and(has_host)
}

/// Fault of a public URL; `None` if there is none.
pub(super) fn fault(url: &str) -> Option<&'static str> {
    if !is_address(url) {
        return Some(
            "`public_url` is the address that members type, such as https://ink.example.org: it begins with https:// or http://, and a host follows",
        );
    }
    let (_, place) = url.split_once("://")?;
    // Rejects characters that have a special meaning in cookies, pages or the settings of proxies.
    let is_plain =
        |part: &str| part.chars().all(|c| c.is_ascii_alphanumeric() || "-_.~".contains(c));
    let is_good = |part: &str| is_plain(part) && !["", ".", ".."].contains(&part);
    if place.contains(['?', '#']) {
        Some("`public_url` is where the community begins: it has no question mark and no # in it")
    } else if !place.split('/').skip(1).all(is_good) {
        Some(
            "the path in `public_url` is made of letters, digits and - _ . ~, with one slash before each part, such as https://club.example.org/ink",
        )
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(url: &str) -> Config {
        Config { public_url: url.into(), ..Config::default() }
    }

    #[test]
    fn base_path_is_parsed_from_public_url() {
        for (url, base) in [
            ("https://ink.example.org", ""),
            ("https://ink.example.org/", ""),
            ("http://[fd00::7]:8080", ""),
            ("https://club.example.org/ink", "/ink"),
            ("http://club.lan:8080/our/ink/", "/our/ink"),
            ("ink.example.org/ink", ""),
            ("", ""),
        ] {
            assert_eq!(at(url).base_path(), base, "{url}");
            assert_eq!(at(url).at("/help"), format!("{base}/help"), "{url}");
        }
    }

    #[test]
    fn passkeys_need_https_name_or_localhost() {
        for (url, origin) in [
            ("https://ink.example.org", Some("https://ink.example.org/")),
            ("https://club.example.org:8443/our/ink", Some("https://club.example.org:8443/")),
            ("http://127.0.0.1:7100", Some("http://localhost:7100/")),
            ("http://[::1]:7100", Some("http://localhost:7100/")),
            ("http://localhost:7100/ink", Some("http://localhost:7100/")),
            ("http://inkbox.local:8080", None),
            ("http://192.168.1.7", None),
            ("https://192.168.1.7", None),
            ("", None),
        ] {
            assert_eq!(at(url).passkey_origin().as_ref().map(Url::as_str), origin, "{url}");
        }
    }

    #[test]
    fn trailing_slashes_of_public_url_are_removed() {
        for (url, tidy) in [
            ("https://club.example.org/ink//", "https://club.example.org/ink"),
            ("https://club.example.org/", "https://club.example.org"),
            ("https://", "https://"),
            ("club", "club"),
        ] {
            assert_eq!(tidied(url), tidy);
        }
    }

    #[test]
    fn invalid_public_url_is_refused_with_reason() {
        for good in [
            "https://club.example.org",
            "https://club.example.org/our/ink_2.0~x-y",
            "http://[fd00::7]:8080",
            "http://inkbox.local:8080",
        ] {
            assert_eq!(fault(good), None, "{good}");
        }
        for (wrong, words) in [
            ("ink.example.org", "begins with https://"),
            ("club", "begins with https://"),
            ("", "begins with https://"),
            ("ftp://ink.example.org", "begins with https://"),
            ("https://", "a host follows"),
            ("https:///ink", "a host follows"),
            ("http://ink.example.org:http", "a host follows"),
            ("https://club.example.org?x=1", "no question mark"),
            ("https://club.example.org/ink#top", "no #"),
            ("https://club.example.org//ink", "one slash"),
            ("https://club.example.org/../ink", "letters, digits"),
            ("https://club.example.org/my ink", "letters, digits"),
            ("https://club.example.org/ink;x", "letters, digits"),
            ("https://club.example.org/%69nk", "letters, digits"),
            ("https://club.example.org/\"ink", "letters, digits"),
        ] {
            assert!(fault(wrong).is_some_and(|told| told.contains(words)), "{wrong}");
        }
    }
}
