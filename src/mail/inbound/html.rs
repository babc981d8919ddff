//! Text of HTML: its lines as a reader sees them, with a mark before those that are quoted.

use html5gum::{DefaultEmitter, StartTag, Token, Tokenizer};

/// Elements that begin a line, and end it.
const BLOCKS: [&str; 37] = [
    "address",
    "article",
    "aside",
    "body",
    "caption",
    "center",
    "dd",
    "details",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "head",
    "header",
    "hr",
    "html",
    "legend",
    "li",
    "main",
    "nav",
    "ol",
    "pre",
    "section",
    "summary",
    "table",
    "tr",
    "ul",
];
/// Elements whose content is no text.
const HIDDEN: [&str; 4] = ["script", "style", "template", "title"];
/// Maximum number of line breaks between two lines of text.
const MAX_BREAKS: usize = 3;

/// Converts HTML to text, up to a length in bytes. Lines within quotations begin with `>`.
pub(super) fn to_text(html: &str, max_length: usize) -> String {
    let mut page = Page::default();
    let mut emitter = DefaultEmitter::default();
    // Markup within scripts and styles is not read as tags.
    emitter.naively_switch_states(true);
    for Ok(token) in Tokenizer::new_with_emitter(html, emitter) {
        match token {
            Token::StartTag(tag) => page.start(&tag),
            Token::EndTag(tag) => page.end(&String::from_utf8_lossy(&tag.name)),
            Token::String(text) => page.add(&String::from_utf8_lossy(&text.value)),
            Token::Comment(_) | Token::Doctype(_) | Token::Error(_) => {}
        }
        if page.text.len() > max_length {
            break;
        }
    }
    page.text
}

/// Text that was read so far.
#[derive(Default)]
struct Page {
    text: String,
    /// Line breaks before the next word.
    breaks: usize,
    /// Whether there is space before the next word.
    has_space: bool,
    /// Number of open quotations.
    quotations: usize,
    /// Element without text that is open.
    hidden: Option<String>,
    is_preformatted: bool,
    /// Whether the last paragraph has no empty line around it.
    is_close: bool,
}

impl Page {
    fn start(&mut self, tag: &StartTag<()>) {
        let name = String::from_utf8_lossy(&tag.name);
        // Outlook has a paragraph for each line.
        if name == "p" {
            let class = tag.attributes.get(&b"class"[..]);
            self.is_close = class.is_some_and(|class| class.value.starts_with(b"Mso"));
        }
        match &*name {
            "br" => self.breaks = (self.breaks + 1).min(MAX_BREAKS),
            "p" => self.break_at_least(self.margin()),
            "td" | "th" => self.has_space = true,
            "blockquote" => {
                self.break_at_least(1);
                self.quotations += 1;
            }
            name if HIDDEN.contains(&name) => self.hidden = Some(name.to_owned()),
            name if BLOCKS.contains(&name) => {
                self.break_at_least(1);
                self.is_preformatted |= name == "pre";
            }
            _ => {}
        }
    }

    fn end(&mut self, name: &str) {
        match name {
            "blockquote" => {
                self.break_at_least(1);
                self.quotations = self.quotations.saturating_sub(1);
            }
            name if self.hidden.as_deref() == Some(name) => self.hidden = None,
            "p" => self.break_at_least(self.margin()),
            name if BLOCKS.contains(&name) => {
                self.break_at_least(1);
                self.is_preformatted &= name != "pre";
            }
            _ => {}
        }
    }

    /// Line breaks around a paragraph.
    fn margin(&self) -> usize {
        if self.is_close { 1 } else { 2 }
    }

    fn break_at_least(&mut self, breaks: usize) {
        self.breaks = self.breaks.max(breaks);
    }

    fn add(&mut self, text: &str) {
        if self.hidden.is_some() {
            return;
        }
        if self.is_preformatted {
            for (n, line) in text.split('\n').enumerate() {
                self.breaks = (self.breaks + usize::from(n > 0)).min(MAX_BREAKS);
                let line = line.trim_end_matches('\r');
                if !line.is_empty() {
                    self.add_word(line);
                }
            }
            return;
        }
        // An empty line has a hard space, so that it has a height.
        if self.breaks > 0 && text.contains('\u{a0}') && text.trim().is_empty() {
            self.breaks = (self.breaks + 1).min(MAX_BREAKS);
            return;
        }
        for piece in text.split_inclusive(|c: char| c.is_ascii_whitespace()) {
            let word = piece.trim_end_matches(|c: char| c.is_ascii_whitespace());
            if !word.is_empty() {
                self.add_word(word);
            }
            self.has_space |= word.len() < piece.len();
        }
    }

    fn add_word(&mut self, word: &str) {
        let is_first = self.text.is_empty();
        let breaks = std::mem::take(&mut self.breaks);
        if breaks > 0 || is_first {
            self.text.extend(std::iter::repeat_n('\n', if is_first { 0 } else { breaks }));
            // One mark for all quotations: deep ones would multiply the text.
            self.text += if self.quotations > 0 { "> " } else { "" };
        } else if self.has_space {
            self.text.push(' ');
        }
        self.has_space = false;
        self.text.extend(word.chars().map(|c| if c == '\u{a0}' { ' ' } else { c }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(html: &str) -> String {
        to_text(html, 1_000)
    }

    #[test]
    fn lines_of_html_are_those_of_the_screen() {
        for (html, expected) in [
            ("<div>One.</div><div>Two.</div>", "One.\nTwo."),
            ("<div>One.</div><div><br></div><div>Two.</div>", "One.\n\nTwo."),
            ("<div>One.<br></div><div>Two.</div>", "One.\nTwo."),
            ("<p>One.</p><p>Two.</p>", "One.\n\nTwo."),
            ("<p class=MsoNormal>One.</p><p class=MsoNormal>Two.</p>", "One.\nTwo."),
            (
                "<p class=MsoNormal>One.</p><p class=MsoNormal><o:p>&nbsp;</o:p></p><p class=MsoNormal>Two.</p>",
                "One.\n\nTwo.",
            ),
            ("One <b>and</b>\n two&nbsp;&amp; <i>three</i>.", "One and two & three."),
            ("<pre>a\n  b</pre>c", "a\n  b\nc"),
            ("<pre>a\n<b>b</b>\r\n\r\nc</pre>", "a\nb\n\nc"),
            ("<figcaption>a</figcaption>b", "a\nb"),
            ("<table><tr><td>a</td><td>b</td></tr><tr><td>c</table>", "a b\nc"),
            ("One.<br><br><br><br><br>Two.", "One.\n\n\nTwo."),
        ] {
            assert_eq!(text(html), expected, "{html}");
        }
    }

    #[test]
    fn quoted_lines_have_one_mark() {
        let html = "A<blockquote type=cite>B<br>C<blockquote>D</blockquote></blockquote>E";
        assert_eq!(text(html), "A\n> B\n> C\n> D\nE");
    }

    #[test]
    fn broken_html_loses_no_text() {
        for (html, expected) in [
            ("<head><style><!-- p {} --></style><title>x</title><p>One.", "One."),
            ("<!--[if mso]><p>x</p><![endif]--><![if !mso]>One.<![endif]>", "One."),
            ("<a title=\"1 > 0\">One</a> < two</b></blockquote></div>.", "One < two\n."),
            ("<script>document.write('<p>x')</script>One.", "One."),
        ] {
            assert_eq!(text(html), expected, "{html}");
        }
        assert!(to_text(&"<p>It rained.</p>".repeat(1_000), 100).len() < 120);
    }
}
