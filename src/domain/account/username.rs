//! Usernames, in letters and digits of every script.

use deunicode::deunicode;
use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory};
use unicode_security::general_security_profile::IdentifierType;
use unicode_security::{
    GeneralSecurityProfile, MixedScript, RestrictionLevel, RestrictionLevelDetection, skeleton,
};

use crate::id::AccountId;
use crate::message::Message;

/// Maximum number of characters.
const MAX_LENGTH: usize = 32;
/// Maximum number of combining marks in a row (Unicode Technical Standard 39, section 5.4).
const MAX_MARKS: usize = 4;
/// Maximum length of the part of a mail name that is derived from the username; a number may follow it.
const MAX_MAIL_NAME_LENGTH: usize = 24;
/// Usernames that cannot be had: a username is also the local part of a mail address and a path of the site.
const RESERVED: [&str; 12] = [
    "abuse",
    "admin",
    "administrator",
    "hostmaster",
    "inkfold",
    "mailer-daemon",
    "noreply",
    "postmaster",
    "root",
    "security",
    "support",
    "webmaster",
];

/// Name that others mention a member by, in Unicode's normalization form C.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Username(String);

impl Username {
    /// Username of a guest's account, which is shown nowhere.
    pub fn of_guest(id: AccountId) -> Self {
        Self(format!("guest-{id}"))
    }

    /// # Errors
    /// The message of the specification's catalogue, or the reason why this name cannot be had.
    pub fn parse(text: &str) -> Result<Self, Message> {
        const INVALID: Message =
            Message::new("username-invalid", "Username is invalid, special characters not allowed");
        let name: String = text.trim().nfc().collect();
        if name.is_empty() {
            return Err(Message::new("username-required", "Username is required."));
        }
        if !name.chars().all(is_allowed) || !are_marks_few(&name) {
            return Err(INVALID);
        }
        if name.chars().count() > MAX_LENGTH {
            return Err(Message::new(
                "username-too-long",
                "Username is too long, {max} characters at most.",
            )
            .with("max", MAX_LENGTH));
        }
        if !is_of_one_script(&name) {
            return Err(Message::new(
                "username-mixes-scripts",
                "Username mixes letters of different scripts. Use letters of one script.",
            ));
        }
        let name = Self(name);
        if RESERVED.iter().any(|reserved| name.looks_like(reserved)) {
            return Err(Message::new("username-reserved", "This username is reserved."));
        }
        Ok(name)
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Spelling that two usernames have in common when they differ in case only.
    pub fn key(&self) -> String {
        case_folded(&self.0)
    }

    /// Whether `text` is this username in any case.
    pub fn is_spelt(&self, text: &str) -> bool {
        case_folded(&text.trim().nfc().collect::<String>()) == self.key()
    }

    /// Whether mail programs and servers take the name in an address as it is.
    pub fn is_ascii(&self) -> bool {
        self.0.is_ascii()
    }

    /// Skeletons of the name in lower case and as it was typed. Names that are easily confused have one in common (Unicode
    /// Technical Standard 39, section 4); capitals look like those of other scripts where the small letters do not.
    pub fn skeletons(&self) -> [String; 2] {
        [skeleton(&self.key()).collect(), skeleton(&self.0).collect()]
    }

    /// Whether the name looks like this one in small letters, in capitals, or with a capital at its beginning.
    fn looks_like(&self, name: &str) -> bool {
        let capitals = name.to_ascii_uppercase();
        let capitalized = format!("{}{}", &capitals[..1], &name[1..]);
        let alike = [name, &capitals, &capitalized].map(|name| skeleton(name).collect::<String>());
        self.skeletons().iter().any(|own| alike.contains(own))
    }

    /// ASCII names that can stand for this one in mail addresses, best first. The iterator is endless.
    pub fn mail_names(&self) -> impl Iterator<Item = Self> + use<> {
        let latin = deunicode(&self.key()).to_ascii_lowercase();
        let words =
            latin.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
        let mut stem = words.collect::<Vec<_>>().join("-");
        stem.truncate(MAX_MAIL_NAME_LENGTH);
        let stem = if stem.is_empty() { "member".to_owned() } else { stem };
        let numbered = (2_u32..).map({
            let stem = stem.clone();
            move |number| format!("{stem}-{number}")
        });
        std::iter::once(stem).chain(numbered).filter_map(|name| Self::parse(&name).ok())
    }
}

fn case_folded(name: &str) -> String {
    let folded = name.chars().flat_map(char::to_uppercase).flat_map(char::to_lowercase);
    folded.nfc().collect()
}

/// Whether the character is a visible letter, mark or digit of any script, a hyphen or an underscore.
fn is_allowed(c: char) -> bool {
    let is_ignorable = c.identifier_type() == Some(IdentifierType::Default_Ignorable);
    let is_lettering = matches!(
        c.general_category_group(),
        GeneralCategoryGroup::Letter | GeneralCategoryGroup::Mark
    ) || c.general_category() == GeneralCategory::DecimalNumber;
    matches!(c, '-' | '_') || (is_lettering && !is_ignorable)
}

fn are_marks_few(name: &str) -> bool {
    let is_mark = |c: char| c.general_category_group() == GeneralCategoryGroup::Mark;
    let longest = name.split(|c| !is_mark(c)).map(|marks| marks.chars().count()).max();
    !name.starts_with(is_mark) && longest.is_none_or(|longest| longest <= MAX_MARKS)
}

/// Whether all letters are of one script, or of scripts that are written together, such as those of Japanese.
fn is_of_one_script(name: &str) -> bool {
    name.is_single_script() || name.check_restriction_level(RestrictionLevel::HighlyRestrictive)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str) -> String {
        Username::parse(text).unwrap_err().to_string()
    }

