//! Evidence as typed facts.
//!
//! What says nothing is dropped, with the reason. What several sources say is one fact with several citations; where their numbers
//! differ, both are kept. A sentence that leans on the one before stays with it, or goes.

mod agreement;
mod kind;
mod opening;
mod screen;
mod units;

use domain::articles::research::{Evidence, EvidencePlace, SourceNumber};
use prose::quantities::Quantity;

use crate::corpus::Corpus;
use crate::terms::Bag;
use crate::text::first_word;

pub use kind::FactKind;
pub(crate) use opening::Relation;
pub(crate) use screen::is_personal;
pub(crate) use units::{Content, Row, Unit};

/// How many terms tell what a sentence is about.
const SUBJECT: usize = 2;

/// A sentence that was left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unused {
    /// The number of the evidence.
    pub evidence: u32,
    /// Why.
    pub reason: UnusedReason,
}

/// Why a sentence was left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum UnusedReason {
    /// It says nothing about the topic: a notice, a call to action, chatter.
    Boilerplate,
    /// It makes no sense without a sentence that is not there.
    Dangling,
    /// It could not be said in other words.
    Verbatim,
    /// Something else says it already.
    Repeated,
    /// There was no room.
    Surplus,
}

/// One fact.
#[derive(Debug, Clone)]
pub(crate) struct Fact {
    /// The evidence that says it; the first has the wording.
    pub(crate) evidence: Vec<u32>,
    /// Who says it, each once.
    pub(crate) sources: Vec<SourceNumber>,
    /// The sentence without what tied it to its place.
    pub(crate) text: String,
    pub(crate) kind: FactKind,
    pub(crate) place: EvidencePlace,
    /// The number of its paragraph in its source.
    pub(crate) paragraph: u32,
    pub(crate) heading: Option<String>,
    /// How the source tied it to the sentence before.
    pub(crate) relation: Option<Relation>,
    /// Whether it can't be understood without the sentence before.
    pub(crate) leans: bool,
    /// Whether it tells the reader to do something.
    pub(crate) orders: bool,
    pub(crate) quantities: Vec<Quantity>,
    pub(crate) bag: Bag,
    /// The first terms that carry meaning.
    pub(crate) subject: Vec<String>,
    /// Whether it lacks a verb.
    pub(crate) fragment: bool,
    pub(crate) standing: Standing,
    /// Other sources' words for the same.
    pub(crate) siblings: Vec<String>,
    /// Other sources' numbers for the same.
    pub(crate) differs: Vec<Difference>,
}

/// Another source's number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Difference {
    pub(crate) evidence: u32,
    pub(crate) source: SourceNumber,
    /// The number as written: `16 to 24 hours`.
    pub(crate) value: String,
}

/// What a sentence needs around it beyond the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Standing {
    /// Nothing.
    Free,
    /// The case that its source introduced elsewhere: `The installation took five days.`
    Told,
    /// Perhaps the question of its source that it follows.
    Answer,
}

impl Standing {
    fn of(evidence: &Evidence, text: &str, corpus: &Corpus<'_>) -> Self {
        let tells = || corpus.opens(evidence) || screen::tells(text, corpus.lexicon);
        match () {
            () if follows_question(evidence, corpus) => Self::Answer,
            () if corpus.is_tale(evidence.source) && tells() => Self::Told,
            () => Self::Free,
        }
    }
}

impl Fact {
    /// Whether it tells of one case that is not introduced here.
    pub(crate) fn is_told(&self) -> bool {
        self.standing == Standing::Told
    }

    /// Whether it follows a question of its source, which it may answer.
    pub(crate) fn is_answer(&self) -> bool {
        self.standing == Standing::Answer
    }

    pub(crate) fn source(&self) -> SourceNumber {
        self.sources.first().copied().unwrap_or(SourceNumber(0))
    }
}

/// What the evidence says.
#[derive(Clone)]
pub(crate) struct Facts {
    /// Facts that belong together, in the order of the sources.
    pub(crate) units: Vec<Unit>,
    pub(crate) unused: Vec<Unused>,
}

