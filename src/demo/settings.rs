//! Settings of the sample community.

use crate::config::Config;

/// Fills in what nobody has set, so that a newcomer sees the footer's partner and the addresses for posting by mail. Nothing listens
/// for mail; `inkfold mail deliver` hands it in.
pub fn show_all(config: &mut Config) {
    if config.partner.name.is_empty() {
        config.partner.name = "Slate & Nib".into();
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
    fn settings_of_an_operator_are_kept() {
        let mut config = Config::default();
        config.partner.name = "Quill".into();
        config.mail.inbound.host = "post.club.example".into();
        let before = config.clone();
        show_all(&mut config);
        assert_eq!(config, before);
        let mut sample = Config::default();
        show_all(&mut sample);
        assert_eq!(sample.partner.name, "Slate & Nib");
        assert!(sample.mail.inbound.is_on());
    }
}
