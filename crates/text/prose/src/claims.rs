//! Figures with the words that name their subject, and which of them have the same subject. Precision comes
//! before recall: the words around both figures must name the same thing, and none may distinguish them.

mod naming;

use std::ops::Range;

use domain::locale::Language;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::figures::{Figure, clause, in_sentence, limit_before};
pub use naming::terms;
use naming::{anchors, base, first_term, is_rate, lead, lone_syllables, repeats, sides, syllables};

/// The weight of words that two sentences must share to have one subject, and their least share of the
/// shorter one.
const TWO_WORDS: f64 = 2.0;
const OVERLAP: f64 = 0.2;
/// The same if a single word names the thing, or the verb beside the figure.
const ONE_WORD: f64 = 0.7;
const ONE_VERB: f64 = 0.3;
/// The score of figures that the same words introduce, which is above all others.
const SAME_LEAD: f64 = 100.0;
/// The most figures that are compared. An article of 5,000 words has fewer.
const MOST_FIGURES: usize = 1_500;
/// The longest sentence, in bytes, that is searched for figures; a longer one is data.
const LONGEST_SENTENCE: usize = 2_000;

/// A term by its number.
type Term = u32;

/// A figure with the words around it.
#[derive(Debug, Clone)]
pub struct Claim {
    /// The passage of the sentence, as numbered by the caller.
    pub place: usize,
    pub sentence: String,
    pub figure: Figure,
    /// Whether the sentence is a row of a table.
    pub is_row: bool,
    /// The words that name the subject: the clause with the figure, or the whole row of a table.
    pub around: Range<usize>,
    source: usize,
    text: usize,
    /// Terms of the clause, of the sentence, of the sentence before it and of the headings above, without those of figures.
    clause: FxHashSet<Term>,
    own: FxHashSet<Term>,
    /// All Vietnamese syllables of the sentence, and those that stand alone.
    syllables: FxHashSet<Term>,
    lone: FxHashSet<Term>,
    /// The words directly before the figure.
    lead: Option<Vec<String>>,
    /// The first and the last of the Vietnamese syllables that govern the figure.
    governing: Option<[Term; 2]>,
    before: FxHashSet<Term>,
    headings: FxHashSet<Term>,
    /// The first content word of the clause, such as the action or its object. The topic of all texts is none.
    action: Option<Term>,
    /// The base of a share, or the thing that is weighed: `flour` in `50 g of flour`.
    base: Vec<Term>,
    /// Figures of other kinds in the sentence, which are conditions of this one.
    conditions: Vec<Figure>,
    sides: Vec<(usize, usize)>,
    /// Whether the figure is a frequency and not a duration.
    repeats: bool,
}

/// The figures of several texts.
#[derive(Debug, Default)]
pub struct Claims {
    language: Language,
    found: Vec<Claim>,
    numbers: FxHashMap<String, Term>,
    keyword: FxHashSet<Term>,
    /// Terms of one Vietnamese syllable, which is part of many words.
    syllables: FxHashSet<Term>,
    /// In how many passages a term stands.
    passages: FxHashMap<Term, usize>,
    total: usize,
    /// The source of the current passage.
    source: usize,
    text: usize,
    headings: FxHashSet<Term>,
    seen: FxHashSet<Term>,
    before: FxHashSet<Term>,
}

impl Claims {
    /// An empty set of claims. The words of the keyword stand beside all figures, so they do not distinguish
    /// them.
    #[must_use]
    pub fn new(keyword: &str, language: Language) -> Self {
        let mut claims = Self { language, ..Self::default() };
        claims.keyword = claims.known(keyword);
        claims
    }

