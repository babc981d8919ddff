//! Damaged files, by the dozen or by the thousand: the server reports an error for each, and stores nothing.
//!
//! `INKFOLD_LONG_TESTS=1 cargo test --test it fuzz_uploads` reads ten thousand, which takes most of an hour.

use std::collections::BTreeMap;
use std::fs;

use crate::support::bad_files::crc32;
use crate::support::exports::{cross_on, ink, png, screen_of, stamped_pdf, words_in};
use crate::support::{Community, fill, shared};

const SOME: usize = 60;
const MANY: usize = 10_000;
/// Number of files between two checks of the server.
const LOOK_EVERY: usize = 500;

#[tokio::test]
async fn mutated_uploads_neither_crash_nor_leak() {
    let long = std::env::var_os("INKFOLD_LONG_TESTS").is_some_and(|value| value == "1");
    let count = if long { MANY } else { SOME };
    let community = Community::start().await;
    let (member, running) = (&community.member, &community.running);
    let blank = member.get(&format!("/assets/forms/{}.pdf", community.book)).await.bytes;
    let samples = samples(&blank);
    // The undamaged file fills the server's caches, and is known to be readable.
    let whole = member.extract(&community.book, samples[0].clone()).await;
    assert_eq!(whole.status, 200, "{whole}");
    let (files, open) = (community.files(), running.open_files());

    let mut rng = Rng(42);
    let mut answers: BTreeMap<String, usize> = BTreeMap::new();
    for number in 1..=count {
        let file = mutated(&samples, &mut rng);
        let reply = member.extract(&community.book, file).await;
        let code = if reply.status == 200 { "read".into() } else { reply.refusal().1 };
        // A panic in the server would be a 500, and a timeout a closed connection.
        assert!([200, 422].contains(&reply.status), "file {number}: {reply}");
        *answers.entry(code).or_default() += 1;
        if number == count || number % LOOK_EVERY == 0 {
            println!("{number} files, at most {} MiB: {answers:?}", running.peak_memory());
            assert_eq!(running.children(), 0);
            assert_eq!(community.files(), files);
            assert!(running.open_files() <= open + 2, "{} of {open}", running.open_files());
            assert!(running.peak_memory() < 300);
        }
    }
    assert!(answers.len() > 2, "{answers:?}");
}

/// Undamaged files: our form as tablets export it, and real exports.
fn samples(blank: &[u8]) -> Vec<Vec<u8>> {
    let mut screen = screen_of(blank);
    let strokes = [words_in(1), cross_on("F2")].concat();
    let stamped = stamped_pdf(&screen, &strokes);
    ink(&mut screen, &strokes);
    let mut samples = vec![fill(blank, 2, &[0, 1]), blank.to_vec(), stamped, png(&screen)];
    if let Some(exports) = shared("testdata/exports") {
        let mut files: Vec<_> =
            fs::read_dir(exports).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        files.retain(|file| file.extension().is_some_and(|ending| ending == "pdf"));
        samples.extend(files.iter().map(|file| fs::read(file).unwrap()));
    }
    samples
}

/// File with one kind of damage. Half are our own forms, which get further in the reader.
fn mutated(samples: &[Vec<u8>], rng: &mut Rng) -> Vec<u8> {
    let own = if rng.below(2) == 0 { 4 } else { samples.len() };
    let mut file = samples[rng.below(own)].clone();
    match rng.below(5) {
        0 => flip(&mut file, rng),
        1 => file.truncate(rng.below(file.len())),
        2 => {
            let start = rng.below(file.len());
            let length = rng.below(4096).min(file.len() - start);
            file.drain(start..start + length);
        }
        3 => {
            let other = &samples[rng.below(samples.len())];
            let (from, at) = (rng.below(other.len()), rng.below(file.len()));
            let piece = &other[from..other.len().min(from + rng.below(4096))];
            file.splice(at..at, piece.iter().copied());
        }
        _ => change_numbers(&mut file, rng),
    }
    if file.starts_with(b"\x89PNG") {
        renew_checksums(&mut file);
    }
    file
}

fn flip(file: &mut [u8], rng: &mut Rng) {
    for _ in 0..=rng.below(32) {
        let at = rng.below(file.len());
        file[at] ^= 1 << rng.below(8);
    }
}

/// Replaces digits by others: wrong lengths, offsets, sizes and references.
fn change_numbers(file: &mut [u8], rng: &mut Rng) {
    for _ in 0..200 {
        let at = rng.below(file.len());
        if file[at].is_ascii_digit() {
            file[at] = b'0' + rng.below(10) as u8;
        }
    }
}

/// Renews the checksums of a PNG: otherwise no damage would get past its first part.
fn renew_checksums(file: &mut [u8]) {
    let mut at = 8;
    while let Some(length) = file.get(at..at + 4) {
        let length = u32::from_be_bytes(length.try_into().unwrap()) as usize;
        let Some(end) = at.checked_add(length + 8).filter(|end| end + 4 <= file.len()) else {
            return;
        };
        let checksum = crc32(&file[at + 4..end]).to_be_bytes();
        file[end..end + 4].copy_from_slice(&checksum);
        at = end + 4;
    }
}

/// Pseudo-random numbers, the same at every run (`SplitMix64`).
struct Rng(u64);

impl Rng {
    /// Returns a number of at least 0 and less than `end`; 0 if `end` is 0.
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) % end.max(1) as u64) as usize
    }
}
