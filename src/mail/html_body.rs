//! HTML of a mail: one column in the look of the site, for light and dark screens, with or without its pictures.
//!
//! Mail programs remove what they do not know, scripts and style sheets first. So tables make the column, and every element has the
//! style that it needs; only the colours of dark screens are in a style sheet.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::content::Button;
use super::pictures::Place;

/// Colours of dark screens. The attributes of the elements have those of light ones.
const DARK: &str = "@media (prefers-color-scheme: dark) {\
    .page { background: #191714 !important; }\
    .card { background: #23201b !important; border-color: #38332b !important; }\
    .ink, .ink p, .ink h1 { color: #f3ecdd !important; }\
    .quiet, .ink p.quiet, .quiet a { color: #a89f8c !important; }\
    .rule { border-color: #38332b !important; }\
    .link { color: #a9c1f5 !important; }\
    .button { background: #a9c1f5 !important; border-color: #a9c1f5 !important; color: #191714 !important; }\
    }";

const READ: &str = "Literata,Georgia,serif";
const UI: &str = "system-ui,-apple-system,'Segoe UI',Roboto,sans-serif";

/// Parts of a mail.
pub(super) struct Parts<'a> {
    pub(super) community: &'a str,
    pub(super) site: &'a str,
    pub(super) subject: &'a str,
    pub(super) body: &'a str,
    pub(super) footer: &'a str,
    /// Addresses that become links where one of them is a line of its own.
    pub(super) links: &'a [&'a str],
    /// The first paragraph that is its address becomes a button.
    pub(super) button: Option<Button<'a>>,
}

impl Parts<'_> {
    /// The document. Its pictures are filled in by [`super::pictures::fill`].
    pub(super) fn document(&self) -> Markup {
        let place = |place: Place| PreEscaped(place.marker());
        html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width";
                    meta name="color-scheme" content="light dark";
                    title { (self.subject) }
                    style { (PreEscaped(DARK)) }
                }
                body class="page" style="margin:0;background:#faf6ec" {
                    table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#faf6ec" {
                        tr {
                            td align="center" style="padding:24px 12px" {
                                (self.column(&place(Place::Cover), &place(Place::Memo)))
                            }
                        }
                    }
                }
            }
        }
    }

    fn column(&self, cover: &Markup, memo: &Markup) -> Markup {
        html! {
            table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px" {
                tr {
                    td class="quiet" style={ "padding:0 4px 12px;font:600 15px/1.4 " (READ) ";color:#696252" } {
                        a href=(self.site) style="color:#696252;text-decoration:none" { (self.community) }
                    }
                }
                tr {
                    td class="card ink" align="left" style={ "padding:28px;background:#fffdf8;border:1px solid #ddd4bf;border-radius:6px;font:16px/1.55 " (UI) ";color:#1c1a17" } {
                        (cover)
                        h1 dir="auto" style={ "margin:0 0 20px;font:600 25px/1.2 " (READ) ";color:#1c1a17" } { (self.subject) }
                        (self.body())
                        (memo)
                    }
                }
                tr {
                    td class="quiet" align="left" style={ "padding:16px 4px 0;font:13px/1.5 " (UI) ";color:#696252" } {
                        @for paragraph in paragraphs(self.footer) {
                            p style="margin:0 0 10px" { (self.footer_paragraph(paragraph)) }
                        }
                    }
                }
            }
        }
    }

    fn body(&self) -> Markup {
        let mut button = self.button;
        html! {
            @for paragraph in paragraphs(self.body) {
                @if let Some(shown) = button.take_if(|button| paragraph == button.link) {
                    (render_button(shown))
                } @else if let Some(quote) = quoted(paragraph) {
                    blockquote class="rule" dir="auto" style={ "margin:0 0 16px;padding:2px 0;padding-inline-start:16px;border-inline-start:3px solid #ddd4bf;font:17px/1.6 " (READ) } {
                        (self.lines(&quote, "color:#1f3f77", Some("link")))
                    }
                } @else {
                    p dir="auto" style="margin:0 0 16px" { (self.lines(paragraph, "color:#1f3f77", Some("link"))) }
                }
            }
        }
    }

    /// A line of text and its address become one link, so that long addresses do not stand at the end of every mail.
    fn footer_paragraph(&self, paragraph: &str) -> Markup {
        let style = "color:#696252";
        match paragraph.split_once(":\n") {
            Some((text, link)) if self.links.contains(&link) => {
                html! { a href=(link) style=(style) { (text) } }
            }
            _ => self.lines(paragraph, style, None),
        }
    }

    /// Lines of a paragraph; those that are known addresses as links, all others as text.
    fn lines(&self, paragraph: &str, style: &str, class: Option<&str>) -> Markup {
        html! {
            @for (index, line) in paragraph.lines().enumerate() {
                @if index > 0 { br; }
                @if self.links.contains(&line) {
                    a class=[class] href=(line) style={ (style) ";word-break:break-all" } { (line) }
                } @else {
                    (line)
                }
            }
        }
    }
}

