//! Whether the beginning of an article answers the query.

use std::collections::HashSet;

use domain::articles::brief::QueryType;
use domain::articles::document::Block;
use domain::locale::Language;
use seo::words::{is_function_word, normalise, split};

use super::numbers::{has_amount, numbers};
use super::statements::Statement;
use super::{ContentCheck, Limit, Subject, finding, measured, not_measured};
use crate::share;
use crate::spans::plain;

const NAME: &str = "answer_first";
const LIMIT: Limit = Limit::AtLeast(1.0);
/// The answer must begin within so many words.
const BEGINNING: u32 = 100;
/// The share of the topic's words that must stand there.
const NAMED: f64 = 0.5;
/// How many words of the steps or entries a sentence must have to name them.
const TELLING: usize = 3;
/// How many words beyond the keyword an explanation needs.
const EXPLAINING: usize = 3;
/// How many words beyond the keyword a sentence that names both sides needs to distinguish them.
const TELLING_BOTH: usize = 5;

/// Openings of sentences that promise an answer instead of giving one.
#[rustfmt::skip]
const PROMISES: [&str; 32] = [
    "this guide", "this article", "in this post", "this post", "you will learn", "you'll learn", "we will", "we'll", "read on", "let's", "let us look",
    "below you", "here is everything", "everything you need", "want to know", "wondering", "the following sections", "this page", "are looking for", "look no further",
    "bài viết này", "bài viết dưới", "bài này", "dưới đây", "sau đây", "cùng tìm hiểu", "hãy cùng", "hướng dẫn này", "mời bạn", "chúng ta sẽ",
    "trong bài", "tìm hiểu",
];

pub(super) fn first(subject: &Subject<'_>) -> ContentCheck {
    let beginning = beginning(subject);
    if beginning.is_empty() {
        return not_measured(NAME, LIMIT, "The article has no text.");
    }
    let place = &beginning[0].place;
    let text = beginning.iter().map(|statement| statement.text.as_str()).collect::<Vec<_>>().join(" ");
    let named = subject.keyword.share_in(&text);
    if named < NAMED {
        let problem = format!("the first {BEGINNING} words do not name what the query is about");
        return measured(NAME, 0.0, LIMIT, sentence(&problem), vec![finding(place, problem, &text)]);
    }
    match missing(subject, &beginning) {
        None => {
            let detail = format!("The first {BEGINNING} words name the topic and answer the query.");
            measured(NAME, 1.0, LIMIT, detail, Vec::new())
        }
        Some(missing) => {
            let problem = format!("the first {BEGINNING} words {missing}");
            measured(NAME, 0.0, LIMIT, sentence(&problem), vec![finding(place, problem, &text)])
        }
    }
}

fn sentence(problem: &str) -> String {
    let mut letters = problem.chars();
    letters.next().map_or_else(String::new, |first| format!("{}{}.", first.to_uppercase(), letters.as_str()))
}

/// The statements that begin within the first words.
fn beginning<'s>(subject: &'s Subject<'_>) -> Vec<&'s Statement> {
    let mut count = 0;
    let spoken = subject.statements.iter().filter(|statement| statement.is_spoken());
    spoken
        .take_while(|statement| {
            let before = count;
            count += seo::words::count(&statement.text);
            before < BEGINNING
        })
        .collect()
}

