//! Lets the model word sentences, several at a time and more than once, and keeps what stands up to the rules.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::AtomicBool;

use ports::language_model::{Continuation, Continued, LanguageModel, Sampling, Stop};

use crate::error::DraftError;
use crate::openers::Openers;
use crate::repetition::Said;
use crate::sentence::{Rules, begin_alike, goes_beyond, joined, refers_back, relaxed, stems, without_filler};
use crate::topic::Topic;

/// A continuation is asked for once for each; the best is kept. The bolder ones come only where the one before gave little.
const TEMPERATURES: [f32; 3] = [0.3, 0.6, 0.8];
/// So much of the wished words is enough, in hundredths.
const ENOUGH: u32 = 40;
/// How many sentences in a row may speak of something else than the topic.
const MOST_ASIDES: u32 = 1;
/// How many sentences are asked for at once; after that the model loses the thread.
const MOST_SENTENCES: u32 = 2;
const WORDS_PER_SENTENCE: u32 = 16;
/// From so many sentences on a word is common in a text.
const COMMON: u32 = 2;
/// Pieces of words for each sentence.
const TOKENS_PER_SENTENCE: usize = 34;
/// How often in a row nothing may come that can be kept.
const MOST_MISSES: u32 = 8;
/// How far a text may get longer than wanted, in words.
const EXCESS: u32 = 8;
/// Words that sentences of a paragraph have together.
const PARAGRAPH: [u32; 4] = [48, 62, 40, 55];
/// The keyword stands at most once in so many words.
const KEYWORD_EVERY: u32 = 36;

/// Where sentences are wanted.
pub(crate) struct Spot {
    /// Title and headings above them, as the model reads them.
    pub(crate) above: String,
    /// The words that they should be about.
    pub(crate) stems: HashSet<String>,
    /// Where chance begins.
    pub(crate) seed: u64,
    /// Whether what comes first names the topic.
    pub(crate) begins: bool,
}

impl Spot {
    /// Below a title and headings of the second level and deeper.
    pub(crate) fn below<'a>(
        title: &str,
        headings: impl Iterator<Item = &'a str>,
        topic: &Topic,
        seed: u64,
    ) -> Self {
        let mut above = format!("# {title}\n\n");
        let mut about = stems(&topic.keyword);
        for (level, heading) in (2..).zip(headings) {
            above.extend([&"#".repeat(level), " ", heading, "\n\n"]);
            about.extend(stems(heading));
        }
        Self { above, stems: about, seed, begins: true }
    }
}

/// Writes one part of an article.
pub(crate) struct Writer<'a> {
    model: &'a dyn LanguageModel,
    cancelled: &'a AtomicBool,
    rules: Rules,
    keyword: HashSet<String>,
    /// Words of which the text must not lose sight.
    core: HashSet<String>,
    said: Said,
    /// How many kept sentences on the topic had a word: what comes more than once belongs to the topic.
    lexicon: HashMap<String, u32>,
    written: u32,
    uses: u32,
    asked: u64,
}

/// What the model gave for one wish.
struct Sample {
    sentences: Vec<String>,
    value: f32,
}

impl<'a> Writer<'a> {
    /// A writer who has heard `said` and may begin sentences with words of `headings`.
    pub(crate) fn new(
        model: &'a dyn LanguageModel,
        cancelled: &'a AtomicBool,
        topic: &Topic,
        headings: &[&str],
        said: Said,
    ) -> Self {
        let rules = Rules::new(topic, headings);
        let keyword = stems(&topic.keyword);
        let core = keyword.union(&stems(topic.family())).cloned().collect();
        Self {
            model,
            cancelled,
            rules,
            keyword,
            core,
            said,
            lexicon: HashMap::new(),
            written: 0,
            uses: 0,
            asked: 0,
        }
    }

    /// Whether a sentence was said, by this writer or before.
    pub(crate) fn has_said(&self, sentence: &str) -> bool {
        self.said.has(sentence)
    }

    /// What was said so far, to go back to where a text is given up.
    pub(crate) fn remembered(&self) -> Said {
        self.said.clone()
    }

    /// Forgets what was said since then.
    pub(crate) fn go_back(&mut self, said: Said) {
        self.said = said;
    }

