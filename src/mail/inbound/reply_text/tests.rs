//! Answers above the mail that is answered, and sentences that look like its beginning.

use super::*;

fn club() -> OwnWords {
    OwnWords {
        addresses: vec!["club@example.org".into(), "@post.example.org".into()],
        member: "mara@example.org".into(),
        name: "pen club".into(),
        lines: vec!["question of the week: what did it smell of?".into()],
    }
}

fn answer(text: &str) -> String {
    extract(text, &club())
}

#[test]
fn answer_ends_where_the_question_is_quoted() {
    let expected = "It rained.\n\nOn and on.";
    let question = "## Write your answer above this line ##\nHello";
    for rest in [
        "",
        "\n\nOn Sat, 28 Nov 2026 at 09:00, Pen Club <club@example.org> wrote:\n> This week",
        "\n\nOn Saturday, 28 November 2026, Pen Club\n<club@example.org> wrote:\n\n> Hello",
        "\nAm 28.11.2026 um 09:00 schrieb Pen Club:\n\n> Hallo",
        "\nLe sam. 28 nov. 2026 à 09:00, Pen Club <club@example.org> a écrit :\n> Bonjour",
        "\n\nOn 4 December 2026, Old Pen Club wrote:\n\n> This week\n> ## Write your answer above this line ##",
        &format!("\n\n-----Original Message-----\nFrom: Pen Club\n{question}"),
        &format!("\n________________________________\nFrom: Pen Club\n{question}"),
        &format!("\nFrom: Pen Club <club@example.org>\nSent: Saturday\nTo: Mara\n\n{question}"),
        &format!("\nOn 28 Nov 2026, Pen Club wrote:\n\n{question}"),
        "\n> ## Write your answer above this line ##",
        "\n## Write your answer above this line ##\nHello Mara",
        "\n-- \nMara",
        "\n\nSent from my iPad\n\n> Hello",
        "\n\nSent from my iPad",
        // Its subject and the name of the community stand above the first line of our mail.
        &format!(
            "\n\nVan: Pen Club\nAan: Mara\n\nPen Club\nQuestion of the week: What did it smell of?\n{question}"
        ),
        // The last mail of several is answered.
        &format!(
            "\n\nOn 1 Dec 2026, Mara <mara@example.org> wrote:\n> It snowed.\n>\n> On 28 Nov 2026, Pen Club wrote:\n>> {question}"
        ),
        // Without a mark of quotation, by a template without our first line.
        "\n\nZobacz: Pen Club <club@example.org>\nKiedy: sobota\n\nHello Mara",
        "\n\n28.11.2026 09:00, Pen Club <club@example.org> rakstīja:\n\nHello Mara",
    ] {
        assert_eq!(answer(&format!("{expected}{rest}")), expected, "{rest}");
    }
    assert_eq!(answer("> Hello\n> Mara"), "");
    assert_eq!(answer("\r\n One.\r\n"), "One.");
}

#[test]
fn sentences_that_begin_alike_are_kept() {
    let mark = "## Write your answer above this line ##";
    let questions = [
        format!("\n\nOn 28 Nov 2026, Pen Club <club@example.org> wrote:\n> {mark}"),
        format!("\n\nOn 28 Nov 2026, Pen Club wrote:\n\n{mark}"),
        format!("\n\nFrom: Pen Club <club@example.org>\nTo: Mara\n\nPen Club\n{mark}"),
        format!("\n\n________________________________\nFrom: Pen Club\nTo: Mara\n\n{mark}"),
    ];
    for text in [
        "On Sundays my father wrote:\nlong letters.",
        "Am 24. Dezember 1944 schrieb er:\nEs schneit.",
        "On 3 May 1962 my father wrote:\nIt rained.",
        "One.\n--\nTwo.\n1\n2\n3\n4\n5\n6\n7\n8",
        "One.\n________________________________\nTwo.",
        "From: the sea, to the hills.",
        "From: the sea\nTo: the hills",
        "Mother: come in\nFather: no\nMother: mind the pen club",
        "- one\n- two\n--- three",
        "----- The end -----",
        "--- The end ---",
        "| colour | smell |\n| blue | of the pen club |",
        "Sent from my grandmother's house.",
        "Sent from the curiosity shop.",
        "My first iPad",
        "Then I got an iPhone.",
        "The mail was sent, and we waited:",
        "It was 1962. He said:",
        "Born on 5.5.1962\nHere is what I heard:",
        "What did it smell of? Of rain.",
        "Pen Club was where we met.",
        "begin with the rain\nend",
    ] {
        assert_eq!(answer(text), text);
        for question in &questions {
            assert_eq!(answer(&format!("{text}{question}")), text, "{question}");
        }
    }
    let quoting = "My father wrote:\n> It snowed on 5 May.\nSo I left.";
    assert_eq!(answer(&format!("{quoting}{}", questions[0])), quoting);
    for text in [quoting, "At noon it was\n>30 degrees, then\nit rained."] {
        assert_eq!(answer(text), text, "of a program that quotes nothing");
    }
}

#[test]
fn reactions_are_not_answers() {
    for text in [
        "Liked “Question of the week: What did it smell of?”",
        "Hat \"Question of the week: What did it smell of?\" geliket”",
        "Loved “Question of the week: What did it…”",
        "👍 Mara reacted via Gmail",
        "Mit „Write your answer above this line“",
    ] {
        let is = is_reaction(text, &club());
        assert_eq!(is, !text.contains("geliket"), "{text}");
    }
    for text in [
        "Liked “The Hobbit”",
        "Of rain.",
        "“Question of the week: What did it smell of?”",
        "Loved “it”",
    ] {
        assert!(!is_reaction(text, &club()), "{text}");
    }
}

#[test]
fn subjects_lose_their_prefixes_only() {
    for (subject, expected) in [
        ("re: aw: question of the week: rain", "question of the week: rain"),
        ("回复：question of the week: rain", "question of the week: rain"),
        ("rain", "rain"),
    ] {
        assert_eq!(without_prefixes(subject), expected);
    }
}
