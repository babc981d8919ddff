//! Settings of the sample community.

use crate::config::{Config, Registration};

/// Lets anybody sign up, and makes the first chapter of the published book public. Sets the footer's partner and the addresses for posting by mail, unless the
/// operator has. No listener takes mail; `inkfold mail deliver` does.
pub fn apply_sample_settings(config: &mut Config) {
    if config.partner.name.is_empty() {
        config.partner.name = "Slate & Nib".into();
    }
    config.library.first_chapter_public = true;
    if config.accounts.registration == Registration::default() {
        config.accounts.registration = Registration::Open;
    }
    let inbound = &mut config.mail.inbound;
    if !inbound.is_on() {
        inbound.host = "post.example.org".into();
        inbound.authserv_id = "mx.example.org".into();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sample_settings_do_not_override_the_operators() {
        let mut config = Config::default();
        config.partner.name = "Quill".into();
        config.mail.inbound.host = "post.club.example".into();
        config.accounts.registration = Registration::Closed;
        let before = config.clone();
        apply_sample_settings(&mut config);
        assert_eq!((&config.partner, &config.mail), (&before.partner, &before.mail));
        assert_eq!(config.accounts, before.accounts);
        let mut sample = Config::default();
        apply_sample_settings(&mut sample);
        assert_eq!(sample.partner.name, "Slate & Nib");
        assert_eq!(sample.accounts.registration, Registration::Open);
        assert!(sample.mail.inbound.is_on() && sample.library.first_chapter_public);
    }
}
