//! The model as the application knows it: texts in, texts and judgements out.

use std::fs::File;
use std::io::{Read, Seek};
use std::path::Path;
use std::sync::atomic::AtomicBool;

use ports::language_model::{
    Continuation, ContinuationEnding, Continued, LanguageModel, LanguageModelError, Likelihood,
};

use crate::chooser::Chooser;
use crate::draft::Draft;
use crate::error::LoadError;
use crate::gguf::Gguf;
use crate::network::{Cancelled, Memory, Network};
use crate::tokenizer::{Token, Tokenizer};

/// Tokens that are read at once. More would not be quicker, and give the processor's caches more to hold.
const AT_ONCE: usize = 128;
/// Scores of all tokens take much room, so only so many positions have theirs at a time.
const SCORED_AT_ONCE: usize = 16;
/// Longer texts would be slow, and the model loses the thread long before.
const LONGEST: usize = 2048;

/// A small language model whose weights are in memory.
pub struct LocalModel {
    name: String,
    tokenizer: Tokenizer,
    network: Network,
    longest: usize,
}

impl LocalModel {
    /// Loads a GGUF file. Takes tenths of a second.
    pub fn load(weights: &Path) -> Result<Self, LoadError> {
        Self::read(File::open(weights)?)
    }

    /// Loads a GGUF file from anywhere.
    pub fn read(weights: impl Read + Seek) -> Result<Self, LoadError> {
        let mut file = Gguf::open(weights)?;
        let name = format!("{}-{}", file.text("general.basename")?, file.text("general.size_label")?);
        let tokenizer = Tokenizer::read(&file)?;
        let network = Network::read(&mut file, tokenizer.len())?;
        let longest = network.shape().context.min(LONGEST);
        Ok(Self { name, tokenizer, network, longest })
    }

    /// A document that begins with a text.
    fn document(&self, text: &str, room: usize) -> Result<Vec<Token>, LanguageModelError> {
        let mut tokens = vec![self.tokenizer.document_start()];
        tokens.extend(self.encode(text)?);
        self.check_length(tokens.len().saturating_add(room))?;
        Ok(tokens)
    }

    /// The pieces of a text, unless it is so long that it is not worth looking for them.
    fn encode(&self, text: &str) -> Result<Vec<Token>, LanguageModelError> {
        self.check_length(self.tokenizer.fewest_pieces(text))?;
        Ok(self.tokenizer.encode(text))
    }

    fn check_length(&self, tokens: usize) -> Result<(), LanguageModelError> {
        let limit = self.longest;
        if tokens <= limit { Ok(()) } else { Err(LanguageModelError::TooLong { tokens, limit }) }
    }

    /// Reads tokens and returns the scores of those that could come next.
    fn read_on(
        &self,
        tokens: &[Token],
        memory: &mut Memory,
        cancelled: &AtomicBool,
    ) -> Result<Vec<f32>, Cancelled> {
        let mut scores = Vec::new();
        let (pieces, last) = (tokens.chunks(AT_ONCE), tokens.len().div_ceil(AT_ONCE));
        for (piece, number) in pieces.zip(1..) {
            let thoughts = self.network.think(&[piece], memory, cancelled)?;
            if number == last {
                scores = self.network.scores(thoughts.last());
            }
        }
        Ok(scores)
    }

    /// Adds to a draft what comes after some tokens.
    fn write(
        &self,
        mut tokens: Vec<Token>,
        order: &Continuation<'_>,
        draft: &mut Draft<'_>,
        cancelled: &AtomicBool,
    ) -> Result<(Likelihood, ContinuationEnding), Cancelled> {
        let mut memory = Memory::new(self.network.shape());
        let mut chooser = Chooser::new(order.sampling);
        let mut written = Likelihood { logprob: 0.0, tokens: 0 };
        while written.tokens < order.max_tokens {
            let scores = self.read_on(&tokens[memory.len()..], &mut memory, cancelled)?;
            let allowed = |token| self.is_allowed(token, draft, order);
            let Some(token) = chooser.choose(&scores, &tokens, allowed) else {
                return Ok((written, ContinuationEnding::NothingAllowed));
            };
            if self.tokenizer.is_mark(token) {
                return Ok((written, ContinuationEnding::EndOfText));
            }
            tokens.push(token);
            written.tokens += 1;
            written.logprob += self.logprob(&scores, token);
            if let Some(ending) = draft.add(self.tokenizer.bytes(token)) {
                return Ok((written, ending));
            }
        }
        Ok((written, ContinuationEnding::CutOff))
    }