    #[test]
    fn letters_and_digits_of_every_script_pass() {
        for name in [
            "Mara_7",
            "žofie",
            "Мария",
            "Ελένη",
            "李雷",
            "さくら子",
            "김민준",
            "मीरा",
            "ปิ่น",
            "น้ำ",
            "שרה",
            "ليلى",
            "அனிதா",
            "ᏣᎳᎩ",
            "ⵜⴰⵏⵉⵔⵜ",
            "Đặng-Thị_2",
            "अ१२",
        ] {
            assert_eq!(
                Username::parse(name).map(|name| name.0),
                Ok(name.nfc().collect()),
                "{name}"
            );
        }
        assert_eq!(Username::parse("Zoe\u{301}").unwrap().as_str(), "Zoé");
    }

    #[test]
    fn special_and_invisible_characters_are_refused() {
        for text in [
            "a@b",
            "a.b",
            "a+b",
            "a/b",
            "a\\b",
            "a#b",
            "ma ra",
            "a\u{200b}b",
            "a\u{200d}b",
            "a\u{202e}b",
            "\u{3164}",
            "\u{115f}a",
            "a\u{fe0f}",
            "a\u{34f}",
            "a\u{e0100}",
            "x²",
            "½",
            "🌿",
            "\u{301}a",
            "a\u{331}\u{332}\u{333}\u{334}\u{335}",
        ] {
            assert!(refusal(text).starts_with("Username is invalid"), "{text:?}");
        }
        assert!(refusal(&"字".repeat(33)).starts_with("Username is too long"));
        assert!(Username::parse(&"字".repeat(32)).is_ok());
    }

    #[test]
    fn mixed_scripts_are_refused() {
        for text in ["mаra", "Αnna", "яна1z", "paՕl", "שara"] {
            assert!(refusal(text).starts_with("Username mixes"), "{text}");
        }
    }

    #[test]
    fn names_like_reserved_ones_are_refused() {
        for text in ["Admin", "ROOT", "ａｄｍｉｎ", "ѕuррοrt", "𝐀𝐃𝐌𝐈𝐍", "𝐀𝐝𝐦𝐢𝐧"]
        {
            assert!(Username::parse(text).is_err(), "{text}");
        }
        assert_eq!(refusal("Admin"), "This username is reserved.");
        assert_eq!(refusal("ａｄｍｉｎ"), "This username is reserved.");
    }

    #[test]
    fn usernames_ignore_letter_case() {
        for (one, other) in
            [("Mara", "mARA"), ("МАРИЯ", "мария"), ("Σίσυφος", "ΣΊΣΥΦΟΣ"), ("Groß", "GROSS")]
        {
            let (one, other) = (Username::parse(one).unwrap(), Username::parse(other).unwrap());
            assert_eq!(one.key(), other.key());
            assert!(one.is_spelt(other.as_str()));
        }
        assert_eq!(Username::parse("Mara_7").unwrap().key(), "mara_7");
    }

    #[test]
    fn confusable_names_have_one_skeleton() {
        for (one, other) in [
            ("papa", "рара"),
            ("О", "O"),
            ("ѕсоре", "scope"),
            ("TOM", "ТОМ"),
            ("HEKTOP", "НЕКТОР"),
            ("Bob", "ВоЬ"),
            ("EYA", "ΕΥΑ"),
        ] {
            let (one, other) = (Username::parse(one).unwrap(), Username::parse(other).unwrap());
            assert_ne!(one.key(), other.key());
            let common = one.skeletons().iter().any(|own| other.skeletons().contains(own));
            assert!(common, "{} {}", one.as_str(), other.as_str());
        }
    }

    #[test]
    fn mail_names_are_ascii_and_readable() {
        let first = |name: &str| {
            let names = Username::parse(name).unwrap().mail_names().take(2);
            names.map(|name| name.0).collect::<Vec<_>>()
        };
        assert_eq!(first("Мария"), ["mariia", "mariia-2"]);
        assert_eq!(first("李雷"), ["li-lei", "li-lei-2"]);
        assert_eq!(first("žofie_ň"), ["zofie-n", "zofie-n-2"]);
        assert_eq!(first("админ"), ["admin-2", "admin-3"]);
        assert!(first(&"字".repeat(32))[1].len() <= MAX_LENGTH);
    }
}
