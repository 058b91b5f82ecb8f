//! Puts sections of the fourth level below those of the third that the customer wants them below. Until then they stand beside them.

use domain::articles::document::Section;
use domain::articles::order::WantedHeading;
use domain::articles::outline::{PlannedSection, SectionId};

/// A section and its plan with the levels that are wanted.
pub(super) fn nest(section: &mut Section, plan: &mut PlannedSection, wanted: &[WantedHeading]) {
    let Some(wanted) = wanted.iter().find(|wanted| wanted.heading == section.heading) else { return };
    let headings: Vec<&str> = section.children.iter().map(|child| child.heading.as_str()).collect();
    let parents = parents(&headings, wanted);
    let children = std::mem::take(&mut section.children);
    section.children = nested(children, &parents, |above, below| above.children.push(below));
    let children = std::mem::take(&mut plan.children);
    plan.children = nested(children, &parents, |above, below| above.children.push(below));
    number_section(section, section.id.clone());
    number_plan(plan, plan.id.clone());
}

/// For each heading the position of the one that it stands below, if it stands below one.
fn parents(headings: &[&str], wanted: &WantedHeading) -> Vec<Option<usize>> {
    let parent = |heading: &&str| {
        let has_it = |child: &&WantedHeading| child.children.iter().any(|below| below.heading == **heading);
        let above = wanted.children.iter().find(has_it)?;
        headings.iter().position(|other| *other == above.heading)
    };
    headings.iter().map(parent).collect()
}

fn nested<T>(items: Vec<T>, parents: &[Option<usize>], adopt: impl Fn(&mut T, T)) -> Vec<T> {
    let mut tops: Vec<(usize, T)> = Vec::new();
    for (index, item) in items.into_iter().enumerate() {
        let parent = parents.get(index).copied().flatten();
        match tops.iter_mut().find(|(top, _)| Some(*top) == parent) {
            Some((_, above)) => adopt(above, item),
            None => tops.push((index, item)),
        }
    }
    tops.into_iter().map(|(_, item)| item).collect()
}

fn number_section(section: &mut Section, id: SectionId) {
    for (index, child) in section.children.iter_mut().enumerate() {
        number_section(child, id.child(index + 1));
    }
    section.id = id;
}

fn number_plan(plan: &mut PlannedSection, id: SectionId) {
    for (index, child) in plan.children.iter_mut().enumerate() {
        number_plan(child, id.child(index + 1));
    }
    plan.id = id;
}
