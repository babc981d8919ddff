//! Skipped tests. The unit tests of the library and its crates include this file as well.

use std::fs::OpenOptions;
use std::io::Write;

/// Beginnings of the reasons that `make test` accepts. Programs that it installs are not among them.
const ALLOWED: &[&str] = &[
    // Real handwriting, exports and mails, which are not published.
    "../shared",
    // Minutes that would find little in every run: people set it before a release.
    "INKFOLD_LONG_TESTS",
    // Contributors do not run tests as root. CI does.
    "only root",
    // Its package would start a mail server on the machine.
    "postfix",
    // Networks and kernels of containers, which tests cannot change.
    "no IPv6",
    "no multicast",
];

/// Notes that a test, or a part of it, is skipped. In `make test`, which names a file in `SKIPS`, the reason is also listed there, and
/// the test fails if it is not an allowed one.
pub(crate) fn skip(reason: &str) {
    let thread = std::thread::current();
    let line = format!("{}: {reason}\n", thread.name().unwrap_or("a thread"));
    print!("SKIPPED {line}");
    let Some(list) = std::env::var_os("SKIPS") else { return };
    let mut list = OpenOptions::new().create(true).append(true).open(list).unwrap();
    list.write_all(line.as_bytes()).unwrap();
    let is_allowed = ALLOWED.iter().any(|beginning| reason.starts_with(beginning));
    assert!(
        is_allowed,
        "{reason}: install it, or add this to the list in tests/it/support/skips.rs"
    );
}
