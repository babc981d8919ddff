//! The pages in a mail: its PNG and PDF files, wherever they stand in it.

use mail_parser::{Message, MessagePart, MimeHeaders, PartType};

/// A file, and how it stands in the mail.
struct Found {
    file: Vec<u8>,
    /// Pictures in the text of a mail are often the logo below a signature.
    is_in_text: bool,
}

/// Every file that is meant as a page, in the order of the mail. What says that it is a picture or a PDF and is none is among them:
/// its sender must hear of it. Mails within the mail are not looked into: they are somebody else's.
pub(super) fn of(message: Message<'_>) -> Vec<Vec<u8>> {
    let found: Vec<Found> = message.parts.into_iter().filter_map(page).collect();
    let has_attached = found.iter().any(|page| !page.is_in_text);
    let meant = found.into_iter().filter(|page| !(has_attached && page.is_in_text));
    meant.map(|page| page.file).collect()
}

fn page(part: MessagePart<'_>) -> Option<Found> {
    let is_claimed = is_claimed(&part);
    let attached = part.content_disposition().is_some_and(|way| way.ctype() == "attachment");
    let is_in_text = !attached && part.content_id().is_some();
    let file = match part.body {
        PartType::Binary(file) | PartType::InlineBinary(file) => file,
        // Some program did not know what it sends.
        PartType::Text(text) | PartType::Html(text) if is_claimed => {
            text.into_owned().into_bytes().into()
        }
        PartType::Text(_) | PartType::Html(_) | PartType::Message(_) | PartType::Multipart(_) => {
            return None;
        }
    };
    let is_one = is_claimed || file.starts_with(b"\x89PNG") || file.starts_with(b"%PDF-");
    is_one.then(|| Found { file: file.into_owned(), is_in_text })
}

/// Whether the mail says that this is a PNG or a PDF.
fn is_claimed(part: &MessagePart<'_>) -> bool {
    let by_kind =
        part.is_content_type("image", "png") || part.is_content_type("application", "pdf");
    let kind = part.attachment_name().and_then(|name| name.rsplit_once('.')).map(|(_, kind)| kind);
    let by_name =
        ["png", "pdf"].iter().any(|own| kind.is_some_and(|k| k.eq_ignore_ascii_case(own)));
    by_kind || by_name
}
