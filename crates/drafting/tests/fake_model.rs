//! What a draft promises, tried with a model that writes sentences from a list.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "support/whole.rs"]
mod whole;

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};

use domain::articles::document::{Block, Section, Span};
use domain::articles::order::ArticleOrder;
use domain::articles::outline::{Outline, PlannedSection};
use domain::locale::Language;
use drafting::{Assignment, DraftError};
use ports::language_model::{
    Continuation, ContinuationEnding, Continued, LanguageModel, LanguageModelError, Likelihood,
};

static GO_ON: AtomicBool = AtomicBool::new(false);

/// Goes on with words that its seed chooses, and now and then with what must not stay.
struct Babbler {
    doubtful: bool,
}

const VERBS: [&str; 12] = [
    "keeps", "shows", "needs", "gives", "takes", "holds", "brings", "makes", "leaves", "helps", "turns",
    "moves",
];
const NOUNS: [&str; 24] = [
    "kettle", "water", "cloth", "bowl", "window", "shelf", "corner", "lid", "handle", "spout", "filter",
    "sponge", "table", "towel", "bucket", "garden", "wall", "floor", "basket", "drawer", "candle", "pillow",
    "ladder", "curtain",
];

impl LanguageModel for Babbler {
    fn name(&self) -> &'static str {
        "babbler"
    }

    fn continue_text(
        &self,
        order: &Continuation<'_>,
        cancelled: &AtomicBool,
    ) -> Result<Continued, LanguageModelError> {
        if cancelled.load(Ordering::Relaxed) {
            return Err(LanguageModelError::Cancelled);
        }
        let mut state = order.sampling.seed;
        let mut pick = |list: &[&'static str]| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            list[usize::try_from(state >> 33).unwrap() % list.len()]
        };
        let mut text = String::new();
        for _ in 0..order.stop.at_sentence_end {
            let (one, other, third, fourth) = (pick(&NOUNS), pick(&NOUNS), pick(&NOUNS), pick(&NOUNS));
            let clause = format!(
                "the {one} that {} the {other} and {} the {third} near a kettle",
                pick(&VERBS),
                pick(&VERBS)
            );
            let sentence = if text.is_empty() && !order.prompt.ends_with(['\n', '.']) {
                format!(" {clause} beside the {fourth}.")
            } else {
                format!(
                    " {} {clause} stands the {fourth}.",
                    pick(&["Near", "With", "Beside", "Behind", "Below", "Under"])
                )
            };
            text.push_str(&sentence);
        }
        if self.doubtful {
            text.push_str(" We found that 90 % of kettles from Bosch were \"perfect\".");
        }
        Ok(Continued { text, tokens: 30, mean_logprob: -2.0, ending: ContinuationEnding::Sentences })
    }

    fn score(&self, _: &str, texts: &[&str], _: &AtomicBool) -> Result<Vec<Likelihood>, LanguageModelError> {
        Ok(vec![Likelihood { logprob: -1.0, tokens: 1 }; texts.len()])
    }
}

/// A model that only writes what must not stay.
struct Liar;

impl LanguageModel for Liar {
    fn name(&self) -> &'static str {
        "liar"
    }

    fn continue_text(&self, _: &Continuation<'_>, _: &AtomicBool) -> Result<Continued, LanguageModelError> {
        let text = " a study from 2019 by Dr Smith shows that 80 % agree.".to_owned();
        Ok(Continued { text, tokens: 20, mean_logprob: -1.0, ending: ContinuationEnding::Sentences })
    }

    fn score(&self, _: &str, _: &[&str], _: &AtomicBool) -> Result<Vec<Likelihood>, LanguageModelError> {
        Ok(Vec::new())
    }
}

fn sentences(section: &Section) -> Vec<String> {
    let mut found = Vec::new();
    for text in section.blocks.iter().flat_map(Block::texts) {
        let plain: String = text.iter().map(Span::words).collect();
        found.extend(prose::sentences::split(&plain, Language::ENGLISH).into_iter().map(str::to_owned));
    }
    found.extend(section.children.iter().flat_map(sentences));
    found
}

