//! Placeholders of pictures: the child lays out small PDFs of the right shape, the parent puts the pictures in their place.
//!
//! So handwriting is neither sent to the child nor held in memory by anyone: it goes from where it is stored into the finished
//! file, one picture after the other, as it is.

mod objects;

use std::io::{self, Write};

use self::objects::{Counted, Table, find, write_pdf, write_table};
use super::picture::Picture;

/// Key of the number in the dictionary of a placeholder. The tail is different for every document, so that nobody can write
/// a placeholder into a document.
#[derive(Clone)]
pub(super) struct PlaceholderTag(String);

impl PlaceholderTag {
    pub(super) fn of(document: blake3::Hash) -> Self {
        Self(format!("/StandIn{}", &document.to_hex()[..16]))
    }

    /// A PDF of one page that is as wide and high as the picture.
    pub(super) fn placeholder(&self, picture: &Picture, number: usize) -> Vec<u8> {
        let Picture { width, height, .. } = picture;
        let draw = format!("{width} 0 0 {height} 0 0 cm /P Do");
        let mut pdf = Counted::new(Vec::new());
        let written = write_pdf(
            &mut pdf,
            &[
                "<</Type/Catalog/Pages 2 0 R>>".into(),
                "<</Type/Pages/Kids[3 0 R]/Count 1>>".into(),
                format!(
                    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 {width} {height}]/Contents 4 0 R\
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

    /// The number of the placeholder that an object is, if it is one.
    fn number_in(&self, object: &[u8]) -> Option<usize> {
        let end = find(object, b"stream")?;
        let at = find(&object[..end], self.0.as_bytes())? + self.0.len();
        let digits = object[at..end].trim_ascii_start();
        let length = digits.iter().take_while(|byte| byte.is_ascii_digit()).count();
        std::str::from_utf8(&digits[..length]).ok()?.parse().ok()
    }
}

/// Copies a document and puts pictures in the place of their placeholders.
///
/// # Errors
/// Those of `picture` and `out`; also when the document has no plain table of its objects, as the typesetter writes it.
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

/// A PDF that is written object by object.
pub(super) struct Assembly<W> {
    out: Counted<W>,
    /// Where each object is, by its number.
    offsets: Vec<Option<usize>>,
}

impl<W: Write> Assembly<W> {
    /// Begins with `head`, and has entries for so many objects.
    pub(super) fn new(out: W, head: &[u8], size: usize) -> io::Result<Self> {
        let mut out = Counted::new(out);
        out.write_all(head)?;
        Ok(Self { out, offsets: vec![None; size] })
    }

    /// Adds an object, or the picture that it stands for.
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

    /// Writes the table of the objects, and the trailer.
    pub(super) fn finish(mut self, trailer: &[u8]) -> io::Result<W> {
        write_table(&mut self.out, &self.offsets, trailer)?;
        Ok(self.out.inner)
    }
}

#[cfg(test)]
pub(super) mod tests;
