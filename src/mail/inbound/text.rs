//! Text of a mail as its sender typed it, whatever its parts and their formats.

use mail_parser::{Message, MessagePart, MimeHeaders, PartType};

use super::charset::Charsets;
use super::{flowed, html};

/// Maximum length of a text in bytes. An answer is far shorter, and what is behind it is not needed.
const MAX_LENGTH: usize = 256 << 10;

/// Text of a mail, and the names of the files that an old mail program has written into it.
pub(super) struct TypedText {
    pub(super) text: String,
    /// Text behind the last picture within it.
    pub(super) behind_picture: String,
    pub(super) files: Vec<String>,
}

impl TypedText {
    /// Text of all parts, between which there may be pictures.
    pub(super) fn of(message: &Message<'_>, charsets: &Charsets) -> Self {
        let plain = join(message, charsets, &message.text_body);
        // Some programs leave the plain text empty.
        let is_empty = plain.trim().is_empty();
        let parts = if is_empty { &message.html_body } else { &message.text_body };
        let text = if is_empty { join(message, charsets, parts) } else { plain };
        let is_picture = |id: &u32| part(message, *id).is_some_and(|part| !part.is_text());
        let behind = parts.iter().rposition(is_picture).map_or(parts.len(), |at| at + 1);
        Self {
            behind_picture: join(message, charsets, &parts[behind..]),
            ..without_uuencoded(&text[..text.floor_char_boundary(MAX_LENGTH)])
        }
    }
}

fn part<'a>(message: &'a Message<'_>, id: u32) -> Option<&'a MessagePart<'a>> {
    message.parts.get(id as usize)
}

fn join(message: &Message<'_>, charsets: &Charsets, parts: &[u32]) -> String {
    let parts = parts.iter().filter_map(|id| part(message, *id));
    let texts = parts.filter(|part| part.is_text()).map(|part| plain(message, charsets, part));
    texts.collect::<Vec<_>>().join("\n")
}

fn plain(message: &Message<'_>, charsets: &Charsets, part: &MessagePart<'_>) -> String {
    let text = charsets.text(message, part);
    let kind = part.content_type();
    let says = |name: &str, value: &str| {
        let found = kind.and_then(|kind| kind.attribute(name));
        found.is_some_and(|found| found.eq_ignore_ascii_case(value))
    };
    let text = if matches!(part.body, PartType::Html(_)) {
        html::to_text(&text, MAX_LENGTH)
    } else {
        let text = &text[..text.floor_char_boundary(MAX_LENGTH)];
        if says("format", "flowed") {
            flowed::unfold(text, says("delsp", "yes"))
        } else {
            text.to_owned()
        }
    };
    text.trim_end_matches(['\r', '\n']).to_owned()
}

/// Removes files that are written into the text: lines from `begin 644 name` to `end`.
fn without_uuencoded(text: &str) -> TypedText {
    let mut typed = TypedText {
        text: String::with_capacity(text.len()),
        behind_picture: String::new(),
        files: Vec::new(),
    };
    let last_end = text.lines().enumerate().filter(|(_, line)| *line == "end").last();
    let last_end = last_end.map_or(0, |(at, _)| at);
    let mut lines = text.lines().enumerate();
    while let Some((at, line)) = lines.next() {
        match uuencoded_name(line).filter(|_| at < last_end) {
            Some(name) => {
                typed.files.push(name.to_owned());
                lines.by_ref().find(|(_, line)| *line == "end");
            }
            None => typed.text = typed.text + line + "\n",
        }
    }
    typed
}

/// Name of the file that begins at this line.
fn uuencoded_name(line: &str) -> Option<&str> {
    let (mode, name) = line.strip_prefix("begin ")?.split_once(' ')?;
    let is_mode = matches!(mode.len(), 3 | 4) && mode.bytes().all(|c| (b'0'..=b'7').contains(&c));
    (is_mode && !name.is_empty()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uuencoded_files_are_cut_out_of_the_text() {
        let text = "It rained.\nbegin 644 page.png\n#86)C\n`\nend\nAll night.";
        let typed = without_uuencoded(text);
        assert_eq!(
            (typed.text.as_str(), typed.files),
            ("It rained.\nAll night.\n", vec!["page.png".to_owned()])
        );
        for text in ["begin 644 page.png\nAnd no end.\n", "begin at once please\nend\n", "end\n"] {
            let typed = without_uuencoded(text);
            assert_eq!((typed.text.as_str(), typed.files.len()), (text, 0));
        }
    }
}
