//! Readability measures.

use domain::locale::Language;

use crate::{Reading, as_f64, syllables};

/// Flesch's reading ease, for English only.
#[must_use]
pub fn reading_ease(reading: &Reading) -> Option<f64> {
    let sentences = reading.sentence_count();
    let words = reading.words().count();
    if reading.language() != Language::ENGLISH || words == 0 {
        return None;
    }
    let spoken: u32 = reading.words().map(syllables::english).sum();
    Some(206.835 - 1.015 * as_f64(words) / as_f64(sentences) - 84.6 * f64::from(spoken) / as_f64(words))
}

/// The mean length of a sentence in words as readers count them; `None` for an empty text.
#[must_use]
pub fn mean_length(reading: &Reading) -> Option<f64> {
    let lengths = lengths(reading);
    (!lengths.is_empty()).then(|| lengths.iter().sum::<f64>() / as_f64(lengths.len()))
}

/// The variation of sentence lengths: their standard deviation divided by their mean. Needs at least two
/// sentences.
#[must_use]
pub fn variation(reading: &Reading) -> Option<f64> {
    let lengths = lengths(reading);
    let mean = mean_length(reading).filter(|_| lengths.len() > 1)?;
    let variance = lengths.iter().map(|length| (length - mean).powi(2)).sum::<f64>() / as_f64(lengths.len());
    Some(variance.sqrt() / mean)
}

fn lengths(reading: &Reading) -> Vec<f64> {
    reading
        .sentences()
        .map(|sentence| sentence.length())
        .filter(|length| *length > 0)
        .map(f64::from)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_words_read_more_easily() {
        let ease = |text: &str| reading_ease(&Reading::of(text, Language::ENGLISH)).unwrap();
        let plain = ease("The cat sat on the mat. It was warm. The dog came in.");
        let heavy = ease(
            "Institutional accountability necessitates comprehensive organisational transformation initiatives.",
        );
        assert!(plain > 90.0 && heavy < 0.0, "{plain} {heavy}");
        assert_eq!(reading_ease(&Reading::of("Con mèo.", Language::VIETNAMESE)), None);
        assert_eq!(reading_ease(&Reading::of("", Language::ENGLISH)), None);
    }

    #[test]
    fn lengths_are_averaged_and_spread() {
        let reading = Reading::of("One two. One two three four.", Language::ENGLISH);
        assert_eq!(mean_length(&reading), Some(3.0));
        assert!((variation(&reading).unwrap() - 1.0 / 3.0).abs() < 1e-9);
        let lone = Reading::of("One two.", Language::ENGLISH);
        assert_eq!((variation(&lone), mean_length(&Reading::of("", Language::ENGLISH))), (None, None));
    }
}
