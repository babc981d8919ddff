//! Files of a mail: its pages, which are PNG or PDF, and the names of others, so that nothing is left out silently.

use mail_parser::{Message, MessagePart, MimeHeaders, PartType};

use crate::domain::post::Words;

/// Length in bytes of the start of a file that may contain the signature of a PDF: some programs write a few bytes before it.
const PDF_MARK_WITHIN: usize = 1024;
/// Maximum length of a file's name in characters; a longer one is cut.
const MAX_NAME_LENGTH: usize = 60;
/// Signature of the files in which macOS sends what its own file system knows about a file (RFC 1740).
const APPLE_DOUBLE: &[u8] = b"\x00\x05\x16\x07";
/// Media types that mail programs add by themselves, which are not reported as left out.
const ADDED: [&str; 6] = [
    "application/applefile",
    "application/pgp-encrypted",
    "application/pgp-keys",
    "application/pgp-signature",
    "application/pkcs7-signature",
    "application/x-pkcs7-signature",
];

/// Files of a mail, in its order.
#[derive(Debug, Default)]
pub(super) struct Files {
    /// Files that are meant as pages. Includes files that claim to be PNG or PDF and are not, so that their sender gets an error.
    pub(super) pages: Vec<Vec<u8>>,
    /// Whether the pages are pictures that the text shows.
    pub(super) are_in_text: bool,
    /// Whether the pages are pictures between texts, or at their end.
    pub(super) are_inline: bool,
    /// Format of a picture that is meant as a page, and cannot be one.
    pub(super) unusable: Option<&'static str>,
    /// Names of the pages and of the unusable pictures.
    pub(super) meant: Vec<String>,
    /// Names of the other files.
    pub(super) left_out: Vec<String>,
}

/// File in a mail.
struct AttachedFile {
    name: String,
    kind: Kind,
    /// Picture within the text, which is often the logo of a signature.
    is_in_text: bool,
    is_inline: bool,
}

enum Kind {
    Page(Vec<u8>),
    /// Picture of another format.
    Picture(&'static str),
    Other,
}

impl Files {
    /// Finds the files of a mail, and of mails that are attached to it. `written` are the names of files within its text.
    ///
    /// Pictures within the text are meant as pages only if no picture or PDF is attached.
    pub(super) fn of(message: Message<'_>, written: &[String]) -> Self {
        let mut all = Vec::new();
        collect(message, true, &mut all);
        let is_meant = |file: &AttachedFile| !matches!(file.kind, Kind::Other);
        let are_in_text = !all.iter().any(|file| is_meant(file) && !file.is_in_text);
        let left_out = written.iter().map(|name| printable(name)).collect();
        let are_inline = all.iter().all(|file| file.is_inline || !is_meant(file));
        let mut files = Self { are_in_text, are_inline, left_out, ..Self::default() };
        for file in all {
            let is_other = !is_meant(&file) || file.is_in_text != are_in_text;
            let names = if is_other { &mut files.left_out } else { &mut files.meant };
            names.push(file.name);
            match file.kind {
                Kind::Page(page) if !is_other => files.pages.push(page),
                Kind::Picture(format) if !is_other => files.unusable = Some(format),
                Kind::Page(_) | Kind::Picture(_) | Kind::Other => {}
            }
        }
        files
    }
}

/// Collects the files of a mail. Mails that are attached to an attached one are not opened.
fn collect(message: Message<'_>, is_outer: bool, files: &mut Vec<AttachedFile>) {
    for part in message.parts {
        let name = name(&part);
        let before = files.len();
        match part.body {
            PartType::Message(inner) if is_outer => collect(inner, false, files),
            PartType::Message(_) => {}
            _ => {
                files.extend(file(part, name));
                continue;
            }
        }
        if files.len() == before {
            files.push(AttachedFile {
                name,
                kind: Kind::Other,
                is_in_text: false,
                is_inline: false,
            });
        }
    }
}

fn file(part: MessagePart<'_>, name: String) -> Option<AttachedFile> {
    let is_attached = part.content_disposition().is_some_and(|way| way.ctype() == "attachment");
    let is_in_text = !is_attached && part.content_id().is_some();
    let is_claimed = is_claimed(&part);
    let media_type = media_type(&part);
    let is_inline = matches!(part.body, PartType::InlineBinary(_));
    let bytes = match part.body {
        PartType::Binary(file) | PartType::InlineBinary(file) => file,
        // Some mail programs send files with a text type.
        PartType::Text(text) | PartType::Html(text) if is_claimed || is_attached => {
            text.into_owned().into_bytes().into()
        }
        PartType::Text(_) | PartType::Html(_) | PartType::Message(_) | PartType::Multipart(_) => {
            return None;
        }
    };
    let is_added = ADDED.contains(&media_type.as_str()) || bytes.starts_with(APPLE_DOUBLE);
    let kind = match picture_format(&bytes, &media_type) {
        _ if is_added || (bytes.is_empty() && !is_claimed) => return None,
        Some(format) => Kind::Picture(format),
        None if is_claimed || is_page(&bytes) => Kind::Page(bytes.into_owned()),
        None => Kind::Other,
    };
    Some(AttachedFile { name, kind, is_in_text, is_inline })
}

/// Whether the file has the signature of a PNG or a PDF.
fn is_page(file: &[u8]) -> bool {
    let start = &file[..file.len().min(PDF_MARK_WITHIN)];
    file.starts_with(b"\x89PNG") || start.windows(5).any(|bytes| bytes == b"%PDF-")
}

/// Format of a picture that is no PNG, by its first bytes or, without known ones, by its media type.
fn picture_format(file: &[u8], media_type: &str) -> Option<&'static str> {
    match file {
        [0xff, 0xd8, 0xff, ..] => Some("JPEG"),
        [_, _, _, _, b'f', b't', b'y', b'p', b'h' | b'm', b'e' | b'i', ..] => Some("HEIC"),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some("WebP"),
        [b'I', b'I', b'*', 0, ..] | [b'M', b'M', 0, b'*', ..] => Some("TIFF"),
        [b'G', b'I', b'F', b'8', ..] => Some("GIF"),
        _ if is_page(file) => None,
        _ => match media_type {
            "image/jpeg" | "image/jpg" | "image/pjpeg" => Some("JPEG"),
            "image/heic" | "image/heif" => Some("HEIC"),
            _ => None,
        },
    }
}

/// Whether a part claims to be PNG or PDF, by type or by name.
fn is_claimed(part: &MessagePart<'_>) -> bool {
    let by_kind =
        part.is_content_type("image", "png") || part.is_content_type("application", "pdf");
    let kind = part.attachment_name().and_then(|name| name.rsplit_once('.')).map(|(_, kind)| kind);
    let by_name =
        ["png", "pdf"].iter().any(|own| kind.is_some_and(|k| k.eq_ignore_ascii_case(own)));
    by_kind || by_name
}

/// Name of a part in printable characters; its media type if it has none.
fn name(part: &MessagePart<'_>) -> String {
    let name = printable(part.attachment_name().unwrap_or_default());
    if name.trim().is_empty() { media_type(part) } else { name }
}

fn printable(name: &str) -> String {
    let is_printable = |c: &char| Words::parse(&c.to_string(), "").is_ok();
    name.chars().filter(is_printable).take(MAX_NAME_LENGTH).collect()
}

fn media_type(part: &MessagePart<'_>) -> String {
    let kind = part.content_type();
    let subtype = kind.and_then(|kind| kind.subtype()).unwrap_or("plain");
    format!("{}/{subtype}", kind.map_or("text", |kind| kind.ctype())).to_ascii_lowercase()
}
