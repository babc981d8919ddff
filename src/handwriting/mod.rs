//! Reads handwriting: finds the lines in a picture, recognises their letters, and proposes words.
//!
//! Everything runs in a child process on one thread (see [`sandbox`]); the model is loaded there only. The answer is a guess with a
//! confidence, for search and for drafts of transcriptions. Reads Latin letters, best in English; of other scripts nothing is claimed.

mod alphabet;
mod decoder;
mod ink;
mod line_image;
mod lines;
mod picture;
mod posteriors;
mod recognizer;
pub mod traces;
mod weights;
mod word_list;

use std::time::Duration;

use domain::handwriting::{Area, Line, ReaderVersion, Reading, Word};
use sandbox::{Allocation, Failure, Job, Limits, Priority, Sandbox, SystemCalls};
use serde::{Deserialize, Serialize};

use decoder::Decoder;
use ink::Component;
use line_image::LineImage;
use lines::Text;
use picture::Picture;
use posteriors::Posteriors;
use recognizer::Recognizer;
use word_list::WordList;

/// Job that reads a picture in the background.
pub const JOB: Job = Job {
    name: "handwriting",
    limits: Limits {
        memory: 512 << 20,
        // 80 lines on a slow machine. Others may leave it little time.
        cpu_seconds: 180,
        wall: Duration::from_mins(15),
        answer: 4 << 20,
    },
    allocation: Allocation::BlockByBlock,
    system_calls: SystemCalls::NoMoreThreads,
    priority: Priority::Background,
    load: None,
    run: |input| serve(&input),
};

/// Job that reads a picture for a draft, at normal priority, because a member waits for it.
pub const DRAFT_JOB: Job = Job {
    name: "handwriting-draft",
    limits: Limits { cpu_seconds: 30, wall: Duration::from_secs(30), ..JOB.limits },
    priority: Priority::Normal,
    ..JOB
};

/// Maximum number of lines of a picture.
const MAX_LINES: usize = 80;
/// Maximum number of lines of a picture for which other ways to read them are tried: for all, a slow machine had too little time.
const MAX_CLOSE_LINES: usize = 20;
/// Confidence of a line in percent from which on it is not read again in wider letters.
const MIN_SURE_CONFIDENCE: u8 = 92;
/// Confidence in percent of a letter that is as likely right as wrong.
const EVEN_CONFIDENCE: i64 = 50;
/// Minimum gain in certainty by wider letters: that of two certain letters. With less, a right letter is as often lost as found.
const MIN_WIDE_GAIN: i64 = 100;
/// Minimum gain in certainty by splitting: that of three certain letters, since a tail alone is read as one or two.
const MIN_SPLIT_GAIN: i64 = 150;
/// Length of the number before the request.
const LENGTH_BYTES: usize = 4;
/// Expectations of a picture.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Request {
    /// Whether words of the English list are proposed.
    pub english: bool,
    /// Words that are likely, such as those of the question.
    pub words: Vec<String>,
}

/// Failure to read a picture.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The picture is damaged; another attempt would fail, too.
    #[error("the picture cannot be read: {0}")]
    Picture(String),
    /// The child was killed: for its use of memory or time, by the system, or because the server stops.
    #[error("reading was interrupted: {0}")]
    Interrupted(String),
    /// No picture can be read.
    #[error("handwriting cannot be read: {0}")]
    Reader(String),
}

/// Beginning of a refusal because of the model.
const MODEL_REFUSAL: &str = "model: ";

/// Reads the handwriting in a PNG or WebP in the background.
pub fn read(sandbox: &Sandbox, request: &Request, picture: &[u8]) -> Result<Reading, ReadError> {
    read_by(&JOB, sandbox, request, picture)
}

/// Reads the handwriting in a PNG or WebP for a draft, at normal priority.
pub fn read_for_draft(
    sandbox: &Sandbox,
    request: &Request,
    picture: &[u8],
) -> Result<Reading, ReadError> {
    read_by(&DRAFT_JOB, sandbox, request, picture)
}

fn read_by(
    job: &Job,
    sandbox: &Sandbox,
    request: &Request,
    picture: &[u8],
) -> Result<Reading, ReadError> {
    let unusable = |error: serde_json::Error| ReadError::Reader(error.to_string());
    let request = serde_json::to_vec(request).map_err(unusable)?;
    let length = (request.len() as u32).to_le_bytes();
    let answer = sandbox.call(job, &[&length, &request, picture]);
    let answer = answer.map_err(|failure| match &failure {
        Failure::Refused(words) => match words.strip_prefix(MODEL_REFUSAL) {
            Some(words) => ReadError::Reader(words.to_owned()),
            None => ReadError::Picture(words.clone()),
        },
        Failure::Died(status) if status.code().is_some() => {
            ReadError::Reader(format!("{failure}: is it the same program?"))
        }
        Failure::OverLimit | Failure::Died(_) | Failure::Forbidden => {
            ReadError::Interrupted(failure.to_string())
        }
        Failure::Start(cause) => ReadError::Reader(format!("{failure}: {cause}")),
        Failure::Busy(_) => ReadError::Reader(failure.to_string()),
    })?;
    let reading: Reading = serde_json::from_slice(&answer).map_err(unusable)?;
    if reading.is_consistent() {
        Ok(reading)
    } else {
        Err(ReadError::Picture("the answer is not consistent".to_owned()))
    }
}

fn serve(input: &[u8]) -> Result<Vec<u8>, String> {
    let cut_off = || "the request is cut off".to_owned();
    let (length, rest) = input.split_at_checked(LENGTH_BYTES).ok_or_else(cut_off)?;
    let length = u32::from_le_bytes(length.try_into().map_err(|_| cut_off())?);
    let (request, picture) = rest.split_at_checked(length as usize).ok_or_else(cut_off)?;
    let request: Request = serde_json::from_slice(request).map_err(|error| error.to_string())?;
    let picture = Picture::decode(picture)?;
    let reading = Reader::new(&request)?.read(&picture)?;
    serde_json::to_vec(&reading).map_err(|error| error.to_string())
}

