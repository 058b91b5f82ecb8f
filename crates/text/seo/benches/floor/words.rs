//! Invented words for benchmark pages.

/// Words that roughly follow Zipf's law, reproducibly.
pub(crate) struct Words(u32);

impl Words {
    /// Each seed gives other words.
    pub(crate) fn new(seed: u32) -> Self {
        Self(seed.wrapping_mul(2_654_435_761).wrapping_add(1))
    }

    /// `count` words, with spaces between them.
    pub(crate) fn next(&mut self, count: usize) -> String {
        let words: Vec<String> = (0..count).map(|number| self.word(number)).collect();
        words.join(" ")
    }

    /// Every third word is a function word, as in English.
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
