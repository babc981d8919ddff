//! Pictures in the HTML of a mail. Each has a place, which stays empty when there is no picture.

use maud::html;

/// Place of a picture in a mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Above the heading.
    Cover,
    /// Below the text.
    Memo,
}

impl Place {
    const ALL: [Self; 2] = [Self::Cover, Self::Memo];

    /// Name of the picture in the mail.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Cover => "cover",
            Self::Memo => "memo",
        }
    }

    /// Comment in the HTML. Text is escaped, so it contains none.
    pub(super) fn marker(self) -> String {
        format!("<!-- {} -->", self.name())
    }

    /// Maximum width in pixels of CSS.
    pub fn width(self) -> u32 {
        match self {
            Self::Cover => 180,
            Self::Memo => 476,
        }
    }
}

/// Picture that is sent with a mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    pub place: Place,
    pub png: Vec<u8>,
    /// Width in pixels of CSS; the file has twice as many.
    pub width: u32,
    pub height: u32,
    /// Text for mail programs that show no pictures.
    pub alt: String,
    /// Line below the picture.
    pub caption: Option<String>,
}

impl Picture {
    /// Identifier within the mail of that id (RFC 2392).
    pub(super) fn content_id(&self, mail: &str) -> String {
        format!("{}@{mail}", self.place.name())
    }

    fn element(&self, mail: &str) -> String {
        let Self { width, height, alt, .. } = self;
        let source = format!("cid:{}", self.content_id(mail));
        let image = |style: &str| {
            html! { img src=(source) width=(width) height=(height) alt=(alt) style=(style); }
        };
        let markup = match self.place {
            Place::Cover => image("display:block;margin:0 auto 24px;border:0"),
            Place::Memo => html! {
                // Handwriting is dark, so its paper stays light on dark screens.
                div class="rule" style="margin:24px 0 0;padding:12px;background:#fff;border:1px solid #ddd4bf;border-radius:3px" {
                    (image("display:block;max-width:100%;height:auto;border:0"))
                }
            },
        };
        let caption = html! {
            @if let Some(caption) = &self.caption {
                p class="quiet" dir="auto" style="margin:8px 0 0;font-size:14px;line-height:1.5;color:#696252" { (caption) }
            }
        };
        markup.into_string() + &caption.into_string()
    }
}

/// Fills the places of a mail's HTML with these pictures, and leaves the others empty.
pub(super) fn fill(html: &str, pictures: &[Picture], mail: &str) -> String {
    Place::ALL.into_iter().fold(html.to_owned(), |html, place| {
        let picture = pictures.iter().find(|picture| picture.place == place);
        let element = picture.map(|picture| picture.element(mail)).unwrap_or_default();
        html.replacen(&place.marker(), &element, 1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_without_pictures_are_left_empty() {
        let html = format!("<p>One</p>{}<p>Two</p>{}", Place::Cover.marker(), Place::Memo.marker());
        assert_eq!(fill(&html, &[], "id"), "<p>One</p><p>Two</p>");
        let memo = Picture {
            place: Place::Memo,
            png: Vec::new(),
            width: 300,
            height: 90,
            alt: "<your> hand".into(),
            caption: Some("What is blue?".into()),
        };
        let filled = fill(&html, &[memo], "id");
        assert!(filled.starts_with("<p>One</p><p>Two</p><div class"), "{filled}");
        for part in [
            "src=\"cid:memo@id\"",
            "width=\"300\"",
            "alt=\"&lt;your&gt; hand\"",
            "What is blue?</p>",
        ] {
            assert!(filled.contains(part), "{part}: {filled}");
        }
    }
}
