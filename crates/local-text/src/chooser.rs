//! Chooses the next token by the rules of an order. The same seed and the same scores give the same choice.

use fastrand::Rng;
use ports::language_model::Sampling;

use crate::tokenizer::Token;
use crate::vector;

/// How far back the penalty for repetition looks.
const LATELY: usize = 128;
/// Tokens whose scores are so much below the best one would be chosen once in millions of times.
const HOPELESS: f32 = 15.0;
const MOST_CANDIDATES: usize = 256;

/// Chooses tokens.
pub(crate) struct Chooser {
    sampling: Sampling,
    chance: Rng,
}

impl Chooser {
    pub(crate) fn new(sampling: Sampling) -> Self {
        Self { sampling, chance: Rng::with_seed(sampling.seed) }
    }

    /// The token to come after some others; nothing if every likely one is against the rules.
    pub(crate) fn choose(
        &mut self,
        scores: &[f32],
        before: &[Token],
        allowed: impl Fn(Token) -> bool,
    ) -> Option<Token> {
        let repetitions = repetitions(before, self.sampling.no_repeat_ngram);
        let candidates = self.candidates(scores, before);
        let mut permitted =
            candidates.into_iter().filter(|(_, token)| !repetitions.contains(token) && allowed(*token));
        if self.sampling.temperature <= 0.0 {
            return permitted.next().map(|(_, token)| token);
        }
        let permitted: Vec<_> = permitted.collect();
        let weights = self.weights(&permitted);
        let mut chance = self.chance.f32() * weights.iter().sum::<f32>();
        let chosen = permitted.iter().zip(&weights).find(|(_, weight)| {
            chance -= **weight;
            chance < 0.0
        });
        chosen.map(|(&(_, token), _)| token).or_else(|| permitted.first().map(|&(_, token)| token))
    }

    /// The likely tokens, the likeliest first, after the penalty for repetition.
    fn candidates(&self, scores: &[f32], before: &[Token]) -> Vec<(f32, Token)> {
        let hopeless = vector::largest(scores) - HOPELESS * self.sampling.temperature.max(1.0);
        let lately = &before[before.len().saturating_sub(LATELY)..];
        let likely = scores.iter().zip(0..).filter(|(score, _)| **score >= hopeless);
        let mut likely: Vec<_> = likely
            .map(|(&score, token)| match lately.contains(&token) {
                true if score > 0.0 => (score / self.sampling.repeat_penalty, token),
                true => (score * self.sampling.repeat_penalty, token),
                false => (score, token),
            })
            .collect();
        likely.sort_by(|left, right| right.0.total_cmp(&left.0));
        likely.truncate(MOST_CANDIDATES);
        likely
    }

    /// How often each should be chosen; only the first, which together have the probability that is wanted.
    fn weights(&self, candidates: &[(f32, Token)]) -> Vec<f32> {
        let best = candidates.first().map_or(0.0, |&(score, _)| score);
        let weight = |&(score, _): &(f32, Token)| ((score - best) / self.sampling.temperature).exp();
        let mut weights: Vec<f32> = candidates.iter().map(weight).collect();
        let mut left = self.sampling.top_p * weights.iter().sum::<f32>();
        let kept = weights.iter().take_while(|weight| {
            let is_kept = left > 0.0;
            left -= **weight;
            is_kept
        });
        let kept = kept.count().max(1);
        weights.truncate(kept);
        weights
    }
}

/// Tokens that would repeat a sequence of `length` tokens.
fn repetitions(before: &[Token], length: usize) -> Vec<Token> {
    let Some(start) = before.len().checked_sub(length.saturating_sub(1)).filter(|_| length > 0) else {
        return Vec::new();
    };
    let last = &before[start..];
    before
        .windows(length)
        .filter(|window| window.starts_with(last))
        .map(|window| window[length - 1])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Sampling =
        Sampling { temperature: 1.0, top_p: 1.0, repeat_penalty: 1.0, no_repeat_ngram: 0, seed: 7 };

    fn many(sampling: Sampling, scores: &[f32], before: &[Token]) -> Vec<Token> {
        let mut chooser = Chooser::new(sampling);
        (0..200).filter_map(|_| chooser.choose(scores, before, |_| true)).collect()
    }

    #[test]
    fn a_seed_chooses_the_same_and_another_does_not() {
        let scores = [0.0, 0.5, 1.0, 0.2];
        assert_eq!(many(PLAIN, &scores, &[]), many(PLAIN, &scores, &[]));
        assert_ne!(many(PLAIN, &scores, &[]), many(Sampling { seed: 8, ..PLAIN }, &scores, &[]));
    }

    #[test]
    fn tokens_are_chosen_as_often_as_they_are_likely() {
        let chosen = many(PLAIN, &[4_f32.ln(), 1_f32.ln()], &[]);
        let first = chosen.iter().filter(|&&token| token == 0).count();
        assert!((140..180).contains(&first), "{first} of 200 instead of 160");
    }

    #[test]
    fn without_temperature_the_likeliest_comes() {
        let scores = [0.0, 0.5, 1.0, 0.2];
        assert!(many(Sampling { temperature: 0.0, ..PLAIN }, &scores, &[]).iter().all(|&token| token == 2));
    }

    #[test]
    fn only_the_likeliest_are_considered() {
        let scores = [3_f32.ln(), 2_f32.ln(), 1_f32.ln()];
        let chosen = many(Sampling { top_p: 0.6, ..PLAIN }, &scores, &[]);
        assert!(chosen.contains(&1) && !chosen.contains(&2));
    }

    #[test]
    fn sequences_are_not_repeated() {
        let before = [5, 1, 2, 0, 1, 2];
        assert_eq!(repetitions(&before, 3), [0]);
        assert!(repetitions(&before, 4).is_empty());
        assert!(repetitions(&before, 0).is_empty());
        assert!(repetitions(&[1], 3).is_empty());
        let chosen = many(Sampling { no_repeat_ngram: 3, ..PLAIN }, &[9.0, 1.0], &before);
        assert!(chosen.iter().all(|&token| token == 1));
    }

    #[test]
    fn what_came_lately_becomes_less_likely() {
        let greedy = Sampling { temperature: 0.0, repeat_penalty: 2.0, ..PLAIN };
        assert_eq!(Chooser::new(greedy).choose(&[1.0, 0.9], &[0], |_| true), Some(1));
        assert_eq!(Chooser::new(greedy).choose(&[-0.9, -1.0], &[0], |_| true), Some(1));
    }

    #[test]
    fn where_nothing_is_allowed_nothing_is_chosen() {
        assert_eq!(Chooser::new(PLAIN).choose(&[1.0, 0.9], &[], |_| false), None);
        assert_eq!(Chooser::new(PLAIN).choose(&[f32::NAN; 3], &[], |_| true), None);
    }
}
