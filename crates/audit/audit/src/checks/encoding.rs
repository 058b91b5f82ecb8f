//! Checks of the encoding: how it is declared, and what a wrong one leaves in the text.

use std::borrow::Cow;

use seo::dom::{NodeId, Step};
use seo::encoding;

use crate::check::{Category, Check, Evidence, Finding, Needs, Outcome, Seen, Severity};
use crate::document::Document;
use crate::facts::Facts;

/// Where browsers stop searching for a declaration, in bytes.
const FIRST_BYTES: usize = 1024;

pub(crate) const CHECKS: &[Check] = &[
    Check {
        id: "html.charset",
        category: Category::Html,
        severity: Severity::Medium,
        expects: "The encoding is declared early, and the same everywhere",
        fix: "Save the page as UTF-8, make <meta charset=\"utf-8\"> the first element of the head, and let the server send \
              “content-type: text/html; charset=utf-8”.",
        needs: Needs::Answer,
        run: charset,
    },
    Check {
        id: "html.mojibake",
        category: Category::Html,
        severity: Severity::Medium,
        expects: "The text shows no letters that were read in the wrong encoding",
        fix: "Find where the text was read in the wrong encoding (database, import, template, file), convert it to UTF-8 once, and \
              correct what is already stored.",
        needs: Needs::Markup,
        run: mojibake,
    },
];

/// A declaration of the encoding in the markup.
struct Declaration<'a> {
    label: &'a str,
    place: Place,
    /// Where it ends, in bytes.
    end: usize,
}

#[derive(Clone, Copy)]
enum Place {
    Element(NodeId),
    Start,
}

impl Place {
    fn evidence(self, document: &Document) -> Evidence {
        match self {
            Self::Element(node) => document.evidence(node),
            Self::Start => document.evidence_at(0),
        }
    }
}

fn charset(facts: &Facts<'_>) -> Outcome {
    let has_header = facts.answer.response.is_some();
    judge(facts.document, facts.answer.header("content-type"), has_header)
}

fn judge(document: &Document, content_type: Option<&str>, has_header: bool) -> Outcome {
    let header = content_type.and_then(label_in);
    let declared = declarations(document);
    if let Some(label) = header
        && encoding::named(label).is_none()
    {
        let message =
            format!("The content-type header names the encoding “{label}”, which no browser knows.");
        return Outcome::Found(Finding::new(message).at(header_evidence(content_type)));
    }
    if let Some(finding) = conflict(document, header, content_type, &declared) {
        return Outcome::Found(finding);
    }
    // A byte order mark means UTF-8, whatever is declared.
    if header.is_some() || document.source().starts_with('\u{FEFF}') {
        return Outcome::Passed;
    }
    match declared.first() {
        Some(first) if first.end > FIRST_BYTES => {
            let message = format!(
                "The encoding is declared only at byte {} of the page, and not in the header; browsers look for it in the first \
                 {FIRST_BYTES} bytes.",
                first.end
            );
            Outcome::Found(Finding::new(message).at(first.place.evidence(document)).seen(Seen::Raw))
        }
        Some(_) => Outcome::Passed,
        None if !has_header => {
            Outcome::skipped("the HTML was handed in and declares no encoding, which its header may do")
        }
        None => Outcome::Found(
            Finding::new(
                "Neither the content-type header nor the markup declares the encoding, so browsers guess it.",
            )
            .at(header_evidence(content_type)),
        ),
    }
}

fn header_evidence(content_type: Option<&str>) -> Evidence {
    Evidence::of_text(format!("content-type: {}", content_type.unwrap_or("(none)")))
}

