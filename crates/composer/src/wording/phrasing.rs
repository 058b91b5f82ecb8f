//! Other words from somewhere else, such as a local model.

/// Knows other words for sentences.
pub trait Phrasing {
    /// Other words for a sentence, as many as there are. Each is checked before it is used: what does not keep numbers, names,
    /// negations and the like is not.
    fn wordings(&self, sentence: &str) -> Vec<String>;
}

/// Knows none: the rules alone reword.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoPhrasing;

impl Phrasing for NoPhrasing {
    fn wordings(&self, _sentence: &str) -> Vec<String> {
        Vec::new()
    }
}
