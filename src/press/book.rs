//! Placeholder until the book's own typesetting is merged.
pub struct Book {
    pub title: String,
    pub description: String,
    pub community: String,
    pub edition: u32,
    pub date: (i16, u8, u8),
    pub page_size: PageSize,
    pub chapters: Vec<Chapter>,
}
pub enum PageSize {
    Tablet,
}
pub struct Chapter {
    pub number: u32,
    pub question: String,
    pub memos: Vec<Memo>,
}
pub struct Memo {
    pub author: String,
    pub content: Content,
}
pub enum Content {
    Hand { png: Vec<u8> },
}
pub struct Typeset {
    pub pdf: Vec<u8>,
    pub pages: u32,
}
pub fn typeset(_: &crate::worker::Worker, _: &Book) -> Result<Typeset, super::Error> {
    Err(super::Error::TooManyQuestions { asked: 0, most: 0 })
}