    /// The likelihoods of texts that are read at once, after a document of which the memory holds all and `next` has the scores.
    fn judge(
        &self,
        texts: &[Vec<Token>],
        next: &[f32],
        memory: &mut Memory,
        cancelled: &AtomicBool,
    ) -> Result<Vec<Likelihood>, Cancelled> {
        let held = memory.len();
        let slices: Vec<&[Token]> = texts.iter().map(Vec::as_slice).collect();
        let thoughts = self.network.think(&slices, memory, cancelled)?;
        memory.forget_after(held);
        let first = |text: &Vec<Token>| text.first().map_or(0.0, |&token| self.logprob(next, token));
        let mut likelihoods: Vec<_> =
            texts.iter().map(|text| Likelihood { logprob: first(text), tokens: text.len() }).collect();
        let rows: Vec<_> =
            texts.iter().enumerate().flat_map(|(number, text)| successors(number, text)).collect();
        for (rows, start) in rows.chunks(SCORED_AT_ONCE).zip((0..).step_by(SCORED_AT_ONCE)) {
            let scores = self.network.scores(thoughts.of(start..start + rows.len()));
            for (&(text, next), scores) in rows.iter().zip(scores.chunks_exact(self.tokenizer.len())) {
                likelihoods[text].logprob += next.map_or(0.0, |next| self.logprob(scores, next));
            }
        }
        Ok(likelihoods)
    }

    fn is_allowed(&self, token: Token, draft: &Draft<'_>, order: &Continuation<'_>) -> bool {
        self.tokenizer.is_mark(token) || !(order.banned)(&draft.last_word_with(self.tokenizer.bytes(token)))
    }

    fn logprob(&self, scores: &[f32], token: Token) -> f32 {
        scores.get(token as usize).map_or(f32::NEG_INFINITY, |score| score - self.network.log_sum(scores))
    }
}

/// For each token of a text, the text's number and the token that comes next.
fn successors(number: usize, text: &[Token]) -> impl Iterator<Item = (usize, Option<Token>)> {
    (1..=text.len()).map(move |next| (number, text.get(next).copied()))
}

impl LanguageModel for LocalModel {
    fn name(&self) -> &str {
        &self.name
    }

    fn continue_text(
        &self,
        order: &Continuation<'_>,
        cancelled: &AtomicBool,
    ) -> Result<Continued, LanguageModelError> {
        // The blank before a word is a part of its token, so the model would be surprised to find one already there.
        let prompt = order.prompt.trim_end_matches(' ');
        let document = self.document(prompt, order.max_tokens)?;
        let mut draft = Draft::new(order.stop);
        let (likelihood, ending) = self.write(document, order, &mut draft, cancelled)?;
        let text = if prompt == order.prompt { draft.text() } else { draft.text().trim_start_matches(' ') };
        Ok(Continued {
            text: text.trim_end().to_owned(),
            tokens: likelihood.tokens,
            mean_logprob: likelihood.mean(),
            ending,
        })
    }

    fn score(
        &self,
        beginning: &str,
        texts: &[&str],
        cancelled: &AtomicBool,
    ) -> Result<Vec<Likelihood>, LanguageModelError> {
        let document = self.document(beginning, 0)?;
        let texts = texts.iter().map(|text| self.encode(text)).collect::<Result<Vec<_>, _>>()?;
        for text in &texts {
            self.check_length(document.len() + text.len())?;
        }
        let mut memory = Memory::new(self.network.shape());
        let next = self.read_on(&document, &mut memory, cancelled)?;
        let mut likelihoods = Vec::with_capacity(texts.len());
        for batch in batches(&texts) {
            likelihoods.extend(self.judge(batch, &next, &mut memory, cancelled)?);
        }
        Ok(likelihoods)
    }
}

/// Cuts a list of texts into such as can be read at once. A long one is alone.
fn batches(texts: &[Vec<Token>]) -> impl Iterator<Item = &[Vec<Token>]> {
    let mut rest = texts;
    std::iter::from_fn(move || {
        let mut tokens = 0;
        let fitting = rest.iter().take_while(|text| {
            tokens += text.len();
            tokens <= AT_ONCE
        });
        let count = fitting.count().max(1);
        let (batch, after) = rest.split_at_checked(count)?;
        rest = after;
        Some(batch)
    })
}

impl From<Cancelled> for LanguageModelError {
    fn from(_: Cancelled) -> Self {
        Self::Cancelled
    }
}
