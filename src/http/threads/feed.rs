//! Atom feed (RFC 4287) of the newest posts of a thread. quick-xml writes, indents and escapes the XML; maud the HTML in it.

use std::io::{self, Write};

use axum::extract::{Path, State};
use axum::http::header;
use axum::response::IntoResponse;
use maud::{Markup, html};
use quick_xml::Writer;
use quick_xml::events::BytesText;

use crate::context::Context;
use crate::domain::alt_text::AltText;
use crate::domain::policy::Actor;
use crate::error::Error;
use crate::http::error::Result;
use crate::http::extractors::{AppState, run_blocking};
use crate::http::pages::page_metadata;
use crate::http::view::png_path;
use crate::services::threads::posts::{self, PageStart, PostDetails, Thread, Window};

/// Number of posts in a feed.
const ENTRIES: usize = 20;

/// Atom feed of the newest posts of a thread, at most 20.
#[utoipa::path(get, path = "/thread/{code}/feed.atom", tag = "threads",
    security(("apiToken" = ["read"])), params(("code" = String, Path)),
    responses((status = 200, content_type = "application/atom+xml", body = String)))]
pub(in crate::http) async fn show_feed(
    State(context): AppState,
    Path(code): Path<String>,
) -> Result<impl IntoResponse> {
    let feed = run_blocking(&context, move |context| feed(context, &code)).await?;
    let headers = [
        (header::CONTENT_TYPE, "application/atom+xml; charset=utf-8"),
        (header::CACHE_CONTROL, "public, max-age=300"),
    ];
    Ok((headers, feed))
}

fn feed(context: &Context, code: &str) -> Result<Vec<u8>, Error> {
    let window = Window::new(PageStart::Page(1), ENTRIES);
    let thread = posts::thread(context, &Actor::Visitor, code, window)?;
    let mut file = br#"<?xml version="1.0" encoding="utf-8"?>"#.to_vec();
    write(&mut Writer::new_with_indent(&mut file, b' ', 2), context, &thread)?;
    Ok(file)
}

fn write<W: Write>(to: &mut Writer<W>, context: &Context, thread: &Thread) -> io::Result<()> {
    let site = &context.config().public_url;
    let page = format!("{site}/thread/{}", thread.topic.topic.code);
    let newest = thread.posts.first().and_then(|shown| shown.post.active_since());
    let updated = newest.unwrap_or(thread.topic.topic.created_at);
    let feed = to.create_element("feed").with_attribute(("xmlns", "http://www.w3.org/2005/Atom"));
    feed.write_inner_content(|to| {
        let title = format!("{} · {}", thread.topic.topic.name, context.config().community);
        text(to, "title", &title)?;
        text(to, "id", &page)?;
        text(to, "updated", &updated.to_string())?;
        link(to, "alternate", &page)?;
        link(to, "self", &format!("{page}/feed.atom"))?;
        thread.posts.iter().try_for_each(|shown| entry(to, site, shown))
    })?;
    Ok(())
}

fn entry<W: Write>(to: &mut Writer<W>, site: &str, shown: &PostDetails) -> io::Result<()> {
    let PostDetails { post, author, .. } = shown;
    let page = format!("{site}/posts/{}", post.id);
    let published = post.active_since().unwrap_or(post.made_at).to_string();
    to.create_element("entry").write_inner_content(|to| {
        text(to, "title", &page_metadata::title(post, &author.name))?;
        text(to, "id", &page)?;
        text(to, "published", &published)?;
        text(to, "updated", &published)?;
        to.create_element("author").write_inner_content(|to| text(to, "name", &author.name))?;
        link(to, "alternate", &page)?;
        let content = to.create_element("content").with_attribute(("type", "html"));
        content.write_text_content(BytesText::new(&picture(site, shown).into_string()))?;
        Ok(())
    })?;
    Ok(())
}

/// HTML of a post's picture, which the feed escapes once more.
fn picture(site: &str, PostDetails { post, .. }: &PostDetails) -> Markup {
    let picture = &post.picture;
    let alt = post.words.alt.as_ref().map_or("", AltText::as_str);
    html! {
        p {
            img
                src={ (site) (png_path(picture.full)) }
                width=(picture.width)
                height=(picture.height)
                alt=(alt);
        }
    }
}

fn text<W: Write>(to: &mut Writer<W>, name: &str, content: &str) -> io::Result<()> {
    to.create_element(name).write_text_content(BytesText::new(content))?;
    Ok(())
}

fn link<W: Write>(to: &mut Writer<W>, relation: &str, address: &str) -> io::Result<()> {
    to.create_element("link")
        .with_attributes([("rel", relation), ("href", address)])
        .write_empty()?;
    Ok(())
}
