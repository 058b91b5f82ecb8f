//! Checks of the text as a whole: its length, its visibility, and leftovers such as placeholders.

use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, MatchKind};
use seo::dom::NodeId;

use crate::check::{Category, Check, Evidence, Finding, Needs, Outcome, Seen, Severity};
use crate::document::{Document, Script};
use crate::facts::{Facts, Probe};

use super::figures::{counted, percent, share, size};
use super::rendered_text;

/// Pages with fewer words seldom answer a question.
const FEWEST_WORDS: usize = 200;
/// If text is a smaller share of the HTML, in percent, the page is mostly markup and scripts.
const LEAST_TEXT: usize = 10;
/// Smaller pages are thin rather than heavy, in bytes.
const SMALLEST_HTML: usize = 4096;
/// The least hidden text that is suspicious, in characters and in percent of the visible text.
const LEAST_HIDDEN: usize = 250;
const LEAST_HIDDEN_SHARE: usize = 20;
/// The longest error page, in words.
const LONGEST_ERROR: usize = 150;
/// The fewest words added by scripts that count as content, in words and in percent of the shown text.
const FEWEST_MISSING: usize = 50;
const LEAST_MISSING: usize = 25;
/// The largest acceptable share of small text, in percent.
const MOST_SMALL_TEXT: u64 = 40;

pub(crate) const CHECKS: &[Check] = &[
    Check {
        id: "content.thin",
        category: Category::Content,
        severity: Severity::Medium,
        expects: "The main text has at least 200 words",
        fix: "Answer the questions that bring readers to this page, or merge it with a page that does; \
              keep short pages out of the index with noindex if they are not meant to be found.",
        needs: Needs::Markup,
        run: thin,
    },
    Check {
        id: "content.low_text_ratio",
        category: Category::Content,
        severity: Severity::Low,
        expects: "At least 10 % of the HTML is text",
        fix: "Move inline scripts, styles and images into files of their own, and leave out markup and data that nothing uses.",
        needs: Needs::Markup,
        run: low_text_ratio,
    },
    Check {
        id: "content.lorem",
        category: Category::Content,
        severity: Severity::High,
        expects: "No placeholder text is left",
        fix: "Replace the placeholder with the real text, or remove the element that holds it.",
        needs: Needs::Markup,
        run: lorem,
    },
    Check {
        id: "content.hidden_text",
        category: Category::Content,
        severity: Severity::Medium,
        expects: "Text is not hidden from readers",
        fix: "Show the text, remove it, or put it into an element that readers can open, such as <details>; \
              search engines take text that only they can see for deception.",
        needs: Needs::Markup,
        run: hidden_text,
    },
    Check {
        id: "content.soft_404",
        category: Category::Content,
        severity: Severity::High,
        expects: "A page that says it was not found has the status 404",
        fix: "Answer with status 404 or 410 where there is no page, or redirect to the page that took its place.",
        needs: Needs::Answer,
        run: soft_404,
    },
    Check {
        id: "content.js_only",
        category: Category::Content,
        severity: Severity::Medium,
        expects: "The main text is in the HTML as it is sent",
        fix: "Render the main text on the server or when the site is built; crawlers that run scripts come later, and many run none.",
        needs: Needs::Browser,
        run: js_only,
    },
    Check {
        id: "content.font_tiny",
        category: Category::Content,
        severity: Severity::Medium,
        expects: "At least 60 % of the text is shown with 12 pixels or more",
        fix: "Set the body text to 16 pixels and small print to at least 12 pixels, and check that the page has a viewport tag.",
        needs: Needs::Browser,
        run: font_tiny,
    },
];

fn thin(facts: &Facts<'_>) -> Outcome {
    let document = facts.document;
    let words = document.text.word_count();
    if words >= FEWEST_WORDS {
        return Outcome::Passed;
    }
    if document.forms.iter().any(|form| form.password) {
        return Outcome::skipped("the page is a form to sign in or up");
    }
    if document.metas_named("robots").any(|(_, content)| content.to_ascii_lowercase().contains("noindex")) {
        return Outcome::skipped("the page asks not to be indexed");
    }
    let words = counted(words, "word", "words");
    Outcome::Found(Finding::new(format!(
        "The main text has {words}; fewer than {FEWEST_WORDS} seldom answer what a visitor came for."
    )))
}

