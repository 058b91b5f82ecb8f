//! The sections: written side by side, measured, and the ones furthest off their length written once more.

use domain::articles::Stage;
use domain::articles::document::{Article, Section};
use domain::articles::outline::{Outline, PlannedSection};
use domain::locale::Language;
use editorial::length::{Rewrite, WrittenSection, rewrites};
use futures_util::future::BoxFuture;

use super::author::{Brief, Rejected, SectionWanted};
use super::model_author::ModelAuthor;
use super::steps::side_by_side;
use super::{Setback, Writing};

/// Sections that are written at once.
const AT_ONCE: usize = 6;
/// Where writing begins and ends on the scale of progress.
const PROGRESS: (usize, usize) = (15, 70);

impl Writing<'_> {
    /// All sections in their order, about as long as planned.
    pub(super) async fn body(
        &self,
        author: &ModelAuthor,
        brief: Brief<'_>,
        engine: &str,
        outline: &Outline,
    ) -> Result<Vec<Section>, Setback> {
        let mut first: Vec<BoxFuture<'_, Result<Section, Setback>>> = Vec::new();
        for section in &outline.sections {
            first.push(Box::pin(self.first_version(author, brief, engine, outline, section)));
        }
        let mut sections = side_by_side(first, AT_ONCE).await?;
        let language = brief.order.language;
        let off = lengths(outline, &sections, language);
        for (index, rewritten) in
            self.second_wave(author, brief, engine, outline, &sections, rewrites(&off)).await?
        {
            let planned = off[index].planned;
            if words(&rewritten, language).abs_diff(planned) < off[index].written.abs_diff(planned) {
                sections[index] = rewritten;
            }
        }
        Ok(sections)
    }

    async fn first_version(
        &self,
        author: &ModelAuthor,
        brief: Brief<'_>,
        engine: &str,
        outline: &Outline,
        section: &PlannedSection,
    ) -> Result<Section, Setback> {
        let wanted = SectionWanted { outline, section, words: planned_words(section), rejected: None };
        let written = self.section(author, brief, engine, wanted).await?;
        self.add_to_draft(&written, outline.sections.len()).await?;
        Ok(written)
    }

    async fn second_wave(
        &self,
        author: &ModelAuthor,
        brief: Brief<'_>,
        engine: &str,
        outline: &Outline,
        sections: &[Section],
        wave: Vec<Rewrite>,
    ) -> Result<Vec<(usize, Section)>, Setback> {
        let mut again: Vec<BoxFuture<'_, Result<(usize, Section), Setback>>> = Vec::new();
        for Rewrite { section, target } in wave {
            let Some(index) = outline.sections.iter().position(|planned| planned.id == section) else {
                continue;
            };
            let wanted = SectionWanted {
                outline,
                section: &outline.sections[index],
                words: target,
                rejected: Some(Rejected { section: &sections[index], findings: &[] }),
            };
            again.push(Box::pin(
                async move { Ok((index, self.section(author, brief, engine, wanted).await?)) },
            ));
        }
        side_by_side(again, AT_ONCE).await
    }

    /// One section, as it was written before for the same wish, or now.
    pub(super) async fn section(
        &self,
        author: &ModelAuthor,
        brief: Brief<'_>,
        engine: &str,
        wanted: SectionWanted<'_>,
    ) -> Result<Section, Setback> {
        let rejected = wanted.rejected.map(|rejected| (rejected.section, rejected.findings));
        let input = (brief.order, wanted.outline, &wanted.section.id, wanted.words, rejected);
        let name = format!("{engine}/section/{}", wanted.section.id);
        let writing = async { Ok(author.section(brief, wanted).await?) };
        self.steps().run(name, input, writing).await
    }

    async fn add_to_draft(&self, section: &Section, all: usize) -> Result<(), Setback> {
        let done = {
            let mut draft = self.draft.lock().await;
            if !draft.has(&section.id) {
                draft.sections.push(section.clone());
                draft.sections.sort_by_key(|section| section.id.as_str().parse::<u32>().unwrap_or(u32::MAX));
            }
            draft.sections.len()
        };
        let progress = PROGRESS.0 + (PROGRESS.1 - PROGRESS.0) * done.min(all) / all.max(1);
        self.show(Stage::Writing, u8::try_from(progress).unwrap_or(70)).await
    }
}

/// The planned words of a section with those below it.
pub(super) fn planned_words(section: &PlannedSection) -> u32 {
    section.words + section.children.iter().map(planned_words).sum::<u32>()
}

/// The words of a section with those below it.
pub(super) fn words(section: &Section, language: Language) -> u32 {
    editorial::words(&alone(section, language))
}

/// What readers see of a section with those below it.
pub(super) fn text(section: &Section, language: Language) -> String {
    editorial::visible_text(&alone(section, language))
}

fn alone(section: &Section, language: Language) -> Article {
    Article { sections: vec![section.clone()], ..Article::empty(language) }
}

fn lengths(outline: &Outline, sections: &[Section], language: Language) -> Vec<WrittenSection> {
    let pairs = outline.sections.iter().zip(sections);
    let length = |(planned, written): (&PlannedSection, &Section)| WrittenSection {
        section: planned.id.clone(),
        planned: planned_words(planned),
        written: words(written, language),
    };
    pairs.map(length).collect()
}