fn order(keyword: &str, words: u32) -> ArticleOrder {
    ArticleOrder { words, ..ArticleOrder::new(keyword.to_owned()) }
}

#[test]
fn a_section_has_its_words_and_headings() {
    let order = order("how to descale a kettle", 5_000);
    let outline = whole::outline(&order);
    let planned = &outline.sections[0];
    let assignment =
        Assignment { order: &order, outline: &outline, section: planned, words: 350, attempt: 0, avoid: &[] };
    let written = drafting::section(&Babbler { doubtful: false }, &assignment, &GO_ON).unwrap();
    assert_eq!((&written.id, &written.heading), (&planned.id, &planned.heading));
    assert_eq!(written.children.len(), planned.children.len());
    let words: u32 = sentences(&written).iter().map(|sentence| seo::words::count(sentence)).sum();
    assert!((280..=380).contains(&words), "{words} words");
}

#[test]
fn the_same_attempt_gives_the_same_text_and_another_another() {
    let order = order("how to descale a kettle", 1_500);
    let outline = whole::outline(&order);
    let write = |attempt| {
        let section = &outline.sections[1];
        let assignment =
            Assignment { order: &order, outline: &outline, section, words: 250, attempt, avoid: &[] };
        sentences(&drafting::section(&Babbler { doubtful: false }, &assignment, &GO_ON).unwrap())
    };
    assert_eq!(write(0), write(0));
    let (first, second) = (write(0), write(1));
    assert!(first.iter().all(|sentence| !second.contains(sentence)), "{first:?} {second:?}");
}

#[test]
fn sentences_to_avoid_are_not_written_again() {
    let order = order("how to descale a kettle", 1_500);
    let outline = whole::outline(&order);
    let write = |avoid: &[String]| {
        let section = &outline.sections[1];
        let assignment =
            Assignment { order: &order, outline: &outline, section, words: 250, attempt: 0, avoid };
        sentences(&drafting::section(&Babbler { doubtful: false }, &assignment, &GO_ON).unwrap())
    };
    let first = write(&[]);
    let second = write(&first);
    assert!(second.iter().all(|sentence| !first.contains(sentence)));
}

#[test]
fn a_section_that_lacks_words_keeps_what_it_has() {
    let order = order("how to descale a kettle", 5_000);
    let outline = whole::outline(&order);
    let assignment = |words| {
        let section = &outline.sections[2];
        Assignment { order: &order, outline: &outline, section, words, attempt: 0, avoid: &[] }
    };
    let model = Babbler { doubtful: false };
    let short = drafting::section(&model, &assignment(120), &GO_ON).unwrap();
    let again = Assignment { attempt: 1, ..assignment(320) };
    let whole = drafting::completed(&model, &again, short.clone(), &GO_ON).unwrap();
    let (before, after) = (sentences(&short), sentences(&whole));
    assert!(before.iter().all(|sentence| after.contains(sentence)), "{before:?} {after:?}");
    assert!((290..=350).contains(&whole::words(&whole)), "{} words", whole::words(&whole));
    let enough = drafting::completed(&model, &again, whole.clone(), &GO_ON).unwrap();
    assert!(whole::words(&enough) <= whole::words(&whole) + 12);
}

/// Sections of which all others say what the first says.
fn copies(order: &ArticleOrder, outline: &Outline) -> Vec<Section> {
    let section = &outline.sections[0];
    let words = whole::planned_words(section);
    let assignment = Assignment { order, outline, section, words, attempt: 0, avoid: &[] };
    let one = drafting::section(&Babbler { doubtful: false }, &assignment, &GO_ON).unwrap();
    let copy = |planned: &PlannedSection| Section {
        id: planned.id.clone(),
        heading: planned.heading.clone(),
        ..one.clone()
    };
    outline.sections.iter().map(copy).collect()
}

