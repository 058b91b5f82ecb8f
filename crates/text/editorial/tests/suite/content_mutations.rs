//! Good articles with one defect each, which the check for it must detect.

use domain::articles::brief::QueryType;
use domain::articles::document::{Block, Span, Text};
use domain::articles::passages::Passage;
use domain::articles::research::SourceNumber;
use editorial::content::{CheckStatus, score};

use crate::content::good;
use crate::content_labelled::Labelled;

/// Every good article after a change, with the outcome of one check.
fn spoiled(change: impl Fn(&mut Labelled), name: &str) -> Vec<(String, CheckStatus, Option<f64>)> {
    let outcome = |mut article: Labelled| {
        change(&mut article);
        let checks = article.checks();
        let check = checks.iter().find(|check| check.name == name).unwrap();
        if check.status == CheckStatus::Fail && name != "heading_matter" {
            assert!(score(&checks).unwrap() < 60, "{}: {name}", article.name);
        }
        (article.name, check.status, check.value)
    };
    good().into_iter().map(outcome).collect()
}

fn fails_everywhere(change: impl Fn(&mut Labelled), name: &str) {
    let outcomes = spoiled(change, name);
    assert!(outcomes.iter().all(|(_, status, _)| *status == CheckStatus::Fail), "{name}: {outcomes:#?}");
}

/// Every text of an article, for changes.
fn texts(article: &mut Labelled) -> Vec<&mut Text> {
    let blocks = article.article.sections.iter_mut().flat_map(|section| &mut section.blocks);
    let blocks = article.article.introduction.iter_mut().chain(blocks);
    let body = blocks.flat_map(|block| match block {
        Block::Paragraph(text) | Block::Quote { text, .. } | Block::Callout { text, .. } => vec![text],
        Block::List { items, .. } => items.iter_mut().collect(),
        Block::Table { rows, .. } => rows.iter_mut().flatten().collect(),
        Block::Code { .. } => Vec::new(),
    });
    let answers = article.article.faq.iter_mut().flat_map(|faq| &mut faq.items).map(|item| &mut item.answer);
    body.chain(answers).collect()
}

fn for_every_span(article: &mut Labelled, mut change: impl FnMut(&mut Span)) {
    texts(article).into_iter().flatten().for_each(&mut change);
}

#[test]
fn sources_that_say_nothing_of_it() {
    let others = good();
    let foreign: Vec<Passage> = others.iter().flat_map(|other| other.passages.clone()).collect();
    let cite_foreign = |article: &mut Labelled| {
        let own: Vec<String> = article.passages.iter().map(|passage| passage.text.clone()).collect();
        let mut foreign: Vec<Passage> =
            foreign.iter().filter(|passage| !own.contains(&passage.text)).cloned().collect();
        // Both articles on money share a vocabulary. Foreign passages are those that the article itself
        // lacks.
        for passage in &mut foreign {
            passage.source = SourceNumber(99);
        }
        article.passages.extend(foreign);
        for_every_span(article, |span| {
            if let Span::Citation(number) = span {
                *number = SourceNumber(99);
            }
        });
    };
    fails_everywhere(cite_foreign, "citation_support");
}

#[test]
fn sources_are_swapped() {
    let swap = |article: &mut Labelled| {
        for_every_span(article, |span| match span {
            Span::Citation(number) if number.0 == 1 => *number = SourceNumber(2),
            Span::Citation(number) => *number = SourceNumber(1),
            _ => {}
        });
    };
    let outcomes = spoiled(swap, "citation_support");
    let failed = outcomes.iter().filter(|(_, status, _)| *status == CheckStatus::Fail).count();
    assert!(failed >= 5, "{outcomes:#?}");
}

#[test]
fn figures_are_invented() {
    let change = |article: &mut Labelled| {
        for_every_span(article, |span| {
            if let Span::Plain(words) = span {
                *words = words
                    .replace('1', "7")
                    .replace('5', "6")
                    .replace("four", "seventeen")
                    .replace("minutes", "weeks");
            }
        });
    };
    let outcomes = spoiled(change, "figures_supported");
    // The article on Git has no figures with a source.
    let failed = outcomes.iter().filter(|(_, status, _)| *status == CheckStatus::Fail).count();
    assert_eq!(failed, 5, "{outcomes:#?}");
}

