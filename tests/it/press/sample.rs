//! A book with some of everything, to be looked at: `INKFOLD_SAMPLES=folder cargo test sample` writes it in every page size. With
//! `INKFOLD_TEMPLATES=forms` its templates are read when it runs, so that a change of them shows without a build.

use std::f32::consts::TAU;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use image::{GrayImage, Luma};
use inkfold::press::book::{
    self, Book, Chapter, Memo, MemoKind, Options, PageSize, PdfPage, Templates,
};
use jiff::civil::date;

use super::sandbox;

const TYPED: [(&str, &str); 11] = [
    (
        "Ana López",
        "The first rain after eleven dry weeks. My neighbour, who has never said more than good morning, stood in the middle of \
         the street with her arms wide open, and she laughed like a girl of seven.\n\
         Nobody went inside. The children found the incomprehensibly large puddle behind the bakery, and that was the end of \
         everything that had been planned for this afternoon.",
    ),
    (
        "Jürgen Groß",
        "Die Kleingartenvereinsvorsitzende hat zugegeben, dass die Rasenmäherlautstärkenverordnung im Grunde von ihr selbst und \
         nicht vom Bundesverwaltungsgericht stammt. Wir haben gelacht, und dann haben wir mit dem Mähen aufgehört.",
    ),
    (
        "Chloé Lefèvre",
        "Le chat des voisins est entré dans la cuisine, et il s’est installé dans le four éteint avec une dignité parfaitement \
         incompréhensible. Nous avons renoncé au gratin.",
    ),
    (
        "Мария Иванова",
        "Сегодня наконец-то пошёл дождь, и соседские дети выбежали на улицу босиком. Бабушка смотрела из окна и улыбалась, хотя утверждала впоследствии, что ничего подобного не происходило.",
    ),
    (
        "李小龙",
        "今天下雨了，孩子们在院子里跳舞。奶奶说，她小时候也这样，每到夏天第一场雨，全村的人都会跑出来，站在雨里笑。我们把桌子搬到屋檐下，喝了一下午的茶。",
    ),
    (
        "さくら",
        "今日は久しぶりに雨が降って、子供たちが庭で踊り始めました。となりのおばあさんも傘をささずに出てきて、いっしょに笑っていました。",
    ),
    ("अनीता शर्मा", "आज बारिश हुई और बच्चे नाचने लगे। दादी ने कहा कि बचपन में वे भी ऐसे ही नाचती थीं।"),
    (
        "Ελένη Παπαδοπούλου",
        "Η γιαγιά μου χόρεψε στην κουζίνα, και μετά ισχυρίστηκε ότι δεν θυμάται απολύτως τίποτα από αυτό το απογευματινό κατόρθωμα.",
    ),
    ("נועה לוי", "הגשם הראשון ירד היום, והילדים רקדו בחצר. סבתא צחקה מהחלון (היא מכחישה)."),
    (
        "ليلى حداد",
        "نزل المطر اليوم لأول مرة منذ شهور، فخرج الأطفال يرقصون في الحديقة، وضحكت جدتي من النافذة.",
    ),
    ("Maximiliane Freifrau von und zu Guttenstein-Hohenfels auf der Lauenburg", "Yes."),
];

fn typed(number: usize) -> Memo {
    let (author, text) = TYPED[number % TYPED.len()];
    Memo { author: author.into(), alt: None, kind: MemoKind::Text { text: text.into() } }
}

fn hand(author: &str, png: &str) -> Memo {
    Memo { author: author.into(), alt: None, kind: MemoKind::Hand { png: png.into() } }
}

fn many() -> Vec<Memo> {
    let shapes =
        ["560x438", "560x438", "560x120", "560x160", "560x90", "1120x876", "400x700", "120x90"];
    let memo = |number: usize| match number % 3 {
        0 => typed(number / 3),
        _ => hand(TYPED[number % 7].0, &format!("{}-{number}", shapes[number % shapes.len()])),
    };
    (0..30).map(memo).collect()
}

fn pages() -> Vec<Memo> {
    let page = |author: &str, pdf: Option<&str>| {
        let pdf = pdf.map(|name| PdfPage { name: name.into(), page: 1 });
        let kind = MemoKind::Page { png: "1404x1872-page".into(), pdf };
        Memo { author: author.into(), alt: Some("A map of the garden.".into()), kind }
    };
    vec![page("Niccolò", None), page("Íñigo", Some("page.pdf")), hand("Émile", "560x438-one")]
}

