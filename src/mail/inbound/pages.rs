//! Pages of a mail: its PNG and PDF files, in any part.

use mail_parser::{Message, MessagePart, MimeHeaders, PartType};

/// File in a mail.
struct AttachedFile {
    file: Vec<u8>,
    /// Inline picture, which is often the logo of a signature.
    is_in_text: bool,
}

/// Pages of a mail.
#[derive(Debug, Default)]
pub(super) struct Pages {
    pub(super) files: Vec<Vec<u8>>,
    /// Whether they are pictures within the text.
    pub(super) are_in_text: bool,
}

/// Files that are meant as pages, in the order of the mail. Includes files that claim to be PNG or PDF and are not, so that their
/// sender gets an error. Mails within the mail are ignored, because others have written them.
pub(super) fn extract_pages(message: Message<'_>) -> Pages {
    let found: Vec<AttachedFile> = message.parts.into_iter().filter_map(page).collect();
    let has_attached = found.iter().any(|page| !page.is_in_text);
    let meant = found.into_iter().filter(|page| !(has_attached && page.is_in_text));
    Pages { files: meant.map(|page| page.file).collect(), are_in_text: !has_attached }
}

fn page(part: MessagePart<'_>) -> Option<AttachedFile> {
    let is_claimed = is_claimed(&part);
    let attached = part.content_disposition().is_some_and(|way| way.ctype() == "attachment");
    let is_in_text = !attached && part.content_id().is_some();
    let file = match part.body {
        PartType::Binary(file) | PartType::InlineBinary(file) => file,
        // Some mail programs send files with a text type.
        PartType::Text(text) | PartType::Html(text) if is_claimed => {
            text.into_owned().into_bytes().into()
        }
        PartType::Text(_) | PartType::Html(_) | PartType::Message(_) | PartType::Multipart(_) => {
            return None;
        }
    };
    let is_one = is_claimed || file.starts_with(b"\x89PNG") || file.starts_with(b"%PDF-");
    is_one.then(|| AttachedFile { file: file.into_owned(), is_in_text })
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
