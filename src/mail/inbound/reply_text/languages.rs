//! Quotations and signatures of mail programs in many languages: none of them is in a table of ours, apart from the signatures.

use super::*;

const ANSWER: &str = "It rained all night.\n\nThen the road was gone.";
const MARK: &str = "## Write your answer above this line ##";

fn answer(rest: &str) -> String {
    let own = OwnWords {
        addresses: vec!["inkfold@localhost".into(), "@post.example.org".into()],
        member: "mara@example.org".into(),
        name: "inkfold".into(),
        lines: vec!["question of the week: what did the rain sound like?".into()],
    };
    extract(&format!("{ANSWER}\n\n{rest}"), &own)
}

#[test]
fn introductions_of_mail_programs_are_cut() {
    for introduction in [
        // Gmail
        "On Sat, Nov 28, 2026 at 9:00 AM Inkfold <inkfold@localhost> wrote:",
        "El sáb, 28 nov 2026 a las 9:00, Inkfold (<inkfold@localhost>) escribió:",
        "Le sam. 28 nov. 2026 à 09:00, Inkfold <inkfold@localhost> a écrit :",
        "Am Sa., 28. Nov. 2026 um 09:00 Uhr schrieb Inkfold <inkfold@localhost>:",
        "Il giorno sab 28 nov 2026 alle ore 09:00 Inkfold <inkfold@localhost> ha\nscritto:",
        "Em sáb., 28 de nov. de 2026 às 09:00, Inkfold <inkfold@localhost>\nescreveu:",
        "Inkfold <inkfold@localhost> escreveu (sábado, 28/11/2026 à(s) 09:00):",
        "сб, 28 нояб. 2026 г. в 09:00, Inkfold <inkfold@localhost>:",
        "Inkfold <inkfold@localhost> 于2026年11月28日周六 09:00写道：",
        "2026年11月28日(土) 9:00 Inkfold <inkfold@localhost>:",
        "शनि, 28 नव॰ 2026 को 9:00 am बजे को Inkfold <inkfold@localhost> ने लिखा:",
        "শনি, ২৮ নভেম্বর, ২০২৬ তারিখে ৯:০০ AM টায় এ Inkfold <inkfold@localhost>\nলিখেছেন:",
        "ਸ਼ਨਿੱਚਰ, 28 ਨਵੰ 2026 ਨੂੰ 9:00 ਪੂ.ਦੁ. 'ਤੇ Inkfold <inkfold@localhost> ਨੇ ਲਿਖਿਆ:",
        "Op za 28 nov 2026 om 09:00 schreef Inkfold <inkfold@localhost>:",
        "sob., 28 lis 2026 o 09:00 Inkfold <inkfold@localhost> napisał(a):",
        "lør. 28. nov. 2026 kl. 09.00 skrev Inkfold <inkfold@localhost>:",
        "2026년 11월 28일 (토) 오전 9:00, Inkfold <inkfold@localhost>님이 작성:",
        "Inkfold <inkfold@localhost>, 28 Kas 2026 Cmt, 09:00 tarihinde şunu yazdı:",
        // Apple Mail
        "On 28 Nov 2026, at 09:00, Inkfold <inkfold@localhost> wrote:",
        "Am 28.11.2026 um 09:00 schrieb Inkfold <inkfold@localhost>:",
        "Den 28. nov. 2026 kl. 09.00 skrev Inkfold <inkfold@localhost>:",
        "28 нояб. 2026 г., в 9:00, Inkfold <inkfold@localhost> написал(а):",
        "在 2026年11月28日，上午9:00，Inkfold <inkfold@localhost> 写道：",
        "2026/11/28 9:00、Inkfold <inkfold@localhost>のメール:",
        // Thunderbird, with the name alone
        "On 28/11/2026 09:00, Inkfold wrote:",
        "Am 28.11.26 um 09:00 schrieb Inkfold:",
        "W dniu 28.11.2026 o 09:00, Inkfold pisze:",
        "28.11.2026 09:00, Inkfold пишет:",
        // Thunderbird, after the community was renamed
        "Am 28.11.26 um 09:00 schrieb Ein alter Name:",
        // K-9, FairEmail, Proton, Yahoo, Mail.ru, 163, Zoho, mutt
        "Am 28. November 2026 09:00:00 MEZ schrieb Inkfold <inkfold@localhost>:",
        "November 28, 2026 9:00:00 AM GMT+00:00, Inkfold <inkfold@localhost> schreef:",
        "------- Original Message -------\nOn Saturday, November 28th, 2026 at 9:00 AM, Inkfold <inkfold@localhost> wrote:",
        "    On Saturday, November 28, 2026 at 09:00:00 AM GMT+1, Inkfold\n<inkfold@localhost> wrote:  \n ",
        "Суббота, 28 ноября 2026, 9:00 +03:00 от Inkfold <inkfold@localhost>:",
        "在 2026-11-28 09:00:00，\"Inkfold\" <inkfold@localhost> 写道：",
        "---- On Sat, 28 Nov 2026 09:00:00 +0000 Inkfold <inkfold@localhost> wrote ---",
        "Inkfold <inkfold@localhost> wrote:",
        // An earlier mail of the member
        "Am 1. Dez. 2026 um 09:00 schrieb Mara <mara@example.org>:",
    ] {
        assert_eq!(answer(&format!("{introduction}\n\n> {MARK}\n>\n> Hello")), ANSWER);
        assert_eq!(answer(&format!("{introduction}\n\n{MARK}\n\nHello")), ANSWER);
        assert_eq!(
            answer(&format!("> {}\n>\n\n> {MARK}", introduction.replace('\n', "\n> "))),
            ANSWER
        );
    }
}

