//! A whole draft, one section after the other, as a caller puts it together.

use std::sync::atomic::AtomicBool;

use domain::articles::document::{Article, Block, Section, Span};
use domain::articles::order::ArticleOrder;
use domain::articles::outline::{Outline, PlannedSection, SectionId};
use domain::articles::research::Research;
use drafting::{Assignment, DraftError, edges, extend, plan, without_repetition};
use ports::language_model::LanguageModel;

static GO_ON: AtomicBool = AtomicBool::new(false);
/// Fewer lost words than this are not worth another attempt.
const WORTH_IT: u32 = 15;

pub(crate) fn outline(order: &ArticleOrder) -> Outline {
    editorial::planning::plan(&plan(order), order, &Research::default()).unwrap()
}

pub(crate) fn write(model: &dyn LanguageModel, order: &ArticleOrder) -> Result<Article, DraftError> {
    let outline = outline(order);
    let ask = |section: &PlannedSection, words, attempt, avoid: &[String]| {
        let assignment = Assignment { order, outline: &outline, section, words, attempt, avoid };
        drafting::section(model, &assignment, &GO_ON)
    };
    let written = outline.sections.iter().map(|planned| ask(planned, words(planned), 0, &[]));
    let mut body = written.collect::<Result<Vec<_>, _>>()?;
    for short in without_repetition(&mut body, &[]) {
        let index = body.iter().position(|section| section.id == short.section).unwrap();
        if short.words >= WORTH_IT {
            let avoid: Vec<String> = body.iter().flat_map(sentences).collect();
            if let Ok(more) = ask(&outline.sections[index], short.words + 10, 1, &avoid) {
                extend(&mut body[index], more);
            }
        }
    }
    let edges = edges(model, order, &outline, &body, &GO_ON)?;
    body.push(Section {
        id: SectionId::top(body.len() + 1),
        heading: edges.conclusion_heading,
        blocks: edges.conclusion,
        children: Vec::new(),
    });
    Ok(Article {
        focus_keyword: order.focus_keyword.clone(),
        title: edges.title,
        slug: editorial::slug::slug(&order.focus_keyword),
        meta_title: edges.meta_title,
        meta_description: edges.meta_description,
        excerpt: edges.excerpt,
        introduction: edges.introduction,
        sections: body,
        faq: Some(edges.faq),
        ..Article::empty(order.language)
    })
}

fn words(section: &PlannedSection) -> u32 {
    section.words + section.children.iter().map(words).sum::<u32>()
}

pub(crate) fn sentences(section: &Section) -> Vec<String> {
    let mut found = Vec::new();
    for text in section.blocks.iter().flat_map(Block::texts) {
        let plain: String = text.iter().map(Span::words).collect();
        found.extend(
            prose::sentences::split(&plain, domain::locale::Language::ENGLISH).into_iter().map(str::to_owned),
        );
    }
    found.extend(section.children.iter().flat_map(sentences));
    found
}
