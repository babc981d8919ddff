//! The search index: missing, outdated, rebuilt, and queried from the command line.

use super::*;

#[tokio::test]
async fn missing_or_damaged_index_is_rebuilt() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    server.book_about("A year in ink", "").await;
    // Before the index is built, search reports that it is busy instead of an empty result.
    assert_eq!(visitor.get("/api/search?q=ink").await.refusal(), (503, "busy".into()));
    server.index().await;
    let folder = server.search_folder();
    let restart = || async {
        server.context.search.invalidate();
        server.index().await;
        assert_eq!(found(&visitor, "q=ink").await, ["book A year in [ink]"]);
    };
    restart().await;

    std::fs::remove_dir_all(&folder).unwrap();
    restart().await;

    // The file name extension stands for the kind, since the names change with every index.
    let kind = |path: &PathBuf| path.extension().unwrap_or_default().to_owned();
    let files = || {
        let entries = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
        entries.collect::<Vec<PathBuf>>()
    };
    let kinds: BTreeSet<_> = files().iter().map(kind).collect();
    for damaged in kinds {
        for damage in [&b""[..], b"garbage", &[0; 4096]] {
            for file in files().iter().filter(|file| kind(file) == damaged) {
                std::fs::File::create(file).unwrap().write_all(damage).unwrap();
            }
            restart().await;
        }
    }

    std::fs::remove_dir_all(&folder).unwrap();
    std::fs::File::create(&folder).unwrap();
    restart().await;
}

#[tokio::test]
async fn outdated_index_catches_up_after_crash() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    server.book_about("First", "").await;
    server.index().await;
    let (folder, copy) = (server.search_folder(), server.search_folder().with_extension("copy"));
    let copy_all = |from: &PathBuf, to: &PathBuf| {
        std::fs::create_dir_all(to).unwrap();
        for entry in std::fs::read_dir(from).unwrap() {
            let entry = entry.unwrap();
            std::fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
        }
    };
    copy_all(&folder, &copy);
    // The change is committed but not indexed, as if the server was killed in between.
    server.book_about("Second", "").await;
    server.context.search.invalidate();
    server.index().await;
    assert_eq!(found(&visitor, "q=second").await, ["book [Second]"]);
    server.book_about("Third", "").await;
    server.index().await;

    // An older copy of the index lacks changes that are no longer in the change log, so it is rebuilt.
    server.context.search.invalidate();
    std::fs::remove_dir_all(&folder).unwrap();
    std::fs::rename(&copy, &folder).unwrap();
    server.index().await;
    for name in ["First", "Second", "Third"] {
        assert_eq!(found(&visitor, &format!("q={name}")).await, [format!("book [{name}]")]);
    }
}

#[tokio::test]
async fn visitor_cannot_rebuild_search_index() {
    let server = TestServer::start().await;
    server.book_about("A year in ink", "").await;
    let refused = server
        .run_service(|context| search::rebuild(context, &Actor::Visitor, &mut |_| {}).err())
        .await;
    assert!(matches!(refused, Some(Error::Denied(Denied::SignInRequired))));
    let done = server
        .run_service(|context| search::rebuild(context, &Actor::Operator, &mut |_| {}).unwrap());
    assert_eq!(done.await, 1);
}

#[tokio::test]
async fn running_server_indexes_changes_by_itself() {
    let community = Community::start().await;
    let mara = &community.member;
    for (number, key) in (1..).zip(["a", "b", "c"]) {
        answer(mara, &community.book, key).await;
        eventually("the answer is never found", async || {
            let found = mara.get("/api/search?q=mara").await.json();
            (found["results"].as_array()?.len() == number).then_some(())
        })
        .await;
    }
}

#[tokio::test]
async fn search_verb_works_same_with_and_without_server() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 2).await;
    let mara = server.member("mara").await;
    answer(&mara, &book, "q1").await;
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy");
    std::fs::create_dir_all(&copy).unwrap();
    let data = server.context.config().data_dir.clone();
    std::fs::copy(data.join("inkfold.redb"), copy.join("inkfold.redb")).unwrap();
    inkfold::server::admin_socket::listen(std::sync::Arc::clone(&server.context)).unwrap();
    for (args, lines) in [
        (&["search", "ink", "--json"][..], 1),
        (&["search", "mara", "--kind", "memo"], 1),
        (&["search", "mara", "--kind", "book"], 0),
        (&["search", "memory"], 2),
        (&["search", "rebuild", "--json"], 1),
        (&["search", "--", "rebuild"], 0),
        (&["search", "help"], 0),
        (&["search", "help", "ink"], 0),
    ] {
        let (online, offline) = (inkfold(&data, args), inkfold(&copy, args));
        assert!(online.status.success() && offline.status.success(), "{}", words(&offline));
        assert_eq!(online.stdout, offline.stdout, "{args:?}");
        assert_eq!(String::from_utf8_lossy(&online.stdout).lines().count(), lines, "{args:?}");
        assert!(
            words(&online).contains("by the running server") && words(&offline).contains("offline")
        );
    }
    let refused = inkfold(&copy, &["search", "ink", "--kind", "pen"]);
    assert_eq!(refused.status.code(), Some(2));
    assert_eq!(inkfold(&copy, &["search"]).status.code(), Some(2));
    for help in [["search", "--help"], ["help", "search"]] {
        let text = String::from_utf8_lossy(&inkfold(&copy, &help).stdout).into_owned();
        assert!(text.contains("inkfold search -- rebuild"), "{text}");
    }
}
