//! Service for account holders: orders, validation of their names, and certificates (RFC 8555, 7.3 to 7.5).

use std::sync::Arc;

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};

use super::AcmeBehaviour;
use super::http::{AcmeHttp, Answer, json, random};
use super::orders::{Books, Order};
use super::problem::Problem;
use super::signed::Key;
use super::validate;

/// Response for a created resource, with its URL.
fn made(url: String, body: &Value) -> Response {
    (StatusCode::CREATED, [(header::LOCATION, url)], body.to_string()).into_response()
}

impl AcmeHttp {
    /// Creates an account, or finds the one with this key.
    pub(super) fn account(&self, books: &mut Books, key: Key, asked: &Value) -> Answer {
        let known = books.accounts.iter().position(|known| *known == key);
        if known.is_none() {
            let is_mail = |contact: &Value| contact.as_str().unwrap().starts_with("mailto:");
            if asked["termsOfServiceAgreed"] != true {
                return Err(Problem::new("userActionRequired", "agree to the terms"));
            }
            if !asked["contact"].as_array().is_some_and(|all| all.iter().all(is_mail)) {
                return Err(Problem::new("unsupportedContact", "only mail addresses"));
            }
            books.accounts.push(key);
            self.seen.send_modify(|seen| seen.accounts += 1);
        }
        let number = known.unwrap_or(books.accounts.len() - 1);
        let mut response =
            made(self.url(&format!("account/{number}")), &json!({ "status": "valid" }));
        if known.is_some() {
            *response.status_mut() = StatusCode::OK;
        }
        Ok(response)
    }

    pub(super) fn asked(
        self: &Arc<Self>,
        books: &mut Books,
        words: &[&str],
        (account, key): (usize, &Key),
        asked: &Value,
    ) -> Answer {
        let way =
            if self.manner() == AcmeBehaviour::LooksOtherwise { "dns-01" } else { "tls-alpn-01" };
        match *words {
            ["order"] => self.new_order(books, account, asked),
            ["order", number] => {
                let order = books.order(number, account)?;
                Ok(json(StatusCode::OK, &order.shown(&self.base, number.parse().unwrap())))
            }
            ["authorization", order, number] => {
                let challenge = self.url(&format!("challenge/{order}/{number}"));
                let name = books.name(order, number, account)?;
                Ok(json(StatusCode::OK, &name.authorization(way, &challenge)))
            }
            ["challenge", order, number] => {
                let url = self.url(&format!("challenge/{order}/{number}"));
                let name = books.name(order, number, account)?;
                // A client that posts an object is ready for the validation.
                if asked.is_object() && !std::mem::replace(&mut name.is_looked_for, true) {
                    let place = [order, number].map(|number| number.parse().unwrap());
                    let (name, proof) = (name.name.clone(), key.proof(&name.token));
                    tokio::spawn(Arc::clone(self).validate_name(place, name, proof));
                }
                Ok(json(StatusCode::OK, &name.challenge(way, &url)))
            }
            ["finalize", number] => self.finalize(books.order(number, account)?, number, asked),
            ["certificate", number] => {
                let pem = books.order(number, account)?.certificate.clone();
                let pem = pem.ok_or_else(Problem::not_found)?;
                self.seen.send_modify(|seen| seen.certificates += 1);
                let media = [(header::CONTENT_TYPE, "application/pem-certificate-chain")];
                Ok((media, pem).into_response())
            }
            _ => Err(Problem::not_found()),
        }
    }

    fn new_order(&self, books: &mut Books, account: usize, asked: &Value) -> Answer {
        let order = Order::of(account, asked, random)?;
        if self.manner() == AcmeBehaviour::RefusesNames {
            let words = format!("{} is not of this club", order.names[0].name);
            return Err(Problem::new("rejectedIdentifier", words));
        }
        let number = books.orders.len();
        let response = made(self.url(&format!("order/{number}")), &order.shown(&self.base, number));
        books.orders.push(order);
        self.seen.send_modify(|seen| seen.orders += 1);
        Ok(response)
    }

    fn finalize(&self, order: &mut Order, number: &str, asked: &Value) -> Answer {
        if order.status() != "ready" {
            return Err(Problem::new("orderNotReady", order.status()));
        }
        let request = asked["csr"].as_str().and_then(|csr| URL_SAFE_NO_PAD.decode(csr).ok());
        let request = request.ok_or_else(|| Problem::malformed("no request in csr"))?;
        let names: Vec<String> = order.names.iter().map(|name| name.name.clone()).collect();
        let is_old = self.manner() == AcmeBehaviour::GivesOld;
        order.certificate = Some(self.issuer.sign(&request, &names, is_old)?);
        Ok(json(StatusCode::OK, &order.shown(&self.base, number.parse().unwrap())))
    }

    /// Validates a name as soon as the address of the names is set.
    async fn validate_name(
        self: Arc<Self>,
        [order, number]: [usize; 2],
        name: String,
        proof: Vec<u8>,
    ) {
        let mut leads = self.names_lead_to.subscribe();
        let address = leads.wait_for(Option::is_some).await.unwrap().unwrap();
        let found = validate::at(address, &name, &proof).await;
        self.books.lock().unwrap().orders[order].names[number].found = Some(found);
    }
}