/// A declaration of no known encoding, or of another one than the header or the first declaration.
fn conflict(
    document: &Document,
    header: Option<&str>,
    content_type: Option<&str>,
    declared: &[Declaration<'_>],
) -> Option<Finding> {
    let mut standing = header.map(|label| (label, "the content-type header"));
    for Declaration { label, place, .. } in declared {
        let evidence = place.evidence(document);
        let Some(name) = name_in_markup(label) else {
            let message = format!("The markup declares the encoding “{label}”, which no browser knows.");
            return Some(Finding::new(message).at(evidence).seen(Seen::Raw));
        };
        match standing {
            Some((first, _)) if encoding::named(first) == Some(name) => {}
            Some((first, where_)) => {
                let message = format!(
                    "The markup declares the encoding {label}, but {where_} says {first}, which counts."
                );
                let mut finding = Finding::new(message).at(evidence).seen(Seen::Raw);
                if header.is_some() {
                    finding.evidence.push(header_evidence(content_type));
                }
                return Some(finding);
            }
            None => standing = Some((label, "an earlier element")),
        }
    }
    None
}

/// The encoding that a label in markup means. Markup that could be parsed up to here is not UTF-16, whatever
/// the label is.
fn name_in_markup(label: &str) -> Option<&'static str> {
    let name = encoding::named(label)?;
    Some(if name.starts_with("UTF-16") { "UTF-8" } else { name })
}

fn declarations(document: &Document) -> Vec<Declaration<'_>> {
    let of_xml = xml_declaration(document.source());
    let of_metas = document.metas.iter().filter_map(|meta| {
        let is_type = meta.http_equiv.as_deref() == Some("content-type");
        let label = match &meta.charset {
            Some(label) => label.trim(),
            None => label_in(&meta.content).filter(|_| is_type)?,
        };
        let start = document.element(meta.node)?.offset() as usize;
        let length = document.source().get(start..)?.find('>').map_or(0, |end| end + 1);
        Some(Declaration { label, place: Place::Element(meta.node), end: start + length })
    });
    of_xml.into_iter().chain(of_metas).collect()
}

/// The declaration `<?xml version="1.0" encoding="utf-8"?>` at the start.
fn xml_declaration(source: &str) -> Option<Declaration<'_>> {
    let (declaration, _) = source.strip_prefix("<?xml")?.split_once("?>")?;
    let (_, value) = declaration.split_once("encoding")?;
    let value = value.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|quote| ['"', '\''].contains(quote))?;
    let (label, _) = value[1..].split_once(quote)?;
    Some(Declaration { label: label.trim(), place: Place::Start, end: declaration.len() + 7 })
}

/// The label after `charset=`.
fn label_in(text: &str) -> Option<&str> {
    let start = text.to_ascii_lowercase().find("charset")? + "charset".len();
    let value = text[start..].trim_start().strip_prefix('=')?.trim_start();
    let value = value.trim_start_matches(['"', '\'']);
    let end = value.find(['"', '\'', ';', ',', ' ']).unwrap_or(value.len());
    Some(&value[..end])
}

/// Elements that may show the effect of a wrong encoding on purpose, or whose text is not read.
const UNJUDGED: [&str; 9] =
    ["script", "style", "code", "pre", "kbd", "samp", "textarea", "noscript", "iframe"];

fn mojibake(facts: &Facts<'_>) -> Outcome {
    let document = facts.document;
    if document.source().is_ascii() {
        return Outcome::Passed;
    }
    let metas = document.metas.iter().filter_map(|meta| Some((meta.node, garbled(&meta.content)?)));
    let places: Vec<(NodeId, Garbled)> = metas.chain(garbled_texts(document)).collect();
    let first = places.first().map(|(_, first)| first.describe()).unwrap_or_default();
    Outcome::of_each(
        &places,
        |(node, found)| document.evidence(*node).detailed(found.describe()),
        |count| match count {
            1 => format!("A piece of text was read in the wrong encoding: it shows {first}."),
            _ => format!("{count} pieces of text were read in the wrong encoding: the first shows {first}."),
        },
    )
}

