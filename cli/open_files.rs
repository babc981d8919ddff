//! Limit of the files and connections that the server may have open.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Raises the limit to the maximum that the system allows: the default is low for the sake of old programs, and every member who
/// watches a thread needs a connection. If that fails, the default remains.
pub(crate) fn allow_many() {
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
}