impl Facts {
    pub(crate) fn gather(corpus: &Corpus<'_>) -> Self {
        let mut unused = Vec::new();
        let mut facts: Vec<Fact> = Vec::new();
        for evidence in &corpus.research.evidence {
            match fact(evidence, corpus) {
                Ok(fact) => facts.push(fact),
                Err(reason) => unused.push(Unused { evidence: evidence.number, reason }),
            }
        }
        let mut units = units::gather(facts, &mut unused);
        agreement::unite(&mut units, &mut unused);
        units.retain(|unit| {
            let kept = !unit.is_prose() || corpus.vocabulary.is_on_topic(&unit.bag());
            if !kept {
                unused.extend(
                    unit.evidence()
                        .into_iter()
                        .map(|evidence| Unused { evidence, reason: UnusedReason::Boilerplate }),
                );
            }
            kept
        });
        Self { units, unused }
    }
}

fn fact(evidence: &Evidence, corpus: &Corpus<'_>) -> Result<Fact, UnusedReason> {
    let lexicon = corpus.lexicon;
    let clean = screen::cleaned(evidence, lexicon).ok_or(UnusedReason::Boilerplate)?;
    let opening = opening::read(&clean, lexicon);
    let text = if evidence.place == EvidencePlace::Row { clean } else { opening.text };
    let orders = lexicon.is_base(&first_word(&text));
    let quantities = prose::quantities::in_sentence(&text, lexicon.language);
    Ok(Fact {
        evidence: vec![evidence.number],
        sources: vec![evidence.source],
        kind: kind::of(&text, evidence.place, &quantities, lexicon),
        bag: corpus.vocabulary.bag(&text),
        subject: corpus.vocabulary.first_terms(&text, SUBJECT),
        fragment: screen::is_fragment(&text, lexicon),
        standing: Standing::of(evidence, &text, corpus),
        text,
        place: evidence.place,
        paragraph: evidence.paragraph,
        heading: evidence.heading.clone(),
        relation: opening.relation,
        leans: opening.leans,
        orders,
        quantities,
        siblings: Vec::new(),
        differs: Vec::new(),
    })
}

fn follows_question(evidence: &Evidence, corpus: &Corpus<'_>) -> bool {
    corpus.research.evidence.iter().any(|before| {
        before.number + 1 == evidence.number
            && before.source == evidence.source
            && before.heading == evidence.heading
            && before.text.trim_end().ends_with('?')
    })
}

#[cfg(test)]
mod tests {
    use domain::articles::research::Research;
    use domain::locale::Language;

    use super::*;
    use crate::lexicon::Lexicon;

    fn gathered(texts: &[(u32, &str)]) -> Vec<Fact> {
        let evidence = (1..).zip(texts).map(|(number, (source, text))| Evidence {
            number,
            source: SourceNumber(*source),
            heading: None,
            place: EvidencePlace::Paragraph,
            paragraph: 0,
            text: (*text).to_owned(),
        });
        let research = Research { evidence: evidence.collect(), ..Research::default() };
        let corpus = Corpus::of(&research, "cold brew", Lexicon::of(Language::ENGLISH).unwrap());
        Facts::gather(&corpus).units.iter().flat_map(Unit::facts).cloned().collect()
    }

    #[test]
    fn what_sources_agree_on_is_one_fact() {
        let facts = gathered(&[
            (1, "Cold brew is made with coarse coffee and cold water."),
            (1, "Steel filters let fine coffee through."),
            (2, "Cold brew is made with cold water and coarse coffee."),
            (3, "Paper filters hold fine coffee back."),
        ]);
        let agreed: Vec<&Fact> = facts.iter().filter(|fact| fact.sources.len() == 2).collect();
        assert_eq!((facts.len(), agreed.len()), (3, 1));
        assert_eq!(agreed[0].siblings.len(), 1);
    }

    #[test]
    fn different_numbers_are_told_as_such() {
        let facts = gathered(&[
            (1, "Steep cold brew coffee in the fridge for 12 to 18 hours."),
            (1, "Coffee tastes better with soft water."),
            (2, "Steep cold brew coffee in the fridge for 16 to 24 hours."),
            (3, "Cold brew coffee keeps for a week in the fridge."),
        ]);
        let differing: Vec<&Fact> = facts.iter().filter(|fact| !fact.differs.is_empty()).collect();
        assert_eq!(differing.len(), 1);
        assert!(differing[0].differs[0].value.contains("hours"), "{:?}", differing[0].differs);
        assert_eq!(facts.len(), 3);
    }
}
