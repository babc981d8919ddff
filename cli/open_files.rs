//! How many files and connections the server may have open.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Takes as many as the system allows: it hands out fewer at first, for programs of old, and everybody who watches a thread
/// holds one. Where it cannot be changed, the first number holds.
pub(crate) fn allow_many() {
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
}
