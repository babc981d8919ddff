//! What the command line can ask for, as data: done here, or by a running server that holds the database.

use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::demo;
use crate::domain::book::{NewBook, Question};
use crate::domain::id::BookId;
use crate::domain::policy::Actor;
use crate::error::{Error, Result};

use super::accounts::SignUp;
use super::{accounts, books, editions, outbox, setup};

/// One data verb with its arguments.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Request {
    Init,
    SeedDemo,
    AddUser {
        email: String,
        username: String,
        name: String,
        password: String,
        admin: bool,
        verified: bool,
    },
    AddBook {
        name: String,
        description: String,
        publish_at: Option<u32>,
        topics: Vec<String>,
    },
    ListBooks,
    ShowBook {
        book: String,
    },
    ImportQuestions {
        book: String,
        questions: Vec<Question>,
    },
    CompileBook {
        book: String,
    },
    PublishBook {
        book: String,
    },
    FindForm {
        code: String,
    },
    ListMails {
        limit: usize,
    },
    RetryMail {
        mail: String,
    },
    TestMail {
        to: String,
    },
}

/// What was done, ready to be printed.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Answer {
    Initialised(Initialised),
    User(User),
    Book(Book),
    Books(Vec<Book>),
    Imported(books::Imported),
    Compiled(Compiled),
    Published(Published),
    Form(BlankForm),
    Outbox(outbox::Outbox),
    Mail(outbox::Entry),
    MailTested(outbox::Trial),
}

/// A community that can be served.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Initialised {
    pub data_dir: String,
    /// Makes the first admin; none when there are accounts already.
    pub first_admin_link: Option<String>,
}

/// An account, as an admin sees it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct User {
    pub uid: String,
    pub email: String,
    pub username: String,
    pub name: String,
    pub admin: bool,
    pub verified: bool,
}

/// A book, as an admin sees it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Book {
    pub bid: String,
    pub name: String,
    pub description: String,
    pub publish_at: u32,
    pub memo_count: u32,
    pub edition: u32,
}

/// A preview, for a reader on the same machine.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Compiled {
    pub name: String,
    /// Where the PDF lies. It is swept away after a day.
    pub path: String,
    pub bytes: usize,
    pub pages: u32,
    pub memos: usize,
}

/// A new edition.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Published {
    pub bid: String,
    pub edition: u32,
    pub pages: u32,
    pub memos: usize,
}

/// A blank form that was handed out, for a reader on the same machine.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BlankForm {
    pub form: String,
    /// Where the PDF lies.
    pub file: String,
}

/// Does what is asked, in the name of whoever has a shell on this machine.
pub fn perform(app: &App, request: Request) -> Result<Answer> {
    let actor = Actor::Operator;
    match request {
        Request::Init => init(app),
        Request::SeedDemo => {
            demo::seed(app)?;
            init(app)
        }
        Request::AddUser { email, username, name, password, admin, verified } => {
            let sign_up = SignUp { email, password, username, name, ..SignUp::default() };
            let account = accounts::add(app, &actor, &sign_up, verified, admin)?;
            Ok(Answer::User(User {
                uid: account.id.to_string(),
                email: account.email.as_str().to_owned(),
                username: account.username.as_str().to_owned(),
                name: account.name.as_str().to_owned(),
                admin: account.admin,
                verified: account.email_verified,
            }))
        }
        Request::AddBook { name, description, publish_at, topics } => {
            let new = NewBook::parse(&name, &description, publish_at, topics)
                .map_err(|words| Error::invalid("name", words))?;
            let book = books::add(app, &actor, new)?;
            show_book(app, &actor, book.id)
        }
        Request::ListBooks => {
            let shelf = books::list(app, &actor, &[])?;
            Ok(Answer::Books(shelf.into_iter().map(Book::from).collect()))
        }
        Request::ShowBook { book } => show_book(app, &actor, book_id(&book)?),
        Request::ImportQuestions { book, questions } => {
            Ok(Answer::Imported(books::import_questions(app, &actor, book_id(&book)?, &questions)?))
        }
        Request::CompileBook { book } => compile(app, &actor, book_id(&book)?),
        Request::FindForm { code } => find_form(app, &code),
        Request::ListMails { limit } => Ok(Answer::Outbox(outbox::list(app, &actor, limit)?)),
        Request::RetryMail { mail } => {
            let id = mail.parse().map_err(|_| Error::NotFound("This mail"))?;
            Ok(Answer::Mail(outbox::retry(app, &actor, id)?))
        }
        Request::TestMail { to } => Ok(Answer::MailTested(outbox::test(app, &actor, &to)?)),
        Request::PublishBook { book } => {
            let edition = editions::publish(app, &actor, book_id(&book)?)?;
            Ok(Answer::Published(Published {
                bid: edition.book.to_string(),
                edition: edition.number,
                pages: edition.pages,
                memos: edition.memos.len(),
            }))
        }
    }
}

fn find_form(app: &App, code: &str) -> Result<Answer> {
    let missing = Error::NotFound("This form");
    let Ok(code) = code.parse() else { return Err(missing) };
    let issued = app.read()?.issued_form(code)?.ok_or(missing)?;
    let file = app.blobs.path(issued.pdf).display().to_string();
    Ok(Answer::Form(BlankForm { form: code.to_string(), file }))
}

fn init(app: &App) -> Result<Answer> {
    Ok(Answer::Initialised(Initialised {
        data_dir: app.config.data_dir.display().to_string(),
        first_admin_link: setup::first_admin_link(app)?,
    }))
}

fn show_book(app: &App, actor: &Actor, id: BookId) -> Result<Answer> {
    Ok(Answer::Book(books::one(app, actor, id)?.into()))
}

fn compile(app: &App, actor: &Actor, id: BookId) -> Result<Answer> {
    let compiled = editions::compile(app, actor, id)?;
    let blob = app.blobs.put(&compiled.pdf)?;
    Ok(Answer::Compiled(Compiled {
        name: compiled.book.name,
        path: app.blobs.path(blob).display().to_string(),
        bytes: compiled.pdf.len(),
        pages: compiled.pages,
        memos: compiled.memos.len(),
    }))
}

fn book_id(text: &str) -> Result<BookId> {
    text.parse().map_err(|_| Error::NotFound("This book"))
}

impl From<books::ShelvedBook> for Book {
    fn from(shelved: books::ShelvedBook) -> Self {
        Self {
            bid: shelved.book.id.to_string(),
            name: shelved.book.name,
            description: shelved.book.description,
            publish_at: shelved.book.publish_at,
            memo_count: shelved.memo_count,
            edition: shelved.book.edition,
        }
    }
}
