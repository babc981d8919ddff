//! Text of a reply, without the mail that it answers and without a signature.

use mail_parser::decoders::html::html_to_text;
use mail_parser::{Message, PartType};

use super::charset::Charsets;

/// Line in mails that ask a question. Everything from it on is the question again.
const REPLY_MARK: &str = "write your answer above this line";

/// Beginnings of lines, in lower case, with which mail programs separate the mail that is answered.
const SEPARATORS: [&str; 5] = [
    "-----original message",
    "-----ursprüngliche nachricht",
    "-----message d'origine",
    "________________________________",
    "begin forwarded message",
];

/// Beginning and verb of the lines, in lower case, with which mail programs introduce the mail that is answered: "On 28 November 2026,
/// Mara wrote:". They may be broken into two lines.
const INTRODUCTIONS: [(&str, &str); 6] = [
    ("on ", "wrote"),
    ("am ", "schrieb"),
    ("le ", "a écrit"),
    ("el ", "escribió"),
    ("il ", "ha scritto"),
    ("op ", "schreef"),
];

/// Maximum length of a text in bytes. An answer is far shorter, and what is behind it is not needed.
const MAX_LENGTH: usize = 256 << 10;

/// Maximum number of lines of a signature.
const MAX_SIGNATURE: usize = 8;

/// First two headers, in lower case, of a mail that is answered without an introduction.
const HEADERS: [(&str, &str); 3] =
    [("from: ", "sent: "), ("from: ", "date: "), ("von: ", "gesendet: ")];

/// Beginnings of lines, in lower case, that mail programs add to every mail.
const SIGNATURES: [&str; 12] = [
    "sent from my iphone",
    "sent from my ipad",
    "sent from my galaxy",
    "sent from my samsung",
    "sent from my tablet",
    "sent from outlook",
    "sent from mail for windows",
    "get outlook for ",
    "von meinem iphone gesendet",
    "von meinem ipad gesendet",
    "envoyé de mon iphone",
    "envoyé de mon ipad",
];

/// Tags of HTML that begin a line. The parser knows line breaks and paragraphs only.
const BLOCKS: [&str; 6] = ["div", "table", "tr", "ul", "li", "hr"];

/// Extracts the text that the sender of a mail wrote; empty for a mail without text.
pub(super) fn extract(message: &Message<'_>, charsets: &Charsets) -> String {
    let Some(part) = message.text_part(0) else { return String::new() };
    let text = charsets.text(message, part);
    match part.body {
        PartType::Html(_) => extract_answer(&html_to_text(&mark_lines(&text))),
        _ => extract_answer(&text),
    }
}

/// HTML with line breaks before its blocks, and a mark of quotation before what is quoted.
fn mark_lines(html: &str) -> String {
    let mut marked = String::with_capacity(html.len());
    for (n, piece) in html.split('<').enumerate() {
        let end = piece.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(piece.len());
        let tag = piece[..end].to_ascii_lowercase();
        marked += match tag.as_str() {
            _ if n == 0 => "",
            "blockquote" => "<br>&gt; <",
            tag if BLOCKS.contains(&tag) => "<br><",
            _ => "<",
        };
        marked += piece;
    }
    marked
}

/// Extracts the part that the sender wrote: up to the mail that is answered, the mark of a question, or a signature.
fn extract_answer(text: &str) -> String {
    let text = &text[..text.floor_char_boundary(MAX_LENGTH)];
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let last_quotation = lines.iter().rposition(|line| is_quotation(line));
    let is_end = |place: &usize| {
        let line = lines[*place].trim_start().to_lowercase();
        let is_before_quotation = last_quotation.is_some_and(|last| last > *place);
        ends_reply(&line, &lines[place + 1..], is_before_quotation)
    };
    let end = (0..lines.len()).find(is_end).unwrap_or(lines.len());
    lines[..end].join("\n").trim().to_owned()
}

