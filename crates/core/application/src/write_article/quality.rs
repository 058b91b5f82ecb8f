//! Turns a text into one that can be delivered: deterministic repairs, the gates, a second draft or a
//! revision, and repairs. A change is dropped if a gate gets worse.

use std::ops::RangeInclusive;

use domain::articles::document::{Article, Section};
use domain::articles::outline::SectionId;
use domain::articles::quality::{Finding, Quality};
use domain::articles::record::{Dossier, Generation, Problem, Tier, Written};
use domain::articles::research::Research;
use domain::articles::{ArticleId, ArticleStatus};
use domain::credits::Credits;
use domain::prices::{PER_CHARACTER, PER_IMAGE};
use editorial::cleaning;
use editorial::gates::{self, GateContext};
use editorial::revision::is_within;
use editorial::second_draft::SecondDraft;
use prose::fingerprint::Fingerprint;

use super::author::{AuthorError, Brief, Planned, Rejected, SectionInput};
use super::body::words;
use super::model_author::ModelAuthor;
use super::{MODEL_STEPS, Setback, Writing};
use crate::publish_article::Dates;

/// Articles of the same account that a new one is compared with.
pub(crate) const MOST_COMPARED: u32 = 20;

/// Gates that reject no revision: a better text need not keep the variety of sentences, and sentences with
/// different figures are as often two cases as a contradiction, which the next round can decide.
const LENIENT: [&str; 2] = ["sentence_length_variation", "contradictions"];

/// A text with its measurements.
#[derive(Clone)]
pub(super) struct Judged {
    pub(super) article: Article,
    pub(super) quality: Quality,
}

impl Judged {
    fn failures(&self) -> usize {
        self.quality.failures().count()
    }

    /// The number of faults that broken gates find.
    fn problems(&self) -> usize {
        self.quality.failures().map(|gate| gate.findings.len()).sum()
    }

    /// Whether every gate that held before still holds.
    fn keeps_gates_of(&self, other: &Self) -> bool {
        let held = |quality: &Quality, name: &str| {
            quality.gates.iter().find(|gate| gate.name == name).is_some_and(|gate| gate.passed)
        };
        let kept =
            other.quality.gates.iter().filter(|gate| gate.passed && !LENIENT.contains(&gate.name.as_str()));
        kept.into_iter().all(|gate| held(&self.quality, &gate.name))
    }

    /// The changed places in which gates that held before now find faults; all of them if the gates name
    /// none.
    fn blamed<'p>(&self, before: &Self, changed: &[&'p str]) -> Vec<&'p str> {
        let held = |name: &str| before.quality.gates.iter().any(|gate| gate.name == name && gate.passed);
        let broken = self.quality.failures().filter(|gate| held(&gate.name));
        let places: Vec<&str> =
            broken.flat_map(|gate| &gate.findings).filter_map(|finding| finding.place.as_deref()).collect();
        let is_blamed = |place: &&&str| places.iter().any(|found| is_within(found, place));
        let blamed: Vec<&str> = changed.iter().filter(is_blamed).copied().collect();
        if blamed.is_empty() { changed.to_vec() } else { blamed }
    }

    /// Better means that fewer gates are broken, or that they find fewer faults, and that no gate that held
    /// is broken.
    fn is_better_than(&self, other: &Self) -> bool {
        let rank = |it: &Self| (it.failures(), it.problems(), std::cmp::Reverse(it.quality.score));
        self.keeps_gates_of(other) && rank(self) < rank(other)
    }
}

/// Rounds of changes: an editor's revision, repairs of what checks find, and repairs of a second draft.
const REVISION: usize = 0;
const REPAIR: usize = 1;
const SECOND_REPAIR: usize = 2;

/// What changes of an article are based on.
pub(super) struct Polish<'a> {
    pub(super) author: &'a ModelAuthor,
    pub(super) brief: Brief<'a>,
    pub(super) planned: &'a Planned,
    pub(super) own: &'a [Fingerprint],
}

