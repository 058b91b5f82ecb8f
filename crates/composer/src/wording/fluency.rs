//! How well a sentence reads.

use std::collections::HashSet;

use seo::words::{normalise, split};

/// Judges how well a sentence reads.
pub trait Fluency {
    /// From 0, unreadable, to 1.
    fn score(&self, text: &str) -> f32;
}

/// Judges by length, commas and repeated words alone.
#[derive(Debug, Clone, Copy, Default)]
pub struct PlainFluency;

impl Fluency for PlainFluency {
    #[expect(clippy::cast_precision_loss, reason = "sentences have few words")]
    fn score(&self, text: &str) -> f32 {
        let normal = normalise(text);
        let words: Vec<&str> = split(&normal).collect();
        if words.is_empty() {
            return 0.0;
        }
        let doubled = words.windows(2).filter(|pair| pair[0] == pair[1]).count() as f32;
        let content: Vec<&&str> = words.iter().filter(|word| word.chars().count() > 4).collect();
        let distinct: HashSet<&&&str> = content.iter().collect();
        let repeated = (content.len() - distinct.len()) as f32 / content.len().max(1) as f32;
        let commas = text.matches([',', ';', '(']).count() as f32 / words.len() as f32;
        let length = match words.len() {
            0..=3 => 0.25,
            4..=6 => 0.08,
            7..=26 => 0.0,
            27..=34 => 0.12,
            _ => 0.3,
        };
        (1.0 - 0.4 * doubled - 0.6 * repeated - (commas - 0.12).max(0.0) * 1.5 - length).clamp(0.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stumbling_sentences_score_less() {
        let score = |text| PlainFluency.score(text);
        assert!(
            score("Dry the pan over a low flame until it is warm.")
                > score("Dry, the the pan, over, a low, flame.")
        );
        assert!(score("Seasoning protects iron.") > score(""));
        assert!(
            score("A pan that is used needs oil.")
                > score("A needed pan that needed oil needed needed oil oil.")
        );
    }
}
