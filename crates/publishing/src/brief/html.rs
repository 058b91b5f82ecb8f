//! A brief as a page that can be printed. It needs no script and carries its style with it.

use std::collections::BTreeSet;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use domain::articles::brief::{BriefQuestion, BriefSection, CheckKind, ContentBrief, FactKind, TermKind};
use domain::articles::passages::{Passage, PassageId};
use sha2::{Digest as _, Sha256};

use super::labels::Labels;
use super::{agreement, cited, is_unanswered, listed, of_kind, values};
use crate::address::linkable;
use crate::markup::Markup;
use crate::phrases::direction;
use crate::plain::trimmed;

const STYLE: &str = include_str!("style.css");

/// The value of `Content-Security-Policy` for the page: its own style and nothing else.
#[must_use]
pub fn brief_content_security_policy() -> String {
    let style = BASE64_STANDARD.encode(Sha256::digest(STYLE));
    format!(
        "default-src 'none'; style-src 'sha256-{style}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
}

/// The brief as a whole page.
#[must_use]
pub fn brief_html(brief: &ContentBrief) -> String {
    let labels = Labels::of(brief.language);
    let mut markup = Markup::with_capacity(64 * 1024);
    markup.markup("<!DOCTYPE html>\n");
    let language = labels.language;
    markup.open("html", &[("lang", language.as_str()), ("dir", direction(language))]);
    markup.line();
    markup.markup("<head>\n<meta charset=\"utf-8\">\n");
    markup.markup("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    markup.markup("<meta name=\"robots\" content=\"noindex\">\n");
    let title = format!("{}: {}", labels.brief, trimmed(&brief.keyword));
    markup.element_line("title", &[], &title);
    markup.markup("<style>");
    markup.markup(STYLE);
    markup.markup("</style>\n</head>\n");
    markup.open("body", &[]);
    markup.line();
    markup.open("main", &[]);
    markup.line();
    markup.element_line("h1", &[], &title);
    let mut page = Page { brief, labels, markup, shown: BTreeSet::new() };
    page.summary();
    page.missing();
    page.titles();
    page.outline();
    page.facts();
    page.terms();
    page.gaps();
    page.questions();
    page.links();
    page.checklist();
    page.pages();
    page.sources();
    let mut markup = page.markup;
    markup.close_line("main");
    markup.close_line("body");
    markup.close_line("html");
    markup.finish()
}

struct Page<'a> {
    brief: &'a ContentBrief,
    labels: &'static Labels,
    markup: Markup,
    /// Passages that stand on the page already.
    shown: BTreeSet<PassageId>,
}

