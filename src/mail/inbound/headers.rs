//! The head of a mail, line by line: what must be counted or read as it stands, and not as a parser makes sense of it.

/// More than this is no mail of a person's.
const MAX_LENGTH: usize = 64 << 10;

/// Names and values, unfolded, the topmost first.
pub(super) struct Headers(Vec<(String, String)>);

impl Headers {
    /// `None` when there is too much of it. Mails from pipes have bare line feeds.
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

    /// The values of a header, by its name in small letters. Some programs take one with a space behind its name for the same.
    pub(super) fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        let named = self.0.iter().filter(move |(known, _)| known.trim_end() == name);
        named.map(|(_, value)| value.trim())
    }

    /// Those that every program takes for it: what a front server has looked for and removed must not come by another spelling.
    pub(super) fn exactly<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        let named = self.0.iter().filter(move |(known, _)| known == name);
        named.map(|(_, value)| value.trim())
    }

    pub(super) fn count(&self, name: &str) -> usize {
        self.all(name).count()
    }

    /// The value of a header that stands there once.
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
