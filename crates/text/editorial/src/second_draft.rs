//! The second draft of an article: a new text with its own headings that replaces the first draft.

use std::collections::BTreeSet;

use domain::articles::document::{Article, Block, Faq, ImageRole, Section, Span};
use domain::articles::outline::{Outline, PlannedSection, SectionId};
use domain::articles::passages::PassageId;
use domain::articles::research::{Research, SourceNumber};
use serde::{Deserialize, Serialize};

use crate::replies::Labels;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SecondDraft {
    /// The text before the first heading.
    pub introduction: Vec<Block>,
    /// The sections of the second level; the conclusion is the last.
    pub sections: Vec<Section>,
    /// Questions with answers; those of the first draft stay if there are none.
    pub faq: Option<Faq>,
    /// Metadata; that of the first draft stays if there is none.
    pub labels: Option<Labels>,
}

impl SecondDraft {
    /// The article with this text. A title that the customer requested stays.
    #[must_use]
    pub fn in_place_of(self, first: &Article, keeps_title: bool) -> Article {
        let mut article = first.clone();
        article.introduction = self.introduction;
        article.sections = self.sections;
        article.faq = self.faq.or(article.faq);
        if let Some(labels) = self.labels {
            article.meta_title = labels.meta_title;
            article.meta_description = labels.meta_description;
            article.excerpt = labels.excerpt;
            if !keeps_title {
                article.title = labels.title;
            }
        }
        let places: Vec<SectionId> =
            first.images.iter().filter_map(|image| place_of(&image.role, first, &article)).collect();
        let mut places = places.into_iter();
        for image in &mut article.images {
            if let ImageRole::Section(id) = &mut image.role {
                *id = places.next().unwrap_or_else(|| id.clone());
            }
        }
        article
    }

    /// The headings of its main sections, without the conclusion's.
    pub fn headings(&self) -> impl Iterator<Item = &str> {
        let body = self.sections.len().saturating_sub(1);
        self.sections.iter().take(body).map(|section| section.heading.as_str())
    }
}

/// The place of an image of the first draft in the second: below the same heading, otherwise in the section
/// with its number, or the last.
fn place_of(role: &ImageRole, first: &Article, second: &Article) -> Option<SectionId> {
    let ImageRole::Section(id) = role else { return None };
    let before = first.flattened();
    let heading = before.iter().find(|(_, section)| section.id == *id).map(|(_, section)| &section.heading);
    let now = second.flattened();
    let same = now.iter().find(|(_, section)| Some(&section.heading) == heading);
    let numbered = || now.iter().find(|(_, section)| section.id == *id);
    same.or_else(numbered).map(|(_, section)| section.id.clone()).or_else(|| Some(SectionId::top(1)))
}

/// The outline of a finished article: the planned outline if the article kept its headings, otherwise one
/// that follows the text. A section with a planned heading keeps its planned content, and every section gets
/// the passages of the sources that it cites.
#[must_use]
pub fn outline_of(plan: &Outline, article: &Article, research: &Research) -> Outline {
    let body = &article.sections[..article.sections.len().saturating_sub(1)];
    if body.len() == plan.sections.len()
        && body.iter().zip(&plan.sections).all(|(one, other)| is_same(one, other))
    {
        return plan.clone();
    }
    let planned: Vec<&PlannedSection> = plan.sections.iter().flat_map(flattened).collect();
    let sections = body.iter().map(|section| following(section, &planned, article, research)).collect();
    let questions = article.faq.iter().flat_map(|faq| &faq.items).map(|item| item.question.clone()).collect();
    Outline { title: article.title.clone(), sections, questions, ..plan.clone() }
}

fn is_same(section: &Section, planned: &PlannedSection) -> bool {
    section.id == planned.id
        && section.heading == planned.heading
        && section.children.iter().all(|child| planned.children.iter().any(|other| is_same(child, other)))
}

fn flattened(section: &PlannedSection) -> Vec<&PlannedSection> {
    std::iter::once(section).chain(section.children.iter().flat_map(flattened)).collect()
}