impl Polish<'_> {
    pub(super) async fn judge(&self, writing: &Writing<'_>, article: Article) -> Judged {
        writing.judged(article, None, self.brief.research, self.own, &self.planned.generation).await
    }

    /// A second draft with its repairs; `None` if it fails more checks than the first.
    pub(super) async fn repaired(
        &self,
        writing: &Writing<'_>,
        draft: SecondDraft,
        first: &Judged,
    ) -> Result<Option<Judged>, Setback> {
        let mut article = first.article.clone();
        // Sources that were not cited were removed, and the new text may cite them.
        article.sources.clone_from(&self.brief.research.sources);
        let second = draft.in_place_of(&article, writing.record.order.title.is_some());
        let second = self.judge(writing, second).await;
        let second = self.revised(writing, second, SECOND_REPAIR..=SECOND_REPAIR).await?;
        let is_kept = second.keeps_gates_of(first) || second.failures() <= first.failures();
        if !is_kept {
            tracing::info!(article = %writing.record.id, "a second draft is not taken, because it fails more checks than the first");
        }
        Ok(is_kept.then_some(second))
    }

    /// An article with repairs of what checks find.
    pub(super) async fn with_repairs(
        &self,
        writing: &Writing<'_>,
        article: Judged,
    ) -> Result<Judged, Setback> {
        self.revised(writing, article, REPAIR..=REPAIR).await
    }

    /// An article after some rounds of changes, or as many as it needs.
    async fn revised(
        &self,
        writing: &Writing<'_>,
        first: Judged,
        rounds: RangeInclusive<usize>,
    ) -> Result<Judged, Setback> {
        let (author, brief) = (self.author, self.brief);
        let mut best = first;
        let mut refused = Vec::new();
        for number in rounds {
            let present = (&best.article, &best.quality, &refused[..]);
            let Some(round) = writing.round(author, brief, &self.planned.outline, present, number).await?
            else {
                continue;
            };
            let mut kept = round.places();
            let (article, not_taken) = writing.changed(brief, &round, &kept).await;
            let mut candidate = self.judge(writing, article).await;
            refused = not_taken;
            // A change that breaks a gate is dropped; changes in other places may still be kept.
            while !candidate.keeps_gates_of(&best) {
                let blamed = candidate.blamed(&best, &kept);
                refused.extend(blamed.iter().map(|place| dropped(place, &best, &candidate)));
                tracing::info!(article = %writing.record.id, ?blamed, "parts of a revision are not taken");
                kept.retain(|place| !blamed.contains(place));
                candidate = match kept[..] {
                    [] => best.clone(),
                    _ => self.judge(writing, writing.changed(brief, &round, &kept).await.0).await,
                };
            }
            // An editor's improvements may not be measured by any gate.
            if number == REVISION || candidate.is_better_than(&best) {
                best = candidate;
            }
        }
        Ok(best)
    }
}

