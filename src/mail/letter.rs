//! A mail before it has an addressee, as text and as HTML.

use std::fmt::Write as _;

/// A mail before it has an addressee.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    pub subject: String,
    pub text: String,
    pub html: String,
    /// Link by which its reader stops mails of this kind.
    pub unsubscribe: Option<String>,
}

impl Letter {
    /// The mail of a subject, a body and a footer. A line that is one of the links leads there in the HTML; whatever else looks like
    /// an address or like markup is text.
    pub(super) fn new(subject: &str, body: &str, footer: &str, links: &[&str]) -> Self {
        let (body, footer) = (lines(body), lines(footer));
        let html = format!(
            "<!doctype html><html lang=\"en\"><body>{}<hr>{}</body></html>",
            paragraphs(&body, links),
            paragraphs(&footer, links)
        );
        Self {
            // A subject is one line, whatever a book is called.
            subject: subject.split_whitespace().collect::<Vec<_>>().join(" "),
            // The line by which mail programs know a footer (RFC 3676, 4.3).
            text: format!("{body}\n\n-- \n{footer}"),
            html,
            unsubscribe: None,
        }
    }
}

/// The text without blank lines around it, each line ended alike.
fn lines(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n").trim().to_owned()
}

fn paragraphs(text: &str, links: &[&str]) -> String {
    let mut html = String::new();
    for paragraph in text.split("\n\n").map(|part| part.trim_matches('\n')) {
        if !paragraph.is_empty() {
            let shown: Vec<String> = paragraph.lines().map(|line| to_html(line, links)).collect();
            _ = write!(html, "<p>{}</p>", shown.join("<br>"));
        }
    }
    html
}

fn to_html(line: &str, links: &[&str]) -> String {
    let escaped = escape(line);
    if links.contains(&line) { format!("<a href=\"{escaped}\">{escaped}</a>") } else { escaped }
}

/// Text as HTML shows it, in content and in quoted attributes.
pub fn escape(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut out, c| {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            other => out.push(other),
        }
        out
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_keeps_line_breaks_and_links_known_addresses() {
        let body = "One.\r\nTwo.\n\n\nhttps://eve.example\nhttps://ink.example/a&b\n";
        let letter = Letter::new("A\nsubject", body, "Why.", &["https://ink.example/a&b"]);
        assert_eq!(letter.subject, "A subject");
        let text = "One.\nTwo.\n\n\nhttps://eve.example\nhttps://ink.example/a&b\n\n-- \nWhy.";
        assert_eq!(letter.text, text);
        let html = "<p>One.<br>Two.</p><p>https://eve.example<br>\
            <a href=\"https://ink.example/a&amp;b\">https://ink.example/a&amp;b</a></p><hr><p>Why.</p>";
        assert!(letter.html.contains(html), "{}", letter.html);
    }
}
