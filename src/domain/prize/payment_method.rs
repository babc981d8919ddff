//! Payment methods for winners.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::message::Message;

/// Payment method that a winner prefers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PaymentMethod {
    AmazonGiftCard,
    PayPal,
    Venmo,
}

impl PaymentMethod {
    pub const ALL: [Self; 3] = [Self::AmazonGiftCard, Self::PayPal, Self::Venmo];

    /// The specification's words.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::AmazonGiftCard => "Amazon Gift Card",
            Self::PayPal => "PayPal",
            Self::Venmo => "Venmo",
        }
    }
}

impl fmt::Display for PaymentMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for PaymentMethod {
    type Err = Message;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let known = Self::ALL.into_iter().find(|method| method.as_str() == text);
        known.ok_or(Message::new(
            "payment-method-unknown",
            "Choose Amazon Gift Card, PayPal or Venmo.",
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn payment_methods_round_trip() {
        for method in PaymentMethod::ALL {
            assert_eq!(method.as_str().parse(), Ok(method));
        }
        assert!("Cash".parse::<PaymentMethod>().is_err());
    }
}
