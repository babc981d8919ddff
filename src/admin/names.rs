//! Names in requests: members, books and everything else that an operator types.

use super::{Request, books, credits, mails, memos, payouts, posts, questions, reports};
use super::{suggestions, topics, users};

/// Kind of the item that a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Noun {
    Member,
    Session,
    Book,
    Question,
    Topic,
    Post,
    Memo,
    Report,
    Suggestion,
    Payout,
    Mail,
}

impl Noun {
    /// Subject of the error when no item has the name.
    pub(super) fn subject(self) -> &'static str {
        match self {
            Self::Member => "This member",
            Self::Session => "This session",
            Self::Book => "This book",
            Self::Question => "This question",
            Self::Topic => "This topic",
            Self::Post => "This post",
            Self::Memo => "This memo",
            Self::Report => "This report",
            Self::Suggestion => "This suggestion",
            Self::Payout => "This payout",
            Self::Mail => "This mail",
        }
    }

    /// Arguments of the command that lists all items of this kind.
    pub(super) fn list(self) -> &'static str {
        match self {
            Self::Member => "user list --all",
            Self::Session => "user sessions MEMBER",
            Self::Book => "book list",
            Self::Question => "question list --book BOOK",
            Self::Topic => "topic list",
            Self::Post => "post list",
            Self::Memo => "memo list --book BOOK",
            Self::Report => "report list",
            Self::Suggestion => "suggestion list --done",
            Self::Payout => "payout list",
            Self::Mail => "mail list",
        }
    }
}

/// Names in a request.
pub(super) fn of(request: &Request) -> Vec<(Noun, String)> {
    let names = match request {
        Request::Users(request) => of_member(request),
        Request::Books(request) => of_book(request),
        Request::Questions(request) => of_question(request),
        Request::Credits(
            credits::Request::Grant { member, .. }
            | credits::Request::List { member: Some(member) },
        ) => vec![(Noun::Member, member)],
        Request::Topics(
            topics::Request::Show { topic }
            | topics::Request::Edit { topic, .. }
            | topics::Request::Remove { topic },
        )
        | Request::Posts(posts::Request::List { topic: Some(topic), .. }) => {
            vec![(Noun::Topic, topic)]
        }
        Request::Posts(posts::Request::Show { post } | posts::Request::Settle { post, .. }) => {
            vec![(Noun::Post, post)]
        }
        Request::Memos(memos::Request::List { book: Some(book) }) => vec![(Noun::Book, book)],
        Request::Memos(memos::Request::Show { memo } | memos::Request::Settle { memo, .. }) => {
            vec![(Noun::Memo, memo)]
        }
        Request::Reports(
            reports::Request::Show { report } | reports::Request::Resolve { report, .. },
        ) => vec![(Noun::Report, report)],
        Request::Suggestions(suggestions::Request::Done { suggestion, book, .. }) => {
            let book = book.iter().map(|book| (Noun::Book, book));
            book.chain([(Noun::Suggestion, suggestion)]).collect()
        }
        Request::Payouts(
            payouts::Request::Show { payout }
            | payouts::Request::Approve { payout }
            | payouts::Request::Reject { payout, .. }
            | payouts::Request::Paid { payout },
        ) => vec![(Noun::Payout, payout)],
        Request::Mails(mails::Request::Show { mail } | mails::Request::Retry { mail }) => {
            vec![(Noun::Mail, mail)]
        }
        _ => Vec::new(),
    };
    names.into_iter().map(|(noun, name)| (noun, name.clone())).collect()
}

fn of_member(request: &users::Request) -> Vec<(Noun, &String)> {
    match request {
        users::Request::One { member, action: users::MemberAction::EndSession { session } } => {
            vec![(Noun::Member, member), (Noun::Session, session)]
        }
        users::Request::One { member, .. } => vec![(Noun::Member, member)],
        users::Request::Add(_) | users::Request::List => Vec::new(),
    }
}

fn of_book(request: &books::Request) -> Vec<(Noun, &String)> {
    use books::Request::{
        Add, Compile, Edit, Editions, Export, Form, ImportQuestions, List, Publish, Remove, Show,
        Unpublish,
    };
    match request {
        List => Vec::new(),
        Add(new) => new.from.iter().map(|from| (Noun::Suggestion, from)).collect(),
        Show { book }
        | Edit { book, .. }
        | Form { book }
        | Export { book }
        | ImportQuestions { book, .. }
        | Compile { book, .. }
        | Publish { book }
        | Unpublish { book }
        | Remove { book }
        | Editions { book } => vec![(Noun::Book, book)],
    }
}

fn of_question(request: &questions::Request) -> Vec<(Noun, &String)> {
    use questions::Request::{Add, List, Move, Remove, Show};
    match request {
        List { book } | Add { book, .. } => vec![(Noun::Book, book)],
        Show { book, key } | Move { book, key, .. } | Remove { book, key } => {
            vec![(Noun::Book, book), (Noun::Question, key)]
        }
    }
}