#[test]
fn one_invented_figure_is_slight_only_among_many() {
    let outcome = |name: &str, copies: usize| {
        let mut article = good().into_iter().find(|article| article.name == name).unwrap();
        let sections = article.article.sections.clone();
        article.article.sections.extend(std::iter::repeat_n(sections, copies).flatten());
        let invented = Span::Plain("Studies say that it saves 8,123 dollars a year. ".to_owned());
        texts(&mut article)[0].insert(0, invented);
        let figures = article.checks().into_iter().find(|check| check.name == "figures_supported").unwrap();
        assert_eq!((figures.status, figures.value), (CheckStatus::Fail, Some(1.0)), "{}", figures.detail);
        figures.is_slight
    };
    assert!(!outcome("good_kettle", 0));
    assert!(outcome("good_kettle", 20));
    assert!(!outcome("good_chung_chi_quy", 20), "it is about money");
}

#[test]
fn lists_and_tables_become_prose() {
    let flatten = |article: &mut Labelled| {
        for section in &mut article.article.sections {
            let blocks = std::mem::take(&mut section.blocks);
            for block in blocks {
                match block {
                    Block::List { items, .. } => {
                        section.blocks.extend(items.into_iter().map(Block::Paragraph));
                    }
                    Block::Table { rows, .. } => {
                        section.blocks.extend(rows.into_iter().flatten().map(Block::Paragraph));
                    }
                    other => section.blocks.push(other),
                }
            }
        }
    };
    let mut seen = 0;
    for mut article in good() {
        let wants_form = matches!(article.query_type, QueryType::HowTo | QueryType::Comparison);
        flatten(&mut article);
        let checks = article.checks();
        let form = checks.iter().find(|check| check.name == "form").unwrap();
        assert_eq!(form.status == CheckStatus::Fail, wants_form, "{}", article.name);
        seen += usize::from(wants_form);
    }
    assert_eq!(seen, 4);
}

#[test]
fn sections_stand_below_the_wrong_headings() {
    let rotate = |article: &mut Labelled| {
        let body = article.article.sections.len() - 1;
        let mut blocks: Vec<Vec<Block>> = article.article.sections[..body]
            .iter_mut()
            .map(|section| std::mem::take(&mut section.blocks))
            .collect();
        blocks.rotate_left(2);
        for (section, blocks) in article.article.sections.iter_mut().zip(blocks) {
            section.blocks = blocks;
        }
    };
    let outcomes = spoiled(rotate, "heading_matter");
    let before = spoiled(|_| {}, "heading_matter");
    // Sections of one article share words, so swapping them fails in some articles only, but lowers the value
    // in all of them.
    let failed = outcomes.iter().filter(|(_, status, _)| *status == CheckStatus::Fail).count();
    let falls = outcomes.iter().zip(&before).all(|(after, before)| after.2 < before.2);
    assert!(failed >= 2 && falls, "{outcomes:#?}");
}

#[test]
fn answers_belong_to_other_questions() {
    let rotate = |article: &mut Labelled| {
        let items = &mut article.article.faq.as_mut().unwrap().items;
        let mut answers: Vec<Text> = items.iter_mut().map(|item| std::mem::take(&mut item.answer)).collect();
        answers.rotate_left(1);
        for (item, answer) in items.iter_mut().zip(answers) {
            item.answer = answer;
        }
    };
    let outcomes = spoiled(rotate, "faq_answers");
    let failed = outcomes.iter().filter(|(_, status, _)| *status == CheckStatus::Fail).count();
    assert!(failed >= 4, "{outcomes:#?}");
}

