//! CSV export of payouts.

use crate::context::Context;
use crate::domain::policy::Actor;
use crate::domain::prize::payout::{Decision, Details};
use crate::domain::text::to_one_line;
use crate::error::{Error, Result};

use super::{PayoutWithWinner, list};

const HEAD: [&str; 12] = [
    "id", "status", "claimed", "play", "username", "winner", "reward", "method", "email", "name",
    "decided", "reason",
];

/// Exports all payouts, the newest first. No cell begins like a formula.
pub fn csv(context: &Context, actor: &Actor) -> Result<Vec<u8>> {
    let mut table = csv::Writer::from_writer(Vec::new());
    let internal = |error| Error::Internal(Box::new(error));
    table.write_record(HEAD).map_err(internal)?;
    for shown in list(context, actor, None)? {
        table.write_record(row(shown).map(|cell| escape_formula(&cell))).map_err(internal)?;
    }
    table.into_inner().map_err(|error| Error::Internal(Box::new(error.into_error())))
}

fn row(PayoutWithWinner { payout, winner }: PayoutWithWinner) -> [String; HEAD.len()] {
    let [method, email, name] = match &payout.details {
        Some(Details { preferred_payment, email, name }) => {
            [preferred_payment.as_str(), email.as_str(), name.as_str()].map(str::to_owned)
        }
        None => Default::default(),
    };
    let reason = payout.steps.iter().find_map(|step| match &step.decision {
        Decision::Rejected(reason) => Some(to_one_line(reason)),
        Decision::Approved | Decision::Paid => None,
    });
    let decided = payout.steps.last().map(|step| step.made_at.to_string());
    [
        payout.id.to_string(),
        payout.status().as_str().to_owned(),
        payout.claimed_at.to_string(),
        payout.play.to_string(),
        winner.username,
        winner.name,
        payout.reward,
        method,
        email,
        name,
        decided.unwrap_or_default(),
        reason.unwrap_or_default(),
    ]
}

/// Escapes a text that a spreadsheet would compute as a formula.
fn escape_formula(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠']) {
        format!("'{text}")
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spreadsheet_formulas_are_escaped() {
        for formula in ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "＝1+1"] {
            assert_eq!(escape_formula(formula), format!("'{formula}"));
        }
        assert_eq!(escape_formula("Mara = me"), "Mara = me");
    }
}
