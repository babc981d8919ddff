//! Reasons to refuse a submitted file, in words for the person who sent it.

use std::fmt;

use domain::message::Message;

/// Reason to refuse a form. The message says what to do next; [`Refusal::code`] is for programs and never changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Questionnaire without any ink.
    BlankForm,
    /// As [`Refusal::BlankForm`], for a file that went through an app which may not have embedded the ink.
    NotEmbedded,
    /// As [`Refusal::NotEmbedded`], for typed text and stamps that the file has, but does not show.
    UnseenText,
    /// Ink that may as well be a stain or a shadow, and no other.
    TooFaint,
    /// Writing only where the form has no box.
    OutsideBoxes,
    /// Writing only on the page that explains the form.
    WrittenOnFirstPage,
    /// Answers only to questions that the book has removed since the form was made.
    NoLongerAsked,
    NotAForm,
    OtherBook,
    FilledTwice,
    TwoForms,
    Mirrored,
    Encrypted,
    Unreadable,
    /// File of no length, or one that stands for a file in a cloud.
    EmptyFile,
    Jpeg,
    Heic,
    WebPage,
    /// Another kind of file where a picture is required; the message is that of the specification.
    NotAPng,
    Animated,
    /// Data behind the picture, as in a file that is a picture to one program and something else to another.
    NotOnlyAPicture,
    TooManyPages,
    /// PDF of several pages where a full page is required.
    SeveralPages,
    /// Full page or picture of a single colour.
    EmptyPage,
    TooDemanding,
    PictureTooSmall,
    PictureTooLarge,
    /// Internal error: the child process did not start, or broke.
    Unavailable,
    Busy,
}

impl Refusal {
    const ALL: [Self; 29] = [
        Self::BlankForm,
        Self::NotEmbedded,
        Self::UnseenText,
        Self::TooFaint,
        Self::OutsideBoxes,
        Self::WrittenOnFirstPage,
        Self::NoLongerAsked,
        Self::NotAForm,
        Self::OtherBook,
        Self::FilledTwice,
        Self::TwoForms,
        Self::Mirrored,
        Self::Encrypted,
        Self::Unreadable,
        Self::EmptyFile,
        Self::Jpeg,
        Self::Heic,
        Self::WebPage,
        Self::NotAPng,
        Self::Animated,
        Self::NotOnlyAPicture,
        Self::TooManyPages,
        Self::SeveralPages,
        Self::EmptyPage,
        Self::TooDemanding,
        Self::PictureTooSmall,
        Self::PictureTooLarge,
        Self::Unavailable,
        Self::Busy,
    ];

