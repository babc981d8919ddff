//! Charsets of texts and subjects: what the parser could not decode as declared is decoded by a guess.

use std::borrow::Cow;
use std::str;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::WINDOWS_1252;
use mail_parser::decoders::base64::base64_decode;
use mail_parser::decoders::charsets::map::charset_decoder;
use mail_parser::decoders::quoted_printable::quoted_printable_decode;
use mail_parser::parsers::MessageStream;
use mail_parser::{Encoding, GetHeader, HeaderName, Message, MessagePart, MimeHeaders, PartType};

/// Length in bytes of the text by which a charset is guessed.
const MAX_GUESSED_LENGTH: usize = 64 << 10;

/// Decoder of texts that depends on their sender.
pub(super) struct Charsets {
    /// Last label of the sender's domain: it makes a guess better.
    top_level_domain: Option<String>,
}

impl Charsets {
    pub(super) fn of_sender(message: &Message<'_>) -> Self {
        let address = message.from().and_then(|from| from.first()?.address());
        let label = address.and_then(|address| address.rsplit_once('.')).map(|(_, label)| label);
        let is_plain = |label: &&str| label.chars().all(|c| c.is_ascii_alphabetic());
        Self { top_level_domain: label.filter(is_plain).map(str::to_ascii_lowercase) }
    }

    /// Decodes the text of a part; empty for a part without text.
    pub(super) fn text<'a>(
        &self,
        message: &'a Message<'_>,
        part: &'a MessagePart<'_>,
    ) -> Cow<'a, str> {
        let (PartType::Text(text) | PartType::Html(text)) = &part.body else { return "".into() };
        let declared = part.content_type().and_then(|kind| kind.attribute("charset"));
        let is_known = declared.is_some_and(|name| {
            !name.to_ascii_lowercase().contains("ascii")
                && charset_decoder(name.as_bytes()).is_some()
        });
        if !is_doubtful(text, is_known) {
            return Cow::Borrowed(text);
        }
        let raw = message.raw_message.get(part.offset_body as usize..part.offset_end as usize);
        match raw.and_then(|raw| unpack(raw, part.encoding)) {
            // A single damaged letter is no reason to doubt the whole declaration.
            Some(bytes) if is_known => {
                String::from_utf8(bytes).map_or(Cow::Borrowed(text), Cow::Owned)
            }
            Some(bytes) => Cow::Owned(self.guess(&bytes)),
            None => Cow::Borrowed(text),
        }
    }

    /// Decodes the subject.
    pub(super) fn subject(&self, message: &Message<'_>) -> String {
        let subject = message.subject().unwrap_or_default();
        if !is_doubtful(subject, false) {
            return subject.to_owned();
        }
        let header =
            message.parts.first().and_then(|part| part.headers.header(HeaderName::Subject));
        let raw = header.and_then(|header| {
            message.raw_message.get(header.offset_start as usize..header.offset_end as usize)
        });
        let header = join_words(&self.guess(raw.unwrap_or_default())) + "\n";
        let decoded = MessageStream::new(header.as_bytes()).parse_unstructured();
        decoded.into_text().unwrap_or_default().into_owned()
    }

    /// Decodes a text as UTF-8 if it is valid, or by the charset that it seems to have.
    fn guess(&self, bytes: &[u8]) -> String {
        if let Ok(text) = str::from_utf8(bytes)
            && !has_escapes(text)
        {
            return text.to_owned();
        }
        let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
        let start = &bytes[..bytes.len().min(MAX_GUESSED_LENGTH)];
        detector.feed(start, start.len() == bytes.len());
        let domain = self.top_level_domain.as_deref().map(str::as_bytes);
        let encoding = detector.guess(domain, Utf8Detection::Deny);
        match encoding.decode_without_bom_handling_and_without_replacement(bytes) {
            Some(text) => text.into_owned(),
            // This charset has a letter for every byte.
            None => WINDOWS_1252.decode_without_bom_handling(bytes).0.into_owned(),
        }
    }
}

/// Whether a text may have been decoded by the wrong charset. Text that declares none, or ASCII, has letters of ASCII only.
fn is_doubtful(text: &str, is_known: bool) -> bool {
    text.contains(char::REPLACEMENT_CHARACTER)
        || (!is_known && (has_escapes(text) || !text.is_ascii()))
}

/// Whether the text has the escape sequences of ISO-2022-JP, whose bytes are all ASCII.
fn has_escapes(text: &str) -> bool {
    text.contains("\u{1b}$") || text.contains("\u{1b}(")
}

fn unpack(raw: &[u8], encoding: Encoding) -> Option<Vec<u8>> {
    match encoding {
        Encoding::None => Some(raw.to_vec()),
        Encoding::Base64 => base64_decode(raw),
        Encoding::QuotedPrintable => quoted_printable_decode(raw),
    }
}