fn following(
    section: &Section,
    planned: &[&PlannedSection],
    article: &Article,
    research: &Research,
) -> PlannedSection {
    let children: Vec<PlannedSection> =
        section.children.iter().map(|child| following(child, planned, article, research)).collect();
    let own = Section { children: Vec::new(), ..section.clone() };
    let words = crate::words(&Article { sections: vec![own], ..Article::empty(article.language) });
    let known = planned.iter().find(|planned| planned.heading == section.heading);
    let new = PlannedSection::new(section.id.clone(), section.heading.clone(), words, children);
    let cited = cited(section);
    let passages =
        research.passages.iter().filter(|passage| passage.sources().any(|source| cited.contains(&source)));
    let evidence: Vec<PassageId> = passages.map(|passage| passage.id).collect();
    match known {
        Some(known) => PlannedSection {
            purpose: known.purpose.clone(),
            form: known.form,
            points: known.points.clone(),
            owns: known.owns.clone(),
            evidence: if known.evidence.is_empty() { evidence } else { known.evidence.clone() },
            ..new
        },
        None => PlannedSection { evidence, ..new },
    }
}

/// The sources that a section and its subsections cite.
fn cited(section: &Section) -> BTreeSet<SourceNumber> {
    let of_block = |block: &Block| {
        let quoted = match block {
            Block::Quote { source, .. } => Some(*source),
            _ => None,
        };
        let spans = block.texts().into_iter().flatten().filter_map(|span| match span {
            Span::Citation(source) => Some(*source),
            _ => None,
        });
        spans.chain(quoted).collect::<Vec<_>>()
    };
    section.blocks.iter().flat_map(of_block).chain(section.children.iter().flat_map(cited)).collect()
}

#[cfg(test)]
mod tests {
    use domain::articles::document::FaqItem;
    use domain::locale::Language;

    use super::*;

    fn section(id: &str, heading: &str) -> Section {
        let text = vec![Span::Plain(format!("About {heading}.")), Span::Citation(SourceNumber(2))];
        let id = SectionId::parse(id).unwrap();
        Section {
            id,
            heading: heading.to_owned(),
            blocks: vec![Block::Paragraph(text)],
            children: Vec::new(),
        }
    }

    fn article(headings: &[&str]) -> Article {
        let sections =
            headings.iter().zip(1..).map(|(heading, at)| section(&format!("{at}"), heading)).collect();
        Article { sections, title: "Title".to_owned(), ..Article::empty(Language::ENGLISH) }
    }

    fn plan(headings: &[&str]) -> Outline {
        let planned = |(heading, at): (&&str, usize)| PlannedSection {
            points: vec![format!("Say {heading}.")],
            ..PlannedSection::new(SectionId::top(at), (*heading).to_owned(), 100, Vec::new())
        };
        Outline { sections: headings.iter().zip(1..).map(planned).collect(), ..Outline::default() }
    }

    #[test]
    fn an_outline_stays_while_the_headings_do() {
        let plan = plan(&["Water", "Beans"]);
        assert_eq!(outline_of(&plan, &article(&["Water", "Beans", "Start"]), &Research::default()), plan);
    }

    #[test]
    fn an_outline_follows_other_headings_and_keeps_what_was_planned_for_the_old_ones() {
        let mut written = article(&["Beans", "Jar", "Start"]);
        let item = FaqItem { question: "Why?".to_owned(), answer: Vec::new() };
        written.faq = Some(Faq { heading: String::new(), items: vec![item] });
        let outline = outline_of(&plan(&["Water", "Beans"]), &written, &Research::default());
        let told: Vec<(&str, &[String])> = outline
            .sections
            .iter()
            .map(|section| (section.heading.as_str(), section.points.as_slice()))
            .collect();
        assert_eq!(told, [("Beans", &["Say Beans.".to_owned()][..]), ("Jar", &[][..])]);
        assert_eq!(outline.questions, ["Why?"]);
    }

    #[test]
    fn images_stand_below_the_heading_that_they_stood_below() {
        let first = article(&["Water", "Beans", "Start"]);
        let place = |id: &str, second: &Article| {
            place_of(&ImageRole::Section(SectionId::parse(id).unwrap()), &first, second).unwrap().to_string()
        };
        let second = article(&["Beans", "Jar", "Start"]);
        assert_eq!((place("2", &second), place("1", &second)), ("1".to_owned(), "1".to_owned()));
        assert_eq!(place_of(&ImageRole::Hero, &first, &second), None);
    }
}
