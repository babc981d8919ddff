//! What winners of the prize game are told, at each step.

use super::{Letter, letter};

/// Tells a winner of the win, and where it is claimed.
pub fn play_won(community: &str, name: &str, reward: &str, link: &str) -> Letter {
    letter(
        &format!("You have won at {community}"),
        Some(name),
        &[
            format!("Your peg is among the winning ones: you have won {reward}. Claim it here:"),
            link.to_owned(),
        ],
    )
}

/// Tells a winner that the claim has arrived.
pub fn payout_claimed(community: &str, name: &str, reward: &str) -> Letter {
    letter(
        &format!("Your win at {community}"),
        Some(name),
        &[
            format!("Congratulations! You have won {reward}, and your claim has arrived."),
            "Somebody will look at it, and you will hear from us again.".to_owned(),
        ],
    )
}

/// Tells a winner that the reward will go out.
pub fn payout_approved(community: &str, name: &str, reward: &str) -> Letter {
    letter(
        &format!("Your win at {community} is approved"),
        Some(name),
        &[format!("We have looked at your claim, and {reward} will be on its way to you.")],
    )
}

/// Tells a winner why the reward will not go out.
pub fn payout_rejected(community: &str, name: &str, reward: &str, reason: &str) -> Letter {
    letter(
        &format!("Your claim at {community}"),
        Some(name),
        &[
            format!("You claimed {reward}. We cannot pay it out."),
            format!("In our own words: {reason}"),
        ],
    )
}

/// Tells a winner that the reward has gone out, and how.
pub fn payout_paid(community: &str, name: &str, reward: &str, method: Option<&str>) -> Letter {
    let how = method.map_or_else(String::new, |method| format!(" by {method}"));
    letter(
        &format!("Your win at {community} is paid"),
        Some(name),
        &[
            format!("We have sent you {reward}{how}."),
            "Thank you for writing, and for playing.".to_owned(),
        ],
    )
}
