//! Stand-ins for pictures: the child lays out small PDFs of the right shape, the parent puts the pictures in their place.
//!
//! So handwriting is neither sent to the child nor held in memory by anyone: it goes from where it is stored into the finished
//! file, one picture after the other, as it is.

use std::io::{self, Write};
use std::ops::Range;

use super::picture::Picture;

/// The dictionary of a stand-in has this key and its number. The tail is different for every document, so that nobody can write
/// a stand-in into a document.
#[derive(Clone)]
pub(super) struct Mark(String);

impl Mark {
    pub(super) fn of(document: blake3::Hash) -> Self {
        Self(format!("/StandIn{}", &document.to_hex()[..16]))
    }

    /// A PDF of one page that is as wide and high as the picture.
    pub(super) fn stand_in(&self, picture: &Picture, number: usize) -> Vec<u8> {
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

    /// The number of the stand-in that an object is, if it is one.
    fn number_in(&self, object: &[u8]) -> Option<usize> {
        let end = find(object, b"stream")?;
        let at = find(&object[..end], self.0.as_bytes())? + self.0.len();
        let digits = object[at..end].trim_ascii_start();
        let length = digits.iter().take_while(|byte| byte.is_ascii_digit()).count();
        std::str::from_utf8(&digits[..length]).ok()?.parse().ok()
    }
}

/// Copies a document and puts pictures in the place of their stand-ins.
///
/// # Errors
/// Those of `picture` and `out`; also when the document has no plain table of its objects, as the typesetter writes it.
pub(super) fn fill<E: From<io::Error>>(
    pdf: &[u8],
    mark: &Mark,
    mut picture: impl FnMut(usize) -> Result<Picture, E>,
    out: impl Write,
) -> Result<(), E> {
    let table = Table::read(pdf)
        .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "not the typesetter's PDF"))?;
    let mut out = Counted::new(out);
    let mut offsets = vec![None; table.size];
    out.write_all(&pdf[..table.first()])?;
    for (number, range) in &table.objects {
        offsets[*number] = Some(out.count);
        match mark.number_in(&pdf[range.clone()]) {
            None => out.write_all(&pdf[range.clone()])?,
            Some(stand_in) => {
                let picture = picture(stand_in)?;
                write!(out, "{number} 0 obj\n<<{}>>\nstream\n", picture.entries())?;
                out.write_all(&picture.data)?;
                out.write_all(b"\nendstream\nendobj\n")?;
            }
        }
    }
    write_table(&mut out, &offsets, table.trailer)?;
    Ok(())
}

/// Where the objects of a PDF are.
struct Table<'a> {
    /// Entries of the table, used or not.
    size: usize,
    /// Numbers and places, in the order of the file.
    objects: Vec<(usize, Range<usize>)>,
    /// `trailer` and its dictionary.
    trailer: &'a [u8],
}

const ENTRY: usize = b"0000000000 65535 f\r\n".len();

impl<'a> Table<'a> {
    fn read(pdf: &'a [u8]) -> Option<Self> {
        let end = pdf.windows(9).rposition(|word| word == b"startxref")?;
        let start: usize = number(pdf[end..].split(|byte| *byte == b'\n').nth(1)?)?;
        let (head, rest) = split_line(pdf.get(start..end)?.strip_prefix(b"xref\n")?)?;
        let size = number(head.strip_prefix(b"0 ")?)?;
        let (entries, trailer) = rest.split_at_checked(size.checked_mul(ENTRY)?)?;

        let mut starts = Vec::new();
        for (index, entry) in entries.chunks(ENTRY).enumerate() {
            if entry[17] == b'n' {
                starts.push((number(&entry[..10])?, index));
            }
        }
        starts.sort_unstable();
        let ends = starts.iter().skip(1).map(|(offset, _)| *offset).chain([start]);
        let objects: Vec<(usize, Range<usize>)> =
            starts.iter().zip(ends).map(|((offset, index), end)| (*index, *offset..end)).collect();
        let inside = objects.iter().all(|(_, range)| pdf.get(range.clone()).is_some());
        (inside && !objects.is_empty()).then_some(Self { size, objects, trailer })
    }

    fn first(&self) -> usize {
        self.objects.first().map_or(0, |(_, range)| range.start)
    }
}

fn write_pdf(out: &mut Counted<impl Write>, objects: &[String]) -> io::Result<()> {
    out.write_all(b"%PDF-1.7\n")?;
    let mut offsets = vec![None];
    for (object, number) in objects.iter().zip(1..) {
        offsets.push(Some(out.count));
        write!(out, "{number} 0 obj\n{object}\nendobj\n")?;
    }
    let trailer = format!("trailer\n<</Size {}/Root 1 0 R>>\n", offsets.len());
    write_table(out, &offsets, trailer.as_bytes())
}

