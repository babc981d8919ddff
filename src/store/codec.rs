//! Encoding of values: one version byte, then bincode. No other module depends on either.
//!
//! A stored type grows by fields that are appended to it: in a value from before, they are padded with zeros, which bincode reads as
//! `None`, `false`, 0, empty or the first variant of an enum. An older program ignores what newer ones have appended.

use bincode::Options;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Version of the codec. A stored type whose bytes change in another way than by appended fields gets a table with a new number in its
/// name instead, and a migration.
const VERSION: u8 = 1;
/// Maximum length of a value in bytes, so that a corrupt length cannot allocate more.
const MAX_VALUE_LENGTH: u64 = 16 << 20;

fn options() -> impl Options {
    bincode::DefaultOptions::new().with_limit(MAX_VALUE_LENGTH).allow_trailing_bytes()
}

/// Encodes a value.
pub(super) fn encode(value: &impl Serialize) -> Result<Vec<u8>, bincode::Error> {
    let mut bytes = vec![VERSION];
    options().serialize_into(&mut bytes, value)?;
    Ok(bytes)
}

/// Decodes a value, of which at most `appended` bytes may be absent; `None` for bytes of another version or that are cut off.
pub(super) fn decode<T: DeserializeOwned>(bytes: &[u8], appended: usize) -> Option<T> {
    let (&VERSION, value) = bytes.split_first()? else { return None };
    let padded = || options().deserialize(&[value, &vec![0; appended]].concat()).ok();
    options().deserialize(value).ok().or_else(|| padded().filter(|_| appended > 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_read_back_and_foreign_bytes_are_refused() {
        let bytes = encode(&("ink", 7_u32)).unwrap();
        let decoded = |bytes: &[u8]| decode::<(String, u32)>(bytes, 0);
        assert_eq!(decoded(&bytes), Some(("ink".to_owned(), 7)));
        assert_eq!(decoded(&bytes[..bytes.len() - 1]), None);
        assert_eq!(decoded(&[9, 3]), None);
        assert_eq!(decoded(&[]), None);
    }

    #[test]
    fn appended_fields_read_as_empty_in_older_values() {
        type Grown = (String, u32, bool, Option<u32>, Vec<String>, String, u64);
        let grown = |bytes: &[u8]| decode::<Grown>(bytes, 5);
        let older = encode(&("ink", 7_u32)).unwrap();
        let empty = ("ink".to_owned(), 7, false, None, Vec::new(), String::new(), 0);
        assert_eq!(grown(&older), Some(empty.clone()));
        for cut_off in 0..older.len() {
            assert_eq!(grown(&older[..cut_off]), None, "{cut_off}");
        }
        let newer = encode(&("ink", 7_u32, true, Some(3_u32), ["blot"].as_slice())).unwrap();
        assert_eq!(decode(&newer, 0), Some(("ink".to_owned(), 7_u32)));
    }
}
