//! Reasons to refuse a submitted file, in words for the person who sent it.

/// Reason to refuse a form. The message says what to do next; [`Refusal::code`] is for programs and never changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Questionnaire without any ink.
    #[error("The form you submitted is blank.")]
    BlankForm,
    /// As [`Refusal::BlankForm`], for a file that went through an app which may not have embedded the ink.
    #[error(
        "The form you submitted is blank: your handwriting is not in the file. Export it again with the ink: on reMarkable, \
         share as PDF; on Supernote, export as PDF with annotations; on Boox, More, Embed data, then share; on an iPad, \
         Done in Markup, then share; on Kindle Scribe, share as PDF with the notebook's writing."
    )]
    NotEmbedded,
    /// Writing only where the form has no box.
    #[error(
        "Your writing lies outside the boxes, and only what is inside of them is kept. Write your answers in the boxes, and send the \
         form again."
    )]
    OutsideBoxes,
    /// Answers only to questions that the book has removed since the form was made.
    #[error(
        "This book no longer asks the questions that you have answered. Download its form anew, and write your answers on that."
    )]
    NoLongerAsked,
    #[error(
        "There is no questionnaire in this file. Send the whole page of the form, with the square codes in its corners."
    )]
    NotAForm,
    #[error(
        "This is the questionnaire of another book. Choose that book, or write on the form of this one."
    )]
    OtherBook,
    #[error(
        "This file has the same page of the form twice, filled in differently. Send only the one that counts."
    )]
    FilledTwice,
    #[error("This file has filled pages of two different forms. Send them one after the other.")]
    TwoForms,
    #[error(
        "This picture is a mirror image. Switch mirroring off in the camera, or scan the page."
    )]
    Mirrored,
    #[error("This PDF is locked with a password. Export it again without one.")]
    Encrypted,
    #[error("This file is not a PDF or PNG, or it is damaged. Export it again, as PDF or PNG.")]
    Unreadable,
    /// Another kind of file where a picture is required; the message is that of the specification.
    #[error("Please select a PNG file.")]
    NotAPng,
    #[error("This picture moves. Export one still picture, as PNG.")]
    Animated,
    /// Data behind the picture, as in a file that is a picture to one program and something else to another.
    #[error(
        "This file has something else behind its picture. Open it, and export it again as PNG."
    )]
    NotOnlyAPicture,
    #[error("This file has too many pages. Export only the pages of the form.")]
    TooManyPages,
    /// PDF of several pages where a full page is required.
    #[error("This PDF has more than one page. Export only the page that is your answer.")]
    SeveralPages,
    /// Full page or picture of a single colour.
    #[error("There is nothing on this page. If you wrote on it, export it again with the ink.")]
    EmptyPage,
    #[error("This file takes too long to draw. Export only the pages that count, or send a PNG.")]
    TooDemanding,
    #[error("This picture is too small to read. Send the whole page, at least 700 pixels wide.")]
    PictureTooSmall,
    #[error(
        "This picture is too large. Send one with at most 10,000 pixels a side and 40 million in all, with 8 bits a colour."
    )]
    PictureTooLarge,
    /// Internal error: the child process did not start, or broke.
    #[error("The file cannot be read at the moment. Please try again later.")]
    Unavailable,
    #[error("Many files are being read just now. Please try again in a minute.")]
    Busy,
}

impl Refusal {
    const ALL: [Self; 22] = [
        Self::BlankForm,
        Self::NotEmbedded,
        Self::OutsideBoxes,
        Self::NoLongerAsked,
        Self::NotAForm,
        Self::OtherBook,
        Self::FilledTwice,
        Self::TwoForms,
        Self::Mirrored,
        Self::Encrypted,
        Self::Unreadable,
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

    /// Stable name of this refusal.
    pub fn code(self) -> &'static str {
        match self {
            Self::BlankForm => "blank-form",
            Self::NotEmbedded => "not-embedded",
            Self::OutsideBoxes => "outside-boxes",
            Self::NoLongerAsked => "no-longer-asked",
            Self::NotAForm => "not-a-form",
            Self::OtherBook => "other-book",
            Self::FilledTwice => "filled-twice",
            Self::TwoForms => "two-forms",
            Self::Mirrored => "mirrored",
            Self::Encrypted => "encrypted",
            Self::Unreadable => "unreadable",
            Self::NotAPng => "not-a-png",
            Self::Animated => "animated",
            Self::NotOnlyAPicture => "not-only-a-picture",
            Self::TooManyPages => "too-many-pages",
            Self::SeveralPages => "several-pages",
            Self::EmptyPage => "empty-page",
            Self::TooDemanding => "too-demanding",
            Self::PictureTooSmall => "picture-too-small",
            Self::PictureTooLarge => "picture-too-large",
            Self::Unavailable => "unavailable",
            Self::Busy => "busy",
        }
    }

    /// Finds the refusal with this code, which is how a child process reports it.
    pub(crate) fn of_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|refusal| refusal.code() == code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_names_its_refusal() {
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
