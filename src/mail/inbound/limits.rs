//! Limits that are checked before a mail is parsed: the parser allocates memory for each part and header, however small, and reads
//! some headers, and parts without an end, again and again.

use std::cell::LazyCell;

use super::message::MessageError;

/// Maximum number of parts of a mail.
pub(super) const MAX_PARTS: usize = 100;
/// Maximum number of parts that have parts. The parser may search the rest of the mail for the end of each.
const MAX_MULTIPARTS: usize = 20;
/// Maximum number of lines that may begin a part, including those drawn in plain text.
const MAX_MARKS: usize = 2_000;
/// Maximum number of lines that the parser may take for a header.
const MAX_HEADERS: usize = 20_000;
/// Maximum length in bytes of a header with parameters, which the parser compares with each other.
const MAX_TYPED_LENGTH: usize = 4 << 10;
/// Maximum number of bytes that the parser may read for encoded words: from each beginning of one up to the end of its header.
const MAX_WORD_BYTES: usize = 64 << 20;

/// Checks the limits without parsing the mail.
///
/// # Errors
/// [`MessageError`] when parsing could take more memory or time than a person's mail does.
pub(super) fn check(mail: &[u8]) -> Result<(), MessageError> {
    let mut found = Found::default();
    for line in mail.split(|byte| *byte == b'\n') {
        found.add(line);
        // Headers end where the parser ends them, which need not be where other programs do.
        if matches!(line, b"" | b"\r") {
            found.end_block()?;
        }
        found.check()?;
    }
    found.end_block()?;
    found.check()
}

/// Structure of a mail, as far as its lines show it.
#[derive(Default)]
struct Found {
    marks: usize,
    kinds: usize,
    multiparts: usize,
    headers: usize,
    word_bytes: usize,
    header: UnfoldedHeader,
    /// Lines since the last empty one that may be of headers, in lower case without spaces.
    block: String,
}

/// Header with the folded lines that were read so far.
#[derive(Default)]
struct UnfoldedHeader {
    length: usize,
    words: usize,
    has_parameters: bool,
}

impl Found {
    fn add(&mut self, line: &[u8]) {
        let is_header = line.contains(&b':');
        let is_folded = matches!(line, [b' ' | b'\t', ..]);
        if !is_folded {
            self.header = UnfoldedHeader::default();
        }
        self.header.length += line.len();
        self.header.words += line.windows(2).filter(|pair| *pair == b"=?").count();
        self.word_bytes += self.header.words * line.len();
        self.marks += usize::from(line.starts_with(b"--"));
        self.headers += usize::from(is_header);
        if is_header || line.first().is_some_and(u8::is_ascii_whitespace) {
            let text = squeeze(line, &mut self.block);
            let kinds = text.matches("content-type:").count();
            self.header.has_parameters |= kinds > 0 || text.contains("content-disposition:");
            self.kinds += kinds;
        }
    }

    /// Checks the headers up to an empty line.
    fn end_block(&mut self) -> Result<(), MessageError> {
        let block = std::mem::take(&mut self.block);
        // RFC 2046 forbids such encodings of mails, and the parts of an encoded one could not be counted.
        let is_encoded =
            LazyCell::new(|| block.contains("base64") || block.contains("quoted-printable"));
        for value in block.split("content-type:").skip(1) {
            let kind = without_comments(value);
            let is_multipart = kind.starts_with("multipart");
            // Parts of a digest are mails without a content type of their own.
            if (kind.starts_with("message") && *is_encoded)
                || (is_multipart && kind.contains("digest"))
            {
                return Err(MessageError::PackedMail);
            }
            self.multiparts += usize::from(is_multipart);
        }
        Ok(())
    }

    fn check(&self) -> Result<(), MessageError> {
        if self.header.has_parameters && self.header.length > MAX_TYPED_LENGTH {
            return Err(MessageError::LongHead);
        }
        let is_too_much = self.marks > MAX_MARKS
            || self.kinds > MAX_PARTS
            || self.multiparts > MAX_MULTIPARTS
            || self.headers > MAX_HEADERS
            || self.word_bytes > MAX_WORD_BYTES;
        if is_too_much { Err(MessageError::ManyParts) } else { Ok(()) }
    }
}

