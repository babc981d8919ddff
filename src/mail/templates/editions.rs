//! Mails about new editions of books.

use super::{Letter, letter};

/// Tells a contributor that the book is out.
pub fn book_published(community: &str, name: &str, book: &str, link: &str) -> Letter {
    letter(
        &format!("\u{201c}{book}\u{201d} is published"),
        Some(name),
        &[
            format!(
                "Your entries are live: \u{201c}{book}\u{201d} has been published by {community}."
            ),
            link.to_owned(),
            "Thank you for writing in it.".to_owned(),
        ],
    )
}

/// Tells an admin that an edition lacks pictures.
///
/// Neither members nor questions are in it: those stand on the page that the link leads to.
pub fn pictures_missing(
    community: &str,
    name: &str,
    book: &str,
    edition: u32,
    pictures: usize,
    link: &str,
) -> Letter {
    let (pictures, their, them) = match pictures {
        1 => ("1 picture".to_owned(), "Its file is", "it"),
        more => (format!("{more} pictures"), "Their files are", "them"),
    };
    letter(
        &format!("Edition {edition} of \u{201c}{book}\u{201d} was published without {pictures}"),
        Some(name),
        &[
            format!(
                "Edition {edition} of \u{201c}{book}\u{201d} at {community} was published without {pictures}. {their} missing or damaged on the server. This page says whose entries lack {them}:"
            ),
            link.to_owned(),
            "To look for intact copies in the trash and in the backups, run `inkfold db repair` on the server. Then publish the book again.".to_owned(),
        ],
    )
}

#[cfg(test)]
mod tests {
    use super::super::escape;
    use super::*;

    #[test]
    fn missing_pictures_letter_quotes_book_as_text() {
        let book = "<i>Rivers</i>\r\nBcc: eve@example.org";
        let letter = pictures_missing("Club", "Ada", book, 2, 3, "http://host/admin/books/1");
        let subject = "Edition 2 of \u{201c}<i>Rivers</i> Bcc: eve@example.org\u{201d} was published without 3 pictures";
        assert_eq!(letter.subject, subject);
        assert!(letter.text.contains("Their files are missing or damaged"), "{}", letter.text);
        assert!(letter.html.contains(&escape(book)) && !letter.html.contains(book));
        let one = pictures_missing("Club", "Ada", "Rivers", 2, 1, "http://host/admin/books/1");
        assert!(one.subject.ends_with("without 1 picture"), "{}", one.subject);
        assert!(one.text.contains("1 picture. Its file is missing"), "{}", one.text);
    }
}