impl Page<'_> {
    fn heading(&mut self, heading: &str) {
        self.markup.element_line("h2", &[], heading);
    }

    fn paragraph(&mut self, text: &str) {
        self.markup.element_line("p", &[], text);
    }

    fn labelled(&mut self, label: &str, text: &str) {
        self.markup.open("p", &[]);
        self.markup.element("strong", &[], &format!("{label}:"));
        self.markup.text(" ");
        self.markup.text(text);
        self.markup.close_line("p");
    }

    fn row(&mut self, label: &str, value: &str) {
        self.markup.element("dt", &[], label);
        self.markup.element_line("dd", &[], value);
    }

    fn summary(&mut self) {
        let (brief, labels) = (self.brief, self.labels);
        self.markup.open("dl", &[]);
        self.markup.line();
        self.row(
            labels.query_type,
            &format!("{}. {}", labels.type_name(brief.query_type), brief.query_type_reason),
        );
        self.row(labels.form, &brief.form);
        let others = brief.intent.secondary.iter().map(|intent| labels.intent_name(*intent).to_owned());
        let first = format!(
            "{} ({:.0} %)",
            labels.intent_name(brief.intent.primary),
            brief.intent.confidence * 100.0
        );
        self.row(labels.intent, &std::iter::once(first).chain(others).collect::<Vec<_>>().join(", "));
        let signals: Vec<&str> = brief.intent.signals.iter().map(|signal| signal.evidence.as_str()).collect();
        if !signals.is_empty() {
            self.row(labels.signals, &signals.join("; "));
        }
        let median =
            brief.median_words.map(|words| format!("; {}", labels.median(words))).unwrap_or_default();
        self.row(labels.length, &format!("{}{median}", labels.words(brief.recommended_words)));
        if let Some(searches) = brief.keyword_figures.monthly_searches {
            self.row(labels.searches, &labels.number(searches));
        }
        let related = brief.keyword_figures.related.iter().map(|related| {
            let searches = related.monthly_searches.map(|searches| format!(" ({})", labels.number(searches)));
            format!("{}{}", related.keyword, searches.unwrap_or_default())
        });
        let related: Vec<String> = related.collect();
        if !related.is_empty() {
            self.row(labels.related, &related.join(", "));
        }
        self.row(
            labels.meta_title,
            &format!("{} ({})", brief.meta_title, labels.characters(&brief.meta_title)),
        );
        let description =
            format!("{} ({})", brief.meta_description, labels.characters(&brief.meta_description));
        self.row(labels.meta_description, &description);
        self.markup.close_line("dl");
    }

    fn missing(&mut self) {
        let (brief, labels) = (self.brief, self.labels);
        if brief.missing.is_empty() && brief.warnings.is_empty() {
            return;
        }
        self.markup.open("section", &[("class", "missing")]);
        self.heading(labels.missing);
        self.markup.open("ul", &[]);
        for missing in &brief.missing {
            self.markup.open("li", &[]);
            self.markup.element("strong", &[], &format!("{}:", labels.part_name(missing.part)));
            self.markup.text(" ");
            self.markup.text(&missing.message);
            self.markup.close_line("li");
        }
        for warning in &brief.warnings {
            self.markup.element_line("li", &[], warning);
        }
        self.markup.close_line("ul");
        self.markup.close_line("section");
    }

    fn titles(&mut self) {
        let (brief, labels) = (self.brief, self.labels);
        self.heading(labels.titles);
        self.markup.open("ol", &[]);
        for title in &brief.titles {
            self.markup.open("li", &[]);
            self.markup.element("strong", &[], &title.text);
            self.markup.element(
                "small",
                &[],
                &format!(" {}; {}", title.angle, labels.characters(&title.text)),
            );
            self.markup.close_line("li");
        }
        self.markup.close_line("ol");
    }

    fn outline(&mut self) {
        let (brief, labels) = (self.brief, self.labels);
        self.heading(labels.outline);
        self.labelled(labels.opening, &brief.opening);
        for section in &brief.sections {
            self.section(section);
        }
    }

    fn section(&mut self, section: &BriefSection) {
        let labels = self.labels;
        self.markup.open("section", &[("id", &format!("section-{}", section.id))]);
        self.markup.element_line("h3", &[], &format!("{}. {}", section.id, trimmed(&section.heading)));
        let about = format!(
            "{}; {}; {}",
            labels.about_words(section.words),
            labels.form_name(section.form),
            labels.origin_name(section.origin)
        );
        self.markup.element_line("p", &[("class", "about")], &about);
        self.labelled(labels.purpose, &section.purpose);
        self.markup.element_line("h4", &[], labels.must_answer);
        self.question_list(&section.questions);
        if !section.points.is_empty() {
            self.labelled(labels.points, &section.points.join("; "));
        }
        if !section.covered_by.is_empty() {
            self.labelled(labels.covered_by, &listed(&section.covered_by));
        }
        if !section.evidence.is_empty() {
            self.markup.element_line("h4", &[], labels.evidence);
            for id in &section.evidence {
                self.passage(*id);
            }
        } else if !self.brief.sources.is_empty() {
            self.labelled(labels.evidence, labels.no_evidence);
        }
        self.markup.close_line("section");
    }

    fn question_list(&mut self, questions: &[BriefQuestion]) {
        let labels = self.labels;
        self.markup.open("ul", &[]);
        for question in questions {
            self.markup.open("li", &[]);
            self.markup.text(&question.text);
            let passages: Vec<String> = question.evidence.iter().map(|id| format!("p{}", id.0)).collect();
            let note = if is_unanswered(question) && !self.brief.sources.is_empty() {
                format!(" ({}; {})", labels.asker(question.origin), labels.unanswered)
            } else if passages.is_empty() {
                String::new()
            } else {
                format!(" ({}; {})", labels.asker(question.origin), passages.join(", "))
            };
            self.markup.element("small", &[], &note);
            self.markup.close_line("li");
        }
        self.markup.close_line("ul");
    }

    fn passage(&mut self, id: PassageId) {
        let Some(passage) = self.brief.passage(id) else { return };
        let sources: Vec<_> = passage.sources().collect();
        let cited = cited(&sources);
        if !self.shown.insert(id) {
            let again = format!("p{} {cited} ({})", id.0, self.labels.above);
            self.markup.element_line("p", &[("class", "again")], &again);
            return;
        }
        self.markup.open("figure", &[("id", &format!("p{}", id.0))]);
        self.markup.element_line("figcaption", &[], &format!("p{} {cited} {}", id.0, place(passage)));
        // Code stands between fences.
        for (index, part) in passage.text.split("```").enumerate() {
            let text = part.trim_matches('\n');
            let name = if index.is_multiple_of(2) { "blockquote" } else { "pre" };
            if !text.is_empty() {
                self.markup.element_line(name, &[], text);
            }
        }
        self.markup.close_line("figure");
    }

    fn facts(&mut self) {
        let (brief, labels) = (self.brief, self.labels);
        self.heading(labels.facts);
        if brief.facts.is_empty() {
            self.paragraph(labels.no_facts);
            return;
        }
        let defaults = of_kind(&brief.facts, FactKind::Default);
        if !defaults.is_empty() {
            self.markup.element_line("h3", &[], labels.defaults);
            self.table(
                &[labels.setting, labels.default_value, labels.agreement],
                defaults.iter().map(|fact| [fact.about.clone(), values(fact), agreement(fact, labels)]),
            );
        }
        let formulas = of_kind(&brief.facts, FactKind::Formula);
        if !formulas.is_empty() {
            self.markup.element_line("h3", &[], labels.formulas);
            self.markup.open("ul", &[]);
            for value in formulas.iter().flat_map(|fact| &fact.values) {
                self.markup.open("li", &[]);
                self.markup.element("code", &[], &value.value);
                self.markup.text(&format!(" {}", cited(&value.sources)));
                self.markup.close_line("li");
            }
            self.markup.close_line("ul");
        }
        let figures = of_kind(&brief.facts, FactKind::Figure);
        if !figures.is_empty() {
            self.markup.element_line("h3", &[], labels.figures);
            self.markup.open("ul", &[]);
            for fact in figures {
                self.markup.open("li", &[]);
                self.markup.element("strong", &[], &fact.about);
                self.markup.text(&format!(" ({})", agreement(fact, labels)));
                self.markup.open("ul", &[]);
                for value in &fact.values {
                    self.markup.open("li", &[]);
                    self.markup.element("strong", &[], &value.value);
                    self.markup.text(&format!(" {}: {}", cited(&value.sources), value.sentence));
                    self.markup.close_line("li");
                }
                self.markup.close("ul");
                self.markup.close_line("li");
            }
            self.markup.close_line("ul");
        }
    }

    fn table<const N: usize>(&mut self, columns: &[&str; N], rows: impl Iterator<Item = [String; N]>) {
        self.markup.open("table", &[]);
        self.markup.open("tr", &[]);
        for column in columns {
            self.markup.element("th", &[("scope", "col")], column);
        }
        self.markup.close_line("tr");
        for row in rows {
            self.markup.open("tr", &[]);
            for cell in row {
                self.markup.element("td", &[], &cell);
            }
            self.markup.close_line("tr");
        }
        self.markup.close_line("table");
    }

    fn terms(&mut self) {
        let (brief, labels) = (self.brief, self.labels);
        self.heading(labels.terms);
        if brief.terms.is_empty() {
            self.paragraph(labels.no_terms);
            return;
        }
        let of = |kind: TermKind| -> Vec<&str> {
            brief.terms.iter().filter(|term| term.kind == kind).map(|term| term.text.as_str()).collect()
        };
        self.paragraph(&of(TermKind::Term).join(", "));
        let names = of(TermKind::Name);
        if !names.is_empty() {
            self.labelled(labels.names, &names.join(", "));
        }
    }

    fn gaps(&mut self) {
        let (brief, labels) = (self.brief, self.labels);
        if brief.sources.is_empty() {
            return;
        }
        self.heading(labels.gaps);
        if brief.gaps.is_empty() {
            self.paragraph(labels.no_gaps);
            return;
        }
        self.markup.open("ul", &[]);
        for gap in &brief.gaps {
            let section = gap
                .section
                .as_ref()
                .map(|section| format!("; {} {section}", labels.in_section))
                .unwrap_or_default();
            self.markup.open("li", &[]);
            self.markup.text(&gap.topic);
            let note = format!(
                " ({}; {:.0} % {}{section})",
                labels.gap_name(gap.reason),
                gap.coverage * 100.0,
                labels.covered
            );
            self.markup.element("small", &[], &note);
            self.markup.close_line("li");
        }
        self.markup.close_line("ul");
    }

    fn questions(&mut self) {
        let (brief, labels) = (self.brief, self.labels);
        self.heading(labels.questions);
        if brief.questions.is_empty() {
            self.paragraph(labels.no_questions(brief));
            return;
        }
        self.question_list(&brief.questions);
        for id in brief.questions.iter().flat_map(|question| question.evidence.iter().copied()) {
            if !self.shown.contains(&id) {
                self.passage(id);
            }
        }
    }

    fn links(&mut self) {
        let (brief, labels) = (self.brief, self.labels);
        if brief.internal_links.is_empty() {
            return;
        }
        self.heading(labels.links);
        self.markup.open("ul", &[]);
        for link in &brief.internal_links {
            let section = link
                .section
                .as_ref()
                .map(|section| format!("; {} {section}", labels.in_section))
                .unwrap_or_default();
            self.markup.open("li", &[]);
            self.link(&link.url, link.title.as_deref().unwrap_or(&link.url));
            self.markup.element(
                "small",
                &[],
                &format!(" ({}: {}{section})", labels.shares, link.shared.join(", ")),
            );
            self.markup.close_line("li");
        }
        self.markup.close_line("ul");
    }

    fn link(&mut self, url: &str, title: &str) {
        match linkable(url) {
            Some(url) => self.markup.element("a", &[("href", &url), ("rel", "noopener")], title),
            None => self.markup.text(title),
        }
    }

    fn checklist(&mut self) {
        let (brief, labels) = (self.brief, self.labels);
        self.heading(labels.checklist);
        self.markup.open("ul", &[("class", "checklist")]);
        for kind in CheckKind::ALL {
            for item in brief.checklist.iter().filter(|item| item.kind == kind) {
                self.markup.open("li", &[]);
                self.markup.element("strong", &[], &format!("{}:", labels.check_name(kind)));
                self.markup.text(" ");
                self.markup.text(&item.text);
                self.markup.close_line("li");
            }
        }
        self.markup.close_line("ul");
    }

    fn pages(&mut self) {
        let (brief, labels) = (self.brief, self.labels);
        self.heading(labels.pages);
        if brief.pages.is_empty() {
            self.paragraph(labels.no_pages);
            return;
        }
        self.markup.open("ul", &[("class", "pages")]);
        for page in &brief.pages {
            self.markup.open("li", &[]);
            self.markup.text(&format!("{}. ", page.position));
            self.link(&page.url, &page.title);
            let words = page.words.map(|words| format!("; {}", labels.words(words))).unwrap_or_default();
            let source = page.source.map(|source| format!("; [{}]", source.0)).unwrap_or_default();
            let left_out = page
                .left_out
                .as_ref()
                .map(|reason| format!("; {}: {reason}", labels.left_out))
                .unwrap_or_default();
            self.markup.element("small", &[], &format!("{words}{source}{left_out}"));
            if !page.headings.is_empty() {
                self.markup.open("ul", &[]);
                for heading in &page.headings {
                    self.markup.element_line(
                        "li",
                        &[("class", &format!("h{}", heading.level))],
                        &heading.text,
                    );
                }
                self.markup.close("ul");
            }
            self.markup.close_line("li");
        }
        self.markup.close_line("ul");
    }

    fn sources(&mut self) {
        let (brief, labels) = (self.brief, self.labels);
        if brief.sources.is_empty() {
            return;
        }
        self.heading(labels.sources);
        self.markup.open("ul", &[("class", "pages")]);
        for source in &brief.sources {
            self.markup.open("li", &[]);
            self.markup.text(&format!("[{}] {}, ", source.number.0, source.title));
            match &source.url {
                Some(url) => self.link(url, url),
                None => self.markup.text(labels.your_text),
            }
            if let Some(date) = &source.published {
                self.markup.text(&format!(", {date}"));
            }
            self.markup.close_line("li");
        }
        self.markup.close_line("ul");
    }
}

/// The page and the headings of a passage.
fn place(passage: &Passage) -> String {
    let path = passage.path.iter().filter(|heading| **heading != passage.title);
    [&passage.title]
        .into_iter()
        .chain(path)
        .map(|part| trimmed(part).into_owned())
        .collect::<Vec<_>>()
        .join(" › ")
}
