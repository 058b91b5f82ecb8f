//! A whole draft, put together as the application does it, but one section after the other.

use std::sync::atomic::AtomicBool;

use domain::articles::document::{Article, Section};
use domain::articles::order::ArticleOrder;
use domain::articles::outline::{Outline, PlannedSection, SectionId};
use domain::articles::research::Research;
use drafting::{Assignment, DraftError, completed, edges, plan, reconciled};
use editorial::gates::GateContext;
use editorial::length::{WrittenSection, rewrites};
use ports::language_model::LanguageModel;

static GO_ON: AtomicBool = AtomicBool::new(false);

pub(crate) fn outline(order: &ArticleOrder) -> Outline {
    editorial::planning::plan(&plan(order), order, &Research::default()).unwrap()
}

pub(crate) fn write(model: &dyn LanguageModel, order: &ArticleOrder) -> Result<Article, DraftError> {
    let outline = outline(order);
    let body = reconciled(model, order, &outline, body(model, order, &outline)?, &GO_ON)?;
    let mut article = assembled(model, order, &outline, body)?;
    let context = GateContext {
        order,
        research: &Research::default(),
        internal_links: &[],
        own_articles: &[],
        json_ld_problems: &[],
    };
    editorial::cleaning::clean(&mut article, &context);
    editorial::length::trim(&mut article, &Research::default(), order.words);
    Ok(article)
}

fn body(
    model: &dyn LanguageModel,
    order: &ArticleOrder,
    outline: &Outline,
) -> Result<Vec<Section>, DraftError> {
    let assignment =
        |section, words, attempt| Assignment { order, outline, section, words, attempt, avoid: &[] };
    let first = outline
        .sections
        .iter()
        .map(|planned| drafting::section(model, &assignment(planned, planned_words(planned), 0), &GO_ON));
    let mut body = first.collect::<Result<Vec<_>, _>>()?;
    let length = |(planned, written): (&PlannedSection, &Section)| WrittenSection {
        section: planned.id.clone(),
        planned: planned_words(planned),
        written: words(written),
    };
    let lengths: Vec<WrittenSection> = outline.sections.iter().zip(&body).map(length).collect();
    for rewrite in rewrites(&lengths) {
        let index = body.iter().position(|section| section.id == rewrite.section).unwrap();
        let assignment = assignment(&outline.sections[index], rewrite.target, 1);
        let present = body[index].clone();
        body[index] = if words(&present) < rewrite.target {
            completed(model, &assignment, present, &GO_ON)?
        } else {
            drafting::section(model, &assignment, &GO_ON)?
        };
    }
    Ok(body)
}

fn assembled(
    model: &dyn LanguageModel,
    order: &ArticleOrder,
    outline: &Outline,
    body: Vec<Section>,
) -> Result<Article, DraftError> {
    let mut body = body;
    let edges = edges(model, order, outline, &body, &GO_ON)?;
    body.push(Section {
        id: SectionId::top(body.len() + 1),
        heading: edges.conclusion_heading,
        blocks: edges.conclusion,
        children: Vec::new(),
    });
    Ok(Article {
        focus_keyword: order.focus_keyword.clone(),
        title: edges.title,
        slug: order.focus_keyword.to_lowercase().replace(' ', "-"),
        meta_title: edges.meta_title,
        meta_description: edges.meta_description,
        excerpt: edges.excerpt,
        introduction: edges.introduction,
        sections: body,
        faq: Some(edges.faq),
        ..Article::empty(order.language)
    })
}

pub(crate) fn planned_words(section: &PlannedSection) -> u32 {
    section.words + section.children.iter().map(planned_words).sum::<u32>()
}

pub(crate) fn words(section: &Section) -> u32 {
    let alone =
        Article { sections: vec![section.clone()], ..Article::empty(domain::locale::Language::ENGLISH) };
    editorial::words(&alone)
}
