//! What stands in a page's head before any script runs: for search engines, for previews of links, and for the interface,
//! which reads from it who runs the place.

use std::fmt::Write as _;

use crate::config::{Config, MailTransport};

use super::page_metadata::{Image, Public, Subject};
use super::site_map::Page;

/// The elements of the head that depend on the page, what it is about, and the settings. `path` is the address asked for.
pub(super) fn head(config: &Config, page: Option<&Page>, subject: &Subject, path: &str) -> String {
    let mut out = String::new();
    let (title, public) = about(page, subject);
    let name = &config.community;
    element(&mut out, "title", &format!("{title} · {name}"));
    match page.zip(public) {
        Some((page, public)) => {
            let address = format!("{}{}", config.public_url, page.canonical(path));
            preview(&mut out, config, title, &address, &public);
        }
        None => meta(&mut out, "name", "robots", "noindex"),
    }
    let mail = if config.mail.transport == MailTransport::None { "none" } else { "" };
    let max_upload = config.max_upload_mib.to_string();
    let prize = &config.prize;
    let game = [
        ("inkfold:prize", "on"),
        ("inkfold:prize-host", prize.host.as_str()),
        ("inkfold:prize-terms", prize.terms_url.as_str()),
        ("inkfold:prize-checkout", if prize.checkout.framed { "framed" } else { "" }),
        ("inkfold:reward", prize.reward.as_str()),
    ];
    let game = game.into_iter().filter(|_| prize.enabled);
    let place = [
        ("inkfold:base", config.base_path()),
        ("inkfold:mail", mail),
        ("inkfold:max-upload", &max_upload),
        ("inkfold:name", name),
        ("inkfold:contact", &config.contact),
        ("inkfold:post-host", &config.mail.inbound.host),
        ("inkfold:partner", &config.partner.name),
        ("inkfold:partner-url", &config.partner.url),
    ];
    for (setting, content) in place.into_iter().chain(game) {
        if !content.is_empty() {
            meta(&mut out, "name", setting, content);
        }
    }
    if config.is_https() {
        // Only there can it be installed.
        let manifest = config.at("/manifest.webmanifest");
        _ = writeln!(out, "<link rel=\"manifest\" href=\"{}\">", escape(&manifest));
    }
    out
}

/// What a public page says of itself.
struct About<'a> {
    description: &'a str,
    image: Option<&'a Image>,
    feed: Option<&'a str>,
}

/// The title, and what more everybody may know.
fn about<'a>(page: Option<&'a Page>, subject: &'a Subject) -> (&'a str, Option<About<'a>>) {
    let title = page.map_or("Page not found", |page| page.title);
    match subject {
        Subject::Any => {
            let description = page.and_then(|page| page.description);
            let about = |description| About { description, image: None, feed: None };
            (title, description.map(about))
        }
        Subject::Missing => (title, None),
        Subject::Private { title } => (title, None),
        Subject::Public(Public { title, description, image, feed }) => {
            (title, Some(About { description, image: image.as_ref(), feed: feed.as_deref() }))
        }
    }
}

/// What previews of a link to the page show, and where it and its feed are.
fn preview(out: &mut String, config: &Config, title: &str, address: &str, about: &About<'_>) {
    meta(out, "name", "description", about.description);
    _ = writeln!(out, "<link rel=\"canonical\" href=\"{}\">", escape(address));
    if let Some(feed) = about.feed {
        let feed = escape(&format!("{}{feed}", config.public_url));
        _ = writeln!(
            out,
            "<link rel=\"alternate\" type=\"application/atom+xml\" title=\"{}\" href=\"{feed}\">",
            escape(title)
        );
    }
    let kind = if about.image.is_some() { "article" } else { "website" };
    for (property, content) in [
        ("og:type", kind),
        ("og:site_name", &config.community),
        ("og:title", title),
        ("og:description", about.description),
        ("og:url", address),
    ] {
        meta(out, "property", property, content);
    }
    let Some(image) = about.image else {
        return meta(out, "name", "twitter:card", "summary");
    };
    for (property, content) in [
        ("og:image", &format!("{}{}", config.public_url, image.path)),
        ("og:image:type", &"image/png".to_owned()),
        ("og:image:width", &image.width.to_string()),
        ("og:image:height", &image.height.to_string()),
        ("og:image:alt", &image.alt),
    ] {
        meta(out, "property", property, content);
    }
    meta(out, "name", "twitter:card", "summary_large_image");
}

fn element(out: &mut String, name: &str, text: &str) {
    _ = writeln!(out, "<{name}>{}</{name}>", escape(text));
}

fn meta(out: &mut String, kind: &str, name: &str, content: &str) {
    _ = writeln!(out, "<meta {kind}=\"{name}\" content=\"{}\">", escape(content));
}

/// Text as it may stand in an element or in quotes.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests;
