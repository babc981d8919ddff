//! Rendered mail without a recipient, as text and as HTML.

use super::html_body::Parts;

/// Rendered mail without a recipient.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RenderedMail {
    pub subject: String,
    pub text: String,
    /// HTML with places for pictures.
    pub html: String,
    /// Link with which the recipient unsubscribes from mails of this kind.
    pub unsubscribe: Option<String>,
    /// Address for replies; `None` for that of the community.
    pub reply_to: Option<String>,
}

impl RenderedMail {
    /// Renders a mail as text and as HTML.
    pub(super) fn new(parts: &Parts<'_>) -> Self {
        let (body, footer) = (lines(parts.body), lines(parts.footer));
        // A subject must be one line, even if a book's name is not.
        let subject = parts.subject.split_whitespace().collect::<Vec<_>>().join(" ");
        let html = Parts { subject: &subject, body: &body, footer: &footer, ..*parts }.document();
        Self {
            // Signature separator, by which mail programs recognise a footer (RFC 3676, 4.3).
            text: format!("{body}\n\n-- \n{footer}"),
            html: html.into_string(),
            subject,
            unsubscribe: None,
            reply_to: None,
        }
    }
}

/// Text without surrounding blank lines, with uniform line ends.
fn lines(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rendered(subject: &str, body: &str, footer: &str, links: &[&str]) -> RenderedMail {
        let (community, site) = ("Club", "https://ink.example");
        RenderedMail::new(&Parts { community, site, subject, body, footer, links, button: None })
    }

    #[test]
    fn subject_and_line_ends_are_normalised() {
        let mail = rendered("A\nsubject", "One.\r\nTwo.\n", "Why.", &[]);
        assert_eq!(mail.subject, "A subject");
        assert_eq!(mail.text, "One.\nTwo.\n\n-- \nWhy.");
        assert!(mail.html.contains(">One.<br>Two.</p>"), "{}", mail.html);
    }

    #[test]
    fn markup_in_text_is_escaped_everywhere() {
        let markup = "<script>alert(\"a & b\")</script>";
        let link = format!("https://ink.example/?a=b&c=\"{markup}");
        let mail = rendered(markup, &format!("{markup}\n{link}"), markup, &[&link]);
        let escaped = "&lt;script&gt;alert(&quot;a &amp; b&quot;)&lt;/script&gt;";
        let address = format!("href=\"https://ink.example/?a=b&amp;c=&quot;{escaped}\"");
        assert!(mail.html.contains(&address), "{}", mail.html);
        // Title, heading, body, footer, and the link with its text.
        assert_eq!(mail.html.matches(escaped).count(), 6, "{}", mail.html);
        assert!(!mail.html.contains("<script"), "{}", mail.html);
        assert_eq!((mail.subject.as_str(), mail.text.lines().next()), (markup, Some(markup)));
    }
}