    /// Begins a passage of a source below some headings. Figures of different sources are compared. A word
    /// that stands beside only one figure of a text identifies its subject better.
    pub fn begin<'h>(&mut self, source: usize, text: usize, headings: impl IntoIterator<Item = &'h str>) {
        (self.source, self.text) = (source, text);
        self.headings = headings.into_iter().flat_map(|heading| self.known(heading)).collect();
        self.before.clear();
        self.seen.clear();
        self.total += 1;
    }

    /// Reads a sentence of the passage, or a row of a table, in which all cells name the subject.
    pub fn add(&mut self, place: usize, sentence: &str, is_row: bool) {
        if sentence.len() > LONGEST_SENTENCE {
            return;
        }
        let figures = in_sentence(sentence, self.language);
        let blank = blanked(sentence, &figures);
        let own = self.known(&blank);
        let lone = self.numbers_of(&lone_syllables(&blank, self.language));
        let syllables = self.numbers_of(&syllables(&blank, self.language));
        for term in &own {
            if self.seen.insert(*term) {
                *self.passages.entry(*term).or_default() += 1;
            }
        }
        for figure in &figures {
            if self.found.len() == MOST_FIGURES {
                break;
            }
            let whole = is_row || !figure.ratio.is_empty();
            let around = if whole { 0..sentence.len() } else { clause(sentence, &figure.range) };
            let named = if whole { own.clone() } else { self.known(&blank[around.clone()]) };
            let governing =
                anchors(&blank[around.start..figure.range.start.max(around.start)], self.language);
            let governing = governing.map(|syllables| syllables.map(|it| self.number(&it)));
            let action = first_term(&blank[around.clone()], self.language).map(|term| self.number(&term));
            let action = action.filter(|term| !self.keyword.contains(term));
            let says_when = |other: &Figure| other.counted.is_none() && !is_rate(sentence, other);
            // `With soft water,` holds for the next clause unless it has a figure of its own.
            let is_alone = figures.iter().all(|other| other.range.start >= around.start);
            let introduced = if is_alone { 0 } else { around.start };
            let base = base(&sentence[figure.range.end.max(around.start)..around.end], self.language);
            let base = base.iter().map(|word| self.number(word)).collect();
            let condition = |other: &&Figure| other.kind != figure.kind && says_when(other);
            self.found.push(Claim {
                place,
                sentence: sentence.to_owned(),
                is_row,
                source: self.source,
                text: self.text,
                clause: named,
                own: own.clone(),
                syllables: syllables.clone(),
                lone: lone.clone(),
                lead: lead(&blank[around.start..figure.range.start.max(around.start)], self.language),
                governing,
                before: self.before.clone(),
                headings: self.headings.clone(),
                action,
                base,
                conditions: figures.iter().filter(condition).cloned().collect(),
                sides: sides(&sentence[introduced..around.end]),
                repeats: repeats(sentence, &figure.range),
                figure: figure.clone(),
                around,
            });
        }
        self.before = own;
    }

    /// All claims in the order of reading.
    #[must_use]
    pub fn all(&self) -> &[Claim] {
        &self.found
    }

    /// Claims of different sources with one subject, by their indices in [`Self::all`].
    #[must_use]
    pub fn pairs(&self) -> Vec<(usize, usize)> {
        let mut by_kind: FxHashMap<(&str, Option<&str>), Vec<usize>> = FxHashMap::default();
        for (at, claim) in self.found.iter().enumerate() {
            by_kind.entry((claim.figure.kind, claim.figure.counted.as_deref())).or_default().push(at);
        }
        let mut pairs: Vec<_> = by_kind.values().flat_map(|kind| Judge::new(self, kind).pairs()).collect();
        pairs.sort_unstable();
        pairs
    }

    /// Groups claims with one subject: each group begins with the claim that most others are compared with.
    #[must_use]
    pub fn groups(&self) -> Vec<Vec<usize>> {
        let mut partners: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
        for (one, other) in self.pairs() {
            partners.entry(one).or_default().push(other);
            partners.entry(other).or_default().push(one);
        }
        let mut found = Vec::new();
        let mut shown: FxHashSet<usize> = FxHashSet::default();
        for at in 0..self.found.len() {
            let Some(own) = partners.get(&at).filter(|_| !shown.contains(&at)) else { continue };
            let count = |claim: &usize| partners.get(claim).map_or(0, Vec::len);
            let centre =
                own.iter().copied().filter(|it| count(it) > own.len()).max_by_key(count).unwrap_or(at);
            let group: Vec<usize> =
                std::iter::once(centre).chain(partners[&centre].iter().copied()).collect();
            shown.extend(&group);
            found.push(group);
        }
        found
    }

    /// Whether the first claim of a group differs from one of the others.
    #[must_use]
    pub fn differ(&self, group: &[usize]) -> bool {
        let figure = |claim: &usize| &self.found[*claim].figure;
        group
            .split_first()
            .is_some_and(|(first, others)| others.iter().any(|it| figure(first).differs(figure(it))))
    }

    fn number(&mut self, term: &str) -> Term {
        if let Some(number) = self.numbers.get(term) {
            return *number;
        }
        let next = Term::try_from(self.numbers.len()).unwrap_or(Term::MAX);
        self.numbers.insert(term.to_owned(), next);
        if self.language == Language::VIETNAMESE && !term.contains(' ') {
            self.syllables.insert(next);
        }
        next
    }

    fn known(&mut self, text: &str) -> FxHashSet<Term> {
        self.numbers_of(&terms(text, self.language))
    }

    fn numbers_of(&mut self, terms: &[String]) -> FxHashSet<Term> {
        terms.iter().map(|term| self.number(term)).collect()
    }
}