/// What is missing at the beginning.
fn missing(subject: &Subject<'_>, beginning: &[&Statement]) -> Option<&'static str> {
    let language = subject.language();
    let telling: Vec<&str> =
        beginning.iter().map(|statement| statement.text.as_str()).filter(|text| !promises(text)).collect();
    let any = |holds: &dyn Fn(&str) -> bool| telling.iter().any(|text| holds(text));
    if asks_for_amount(&subject.keyword.text) {
        return (!any(&|text| has_amount(text, language)))
            .then_some("do not give the figure that the query asks for");
    }
    match subject.input.query_type {
        Some(QueryType::Price) => {
            let has_price = |text: &str| numbers(text, language).iter().any(super::numbers::Number::is_money);
            (!any(&has_price)).then_some("do not give a price")
        }
        Some(QueryType::HowTo | QueryType::Troubleshooting) => {
            let acts =
                |text: &str| !numbers(text, language).is_empty() || tells(subject, text, &steps(subject));
            (!any(&acts) && !begins_with_code(subject))
                .then_some("do not say what to do, neither the decisive figure nor the action")
        }
        Some(QueryType::Comparison) => compares(subject, &telling),
        Some(QueryType::List) => {
            let entries = entries(subject);
            let text = telling.join(" ");
            let count = entries.iter().filter(|entry| is_named(subject, entry, &text)).count();
            (count < 2 && entries.len() > 2).then_some("name none or only one of the entries")
        }
        Some(QueryType::Definition) | None => {
            let explains = |text: &str| defines(subject, text);
            (!any(&explains)).then_some("do not say what it is")
        }
        Some(QueryType::Review | QueryType::Local | QueryType::News) => {
            let says = |text: &str| subject.keyword.others(text).len() >= EXPLAINING;
            (!any(&says)).then_some("say nothing beyond the keyword")
        }
    }
}

/// Whether the beginning contains the command to type.
fn begins_with_code(subject: &Subject<'_>) -> bool {
    subject.input.article.introduction.iter().any(|block| matches!(block, Block::Code { .. }))
}

fn promises(text: &str) -> bool {
    let normal = normalise(text);
    PROMISES.iter().any(|promise| normal.contains(promise))
}

/// Whether a question asks for a figure.
pub(super) fn asks_for_amount(question: &str) -> bool {
    const ENGLISH: [&str; 11] = [
        "how much",
        "how many",
        "how long",
        "how often",
        "how hot",
        "how far",
        "how old",
        "how big",
        "what temperature",
        "what ratio",
        "how soon",
    ];
    const VIETNAMESE: [&str; 8] =
        ["bao nhiêu", "bao lâu", "mấy phút", "mấy giờ", "mấy ngày", "mấy lần", "mấy gam", "bao xa"];
    let normal = normalise(question);
    ENGLISH.iter().chain(&VIETNAMESE).any(|words| normal.contains(words))
}

/// Whether a sentence defines the thing: it names it, has a word such as `is`, and adds something to the
/// query.
fn defines(subject: &Subject<'_>, text: &str) -> bool {
    let normal = normalise(text);
    let words: Vec<&str> = split(&normal).collect();
    let verbs: &[&str] = match subject.language() {
        Language::ENGLISH => &[
            "is",
            "are",
            "means",
            "mean",
            "was",
            "were",
            "refers",
            "describes",
            "moves",
            "lets",
            "does",
            "do",
            "has",
            "have",
            "works",
        ],
        Language::VIETNAMESE => &["là", "gồm", "nghĩa", "chỉ", "giúp", "dùng"],
        _ => return subject.keyword.share_in(text) >= NAMED,
    };
    let says = words.iter().any(|word| verbs.contains(word)) || subject.input.query_type.is_none();
    let beyond = subject.keyword.others(text);
    let background = |word: &String| seo::words::is_background(word, subject.language());
    let telling = beyond.iter().filter(|word| !background(word)).count();
    says && subject.keyword.share_in(text) >= NAMED && telling >= EXPLAINING
}

/// Whether a sentence mentions steps.
fn tells(subject: &Subject<'_>, text: &str, steps: &HashSet<String>) -> bool {
    subject.keyword.others(text).intersection(steps).count() >= TELLING
}

/// The words of numbered lists; where there are none, of all lists.
fn steps(subject: &Subject<'_>) -> HashSet<String> {
    let words = |numbered: bool| -> HashSet<String> {
        let lists = subject.input.article.blocks().filter_map(|block| match block {
            Block::List { ordered, items } if *ordered || !numbered => Some(items),
            _ => None,
        });
        lists.flatten().flat_map(|item| subject.keyword.others(&plain(item))).collect()
    };
    let steps = words(true);
    if steps.is_empty() { words(false) } else { steps }
}

/// The entries of a list: the strong words or beginnings of items, and headings.
fn entries(subject: &Subject<'_>) -> Vec<String> {
    let article = subject.input.article;
    let headings = article.flattened().into_iter().map(|(_, section)| section.heading.clone());
    let items = article.blocks().filter_map(|block| match block {
        Block::List { items, .. } => Some(items),
        _ => None,
    });
    let name = |item: &domain::articles::document::Text| {
        let text = plain(item);
        text.split([':', '.', ',', '–', '—']).next().unwrap_or_default().to_owned()
    };
    let rows = article.blocks().filter_map(|block| match block {
        Block::Table { rows, .. } => Some(rows.iter().filter_map(|row| row.first()).map(plain)),
        _ => None,
    });
    headings.chain(items.flatten().map(name)).chain(rows.flatten()).collect()
}

fn is_named(subject: &Subject<'_>, entry: &str, text: &str) -> bool {
    let (entry, text) = (subject.keyword.others(entry), subject.keyword.others(text));
    !entry.is_empty() && share(entry.intersection(&text).count(), entry.len()) >= 0.5
}

/// A side of a comparison.
#[derive(Debug, PartialEq)]
pub(super) struct Side {
    stems: Vec<String>,
    language: Language,
}

impl Side {
    fn new(words: &[&str], language: Language) -> Option<Self> {
        let named = words.iter().filter(|word| !is_function_word(word, language));
        let stems: Vec<String> = named.map(|word| seo::stem(word, language)).collect();
        (!stems.is_empty()).then_some(Self { stems, language })
    }

    /// Whether a text names this side. One of several words is enough if the other side lacks it.
    pub(super) fn is_in(&self, text: &str) -> bool {
        let normal = normalise(text);
        let words: HashSet<String> = split(&normal).map(|word| seo::stem(word, self.language)).collect();
        self.stems.iter().all(|stem| words.contains(stem))
    }
}

/// The two sides that a keyword compares.
pub(super) fn sides(keyword: &str, language: Language) -> Option<(Side, Side)> {
    const BETWEEN: [&str; 10] = ["vs", "versus", "or", "and", "with", "hay", "và", "với", "hoặc", "khác"];
    const AROUND: [&str; 18] = [
        "difference",
        "between",
        "compare",
        "compared",
        "so",
        "sánh",
        "phân",
        "biệt",
        "nên",
        "chọn",
        "mua",
        "dùng",
        "khác",
        "nhau",
        "gì",
        "giữa",
        "which",
        "better",
    ];
    let normal = normalise(keyword);
    let words: Vec<&str> = split(&normal).collect();
    let middle = words.iter().position(|word| BETWEEN.contains(word) && *word != words[0])?;
    let names = |part: &[&'_ str]| -> Vec<String> {
        part.iter().filter(|word| !AROUND.contains(word)).map(|word| (*word).to_owned()).collect()
    };
    let (one, other) = (names(&words[..middle]), names(&words[middle + 1..]));
    // Shared words do not distinguish the sides.
    let own = |words: &[String], others: &[String]| -> Vec<String> {
        let own: Vec<String> = words.iter().filter(|word| !others.contains(word)).cloned().collect();
        if own.is_empty() { words.to_vec() } else { own }
    };
    let (one, other) = (own(&one, &other), own(&other, &one));
    // The longer side has the common word: `git rebase vs merge`, `induction vs gas cooktop`.
    let both = one.len().min(other.len());
    let (one, other) = (&one[one.len() - both..], &other[..both]);
    let side = |words: &[String]| Side::new(&words.iter().map(String::as_str).collect::<Vec<_>>(), language);
    Some((side(one)?, side(other)?))
}

/// What is missing at the beginning of a comparison.
fn compares(subject: &Subject<'_>, text: &[&str]) -> Option<&'static str> {
    const VERDICTS: [&str; 30] = [
        "better",
        "best",
        "choose",
        "prefer",
        "pick",
        "if",
        "when",
        "while",
        "whereas",
        "difference",
        "but",
        "than",
        "instead",
        "unless",
        "wins",
        "safer",
        "faster",
        "cheaper",
        "suits",
        "hơn",
        "nên",
        "chọn",
        "khi",
        "nếu",
        "còn",
        "khác",
        "nhưng",
        "thay",
        "hợp",
        "phù",
    ];
    let named = sides(&subject.input.article.focus_keyword, subject.language());
    if named.as_ref().is_some_and(|(one, other)| !one.is_in(&text.join(" ")) || !other.is_in(&text.join(" ")))
    {
        return Some("do not name both sides");
    }
    let judges = text.iter().any(|sentence| {
        let in_it =
            |side: fn(&(Side, Side)) -> &Side| named.as_ref().is_none_or(|it| side(it).is_in(sentence));
        let (one, other) = (in_it(|sides| &sides.0), in_it(|sides| &sides.1));
        let has_verdict = split(&normalise(sentence)).any(|word| VERDICTS.contains(&word));
        // "Rebase what only you use, merge what others use" needs no comparing word.
        let tells_both =
            named.is_some() && one && other && subject.keyword.others(sentence).len() >= TELLING_BOTH;
        ((one || other) && has_verdict) || tells_both
    });
    (!judges).then_some("name both sides but say neither how they differ nor which to take")
}
