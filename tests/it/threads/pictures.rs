//! Pictures of posts: accepted files, stored metadata, and their delivery.

use std::io::Cursor;
use std::sync::{Arc, Mutex, mpsc};
use std::thread;

use image::{DynamicImage, ImageFormat};

use crate::support::bad_files::crc32;
use crate::support::{Member, Reply, TestServer, Topic, noise, with_words};
use inkfold::domain::id::AccountId;
use inkfold::services::operations::garbage_collection;

use reqwest::multipart::{Form, Part};
use serde_json::json;

fn form(file: impl Into<Vec<u8>>) -> Form {
    Form::new().part("image", Part::bytes(file.into()))
}

/// Inserts a chunk after the header of a PNG.
fn with_chunk(png: &[u8], name: &str, bytes: &[u8]) -> Vec<u8> {
    let named = [name.as_bytes(), bytes].concat();
    let length = (bytes.len() as u32).to_be_bytes();
    [&png[..33], &length, &named, &crc32(&named).to_be_bytes(), &png[33..]].concat()
}

/// PNG whose header claims this size.
fn claiming(side: u32) -> Vec<u8> {
    let mut png = noise(1, 40);
    png[16..20].copy_from_slice(&side.to_be_bytes());
    png[20..24].copy_from_slice(&side.to_be_bytes());
    let sum = crc32(&png[12..29]).to_be_bytes();
    png[29..33].copy_from_slice(&sum);
    png
}

fn jpeg_header() -> Vec<u8> {
    b"\xff\xd8\xff\xe0\0\x10JFIF\0".to_vec()
}

