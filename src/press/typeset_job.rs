//! Encoding of a typesetting job: the files one after the other, then a JSON header, then the header's length.
//!
//! The header comes last, so that the parent can append files as it reads them. All of them stay in the parent's memory until the
//! child has responded, so their size must be limited.

use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::join::TypesetTask;

const LENGTH_BYTES: usize = 4;

/// Encoder of a job.
#[derive(Default)]
pub(super) struct JobEncoder {
    bytes: Vec<u8>,
    files: Vec<(String, usize)>,
    task: Option<TypesetTask>,
}

#[derive(Serialize, Deserialize)]
struct Header {
    main: String,
    data: Value,
    files: Vec<(String, usize)>,
    task: Option<TypesetTask>,
}

impl JobEncoder {
    /// Returns an encoder with these templates.
    pub(super) fn of<'a>(templates: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> Self {
        let mut encoder = Self::default();
        for (path, source) in templates {
            encoder.add(path.to_owned(), source);
        }
        encoder
    }

    /// Adds a file that templates find at `path`, which begins with a slash.
    pub(super) fn add(&mut self, path: String, bytes: &[u8]) {
        self.bytes.extend(bytes);
        self.files.push((path, bytes.len()));
    }

    /// Requests a part of the document.
    pub(super) fn task(self, task: Option<TypesetTask>) -> Self {
        Self { task, ..self }
    }

    /// Encodes the job: the main template, and the data that templates read as `sys.inputs.data`.
    pub(super) fn finish(self, main: &str, data: Value) -> Vec<u8> {
        let Self { mut bytes, files, task } = self;
        let header = Header { main: main.to_owned(), data, files, task };
        let header = serde_json::to_vec(&header).expect("strings and numbers are always JSON");
        bytes.extend(&header);
        bytes.extend((header.len() as u32).to_be_bytes());
        bytes
    }
}

/// Document to typeset, decoded by the child.
pub(super) struct TypesetJob {
    pub(super) main: String,
    pub(super) data: Value,
    pub(super) files: Vec<(String, Slice)>,
    /// `None` for the whole document.
    pub(super) task: Option<TypesetTask>,
}

impl TypesetJob {
    /// Decodes a job. Its files are ranges of `input`, so that a book's pictures are not copied.
    pub(super) fn decode(input: Vec<u8>) -> Result<Self, String> {
        let cut_short = || "the job is cut short".to_owned();
        let (rest, length) = input.split_last_chunk::<LENGTH_BYTES>().ok_or_else(cut_short)?;
        let length = u32::from_be_bytes(*length) as usize;
        let (body, header) =
            rest.split_at_checked(rest.len().wrapping_sub(length)).ok_or_else(cut_short)?;
        let header: Header = serde_json::from_slice(header).map_err(|error| error.to_string())?;
        let body = body.len();

        let input = Arc::new(input);
        let mut files = Vec::with_capacity(header.files.len());
        let mut at = 0_usize;
        for (path, length) in header.files {
            let end = at.checked_add(length).filter(|end| *end <= body).ok_or_else(cut_short)?;
            files.push((path, Slice { whole: Arc::clone(&input), range: at..end }));
            at = end;
        }
        Ok(Self { main: header.main, data: header.data, files, task: header.task })
    }
}

/// File, as a slice of the input.
#[derive(Clone)]
pub(super) struct Slice {
    whole: Arc<Vec<u8>>,
    range: Range<usize>,
}

impl AsRef<[u8]> for Slice {
    fn as_ref(&self) -> &[u8] {
        &self.whole[self.range.clone()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample_job() -> Vec<u8> {
        let mut encoder = JobEncoder::of([("/main.typ", &b"= Hello"[..]), ("/empty", b"")]);
        encoder.add("/picture".into(), &[1, 2, 3]);
        encoder.finish("/main.typ", serde_json::json!({ "name": "ਕਿਤਾਬ" }))
    }

    #[test]
    fn typeset_jobs_round_trip() {
        let job = TypesetJob::decode(sample_job()).unwrap();
        assert_eq!(job.main, "/main.typ");
        assert_eq!(job.data["name"], "ਕਿਤਾਬ");
        let files: Vec<(&str, &[u8])> =
            job.files.iter().map(|(path, bytes)| (path.as_str(), bytes.as_ref())).collect();
        assert_eq!(
            files,
            [("/main.typ", &b"= Hello"[..]), ("/empty", b""), ("/picture", &[1, 2, 3])]
        );
    }

    #[test]
    fn truncated_typeset_job_is_refused() {
        let whole = sample_job();
        for length in 0..whole.len() {
            assert!(TypesetJob::decode(whole[..length].to_vec()).is_err(), "{length}");
            assert!(
                TypesetJob::decode(whole[whole.len() - length..].to_vec()).is_err(),
                "{length}"
            );
        }
    }
}
