//! Decoder of the DATA phase: finds the end of the message, its faults, and removes the dot-stuffing.
//!
//! Of our own, because crates for SMTP servers accept other ends of a message, such as a bare LF, or bring a server of their own.

/// Maximum length of a text line, without its end (RFC 5321, 4.5.3.1.6).
const MAX_LINE_LENGTH: usize = 998;

/// Byte-wise decoder. Only CRLF . CRLF ends a message: where two programs see different ends, one sees a second message in the
/// first (SMTP smuggling).
#[derive(Debug)]
pub(super) struct DataDecoder {
    at: LineState,
    line: usize,
    fault: Option<DataError>,
}

/// Error for which a message is refused after it was read to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DataError {
    /// A line feed or a carriage return without the other.
    BareEnd,
    LongLine,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineState {
    LineStart,
    Middle,
    Return,
    Dot,
    DotReturn,
}

impl DataDecoder {
    pub(super) fn new() -> Self {
        Self { at: LineState::LineStart, line: 0, fault: None }
    }

    pub(super) fn fault(&self) -> Option<DataError> {
        self.fault
    }

    /// Decodes received bytes into `out`. Returns the number of consumed bytes if the message ends there; `None` when it goes
    /// on.
    pub(super) fn decode(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> Option<usize> {
        for (n, byte) in bytes.iter().enumerate() {
            if self.at == LineState::DotReturn && *byte == b'\n' {
                return Some(n + 1);
            }
            self.step(*byte, out);
        }
        None
    }

    fn step(&mut self, byte: u8, out: &mut Vec<u8>) {
        self.at = match (self.at, byte) {
            (LineState::Return, b'\n') => {
                out.extend(b"\r\n");
                self.line = 0;
                LineState::LineStart
            }
            (LineState::Return | LineState::DotReturn, _) => {
                self.fault.get_or_insert(DataError::BareEnd);
                if byte == b'\r' { LineState::Return } else { self.middle(byte, out) }
            }
            (LineState::LineStart, b'.') => LineState::Dot,
            (LineState::Dot, b'\r') => LineState::DotReturn,
            (LineState::LineStart | LineState::Middle, b'\r') => LineState::Return,
            (LineState::LineStart | LineState::Middle | LineState::Dot, byte) => {
                self.middle(byte, out)
            }
        };
    }

    fn middle(&mut self, byte: u8, out: &mut Vec<u8>) -> LineState {
        self.line += 1;
        if byte == b'\n' {
            self.fault.get_or_insert(DataError::BareEnd);
        } else if self.line > MAX_LINE_LENGTH {
            self.fault.get_or_insert(DataError::LongLine);
        }
        out.push(byte);
        LineState::Middle
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Decoded message, its end, and its fault, which must not depend on how the input is cut into pieces.
    fn decode(sent: &[u8]) -> (String, Option<usize>, Option<DataError>) {
        let whole = decode_by(sent, sent.len());
        for piece in [1, 2, 3] {
            assert_eq!(decode_by(sent, piece), whole);
        }
        whole
    }

    fn decode_by(sent: &[u8], piece: usize) -> (String, Option<usize>, Option<DataError>) {
        let (mut content, mut out, mut read) = (DataDecoder::new(), Vec::new(), 0);
        for bytes in sent.chunks(piece.max(1)) {
            if let Some(last) = content.decode(bytes, &mut out) {
                return (String::from_utf8(out).unwrap(), Some(read + last), content.fault());
            }
            read += bytes.len();
        }
        (String::from_utf8(out).unwrap(), None, content.fault())
    }

    #[test]
    fn message_ends_at_lone_dot_and_is_unstuffed() {
        assert_eq!(decode(b"a\r\n.\r\nQUIT\r\n"), ("a\r\n".into(), Some(6), None));
        assert_eq!(decode(b".\r\n"), (String::new(), Some(3), None));
        assert_eq!(decode(b"..\r\n.a\r\n.\r\n"), (".\r\na\r\n".into(), Some(11), None));
        assert_eq!(decode(b"a\r\n.b"), ("a\r\nb".into(), None, None));
    }

    #[test]
    fn other_line_endings_do_not_end_message() {
        for end in [
            "\n.\n",
            "\n.\r\n",
            "\r\n.\n",
            "\r.\r",
            "\r.\r\n",
            "\r\n.\r",
            "\n\n.\r\n",
            "\r\n\n.\r\n",
            "\r\n.\r\r\n",
            "\r\n\r.\r\n",
        ] {
            let sent = format!("a{end}MAIL FROM:<eve@example.org>\r\n");
            let (_, ended, fault) = decode(sent.as_bytes());
            assert_eq!((ended, fault), (None, Some(DataError::BareEnd)), "{end:?}");
            // The true end is still the end.
            assert!(decode(format!("{sent}.\r\n").as_bytes()).1.is_some(), "{end:?}");
        }
    }

    #[test]
    fn line_beyond_998_bytes_is_refused() {
        let of = |length| decode(format!("{}\r\n.\r\n", "x".repeat(length)).as_bytes()).2;
        assert_eq!((of(998), of(999)), (None, Some(DataError::LongLine)));
    }
}