/// The sentence with line breaks in place of its figures and limit words; all positions stay. The unit of
/// `one litre` stays, because it is what another text calls `per litre`.
fn blanked(sentence: &str, figures: &[Figure]) -> String {
    let mut text = sentence.to_owned();
    for figure in figures {
        let range = &figure.range;
        let start = range.start - limit_before(&sentence[..range.start]);
        let unit = sentence[range.clone()].find(' ').filter(|_| figure.kind != "time");
        let end = unit.filter(|_| is_rate(sentence, figure)).map_or(range.end, |unit| range.start + unit);
        text.replace_range(start..end, &"\n".repeat(end - start));
    }
    text
}

/// Compares the figures of one kind.
struct Judge<'a> {
    all: &'a Claims,
    of_kind: &'a [usize],
    /// The number of sentences with such a figure in which a term stands, per text and in total.
    in_text: FxHashMap<(usize, Term), usize>,
    in_all: FxHashMap<Term, usize>,
    sentences: usize,
}

type Pair = (usize, usize, f64);

impl<'a> Judge<'a> {
    fn new(all: &'a Claims, of_kind: &'a [usize]) -> Self {
        let (in_text, in_all) = (FxHashMap::default(), FxHashMap::default());
        let mut judge = Self { all, of_kind, in_text, in_all, sentences: 0 };
        let mut last = "";
        for claim in of_kind.iter().map(|at| &all.found[*at]) {
            if std::mem::replace(&mut last, &claim.sentence) != claim.sentence {
                judge.sentences += 1;
                let governing: FxHashSet<Term> = claim.governing.into_iter().flatten().collect();
                for term in claim.own.union(&governing) {
                    *judge.in_text.entry((claim.text, *term)).or_default() += 1;
                    *judge.in_all.entry(*term).or_default() += 1;
                }
            }
        }
        judge
    }

    /// Pairs of figures of different sources with one subject: each is the best match of the other. If a
    /// sentence also has a figure that agrees, the two that differ have different subjects.
    fn pairs(&self) -> Vec<(usize, usize)> {
        let mut pairs: Vec<Pair> = Vec::new();
        let mut best: FxHashMap<(usize, usize), f64> = FxHashMap::default();
        for (index, one) in self.of_kind.iter().enumerate() {
            for other in &self.of_kind[index + 1..] {
                let (here, there) = (&self.all.found[*one], &self.all.found[*other]);
                let score = (here.source != there.source).then(|| self.score(here, there)).flatten();
                let Some(score) = score else { continue };
                pairs.push((*one, *other, score));
                for key in [(*one, there.source), (*other, here.source)] {
                    let known = best.entry(key).or_insert(score);
                    *known = known.max(score);
                }
            }
        }
        let claims = |pair: &Pair| (&self.all.found[pair.0], &self.all.found[pair.1]);
        pairs.retain(|pair| {
            let (one, other) = claims(pair);
            pair.2 >= best[&(pair.0, other.source)] && pair.2 >= best[&(pair.1, one.source)]
        });
        let differs = |pair: &Pair| claims(pair).0.figure.differs(&claims(pair).1.figure);
        let sentences = |pair: &Pair| (&claims(pair).0.sentence, &claims(pair).1.sentence);
        let agreeing: FxHashSet<_> = pairs.iter().filter(|pair| !differs(pair)).map(sentences).collect();
        let kept = pairs.iter().filter(|pair| !differs(pair) || !agreeing.contains(&sentences(pair)));
        kept.map(|(one, other, _)| (*one, *other)).collect()
    }

