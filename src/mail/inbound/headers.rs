//! Raw headers of a mail, line by line, for checks that must not depend on a parser's interpretation.

/// Maximum size of the headers in bytes; a person's mail has less.
const MAX_LENGTH: usize = 64 << 10;

/// Names in lower case and unfolded values, topmost first.
pub(super) struct Headers(Vec<(String, String)>);

impl Headers {
    /// Splits the headers off a mail; `None` when they are too long. Mails from pipes have bare line feeds.
    pub(super) fn of(mail: &[u8]) -> Option<Self> {
        let mut headers: Vec<(String, String)> = Vec::new();
        let mut read = 0;
        for line in mail.split_inclusive(|byte| *byte == b'\n') {
            let text = String::from_utf8_lossy(line);
            let text = text.trim_end_matches(['\r', '\n']);
            if text.is_empty() {
                break;
            }
            read += line.len();
            if read > MAX_LENGTH {
                return None;
            }
            match (text.starts_with([' ', '\t']), headers.last_mut(), text.split_once(':')) {
                (true, Some((_, value)), _) => *value += text,
                (false, _, Some((name, value))) => {
                    headers.push((name.to_ascii_lowercase(), value.to_owned()));
                }
                _ => {}
            }
        }
        Some(Self(headers))
    }

    /// Values of a header by its name in lower case. Spaces after the name are ignored, as some programs do.
    pub(super) fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        let named = self.0.iter().filter(move |(known, _)| known.trim_end() == name);
        named.map(|(_, value)| value.trim())
    }

    /// Values of a header with exactly this name: a header that the front server removes must not come in by another spelling.
    pub(super) fn exactly<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        let named = self.0.iter().filter(move |(known, _)| known == name);
        named.map(|(_, value)| value.trim())
    }

    pub(super) fn count(&self, name: &str) -> usize {
        self.all(name).count()
    }

    /// Value of a header that occurs exactly once.
    pub(super) fn only<'a>(&'a self, name: &'a str) -> Option<&'a str> {
        let mut all = self.all(name);
        all.next().filter(|_| all.next().is_none())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_unfolded_up_to_the_body() {
        let mail = b"From: a\r\nSubject: one\r\n two\r\n\tthree\r\nfrom : b\r\n\r\nFrom: c\r\n";
        let headers = Headers::of(mail).unwrap();
        assert_eq!(headers.all("from").collect::<Vec<_>>(), ["a", "b"]);
        assert_eq!(headers.exactly("from").collect::<Vec<_>>(), ["a"]);
        assert_eq!(headers.only("subject"), Some("one two\tthree"));
        assert_eq!((headers.only("from"), headers.count("to")), (None, 0));
        assert!(Headers::of(&vec![b'x'; MAX_LENGTH + 1]).is_none());
        assert!(Headers::of(&[b"A: b\n\n", &vec![b'x'; MAX_LENGTH][..]].concat()).is_some());
    }
}
