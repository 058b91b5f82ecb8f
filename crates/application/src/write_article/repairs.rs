//! Parts of an article that break gates, written again with the problems named.

use domain::articles::document::{Article, Faq, Section};
use domain::articles::outline::{Outline, SectionId};
use domain::articles::quality::{Finding, Quality};
use futures_util::future::BoxFuture;

use super::author::{Body, Brief, Labels, Opening, Rejected, SectionWanted};
use super::edges::open;
use super::model_author::ModelAuthor;
use super::steps::side_by_side;
use super::{MODEL_STEPS, Setback, Writing};

/// Parts that are written again in one round.
const MOST_PARTS: usize = 6;
/// Sections that are written again for a problem that stands in no one place.
const WIDESPREAD: usize = 2;

/// A part that can be written by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Section(SectionId),
    /// Introduction and conclusion.
    Opening,
    Faq,
    Labels,
}

/// A part that was written again.
enum Repaired {
    Section(Box<Section>),
    Opening(Opening),
    Faq(Option<Faq>),
    Labels(Labels),
}

impl Writing<'_> {
    /// The article with the parts that break gates written again; nothing if no part is to blame.
    pub(super) async fn repaired(
        &self,
        author: &ModelAuthor,
        brief: Brief<'_>,
        outline: &Outline,
        (present, quality): (&Article, &Quality),
        round: usize,
    ) -> Result<Option<Article>, Setback> {
        let blamed = blamed(quality, present, outline);
        if blamed.is_empty() {
            return Ok(None);
        }
        let mut work: Vec<BoxFuture<'_, Result<Option<Repaired>, Setback>>> = Vec::new();
        for (part, findings) in blamed {
            work.push(Box::pin(self.repaired_part(author, brief, outline, (present, part, findings), round)));
        }
        let mut article = present.clone();
        for repaired in side_by_side(work, MOST_PARTS).await?.into_iter().flatten() {
            take(&mut article, outline, repaired);
        }
        // Those that nobody cited were taken out, and the new text may cite them.
        article.sources.clone_from(&brief.research.sources);
        Ok(Some(article))
    }

    async fn repaired_part(
        &self,
        author: &ModelAuthor,
        brief: Brief<'_>,
        outline: &Outline,
        (present, part, findings): (&Article, Part, Vec<Finding>),
        round: usize,
    ) -> Result<Option<Repaired>, Setback> {
        let name = format!("{MODEL_STEPS}/repair/{round}");
        let body = Body {
            outline,
            sections: &present.sections[..outline.sections.len().min(present.sections.len())],
        };
        let (steps, findings) = (self.steps(), &findings[..]);
        Ok(match part {
            Part::Section(id) => {
                let (Some(section), Some(written)) =
                    (outline.section(&id), present.sections.iter().find(|section| section.id == id))
                else {
                    return Ok(None);
                };
                let rejected = Rejected { section: written, findings, instructions: None };
                let wanted =
                    SectionWanted { outline, section, words: section.all_words(), rejected: Some(rejected) };
                Some(Repaired::Section(Box::new(self.section(author, brief, &name, wanted).await?)))
            }
            Part::Opening => {
                let work = async { Ok(author.opening(brief, body, Some((present, findings))).await?) };
                let writing = steps.run(format!("{name}/opening"), (body, findings), work);
                self.unless_hopeless(writing).await?.map(Repaired::Opening)
            }
            Part::Faq => {
                let work = async { Ok(author.questions(brief, body, Some((present, findings))).await?) };
                let writing = steps.run(format!("{name}/questions"), (body, findings), work);
                self.unless_hopeless(writing).await?.map(Repaired::Faq)
            }
            Part::Labels => {
                let work = async { Ok(author.labels(brief, body, Some((present, findings))).await?) };
                let writing = steps.run(format!("{name}/labels"), (body, findings), work);
                self.unless_hopeless(writing).await?.map(Repaired::Labels)
            }
        })
    }
}

fn take(article: &mut Article, outline: &Outline, repaired: Repaired) {
    match repaired {
        Repaired::Section(section) => {
            if let Some(present) = article.sections.iter_mut().find(|present| present.id == section.id) {
                *present = *section;
            }
        }
        Repaired::Opening(opening) => {
            // The conclusion stands behind the planned sections, if there is one.
            article.sections.truncate(outline.sections.len());
            open(article, opening);
        }
        Repaired::Faq(faq) => article.faq = faq.or_else(|| article.faq.take()),
        Repaired::Labels(labels) => {
            article.title = labels.title;
            article.meta_title = labels.meta_title;
            article.meta_description = labels.meta_description;
            article.excerpt = labels.excerpt;
        }
    }
}

/// Parts that gates find fault with, each with what is wrong, worst first. What stands in no one place is blamed on the longest
/// sections.
fn blamed(quality: &Quality, article: &Article, outline: &Outline) -> Vec<(Part, Vec<Finding>)> {
    let mut blamed: Vec<(Part, Vec<Finding>)> = Vec::new();
    for gate in quality.failures().filter(|gate| gate.name != "length_error") {
        for finding in &gate.findings {
            for part in parts(finding, article, outline) {
                match blamed.iter_mut().find(|(known, _)| *known == part) {
                    Some((_, findings)) => findings.push(finding.clone()),
                    None => blamed.push((part, vec![finding.clone()])),
                }
            }
        }
    }
    blamed.sort_by_key(|(_, findings)| std::cmp::Reverse(findings.len()));
    blamed.truncate(MOST_PARTS);
    blamed
}

fn parts(finding: &Finding, article: &Article, outline: &Outline) -> Vec<Part> {
    let Some(place) = finding.place.as_deref() else { return longest(article, outline) };
    match place {
        "introduction" => vec![Part::Opening],
        "faq" => vec![Part::Faq],
        "title" | "meta" => vec![Part::Labels],
        section => {
            let top = section.split('.').next().unwrap_or_default();
            let planned = outline.sections.iter().find(|section| section.id.as_str() == top);
            let is_conclusion = article.sections.last().is_some_and(|last| last.id.as_str() == top);
            match planned {
                Some(planned) => vec![Part::Section(planned.id.clone())],
                None if is_conclusion => vec![Part::Opening],
                None => Vec::new(),
            }
        }
    }
}

fn longest(article: &Article, outline: &Outline) -> Vec<Part> {
    let length = |section: &&Section| super::body::words(section, article.language);
    let mut sections: Vec<&Section> =
        article.sections.iter().filter(|section| outline.section(&section.id).is_some()).collect();
    sections.sort_by_key(|section| std::cmp::Reverse(length(section)));
    sections.into_iter().take(WIDESPREAD).map(|section| Part::Section(section.id.clone())).collect()
}