    /// Message for the sender, whose key is the code.
    #[expect(clippy::too_many_lines, reason = "a list of messages")]
    pub fn message(self) -> Message {
        match self {
            Self::BlankForm => Message::new("blank-form", "The form you submitted is blank."),
            Self::NotEmbedded => Message::new(
                "not-embedded",
                "The form you submitted is blank: your handwriting is not in the file. Export it again with the ink: on reMarkable, \
         share as PDF; on Supernote, export as PDF with annotations; on Boox, More, Embed data, then share; on an iPad, \
         Done in Markup, then share; on Kindle Scribe, share as PDF with the notebook's writing.",
            ),
            Self::UnseenText => Message::new(
                "unseen-text",
                "There is typed text or a stamp in this file that cannot be seen. Export the file flattened, or print it to PDF, and send that.",
            ),
            Self::TooFaint => Message::new(
                "too-faint",
                "The form you submitted looks blank. There is something in its boxes, but it is too faint or too small to be surely writing. \
         Take the picture again in good light, or go over your writing with a darker pen.",
            ),
            Self::OutsideBoxes => Message::new(
                "outside-boxes",
                "Your writing lies outside the boxes, and only what is inside of them is kept. Write your answers in the boxes, and send the \
         form again.",
            ),
            Self::WrittenOnFirstPage => Message::new(
                "written-on-first-page",
                "Your writing is on page 1, which only explains the form. Write your answers in the boxes, from page 2 on. If that is where you \
         wrote them, export all pages of the form.",
            ),
            Self::NoLongerAsked => Message::new(
                "no-longer-asked",
                "This book no longer asks the questions that you have answered. Download the new form and write your answers on it.",
            ),
            Self::NotAForm => Message::new(
                "not-a-form",
                "There is no questionnaire in this file. Send the whole page of the form, with the square codes in its corners.",
            ),
            Self::OtherBook => Message::new(
                "other-book",
                "This is the questionnaire of another book. Choose that book, or write on the form of this one.",
            ),
            Self::FilledTwice => Message::new(
                "filled-twice",
                "This file has the same page of the form twice, filled in differently. Send only the one that counts.",
            ),
            Self::TwoForms => Message::new(
                "two-forms",
                "This file has filled pages of two different forms. Send them one after the other.",
            ),
            Self::Mirrored => Message::new(
                "mirrored",
                "This picture is a mirror image. Switch mirroring off in the camera, or scan the page.",
            ),
            Self::Encrypted => Message::new(
                "encrypted",
                "This PDF is locked with a password. Export it again without one.",
            ),
            Self::Unreadable => Message::new(
                "unreadable",
                "This file is not a PDF or PNG, or it is damaged. Export it again, as PDF or PNG.",
            ),
            Self::EmptyFile => Message::new(
                "empty-file",
                "This file is empty: it was not fully exported, or not downloaded from your cloud yet. Open it on your device, then send it again.",
            ),
            Self::Jpeg => Message::new(
                "jpeg",
                "This picture is a JPEG. Scan the page as PDF, or save the picture as PNG. If its name ends in .png, rename it to .jpg and choose \
         it on the page of the book, where your browser makes it a PNG.",
            ),
            Self::Heic => Message::new(
                "heic",
                "This photo is in the HEIC format of iPhones. Scan the page as PDF in the Notes or Files app. Or choose “Most Compatible” in \
         Settings, Camera, Formats, take the photo again, and choose it on the page of the book.",
            ),
            Self::WebPage => Message::new(
                "web-page",
                "This is a web page, not the file that it links to: perhaps you had to sign in first. Open the link, download the file, and send that.",
            ),
            Self::NotAPng => Message::new("not-a-png", "Please select a PNG file."),
            Self::Animated => Message::new(
                "animated",
                "This picture is animated. Export a still picture, as PNG.",
            ),
            Self::NotOnlyAPicture => Message::new(
                "not-only-a-picture",
                "This file has something else behind its picture. Open it, and export it again as PNG.",
            ),
            Self::TooManyPages => Message::new(
                "too-many-pages",
                "This file has too many pages. Export only the pages of the form.",
            ),
            Self::SeveralPages => Message::new(
                "several-pages",
                "This PDF has more than one page. Export only the page that is your answer.",
            ),
            Self::EmptyPage => Message::new(
                "empty-page",
                "There is nothing on this page. If you wrote on it, export it again with the ink.",
            ),
            Self::TooDemanding => Message::new(
                "too-demanding",
                "This file takes too long to draw. Export only the pages you need, or send a PNG.",
            ),
            Self::PictureTooSmall => Message::new(
                "picture-too-small",
                "This picture is too small to read. Send the whole page, at least 700 pixels wide.",
            ),
            Self::PictureTooLarge => Message::new(
                "picture-too-large",
                "This picture is too large. Send one with at most 10,000 pixels a side and 40 million in all.",
            ),
            Self::Unavailable => Message::new(
                "unavailable",
                "The file cannot be read at the moment. Please try again later.",
            ),
            Self::Busy => Message::new(
                "busy",
                "Many files are being read just now. Please try again in a minute.",
            ),
        }
    }

    /// Stable name of this refusal, for programs.
    pub fn code(self) -> &'static str {
        self.message().key()
    }

    /// Finds the refusal with this code, which is how a child process reports it.
    pub(crate) fn of_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|refusal| refusal.code() == code)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl std::error::Error for Refusal {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusal_codes_round_trip() {
        for refusal in Refusal::ALL {
            assert_eq!(Refusal::of_code(refusal.code()), Some(refusal));
        }
        assert_eq!(Refusal::of_code("nonsense"), None);
    }

    #[test]
    fn blank_form_refusal_uses_specified_words() {
        assert_eq!(Refusal::BlankForm.to_string(), "The form you submitted is blank.");
    }
}
