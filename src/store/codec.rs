//! Encoding of values: one version byte, then bincode. No other module depends on either.

use bincode::Options;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Version of the codec. A stored type whose bytes change gets a table with a new number in its name instead, and a migration.
const VERSION: u8 = 1;
/// Maximum length of a value in bytes, so that a corrupt length cannot allocate more.
const MAX_VALUE_LENGTH: u64 = 16 << 20;

fn options() -> impl Options {
    bincode::DefaultOptions::new().with_limit(MAX_VALUE_LENGTH)
}

/// Encodes a value.
pub(super) fn encode(value: &impl Serialize) -> Result<Vec<u8>, bincode::Error> {
    let mut bytes = vec![VERSION];
    options().serialize_into(&mut bytes, value)?;
    Ok(bytes)
}

/// Decodes a value; `None` for bytes of another version or that are not a whole value.
pub(super) fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    let (&VERSION, value) = bytes.split_first()? else { return None };
    options().deserialize(value).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_read_back_and_foreign_bytes_are_refused() {
        let bytes = encode(&("ink", 7_u32)).unwrap();
        assert_eq!(decode(&bytes), Some(("ink".to_owned(), 7_u32)));
        assert_eq!(decode::<(String, u32)>(&bytes[..bytes.len() - 1]), None);
        assert_eq!(decode::<(String, u32)>(&[9, 3]), None);
        assert_eq!(decode::<(String, u32)>(&[]), None);
    }
}
