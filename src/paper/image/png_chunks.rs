//! PNG file without its metadata: texts, profiles and thumbnails are passed over unread, so that none is stored or inflated.

use std::io::{self, BufRead, Read, Seek, SeekFrom};

/// Length of the signature before the chunks.
const SIGNATURE: usize = 8;
/// Length of a chunk's length, kind and checksum, which are around its data.
const FRAME: usize = 12;
/// Transparent colours, and the mark of an animation: the only chunks that a picture is decoded by beside the critical ones.
const VISIBLE: &[&[u8; 4]] = &[b"tRNS", b"acTL"];

/// Reader of a PNG file that has the chunks of some kinds only.
pub(crate) struct PngChunks<'a> {
    /// Rest of the chunk that is being read.
    chunk: &'a [u8],
    /// Chunks after it.
    rest: &'a [u8],
    /// Kinds of ancillary chunks that are read.
    kinds: &'static [&'static [u8; 4]],
}

impl<'a> PngChunks<'a> {
    /// The chunks that pixels are decoded from.
    pub(crate) fn visible(file: &'a [u8]) -> Self {
        Self::with(file, VISIBLE)
    }

    /// The colour profile, with the critical chunks, which every decoder requires.
    pub(crate) fn profile(file: &'a [u8]) -> Self {
        Self::with(file, &[b"iCCP"])
    }

    /// The orientation of a camera, with the critical chunks.
    pub(crate) fn orientation(file: &'a [u8]) -> Self {
        Self::with(file, &[b"eXIf"])
    }

    fn with(file: &'a [u8], kinds: &'static [&'static [u8; 4]]) -> Self {
        let (chunk, rest) = file.split_at(SIGNATURE.min(file.len()));
        Self { chunk, rest, kinds }
    }

    /// Splits off the next chunk; that of a truncated file ends with the file.
    fn next_chunk(&mut self) -> &'a [u8] {
        let data = self.rest.first_chunk().map_or(0, |length| u32::from_be_bytes(*length) as usize);
        let length = data.saturating_add(FRAME).min(self.rest.len());
        let (chunk, rest) = self.rest.split_at(length);
        self.rest = rest;
        chunk
    }

    /// Whether the chunk is critical, which its kind says by its first letter, or of a kind that is read.
    fn is_read(&self, chunk: &[u8]) -> bool {
        let kind = chunk.get(4..8).unwrap_or_default();
        kind.first().is_none_or(u8::is_ascii_uppercase)
            || self.kinds.iter().any(|read| *read == kind)
    }
}

impl BufRead for PngChunks<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while self.chunk.is_empty() && !self.rest.is_empty() {
            let chunk = self.next_chunk();
            if self.is_read(chunk) {
                self.chunk = chunk;
            }
        }
        Ok(self.chunk)
    }

    fn consume(&mut self, amount: usize) {
        self.chunk = &self.chunk[amount..];
    }
}

impl Read for PngChunks<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

/// Required by decoders, which never seek in a PNG.
impl Seek for PngChunks<'_> {
    fn seek(&mut self, _: SeekFrom) -> io::Result<u64> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Chunk of this kind with a wrong checksum, which nothing here reads.
    fn chunk(kind: [u8; 4], data: &[u8]) -> Vec<u8> {
        [&(data.len() as u32).to_be_bytes()[..], &kind, data, b"\0\0\0\0"].concat()
    }

    fn read(mut chunks: PngChunks<'_>) -> Vec<u8> {
        let mut bytes = Vec::new();
        chunks.read_to_end(&mut bytes).unwrap();
        bytes
    }

    #[test]
    fn metadata_is_passed_over() {
        let signature = b"\x89PNG\r\n\x1a\n".to_vec();
        let [header, profile, text, colours, pixels, end] = [
            chunk(*b"IHDR", &[1; 13]),
            chunk(*b"iCCP", &[2; 90]),
            chunk(*b"zTXt", &[3; 7_000]),
            chunk(*b"tRNS", &[4; 2]),
            chunk(*b"IDAT", &[5; 900]),
            chunk(*b"IEND", &[]),
        ];
        let file =
            [&signature, &header, &profile, &text, &colours, &pixels, &end].map(|part| &part[..]);
        let file = file.concat();
        let visible = [&signature[..], &header, &colours, &pixels, &end].concat();
        assert_eq!(read(PngChunks::visible(&file)), visible);
        let profiled = [&signature[..], &header, &profile, &pixels, &end].concat();
        assert_eq!(read(PngChunks::profile(&file)), profiled);
    }

    #[test]
    fn truncated_file_ends_where_it_ends() {
        let file = [&b"\x89PNG\r\n\x1a\n"[..], &chunk(*b"IDAT", &[1; 40])[..20], b"\0"].concat();
        for length in 0..file.len() {
            let read = read(PngChunks::visible(&file[..length]));
            assert_eq!(read, file[..length], "{length}");
        }
        let endless = [&file[..8], b"\xff\xff\xff\xffzTXt endless"].concat();
        assert_eq!(read(PngChunks::visible(&endless)), file[..8]);
    }
}
