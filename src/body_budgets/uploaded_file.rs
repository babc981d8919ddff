//! Uploaded file.

use std::fs::File;
use std::io::{self, Write};
use std::os::unix::fs::FileExt;

use super::{BudgetExhausted, Reservation};

/// Uploaded file in an unnamed file on the disk, which is gone when dropped.
#[derive(Debug)]
pub struct UploadedFile {
    file: File,
    length: u64,
    reservation: Option<Reservation>,
}

impl UploadedFile {
    /// Empty file that grows within a budget.
    pub fn new(temp_file: File, reservation: Reservation) -> Self {
        Self { file: temp_file, length: 0, reservation: Some(reservation) }
    }

    /// File made by the server, outside of any budget.
    pub fn of_bytes(mut temp_file: File, bytes: &[u8]) -> io::Result<Self> {
        temp_file.write_all(bytes)?;
        Ok(Self { file: temp_file, length: bytes.len() as u64, reservation: None })
    }

    /// Reserves space for more bytes.
    pub fn reserve(&mut self, bytes: u64) -> Result<(), BudgetExhausted> {
        self.reservation.as_mut().map_or(Ok(()), |reservation| reservation.grow(bytes))
    }

    /// Appends bytes for which space was reserved.
    pub fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all_at(bytes, self.length)?;
        self.length += bytes.len() as u64;
        Ok(())
    }

    /// Length in bytes.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Reads the whole file into memory. Callers hold a permit for that.
    pub fn read(&self) -> io::Result<Vec<u8>> {
        let mut bytes = vec![0; self.length as usize];
        self.file.read_exact_at(&mut bytes, 0)?;
        Ok(bytes)
    }

    /// Reader that starts at the first byte.
    pub fn reader(&self) -> impl io::Read + '_ {
        Reader { file: &self.file, position: 0 }
    }
}

struct Reader<'a> {
    file: &'a File,
    position: u64,
}

impl io::Read for Reader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read_at(buffer, self.position)?;
        self.position += read as u64;
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    #[test]
    fn uploaded_file_appended_twice_reads_whole() {
        let mut file = UploadedFile::of_bytes(tempfile::tempfile().unwrap(), b"blue").unwrap();
        file.append(b" ink").unwrap();
        assert_eq!((file.length(), file.read().unwrap()), (8, b"blue ink".to_vec()));
        let mut text = String::new();
        file.reader().read_to_string(&mut text).unwrap();
        assert_eq!(text, "blue ink");
    }
}
