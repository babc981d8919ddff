//! Orders of accounts, and their status (RFC 8555, 7.1.3 to 7.1.6).

use serde_json::{Value, json};

use super::problem::Problem;
use super::signed::Key;

/// State of the authority.
#[derive(Default)]
pub(super) struct Books {
    /// Nonces that were issued and not used yet.
    pub(super) nonces: Vec<String>,
    pub(super) accounts: Vec<Key>,
    pub(super) orders: Vec<Order>,
}

pub(super) struct Order {
    pub(super) account: usize,
    pub(super) names: Vec<Wanted>,
    pub(super) certificate: Option<String>,
}

/// Name in an order.
pub(super) struct Wanted {
    pub(super) name: String,
    pub(super) token: String,
    pub(super) is_looked_for: bool,
    /// Result of the validation; `None` while pending.
    pub(super) found: Option<Result<(), Problem>>,
}

impl Wanted {
    fn status(&self) -> &'static str {
        match self.found {
            None => "pending",
            Some(Ok(())) => "valid",
            Some(Err(_)) => "invalid",
        }
    }

    /// The challenge at this URL.
    pub(super) fn challenge(&self, way: &str, url: &str) -> Value {
        let status = match self.found {
            None if self.is_looked_for => "processing",
            _ => self.status(),
        };
        let mut challenge =
            json!({ "type": way, "url": url, "token": self.token, "status": status });
        if let Some(Err(problem)) = &self.found {
            challenge["error"] = problem.document();
        }
        challenge
    }

    pub(super) fn authorization(&self, way: &str, challenge: &str) -> Value {
        json!({
            "status": self.status(),
            "identifier": { "type": "dns", "value": self.name },
            "challenges": [self.challenge(way, challenge)],
        })
    }
}

impl Order {
    /// Creates the names of an order, each with a token of its own.
    pub(super) fn of(
        account: usize,
        asked: &Value,
        token: impl Fn() -> String,
    ) -> Result<Self, Problem> {
        let identifiers = asked["identifiers"].as_array().filter(|names| !names.is_empty());
        let identifiers = identifiers.ok_or_else(|| Problem::malformed("no identifiers"))?;
        let name = |identifier: &Value| match (&identifier["type"], identifier["value"].as_str()) {
            (kind, Some(name)) if kind == "dns" => {
                let (name, token) = (name.to_owned(), token());
                Ok(Wanted { name, token, is_looked_for: false, found: None })
            }
            _ => Err(Problem::new("unsupportedIdentifier", identifier.to_string())),
        };
        let names = identifiers.iter().map(name).collect::<Result<_, _>>()?;
        Ok(Self { account, names, certificate: None })
    }

    pub(super) fn status(&self) -> &'static str {
        let mut names = self.names.iter().map(Wanted::status);
        if self.certificate.is_some() {
            "valid"
        } else if names.clone().any(|status| status == "invalid") {
            "invalid"
        } else if names.all(|status| status == "valid") {
            "ready"
        } else {
            "pending"
        }
    }

    /// The order as JSON; `base` is the authority's address, and `number` the order's.
    pub(super) fn shown(&self, base: &str, number: usize) -> Value {
        let identifier = |name: &Wanted| json!({ "type": "dns", "value": name.name });
        let authorizations =
            (0..self.names.len()).map(|name| format!("{base}/authorization/{number}/{name}"));
        let mut order = json!({
            "status": self.status(),
            "identifiers": self.names.iter().map(identifier).collect::<Vec<_>>(),
            "authorizations": authorizations.collect::<Vec<_>>(),
            "finalize": format!("{base}/finalize/{number}"),
        });
        if self.certificate.is_some() {
            order["certificate"] = format!("{base}/certificate/{number}").into();
        }
        order
    }
}

impl Books {
    /// Order of this account.
    pub(super) fn order(&mut self, number: &str, account: usize) -> Result<&mut Order, Problem> {
        let order = number.parse().ok().and_then(|number: usize| self.orders.get_mut(number));
        let order = order.ok_or_else(Problem::not_found)?;
        if order.account != account {
            return Err(Problem::new("unauthorized", "this order is somebody else's"));
        }
        Ok(order)
    }

    /// Name in an order of this account.
    pub(super) fn name(
        &mut self,
        order: &str,
        name: &str,
        account: usize,
    ) -> Result<&mut Wanted, Problem> {
        let names = &mut self.order(order, account)?.names;
        let name = name.parse().ok().and_then(|name: usize| names.get_mut(name));
        name.ok_or_else(Problem::not_found)
    }
}
