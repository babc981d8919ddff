//! Kinds of files that people send by mistake, by their first bytes: names are not trusted.

use crate::refusal::Refusal;

/// Number of bytes at the start of a file in which a web page shows what it is.
const START: usize = 1024;
/// Starts of a web page, in lower case.
const WEB_PAGE: [&[u8]; 5] = [b"<!doctype html", b"<html", b"<head", b"<script", b"<body"];
/// Start of a property list, as a cloud leaves it in the place of a file that is not on the device.
const PROPERTY_LIST: &[u8] = b"bplist";
/// Brands of HEIC and AVIF pictures, at the offset of the brand.
const BRANDS: [&[u8; 4]; 10] =
    [b"heic", b"heix", b"hevc", b"hevx", b"heim", b"heis", b"mif1", b"msf1", b"avif", b"avis"];
const BRAND_OFFSET: usize = 8;

/// Refusal of a file that is neither PDF nor PNG.
pub(crate) fn refusal(file: &[u8]) -> Refusal {
    let brand = file.get(BRAND_OFFSET..).and_then(|rest| rest.first_chunk());
    let is_picture = |brand| BRANDS.contains(&brand) && file[4..].starts_with(b"ftyp");
    if file.iter().all(|byte| *byte == 0) || file.starts_with(PROPERTY_LIST) {
        Refusal::EmptyFile
    } else if file.starts_with(b"\xff\xd8\xff") {
        Refusal::Jpeg
    } else if brand.is_some_and(is_picture) {
        Refusal::Heic
    } else if is_web_page(file) {
        Refusal::WebPage
    } else {
        Refusal::Unreadable
    }
}

fn is_web_page(file: &[u8]) -> bool {
    let start = file[..file.len().min(START)].to_ascii_lowercase();
    let has = |mark: &&[u8]| start.windows(mark.len()).any(|bytes| bytes == *mark);
    let text = start.trim_ascii_start();
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text).trim_ascii_start();
    text.starts_with(b"<") && WEB_PAGE.iter().any(has)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_is_refused_as_what_it_is() {
        let cases: [(&[u8], Refusal); 13] = [
            (b"", Refusal::EmptyFile),
            (&[0; 4096], Refusal::EmptyFile),
            (b"bplist00\xd1\x01\x02_\x10\x13NSURLNameKeyXform.pdf", Refusal::EmptyFile),
            (b"\xff\xd8\xff\xe0\0\x10JFIF", Refusal::Jpeg),
            (b"\xff\xd8\xff\xe1\0\x10Exif", Refusal::Jpeg),
            (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", Refusal::Heic),
            (b"\0\0\0\x1cftypmif1\0\0\0\0mif1avif", Refusal::Heic),
            (b"<!DOCTYPE html><html><head><title>Sign in", Refusal::WebPage),
            (b"\xef\xbb\xbf\r\n<?xml version=\"1.0\"?>\n<html>", Refusal::WebPage),
            (b"<!-- saved -->\n<HTML lang=en>", Refusal::WebPage),
            (b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>", Refusal::Unreadable),
            (b"\0\0\0\x18ftypisom", Refusal::Unreadable),
            (b"Dear diary, today I wrote nothing.", Refusal::Unreadable),
        ];
        for (file, expected) in cases {
            assert_eq!(refusal(file), expected, "{:?}", String::from_utf8_lossy(file));
        }
    }
}