    /// Remembers a sentence that the model did not write.
    pub(crate) fn say(&mut self, sentence: &str) {
        self.said.add(sentence);
        self.written += seo::words::count(sentence);
        self.uses += u32::from(self.has_keyword(sentence));
        let own = stems(sentence);
        if !own.is_disjoint(&self.core) {
            for stem in own {
                *self.lexicon.entry(stem).or_default() += 1;
            }
        }
    }

    /// Paragraphs of about so many words together.
    pub(crate) fn paragraphs(
        &mut self,
        spot: &Spot,
        openers: &mut Openers,
        words: u32,
    ) -> Result<Vec<Vec<String>>, DraftError> {
        let mut paragraphs: Vec<Vec<String>> = Vec::new();
        let mut misses = 0;
        let mut have = 0;
        while have + EXCESS < words && misses < MOST_MISSES && !openers.are_used_up() {
            let usual = PARAGRAPH[paragraphs.len() % PARAGRAPH.len()];
            let left = words - have;
            // The last paragraph takes what would be too little for one of its own.
            let wanted = if left < usual + usual / 2 { left } else { usual };
            let paragraph = self.paragraph(spot, openers, wanted, left + EXCESS, &[])?;
            have += count(&paragraph);
            misses = if paragraph.is_empty() { misses + 1 } else { 0 };
            match paragraphs.last_mut() {
                // One sentence is no paragraph.
                Some(last) if last.len() == 1 || paragraph.len() == 1 => last.extend(paragraph),
                _ if paragraph.is_empty() => {}
                _ => paragraphs.push(paragraph),
            }
        }
        Ok(paragraphs)
    }

    /// Sentences of at least `wanted` words, if they come, and of `most` at most, after those that begin the paragraph.
    pub(crate) fn paragraph(
        &mut self,
        spot: &Spot,
        openers: &mut Openers,
        wanted: u32,
        most: u32,
        beginning: &[String],
    ) -> Result<Vec<String>, DraftError> {
        let mut kept: Vec<String> = beginning.to_vec();
        let mut misses = 0;
        while count(&kept) + EXCESS < wanted && misses < 2 {
            let opener =
                if kept.len() == beginning.len() || misses > 0 { openers.next(&self.said) } else { None };
            if kept.is_empty() && opener.is_none() {
                break;
            }
            let left = most.saturating_sub(count(&kept));
            let found = self.best(spot, &kept, opener.as_deref().unwrap_or_default(), left)?;
            misses = if found.is_empty() { misses + 1 } else { 0 };
            for sentence in found {
                self.say(&sentence);
                kept.push(sentence);
            }
        }
        Ok(joined(kept.split_off(beginning.len())))
    }

    /// One sentence with a given beginning, if one comes.
    pub(crate) fn sentence(
        &mut self,
        spot: &Spot,
        opener: &str,
        most: u32,
    ) -> Result<Option<String>, DraftError> {
        let found = self
            .best(spot, &[], opener, most)?
            .into_iter()
            .next()
            .filter(|sentence| sentence.strip_prefix(opener).is_some_and(|rest| rest.starts_with(' ')));
        if let Some(sentence) = &found {
            self.say(sentence);
        }
        Ok(found)
    }

    /// The best of several continuations.
    fn best(
        &mut self,
        spot: &Spot,
        before: &[String],
        opener: &str,
        most: u32,
    ) -> Result<Vec<String>, DraftError> {
        let wish = (most / WORDS_PER_SENTENCE).clamp(1, MOST_SENTENCES);
        let separator = if before.is_empty() || opener.is_empty() { "" } else { " " };
        let prompt = format!("{}{}{separator}{opener}", spot.above, before.join(" "));
        let mut best: Option<Sample> = None;
        for temperature in TEMPERATURES {
            let written = self.ask(&prompt, wish, spot.seed.wrapping_add(self.asked), temperature)?;
            self.asked += 1;
            let sample = self.judged(spot, before, opener, &written, most);
            let enough = count(&sample.sentences) * 100 >= wish * WORDS_PER_SENTENCE * ENOUGH;
            // Who has nothing to add will not have more when asked again.
            let ended = opener.is_empty() && written.text.is_empty();
            if best.as_ref().is_none_or(|known| sample.value > known.value) {
                best = Some(sample);
            }
            if enough || ended {
                break;
            }
        }
        Ok(best.map(|sample| sample.sentences).unwrap_or_default())
    }

