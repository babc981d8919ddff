//! Placeholders of pictures: the child lays out small PDFs of the right shape, and the parent replaces them by the pictures.
//!
//! So pictures are neither sent to the child nor held in memory: each is copied unchanged from storage to the finished
//! file, one after the other.

mod objects;

use std::io::{self, Write};

use self::objects::{CountingWriter, Table, find, write_pdf, write_table};
use super::ink_bounds::InkBounds;
use super::picture::Picture;

/// Key of the number in the dictionary of a placeholder. Its suffix depends on the document's hash, so that
/// placeholders cannot be forged in content.
#[derive(Clone)]
pub(super) struct PlaceholderTag(String);

impl PlaceholderTag {
    pub(super) fn of(document: blake3::Hash) -> Self {
        Self(format!("/StandIn{}", &document.to_hex()[..16]))
    }

    /// PDF of one page with the size of the picture, or of the part of it inside `trim`.
    pub(super) fn placeholder(
        &self,
        picture: &Picture,
        trim: Option<InkBounds>,
        number: usize,
    ) -> Vec<u8> {
        let Picture { width, height, .. } = picture;
        // From the bottom up.
        let [left, bottom, right, top] = trim.map_or([0, 0, *width, *height], |ink| {
            [ink.left, height - ink.bottom, ink.right, height - ink.top]
        });
        let draw = format!("{width} 0 0 {height} 0 0 cm /P Do");
        let mut pdf = CountingWriter::new(Vec::new());
        let written = write_pdf(
            &mut pdf,
            &[
                "<</Type/Catalog/Pages 2 0 R>>".into(),
                "<</Type/Pages/Kids[3 0 R]/Count 1>>".into(),
                format!(
                    "<</Type/Page/Parent 2 0 R/MediaBox[{left} {bottom} {right} {top}]/Contents 4 0 R\
                     /Resources<</XObject<</P 5 0 R>>>>>>"
                ),
                format!("<</Length {}>>\nstream\n{draw}\nendstream", draw.len()),
                format!(
                    "<</Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray\
                     /BitsPerComponent 8{} {number}/Length 1>>\nstream\n \nendstream",
                    self.0
                ),
            ],
        );
        written.expect("a vector takes all that is written");
        pdf.inner
    }

    /// Number of the placeholder, if an object is one.
    fn number_in(&self, object: &[u8]) -> Option<usize> {
        let end = find(object, b"stream")?;
        let at = find(&object[..end], self.0.as_bytes())? + self.0.len();
        let digits = object[at..end].trim_ascii_start();
        let length = digits.iter().take_while(|byte| byte.is_ascii_digit()).count();
        std::str::from_utf8(&digits[..length]).ok()?.parse().ok()
    }
}

/// Copies a document and replaces the placeholders by pictures.
///
/// # Errors
/// Errors of `picture` and `out`; also when the document has no plain cross-reference table, as the typesetter writes it.
pub(super) fn fill<E: From<io::Error>>(
    pdf: &[u8],
    mark: &PlaceholderTag,
    mut picture: impl FnMut(usize) -> Result<Picture, E>,
    out: impl Write,
) -> Result<(), E> {
    let table = Table::read(pdf)
        .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "not the typesetter's PDF"))?;
    let mut file = Assembly::new(out, &pdf[..table.first()], table.size)?;
    for (number, range) in &table.objects {
        file.put(*number, &pdf[range.clone()], mark, &mut picture)?;
    }
    file.finish(table.trailer)?;
    Ok(())
}

/// PDF that is written object by object.
pub(super) struct Assembly<W> {
    out: CountingWriter<W>,
    /// Offset of each object, by its number.
    offsets: Vec<Option<usize>>,
}

impl<W: Write> Assembly<W> {
    /// Begins a file with `head` and space for `size` objects.
    pub(super) fn new(out: W, head: &[u8], size: usize) -> io::Result<Self> {
        let mut out = CountingWriter::new(out);
        out.write_all(head)?;
        Ok(Self { out, offsets: vec![None; size] })
    }

    /// Adds an object, or the picture that replaces it.
    pub(super) fn put<E: From<io::Error>>(
        &mut self,
        number: usize,
        object: &[u8],
        mark: &PlaceholderTag,
        picture: &mut impl FnMut(usize) -> Result<Picture, E>,
    ) -> Result<(), E> {
        let missing = (number + 1).saturating_sub(self.offsets.len());
        self.offsets.extend(std::iter::repeat_n(None, missing));
        self.offsets[number] = Some(self.out.count);
        let Some(placeholder) = mark.number_in(object) else {
            return Ok(self.out.write_all(object)?);
        };
        let picture = picture(placeholder)?;
        write!(self.out, "{number} 0 obj\n<<{}>>\nstream\n", picture.entries())?;
        self.out.write_all(&picture.data)?;
        self.out.write_all(b"\nendstream\nendobj\n")?;
        Ok(())
    }

    /// Writes the cross-reference table and the trailer.
    pub(super) fn finish(mut self, trailer: &[u8]) -> io::Result<W> {
        write_table(&mut self.out, &self.offsets, trailer)?;
        Ok(self.out.inner)
    }
}

#[cfg(test)]
pub(super) mod tests;