#[test]
fn sections_that_say_the_same_become_one_text() {
    let order = order("how to descale a kettle", 3_000);
    let outline = whole::outline(&order);
    let copies = copies(&order, &outline);
    let model = Babbler { doubtful: false };
    let body = drafting::reconciled(&model, &order, &outline, copies, &GO_ON).unwrap();
    let said: Vec<String> = body.iter().flat_map(sentences).collect();
    let distinct: HashSet<&String> = said.iter().collect();
    assert_eq!(distinct.len(), said.len());
    let planned: u32 = outline.sections.iter().map(whole::planned_words).sum();
    let written: u32 = body.iter().map(whole::words).sum();
    assert!(written.abs_diff(planned) * 100 <= planned * 5, "{written} of {planned} words");
}

#[test]
fn a_section_keeps_a_text_where_nothing_new_comes() {
    let order = order("how to descale a kettle", 1_500);
    let outline = whole::outline(&order);
    let copies = copies(&order, &outline);
    let body = drafting::reconciled(&Liar, &order, &outline, copies.clone(), &GO_ON).unwrap();
    assert_eq!(body.len(), copies.len());
    assert!(body.iter().all(|section| !sentences(section).is_empty()));
}

#[test]
fn whole_drafts_have_their_length() {
    for keyword in ["how to descale a kettle", "best electric kettle", "kettle not boiling"] {
        for words in [1_500, 3_000, 5_000] {
            let article = whole::write(&Babbler { doubtful: false }, &order(keyword, words)).unwrap();
            let written = editorial::words(&article);
            assert!(written.abs_diff(words) * 100 <= words * 5, "{keyword}: {written} of {words} words");
        }
    }
}

#[test]
fn nothing_doubtful_stays() {
    let article =
        whole::write(&Babbler { doubtful: true }, &order("how to descale a kettle", 1_500)).unwrap();
    let text = editorial::visible_text(&article);
    for trace in ["90", "Bosch", "We found", "\"", "%"] {
        assert!(!text.contains(trace), "{trace} in {text}");
    }
}

#[test]
fn where_nothing_can_be_kept_there_is_no_draft() {
    let order = order("how to descale a kettle", 1_500);
    let error = whole::write(&Liar, &order).unwrap_err();
    assert!(matches!(error, DraftError::TooLittle { found: 0, .. }), "{error}");
}

#[test]
fn a_cancelled_draft_stops() {
    let order = order("how to descale a kettle", 1_500);
    let outline = whole::outline(&order);
    let stop = AtomicBool::new(true);
    let ended = drafting::edges(&Babbler { doubtful: false }, &order, &outline, &[], &stop);
    assert_eq!(ended, Err(DraftError::Model(LanguageModelError::Cancelled)));
}

#[test]
fn edges_are_complete() {
    let order = order("how to descale a kettle", 1_500);
    let outline = whole::outline(&order);
    let edges = drafting::edges(&Babbler { doubtful: false }, &order, &outline, &[], &GO_ON).unwrap();
    assert!((51..=60).contains(&edges.meta_title.chars().count()), "{}", edges.meta_title);
    assert!((121..=156).contains(&edges.meta_description.chars().count()), "{}", edges.meta_description);
    assert!((4..=6).contains(&edges.faq.items.len()));
    for item in &edges.faq.items {
        let words: u32 = item.answer.iter().map(|span| seo::words::count(span.words())).sum();
        assert!((40..=60).contains(&words), "{words} words: {:?}", item.answer);
    }
    assert!(edges.excerpt.contains("kettle"));
}

#[test]
fn only_what_may_be_drafted_is() {
    for order in
        [order("flu symptoms", 1_500), ArticleOrder { language: Language::VIETNAMESE, ..order("trà", 1_500) }]
    {
        let plain = ArticleOrder::new("tea".to_owned());
        let outline = whole::outline(&plain);
        let refused =
            drafting::edges(&Babbler { doubtful: false }, &order, &outline, &[], &GO_ON).unwrap_err();
        assert_eq!(drafting::check(&order), Err(refused));
    }
}