/// Reader with its model and its word lists.
struct Reader {
    recognizer: Recognizer,
    lists: Vec<WordList>,
}

impl Reader {
    fn new(request: &Request) -> Result<Self, String> {
        let recognizer = Recognizer::load().map_err(|error| format!("{MODEL_REFUSAL}{error}"))?;
        let own = WordList::of_words(request.words.iter().map(String::as_str));
        let lists = std::iter::once(own).chain(request.english.then(WordList::english));
        Ok(Self { recognizer, lists: lists.collect() })
    }

    fn read(&self, picture: &Picture) -> Result<Reading, String> {
        let text = lines::find(ink::components(picture), MAX_LINES);
        let mut lines = Vec::new();
        for index in 0..text.lines.len() {
            lines.extend(self.read_closely(picture, &text, index)?);
        }
        let size = |pixels: usize| (pixels as f32 * picture.reduction).ceil() as u32;
        Ok(Reading {
            version: ReaderVersion::CURRENT,
            width: size(picture.width),
            height: size(picture.height),
            lines,
        })
    }

    /// Reads a line, or the lines that it may consist of if that gives more certain words.
    fn read_closely(
        &self,
        picture: &Picture,
        text: &Text,
        index: usize,
    ) -> Result<Vec<Line>, String> {
        let line = &text.lines[index];
        let others: Vec<&Component> = all_but(&text.lines, index).chain(&text.other).collect();
        if index >= MAX_CLOSE_LINES {
            let read = self.read_stretched(picture, line, &others, line_image::NARROW)?;
            return Ok(read.into_iter().collect());
        }
        let whole = self.read_line(picture, line, &others)?;
        let split = line.split(text.letter_height);
        if split.len() < 2 {
            return Ok(whole.into_iter().collect());
        }
        let mut parts = Vec::new();
        for (part, line) in split.iter().enumerate() {
            let others: Vec<&Component> =
                others.iter().copied().chain(all_but(&split, part)).collect();
            parts.extend(self.read_line(picture, line, &others)?);
        }
        let is_better = certainty(&parts) > certainty(&whole) + MIN_SPLIT_GAIN;
        Ok(if is_better { parts } else { whole.into_iter().collect() })
    }

    /// Reads a line, and again in wider letters if it is not sure.
    fn read_line(
        &self,
        picture: &Picture,
        line: &lines::Line,
        others: &[&Component],
    ) -> Result<Option<Line>, String> {
        let narrow = self.read_stretched(picture, line, others, line_image::NARROW)?;
        let confidence = narrow.as_ref().and_then(Line::confidence);
        if confidence.is_none_or(|confidence| confidence.percent() >= MIN_SURE_CONFIDENCE) {
            return Ok(narrow);
        }
        let wide = self.read_stretched(picture, line, others, line_image::WIDE)?;
        let is_better = certainty(&wide) > certainty(&narrow) + MIN_WIDE_GAIN;
        Ok(if is_better { wide } else { narrow })
    }

    fn read_stretched(
        &self,
        picture: &Picture,
        line: &lines::Line,
        others: &[&Component],
        stretch: f32,
    ) -> Result<Option<Line>, String> {
        let Some((columns, rows)) = line.bounds() else { return Ok(None) };
        let Some(image) = LineImage::new(picture, line, others, stretch) else {
            return Ok(None);
        };
        let posteriors = self.recognizer.read(&image);
        let posteriors = posteriors.map_err(|error| format!("{MODEL_REFUSAL}{error}"))?;
        let frame_count = image.frame_count(posteriors.frame_count());
        let mut words = self.words(&posteriors);
        for word in &mut words {
            word.start = word.start.min(frame_count);
            word.end = word.end.min(frame_count);
        }
        if words.is_empty() {
            return Ok(None);
        }
        let frames = traces::encode(&posteriors, frame_count);
        let original = |pixels: usize| (pixels as f32 * picture.reduction) as u32;
        // The frames cover the margin beside the ink, too.
        let margin = line_image::margin(rows.len() as f32) as usize;
        let left = columns.start.saturating_sub(margin);
        let right = (columns.end + margin).min(picture.width);
        let area = Area {
            left: original(left),
            top: original(rows.start),
            width: original(right) - original(left),
            height: original(rows.end) - original(rows.start),
        };
        Ok(Some(Line { area, words, frame_count, frames }))
    }

    fn words(&self, posteriors: &Posteriors) -> Vec<Word> {
        let lists: Vec<&WordList> = self.lists.iter().collect();
        Decoder { alphabet: self.recognizer.alphabet, lists: &lists }.words(posteriors)
    }
}

/// Ink of the other lines.
fn all_but(lines: &[lines::Line], index: usize) -> impl Iterator<Item = &Component> {
    let others = lines.iter().enumerate().filter(move |(other, _)| *other != index);
    others.flat_map(|(_, line)| &line.ink)
}

/// Certainty of several lines: every letter adds its confidence above [`EVEN_CONFIDENCE`], or subtracts what it lacks.
fn certainty<'a>(lines: impl IntoIterator<Item = &'a Line>) -> i64 {
    let words = lines.into_iter().flat_map(|line| &line.words);
    let of_word = |word: &Word| {
        let letters = word.text.chars().count() as i64;
        letters * (i64::from(word.confidence.percent()) - EVEN_CONFIDENCE)
    };
    words.map(of_word).sum()
}

#[cfg(test)]
mod tests;
