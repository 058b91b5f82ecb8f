//! Invented words for pages to measure with.

/// Words that follow Zipf's law roughly, always the same.
pub(crate) struct Words(u32);

impl Words {
    /// Other words for every seed.
    pub(crate) fn new(seed: u32) -> Self {
        Self(seed.wrapping_mul(2_654_435_761).wrapping_add(1))
    }

    /// So many words, with spaces between them.
    pub(crate) fn next(&mut self, count: usize) -> String {
        let words: Vec<String> = (0..count).map(|number| self.word(number)).collect();
        words.join(" ")
    }

    /// Every third word is one that holds sentences together, as in English.
    fn word(&mut self, number: usize) -> String {
        const SMALL: [&str; 10] = ["the", "of", "and", "to", "in", "is", "with", "for", "it", "a"];
        const SYLLABLES: [&str; 12] =
            ["ka", "ro", "mi", "ten", "sol", "ber", "va", "lin", "do", "pra", "chu", "est"];
        if number % 3 == 1 {
            return SMALL[self.random(10) as usize].to_owned();
        }
        let range = 1 + self.random(2000);
        let mut rest = self.random(range) as usize + SYLLABLES.len();
        let mut word = String::new();
        while rest > 0 {
            word.push_str(SYLLABLES[rest % SYLLABLES.len()]);
            rest /= SYLLABLES.len();
        }
        word
    }

    /// A number below this one.
    pub(crate) fn random(&mut self, below: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0 % below
    }
}
