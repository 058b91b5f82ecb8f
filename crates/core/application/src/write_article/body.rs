//! Writes the text of an article section by section. Sections whose length is far off are written once more.

use domain::articles::Stage;
use domain::articles::document::{Article, Section};
use domain::articles::outline::{Outline, PlannedSection};
use domain::articles::quality::Finding;
use domain::locale::Language;
use futures_util::future::BoxFuture;

use super::author::{Brief, Rejected, SectionInput};
use super::model_author::ModelAuthor;
use super::steps::side_by_side;
use super::{Setback, Writing};

/// Sections that are written at once: all of an article, within the engine's own limit.
const AT_ONCE: usize = 16;
/// Where writing begins and ends on the progress scale.
const PROGRESS: (usize, usize) = (15, 70);
/// The tolerated difference from a planned length, in per cent: `BODY` for a body and for the sections of one
/// that is further off, `SECTION` for other sections.
const BODY: u32 = 10;
const SECTION: u32 = 20;

impl Writing<'_> {
    /// All sections in their order, with about the planned length.
    pub(super) async fn text(
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
        let sections = side_by_side(first, AT_ONCE).await?;
        let planned: u32 = outline.sections.iter().map(PlannedSection::all_words).sum();
        let written: u32 = sections.iter().map(|section| words(section, brief.order.language)).sum();
        let tolerance = if is_off(written, planned, BODY) { BODY } else { SECTION };
        let mut second: Vec<BoxFuture<'_, Result<Section, Setback>>> = Vec::new();
        for pair in outline.sections.iter().zip(sections) {
            second.push(Box::pin(self.to_length(author, brief, engine, outline, (pair, tolerance))));
        }
        side_by_side(second, AT_ONCE).await
    }

    /// A section with about the planned length. One that is far off is written once more for the same length,
    /// and the closer one is taken.
    async fn to_length(
        &self,
        author: &ModelAuthor,
        brief: Brief<'_>,
        engine: &str,
        outline: &Outline,
        ((section, written), tolerance): ((&PlannedSection, Section), u32),
    ) -> Result<Section, Setback> {
        let (planned, language) = (section.all_words(), brief.order.language);
        let length = words(&written, language);
        if !is_off(length, planned, tolerance) {
            return Ok(written);
        }
        let too = if length > planned { "too long" } else { "too short" };
        let problem = format!("is {too}: it has {length} words, and {planned} are wanted");
        let findings = [Finding { place: Some(section.id.to_string()), problem, excerpt: None }];
        let rejected = Rejected { section: &written, findings: &findings, instructions: None };
        let wanted = SectionInput { outline, section, words: planned, rejected: Some(rejected) };
        let again = self.section(author, brief, engine, wanted).await?;
        let nearer = words(&again, language).abs_diff(planned) < length.abs_diff(planned);
        Ok(if nearer { again } else { written })
    }

    async fn first_version(
        &self,
        author: &ModelAuthor,
        brief: Brief<'_>,
        engine: &str,
        outline: &Outline,
        section: &PlannedSection,
    ) -> Result<Section, Setback> {
        let wanted = SectionInput { outline, section, words: section.all_words(), rejected: None };
        let written = self.section(author, brief, engine, wanted).await?;
        self.add_to_draft(&written, outline.sections.len()).await?;
        Ok(written)
    }

    /// One section, as it was stored for the same input, or written now.
    pub(super) async fn section(
        &self,
        author: &ModelAuthor,
        brief: Brief<'_>,
        engine: &str,
        wanted: SectionInput<'_>,
    ) -> Result<Section, Setback> {
        let rejected =
            wanted.rejected.map(|rejected| (rejected.section, rejected.findings, rejected.instructions));
        let input = (brief.order, wanted.outline, &wanted.section.id, wanted.words, rejected);
        let name = format!("{engine}/section/{}", wanted.section.id);
        let writing = async { Ok(author.section(brief, wanted).await?) };
        self.steps().run(name, input, writing).await
    }

    pub(super) async fn add_to_draft(&self, section: &Section, all: usize) -> Result<(), Setback> {
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

/// Whether a length differs from the planned one by more than `tolerance` per cent.
fn is_off(written: u32, planned: u32, tolerance: u32) -> bool {
    written.abs_diff(planned) * 100 > planned * tolerance
}

/// The words of a section, including its subsections.
pub(super) fn words(section: &Section, language: Language) -> u32 {
    editorial::words(&alone(section, language))
}

fn alone(section: &Section, language: Language) -> Article {
    Article { sections: vec![section.clone()], ..Article::empty(language) }
}
