//! What stands around every basic page, in HTML that any browser understands.

use axum::http::HeaderMap;

use crate::config::Config;
use crate::http::html_head::{self, escape};
use crate::http::page_metadata::Subject;
use crate::http::site_map::Page;
use crate::http::{assets, page};

use super::Links;

const PLACES: [(&str, &str); 6] = [
    ("/", "Home"),
    ("/library", "Library"),
    ("/help", "Help"),
    ("/about", "About"),
    ("/contact", "Contact"),
    ("/privacy", "Privacy"),
];

/// Always true for engines that know the question, which all that we build for do. The interface's own styles are only
/// for them: older ones would understand half of it, so that all spaces were gone and nothing in their place.
const YOUNG_ENOUGH: &str =
    "(prefers-reduced-motion: reduce), (prefers-reduced-motion: no-preference)";

/// Everything of a page but its content.
pub(super) struct Frame<'a> {
    pub config: &'a Config,
    /// `None` when there is nothing at the address.
    pub page: Option<&'static Page>,
    pub path: &'a str,
    pub links: Links,
}

impl Frame<'_> {
    pub(super) fn around(&self, content: &str, headers: &HeaderMap) -> String {
        let Self { config, page, path, links } = self;
        let html_tag = page::html_tag_for(headers);
        let head = html_head::head(config, *page, &Subject::Any, path);
        let robots = match (links, page) {
            (Links::Beside, Some(_)) => "<meta name=\"robots\" content=\"noindex\">\n",
            (Links::Own, _) | (_, None) => "",
        };
        let styles = assets::style_sheet().map_or_else(String::new, |href| {
            let href = config.at(&href);
            format!("<link rel=\"stylesheet\" href=\"{href}\" media=\"{YOUNG_ENOUGH}\">\n")
        });
        let [icon, basic_styles] = ["/favicon.svg", "/basic.css"].map(|file| config.at(file));
        let name = escape(&config.community);
        let places = self.places();
        let foot = self.foot();
        format!(
            "<!doctype html>\n{html_tag}\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n{head}{robots}\
             <link rel=\"icon\" href=\"{icon}\" type=\"image/svg+xml\">\n\
             <link rel=\"stylesheet\" href=\"{basic_styles}\">\n{styles}</head>\n<body class=\"basic\">\n\
             <header class=\"basic-head\">\n<p class=\"basic-name\">{name}</p>\n{places}</header>\n\
             <main id=\"content\">\n{content}\n</main>\n\
             <footer class=\"basic-foot\">\n{foot}</footer>\n</body>\n</html>\n"
        )
    }

    fn places(&self) -> String {
        let links = PLACES.iter().map(|(path, name)| {
            let here = if self.path == *path { " aria-current=\"page\"" } else { "" };
            format!("<a href=\"{}\"{here}>{name}</a>\n", self.links.to(self.config, path))
        });
        format!(
            "<nav class=\"basic-nav\" aria-label=\"Main\">\n{}</nav>\n",
            links.collect::<String>()
        )
    }

    /// Whom to ask, which the pages leave to the server to say, and the way to the whole of the interface.
    fn foot(&self) -> String {
        let name = match self.config.community.as_str() {
            "Inkfold" => "this place".to_owned(),
            name => escape(name),
        };
        let contact = escape(&self.config.contact);
        let ask = if contact.is_empty() {
            format!(
                "There is no mailbox here. Ask the person who runs {name}: whoever gave you its \
                 address knows who that is."
            )
        } else {
            format!("Questions to {name}: <a href=\"mailto:{contact}\">{contact}</a>")
        };
        let whole = match (self.links, self.page) {
            (Links::Beside, Some(page)) => {
                let path = self.config.at(page.canonical(self.path));
                format!(" <a href=\"{}\">This page as newer browsers show it</a>", escape(&path))
            }
            (Links::Own, _) | (_, None) => String::new(),
        };
        format!(
            "<p>{ask}</p>\n<p>This is a basic page, for browsers without our scripts. To sign in \
             and to hand in what you wrote, open this place in the browser of a phone or computer.\
             {whole}</p>\n"
        )
    }
}

/// In place of a page that is nothing without its script.
pub(super) fn needs_script(config: &Config, page: &Page) -> String {
    let [help, library] = ["/help", "/library"].map(|path| config.at(path));
    format!(
        "<div class=\"basic-page stack\">\n<h1>{}</h1>\n\
         <p>This page needs a newer browser than the one you are reading with. Open it on a phone or \
         computer: it is at the same address there.</p>\n\
         <p>RequireSession you can read the <a href=\"{help}\">help</a>, and take forms and published books \
         out of the <a href=\"{library}\">library</a>.</p>\n</div>",
        escape(page.title)
    )
}

/// In place of a page that does not exist.
pub(super) fn not_found() -> String {
    "<div class=\"basic-page stack\">\n<h1>Page not found</h1>\n\
     <p>There is nothing at this address. The link may be old, or a letter may be missing.</p>\n\
     </div>"
        .to_owned()
}