fn low_text_ratio(facts: &Facts<'_>) -> Outcome {
    let document = facts.document;
    let (text, html) = (document.text.all().len(), document.source().len());
    if html < SMALLEST_HTML || percent(text, html) >= LEAST_TEXT {
        return Outcome::Passed;
    }
    let mut inline: Vec<&Script> =
        document.scripts.iter().filter(|script| script.text.len() > html / 20).collect();
    inline.sort_by_key(|script| std::cmp::Reverse(script.text.len()));
    let scripts: usize = document.scripts.iter().map(|script| script.text.len()).sum();
    let weight = match percent(scripts, html) {
        0..20 => String::new(),
        _ => format!("; inline scripts and data take {}", size(scripts as u64)),
    };
    let (share, text, html) = (share(text, html), size(text as u64), size(html as u64));
    let message = format!("Of {html} of HTML, {share} is text ({text}){weight}.");
    let evidence = inline.iter().take(Finding::MOST_EVIDENCE).map(|script| {
        document.evidence(script.node).detailed(format!("{} inline", size(script.text.len() as u64)))
    });
    Outcome::Found(Finding { evidence: evidence.collect(), ..Finding::new(message) })
}

/// Parts of common placeholder texts that do not occur in sentences about placeholders.
static PLACEHOLDERS: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| {
    let parts = [
        "psum dolor sit",
        "psum Dolor Sit",
        "PSUM DOLOR SIT",
        "consectetur adip",
        "perspiciatis unde omnis",
        "at vero eos et accus",
        "At vero eos et accus",
    ];
    AhoCorasick::builder().match_kind(MatchKind::LeftmostFirst).build(parts).ok()
});

fn lorem(facts: &Facts<'_>) -> Outcome {
    let document = facts.document;
    let is_about = |text: &str| text.to_lowercase().contains("lorem");
    // Pages about placeholders show them on purpose.
    if document.titles.iter().any(|title| is_about(&title.text) && title.text.len() < 200) {
        return Outcome::Passed;
    }
    let holds_one = |text: &str| PLACEHOLDERS.as_ref().is_some_and(|parts| parts.is_match(text));
    // Most pages hold none, and one search of the whole text is faster than searching its blocks.
    let page_holds_one = holds_one(document.text.all());
    let left_over = document.text.blocks.iter().filter(|block| {
        let text = document.text.of(block);
        text.eq_ignore_ascii_case("lorem ipsum") || (page_holds_one && holds_one(text))
    });
    Outcome::of_each(
        left_over,
        |block| document.evidence(block.node),
        |count| {
            let places = counted(count, "piece of text is", "pieces of text are");
            format!("{places} a placeholder (lorem ipsum).")
        },
    )
}

/// Elements that users can open, or that are not regular text.
const OPENED: [&str; 6] = ["aside", "details", "dialog", "menu", "nav", "template"];
/// Parts of the classes, ids and roles of such elements.
const OPENED_WORDS: [&str; 32] = [
    "accordion",
    "alert",
    "banner",
    "carousel",
    "cart",
    "collaps",
    "consent",
    "cookie",
    "desktop",
    "dialog",
    "drawer",
    "dropdown",
    "expand",
    "faq",
    "filter",
    "flyout",
    "lightbox",
    "loader",
    "menu",
    "mobile",
    "modal",
    "nav",
    "offcanvas",
    "overlay",
    "popover",
    "popup",
    "search",
    "slide",
    "tab",
    "toast",
    "toggle",
    "tooltip",
];
/// How many ancestors of an element are examined.
const HIGHEST: usize = 6;
/// How many elements are examined closely.
const MOST_SUSPECTS: usize = 5;

fn hidden_text(facts: &Facts<'_>) -> Outcome {
    let document = facts.document;
    let mut suspects: Vec<_> =
        document.hidden.iter().copied().filter(|(_, characters)| *characters >= LEAST_HIDDEN).collect();
    suspects.sort_by_key(|(_, characters)| std::cmp::Reverse(*characters));
    suspects.truncate(MOST_SUSPECTS);
    suspects.retain(|(node, _)| !is_opened(document, *node) && !is_named_elsewhere(document, *node));
    let hidden: usize = suspects.iter().map(|(_, characters)| characters).sum();
    let visible = document.text.all().chars().count();
    if suspects.is_empty() || hidden * 100 < visible * LEAST_HIDDEN_SHARE {
        return Outcome::Passed;
    }
    Outcome::of_each(
        suspects,
        |(node, characters)| document.evidence(node).detailed(format!("{characters} characters")),
        |_| {
            format!(
                "{hidden} characters of text are hidden by inline styles or attributes, beside {visible} that readers see."
            )
        },
    )
}

/// Whether users can open what an element hides: it is, or is inside, a menu, dialog, tab or the like.
fn is_opened(document: &Document, node: NodeId) -> bool {
    let mut current = Some(node);
    for _ in 0..HIGHEST {
        let Some(element) = current.and_then(|node| document.element(node)) else { return false };
        let mut attributes = ["class", "id", "role"].iter().filter_map(|name| element.attribute(name));
        if OPENED.contains(&element.name()) || attributes.any(names_opened) {
            return true;
        }
        current = current.and_then(|node| document.dom().parent(node));
    }
    false
}

fn names_opened(value: &str) -> bool {
    let value = value.to_ascii_lowercase();
    let mut parts = value.split(|letter: char| !letter.is_ascii_alphanumeric());
    parts.any(|part| !part.starts_with("tabl") && OPENED_WORDS.iter().any(|word| part.contains(word)))
}

