//! Settings of the prize game.

use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::Secret;
use crate::domain::form::Peg;

/// The prize game on handwritten forms.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Prize {
    /// Whether the prize game is on. Forms that are downloaded from then on have a grid of pegs; without it they have space for a drawing.
    pub enabled: bool,
    /// Reward of a winner, in words that follow "You have won": `a book token for 10 €`.
    pub reward: String,
    /// Number of the 49 pegs that win in each draw. Changes of this and the next two settings apply from the next day on.
    pub winning_pegs: u8,
    /// Maximum number of wins per day, of all members together.
    pub wins_per_day: u32,
    /// Maximum number of wins per day and member.
    pub wins_per_member: u32,
    /// Address of your terms for the game; while it is empty, members are sent to the help page.
    pub terms_url: String,
    /// Address of the game's API, if it differs from that of the pages: the same host with another port, such as `https://ink.example.org:8443`, because the session cookie is valid for one host only. Your proxy must forward both.
    pub host: String,
    pub checkout: Checkout,
}

/// Payment for submitting a form again. Free without a `url`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Checkout {
    /// Payment link of your provider, such as `https://buy.stripe.com/…`. The member's address and uid are added to it.
    pub url: String,
    /// Whether the payment page is embedded in ours, which not every provider allows.
    pub framed: bool,
    /// Price of one submission, in the currency's smallest unit: 199 is 1.99 €. A payment of twice as much buys two.
    pub price: i64,
    /// Currency in the provider's spelling: `eur`.
    pub currency: String,
    /// Secret with which the provider signs its requests to /webhooks/checkout. While you change it, both the old and the new one, a line each. A file is safer, because settings are often shared: see `secrets_file`.
    pub secrets: Secret,
    /// File with the secrets, in place of `secrets`; changes need no restart.
    pub secrets_file: PathBuf,
}

impl Default for Prize {
    fn default() -> Self {
        Self {
            enabled: false,
            reward: "a small reward".into(),
            winning_pegs: 3,
            wins_per_day: 3,
            wins_per_member: 1,
            terms_url: String::new(),
            host: String::new(),
            checkout: Checkout::default(),
        }
    }
}

impl Prize {
    /// Fault that makes the game impossible on pages at `public_url`; `None` if there is none.
    pub(super) fn validate(&self, public_url: &str) -> Option<&'static str> {
        if !(1..=Peg::all().count()).contains(&usize::from(self.winning_pegs)) {
            Some("`winning_pegs` in [prize] is a number from 1 to 49")
        } else if !self.host.is_empty() && host(&self.host) != host(public_url) {
            Some(
                "`host` in [prize] is another port of the host in `public_url`\nhint: members are known by a cookie, which goes to no other host",
            )
        } else {
            self.checkout.validate()
        }
    }
}

impl Checkout {
    /// Whether submitting again costs money.
    pub fn is_set(&self) -> bool {
        !self.url.is_empty()
    }

    /// Current secrets of the provider.
    pub fn secrets(&self) -> io::Result<Vec<String>> {
        let text = self.secrets.or_in(&self.secrets_file)?;
        Ok(text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect())
    }

    fn validate(&self) -> Option<&'static str> {
        if !self.is_set() {
            None
        } else if !["https://", "http://"].iter().any(|scheme| self.url.starts_with(scheme)) {
            Some("`url` in [prize.checkout] begins with https://")
        } else if self.price < 1 {
            Some("`price` in [prize.checkout] is at least 1, in the currency's smallest unit")
        } else if self.currency.is_empty() {
            Some(
                "`currency` in [prize.checkout] is missing; it is written as the provider does: eur",
            )
        } else if self.secrets.is_empty() && self.secrets_file == Path::new("") {
            Some("`secrets_file` in [prize.checkout] is missing: without it no payment is believed")
        } else {
            None
        }
    }
}

/// Scheme and host of a URL, without its port.
fn host(address: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = address.split_once("://")?;
    let authority = rest.split(['/', '?', '#']).next()?;
    let end = authority.rfind(':').filter(|at| !authority[*at..].contains(']'));
    Some((scheme, &authority[..end.unwrap_or(authority.len())]))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGES: &str = "https://ink.example.org";

    #[test]
    fn prize_host_must_match_public_url() {
        let is_refused =
            |host: &str| Prize { host: host.into(), ..Prize::default() }.validate(PAGES).is_some();
        for good in ["", "https://ink.example.org:8443", "https://ink.example.org"] {
            assert!(!is_refused(good), "{good}");
        }
        for bad in ["https://play.example.org", "http://ink.example.org", "ink.example.org"] {
            assert!(is_refused(bad), "{bad}");
        }
        assert_eq!(host("http://[::1]:80/x"), Some(("http", "[::1]")));
        assert_eq!(host("http://[::1]"), Some(("http", "[::1]")));
    }

    #[test]
    fn checkout_requires_price_currency_and_secret() {
        let whole = Checkout {
            url: "https://pay.example.org/b/1".into(),
            framed: false,
            price: 199,
            currency: "eur".into(),
            secrets: Secret::default(),
            secrets_file: "secrets".into(),
        };
        assert_eq!((whole.validate(), Checkout::default().validate()), (None, None));
        for wrong in [
            Checkout { url: "javascript:alert(1)".into(), ..whole.clone() },
            Checkout { price: 0, ..whole.clone() },
            Checkout { currency: String::new(), ..whole.clone() },
            Checkout { secrets_file: PathBuf::new(), ..whole.clone() },
        ] {
            assert!(wrong.validate().is_some(), "{wrong:?}");
        }
        let itself =
            Checkout { secrets: "old\n new \n".into(), secrets_file: PathBuf::new(), ..whole };
        assert_eq!((itself.validate(), itself.secrets().unwrap().len()), (None, 2));
    }

    #[test]
    fn winning_pegs_must_be_between_1_and_49() {
        for (pegs, good) in [(0, false), (1, true), (49, true), (50, false)] {
            let prize = Prize { winning_pegs: pegs, ..Prize::default() };
            assert_eq!(prize.validate(PAGES).is_none(), good);
        }
    }
}
