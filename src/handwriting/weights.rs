//! Weights of the model: kept as bytes with scales, unpacked to `f32` when the model is loaded.
//!
//! The file is one record for each tensor, in the order in which the network's file refers to them: kind `u8`, rows and columns
//! `u32`, then
//! - kind 0: `columns` numbers;
//! - kind 1: a scale for each row, and `rows` x `columns` bytes;
//! - kind 2: a scale for each column, and `rows` x `columns` bytes.
//!
//! All numbers are little endian, all scales `f32`, and a value is its signed byte multiplied by its scale.

/// Unpacks the weights; `None` if the file is cut off or has an unknown kind.
pub(crate) fn unpack(packed: &[u8]) -> Option<Vec<u8>> {
    let mut reader = Reader(packed);
    let mut unpacked = Vec::with_capacity(4 * packed.len());
    while !reader.0.is_empty() {
        let kind = reader.bytes(1)?[0];
        let (rows, columns) = (reader.size()?, reader.size()?);
        match kind {
            0 => unpacked.extend(reader.bytes(columns.checked_mul(4)?)?),
            1 | 2 => {
                let scales = reader.scales(if kind == 1 { rows } else { columns })?;
                let values = reader.bytes(rows.checked_mul(columns)?)?;
                for (row, values) in values.chunks_exact(columns.max(1)).enumerate() {
                    for (column, value) in values.iter().enumerate() {
                        let scale = scales[if kind == 1 { row } else { column }];
                        let value = f32::from(value.cast_signed()) * scale;
                        unpacked.extend(value.to_le_bytes());
                    }
                }
            }
            _ => return None,
        }
    }
    Some(unpacked)
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn bytes(&mut self, count: usize) -> Option<&'a [u8]> {
        let (bytes, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(bytes)
    }

    fn size(&mut self) -> Option<usize> {
        let bytes = self.bytes(4)?.try_into().ok()?;
        usize::try_from(u32::from_le_bytes(bytes)).ok()
    }

    fn scales(&mut self, count: usize) -> Option<Vec<f32>> {
        let bytes = self.bytes(count.checked_mul(4)?)?;
        let scales = bytes.chunks_exact(4).filter_map(|bytes| bytes.try_into().ok());
        Some(scales.map(f32::from_le_bytes).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(kind: u8, rows: u32, columns: u32) -> Vec<u8> {
        [&[kind][..], &rows.to_le_bytes(), &columns.to_le_bytes()].concat()
    }

    fn numbers(values: &[f32]) -> Vec<u8> {
        values.iter().flat_map(|value| value.to_le_bytes()).collect()
    }

    #[test]
    fn scales_apply_by_row_or_column() {
        let plain = [header(0, 1, 2), numbers(&[0.5, -3.0])].concat();
        let by_row = [header(1, 2, 1), numbers(&[0.5, 2.0]), vec![4, 255]].concat();
        let by_column = [header(2, 1, 2), numbers(&[0.5, 2.0]), vec![4, 255]].concat();
        let unpacked = unpack(&[plain, by_row, by_column].concat()).unwrap();
        assert_eq!(unpacked, numbers(&[0.5, -3.0, 2.0, -2.0, 2.0, -2.0]));
    }

    #[test]
    fn damaged_weights_are_refused() {
        let whole = [header(1, 2, 1), numbers(&[0.5, 2.0]), vec![4, 255]].concat();
        assert!((1..whole.len()).all(|length| unpack(&whole[..length]).is_none()));
        assert_eq!(unpack(&header(1, u32::MAX, u32::MAX)), None);
        assert_eq!(unpack(&header(7, 0, 0)), None);
        assert_eq!(unpack(&[]), Some(Vec::new()));
    }
}