#[test]
fn headers_of_mail_programs_are_cut() {
    let subject = "Question of the week: What did the rain sound like?";
    for headers in [
        // Outlook
        "From: Inkfold <inkfold@localhost>\nSent: Saturday, November 28, 2026 9:00 AM\nTo: Mara <mara@example.org>\nSubject: {}",
        "De: Inkfold <inkfold@localhost>\nEnviado: sábado, 28 de noviembre de 2026 9:00\nPara: Mara\nAsunto: {}",
        "De : Inkfold <inkfold@localhost>\nEnvoyé : samedi 28 novembre 2026 09:00\nÀ : Mara\nObjet : {}",
        "发件人: Inkfold <inkfold@localhost>\n发送时间: 2026年11月28日 9:00\n收件人: Mara\n主题: {}",
        "差出人: Inkfold <inkfold@localhost>\n送信日時: 2026年11月28日 9:00\n宛先: Mara\n件名: {}",
        "Von: Inkfold <inkfold@localhost>\nGesendet: Samstag, 28. November 2026 09:00\nAn: Mara\nBetreff: {}",
        "Da: Inkfold <inkfold@localhost>\nInviato: sabato 28 novembre 2026 09:00\nA: Mara\nOggetto: {}",
        "ਵੱਲੋਂ: Inkfold <inkfold@localhost>\nਭੇਜਿਆ: 28 ਨਵੰਬਰ 2026\nਪ੍ਰਤੀ: Mara\nਵਿਸ਼ਾ: {}",
        "প্রেরক: Inkfold <inkfold@localhost>\nপাঠানো: ২৮ নভেম্বর ২০২৬\nপ্রতি: Mara\nবিষয়: {}",
        "प्रेषक: Inkfold <inkfold@localhost>\nभेजा गया: 28 नवंबर 2026\nप्रति: Mara\nविषय: {}",
        "De: Inkfold <inkfold@localhost>\nEnviada em: sábado, 28 de novembro de 2026 09:00\nPara: Mara\nAssunto: {}",
        "От: Inkfold <inkfold@localhost>\nОтправлено: 28 ноября 2026 г. 9:00\nКому: Mara\nТема: {}",
        "Van: Inkfold <inkfold@localhost>\nVerzonden: zaterdag 28 november 2026 09:00\nAan: Mara\nOnderwerp: {}",
        "Od: Inkfold <inkfold@localhost>\nWysłano: sobota, 28 listopada 2026 09:00\nDo: Mara\nTemat: {}",
        "Fra: Inkfold <inkfold@localhost>\nSendt: 28. november 2026 09:00\nTil: Mara\nEmne: {}",
        // By names alone, and with marks of emphasis
        "*Von:* Inkfold\n*Gesendet:* Samstag, 28. November 2026 09:00\n*An:* mara@example.org\n*Betreff:* {}",
        "Lähettäjä: Joku\nLähetetty: lauantai\nAihe: {}",
        // Outlook on the web, Thunderbird, Samsung, GMX, QQ, Naver, Proton, NetEase
        "________________________________\nDe: Inkfold <inkfold@localhost>\nEnviado: sábado\nPara: Mara\nAsunto: {}",
        "-------- Mensagem original --------\nDe: Inkfold <inkfold@localhost>\nData: 28/11/2026 09:00",
        "-------- Original message --------\nFrom: Inkfold",
        "-----Messaggio originale-----\nDa: Inkfold <inkfold@localhost>\nInviato: sabato",
        "Gesendet: Samstag, 28. November 2026 um 09:00 Uhr\nVon: \"Inkfold\" <inkfold@localhost>\nAn: mara@example.org\nBetreff: {}",
        "------------------ 原始邮件 ------------------\n发件人: \"Inkfold\" <inkfold@localhost>;\n发送时间: 2026年11月28日(星期六) 上午9:00\n收件人: \"Mara\";\n主题: {}",
        "-----Original Message-----\nFrom: \"Inkfold\"<inkfold@localhost>\nTo: <mara@example.org>;\nCc:\nSent: 2026-11-28 (토) 09:00:00",
        "发件人：Inkfold <inkfold@localhost>\n收件人：Mara",
        "------------------ Original ------------------\nFrom: \"Inkfold\"<inkfold@localhost>;\nDate: Sat, Nov 28, 2026 09:00 AM\nTo: \"Mara\";\nSubject: {}",
        "------------------&nbsp;原始邮件&nbsp;------------------\n发件人: \"Inkfold\"                 <inkfold@localhost&gt;;\n发送时间:&nbsp;2026年11月28日(星期六) 上午9:00\n收件人:&nbsp;\"Mara\"<mara@example.org&gt;;\n主题:&nbsp;{}",
        "---Original---\nFrom: \"Inkfold\"<inkfold@localhost>\nDate: Sat, Nov 28, 2026 09:00 AM\nTo: \"Mara\"<mara@example.org>;\nSubject: {}",
        "---Original---\nFrom:&nbsp;\"Inkfold\"&nbsp;\nDate:&nbsp;Sat, Nov 28, 2026 09:00 AM\nTo:&nbsp;\"Mara\"<mara@example.org&gt;;\nSubject:&nbsp;{}",
        "---- Replied Message ----\n| From | Inkfold<inkfold@localhost> |\n| Date | 11/28/2026 09:00 |\n| To | Mara |\n| Subject | {} |",
        "---- 回复的原邮件 ----\n| 发件人 | Inkfold<inkfold@localhost> |\n| 日期 | 2026年11月28日 09:00 |\n| 收件人 | Mara |\n| 主题 | {} |",
    ] {
        let headers = headers.replace("{}", &format!("RE: {subject}"));
        assert_eq!(answer(&format!("{headers}\n\n{MARK}\n\nHello")), ANSWER);
        assert_eq!(answer(&format!("{headers}\n\nInkfold\n{subject}\n\n{MARK}\n\nHello")), ANSWER);
        assert_eq!(answer(&format!("> {}\n>\n> {MARK}", headers.replace('\n', "\n> "))), ANSWER);
    }
}