pub(super) fn sample(page_size: PageSize) -> Book {
    let chapter = |(number, question, memos): (u32, &str, Vec<Memo>)| Chapter {
        number,
        question: question.into(),
        memos,
    };
    let chapters = [
        (1, "What made you smile this week?", many()),
        (
            2,
            "Which smell takes you back to the kitchen of your childhood?",
            vec![hand("Zoë", "560x438-two")],
        ),
        (
            3,
            "Draw the place that you would show to somebody who has only one afternoon in your town, and tell them the way there \
             from the station, the way a friend would: by what can be seen, and not by the names of the streets.",
            pages(),
        ),
        (5, "哪件事让你微笑？", vec![typed(4), hand("李小龙", "560x438-three"), typed(5)]),
        (6, "One word for this year?", vec![typed(10), typed(7), typed(8), typed(9)]),
    ];
    Book {
        title: "Letters to the Garden".into(),
        description: "Small joys of one summer, written by hand on a Sunday.".into(),
        publisher: "The Garden Club".into(),
        edition: 2,
        date: date(2026, 11, 20),
        cover: inkfold::press::book::cover::Cover::default(),
        page_size,
        changes: vec!["12 new memos.".into()],
        options: Options::default(),
        chapters: chapters.map(chapter).to_vec(),
    }
}

/// Picture with pen strokes; its name states its size.
pub(super) fn picture(name: &str) -> io::Result<Vec<u8>> {
    if name == "page.pdf" {
        return fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/page.pdf"));
    }
    let (width, rest) = name.split_once('x').unwrap();
    let (height, seed) = rest.split_once('-').unwrap();
    let (width, height): (u32, u32) = (width.parse().unwrap(), height.parse().unwrap());
    let wave = seed.len() as f32 + f32::from(seed.as_bytes()[0]);
    let mut paper = GrayImage::from_pixel(width, height, Luma([255]));
    for line in 1..=(height / 72).max(1) {
        for step in 0..width * 6 {
            let at = step as f32 / (width * 6) as f32;
            let turn = at * TAU * width as f32 / 26.0;
            let x = 20.0 + at * (width as f32 - 40.0) + 7.0 * turn.sin();
            let high = 9.0 + 8.0 * (at * 31.0 + wave * line as f32).sin();
            let y =
                line as f32 * height as f32 / ((height / 72).max(1) + 1) as f32 + high * turn.cos();
            if (at * 9.0 + line as f32 * 0.37).fract() < 0.8 {
                dot(&mut paper, x, y);
            }
        }
    }
    let mut png = io::Cursor::new(Vec::new());
    paper.write_to(&mut png, image::ImageFormat::Png).unwrap();
    Ok(png.into_inner())
}

fn dot(paper: &mut GrayImage, x: f32, y: f32) {
    for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
        let (x, y) = (x as u32 + dx, y as u32 + dy);
        if x < paper.width() && y < paper.height() {
            paper.put_pixel(x, y, Luma([30]));
        }
    }
}

#[test]
fn sample_is_typeset_reproducibly_in_every_size() {
    let folder = std::env::var_os("INKFOLD_SAMPLES");
    let templates = std::env::var_os("INKFOLD_TEMPLATES")
        .map_or_else(Templates::default, |folder| Templates::read(Path::new(&folder)));
    for (name, size) in
        [("tablet", PageSize::Tablet), ("a5", PageSize::A5), ("letter", PageSize::Letter)]
    {
        let typeset = || {
            let book = sample(size);
            assert_eq!(book.missing(), Vec::<char>::new());
            let open = || Ok(Vec::new());
            let (pdf, printed) =
                book::typeset(&sandbox(), &templates, &book, &mut picture, &mut |_| (), open)
                    .unwrap();
            assert_eq!(printed.notices, Vec::<String>::new());
            pdf
        };
        let pdf = typeset();
        assert!(pdf == typeset(), "{name} came out otherwise the second time");
        if let Some(folder) = &folder {
            let mut file = fs::File::create(Path::new(folder).join(format!("{name}.pdf"))).unwrap();
            file.write_all(&pdf).unwrap();
        }
    }
}

/// A book of so many handwritten memos, twenty to a question, for `tests/bench/books.py`, which looks at time and memory.
#[test]
fn large_book_is_typeset_reproducibly() {
    let memos = std::env::var("INKFOLD_BOOK_OF").map_or(40, |memos| memos.parse().unwrap());
    let drawn: Vec<Vec<u8>> =
        (0..50).map(|number| picture(&format!("560x438-{number}")).unwrap()).collect();
    let chapter = |index: usize| Chapter {
        number: index as u32 + 1,
        question: format!("What made you smile in week {}?", index + 1),
        memos: (20 * index..memos.min(20 * index + 20))
            .map(|number| hand(TYPED[number % 7].0, &number.to_string()))
            .collect(),
    };
    let chapters = (0..memos.div_ceil(20)).map(chapter).collect();
    let book = Book { chapters, ..sample(PageSize::Tablet) };
    let mut picture = |name: &str| Ok(drawn[name.parse::<usize>().unwrap() % drawn.len()].clone());
    let mut typeset = || {
        let started = std::time::Instant::now();
        let none = Templates::default();
        let open = || Ok(blake3::Hasher::new());
        let (hash, _) =
            book::typeset(&sandbox(), &none, &book, &mut picture, &mut |_| (), open).unwrap();
        println!(
            "{{\"memos\":{memos},\"seconds\":{},\"bytes\":{}}}",
            started.elapsed().as_secs_f32(),
            hash.count()
        );
        hash.finalize()
    };
    assert_eq!(typeset(), typeset());
}