async fn files_of(member: &Member, post: &str) -> Vec<String> {
    let post = member.get(&format!("/api/posts/{post}")).await.json();
    let thumbs = post["thumbs"].as_array().unwrap().clone();
    let small = thumbs.iter().flat_map(|thumb| [thumb["webp"].clone(), thumb["png"].clone()]);
    let files = std::iter::once(post["dataUrl"].clone()).chain(small);
    files.map(|file| file.as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn invalid_picture_is_refused_and_not_kept() {
    let server = TestServer::start().await;
    let topic = server.topic("letters").await;
    let mara = server.member("mara").await;
    let good = noise(1, 40);
    let png_words = "Please select a PNG file.";
    let refusals: Vec<(&str, Form, u16, &str, &str)> = vec![
        ("a JPEG", form(jpeg_header()), 422, "not-a-png", png_words),
        ("SVG", form("<svg xmlns='http://www.w3.org/2000/svg'/>"), 422, "not-a-png", png_words),
        ("HTML before", form([b"<script>", &good[..]].concat()), 422, "not-a-png", png_words),
        (
            "HTML behind",
            form([&good[..], b"<script>alert(1)</script>"].concat()),
            422,
            "not-only-a-picture",
            "This file has something else behind its picture. Open it, and export it again as PNG.",
        ),
        (
            "an animation",
            form(with_chunk(&good, "acTL", &[0, 0, 0, 9, 0, 0, 0, 0])),
            422,
            "animated",
            "This picture is animated. Export a still picture, as PNG.",
        ),
        (
            "a huge header",
            form(claiming(50_000)),
            422,
            "picture-too-large",
            "This picture is too large. Send one with at most 10,000 pixels a side and 40 million in all.",
        ),
        (
            "half of it",
            form(&good[..good.len() / 2]),
            422,
            "unreadable",
            "This file is not a PDF or PNG, or it is damaged. Export it again, as PDF or PNG.",
        ),
        ("nothing in it", form(""), 422, "invalid", "No file selected."),
        ("no file", Form::new().text("caption", "Rain"), 422, "invalid", "No file selected."),
        (
            "two files",
            form(good.clone()).part("image", Part::bytes(good.clone())),
            422,
            "invalid",
            "Only one picture can be posted at a time.",
        ),
        (
            "33 MB",
            form(vec![0; 33 << 20]),
            413,
            "too-large",
            "This file is too large. At most 32 MiB can be uploaded.",
        ),
    ];
    for (what, form, status, code, words) in refusals {
        let refused = mara.send_post(&topic, form).await;
        assert_eq!(refused.refusal(), (status, code.to_owned()), "{what}");
        let report = refused.json();
        let report = report["fields"]["image"].as_str().or(report["error"].as_str()).unwrap();
        assert_eq!(report, words, "{what}");
    }
    assert_eq!(server.files(), 0);
    assert!(mara.get(&format!("/api/usr/posts?uid={}", mara.uid)).await.json()["msg"].is_string());
}

#[tokio::test]
async fn picture_keeps_only_visible_pixels() {
    let server = TestServer::start().await;
    let topic = server.topic("letters").await;
    let mara = server.member("mara").await;
    // A compressed text of 8 MiB, and a location.
    let secret = with_words(&noise(1, 1000), "GPS 52.5 N");
    let bomb = miniature_bomb();
    let file = with_chunk(&secret, "zTXt", &[b"Comment\0\0", &bomb[..]].concat());
    let post = mara.post_picture(&topic, &file).await;
    for file in files_of(&mara, &post).await {
        let bytes = mara.get(&file).await.bytes;
        for trace in [&b"GPS"[..], b"zTXt", b"tEXt"] {
            assert!(!bytes.windows(trace.len()).any(|part| part == trace), "{file}");
        }
    }
}

/// Eight million zeros, compressed by zlib.
fn miniature_bomb() -> Vec<u8> {
    let mut picture = Cursor::new(Vec::new());
    let zeros = image::GrayImage::new(2896, 2896);
    DynamicImage::from(zeros).write_to(&mut picture, ImageFormat::Png).unwrap();
    let png = picture.into_inner();
    let start = png.windows(4).position(|name| name == b"IDAT").unwrap() + 4;
    png[start..png.len() - 16].to_vec()
}

#[tokio::test]
async fn picture_has_cacheable_sizes_without_scripts() {
    let server = TestServer::start().await;
    let topic = server.topic("letters").await;
    let mara = server.member("mara").await;
    let post = mara.post_and_publish(&topic, &noise(1, 1200)).await;
    let shown = mara.get(&format!("/api/posts/{post}")).await.json();
    let sizes =
        |at: usize| (shown["thumbs"][at]["width"].clone(), shown["thumbs"][at]["height"].clone());
    assert_eq!(sizes(0), (json!(480), json!(480)));
    assert_eq!(sizes(1), (json!(960), json!(960)));
    let visitor = server.visitor();
    for file in files_of(&mara, &post).await {
        let reply = visitor.get(&file).await;
        let kind = if file.contains(".webp") { "image/webp" } else { "image/png" };
        assert_eq!(reply.header("content-type"), kind);
        assert_eq!(reply.header("x-content-type-options"), "nosniff");
        assert!(reply.header("cache-control").contains("immutable"));
        assert_eq!(reply.header("content-security-policy"), "default-src 'none'; sandbox");
        image::load_from_memory(&reply.bytes).unwrap();
    }
    let unknown = format!("/media/{}.webp", "0".repeat(64));
    for path in [unknown.as_str(), "/media/..%2f..%2finkfold.redb", "/media/x.png", "/media/x"] {
        assert_eq!(visitor.get(path).await.status, 404, "{path}");
    }
}

#[tokio::test]
async fn same_picture_is_stored_once_until_unused() {
    let server = TestServer::start().await;
    let topic = server.topic("letters").await;
    let (mara, leo) = (server.member("mara").await, server.member("leo").await);
    let posts = [
        mara.post_picture(&topic, &noise(1, 40)).await,
        leo.post_picture(&topic, &noise(1, 40)).await,
    ];
    let files = server.files();
    for (member, post, left) in [(&mara, &posts[0], files), (&leo, &posts[1], 0)] {
        assert_eq!(member.delete(&format!("/api/posts/remove/{post}")).await.status, 204);
        server.clock.advance(601);
        server.run_jobs().await;
        assert_eq!(server.files(), left);
    }
}

#[tokio::test]
async fn sweep_keeps_pictures_of_posts() {
    let server = TestServer::start().await;
    let topic = server.topic("letters").await;
    let mara = server.member("mara").await;
    mara.post_picture(&topic, &noise(1, 40)).await;
    let files = server.files();
    let removed = server.run_service(|context| {
        garbage_collection::collect(
            context,
            std::time::Duration::ZERO,
            garbage_collection::CollectionLimit::All,
        )
        .unwrap()
    });
    assert_eq!((removed.await.trashed, server.files()), (0, files));
}

fn no_room(reply: &Reply) -> (u16, String) {
    assert!(reply.json()["error"].as_str().unwrap().contains("storage"), "{reply}");
    reply.refusal()
}

#[tokio::test]
async fn post_beyond_quota_or_free_space_is_507() {
    let server = TestServer::start_with(|config| config.limits.pictures_mib = 1).await;
    let topic = server.topic("letters").await;
    let mara = server.member("mara").await;
    let large = noise(1, 440);
    let first = mara.post_picture(&topic, &large).await;
    let second = mara.send_post(&topic, form(noise(2, 440))).await;
    assert_eq!(no_room(&second), (507, "insufficient-storage".into()));
    // Posts that are deleted for good free their storage.
    mara.delete(&format!("/api/posts/remove/{first}")).await;
    server.clock.advance(601);
    server.run_jobs().await;
    mara.post_picture(&topic, &noise(2, 440)).await;

    let server = TestServer::start_with(|config| config.limits.free_space_mib = u32::MAX).await;
    let topic: Topic = server.topic("letters").await;
    let mara = server.member("mara").await;
    let refused = mara.send_post(&topic, form(noise(1, 40))).await;
    assert_eq!(no_room(&refused), (507, "insufficient-storage".into()));
    assert_eq!(server.files(), 0);
}

#[tokio::test]
async fn post_pictures_bypass_form_reading_queue() {
    let server = TestServer::start().await;
    let topic = server.topic("letters").await;
    let mara = server.member("mara").await;
    let reader: AccountId = mara.uid.parse().unwrap();
    let (release, released) = mpsc::channel::<()>();
    let released = Arc::new(Mutex::new(released));
    let reading: Vec<_> = (0..64)
        .map(|_| {
            let (context, released) = (Arc::clone(&server.context), Arc::clone(&released));
            thread::spawn(move || {
                let wait = || released.lock().unwrap().recv().is_err();
                let _ = context.form_reading_slots.run(reader, wait);
            })
        })
        .collect();
    while server.context.form_reading_slots.waiting() < 2 {
        tokio::task::yield_now().await;
    }
    // The member's forms fill their queue; the picture of a post does not wait in it.
    mara.post_picture(&topic, &noise(1, 40)).await;
    assert_eq!(server.context.form_reading_slots.waiting(), 2);
    drop(release);
    for thread in reading {
        thread.join().unwrap();
    }
}
