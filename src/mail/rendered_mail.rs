//! Rendered mail without a recipient, as text and as HTML.

use maud::{DOCTYPE, Markup, html};

/// Rendered mail without a recipient.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RenderedMail {
    pub subject: String,
    pub text: String,
    pub html: String,
    /// Link with which the recipient unsubscribes from mails of this kind.
    pub unsubscribe: Option<String>,
}

impl RenderedMail {
    /// Renders a mail from subject, body and footer. A line that equals one of the links becomes a link in the HTML;
    /// other text that looks like a URL or markup is escaped.
    pub(super) fn new(subject: &str, body: &str, footer: &str, links: &[&str]) -> Self {
        let (body, footer) = (lines(body), lines(footer));
        let html = document(&body, &footer, links).into_string();
        Self {
            // A subject must be one line, even if a book's name is not.
            subject: subject.split_whitespace().collect::<Vec<_>>().join(" "),
            // Signature separator, by which mail programs recognise a footer (RFC 3676, 4.3).
            text: format!("{body}\n\n-- \n{footer}"),
            html,
            unsubscribe: None,
        }
    }
}

/// Text without surrounding blank lines, with uniform line ends.
fn lines(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n").trim().to_owned()
}

fn document(body: &str, footer: &str, links: &[&str]) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            body {
                (paragraphs(body, links))
                hr;
                (paragraphs(footer, links))
            }
        }
    }
}

fn paragraphs(text: &str, links: &[&str]) -> Markup {
    let paragraphs = text.split("\n\n").map(|part| part.trim_matches('\n'));
    html! {
        @for paragraph in paragraphs.filter(|paragraph| !paragraph.is_empty()) {
            p {
                @for (index, line) in paragraph.lines().enumerate() {
                    @if index > 0 { br; }
                    @if links.contains(&line) { a href=(line) { (line) } } @else { (line) }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_keeps_line_breaks_and_links_known_addresses() {
        let body = "One.\r\nTwo.\n\n\nhttps://eve.example\nhttps://ink.example/a&b\n";
        let mail = RenderedMail::new("A\nsubject", body, "Why.", &["https://ink.example/a&b"]);
        assert_eq!(mail.subject, "A subject");
        let text = "One.\nTwo.\n\n\nhttps://eve.example\nhttps://ink.example/a&b\n\n-- \nWhy.";
        assert_eq!(mail.text, text);
        let html = "<p>One.<br>Two.</p><p>https://eve.example<br>\
            <a href=\"https://ink.example/a&amp;b\">https://ink.example/a&amp;b</a></p><hr><p>Why.</p>";
        assert!(mail.html.contains(html), "{}", mail.html);
    }

    #[test]
    fn markup_in_text_is_escaped_everywhere() {
        let markup = "<script>alert(\"a & b\")</script>";
        let link = format!("https://ink.example/?a=b&c=\"{markup}");
        let mail = RenderedMail::new(markup, &format!("{markup}\n{link}"), markup, &[&link]);
        let escaped = "&lt;script&gt;alert(&quot;a &amp; b&quot;)&lt;/script&gt;";
        let address = format!("https://ink.example/?a=b&amp;c=&quot;{escaped}");
        let html =
            format!("<p>{escaped}<br><a href=\"{address}\">{address}</a></p><hr><p>{escaped}</p>");
        assert!(mail.html.contains(&html), "{}", mail.html);
        assert_eq!((mail.subject.as_str(), mail.text.lines().next()), (markup, Some(markup)));
    }
}