/// Whether the answer ends before this line, which the others follow. A line that may also be the member's own, such as "On 3 May
/// 1962 my father wrote:", ends it only if a quotation follows.
fn ends_reply(line: &str, rest: &[&str], is_before_quotation: bool) -> bool {
    let next = rest.first().map(|next| next.to_lowercase()).unwrap_or_default();
    let begins = |beginnings: &[&str]| beginnings.iter().any(|text| line.starts_with(text));
    let has_headers = || HEADERS.iter().any(|(a, b)| line.starts_with(a) && next.starts_with(b));
    is_quotation(line)
        || begins(&SIGNATURES)
        // "-- " separates a signature (RFC 3676, 4.3); its space is often lost.
        || (line == "--" && is_short(rest))
        || (is_before_quotation
            && (begins(&SEPARATORS) || has_headers() || is_introduction(line, &next)))
}

/// Whether the lines up to a quotation are not more than those of a signature.
fn is_short(lines: &[&str]) -> bool {
    let own = lines.iter().take(MAX_SIGNATURE + 1).take_while(|line| !is_quotation(line));
    own.count() <= MAX_SIGNATURE
}

/// Whether the line is of the mail that is answered.
fn is_quotation(line: &str) -> bool {
    line.trim_start().starts_with('>') || line.to_lowercase().contains(REPLY_MARK)
}

/// Whether the line, perhaps with the next one, introduces the mail that is answered: with a date, a verb and a colon.
fn is_introduction(line: &str, next: &str) -> bool {
    let ends = |line: &str, verb: &str| line.contains(verb) && line.ends_with(':');
    line.contains(|c: char| c.is_ascii_digit())
        && INTRODUCTIONS.iter().any(|(beginning, verb)| {
            line.starts_with(beginning) && (ends(line, verb) || ends(next, verb))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answer_ends_where_the_question_is_quoted() {
        let answer = "It rained.\n\nOn and on.";
        let question = "## Write your answer above this line ##\nHello";
        for rest in [
            "",
            "\n\nOn Sat, 28 Nov 2026 at 09:00, Pen Club <club@example.org> wrote:\n> This week",
            "\n\nOn Saturday, 28 November 2026, Pen Club\n<club@example.org> wrote:\n\n> Hello",
            "\nAm 28.11.2026 um 09:00 schrieb Pen Club:\n\n> Hallo",
            "\nLe sam. 28 nov. 2026 à 09:00, Pen Club <club@example.org> a écrit :\n> Bonjour",
            &format!("\n\n-----Original Message-----\nFrom: Pen Club\n{question}"),
            &format!("\n________________________________\nFrom: Pen Club\n{question}"),
            &format!("\nFrom: Pen Club <club@example.org>\nSent: Saturday\nTo: Mara\n\n{question}"),
            &format!("\nOn 28 Nov 2026, Pen Club wrote:\n\n{question}"),
            "\n> ## Write your answer above this line ##",
            "\n## Write your answer above this line ##\nHello Mara",
            "\n-- \nMara",
            "\n\nSent from my iPad\n\n> Hello",
        ] {
            assert_eq!(extract_answer(&format!("{answer}{rest}")), answer, "{rest}");
        }
    }

    #[test]
    fn sentences_that_begin_alike_are_kept() {
        for text in [
            "On Sundays my father wrote:\nlong letters.",
            "Am 24. Dezember 1944 schrieb er:\nEs schneit.",
            "On 3 May 1962 my father wrote:\nIt rained.",
            "One.\n--\nTwo.\n1\n2\n3\n4\n5\n6\n7\n8",
            "One.\n________________________________\nTwo.",
            "From: the sea, to the hills.",
            "- one\n- two\n--- three",
            "Sent from my grandmother's house.",
        ] {
            assert_eq!(extract_answer(text), text);
        }
        assert_eq!(extract_answer("> Hello\n> Mara"), "");
        assert_eq!(extract_answer("\r\n One.\r\n"), "One.");
    }
}
