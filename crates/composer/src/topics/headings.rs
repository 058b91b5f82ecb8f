//! Headings of our own: made from what sources call a topic, turned into another form, without two alike.

mod form;

use std::collections::HashSet;

pub(crate) use form::action_of_heading;
use form::{Form, Shape};

use super::{Chapter, Role, Topic, core_phrase, phrases};
use crate::corpus::Corpus;
use crate::facts::{Unit, is_personal};
use crate::text::{capitalised, count, has, padded};
use crate::wording::Acts;

/// The share of headings that name the keyword's thing.
const ON_TOPIC: f32 = 0.45;
/// The longest heading in words.
const LONGEST: usize = 9;

/// A heading with its short names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Named {
    pub(crate) heading: String,
    /// As it stands in an enumeration.
    pub(crate) label: Option<String>,
    /// As it stands in a title: at most three words.
    pub(crate) short: Option<String>,
}

/// Gives headings.
pub(crate) struct Headings<'a> {
    corpus: &'a Corpus<'a>,
    thing: String,
    used: HashSet<String>,
    on_topic: u32,
    given: u32,
    last: Option<Shape>,
}

impl<'a> Headings<'a> {
    pub(crate) fn new(corpus: &'a Corpus<'a>) -> Self {
        let thing = core_phrase(corpus);
        Self { corpus, thing, used: HashSet::new(), on_topic: 0, given: 0, last: None }
    }

    /// The heading of a chapter and those of its topics after the first.
    pub(crate) fn name(&mut self, chapter: &Chapter, units: &[Unit], acts: &Acts) -> (Named, Vec<Named>) {
        let Some((first, rest)) = chapter.topics.split_first() else {
            return (Named { heading: String::new(), label: None, short: None }, Vec::new());
        };
        let main = self.topic(first, units, acts);
        let rest = rest.iter().map(|topic| self.topic(topic, units, acts)).collect();
        (main, rest)
    }

    /// A heading that is used as it is, if it is still free.
    pub(crate) fn take(&mut self, heading: &str) -> bool {
        let free = self.used.insert(padded(heading));
        if free {
            self.given += 1;
            self.on_topic += u32::from(self.is_on_topic(heading));
        }
        free
    }

    fn is_on_topic(&self, heading: &str) -> bool {
        self.corpus.vocabulary.keyword_share(heading) >= 0.5
    }

    fn wants_keyword(&self) -> bool {
        #[expect(clippy::cast_precision_loss, reason = "counts of headings are small")]
        let share = self.on_topic as f32 / (self.given + 1) as f32;
        share < ON_TOPIC
    }

    /// A heading for whatever plays this part.
    fn umbrella(&self, role: Role, acts: &Acts) -> Option<String> {
        let rows = self.corpus.lexicon.umbrella.rows(role.name());
        let free = |heading: &String| !self.used.contains(&padded(heading));
        acts.rotated(rows).map(|row| row.replace("{n}", &self.thing)).find(free)
    }

    fn topic(&mut self, topic: &Topic, units: &[Unit], acts: &Acts) -> Named {
        let forms = self.forms(topic, units);
        let label = forms.iter().find_map(Form::label);
        let costs = self.corpus.lexicon.costs();
        let short = if topic.role == Role::Cost {
            Some(costs.to_owned())
        } else {
            forms.iter().find_map(Form::short)
        };
        let mut candidates: Vec<(Shape, String)> = Vec::new();
        for form in &forms {
            candidates.extend(form.headings(&self.thing, topic.role, self.wants_keyword()));
        }
        candidates.retain(|(_, heading)| count(heading) <= LONGEST && !self.used.contains(&padded(heading)));
        let other = candidates.iter().position(|(shape, _)| Some(*shape) != self.last).unwrap_or(0);
        let (shape, heading) = if candidates.is_empty() {
            let phrases = phrases::of_units(topic.units.iter().map(|unit| &units[*unit]), self.corpus);
            let umbrella = self.umbrella(topic.role, acts);
            let free = phrases
                .into_iter()
                .map(|phrase| capitalised(&phrase))
                .find(|phrase| !self.used.contains(&padded(phrase)));
            let named = if topic.role == Role::Other { free.or(umbrella) } else { umbrella.or(free) };
            (Shape::Noun, named.unwrap_or_else(|| capitalised(&self.thing)))
        } else {
            candidates.swap_remove(other)
        };
        self.take(&heading);
        self.last = Some(shape);
        Named { heading, label, short }
    }

    /// The headings of the sources that can be used, and the topic's own words where there are none.
    fn forms(&self, topic: &Topic, units: &[Unit]) -> Vec<Form> {
        let lexicon = self.corpus.lexicon;
        let impersonal = topic.headings.iter().filter_map(|heading| {
            if is_personal(heading, lexicon) { form::impersonal(heading) } else { Some(heading.clone()) }
        });
        let usable = impersonal.filter(|heading| count(heading) < LONGEST && !is_personal(heading, lexicon));
        let mut usable: Vec<String> = usable.collect();
        // `The bill` is that of its text; `Costs and savings` are anybody's.
        usable.sort_by_key(|heading| heading.starts_with("The ") || !heading.contains(' '));
        let mut forms: Vec<Form> =
            usable.iter().filter_map(|heading| Form::of(heading, self.corpus)).collect();
        if forms.is_empty() && topic.role == Role::Other {
            let phrases = phrases::telling(topic.units.iter().map(|unit| &units[*unit]), self.corpus);
            let mut chosen: Vec<String> = Vec::new();
            for phrase in phrases {
                let overlaps =
                    chosen.iter().any(|known| known.split(' ').any(|word| has(&padded(&phrase), word)));
                // A second pair of syllables is as likely a part of a word as a word.
                let most = if lexicon.is_english() { 2 } else { 1 };
                if chosen.len() < most && !overlaps {
                    chosen.push(phrase);
                }
            }
            let joined = chosen.join(&format!(" {} ", lexicon.and()));
            forms.extend(Form::of(&capitalised(&joined), self.corpus));
        }
        forms
    }
}
