//! Detects the language of the main text.

use domain::locale::Language;
use seo::page::language::guess;
use seo::words;

use super::Document;

/// More text does not improve the detection, in bytes.
const SAMPLE: usize = 1500;
/// A shorter text can't contradict the declared language, in bytes.
const ENOUGH: usize = 200;
/// From this share of function words of the declared language on, detection is unnecessary.
const OWN_WORDS: f64 = 0.15;

pub(super) fn of(document: &Document) -> Option<Language> {
    let declared = document.lang().and_then(primary_subtag);
    let sample = sample(document);
    if sample.len() < ENOUGH {
        return declared;
    }
    if declared.is_some_and(|declared| is_plainly(&sample, declared)) {
        return declared;
    }
    match guess(&sample) {
        Some((found, beyond_doubt)) if beyond_doubt || declared.is_none() => Some(found),
        _ => declared,
    }
}

fn primary_subtag(tag: &str) -> Option<Language> {
    tag.trim().split(['-', '_']).next()?.to_ascii_lowercase().parse().ok()
}

fn sample(document: &Document) -> String {
    let mut sample = String::new();
    for block in document.text.main_blocks() {
        if sample.len() >= SAMPLE {
            break;
        }
        let text = document.text.of(block);
        sample.push_str(&text[..text.floor_char_boundary(SAMPLE)]);
        sample.push('\n');
    }
    sample
}

/// Whether the text is clearly in the declared language. Detection costs much more than this search for
/// function words.
fn is_plainly(sample: &str, language: Language) -> bool {
    let normal = words::normalise(sample);
    let (mut own, mut all) = (0_u32, 0_u32);
    for word in words::split(&normal) {
        all += 1;
        own += u32::from(words::is_function_word(word, language));
    }
    f64::from(own) >= OWN_WORDS * f64::from(all)
}
