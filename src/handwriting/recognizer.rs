//! Recogniser: a neural network that turns the picture of a line into probabilities of letters.
//!
//! The network is the small recogniser of `PP-OCRv6` (`PaddleOCR` 3.7, Apache-2.0), reduced to the classes of [`alphabet`] and to weights
//! of a byte each. Its files lie in `model/` and are pinned by their hashes.
//!
//! [`alphabet`]: super::alphabet

use std::sync::Arc;

use rten::{Model, ModelOptions, RunOptions, ThreadPool, op_registry};
use rten_tensor::NdTensor;
use rten_tensor::prelude::*;
use sha2::{Digest, Sha256};

use crate::alphabet::Alphabet;
use crate::line_image::{HEIGHT, LineImage};
use crate::posteriors::Posteriors;
use crate::weights;

/// Network without its weights, in the ONNX format.
const NETWORK: &[u8] = include_bytes!("model/skeleton.onnx");
const WEIGHTS: &[u8] = include_bytes!("model/weights.q8");
/// SHA-256 of [`NETWORK`] followed by [`WEIGHTS`].
const HASH: [u8; 32] = [
    0xdf, 0x7e, 0x40, 0xf6, 0x4b, 0xc0, 0x17, 0xb6, 0xd7, 0xdb, 0x81, 0xf9, 0x02, 0x61, 0x57, 0xc3,
    0x76, 0xb9, 0xf5, 0x8b, 0xf3, 0x28, 0x37, 0xe0, 0x10, 0xd5, 0xfb, 0x5c, 0xaf, 0x3a, 0x38, 0xb0,
];
/// Name by which the network's file refers to the weights.
const WEIGHTS_NAME: &str = "weights.data";
/// Minimum width of the network's input; narrower lines are padded with medium grey.
const MIN_WIDTH: usize = 320;

/// Frames after the end of a line that may show its last letter.
const LATE_FRAMES: usize = 2;

/// Failure to load or run the network.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    #[error("the handwriting model is damaged")]
    Damaged,
    #[error("the handwriting model cannot be loaded: {0}")]
    Load(String),
    #[error("the handwriting model failed: {0}")]
    Run(String),
}

pub(crate) struct Recognizer {
    model: Model,
    /// Pool of one thread. The child process may not start any, and works on its own.
    threads: Arc<ThreadPool>,
    pub(crate) alphabet: &'static Alphabet,
}

impl Recognizer {
    /// Loads the embedded network, which takes about 20 ms and 25 MB.
    ///
    /// # Errors
    /// [`Error::Damaged`] if the executable's copy of the model is not the one that was built in.
    pub(crate) fn load() -> Result<Self, Error> {
        Self::of_files(NETWORK, WEIGHTS)
    }

    fn of_files(network: &[u8], weights: &[u8]) -> Result<Self, Error> {
        let hash = Sha256::new().chain_update(network).chain_update(weights).finalize();
        if hash[..] != HASH {
            return Err(Error::Damaged);
        }
        let weights = weights::unpack(weights).ok_or(Error::Damaged)?;
        let operators = op_registry!(
            Add,
            AveragePool,
            BatchNormalization,
            Concat,
            Conv,
            Div,
            Erf,
            HardSigmoid,
            Identity,
            MatMul,
            MaxPool,
            Mul,
            Pow,
            ReduceMean,
            Relu,
            Reshape,
            Shape,
            Sigmoid,
            Slice,
            Softmax,
            Sqrt,
            Squeeze,
            Sub,
            Transpose,
            Unsqueeze
        );
        let model = ModelOptions::with_ops(operators)
            .external_data(WEIGHTS_NAME, weights)
            .load(network.to_vec())
            .map_err(|error| Error::Load(error.to_string()))?;
        let threads = Arc::new(ThreadPool::with_num_threads(1));
        Ok(Self { model, threads, alphabet: Alphabet::get() })
    }

    /// Probabilities of the letters in a line, frame by frame from left to right.
    pub(crate) fn read(&self, line: &LineImage) -> Result<Posteriors, Error> {
        let width = line.width().max(MIN_WIDTH);
        let mut input = NdTensor::<f32, 4>::zeros([1, 3, HEIGHT, width]);
        for (y, row) in line.rows().enumerate() {
            for (x, grey) in row.iter().enumerate() {
                let value = f32::from(*grey) / 127.5 - 1.0;
                for channel in 0..3 {
                    input[[0, channel, y, x]] = value;
                }
            }
        }
        let options = RunOptions::default().with_thread_pool(Some(Arc::clone(&self.threads)));
        let output = self
            .model
            .run_one(input.view().into(), Some(options))
            .map_err(|error| Error::Run(error.to_string()))?;
        let output: NdTensor<f32, 3> =
            output.try_into().map_err(|_| Error::Run("unexpected answer".to_owned()))?;
        let [_, frames, classes] = output.shape();
        if classes != self.alphabet.class_count() {
            return Err(Error::Run(format!("{classes} classes")));
        }
        // Frames of the padding are left out, but for those in which the last letter may show late.
        let frames = ((frames * line.width()).div_ceil(width) + LATE_FRAMES).min(frames);
        let values = output.iter().copied().take(frames * classes).collect();
        Ok(Posteriors::new(values, classes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damaged_model_is_refused() {
        let mut weights = WEIGHTS.to_vec();
        weights[1_000_000] ^= 1;
        assert!(matches!(Recognizer::of_files(NETWORK, &weights), Err(Error::Damaged)));
        assert!(matches!(Recognizer::of_files(&[], WEIGHTS), Err(Error::Damaged)));
        assert!(Recognizer::of_files(NETWORK, WEIGHTS).is_ok());
    }
}
