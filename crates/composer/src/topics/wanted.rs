//! Headings that the customer wants: topics of the evidence are sorted under them, and what the evidence does not fill is told.

use domain::articles::order::WantedHeading;

use super::{Chapter, Named, Topic, is_same_heading};
use crate::corpus::Corpus;
use crate::terms::Bag;
use crate::text::count;

/// The least likeness of a topic to the heading that it stands under.
const FITS: f32 = 0.06;

/// Chapters as wanted.
pub(crate) struct Wanted {
    pub(crate) chapters: Vec<Chapter>,
    pub(crate) names: Vec<(Named, Vec<Named>)>,
    /// Headings that nothing in the evidence fills.
    pub(crate) unfilled: Vec<String>,
}

/// Where a heading stands: its chapter, and its place below that if it is no chapter's own.
struct Place<'a> {
    chapter: usize,
    child: bool,
    heading: &'a str,
}

/// Every heading, each before those below it.
fn places(headings: &[WantedHeading]) -> Vec<Place<'_>> {
    let mut places = Vec::new();
    for (chapter, heading) in headings.iter().enumerate() {
        places.push(Place { chapter, child: false, heading: &heading.heading });
        let below = heading.children.iter().flat_map(|child| std::iter::once(child).chain(&child.children));
        places.extend(below.map(|below| Place { chapter, child: true, heading: &below.heading }));
    }
    places
}

/// Sorts topics under the wanted headings; each heading has at most one then, and topics that fit none are left out. `named` are
/// headings that the composer itself gives, with units of their topics: what the customer kept keeps its text.
pub(crate) fn sorted(
    headings: &[WantedHeading],
    topics: &[Topic],
    named: &[(String, Vec<usize>)],
    corpus: &Corpus<'_>,
) -> Vec<Option<Topic>> {
    let places = places(headings);
    let bags: Vec<Bag> = places.iter().map(|place| corpus.vocabulary.bag(place.heading)).collect();
    let mut filled: Vec<Option<Topic>> = vec![None; places.len()];
    for topic in topics {
        let kept = named.iter().find(|(_, units)| units.iter().any(|unit| topic.units.contains(unit)));
        let kept = kept
            .and_then(|(heading, _)| places.iter().position(|place| is_same_heading(place.heading, heading)));
        let likeness = |place: usize| bags[place].likeness(&topic.bag);
        let best = (0..places.len()).max_by(|one, other| likeness(*one).total_cmp(&likeness(*other)));
        if let Some(place) = kept.or(best.filter(|place| likeness(*place) >= FITS)) {
            filled[place] = Some(match filled[place].take() {
                Some(known) => united(known, topic.clone()),
                None => topic.clone(),
            });
        }
    }
    filled
}

fn united(mut one: Topic, other: Topic) -> Topic {
    one.bag = Bag::sum([(&one.bag, 1.0), (&other.bag, 1.0)].into_iter());
    one.units.extend(other.units);
    one.units.sort_unstable();
    one.headings.extend(other.headings);
    one.sources.extend(other.sources);
    one
}

/// Chapters of sorted topics, which are in the order of the headings.
pub(crate) fn arranged(
    headings: &[WantedHeading],
    filled: Vec<Option<Topic>>,
    corpus: &Corpus<'_>,
) -> Wanted {
    let mut wanted = Wanted { chapters: Vec::new(), names: Vec::new(), unfilled: Vec::new() };
    let mut filled: Vec<(Place<'_>, Option<Topic>)> = places(headings).into_iter().zip(filled).collect();
    for (chapter, heading) in headings.iter().enumerate() {
        let rest = filled.split_off(filled.partition_point(|(place, _)| place.chapter == chapter));
        let own = std::mem::replace(&mut filled, rest);
        let (mut topics, mut names): (Vec<Topic>, Vec<Named>) = (Vec::new(), Vec::new());
        for (place, topic) in own {
            let topic = topic.filter(|topic| !topic.units.is_empty());
            match topic {
                // A chapter may consist of what stands below it.
                None if !place.child && !heading.children.is_empty() => topics.push(Topic::empty()),
                None => wanted.unfilled.push(place.heading.to_owned()),
                Some(topic) => topics.push(topic),
            }
            if place.child && topics.len() > names.len() + 1 {
                names.push(named(place.heading, corpus));
            }
        }
        if topics.iter().any(|topic| !topic.units.is_empty()) {
            wanted.names.push((named(&heading.heading, corpus), names));
            wanted.chapters.push(Chapter { topics });
        } else if !topics.is_empty() {
            wanted.unfilled.push(heading.heading.clone());
        }
    }
    wanted
}

fn named(heading: &str, corpus: &Corpus<'_>) -> Named {
    let label = corpus.lowered_heading(heading.trim_end_matches(['?', ':', '.']));
    let short = (count(&label) <= 3).then(|| label.clone());
    Named { heading: heading.to_owned(), label: Some(label), short }
}

#[cfg(test)]
mod tests {
    use domain::articles::research::Research;

    use super::*;
    use crate::lexicon::Lexicon;

    fn heading(text: &str, children: &[&str]) -> WantedHeading {
        let children =
            children.iter().map(|text| WantedHeading { heading: (*text).to_owned(), children: Vec::new() });
        WantedHeading { heading: text.to_owned(), children: children.collect() }
    }

    fn topic(unit: usize) -> Topic {
        Topic { units: vec![unit], ..Topic::empty() }
    }

    #[test]
    fn kept_headings_keep_their_topics_in_the_wanted_order() {
        let research = Research::default();
        let english = Lexicon::of(domain::locale::Language::ENGLISH).unwrap();
        let corpus = Corpus::of(&research, "tea", english);
        let headings = [heading("Storing", &[]), heading("Brewing", &["Water"]), heading("Zebras", &[])];
        let named =
            [("Brewing".to_owned(), vec![0]), ("Storing".to_owned(), vec![1]), ("Water".to_owned(), vec![2])];
        let filled = sorted(&headings, &[topic(0), topic(1), topic(2)], &named, &corpus);
        let wanted = arranged(&headings, filled, &corpus);
        let units: Vec<Vec<usize>> = wanted
            .chapters
            .iter()
            .map(|chapter| chapter.topics.iter().flat_map(|topic| topic.units.clone()).collect())
            .collect();
        assert_eq!(units, [vec![1], vec![0, 2]]);
        assert_eq!(wanted.names[1].1[0].heading, "Water");
        assert_eq!(wanted.unfilled, ["Zebras"]);
    }

    #[test]
    fn a_chapter_may_consist_of_what_stands_below_it() {
        let research = Research::default();
        let english = Lexicon::of(domain::locale::Language::ENGLISH).unwrap();
        let corpus = Corpus::of(&research, "tea", english);
        let headings = [heading("Brewing", &["Water", "Leaves"])];
        let wanted = arranged(&headings, vec![None, None, Some(topic(4))], &corpus);
        assert_eq!(wanted.chapters[0].topics.len(), 2);
        assert_eq!(wanted.names[0].1[0].heading, "Leaves");
        assert_eq!(wanted.unfilled, ["Water"]);
        let nothing = arranged(&headings, vec![None, None, None], &corpus);
        assert!(nothing.chapters.is_empty() && nothing.unfilled.contains(&"Brewing".to_owned()));
    }
}
