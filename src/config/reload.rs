//! Reload of settings while the server runs.

use super::Config;

/// Restores the old values of settings that need a restart, and collects the names of those that would change.
macro_rules! keep {
    ($new:ident, $old:ident, $later:ident: $($name:literal $($field:ident).+;)*) => {$(
        if $new.$($field).+ != $old.$($field).+ {
            $later.push($name);
            $new.$($field).+.clone_from(&$old.$($field).+);
        }
    )*};
}

impl Config {
    /// Merges reloaded settings with the `old` ones of the running server; also returns the names of changed settings that need a
    /// restart: sockets, folders, contents of forms and links, and rate limits, whose counts would be lost.
    pub fn merge_reloadable(mut self, old: &Self) -> (Self, Vec<&'static str>) {
        let mut later = Vec::new();
        if self.public_url == Self::default().public_url {
            // Not set: the server determined the value itself.
            self.public_url.clone_from(&old.public_url);
        }
        keep! { self, old, later:
            "data_dir" data_dir;
            "limits.per_address" limits.per_address;
            "limits.searches_per_minute" limits.searches_per_minute;
            "listen" listen;
            "[mail.inbound]" mail.inbound;
            "max_upload_mib" max_upload_mib;
            "[observe]" observe;
            "[pdf]" pdf;
            "[prize]" prize;
            "public_url" public_url;
            "[serve]" serve;
            "[tls]" tls;
        }
        (self, later)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reloadable_settings_change_others_wait_for_restart() {
        let old = Config { public_url: "http://127.0.0.1:9000".into(), ..Config::default() };
        let mut new = Config { community: "Ink club".into(), ..Config::default() };
        new.mail.from = "club@example.org".into();
        let (both, later) = new.clone().merge_reloadable(&old);
        assert_eq!((both.community.as_str(), later.len()), ("Ink club", 0));
        assert_eq!(both.mail.from, "club@example.org");
        assert_eq!(both.public_url, old.public_url);

        new.max_upload_mib = 64;
        new.pdf.pdfium_library = "/lib".into();
        new.public_url = "https://ink.example.org".into();
        let (both, later) = new.merge_reloadable(&old);
        assert_eq!(later, ["max_upload_mib", "[pdf]", "public_url"]);
        assert_eq!((both.max_upload_mib, &both.pdf), (old.max_upload_mib, &old.pdf));
        assert_eq!(both.community, "Ink club");
    }
}