/// A button, and its address for mail programs that show none.
fn render_button(button: Button<'_>) -> Markup {
    html! {
        p style="margin:24px 0 8px" {
            a class="button" href=(button.link) style={ "display:inline-block;padding:12px 24px;background:#1f3f77;border:1px solid #1f3f77;border-radius:6px;font:700 17px/1.3 " (UI) ";color:#fffdf8;text-decoration:none" } {
                (button.label)
            }
        }
        p class="quiet" style="margin:0 0 24px;font-size:13px;line-height:1.5;color:#696252" {
            "Or open this address: "
            a href=(button.link) style="color:#696252;word-break:break-all" { (button.link) }
        }
    }
}

fn paragraphs(text: &str) -> impl Iterator<Item = &str> {
    text.split("\n\n").map(|part| part.trim_matches('\n')).filter(|part| !part.is_empty())
}

/// Text of a paragraph of which every line is quoted, as in a reply.
fn quoted(paragraph: &str) -> Option<String> {
    let lines = paragraph
        .lines()
        .map(|line| line.strip_prefix('>').map(|line| line.strip_prefix(' ').unwrap_or(line)));
    lines.collect::<Option<Vec<&str>>>().map(|lines| lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts<'a>(body: &'a str, links: &'a [&'a str]) -> Parts<'a> {
        let (community, site, subject) = ("Club", "https://ink.example", "A subject");
        Parts { community, site, subject, body, footer: "Why.", links, button: None }
    }

    /// The document without its attributes.
    fn without_styles(html: &str) -> String {
        let mut plain = String::new();
        for part in html.split(" style=\"") {
            plain += if plain.is_empty() { part } else { part.split_once('"').unwrap().1 };
        }
        plain.replace(" class=\"link\"", "").replace(" dir=\"auto\"", "")
    }

    #[test]
    fn html_keeps_line_breaks_and_links_known_addresses() {
        let links = ["https://ink.example/a&b"];
        let parts = parts("One.\nTwo.\n\n\nhttps://eve.example\nhttps://ink.example/a&b", &links);
        let html = without_styles(&parts.document().into_string());
        let expected = "<p>One.<br>Two.</p><p>https://eve.example<br>\
            <a href=\"https://ink.example/a&amp;b\">https://ink.example/a&amp;b</a></p>";
        assert!(html.contains(expected), "{html}");
    }

    #[test]
    fn first_paragraph_with_its_address_becomes_the_button() {
        let link = "https://ink.example/read";
        let body = format!("Read it:\n\n{link}\n\nOnce more:\n\n{link}");
        let links = [link];
        let button = Some(Button { link, label: "Read the book" });
        let html = Parts { button, ..parts(&body, &links) }.document().into_string();
        assert_eq!(html.matches("Read the book</a>").count(), 1, "{html}");
        assert_eq!(html.matches("class=\"link\"").count(), 1, "{html}");
    }

    #[test]
    fn address_in_the_footer_is_behind_its_text() {
        let links = ["https://ink.example/stop"];
        let footer =
            "Why.\n\nStop these mails:\nhttps://ink.example/stop\n\nElse:\nhttps://eve.example";
        let html = Parts { footer, ..parts("Hello", &links) }.document().into_string();
        let html = without_styles(&html);
        for part in [
            "<a href=\"https://ink.example/stop\">Stop these mails</a>",
            "<p>Else:<br>https://eve.example</p>",
        ] {
            assert!(html.contains(part), "{part}: {html}");
        }
    }

    #[test]
    fn quoted_lines_become_a_quote() {
        let html = parts("You wrote:\n\n> It rained.\n>\n> All <b>day</b>.", &[]).document();
        let html = without_styles(&html.into_string());
        let expected = ">It rained.<br><br>All &lt;b&gt;day&lt;/b&gt;.</blockquote>";
        assert!(html.contains(expected), "{html}");
        assert_eq!(quoted("> one\ntwo"), None);
    }
}