/// Appends a line in lower case without spaces, because the parser accepts `Con tent-Type`. Returns the appended part.
fn squeeze<'a>(line: &[u8], block: &'a mut String) -> &'a str {
    let from = block.len();
    let letters = line.iter().filter(|byte| !byte.is_ascii_whitespace());
    block.extend(letters.map(|byte| char::from(byte.to_ascii_lowercase())));
    &block[from..]
}

/// Beginning of a header's value without comments, long enough for the content type.
fn without_comments(value: &str) -> String {
    let mut depth = 0_usize;
    let outside = value.chars().filter(|c| {
        let was_outside = depth == 0;
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        was_outside && depth == 0 && *c != ')'
    });
    let text: String = outside.take(64).collect();
    text.trim_start_matches(|c: char| !c.is_ascii_alphanumeric()).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n";

    fn of_part(head: &str) -> Result<(), MessageError> {
        check(format!("{HEAD}{head}\r\n\r\nx\r\n--b--\r\n").as_bytes())
    }

    #[test]
    fn nested_encoded_mail_is_refused_in_any_form() {
        for part in [
            "Content-Type: message/rfc822\r\nContent-Transfer-Encoding: base64",
            "content-transfer-encoding: BASE64\nCONTENT-TYPE: MESSAGE/RFC822",
            "Con tent-Type :\r\n message/rfc822\r\nContent-Transfer-Encoding:\r\n\tquoted-printable",
            "Content-Type: (a (b) c)message/global\r\nContent-Transfer-Encoding: base64",
            "Content-Type: multipart/digest; boundary=c",
        ] {
            assert_eq!(of_part(part), Err(MessageError::PackedMail), "{part}");
        }
        for part in [
            "Content-Type: message/rfc822",
            "Content-Type: application/pdf; name=message.pdf\r\nContent-Transfer-Encoding: base64",
            "Message-ID: <a@b>\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64",
        ] {
            assert_eq!(of_part(part), Ok(()), "{part}");
        }
    }

    #[test]
    fn excess_headers_boundaries_and_parts_are_refused() {
        let many =
            |line: &str, count: usize| check((HEAD.to_owned() + &line.repeat(count)).as_bytes());
        assert_eq!(many("a:\n", MAX_HEADERS), Err(MessageError::ManyParts));
        assert_eq!(many("--b\n", MAX_MARKS), Err(MessageError::ManyParts));
        assert_eq!(many("content -type: a/b\n", MAX_PARTS), Err(MessageError::ManyParts));
        let nested = "Content-Type: multipart/mixed; boundary=c\n\n--c\n";
        assert_eq!(many(nested, MAX_MULTIPARTS), Err(MessageError::ManyParts));
        assert_eq!(many("x--bContent-Type: a/b\n\n", MAX_PARTS), Err(MessageError::ManyParts));
        assert_eq!(many("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ\r\n", 100_000), Ok(()));
    }
    #[test]
    fn headers_with_superlinear_cost_are_refused() {
        let head = |name: &str, value: &str, count: usize| {
            of_part(&(name.to_owned() + &value.repeat(count)))
        };
        let parameter = "; a=b";
        assert_eq!(head("Content-Type: image/png", parameter, 800), Ok(()));
        assert_eq!(head("Content-Type: image/png", parameter, 900), Err(MessageError::LongHead));
        let folded = "\r\n ; a*1=b";
        assert_eq!(head("Content-Disposition: inline", folded, 500), Err(MessageError::LongHead));
        let word = "=?ab?q?c?= ";
        assert_eq!(head("Subject: ", word, 100), Ok(()));
        assert_eq!(head("Subject: ", word, 10_000), Err(MessageError::ManyParts));
        assert_eq!(head("Subject: ", "\r\n =?ab?q?", 10_000), Err(MessageError::ManyParts));
        assert_eq!(head("", "one=two?three=four? ", 100_000), Ok(()));
    }
}
