//! Detection of browsers by their `User-Agent`, where no script has told yet: those that cannot run the interface, and e-readers.

use axum::http::{HeaderMap, header};

use crate::http::cookies;

/// `User-Agent` tokens of browser engines, each with the first version that may run our scripts.
///
/// Browsers also name engines that they are not, so the first token here that is found decides. Versions are far below those that
/// we build for: a browser in between may work, and a basic page must never keep it from trying.
const ENGINES: [(&str, u32); 5] = [
    // First version with modules. Older ones show an empty page only.
    ("Chrome/", 61),
    ("Firefox/", 60),
    // Chromium froze this version. A client that sends it without `Chrome/` is a robot that borrows the token.
    ("AppleWebKit/537.36", 0),
    // Apple froze this version, with Safari 11.1. Kobo sends 538; Kindle sent 531 and 533 until firmware 5.16.4.
    ("AppleWebKit/", 605),
    ("Trident/", u32::MAX),
];

/// Whether the browser is known to be too old for the interface; false without a `User-Agent`.
pub(super) fn is_too_old(headers: &HeaderMap) -> bool {
    let name = headers.get(header::USER_AGENT).and_then(|name| name.to_str().ok());
    name.is_some_and(is_engine_too_old)
}

/// `User-Agent` words of e-readers, in lower case, as `display.ts` has them.
const E_READERS: [&str; 7] = ["kindle", "kobo", "tolino", "pocketbook", "ereader", "boox", "onyx"];

/// Whether the interface will offer paper display above the page: to e-readers on which no display was chosen.
pub(super) fn is_offered_paper(headers: &HeaderMap) -> bool {
    let name = headers.get(header::USER_AGENT).and_then(|name| name.to_str().ok());
    let name = name.unwrap_or_default().to_lowercase();
    cookies::value_in(headers, "display").is_none()
        && E_READERS.iter().any(|word| name.contains(word))
}

fn is_engine_too_old(name: &str) -> bool {
    let found = ENGINES.iter().find_map(|(word, first)| Some((name.split_once(word)?.1, *first)));
    let Some((rest, first)) = found else { return false };
    let digits = rest.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
    digits.parse::<u32>().is_ok_and(|version| version < first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_of_old_e_readers_are_too_old() {
        for name in [
            "Mozilla/5.0 (Linux; U; Android 2.0; en-us;) AppleWebKit/538.1 (KHTML, like Gecko) Version/4.0 Mobile Safari/538.1 (Kobo Touch 0373/4.38.21908)",
            "Mozilla/5.0 (X11; U; Linux armv7l like Android; en-us) AppleWebKit/531.2+ (KHTML, like Gecko) Version/5.0 Safari/533.2+ Kindle/3.0+",
            "Mozilla/5.0 (Linux; U; en-US) AppleWebKit/528.5+ (KHTML, like Gecko, Safari/528.5+) Version/4.0 Kindle/3.0",
            "Mozilla/5.0 (Linux; U; Android 4.0.4; de-de; tolino) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Safari/534.30",
            "Mozilla/5.0 (Linux; Android 4.4.2; BOOX) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/30.0.0.0 Safari/537.36",
            "Mozilla/5.0 (Windows NT 5.1; rv:52.0) Gecko/20100101 Firefox/52.0",
            "Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko",
        ] {
            assert!(is_engine_too_old(name), "{name}");
        }
    }

    #[test]
    fn modern_browsers_and_robots_are_not_too_old() {
        for name in [
            // Oldest supported browsers: Kindle since firmware 5.16.4, Safari 15, Firefox 102.
            "Mozilla/5.0 (X11; U; Linux armv7l like Android; en-us) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/75.0.3765.0 Safari/537.36 Kindle/3.0+",
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.0 Safari/605.1.15",
            "Mozilla/5.0 (X11; Linux x86_64; rv:102.0) Gecko/20100101 Firefox/102.0",
            // Current browsers.
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36 Edg/143.0.0.0",
            "Mozilla/5.0 (Linux; Android 13; NoteAir3C) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/120.0.6099.144 Safari/537.36",
            "Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/143.0 Mobile/15E148 Safari/604.1",
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15 Epiphany/605.1.15",
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/143.0.0.0 Safari/537.36",
            // Robots, programs, and browsers for text.
            "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)",
            "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
            "curl/8.5.0",
            "w3m/0.5.3",
            "Chrome/",
            "",
        ] {
            assert!(!is_engine_too_old(name), "{name}");
        }
        assert!(!is_too_old(&HeaderMap::new()));
    }
}