    fn ask(
        &self,
        prompt: &str,
        sentences: u32,
        seed: u64,
        temperature: f32,
    ) -> Result<Continued, DraftError> {
        let most = usize::try_from(sentences).unwrap_or(1) * TOKENS_PER_SENTENCE;
        // After a whole sentence the model likes to end the paragraph.
        let goes_on = prompt.ends_with('.');
        let order = Continuation {
            sampling: Sampling { temperature, top_p: 0.92, repeat_penalty: 1.1, no_repeat_ngram: 5, seed },
            stop: Stop { at_sentence_end: sentences, strings: &["\n"] },
            banned: &|word| (goes_on && word == "\n") || self.rules.is_banned(word),
            ..Continuation::new(prompt, most)
        };
        Ok(self.model.continue_text(&order, self.cancelled)?)
    }

    /// What may be kept of a continuation, and how good that is.
    fn judged(&self, spot: &Spot, before: &[String], opener: &str, written: &Continued, most: u32) -> Sample {
        let text = format!("{opener}{}", written.text);
        let all = prose::sentences::split(&text, domain::locale::Language::ENGLISH);
        let mut said = self.said.clone();
        let mut sentences: Vec<String> = Vec::new();
        let mut near: HashSet<String> = before.iter().flat_map(|sentence| stems(sentence)).collect();
        let (mut dropped, mut topical) = (false, 0_u16);
        // A paragraph begins with its topic.
        let mut asides = if before.is_empty() && spot.begins { MOST_ASIDES } else { self.asides(before) };
        for sentence in all.into_iter().map(without_filler).flat_map(|sentence| relaxed(&sentence)) {
            let sentence = sentence.as_str();
            let own = stems(sentence);
            let related =
                own.iter().filter(|stem| self.is_related(stem, spot) || near.contains(*stem)).count();
            let is_first = sentences.is_empty() && !dropped;
            let alone = dropped || (is_first && before.is_empty() && opener.is_empty());
            let leans = alone && refers_back(sentence);
            let fits = count(&sentences) + seo::words::count(sentence) <= most;
            let aside = own.is_disjoint(&self.core);
            let alike = sentences.last().or(before.last()).is_some_and(|last| begin_alike(last, sentence));
            let good = fits
                && !leans
                && (!is_first || goes_beyond(sentence, opener))
                && !alike
                && (!aside || asides < MOST_ASIDES)
                && (related > 0 || (refers_back(sentence) && asides == 0))
                && self.rules.fault(sentence).is_none()
                && !said.has(sentence)
                && self.may_name(sentence);
            dropped = !good;
            if good {
                topical += u16::try_from(related.min(3)).unwrap_or(0);
                said.add(sentence);
                sentences.push(sentence.to_owned());
                near.extend(own);
                asides = if aside { asides + 1 } else { 0 };
            }
        }
        let kept = f32::from(u16::try_from(count(&sentences)).unwrap_or(0));
        let value = kept / 20.0 + written.mean_logprob.max(-5.0) + f32::from(topical) / 6.0;
        Sample { sentences, value: if kept > 0.0 { value } else { f32::NEG_INFINITY } }
    }

    /// How many of the last sentences spoke of something else than the topic.
    fn asides(&self, sentences: &[String]) -> u32 {
        let aside = |sentence: &&String| stems(sentence).is_disjoint(&self.core);
        u32::try_from(sentences.iter().rev().take_while(aside).count()).unwrap_or(0)
    }

    /// Whether a word belongs to a spot or, by what was written, to the topic.
    fn is_related(&self, stem: &str, spot: &Spot) -> bool {
        spot.stems.contains(stem) || self.lexicon.get(stem).is_some_and(|count| *count >= COMMON)
    }

    fn has_keyword(&self, sentence: &str) -> bool {
        self.keyword.is_subset(&stems(sentence))
    }

    /// Whether a sentence has not the keyword, or the keyword may stand once more.
    fn may_name(&self, sentence: &str) -> bool {
        !self.has_keyword(sentence) || self.uses * KEYWORD_EVERY <= self.written + KEYWORD_EVERY
    }
}

/// How many words sentences have together.
pub(crate) fn count(sentences: &[String]) -> u32 {
    sentences.iter().map(|sentence| seo::words::count(sentence)).sum()
}