fn write_table(
    out: &mut Counted<impl Write>,
    offsets: &[Option<usize>],
    trailer: &[u8],
) -> io::Result<()> {
    let start = out.count;
    write!(out, "xref\n0 {}\n", offsets.len())?;
    for offset in offsets {
        match offset {
            Some(offset) => write!(out, "{offset:010} 00000 n\r\n")?,
            None => write!(out, "{:010} 65535 f\r\n", 0)?,
        }
    }
    out.write_all(trailer)?;
    write!(out, "startxref\n{start}\n%%EOF\n")
}

fn find(text: &[u8], word: &[u8]) -> Option<usize> {
    text.windows(word.len()).position(|window| window == word)
}

fn split_line(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = find(text, b"\n")?;
    Some((&text[..end], &text[end + 1..]))
}

fn number(digits: &[u8]) -> Option<usize> {
    std::str::from_utf8(digits.trim_ascii()).ok()?.parse().ok()
}

/// Knows how much went through it.
struct Counted<W> {
    inner: W,
    count: usize,
}

impl<W: Write> Counted<W> {
    fn new(inner: W) -> Self {
        Self { inner, count: 0 }
    }
}

impl<W: Write> Write for Counted<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.count += written;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use image::ExtendedColorType;

    use super::*;
    use crate::picture::tests::png;
    use crate::raster;

    /// A page of 30 x 40 points, black, with entries of its own.
    pub(crate) fn one_page(entries: &str) -> Vec<u8> {
        let draw = "0 0 30 40 re f";
        let mut pdf = Counted::new(Vec::new());
        let objects = [
            "<</Type/Catalog/Pages 2 0 R>>".into(),
            "<</Type/Pages/Kids[3 0 R]/Count 1>>".into(),
            format!("<</Type/Page/Parent 2 0 R/MediaBox[0 0 30 40]/Contents 4 0 R{entries}>>"),
            format!("<</Length {}>>\nstream\n{draw}\nendstream", draw.len()),
        ];
        write_pdf(&mut pdf, &objects).unwrap();
        pdf.inner
    }

    fn filled(pdf: &[u8], mark: &Mark, png: &[u8]) -> io::Result<Vec<u8>> {
        let mut out = Vec::new();
        let picture = |number| {
            assert_eq!(number, 12);
            Ok::<_, io::Error>(Picture::read(png).unwrap())
        };
        fill(pdf, mark, picture, &mut out)?;
        Ok(out)
    }

    #[test]
    fn grey_and_colour_keep_every_pixel() {
        let mark = Mark::of(blake3::hash(b"a book"));
        let grey: Vec<u8> = (0..64 * 48).map(|place| (place % 251) as u8).collect();
        let rgb: Vec<u8> = grey.iter().flat_map(|luma| [*luma; 3]).collect();
        for (colour, pixels) in [(ExtendedColorType::L8, &grey), (ExtendedColorType::Rgb8, &rgb)] {
            let png = png(64, 48, colour, pixels);
            let stand_in = mark.stand_in(&Picture::read(&png).unwrap(), 12);
            let page = &raster::pages(filled(&stand_in, &mark, &png).unwrap(), 64)[0];
            assert_eq!((page.width, page.height), (64, 48));
            for (place, luma) in (0..).zip(&grey) {
                assert_eq!(page.at(place % 64, place / 64), *luma, "{colour:?} {place}");
            }
        }
    }

    #[test]
    fn numbered_colours_keep_every_pixel() {
        let mark = Mark::of(blake3::hash(b"a book"));
        let (mut file, greys) = (Vec::new(), (0..=15).flat_map(|shade| [17 * shade; 3]));
        let mut encoder = png::Encoder::new(&mut file, 64, 48);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Four);
        encoder.set_palette(greys.collect::<Vec<u8>>());
        let numbers: Vec<u8> = (0..32 * 48).map(|place| (place % 256) as u8).collect();
        encoder.write_header().unwrap().write_image_data(&numbers).unwrap();
        let stand_in = mark.stand_in(&Picture::read(&file).unwrap(), 12);
        let page = &raster::pages(filled(&stand_in, &mark, &file).unwrap(), 64)[0];
        for (place, pair) in (0..).step_by(2).zip(numbers) {
            let seen = [place, place + 1].map(|place| page.at(place % 64, place / 64));
            assert_eq!(seen, [17 * (pair >> 4), 17 * (pair & 15)], "{place}");
        }
    }

    #[test]
    fn a_document_without_stand_ins_of_its_own_stays_as_it_is() {
        let [mark, other] =
            ["a book", "another"].map(|name| Mark::of(blake3::hash(name.as_bytes())));
        let png = png(4, 4, ExtendedColorType::L8, &[0; 16]);
        let stand_in = other.stand_in(&Picture::read(&png).unwrap(), 12);
        for pdf in [one_page(""), stand_in] {
            assert_eq!(filled(&pdf, &mark, &png).unwrap(), pdf);
        }
    }

    #[test]
    fn what_is_not_the_typesetters_is_refused() {
        let mark = Mark::of(blake3::hash(b"a book"));
        let pdf = one_page("");
        for bad in [&b""[..], b"startxref", b"startxref\n99\n", &pdf[..pdf.len() / 2]] {
            assert!(filled(bad, &mark, b"").is_err());
        }
    }
}
