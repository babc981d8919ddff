//! Head of a page before any script runs: for search engines, for previews of links, and for the interface, which reads from it who
//! runs the community.

use std::borrow::Cow;

use maud::{Markup, html};

use crate::config::{Config, MailTransport};

use super::page_metadata::{Image, PublicMetadata, Subject};
use super::site_map::Page;

/// Elements of the head that depend on the page, its subject, and the settings. `path` is the requested path.
pub(super) fn head(config: &Config, page: Option<&Page>, subject: &Subject, path: &str) -> Markup {
    let (title, public) = title_and_metadata(page, subject);
    html! {
        title { (title) " · " (config.community) }
        @match page.zip(public) {
            Some((page, public)) => (preview(config, title, page.canonical(path), &public)),
            None => meta name="robots" content="noindex";
        }
        @for (setting, content) in settings(config).iter().filter(|(_, content)| !content.is_empty()) {
            meta name=(setting) content=(content);
        }
        @for script in page.map(Page::scripts).unwrap_or_default() {
            link rel="modulepreload" href=(config.at(&format!("/{script}")));
        }
        @if config.is_https() {
            // Only with https can the app be installed.
            link rel="manifest" href=(config.at("/manifest.webmanifest"));
        }
    }
}

/// Settings that the interface reads, by name. Empty ones are left out of the page.
fn settings(config: &Config) -> Vec<(&'static str, Cow<'_, str>)> {
    let mail = if config.mail.transport == MailTransport::None { "none" } else { "" };
    let first_chapter = if config.library.first_chapter_public { "public" } else { "" };
    let mut settings: Vec<(_, Cow<'_, str>)> = vec![
        ("inkfold:base", config.base_path().into()),
        ("inkfold:mail", mail.into()),
        ("inkfold:passkey-origin", passkey_origin(config).into()),
        ("inkfold:registration", config.accounts.registration.as_str().into()),
        ("inkfold:first-chapter", first_chapter.into()),
        ("inkfold:max-upload", config.max_upload_mib.to_string().into()),
        ("inkfold:name", (&config.community).into()),
        ("inkfold:contact", (&config.contact).into()),
        ("inkfold:post-host", (&config.mail.inbound.host).into()),
        ("inkfold:partner", (&config.partner.name).into()),
        ("inkfold:partner-url", (&config.partner.url).into()),
    ];
    let prize = &config.prize;
    if prize.enabled {
        settings.extend([
            ("inkfold:prize", "on".into()),
            ("inkfold:prize-host", (&prize.host).into()),
            ("inkfold:prize-terms", (&prize.terms_url).into()),
            ("inkfold:prize-checkout", if prize.checkout.framed { "framed" } else { "" }.into()),
            ("inkfold:reward", (&prize.reward).into()),
        ]);
    }
    settings
}

/// Origin at which pages offer passkeys; empty where browsers would refuse them.
fn passkey_origin(config: &Config) -> String {
    let origin = config.passkey_origin().map(|url| url.origin().ascii_serialization());
    origin.unwrap_or_default()
}

/// Metadata of a public page.
struct HeadMetadata<'a> {
    description: &'a str,
    image: Option<&'a Image>,
    feed: Option<&'a str>,
}

/// Title of a page, and the metadata if it is public.
fn title_and_metadata<'a>(
    page: Option<&'a Page>,
    subject: &'a Subject,
) -> (&'a str, Option<HeadMetadata<'a>>) {
    let title = page.map_or("Page not found", |page| page.title);
    match subject {
        Subject::Any => {
            let description = page.and_then(|page| page.description);
            let about = |description| HeadMetadata { description, image: None, feed: None };
            (title, description.map(about))
        }
        Subject::Missing => (title, None),
        Subject::Private { title } => (title, None),
        Subject::Public(PublicMetadata { title, description, image, feed }) => (
            title,
            Some(HeadMetadata { description, image: image.as_ref(), feed: feed.as_deref() }),
        ),
    }
}

/// Elements for previews of links to the page, with the addresses of the page and its feed. `path` is the canonical path.
fn preview(config: &Config, title: &str, path: &str, about: &HeadMetadata<'_>) -> Markup {
    let site = &config.public_url;
    html! {
        meta name="description" content=(about.description);
        link rel="canonical" href={ (site) (path) };
        @if let Some(feed) = about.feed {
            link rel="alternate" type="application/atom+xml" title=(title) href={ (site) (feed) };
        }
        meta property="og:type" content=(if about.image.is_some() { "article" } else { "website" });
        meta property="og:site_name" content=(config.community);
        meta property="og:title" content=(title);
        meta property="og:description" content=(about.description);
        meta property="og:url" content={ (site) (path) };
        @if let Some(image) = about.image {
            meta property="og:image" content={ (site) (image.path) };
            meta property="og:image:type" content="image/png";
            meta property="og:image:width" content=(image.width);
            meta property="og:image:height" content=(image.height);
            meta property="og:image:alt" content=(image.alt);
            meta name="twitter:card" content="summary_large_image";
        } @else {
            meta name="twitter:card" content="summary";
        }
    }
}

#[cfg(test)]
mod tests;
