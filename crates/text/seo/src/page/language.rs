//! The language of a page: the declared one, unless its text clearly has another language.

use domain::locale::Language;
use whatlang::{Detector, Lang};

use super::Block;

/// More text does not improve detection.
const SAMPLE: usize = 3000;
/// A shorter text cannot contradict the declaration.
const ENOUGH: usize = 200;

pub(super) fn of(blocks: &[Block], declared: Option<&str>) -> Option<Language> {
    let declared = declared.and_then(primary_subtag);
    let mut sample = String::new();
    for block in blocks {
        if sample.len() >= SAMPLE {
            break;
        }
        sample.push_str(&block.text[..block.text.floor_char_boundary(SAMPLE)]);
        sample.push('\n');
    }
    let Some(found) = Detector::new().detect(&sample) else { return declared };
    let detected = code(found.lang());
    match declared {
        // The detector cannot contradict a language that it does not support.
        Some(declared) if !is_known(declared) => Some(declared),
        Some(declared) if sample.len() < ENOUGH || !found.is_reliable() => Some(declared),
        Some(_) => detected.or(declared),
        None => detected.filter(|_| found.is_reliable() || sample.len() >= ENOUGH),
    }
}

/// The most likely language of a text, and whether it is certain.
#[must_use]
pub fn guess(text: &str) -> Option<(Language, bool)> {
    let found = Detector::new().detect(text)?;
    Some((code(found.lang())?, found.is_reliable()))
}

fn primary_subtag(tag: &str) -> Option<Language> {
    tag.trim().split(['-', '_']).next()?.to_ascii_lowercase().parse().ok()
}

/// Whether [`guess`] supports the language.
#[must_use]
pub fn is_known(language: Language) -> bool {
    Lang::all().iter().any(|lang| code(*lang) == Some(language))
}

/// The two-letter code for the detector's three letters.
fn code(lang: Lang) -> Option<Language> {
    let three = lang.code();
    let index = CODES.binary_search_by_key(&three, |(three, _)| three).ok()?;
    CODES[index].1.parse().ok()
}

#[rustfmt::skip]
const CODES: [(&str, &str); 70] = [
    ("afr", "af"), ("aka", "ak"), ("amh", "am"), ("ara", "ar"), ("aze", "az"), ("bel", "be"), ("ben", "bn"),
    ("bul", "bg"), ("cat", "ca"), ("ces", "cs"), ("cmn", "zh"), ("cym", "cy"), ("dan", "da"), ("deu", "de"),
    ("ell", "el"), ("eng", "en"), ("epo", "eo"), ("est", "et"), ("fin", "fi"), ("fra", "fr"), ("guj", "gu"),
    ("heb", "he"), ("hin", "hi"), ("hrv", "hr"), ("hun", "hu"), ("hye", "hy"), ("ind", "id"), ("ita", "it"),
    ("jav", "jv"), ("jpn", "ja"), ("kan", "kn"), ("kat", "ka"), ("khm", "km"), ("kor", "ko"), ("lat", "la"),
    ("lav", "lv"), ("lit", "lt"), ("mal", "ml"), ("mar", "mr"), ("mkd", "mk"), ("mya", "my"), ("nep", "ne"),
    ("nld", "nl"), ("nob", "no"), ("ori", "or"), ("pan", "pa"), ("pes", "fa"), ("pol", "pl"), ("por", "pt"),
    ("ron", "ro"), ("rus", "ru"), ("sin", "si"), ("slk", "sk"), ("slv", "sl"), ("sna", "sn"), ("spa", "es"),
    ("srp", "sr"), ("swe", "sv"), ("tam", "ta"), ("tel", "te"), ("tgl", "tl"), ("tha", "th"), ("tuk", "tk"),
    ("tur", "tr"), ("ukr", "uk"), ("urd", "ur"), ("uzb", "uz"), ("vie", "vi"), ("yid", "yi"), ("zul", "zu"),
];

#[cfg(test)]
mod tests {
    use super::super::BlockKind;
    use super::*;

    const VIETNAMESE: &str = "Cà phê sữa đá là thức uống quen thuộc của người Việt Nam, được pha bằng phin nhôm. Người ta \
        cho sữa đặc vào đáy ly, đổ cà phê nóng lên trên rồi thêm đá viên và khuấy đều trước khi uống.";

    fn of_text(text: &str, declared: Option<&str>) -> Option<String> {
        let block = Block { kind: BlockKind::Paragraph, text: text.to_owned() };
        of(&[block], declared).map(|language| language.to_string())
    }

    #[test]
    fn every_language_of_the_detector_has_a_code() {
        assert!(CODES.is_sorted());
        for lang in Lang::all() {
            assert!(code(*lang).is_some(), "{lang:?}");
        }
    }

    #[test]
    fn the_declaration_counts_unless_the_text_clearly_differs() {
        assert_eq!(of_text("Hello", Some("vi-VN")).as_deref(), Some("vi"));
        assert_eq!(of_text(VIETNAMESE, Some("en")).as_deref(), Some("vi"));
        assert_eq!(of_text(VIETNAMESE, None).as_deref(), Some("vi"));
        assert_eq!(of_text(VIETNAMESE, Some("nonsense")).as_deref(), Some("vi"));
        assert_eq!(of_text(VIETNAMESE, Some("ms")).as_deref(), Some("ms"));
        assert_eq!(of_text("", None), None);
    }
}
