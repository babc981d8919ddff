//! Values to bytes and back: one version byte, then bincode. The only place that knows either.

use bincode::Options;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Raised when the bytes of any stored type change; a migration then rewrites what is stored.
const VERSION: u8 = 1;
/// No value is longer; a corrupt length cannot ask for more memory than this.
const MAX_VALUE_LENGTH: u64 = 16 << 20;

fn options() -> impl Options {
    bincode::DefaultOptions::new().with_limit(MAX_VALUE_LENGTH)
}

/// The bytes of a value, or why it cannot be stored.
pub(super) fn encode(value: &impl Serialize) -> Result<Vec<u8>, bincode::Error> {
    let mut bytes = vec![VERSION];
    options().serialize_into(&mut bytes, value)?;
    Ok(bytes)
}

/// The value of these bytes; `None` when they are not one.
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
