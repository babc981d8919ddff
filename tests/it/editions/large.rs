//! Editions of books that are typeset in sections.

use std::fs::File;
use std::io::Write;

use inkfold::context::Context;
use inkfold::domain::account::{Account, Email, Name, Username};
use inkfold::domain::book::QuestionKey;
use inkfold::domain::id::{AccountId, MemoId};
use inkfold::domain::memo::{Memo, MemoContent};
use inkfold::domain::time::Timestamp;

use super::*;
use crate::support::noise;

/// Number of memos, more than are typeset in one section.
const MEMOS: u32 = 2_040;
const QUESTIONS: u32 = 50;
const START: i64 = 1_767_225_600;

/// Returns the number of memos; `INKFOLD_BOOK_OF` sets another one, to measure time and memory.
fn memo_count() -> u32 {
    std::env::var("INKFOLD_BOOK_OF").map_or(MEMOS, |memos| memos.parse().unwrap())
}

fn random(number: u32) -> [u8; 10] {
    let mut bytes = [0; 10];
    bytes[..4].copy_from_slice(&number.to_be_bytes());
    bytes
}

fn at(number: u32) -> Timestamp {
    Timestamp { seconds: START + i64::from(number), nanoseconds: 0 }
}

/// Stores handwritten memos, ten by each author, by copies of one account.
fn store_memos(context: &Context, book: BookId, owner: AccountId, count: u32) {
    let owner = context.read().unwrap().account(owner).unwrap().unwrap();
    let guard = context.blobs.write_guard();
    let pictures: Vec<_> = (0..50).map(|number| guard.put(&noise(number, 100)).unwrap()).collect();
    let author = |number: u32| AccountId::new(at(0), random(number / 10));
    let stored: inkfold::error::Result<()> = context.write(|tx| {
        for number in 0..count {
            if number % 10 == 0 {
                let name = format!("writer{number}");
                tx.put_account(&Account {
                    id: author(number),
                    email: Email::parse(&format!("{name}@example.org")).unwrap(),
                    username: Username::parse(&name).unwrap(),
                    name: Name::parse(&format!("Writer {number}")).unwrap(),
                    ..owner.clone()
                })?;
            }
            tx.put_memo(&Memo {
                id: MemoId::new(at(number), random(number)),
                book,
                author: author(number),
                question: QuestionKey::parse(&format!("q{}", number % QUESTIONS + 1)).unwrap(),
                content: MemoContent::Hand { picture: pictures[number as usize % pictures.len()] },
                created_at: at(number),
                updated_at: at(number),
            })?;
        }
        Ok(())
    });
    stored.unwrap();
}

async fn large_book(server: &TestServer, count: u32) -> String {
    let book = server.book("A year in ink", QUESTIONS as usize).await;
    let mara = server.member("mara").await;
    let (id, owner): (BookId, AccountId) = (book.parse().unwrap(), mara.uid.parse().unwrap());
    server.run_service(move |context| store_memos(context, id, owner, count)).await;
    book
}

#[tokio::test]
async fn large_edition_is_published_as_pdf_and_epub() {
    let count = memo_count();
    let server = TestServer::start().await;
    let book = large_book(&server, count).await;
    let begun = Instant::now();
    server.publish(&book).await;
    println!("{count} memos: published in {:.1} s", begun.elapsed().as_secs_f32());
    let listed = server.visitor().get(&format!("/api/book/{book}/editions")).await.json();
    for format in ["pdf", "epub"] {
        let path = format!("/api/book/{book}/download?format={format}");
        let begun = Instant::now();
        let reply = server.visitor().get(&path).await;
        assert_eq!(reply.status, 200, "{format}");
        let (size, seconds) = (reply.bytes.len() as f64 / 1e6, begun.elapsed().as_secs_f32());
        println!("{format}: {size:.1} MB, downloaded in {seconds:.1} s");
        if let Ok(folder) = std::env::var("INKFOLD_BOOK_INTO") {
            let path = Path::new(&folder).join(format!("book.{format}"));
            File::create(path).unwrap().write_all(&reply.bytes).unwrap();
        }
    }
    assert!(listed[0]["pages"].as_u64().unwrap() > u64::from(count / 4), "{listed}");
}
