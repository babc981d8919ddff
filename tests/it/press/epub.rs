//! EPUB files, checked by `EPUBCheck`, which the makers of the standard provide.

use std::fs::File;
use std::io;
use std::path::Path;
use std::process::Command;

use inkfold::press::book::PageSize;
use inkfold::press::epub;

use super::sample::{picture, sample};
use crate::support::skip;

#[test]
fn epubcheck_finds_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sample.epub");
    let mut pictures = |name: &str| picture(name);
    let cover = picture("1404x1872-cover").unwrap();
    let file = File::create(&path).unwrap();
    epub::write(&sample(PageSize::Tablet), &cover, &mut pictures, file).unwrap();
    let checked = epubcheck().arg("--failonwarnings").arg(&path).output();
    match checked {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            skip("epubcheck is not installed");
        }
        checked => {
            let checked = checked.unwrap();
            let words = String::from_utf8_lossy(&checked.stderr);
            assert!(checked.status.success(), "{words}");
        }
    }
    if let Some(samples) = std::env::var_os("INKFOLD_SAMPLES") {
        std::fs::copy(&path, Path::new(&samples).join("sample.epub")).unwrap();
    }
}

/// `EPUBCheck`'s command, or Debian's jar, which not every shell can run directly.
fn epubcheck() -> Command {
    let jar = Path::new("/usr/share/java/epubcheck.jar");
    if !jar.exists() {
        return Command::new("epubcheck");
    }
    let mut java = Command::new("java");
    java.arg("-jar").arg(jar);
    java
}