/// The elements whose text was read in the wrong encoding.
fn garbled_texts(document: &Document) -> Vec<(NodeId, Garbled)> {
    let dom = document.dom();
    let mut found = Vec::new();
    let mut walk = dom.walk(dom.document());
    while let Some(step) = walk.next() {
        let Step::Enter(node) = step else { continue };
        if dom.element(node).is_some_and(|element| UNJUDGED.contains(&element.name())) {
            walk.skip_children();
        } else if let Some(text) = dom.text(node)
            && let Some(garbled) = garbled(text)
            && let Some(parent) = dom.parent(node)
        {
            found.push((parent, garbled));
        }
    }
    found
}

/// The trace of a wrong encoding in a text.
#[derive(Debug, PartialEq, Eq)]
struct Garbled {
    seen: String,
    /// The intended character, if it can be determined.
    meant: Option<char>,
}

impl Garbled {
    fn describe(&self) -> Cow<'static, str> {
        match self.meant {
            Some(meant) => format!("“{}” where “{meant}” was meant", self.seen).into(),
            None => "“\u{FFFD}” where a letter could not be read".into(),
        }
    }
}

/// The first place where UTF-8 was read as Latin-1 or Windows-1252, or a letter was lost.
fn garbled(text: &str) -> Option<Garbled> {
    if text.is_ascii() {
        return None;
    }
    for (index, letter) in text.char_indices() {
        if letter == '\u{FFFD}' {
            return Some(Garbled { seen: letter.to_string(), meant: None });
        }
        if let '\u{C2}'..='\u{F4}' = letter
            && let Some((seen, meant)) = sequence(&text[index..])
        {
            return Some(Garbled { seen: seen.to_owned(), meant: Some(meant) });
        }
    }
    None
}

/// The characters at the start of a text that are the bytes of one character, and that character. Sequences
/// that also occur in correct text don't count: `É®`, `é…”`.
fn sequence(text: &str) -> Option<(&str, char)> {
    let lead = byte_of(text.chars().next()?)?;
    let length = match lead {
        0xC2..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF4 => 4,
        _ => return None,
    };
    let mut bytes = [0; 4];
    let mut end = 0;
    let mut letters = text.char_indices();
    for byte in &mut bytes[..length] {
        let (index, letter) = letters.next()?;
        *byte = byte_of(letter)?;
        end = index + letter.len_utf8();
    }
    let meant = std::str::from_utf8(&bytes[..length]).ok()?.chars().next()?;
    let is_honest = text[..end].chars().skip(1).all(|letter| may_follow(lead, letter));
    (!meant.is_control() && !is_honest).then(|| (&text[..end], meant))
}

/// Whether a sign may follow the letter with this byte in correct text.
fn may_follow(lead: u8, sign: char) -> bool {
    match lead {
        // No word in any language ends with `Â`.
        0xC2 => false,
        // Portuguese words end with `Ã`, but are not followed by trade mark signs.
        0xC3 => "‘’“”…–—›»\u{A0}".contains(sign),
        _ => "‘’“”…–—‹›«»\u{A0}•·®™©°ªº¹²³¡¿".contains(sign),
    }
}

/// The byte of a character in Windows-1252, from 0x80 on.
fn byte_of(letter: char) -> Option<u8> {
    if let Ok(byte @ 0x80..) = u8::try_from(u32::from(letter)) {
        return Some(byte);
    }
    WINDOWS_1252.iter().find(|(known, _)| *known == letter).map(|(_, byte)| *byte)
}

