//! Frame of every basic page, in HTML that any browser understands.

use maud::{Markup, html};

use crate::config::Config;
use crate::http::pages::html_document::{Appearance, document};
use crate::http::pages::page_metadata::Subject;
use crate::http::pages::site_map::Page;
use crate::http::pages::{assets, html_head};

use super::Links;

const PLACES: [(&str, &str); 6] = [
    ("/", "Home"),
    ("/library", "Library"),
    ("/help", "Help"),
    ("/about", "About"),
    ("/contact", "Contact"),
    ("/privacy", "Privacy"),
];

/// Media query that is true in every engine that knows the feature, which includes all supported ones. Keeps the interface's own
/// styles from older engines, which would apply half of them and lose all spacing.
const YOUNG_ENOUGH: &str =
    "(prefers-reduced-motion: reduce), (prefers-reduced-motion: no-preference)";

/// Head, header and footer of a page, without its content.
pub(super) struct Frame<'a> {
    pub config: &'a Config,
    /// Page at the address; `None` if there is none.
    pub page: Option<&'static Page>,
    pub path: &'a str,
    pub links: Links,
}

impl Frame<'_> {
    pub(super) fn around(&self, content: &Markup, appearance: Appearance) -> Markup {
        document(appearance, &self.head(), &self.body(content))
    }

    fn head(&self) -> Markup {
        let Self { config, page, path, .. } = self;
        html! {
            (html_head::head(config, *page, &Subject::Any, path))
            @if self.original().is_some() { meta name="robots" content="noindex"; }
            link rel="icon" href=(config.at("/favicon.svg")) type="image/svg+xml";
            link rel="stylesheet" href=(config.at("/basic.css"));
            @if let Some(href) = assets::style_sheet() {
                link rel="stylesheet" href=(config.at(&href)) media=(YOUNG_ENOUGH);
            }
        }
    }

    /// Original of a page below `/basic`, if it has one.
    fn original(&self) -> Option<&'static Page> {
        self.page.filter(|_| self.links == Links::Beside)
    }

    fn body(&self, content: &Markup) -> Markup {
        html! {
            header class="basic-head" {
                p class="basic-name" { (self.config.community) }
                (self.places())
            }
            main id="content" { (content) }
            footer class="basic-foot" { (self.foot()) }
        }
    }

    fn places(&self) -> Markup {
        html! {
            nav class="basic-nav" aria-label="Main" {
                @for (path, name) in PLACES {
                    @let here = (self.path == path).then_some("page");
                    a href=(self.links.to(self.config, path)) aria-current=[here] { (name) }
                    // Without styles, only a space separates links.
                    " "
                }
            }
        }
    }

    /// Contact, which the pages leave to the server, and a link to the full version of the page.
    fn foot(&self) -> Markup {
        let Config { community, contact, .. } = self.config;
        let site = if community == "Inkfold" { "this site" } else { community };
        html! {
            p {
                @if contact.is_empty() {
                    "There is no email address for questions. Ask whoever invited you who runs " (site) "."
                } @else {
                    "Questions about " (site) ": " a href={ "mailto:" (contact) } { (contact) }
                }
            }
            p {
                "This is a basic page, for browsers without our scripts. To sign in and to hand in what you wrote, \
                 open this site in the browser of a phone or computer."
                @if let Some(page) = self.original() {
                    @let path = self.config.at(page.canonical(self.path));
                    " " a href=(path) { "This page as newer browsers show it" }
                }
            }
        }
    }
}

/// Content in place of a page that needs scripts.
pub(super) fn needs_script(config: &Config, page: &Page) -> Markup {
    html! {
        div class="basic-page stack" {
            h1 { (page.title) }
            p {
                "This page needs a newer browser than the one you are reading with. Open it on a phone or \
                 computer: it is at the same address there."
            }
            p {
                "Here you can read the " a href=(config.at("/help")) { "help" }
                ", and take forms and published books out of the "
                a href=(config.at("/library")) { "library" } "."
            }
        }
    }
}

/// Content in place of a page that does not exist.
pub(super) fn not_found() -> Markup {
    html! {
        div class="basic-page stack" {
            h1 { "Page not found" }
            p { "There is nothing at this address. The link may be old, or a letter may be missing." }
        }
    }
}
