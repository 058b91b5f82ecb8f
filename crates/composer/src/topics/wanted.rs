//! Headings that the customer wants: topics of the evidence are sorted under them, and what the evidence does not fill is told.

use domain::articles::order::WantedHeading;

use super::{Chapter, Named, Topic};
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

/// Sorts topics under headings of two levels; deeper ones are told as unfilled.
pub(crate) fn wanted(headings: &[WantedHeading], topics: Vec<Topic>, corpus: &Corpus<'_>) -> Wanted {
    let places: Vec<(usize, Option<usize>, Bag)> = headings
        .iter()
        .enumerate()
        .flat_map(|(index, heading)| {
            let own = (index, None, corpus.vocabulary.bag(&heading.heading));
            let below = heading.children.iter().enumerate();
            std::iter::once(own).chain(
                below.map(move |(child, below)| (index, Some(child), corpus.vocabulary.bag(&below.heading))),
            )
        })
        .collect();
    let mut filled: Vec<Option<Topic>> = vec![None; places.len()];
    for topic in topics {
        let likeness = |place: usize| places[place].2.likeness(&topic.bag);
        let best = (0..places.len()).max_by(|one, other| likeness(*one).total_cmp(&likeness(*other)));
        if let Some(place) = best.filter(|place| likeness(*place) >= FITS) {
            filled[place] = Some(match filled[place].take() {
                Some(known) => united(known, topic),
                None => topic,
            });
        }
    }
    arranged(headings, &places, filled, corpus)
}

fn united(mut one: Topic, other: Topic) -> Topic {
    one.bag = Bag::sum([(&one.bag, 1.0), (&other.bag, 1.0)].into_iter());
    one.units.extend(other.units);
    one.units.sort_unstable();
    one.headings.extend(other.headings);
    one.sources.extend(other.sources);
    one
}

fn arranged(
    headings: &[WantedHeading],
    places: &[(usize, Option<usize>, Bag)],
    mut filled: Vec<Option<Topic>>,
    corpus: &Corpus<'_>,
) -> Wanted {
    let mut wanted = Wanted { chapters: Vec::new(), names: Vec::new(), unfilled: Vec::new() };
    for (index, heading) in headings.iter().enumerate() {
        let (mut topics, mut names): (Vec<Topic>, Vec<Named>) = (Vec::new(), Vec::new());
        for (place, (_, child, _)) in places.iter().enumerate().filter(|(_, (known, ..))| *known == index) {
            let text = child
                .and_then(|child| heading.children.get(child))
                .map_or(&heading.heading, |below| &below.heading);
            match filled[place].take() {
                Some(topic) => {
                    topics.push(topic);
                    names.push(named(text, corpus));
                }
                None => wanted.unfilled.push(text.clone()),
            }
        }
        let deeper = heading.children.iter().flat_map(|child| &child.children);
        wanted.unfilled.extend(deeper.map(|heading| heading.heading.clone()));
        if topics.is_empty() {
            continue;
        }
        // The chapter keeps its own heading even where only those below it are filled.
        wanted.unfilled.retain(|unfilled| *unfilled != heading.heading);
        names.remove(0);
        wanted.names.push((named(&heading.heading, corpus), names));
        wanted.chapters.push(Chapter { topics });
    }
    wanted
}

fn named(heading: &str, corpus: &Corpus<'_>) -> Named {
    let label = corpus.lowered_heading(heading.trim_end_matches(['?', ':', '.']));
    let short = (count(&label) <= 3).then(|| label.clone());
    Named { heading: heading.to_owned(), label: Some(label), short }
}
