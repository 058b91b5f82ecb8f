//! Gives every piece of evidence to exactly one section, so that no two sections tell the same.

use std::collections::HashMap;

use domain::articles::outline::{Outline, PlannedSection};
use domain::articles::research::{Evidence, Research};
use domain::locale::Language;

use crate::as_f64;
use crate::comparison::Gist;

/// How much more a word of the heading counts than one of a point.
const HEADING: f64 = 3.0;
/// How much a section that already has its share of evidence is held back.
const LOAD: f64 = 0.15;

/// Assigns the evidence by the words that it shares with sections, rare ones first. What fits nowhere goes where least is.
pub(super) fn assign(outline: &mut Outline, research: &Research, language: Language) {
    let profiles = profiles(outline, language);
    let gists: Vec<Gist> = research.evidence.iter().map(|evidence| gist(evidence, language)).collect();
    let rarity = rarity(&gists);
    let mut given: Vec<Vec<(f64, u32)>> = vec![Vec::new(); profiles.len()];
    for (evidence, gist) in research.evidence.iter().zip(&gists) {
        let candidates = profiles.iter().zip(&given).map(|(profile, own)| {
            let fit = profile.fit(gist, &rarity);
            let load = as_f64(own.len() * 30) / f64::from(profile.words.max(30));
            (fit - LOAD * load, fit)
        });
        let best = candidates.enumerate().max_by(|(one, (score, _)), (other, (known, _))| {
            // Of equally good ones the first.
            score.total_cmp(known).then(other.cmp(one))
        });
        if let Some((index, (_, fit))) = best {
            given[index].push((fit, evidence.number));
        }
    }
    let mut given = given.into_iter();
    outline.sections.iter_mut().for_each(|section| hand_out(section, &mut given));
}

fn gist(evidence: &Evidence, language: Language) -> Gist {
    let heading = evidence.heading.as_deref().unwrap_or_default();
    Gist::of(&format!("{heading} {}", evidence.text), language)
}

/// The evidence of each section in reading order, best fitting first.
fn hand_out(section: &mut PlannedSection, given: &mut impl Iterator<Item = Vec<(f64, u32)>>) {
    let mut own = given.next().unwrap_or_default();
    own.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
    section.evidence = own.into_iter().map(|(_, number)| number).collect();
    section.children.iter_mut().for_each(|child| hand_out(child, given));
}

struct Profile {
    weights: HashMap<String, f64>,
    words: u32,
}

impl Profile {
    fn fit(&self, gist: &Gist, rarity: &HashMap<&str, f64>) -> f64 {
        gist.words().filter_map(|word| Some(self.weights.get(word)? * rarity.get(word)?)).sum()
    }
}

fn profiles(outline: &Outline, language: Language) -> Vec<Profile> {
    let profile = |section: &PlannedSection| {
        let mut weights: HashMap<String, f64> = HashMap::new();
        for word in Gist::of(&section.points.join(" "), language).words() {
            weights.insert(word.to_owned(), 1.0);
        }
        for word in Gist::of(&section.heading, language).words() {
            weights.insert(word.to_owned(), HEADING);
        }
        Profile { weights, words: section.words }
    };
    outline.flattened().into_iter().map(|(_, section)| profile(section)).collect()
}

/// What a word says: less, the more pieces of evidence have it.
fn rarity(gists: &[Gist]) -> HashMap<&str, f64> {
    let mut holders: HashMap<&str, usize> = HashMap::new();
    for word in gists.iter().flat_map(Gist::words) {
        *holders.entry(word).or_default() += 1;
    }
    let all = as_f64(gists.len());
    holders.into_iter().map(|(word, count)| (word, (1.0 + all / as_f64(count)).ln())).collect()
}