#[test]
fn the_beginning_promises_instead_of_answering() {
    let promise = |article: &mut Labelled| {
        let keyword = article.article.focus_keyword.clone();
        let words = if article.article.language == domain::locale::Language::ENGLISH {
            format!(
                "Many people ask about {keyword}. It is a popular topic, and rightly so. This guide explains everything \
                that you need to know, from the first question to the last. Whether you are new to it or have tried it before, there is \
                always something to learn, and a little knowledge goes a long way. People have different reasons for their interest, and all \
                of these reasons are good ones. In the end everybody wants to be satisfied, and that is possible with the right approach. \
                Take your time, read carefully, and do not worry if something is not clear at once."
            )
        } else {
            format!(
                "Nhiều người quan tâm đến {keyword}. Đây là một chủ đề rất phổ biến và hoàn toàn xứng đáng được quan tâm. Bài viết này \
                sẽ giải thích tất cả những gì bạn cần biết, từ đầu đến cuối. Dù bạn mới bắt đầu hay đã từng thử, lúc nào cũng có thêm điều \
                để học hỏi. Mỗi người có một lý do riêng, và lý do nào cũng tốt. Cuối cùng, ai cũng muốn hài lòng, và điều đó hoàn toàn có thể \
                nếu có cách tiếp cận đúng. Hãy dành thời gian, đọc kỹ và đừng lo lắng nếu chưa hiểu ngay."
            )
        };
        article.article.introduction = vec![Block::Paragraph(vec![Span::Plain(words)])];
    };
    fails_everywhere(promise, "answer_first");
}

#[test]
fn copied_passages_are_found_and_own_texts_are_not_measured() {
    let copy = |article: &mut Labelled| {
        let text: Vec<Block> = article
            .passages
            .iter()
            .map(|passage| Block::Paragraph(vec![Span::Plain(passage.text.clone())]))
            .collect();
        article.article.sections[0].blocks.extend(text);
    };
    fails_everywhere(copy, "copying");
    let own = |article: &mut Labelled| {
        copy(article);
        article.own = article.passages.iter().map(|passage| passage.source).collect();
    };
    let outcomes = spoiled(own, "copying");
    assert!(outcomes.iter().all(|(_, status, _)| *status == CheckStatus::NotMeasured), "{outcomes:#?}");
}

#[test]
fn claims_with_a_citation_are_a_share_of_all() {
    let claims =
        |article: &Labelled| article.checks().into_iter().find(|check| check.name == "cited_claims").unwrap();
    for mut article in good() {
        let before = claims(&article);
        assert_eq!(before.status, CheckStatus::Pass, "{}: {before:#?}", article.name);
        let invented =
            Block::Paragraph(vec![Span::Plain("It is better because it lasts 7 weeks. ".repeat(60))]);
        article.article.sections[0].blocks.push(invented);
        let after = claims(&article);
        assert!(
            after.status == CheckStatus::Fail && after.value < before.value,
            "{}: {after:#?}",
            article.name
        );
        assert_eq!(after.findings[0].problem, "has a figure or a claim and cites no source");
        article.passages.clear();
        let nothing = claims(&article);
        assert_eq!(
            (nothing.status, nothing.detail.as_str()),
            (CheckStatus::NotMeasured, "There are no sources.")
        );
    }
}

#[test]
fn sensitive_topics_need_citations() {
    let uncited = |article: &mut Labelled| {
        for text in texts(article) {
            text.retain(|span| !matches!(span, Span::Citation(_)));
        }
    };
    let mut article = good().into_iter().find(|article| article.name == "good_chung_chi_quy").unwrap();
    uncited(&mut article);
    let checks = article.checks();
    for name in ["figures_supported", "cited_sections", "cited_claims", "sensitive_topic"] {
        let check = checks.iter().find(|check| check.name == name).unwrap();
        assert_eq!(check.status, CheckStatus::Fail, "{name}: {}", check.detail);
        assert!(!check.findings.is_empty() && check.findings.iter().all(|finding| finding.place.is_some()));
    }
    let mut everyday = good().into_iter().find(|article| article.name == "good_kettle").unwrap();
    uncited(&mut everyday);
    let checks = everyday.checks();
    let figures = checks.iter().find(|check| check.name == "figures_supported").unwrap();
    assert_eq!(
        figures.status,
        CheckStatus::Pass,
        "ordinary quantities need no citation: {:#?}",
        figures.findings
    );
    assert!(!figures.findings.is_empty(), "but they are listed");
}