    /// The similarity of the words around two figures, if it is sufficient and nothing distinguishes them.
    fn score(&self, one: &'a Claim, other: &'a Claim) -> Option<f64> {
        if !one.figure.is_comparable(&other.figure) || excludes(one, other) {
            return None;
        }
        if self.has_one_ratio(one) && self.has_one_ratio(other) {
            return Some(1.0);
        }
        if one.lead.is_some() && one.lead == other.lead {
            return Some(SAME_LEAD);
        }
        // A word such as `giá` that governs every price does not name a subject.
        let verb = shared_verb(one, other).filter(|verb| self.is_alone(one, other, *verb));
        let is_telling = |term: &Term| self.is_telling(*term, verb);
        let weight = |term: &Term| if is_telling(term) { 1.0 } else { 0.5 };
        let total = |terms: &FxHashSet<Term>| terms.iter().map(weight).sum::<f64>();
        let alone = one.lone.intersection(&other.syllables).chain(other.lone.intersection(&one.syllables));
        let shared = one.own.intersection(&other.own).chain(&verb).chain(alone);
        let shared: FxHashSet<Term> = shared.copied().collect();
        let carried = one.own.intersection(&other.before).chain(one.before.intersection(&other.own));
        let carried = carried.filter(|term| !shared.contains(term)).map(|term| weight(term) / 2.0);
        let heading = one.headings.intersection(&other.headings).any(is_telling);
        let beyond = |claim: &Claim, other: &Claim| claim.clause.difference(&other.own).any(is_telling);
        let headed = heading && !(beyond(one, other) && beyond(other, one));
        let score = total(&shared) + carried.sum::<f64>() + if headed { 1.0 } else { 0.0 };
        // The words of the clause name the subject or, if they name nothing, those of the whole sentence.
        let is_named = |claim: &Claim| claim.clause.iter().any(is_telling) || verb.is_some();
        let subject = |claim: &'a Claim| if is_named(claim) { &claim.clause } else { &claim.own };
        let both = subject(one).intersection(subject(other)).chain(&verb);
        let both: FxHashSet<Term> = both.copied().collect();
        let shorter = one.clause.len().min(other.clause.len());
        if self.is_sole(one, other) && self.is_sole(other, one) && names_rare(one, other, both.len(), shorter)
        {
            return Some(score + 1.0);
        }
        let named_both = both.iter().any(is_telling);
        let only_headed = heading && !(is_named(one) && is_named(other));
        if !named_both && !only_headed {
            return None;
        }
        let holds = |figure: &Figure| {
            other.conditions.iter().any(|it| it.is_comparable(figure) && !it.differs(figure))
        };
        if one.conditions.iter().any(holds) {
            return Some(score + 1.0);
        }
        let overlap = score / total(&one.own).min(total(&other.own)).max(1.0);
        let alike = both.iter().filter(|term| is_telling(term)).count() > 1 && both.len() * 2 >= shorter;
        // One word alone names the subject only if no other figure of this kind stands with it.
        let unique = both.iter().any(|term| is_telling(term) && self.is_alone(one, other, *term));
        let least = if verb.is_some() { ONE_VERB } else { ONE_WORD };
        let enough = alike || (score >= TWO_WORDS && overlap >= OVERLAP) || (unique && overlap >= least);
        enough.then_some(score)
    }

    /// Whether a term distinguishes subjects. A single Vietnamese syllable does if it governs the figures.
    fn is_telling(&self, term: Term, verb: Option<Term>) -> bool {
        let of_kind = self.in_all.get(&term).copied().unwrap_or(0);
        let passages = self.all.passages.get(&term).copied().unwrap_or(0);
        let common = self.all.keyword.contains(&term) || (passages > 4 && passages * 4 > self.all.total);
        let usual = self.sentences > 8 && of_kind * 4 > self.sentences;
        !common && !usual && (!self.all.syllables.contains(&term) || verb == Some(term))
    }