#[test]
fn signatures_of_mail_programs_are_cut() {
    for signature in [
        "Sent from my iPhone",
        "Enviado desde mi iPhone",
        "Envoyé de mon iPhone",
        "发自我的iPhone",
        "iPhoneから送信",
        "Von meinem iPhone gesendet",
        "Inviato da iPhone",
        "ਮੇਰੇ iPhone ਤੋਂ ਭੇਜਿਆ ਗਿਆ",
        "আমার iPhone থেকে পাঠানো হয়েছে",
        "मेरे iPhone से भेजा गया",
        "Enviado do meu iPhone",
        "Отправлено с iPhone",
        "Verstuurd vanaf mijn iPhone",
        "Wysłane z iPhone'a",
        "Sendt fra min iPhone",
        "나의 iPhone에서 보냄",
        "從我的 iPhone 傳送",
        "iPhone'umdan gönderildi",
        "Enviado desde mi Galaxy",
        "Von meinem/meiner Galaxy gesendet",
        "Envoyé depuis mon appareil Galaxy",
        "Get Outlook for iOS<https://aka.ms/o0ukef>",
        "Holen Sie sich Outlook für iOS",
        "Obtenir Outlook pour Android",
        "下载适用于 iOS 的 Outlook",
        "Sent from Mail for Windows",
        "Gesendet mit der GMX Mail App",
        "Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.",
        "Sent with Proton Mail secure email.",
        "Sent from Yahoo Mail for iPhone",
        "Отправлено из Mail.ru для Android",
        "发自网易邮箱大师",
        "네이버 메일 앱에서 보냈습니다.",
        "-- \nSent from my paper tablet\nGet yours at www.remarkable.com",
        "Sent from my paper tablet\nGet yours at www.remarkable.com",
        "-- \nMara",
    ] {
        let introduction = "On Sat, Nov 28, 2026 at 9:00 AM Inkfold <inkfold@localhost> wrote:";
        assert_eq!(answer(&format!("{signature}\n\n{introduction}\n\n> {MARK}")), ANSWER);
        assert_eq!(answer(&format!("{signature}\n")), ANSWER);
    }
}