impl Writing<'_> {
    /// Improves an article that was written section by section: a second draft if the text is short enough to
    /// be written in one piece, otherwise a revision, and then repairs of what checks still find.
    pub(super) async fn polish(&self, polish: &Polish<'_>, article: Article) -> Result<Judged, Setback> {
        let first = polish.judge(self, article).await;
        if !polish.author.writes_whole(polish.brief.order) {
            return polish.revised(self, first, REVISION..=REPAIR).await;
        }
        let (outline, text) = (&polish.planned.outline, (&first.article, None));
        let draft = self.second_draft(polish.author, polish.brief, outline, text, &first.quality).await?;
        let second = match draft {
            Some(draft) => polish.repaired(self, draft, &first).await?,
            None => None,
        };
        match second {
            Some(second) => Ok(second),
            None => polish.with_repairs(self, first).await,
        }
    }

    /// The article as it would be delivered: cleaned and measured. If one section is regenerated, only that one is cleaned.
    pub(super) async fn judged(
        &self,
        article: Article,
        anew: Option<&SectionId>,
        research: &Research,
        own: &[Fingerprint],
        generation: &Generation,
    ) -> Judged {
        let permit = self.all.cpu_pool.permit().await;
        let (order, research, own) = (self.record.order.clone(), research.clone(), own.to_vec());
        let (links, site) = (self.links.clone(), self.services.site.clone());
        let now = self.all.clock.now();
        let (tier, is_sample) = (generation.tier, generation.is_sample());
        let anew = anew.cloned();
        let work = move || {
            let mut article = article;
            let context = |problems| GateContext {
                order: &order,
                research: &research,
                internal_links: &links,
                own_articles: &own,
                json_ld_problems: problems,
                tier,
                is_sample,
            };
            match &anew {
                Some(section) => drop(cleaning::clean_section(&mut article, section, &context(&[]))),
                // The customer's own words are delivered as they stand.
                None if tier == Tier::Notes => {}
                None => drop(cleaning::clean(&mut article, &context(&[]))),
            }
            let facts = site.facts(&article, Dates { published_at: now, modified_at: now });
            let problems = publishing::problems(&publishing::json_ld(&article, &facts));
            let quality = gates::measure(&article, &context(&problems));
            Judged { article, quality }
        };
        permit.run(work).await
    }

    pub(super) fn written(&self, generation: &Generation, research: &Research, judged: Judged) -> Written {
        let Judged { article, quality } = judged;
        let missing =
            usize::try_from(self.record.order.images).unwrap_or(0).saturating_sub(article.images.len());
        let mut warnings = research.warnings.clone();
        warnings.extend(self.no_links.clone());
        if missing > 0 {
            warnings.push(format!(
                "{missing} of the requested images could not be generated and are not charged"
            ));
        }
        let free = article.images.len() - article.charged_images();
        if free > 0 {
            warnings.push(format!(
                "{free} of the images are abstract covers, because no image engine draws their subject; they are not charged"
            ));
        }
        Written {
            generation: generation.clone(),
            grounding: research.grounding,
            words: editorial::words(&article),
            characters: publishing::billable_characters(&article),
            quality,
            judgement: None,
            article,
            warnings,
            unused: Vec::new(),
        }
    }

    /// Fingerprints of the account's other articles. Their choice is a step, so that an attempt that starts
    /// again is judged like the first.
    pub(super) async fn own_articles(&self) -> Result<Vec<Fingerprint>, Setback> {
        let articles = &self.all.articles;
        let purse = self.record.purse;
        let choosing = self.steps().run("compared", self.record.id, async {
            let done = articles.articles(purse, Some(ArticleStatus::Completed), None, MOST_COMPARED).await?;
            let others = done.into_iter().filter(|record| record.id != self.record.id);
            Ok(others.map(|record| record.id).collect())
        });
        let others: Vec<ArticleId> = choosing.await?;
        // Twenty texts are large, and a thousand articles may wait here.
        let permit = self.all.cpu_pool.permit().await;
        let mut texts = Vec::new();
        for id in others {
            let written = articles.written(id).await?;
            texts.extend(written.filter(|written| written.article.language == self.record.order.language));
        }
        let look = move || texts.iter().map(|written| gates::fingerprint(&written.article)).collect();
        Ok(permit.run(look).await)
    }

    /// A finished article with one regenerated section.
    pub(super) async fn anew(
        &self,
        author: &ModelAuthor,
        dossier: &Dossier,
        written: Written,
        id: &SectionId,
    ) -> Result<Written, Setback> {
        let brief = self.brief(&dossier.research);
        let Written { mut article, generation, warnings, .. } = written;
        let missing = || Setback::Final(not_rewritable());
        let present = article.sections.iter_mut().find(|section| section.id == *id).ok_or_else(missing)?;
        let planned = dossier.outline.sections.iter().find(|section| section.id == *id);
        let wanted = SectionInput {
            outline: &dossier.outline,
            section: planned.ok_or_else(missing)?,
            words: words(present, brief.order.language),
            rejected: Some(Rejected {
                section: present,
                findings: &[],
                instructions: self.job.task.instructions(),
            }),
        };
        let section: Section = self.section(author, brief, &format!("{MODEL_STEPS}/anew"), wanted).await?;
        let before = std::mem::replace(present, section);
        let own = self.own_articles().await?;
        let judged = self.judged(article, Some(id), brief.research, &own, &generation).await;
        let after = judged.article.sections.iter().find(|section| section.id == *id);
        if after.is_none_or(|after| *after == before || !has_text(after)) {
            return Err(missing());
        }
        Ok(Written { warnings, ..self.written(&generation, brief.research, judged) })
    }
}

/// The finding that the changes in a place were dropped, and because of which gate.
fn dropped(place: &str, before: &Judged, after: &Judged) -> Finding {
    let held = |name: &str| before.quality.gates.iter().any(|gate| gate.name == name && gate.passed);
    let broken = after.quality.failures().find(|gate| held(&gate.name));
    let reason = broken.map_or_else(String::new, |gate| {
        let found = gate.findings.first().map(|finding| finding.problem.as_str()).unwrap_or_default();
        format!(" the check {} would fail. {found}", gate.name)
    });
    Finding {
        place: None,
        problem: format!("your changes of {place} were not taken:{reason}"),
        excerpt: None,
    }
}

fn has_text(section: &Section) -> bool {
    !section.blocks.is_empty() || section.children.iter().any(has_text)
}

fn not_rewritable() -> Problem {
    let message = "the section can't be written in another way".to_owned();
    Problem { code: "upstream_failed".to_owned(), message }
}

/// What an article costs.
pub(super) fn price(article: &Article) -> Credits {
    let characters = i64::try_from(publishing::billable_characters(article)).unwrap_or(i64::MAX);
    let images = i64::try_from(article.charged_images()).unwrap_or(i64::MAX);
    Credits::new(
        characters
            .saturating_mul(PER_CHARACTER.as_i64())
            .saturating_add(images.saturating_mul(PER_IMAGE.as_i64())),
    )
}

/// A few words instead of an article are not what was requested, and are not charged.
pub(super) fn enough(written: u32, ordered: u32) -> Result<(), AuthorError> {
    if written < ordered / 3 {
        let message = format!("only {written} of the {ordered} requested words could be written");
        return Err(AuthorError::Unusable(message));
    }
    Ok(())
}