/// The characters of Windows-1252 where Latin-1 has control characters.
#[rustfmt::skip]
const WINDOWS_1252: [(char, u8); 27] = [
    ('€', 0x80), ('‚', 0x82), ('ƒ', 0x83), ('„', 0x84), ('…', 0x85), ('†', 0x86), ('‡', 0x87), ('ˆ', 0x88), ('‰', 0x89),
    ('Š', 0x8A), ('‹', 0x8B), ('Œ', 0x8C), ('Ž', 0x8E), ('‘', 0x91), ('’', 0x92), ('“', 0x93), ('”', 0x94), ('•', 0x95),
    ('–', 0x96), ('—', 0x97), ('˜', 0x98), ('™', 0x99), ('š', 0x9A), ('›', 0x9B), ('œ', 0x9C), ('ž', 0x9E), ('Ÿ', 0x9F),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn describe(text: &str) -> Option<(String, Option<char>)> {
        garbled(text).map(|found| (found.seen, found.meant))
    }

    #[test]
    fn letters_of_the_wrong_encoding_are_found() {
        for (text, seen, meant) in [
            ("cafÃ© au lait", "Ã©", 'é'),
            ("donâ€™t", "â€™", '’'),
            ("25Â°C", "Â°", '°'),
            ("Viá»‡t Nam", "á»‡", 'ệ'),
            ("ÐŸÑ€Ð¸Ð²ÐµÑ‚", "ÐŸ", 'П'),
            ("great ðŸ˜€", "ðŸ˜€", '😀'),
            ("Ã\u{9F}", "Ã\u{9F}", 'ß'),
        ] {
            assert_eq!(describe(text), Some((seen.to_owned(), Some(meant))), "{text}");
        }
        assert_eq!(describe("caf\u{FFFD}"), Some(("\u{FFFD}".to_owned(), None)));
    }

    #[test]
    fn honest_text_is_left_alone() {
        for text in [
            "NESCAFÉ®",
            "ROSÉ™",
            "« ENCHANTÉ »",
            "“la manhã”",
            "“A MANH\u{C3}\u{201D}",
            "il a été…”",
            "Über 20 °C",
            "Tiếng Việt",
            "LA MAÑANA — él",
            "É…",
            "São Paulo",
            "À °",
            "naïve—résumé",
            "日本語",
            "Привет",
            "‚Ä‘",
        ] {
            assert_eq!(describe(text), None, "{text}");
        }
    }

    #[test]
    fn encodings_must_be_declared_early_and_known() {
        let describe = |content_type: Option<&str>, html: &str, has_header: bool| {
            let document = Document::read(html.to_owned(), &url::Url::parse("https://example.com/").unwrap());
            match judge(&document, content_type, has_header) {
                Outcome::Found(finding) => finding.message,
                Outcome::Skipped(reason) => reason,
                Outcome::Passed => "fine".to_owned(),
            }
        };
        let (html, late) = (Some("text/html"), format!("<!--{}--><meta charset=utf-8>", "x".repeat(1100)));
        assert!(describe(html, "<p>x", true).starts_with("Neither the content-type header nor the markup"));
        assert!(describe(None, "<p>x", false).starts_with("the HTML was handed in"));
        assert!(describe(html, &late, true).starts_with("The encoding is declared only at byte 1127"));
        assert!(
            describe(html, "<meta charset=utf-8mb4>", true).contains("“utf-8mb4”, which no browser knows")
        );
        assert!(
            describe(Some("text/html; charset=utf_8"), "", true).contains("“utf_8”, which no browser knows")
        );
        assert!(
            describe(html, "<meta charset=latin1><meta charset=utf-8>", true)
                .contains("an earlier element says latin1")
        );
        for (content_type, source) in [
            (html, "<meta charset=utf-8>"),
            (Some("text/html;charset=utf-8"), late.as_str()),
            (Some("text/html;charset=latin1"), "<meta charset=windows-1252>"),
            (html, "\u{FEFF}<p>x"),
            (html, "<?xml version=\"1.0\" encoding=\"utf-8\"?><html>"),
            (html, "<meta charset=utf-16>"),
        ] {
            assert_eq!(describe(content_type, source, true), "fine", "{source}");
        }
    }

    #[test]
    fn labels_are_read_wherever_they_stand() {
        assert_eq!(label_in("text/html; Charset=\"utf-8\""), Some("utf-8"));
        assert_eq!(label_in("text/html;charset = latin1;x=y"), Some("latin1"));
        assert_eq!(label_in("text/html"), None);
        assert_eq!(xml_declaration("<?xml version='1.0' encoding='utf-8'?><html>").unwrap().label, "utf-8");
    }
}
