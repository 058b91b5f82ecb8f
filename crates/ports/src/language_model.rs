//! A small language model on this machine: it goes on with a text, and says how natural a text sounds. It knows little, so what it
//! writes is never a fact.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use async_trait::async_trait;

/// A text to go on with.
#[derive(Clone, Copy)]
pub struct Continuation<'a> {
    /// What comes before. Spaces at its end are left out of account.
    pub prompt: &'a str,
    /// The most that is written.
    pub max_tokens: usize,
    /// How the next words are chosen.
    pub sampling: Sampling,
    /// Where it ends before that.
    pub stop: Stop<'a>,
    /// Words that must not be written. It is told what the last word would be with the next piece added, without blanks; a word grows
    /// piece by piece, so its beginnings are asked for too. A line break comes as `"\n"`. The empty word is a blank alone, after which
    /// only digits come: who bans them bans it too.
    pub banned: &'a (dyn Fn(&str) -> bool + Sync),
}

impl<'a> Continuation<'a> {
    /// At most so much after a prompt, with the usual sampling, where every word may be written.
    #[must_use]
    pub fn new(prompt: &'a str, max_tokens: usize) -> Self {
        Self { prompt, max_tokens, sampling: Sampling::default(), stop: Stop::default(), banned: &|_| false }
    }
}

impl std::fmt::Debug for Continuation<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Continuation")
            .field("prompt", &self.prompt)
            .field("max_tokens", &self.max_tokens)
            .field("sampling", &self.sampling)
            .field("stop", &self.stop)
            .finish_non_exhaustive()
    }
}

/// How the next piece of a word is chosen. The same seed chooses the same text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sampling {
    /// Zero takes the likeliest piece; one takes them as likely as they are.
    pub temperature: f32,
    /// Only the likeliest pieces that together have this probability are considered.
    pub top_p: f32,
    /// How much less likely what was written lately becomes; one is not at all.
    pub repeat_penalty: f32,
    /// No sequence of so many pieces occurs twice, prompt included; zero allows all.
    pub no_repeat_ngram: usize,
    /// Where chance begins.
    pub seed: u64,
}

impl Default for Sampling {
    fn default() -> Self {
        Self { temperature: 0.2, top_p: 0.95, repeat_penalty: 1.05, no_repeat_ngram: 0, seed: 0 }
    }
}

/// Where a text ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Stop<'a> {
    /// After so many sentences; zero for any number.
    pub at_sentence_end: u32,
    /// Before the first of these.
    pub strings: &'a [&'a str],
}

/// What came after a prompt.
#[derive(Debug, Clone, PartialEq)]
pub struct Continued {
    /// The text. It begins with a blank where one belongs between it and a prompt that has none at its end.
    pub text: String,
    /// How many pieces were written.
    pub tokens: usize,
    /// The mean logarithm of their probabilities, before any rule of the sampling.
    pub mean_logprob: f32,
    /// Why it ends.
    pub ending: ContinuationEnding,
}

/// Why a continuation ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ContinuationEnding {
    /// The sentences that were asked for are there.
    Sentences,
    /// A string to stop at came.
    StopString,
    /// The model has nothing to add.
    EndOfText,
    /// It was cut at the limit.
    CutOff,
    /// The rules left no word to go on with.
    NothingAllowed,
}

/// How likely a text is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Likelihood {
    /// The logarithm of its probability.
    pub logprob: f32,
    /// How many pieces it has.
    pub tokens: usize,
}

impl Likelihood {
    /// The mean over the pieces. An empty text has the lowest.
    #[must_use]
    pub fn mean(self) -> f32 {
        if self.tokens == 0 { f32::NEG_INFINITY } else { self.logprob / self.length() }
    }

    /// How natural it sounds among other wordings of the same thing: higher is better. The mean favours wordy ones, whose additions
    /// are easy to guess, and the sum favours short ones; this stands between them.
    #[must_use]
    pub fn fluency(self) -> f32 {
        if self.tokens == 0 { f32::NEG_INFINITY } else { self.logprob / self.length().sqrt() }
    }

    #[expect(clippy::cast_precision_loss, reason = "texts are short")]
    fn length(self) -> f32 {
        self.tokens as f32
    }
}

/// Why nothing was written or judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum LanguageModelError {
    /// Somebody gave up.
    #[error("the work was cancelled")]
    Cancelled,
    /// The text does not fit into the model's memory.
    #[error("the text has {tokens} tokens, {limit} at most can be considered")]
    TooLong {
        /// How many tokens it has.
        tokens: usize,
        /// How many there may be.
        limit: usize,
    },
}

/// A small language model. Everything computes on the caller's thread, for tenths of a second or more; any number of threads may ask
/// at once.
pub trait LanguageModel: Send + Sync {
    /// The model's name.
    fn name(&self) -> &str;

    /// Goes on with a text.
    fn continue_text(
        &self,
        order: &Continuation<'_>,
        cancelled: &AtomicBool,
    ) -> Result<Continued, LanguageModelError>;

    /// How likely each of some texts is after the same beginning, which may be empty. Blanks between them belong to the texts.
    fn score(
        &self,
        beginning: &str,
        texts: &[&str],
        cancelled: &AtomicBool,
    ) -> Result<Vec<Likelihood>, LanguageModelError>;
}

/// Brings the model, whose weights may first have to be fetched and loaded.
#[async_trait]
pub trait LanguageModelSource: Send + Sync {
    /// The model, once it is ready. Whoever holds it keeps it in memory, so let go of it after use.
    async fn ready(&self) -> Result<Arc<dyn LanguageModel>, LanguageModelUnavailable>;
}

/// Why there is no model.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct LanguageModelUnavailable(
    /// What is missing and how an operator gets it.
    pub String,
);
