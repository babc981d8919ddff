//! Profile of a member: writing hand, tablets and languages.

use serde::{Deserialize, Serialize};

use super::invalid::FieldErrors;
use super::message::Message;

macro_rules! choices {
    ($(#[$doc:meta])* $name:ident or $unknown:expr => { $($(#[$variant_doc:meta])* $variant:ident = $text:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum $name { $($(#[$variant_doc])* $variant),* }

        impl $name {
            /// Every choice, in the order in which it is offered.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The word on screen and in JSON.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text),* }
            }
        }

        impl std::str::FromStr for $name {
            type Err = Message;

            fn from_str(text: &str) -> Result<Self, Message> {
                Self::ALL.iter().copied().find(|choice| choice.as_str() == text).ok_or_else(|| {
                    let known: Vec<&str> = Self::ALL.iter().map(|choice| choice.as_str()).collect();
                    $unknown.with("choice", text).with("choices", known.join(", "))
                })
            }
        }
    };
}

choices! {
    /// The hand that holds the pen.
    Handedness or Message::new("hand-unknown", "'{choice}' is not a hand. Choose from {choices}.") => { Left = "left", Right = "right" }
}

choices! {
    /// A family of tablets.
    Tablet or Message::new("tablet-unknown", "'{choice}' is not a tablet we know. Choose from {choices}.") => {
        Boox = "Boox", Remarkable = "reMarkable", Scribe = "Scribe", Supernote = "Supernote",
    }
}

choices! {
    /// A language that a member speaks.
    Language or Message::new("language-unknown", "'{choice}' is not a language on our list. Choose from {choices}.") => {
        English = "English", Spanish = "Spanish", French = "French", Chinese = "Chinese",
        Japanese = "Japanese", German = "German", Italian = "Italian", Punjabi = "Punjabi",
        Bengali = "Bengali", Hindi = "Hindi", Portuguese = "Portuguese", Russian = "Russian",
    }
}

/// Answers of a member to the profile form. All of them are optional.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Profile {
    pub handedness: Option<Handedness>,
    pub tablets: Vec<Tablet>,
    pub languages: Vec<Language>,
}

impl Profile {
    /// Reads the specification's three texts; lists are comma-joined.
    ///
    /// # Errors
    /// A message for each field with a value that is not offered.
    pub fn parse(handedness: &str, tablets: &str, languages: &str) -> Result<Self, FieldErrors> {
        let mut errors = FieldErrors::default();
        let hand = match handedness {
            "" => Some(None),
            text => errors.collect("handedness", text.parse()).map(Some),
        };
        let tablets = errors.collect("preferredTablets", parse_list(tablets));
        let languages = errors.collect("spokenLanguages", parse_list(languages));
        let profile = match (hand, tablets, languages) {
            (Some(handedness), Some(tablets), Some(languages)) => {
                Some(Self { handedness, tablets, languages })
            }
            _ => None,
        };
        errors.into_result(profile)
    }

    /// The three texts that [`Profile::parse`] reads.
    pub fn texts(&self) -> [String; 3] {
        let tablets: Vec<&str> = self.tablets.iter().map(|tablet| tablet.as_str()).collect();
        let languages: Vec<&str> =
            self.languages.iter().map(|language| language.as_str()).collect();
        let hand = self.handedness.map_or("", Handedness::as_str);
        [hand.to_owned(), tablets.join(","), languages.join(",")]
    }
}

fn parse_list<T: std::str::FromStr<Err = Message> + Ord>(text: &str) -> Result<Vec<T>, Message> {
    let mut list: Vec<T> = text
        .split(',')
        .map(str::trim)
        .filter(|item| !item.is_empty())
        .map(str::parse)
        .collect::<Result<_, _>>()?;
    list.sort();
    list.dedup();
    Ok(list)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn profile_lists_are_deduplicated_and_ordered() {
        let profile = Profile::parse("left", "Supernote, Boox,Boox", "Hindi").unwrap();
        assert_eq!(profile.handedness, Some(Handedness::Left));
        assert_eq!(profile.tablets, [Tablet::Boox, Tablet::Supernote]);
        assert_eq!(profile.languages, [Language::Hindi]);
        assert_eq!(profile.texts(), ["left", "Boox,Supernote", "Hindi"]);
        assert_eq!(Profile::parse("", "", ""), Ok(Profile::default()));
    }

    #[test]
    fn unknown_choice_is_reported_with_its_field() {
        let errors = Profile::parse("both", "Newton", "").unwrap_err();
        let fields: Vec<&str> = errors.iter().map(|(field, _)| field).collect();
        assert_eq!(fields, ["handedness", "preferredTablets"]);
    }
}
