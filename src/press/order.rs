//! What the parent asks of the child, as bytes: a JSON header with its length before it, then the files.

use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

const LENGTH_BYTES: usize = 4;

/// One document to typeset.
pub(super) struct Order {
    /// The template to begin with, as a path among the files.
    pub(super) main: String,
    /// What templates read as `sys.inputs.data`.
    pub(super) data: Value,
    /// Templates and pictures by absolute path.
    pub(super) files: Vec<(String, Bytes)>,
}

#[derive(Serialize, Deserialize)]
struct Header {
    main: String,
    data: Value,
    files: Vec<(String, usize)>,
}

impl Order {
    pub(super) fn encode(&self) -> Vec<u8> {
        let files = self.files.iter().map(|(path, bytes)| (path.clone(), bytes.as_ref().len()));
        let header =
            Header { main: self.main.clone(), data: self.data.clone(), files: files.collect() };
        let header = serde_json::to_vec(&header).expect("strings and numbers are always JSON");
        let body: usize = self.files.iter().map(|(_, bytes)| bytes.as_ref().len()).sum();
        let mut encoded = Vec::with_capacity(LENGTH_BYTES + header.len() + body);
        encoded.extend((header.len() as u32).to_be_bytes());
        encoded.extend(header);
        for (_, bytes) in &self.files {
            encoded.extend(bytes.as_ref());
        }
        encoded
    }

    /// The files stay where they are in `input`: a book's pictures are not copied.
    pub(super) fn decode(input: Vec<u8>) -> Result<Self, String> {
        let cut_short = || "the order is cut short".to_owned();
        let length = input.first_chunk::<LENGTH_BYTES>().ok_or_else(cut_short)?;
        let mut at = LENGTH_BYTES + u32::from_be_bytes(*length) as usize;
        let header = input.get(LENGTH_BYTES..at).ok_or_else(cut_short)?;
        let header: Header = serde_json::from_slice(header).map_err(|error| error.to_string())?;
        let input = Arc::new(input);
        let mut files = Vec::with_capacity(header.files.len());
        for (path, length) in header.files {
            let range = at..at.checked_add(length).ok_or_else(cut_short)?;
            at = range.end;
            files.push((path, Bytes::shared(&input, range).ok_or_else(cut_short)?));
        }
        Ok(Self { main: header.main, data: header.data, files })
    }
}

/// Bytes of the executable, or a part of bytes that others use too.
#[derive(Clone)]
pub(super) enum Bytes {
    Static(&'static [u8]),
    Shared(Arc<Vec<u8>>, Range<usize>),
}

impl Bytes {
    fn shared(whole: &Arc<Vec<u8>>, range: Range<usize>) -> Option<Self> {
        whole.get(range.clone())?;
        Some(Self::Shared(Arc::clone(whole), range))
    }
}

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Self {
        let range = 0..bytes.len();
        Self::Shared(Arc::new(bytes), range)
    }
}

impl AsRef<[u8]> for Bytes {
    fn as_ref(&self) -> &[u8] {
        match self {
            Self::Static(bytes) => bytes,
            Self::Shared(whole, range) => &whole[range.clone()],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_read_back_as_written() {
        let order = Order {
            main: "/main.typ".into(),
            data: serde_json::json!({ "name": "ਕਿਤਾਬ" }),
            files: vec![
                ("/main.typ".into(), Bytes::Static(b"= Hello")),
                ("/empty".into(), Bytes::Static(b"")),
                ("/picture".into(), Bytes::from(vec![1, 2, 3])),
            ],
        };
        let read = Order::decode(order.encode()).unwrap();
        assert_eq!((read.main, read.data), (order.main, order.data));
        for (read, written) in read.files.iter().zip(&order.files) {
            assert_eq!((&read.0, read.1.as_ref()), (&written.0, written.1.as_ref()));
        }
        assert_eq!(read.files.len(), 3);
    }

    #[test]
    fn half_an_order_is_refused() {
        let whole = Order {
            main: String::new(),
            data: Value::Null,
            files: vec![("/a".into(), Bytes::Static(b"abc"))],
        }
        .encode();
        for length in 0..whole.len() {
            assert!(Order::decode(whole[..length].to_vec()).is_err(), "{length}");
        }
    }
}