/// Joins neighbouring encoded words of one charset and encoding: some mail programs divide a letter between two of them.
fn join_words(header: &str) -> String {
    let mut joined = String::with_capacity(header.len());
    let mut last = "";
    for word in header.split_ascii_whitespace() {
        let start = word.match_indices('?').nth(2).map_or(0, |(at, _)| at + 1);
        let (prefix, text) = word.split_at(start);
        let is_padded = joined.ends_with("=?=");
        if start > 0 && prefix.eq_ignore_ascii_case(last) && joined.ends_with("?=") && !is_padded {
            joined.truncate(joined.len() - 2);
            joined += text;
        } else {
            joined = joined + " " + word;
        }
        last = prefix;
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::super::{InboundMessage, OwnWords};

    /// Text and caption of a mail with this content type.
    fn read(kind: &str, subject: &[u8], body: &[u8]) -> (String, String) {
        let head = format!("From: <mara@example.org>\r\n{kind}Subject: ");
        let mail = [head.as_bytes(), subject, b"\r\n\r\n", body].concat();
        let message = InboundMessage::read(&mail).unwrap();
        (message.answer(OwnWords::default()).unwrap().text, message.words.caption)
    }

    fn text(charset: &str, body: &[u8]) -> String {
        read(&format!("Content-Type: text/plain; charset={charset}\r\n"), b"x", body).0
    }

    #[test]
    fn declared_charsets_are_decoded() {
        for (charset, body, expected) in [
            ("iso-2022-jp", &b"\x1b$B1+$N2;\x1b(B"[..], "雨の音"),
            ("Shift_JIS", b"\x89J\x82\xcc\x89\xb9", "雨の音"),
            ("euc-jp", b"\xb1\xab\xa4\xce\xb2\xbb", "雨の音"),
            ("gb18030", b"\xcf\xc2\xd3\xea\xb5\xc4\xc9\xf9\xd2\xf4", "下雨的声音"),
            ("gb2312", b"\xcf\xc2\xd3\xea\xb5\xc4\xc9\xf9\xd2\xf4", "下雨的声音"),
            ("big5", b"\xa4U\xabB\xaa\xba\xc1n\xad\xb5", "下雨的聲音"),
            ("ks_c_5601-1987", b"\xba\xf8\xbc\xd2\xb8\xae", "빗소리"),
            ("koi8-r", b"\xfb\xd5\xcd \xc4\xcf\xd6\xc4\xd1", "Шум дождя"),
            ("windows-1252", b"\x93It rained\x94", "“It rained”"),
            ("utf-8", "Grüße".as_bytes(), "Grüße"),
        ] {
            assert_eq!(text(charset, body), expected, "{charset}");
        }
    }

    #[test]
    fn undeclared_charsets_are_guessed() {
        let german = b"Gr\xfc\xdfe aus dem S\xfcden";
        let russian = b"\xfb\xd5\xcd \xc4\xcf\xd6\xc4\xd1 \xcf \xcb\xd2\xd9\xdb\xd5";
        for (charset, body, expected) in [
            ("us-ascii", &german[..], "Grüße aus dem Süden"),
            ("utf-8", german, "Grüße aus dem Süden"),
            ("x-unknown", german, "Grüße aus dem Süden"),
            ("us-ascii", "Grüße aus dem Süden".as_bytes(), "Grüße aus dem Süden"),
            ("us-ascii", russian, "Шум дождя о крышу"),
            ("us-ascii", b"\x1b$B1+$N2;\x1b(B", "雨の音"),
        ] {
            assert_eq!(text(charset, body), expected, "{charset}");
        }
        assert_eq!(read("", b"x", german).0, "Grüße aus dem Süden");
        let packed = "Content-Transfer-Encoding: base64\r\n";
        assert_eq!(read(packed, b"x", b"R3L832U=").0, "Grüße");
    }

    #[test]
    fn damaged_letter_leaves_the_rest_readable() {
        assert_eq!(text("shift_jis", b"\x89J\x82\xcc\x89\xb9\x89"), "雨の音\u{fffd}");
        // A letter that the sender has typed.
        assert_eq!(text("utf-8", "a\u{fffd}ü".as_bytes()), "a\u{fffd}ü");
    }

    #[test]
    fn captions_are_decoded_like_texts() {
        for (subject, expected) in [
            (&b"=?iso-2022-jp?B?GyRCMSskTjI7GyhC?="[..], "雨の音"),
            (b"=?gb2312?B?z8LT6g==?=", "下雨"),
            (b"Gr\xfc\xdfe aus dem S\xfcden", "Grüße aus dem Süden"),
            ("Grüße".as_bytes(), "Grüße"),
            (b"\x1b$B1+$N2;\x1b(B", "雨の音"),
            // The letter ü is divided between two words.
            (b"=?utf-8?Q?Gr=C3?=\r\n =?UTF-8?Q?=BC=C3=9Fe?= again", "Grüße again"),
            (b"=?utf-8?B?R3LDvMOfZSBH?= =?utf-8?B?csOc?=", "Grüße GrÜ"),
        ] {
            assert_eq!(read("", subject, b"x").1, expected);
        }
    }
}
