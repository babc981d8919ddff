//! Lines that mail programs add to every mail of their users.

/// Maximum number of lines of a signature.
const MAX_SIGNATURE: usize = 8;
/// Maximum length in characters of a line that a mail program adds.
const MAX_LENGTH: usize = 100;

/// Beginnings or ends of lines, in lower case, that say that a mail was sent.
const SENT: [&str; 42] = [
    "sent from",
    "sent with",
    "sent via",
    "gesendet",
    "gesendet von",
    "geschickt",
    "envoyé",
    "envoyée",
    "provenance",
    "enviado",
    "inviato",
    "verzonden",
    "verstuurd",
    "sendt fra",
    "sendt med",
    "skickat",
    "wysłane",
    "wysłano",
    "odesláno",
    "lähetetty",
    "gönderildi",
    "отправлено",
    "надіслано",
    "发自",
    "发送自",
    "来自",
    "發自",
    "來自",
    "发送",
    "傳送",
    "から送信",
    "より送信",
    "에서 보냄",
    "보냈습니다",
    "भेजा गया",
    "भेजा",
    "प्रेषित",
    "পাঠানো হয়েছে",
    "পাঠানো",
    "প্রেরিত",
    "ਭੇਜਿਆ ਗਿਆ",
    "ਭੇਜਿਆ",
];

/// Names of mail programs and devices, in lower case.
const PRODUCTS: [&str; 41] = [
    "iphone",
    "ipad",
    "android",
    "galaxy",
    "samsung",
    "outlook",
    "windows",
    "yahoo",
    "gmx",
    "web.de",
    "t-online",
    "freenet",
    "proton",
    "k-9",
    "k9",
    "fairemail",
    "thunderbird",
    "mail.ru",
    "яндекс",
    "yandex",
    "qq",
    "网易",
    "邮箱",
    "手机",
    "naver",
    "네이버",
    "huawei",
    "华为",
    "xiaomi",
    "小米",
    "redmi",
    "pixel",
    "nokia",
    "blackberry",
    "aol",
    "bluemail",
    "mymail",
    "tablet",
    "remarkable",
    "smartphone",
    "mobile",
];

/// The lines without those at their end that the sender did not write into this mail.
pub(super) fn without_signature<'a, 'b>(lines: &'b [&'a str]) -> &'b [&'a str] {
    let lines = without_automatic(lines);
    let first = lines.len().saturating_sub(MAX_SIGNATURE + 1);
    // "-- " separates a signature (RFC 3676, 4.3); its space is often lost.
    let separator = lines[first..].iter().position(|line| line.trim_start() == "--");
    separator.map_or(lines, |at| without_automatic(&lines[..first + at]))
}

fn without_automatic<'a, 'b>(mut lines: &'b [&'a str]) -> &'b [&'a str] {
    while let [rest @ .., last] = lines
        && (last.trim().is_empty() || is_automatic(last))
    {
        lines = rest;
    }
    lines
}

fn is_automatic(line: &str) -> bool {
    let line = line.trim().to_lowercase();
    if line.chars().count() > MAX_LENGTH {
        return false;
    }
    let words = line.trim_end_matches(['.', '。', '।', '!']);
    let is_sent = SENT.iter().any(|sent| words.starts_with(sent) || words.ends_with(sent));
    // The advertisement for Outlook names it and a system in every language.
    let is_outlook = line.contains("outlook") && (line.contains("ios") || line.contains("android"));
    (is_sent && PRODUCTS.iter().any(|product| line.contains(product)))
        || is_outlook
        || line.ends_with("www.remarkable.com")
        || line.starts_with("yahoo mail: ")
}
