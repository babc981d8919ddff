//! HTML documents without scripts.

use axum::http::HeaderMap;
use maud::{DOCTYPE, Markup, html};

use crate::http::cookies;

/// Theme and display that the reader has chosen. Of the cookies' values, only known ones get into a page.
#[derive(Clone, Copy, Default)]
pub(in crate::http) struct Appearance {
    theme: Option<&'static str>,
    display: Option<&'static str>,
}

impl Appearance {
    pub(in crate::http) fn of(headers: &HeaderMap) -> Self {
        let chosen = |name| cookies::value_in(headers, name);
        Self::parse(chosen("theme").as_deref(), chosen("display").as_deref())
    }

    fn parse(theme: Option<&str>, display: Option<&str>) -> Self {
        let theme = match theme {
            Some("dark") => Some("dark"),
            Some("light") => Some("light"),
            _ => None,
        };
        Self { theme, display: display.and_then(|display| (display == "paper").then_some("paper")) }
    }

    /// Start tag of the root element.
    pub(super) fn start_tag(self) -> String {
        let Self { theme, display } = self;
        let element = html! { html lang="en" data-theme=[theme] data-display=[display] {} };
        element.into_string().trim_end_matches("</html>").to_owned()
    }
}

/// Whole document in the style of basic pages.
pub(in crate::http) fn document(appearance: Appearance, head: &Markup, body: &Markup) -> Markup {
    let Appearance { theme, display } = appearance;
    html! {
        (DOCTYPE)
        html lang="en" data-theme=[theme] data-display=[display] {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                (head)
            }
            body class="basic" { (body) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_theme_cookie_is_left_out_of_page() {
        let tag = |theme, display| Appearance::parse(theme, display).start_tag();
        assert_eq!(tag(None, None), "<html lang=\"en\">");
        assert_eq!(tag(Some("\"><script>"), Some("x")), "<html lang=\"en\">");
        assert_eq!(
            tag(Some("dark"), Some("paper")),
            "<html lang=\"en\" data-theme=\"dark\" data-display=\"paper\">"
        );
    }
}