/// Whether a script, label or link names the element, which is then shown at some time.
fn is_named_elsewhere(document: &Document, node: NodeId) -> bool {
    let Some(id) = document.attribute(node, "id").filter(|id| !id.is_empty()) else { return false };
    document.source().matches(id).nth(1).is_some()
}

/// Typical beginnings of error pages, in lower case.
const NOT_FOUND: [&str; 42] = [
    "page not found",
    "not found",
    "404 error",
    "error 404",
    "page doesn't exist",
    "page does not exist",
    "page can't be found",
    "page cannot be found",
    "page could not be found",
    "page isn't available",
    "nothing found",
    "no longer available",
    "no results found",
    "không tìm thấy",
    "không tồn tại",
    "lỗi 404",
    "không có kết quả",
    "nicht gefunden",
    "existiert nicht",
    "introuvable",
    "n'existe pas",
    "no encontrada",
    "no encontrado",
    "no existe",
    "non trovata",
    "non trovato",
    "não encontrada",
    "não encontrado",
    "niet gevonden",
    "nie znaleziono",
    "nie została znaleziona",
    "hittades inte",
    "blev ikke fundet",
    "ikke funnet",
    "bulunamadı",
    "tidak ditemukan",
    "не найдена",
    "не найдено",
    "見つかりません",
    "不存在",
    "찾을 수 없",
    "ไม่พบ",
];

fn soft_404(facts: &Facts<'_>) -> Outcome {
    let Some(response) = &facts.answer.response else {
        return Outcome::skipped("the HTML was handed in, so its status is not known");
    };
    let document = facts.document;
    if !(200..300).contains(&response.status) || document.text.word_count() >= LONGEST_ERROR {
        return Outcome::Passed;
    }
    let titles = document.titles.iter().map(|title| (title.node, &title.text));
    let headings = document.headings.iter().filter(|heading| heading.level == 1);
    let mut said = titles.chain(headings.map(|heading| (heading.node, &heading.text)));
    let Some((node, text)) = said.find(|(_, text)| says_not_found(text)) else { return Outcome::Passed };
    let message = format!("The page says “{text}”, but its status is {}.", response.status);
    Outcome::Found(Finding::new(message).at(document.evidence(node)).seen(Seen::Raw))
}

fn says_not_found(text: &str) -> bool {
    let text = text.to_lowercase().replace('’', "'");
    // A product may be called 404 as well, but then the number does not come first.
    text.split(|letter: char| !letter.is_alphanumeric()).next() == Some("404")
        || NOT_FOUND.iter().any(|words| text.contains(words))
}

fn js_only(facts: &Facts<'_>) -> Outcome {
    let rendered = match facts.browser {
        Probe::Known(rendered) => rendered,
        Probe::Unknown(reason) => return Outcome::skipped(reason.as_str()),
    };
    let compared = rendered_text::compare(facts.document, &rendered.document);
    let share = percent(compared.missing, compared.shown);
    if compared.missing < FEWEST_MISSING || share < LEAST_MISSING {
        return Outcome::Passed;
    }
    let message = format!(
        "Of {} words that the browser shows, {} ({share} %) are missing in the HTML as it was sent; scripts add them.",
        compared.shown, compared.missing
    );
    let evidence = compared.examples.iter().map(|node| rendered.document.evidence(*node)).collect();
    Outcome::Found(Finding { evidence, ..Finding::new(message) })
}

fn font_tiny(facts: &Facts<'_>) -> Outcome {
    let rendered = match facts.browser {
        Probe::Known(rendered) => rendered,
        Probe::Unknown(reason) => return Outcome::skipped(reason.as_str()),
    };
    let sizes = &rendered.rendering.text_sizes;
    if sizes.characters == 0 {
        return Outcome::skipped("the browser shows no text");
    }
    let share = sizes.small_characters * 100 / sizes.characters;
    if share <= MOST_SMALL_TEXT {
        return Outcome::Passed;
    }
    let evidence = sizes.small.iter().map(|small| Evidence {
        selector: Some(small.selector.clone()),
        detail: Some(format!("{} pixels", small.pixels)),
        ..Evidence::of_text(&small.snippet)
    });
    let message = format!("{share} % of the text is shown with less than 12 pixels.");
    Outcome::Found(Finding { evidence: evidence.collect(), ..Finding::new(message) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn error_pages_are_known_by_their_words() {
        for text in [
            "404",
            "404 - Trang không tồn tại",
            "Page Not Found | Shop",
            "Không tìm thấy trang",
            "Page doesn’t exist",
        ] {
            assert!(says_not_found(text), "{text}");
        }
        for text in ["Peugeot 404 for sale", "How we found it", "Tìm thấy kho báu", ""] {
            assert!(!says_not_found(text), "{text}");
        }
    }
}
