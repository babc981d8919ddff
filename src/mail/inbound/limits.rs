//! Limits that are checked before a mail is parsed: the parser allocates memory for each part and header, however small.

use super::message::MessageError;

/// Maximum number of parts of a mail.
pub(super) const MAX_PARTS: usize = 100;
/// Maximum number of lines that may begin a part, including those drawn in plain text.
const MAX_MARKS: usize = 2_000;
/// Maximum number of lines that the parser may take for a header.
const MAX_HEADERS: usize = 20_000;

/// Checks the limits without parsing the mail.
///
/// # Errors
/// [`MessageError`] when parsing could take more memory than a person's mail does.
pub(super) fn check(mail: &[u8]) -> Result<(), MessageError> {
    let (mut marks, mut kinds, mut headers) = (0, 0, 0);
    let mut block = String::new();
    for line in mail.split(|byte| *byte == b'\n') {
        let is_header = line.contains(&b':');
        marks += usize::from(line.starts_with(b"--"));
        headers += usize::from(is_header);
        if is_header || line.first().is_some_and(u8::is_ascii_whitespace) {
            kinds += usize::from(squeeze(line, &mut block).starts_with("content-type:"));
        }
        // Headers end where the parser ends them, which need not be where other programs do.
        if matches!(line, b"" | b"\r") {
            if packs_a_mail(&block) {
                return Err(MessageError::PackedMail);
            }
            block.clear();
        }
        if marks > MAX_MARKS || kinds > MAX_PARTS || headers > MAX_HEADERS {
            return Err(MessageError::ManyParts);
        }
    }
    if packs_a_mail(&block) { Err(MessageError::PackedMail) } else { Ok(()) }
}

/// Appends a line in lower case without spaces, because the parser accepts `Con tent-Type`. Returns the appended part.
fn squeeze<'a>(line: &[u8], block: &'a mut String) -> &'a str {
    let from = block.len();
    let letters = line.iter().filter(|byte| !byte.is_ascii_whitespace());
    block.extend(letters.map(|byte| char::from(byte.to_ascii_lowercase())));
    &block[from..]
}

/// Whether the headers are those of an encoded mail within the mail, whose parts could not be counted. RFC 2046 forbids such an
/// encoding. Parts of a digest are mails without a content type of their own.
fn packs_a_mail(block: &str) -> bool {
    let is_encoded = || block.contains("base64") || block.contains("quoted-printable");
    block.split("content-type:").skip(1).any(|value| {
        let kind = without_comments(value);
        (kind.starts_with("message") && is_encoded())
            || (kind.starts_with("multipart") && kind.contains("digest"))
    })
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
        assert_eq!(many("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ\r\n", 100_000), Ok(()));
    }
}
