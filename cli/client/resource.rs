//! Addresses of resources of the operator API, and of those outside of it that are open to everyone.

use std::fmt::Write as _;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// Every byte but the unreserved ones (RFC 3986, 2.3), which are routed as they are.
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Address of a resource: its path and query.
#[derive(Debug)]
pub(crate) struct Resource(String);

/// Resource that admins have in the browser, too, such as `payouts.csv`.
pub(crate) fn admin_resource(path: &str) -> Resource {
    Resource(format!("/api/admin/{path}"))
}

/// All items of a noun in the operator API, such as `topics`.
pub(crate) fn resource(noun: &str) -> Resource {
    Resource(format!("/api/operator/{noun}"))
}

impl Resource {
    /// Resource that a server answers without any work.
    pub(super) fn heartbeat() -> Self {
        Self("/healthz".to_owned())
    }

    /// Resource below this one: an item by its name as it was typed, or a part of an item.
    pub(crate) fn at(mut self, segment: &str) -> Self {
        // An empty segment would name the parent; a single space is no valid name either.
        let segment = if segment.is_empty() { " " } else { segment };
        self.0.push('/');
        self.0.extend(utf8_percent_encode(segment, RESERVED));
        self
    }

    /// Adds a parameter to the query, if it has a value.
    pub(crate) fn with<'a>(mut self, name: &str, value: impl Into<Option<&'a str>>) -> Self {
        if let Some(value) = value.into() {
            let separator = if self.0.contains('?') { '&' } else { '?' };
            let value = utf8_percent_encode(value, RESERVED);
            // Writing to a string cannot fail.
            let _ = write!(self.0, "{separator}{name}={value}");
        }
        self
    }

    pub(super) fn into_path(self) -> String {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_encoded_in_path_and_query() {
        let address = |resource: Resource| resource.into_path();
        assert_eq!(address(resource("users")), "/api/operator/users");
        assert_eq!(
            address(resource("users").at("mara/../?@example.org").at("reset-link")),
            "/api/operator/users/mara%2F..%2F%3F%40example.org/reset-link"
        );
        assert_eq!(address(resource("users").at("")), "/api/operator/users/%20");
        assert_eq!(
            address(
                resource("posts").with("topic", "a&b").with("page", None).with("hidden", "true")
            ),
            "/api/operator/posts?topic=a%26b&hidden=true"
        );
    }
}