    /// Whether a term stands only beside these two figures in their texts.
    fn is_alone(&self, one: &Claim, other: &Claim, term: Term) -> bool {
        let most = if one.text == other.text { 2 } else { 1 };
        [one, other]
            .iter()
            .all(|claim| self.in_text.get(&(claim.text, term)).is_none_or(|count| *count <= most))
    }

    /// Whether a text has no other figure that may have the same subject as the one of another text.
    fn is_sole(&self, claim: &Claim, other: &Claim) -> bool {
        let mut of_kind = self.of_kind.iter().map(|at| &self.all.found[*at]);
        !of_kind.any(|it| {
            it.text == claim.text
                && !std::ptr::eq(it, claim)
                && !std::ptr::eq(it, other)
                && it.figure.is_comparable(&other.figure)
        })
    }

    /// Whether a text has only one ratio of this length.
    fn has_one_ratio(&self, claim: &Claim) -> bool {
        let length = claim.figure.ratio.len();
        let same = |it: &Claim| it.text == claim.text && it.figure.ratio.len() == length;
        length > 2 && self.of_kind.iter().filter(|at| same(&self.all.found[**at])).count() == 1
    }
}

/// Whether two figures that are the only ones of their kind have one subject: few things have a temperature,
/// and a share has a base. The words of the keyword count too.
fn names_rare(one: &Claim, other: &Claim, shared: usize, shorter: usize) -> bool {
    match one.figure.kind {
        _ if one.figure.bound != other.figure.bound => false,
        "cycle" => true,
        "temperature" | "degree" => shared > 0 && !is_other_action(one, other),
        "percent" => shared > 0 && shared >= shorter.min(2),
        _ => false,
    }
}

/// The Vietnamese verb that governs both figures. It stands alone next to one of them; next to the other it
/// may have an object or a subject.
fn shared_verb(one: &Claim, other: &Claim) -> Option<Term> {
    let (here, there) = one.governing.zip(other.governing)?;
    let same_limit = one.figure.bound == other.figure.bound;
    let alone = [(here, there), (there, here)].into_iter().find(|([first, last], _)| first == last);
    alone.filter(|([verb, _], others)| same_limit && others.contains(verb)).map(|([verb, _], _)| verb)
}

/// Whether the clauses begin with different words, neither of which occurs in the other sentence:
/// `Proof the dough`, `Bake the dough`.
fn is_other_action(one: &Claim, other: &Claim) -> bool {
    one.action
        .zip(other.action)
        .is_some_and(|(here, there)| !other.own.contains(&here) && !one.own.contains(&there))
}

/// Whether the words or figures around two figures exclude each other.
fn excludes(one: &Claim, other: &Claim) -> bool {
    let sides = one.sides.iter().any(|(group, side)| {
        let mut of_group = other.sides.iter().filter(|(known, _)| known == group).peekable();
        of_group.peek().is_some() && of_group.all(|(_, known)| known != side)
    });
    let conditions = one.conditions.iter().any(|figure| {
        let mut of_kind = other.conditions.iter().filter(|it| it.kind == figure.kind).peekable();
        of_kind.peek().is_some() && of_kind.all(|it| it.differs(figure))
    });
    let bases = match one.figure.kind {
        "percent" => {
            let named = !one.base.is_empty() && !other.base.is_empty();
            named && !one.base.iter().any(|word| other.base.contains(word))
        }
        "mass" | "volume" => is_of_other_thing(one, other) || is_of_other_thing(other, one),
        _ => false,
    };
    sides || conditions || bases || one.repeats != other.repeats
}

/// Whether a figure names what it measures, as `50 g of flour` does, and the other text does not mention it.
fn is_of_other_thing(claim: &Claim, other: &Claim) -> bool {
    let mut named = claim.base.iter().filter(|term| claim.own.contains(term)).peekable();
    let is_mentioned =
        |term: &Term| [&other.own, &other.before, &other.headings].iter().any(|it| it.contains(term));
    named.peek().is_some() && !named.any(is_mentioned)
}
