//! Text of a file in the encoding in which Excel and editors store it.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};

/// Decodes a text by its byte order mark, as UTF-8 if it is valid, or by the encoding that it seems to have.
pub(super) fn decode(bytes: &[u8]) -> String {
    let encoding = Encoding::for_bom(bytes).map(|(encoding, _)| encoding).or_else(|| utf_16(bytes));
    if let Some(encoding) = encoding {
        return encoding.decode(bytes).0.into_owned();
    }
    std::str::from_utf8(bytes).map_or_else(|_| guess(bytes), str::to_owned)
}

/// UTF-16 without a mark, recognised by the zeros beside Latin letters.
fn utf_16(bytes: &[u8]) -> Option<&'static Encoding> {
    let (pairs, _) = bytes.as_chunks::<2>();
    let zeros = |at: usize| pairs.iter().filter(|pair| pair[at] == 0).count();
    let are_most = |count: usize| count * 2 > pairs.len();
    match (zeros(0), zeros(1)) {
        (0, low) if are_most(low) => Some(UTF_16LE),
        (high, 0) if are_most(high) => Some(UTF_16BE),
        _ => None,
    }
}

fn guess(bytes: &[u8]) -> String {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    detector.guess(None, Utf8Detection::Deny).decode_without_bom_handling(bytes).0.into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_of_excel_and_editors_are_recognised() {
        let text = "gruen;Was war grün – und warum?\r\nviento;¿Qué decía el viento?\r\n";
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        let windows = encoding_rs::WINDOWS_1252.encode(text).0.into_owned();
        let marked = |mark: &[u8], bytes: &[u8]| [mark, bytes].concat();
        for bytes in [
            text.as_bytes().to_vec(),
            marked(b"\xef\xbb\xbf", text.as_bytes()),
            windows,
            marked(b"\xff\xfe", &little),
            marked(b"\xfe\xff", &big),
            little,
            big,
        ] {
            assert_eq!(decode(&bytes), text);
        }
        let russian = "ветер;Что говорил ветер этой осенью?\r\nдождь;Как шумел дождь?\r\n";
        assert_eq!(decode(&encoding_rs::WINDOWS_1251.encode(russian).0), russian);
        assert_eq!(decode(b""), "");
    }
}
