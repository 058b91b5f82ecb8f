//! A brief as Markdown.
//!
//! Words of pages are escaped where Markdown would read a mark. Underscores within words stay, because
//! Markdown does not read them as marks and the writer sees the plain text.

use std::collections::BTreeSet;

use domain::articles::brief::{
    BriefQuestion, BriefSection, CheckKind, ContentBrief, FactGroup, FactKind, TermKind,
};
use domain::articles::passages::{Passage, PassageId, PassageKind};

use super::labels::Labels;
use super::{agreement, cited, is_unanswered, listed, of_kind};
use crate::address::linkable;
use crate::markdown::escaping;
use crate::plain::trimmed;

/// The brief as Markdown.
#[must_use]
pub fn brief_markdown(brief: &ContentBrief) -> String {
    let mut writer =
        Writer { brief, labels: Labels::of(brief.language), text: String::new(), shown: BTreeSet::new() };
    writer.summary();
    writer.missing();
    writer.titles();
    writer.outline();
    writer.facts();
    writer.terms();
    writer.gaps();
    writer.questions();
    writer.links();
    writer.checklist();
    writer.pages();
    writer.sources();
    writer.text
}

struct Writer<'a> {
    brief: &'a ContentBrief,
    labels: &'static Labels,
    text: String,
    /// Passages that are already in the document.
    shown: BTreeSet<PassageId>,
}

impl Writer<'_> {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn heading(&mut self, level: usize, heading: &str) {
        if !self.text.is_empty() && !self.text.ends_with("\n\n") {
            self.line("");
        }
        self.line(&format!("{} {}", "#".repeat(level), escaping::escaped(&trimmed(heading))));
        self.line("");
    }

    fn fact_line(&mut self, label: &str, value: &str) {
        self.line(&format!("- **{label}:** {value}"));
    }

    fn summary(&mut self) {
        let (brief, labels) = (self.brief, self.labels);
        self.heading(1, &format!("{}: {}", labels.brief, brief.keyword));
        let kind = format!("{}. {}", labels.type_name(brief.query_type), escaped(&brief.query_type_reason));
        self.fact_line(labels.query_type, &kind);
        self.fact_line(labels.form, &escaped(&brief.form));
        let intent = format!(
            "{} ({:.0} %)",
            labels.intent_name(brief.intent.primary),
            brief.intent.confidence * 100.0
        );
        let others: Vec<&str> =
            brief.intent.secondary.iter().map(|intent| labels.intent_name(*intent)).collect();
        let intent =
            [intent].into_iter().chain(others.into_iter().map(str::to_owned)).collect::<Vec<_>>().join(", ");
        self.fact_line(labels.intent, &intent);
        let signals: Vec<String> =
            brief.intent.signals.iter().map(|signal| escaped(&signal.evidence)).collect();
        // Signals are in English.
        if !signals.is_empty() && !labels.vietnamese() {
            self.fact_line("Signals", &signals.join("; "));
        }
        let median =
            brief.median_words.map(|words| format!("; {}", labels.median(words))).unwrap_or_default();
        self.fact_line(labels.length, &format!("{}{median}", labels.words(brief.recommended_words)));
        if let Some(searches) = brief.keyword_figures.monthly_searches {
            self.fact_line(labels.searches, &labels.number(searches));
        }
        let related = brief.keyword_figures.related.iter().map(|related| {
            let searches = related.monthly_searches.map(|searches| format!(" ({})", labels.number(searches)));
            format!("{}{}", escaped(&related.keyword), searches.unwrap_or_default())
        });
        let related: Vec<String> = related.collect();
        if !related.is_empty() {
            self.fact_line(labels.related, &related.join(", "));
        }
    }

    fn missing(&mut self) {
        let (brief, labels) = (self.brief, self.labels);
        if !brief.missing.is_empty() {
            self.heading(2, labels.missing);
            for missing in &brief.missing {
                self.line(&format!(
                    "- **{}:** {}",
                    labels.part_name(missing.part),
                    escaped(&missing.message)
                ));
            }
        }
        if !brief.warnings.is_empty() {
            self.heading(2, labels.warnings);
            for warning in &brief.warnings {
                self.line(&format!("- {}", escaped(warning)));
            }
        }
    }

    fn titles(&mut self) {
        let (brief, labels) = (self.brief, self.labels);
        self.heading(2, labels.titles);
        for (number, title) in (1..).zip(&brief.titles) {
            let length = labels.characters(&title.text);
            self.line(&format!(
                "{number}. **{}** ({}; {length})",
                escaped(&title.text),
                escaped(&title.angle)
            ));
        }
        self.heading(2, labels.metadata);
        for (label, text) in
            [(labels.meta_title, &brief.meta_title), (labels.meta_description, &brief.meta_description)]
        {
            self.fact_line(label, &format!("{} ({})", escaped(text), labels.characters(text)));
        }
    }

    fn outline(&mut self) {
        let (brief, labels) = (self.brief, self.labels);
        self.heading(2, labels.outline);
        self.line(&format!("**{}:** {}", labels.opening, escaped(&brief.opening)));
        for section in &brief.sections {
            self.section(section);
        }
    }

    fn section(&mut self, section: &BriefSection) {
        let labels = self.labels;
        self.heading(3, &format!("{}. {}", section.id, section.heading));
        let about = format!(
            "*{}; {}; {}*",
            labels.about_words(section.words),
            labels.form_name(section.form),
            labels.origin_name(section.origin)
        );
        self.line(&about);
        self.line("");
        self.line(&format!("**{}:** {}", labels.purpose, escaped(&section.purpose)));
        self.line("");
        self.line(&format!("**{}:**", labels.must_answer));
        self.line("");
        for question in &section.questions {
            self.question(question);
        }
        if !section.points.is_empty() {
            let points: Vec<String> = section.points.iter().map(|point| escaped(point)).collect();
            self.line("");
            self.line(&format!("**{}:** {}", labels.points, points.join("; ")));
        }
        if !section.covered_by.is_empty() {
            self.line("");
            self.line(&format!("**{}:** {}", labels.covered_by, listed(&section.covered_by)));
        }
        self.line("");
        if section.evidence.is_empty() {
            if !self.brief.sources.is_empty() {
                self.line(&format!("**{}:** {}", labels.evidence, labels.no_evidence));
            }
            return;
        }
        self.line(&format!("**{}:**", labels.evidence));
        for id in &section.evidence {
            self.passage(*id);
        }
    }

    fn question(&mut self, question: &BriefQuestion) {
        let labels = self.labels;
        let text = escaped(&question.text);
        let asker = labels.asker(question.origin);
        let note = if is_unanswered(question) && !self.brief.sources.is_empty() {
            format!(" *({asker}; {})*", labels.unanswered)
        } else if question.evidence.is_empty() {
            String::new()
        } else {
            let passages: Vec<String> = question.evidence.iter().map(|id| format!("p{}", id.0)).collect();
            format!(" *({asker}; {})*", passages.join(", "))
        };
        self.line(&format!("- {text}{note}"));
    }

    fn passage(&mut self, id: PassageId) {
        let Some(passage) = self.brief.passage(id) else { return };
        self.line("");
        let sources: Vec<_> = passage.sources().collect();
        let place = place(passage);
        if !self.shown.insert(id) {
            self.line(&format!("> **p{}** {} *({})*", id.0, cited(&sources), self.labels.above));
            return;
        }
        self.line(&format!("> **p{}** {} {}", id.0, cited(&sources), escaped(&place)));
        self.line(">");
        self.quoted(passage);
    }

    fn quoted(&mut self, passage: &Passage) {
        let mut in_code = false;
        for line in passage.text.lines() {
            let is_fence = line.starts_with("```");
            in_code ^= is_fence;
            if in_code || is_fence {
                self.line(&format!("> {line}"));
                continue;
            }
            let is_entry = line.starts_with("- ");
            let text = escaped(line.trim_start_matches("- "));
            // A separate line in a quotation needs a line break.
            let end = if passage.kind == PassageKind::Table { "  " } else { "" };
            self.line(&format!("> {}{text}{end}", if is_entry { "- " } else { "" }));
        }
    }

    fn facts(&mut self) {
        let (brief, labels) = (self.brief, self.labels);
        self.heading(2, labels.facts);
        if brief.facts.is_empty() {
            self.line(labels.no_facts);
            return;
        }
        let defaults = of_kind(&brief.facts, FactKind::Default);
        if !defaults.is_empty() {
            self.heading(3, labels.defaults);
            self.line(&format!("| {} | {} | {} |", labels.setting, labels.default_value, labels.agreement));
            self.line("|---|---|---|");
            for fact in defaults {
                let values: Vec<String> = fact
                    .values
                    .iter()
                    .map(|value| format!("{} {}", cell_text(&value.value), cited(&value.sources)))
                    .collect();
                let line = format!(
                    "| {} | {} | {} |",
                    cell_text(&fact.about),
                    values.join("; "),
                    agreement(fact, labels)
                );
                self.line(&line);
            }
        }
        let formulas = of_kind(&brief.facts, FactKind::Formula);
        if !formulas.is_empty() {
            self.heading(3, labels.formulas);
            for fact in formulas {
                for value in &fact.values {
                    self.line(&format!("- `{}` {}", value.value.replace('`', "'"), cited(&value.sources)));
                }
            }
        }
        let figures = of_kind(&brief.facts, FactKind::Figure);
        if !figures.is_empty() {
            self.heading(3, labels.figures);
            for fact in figures {
                self.figure(fact);
            }
        }
    }

    fn figure(&mut self, fact: &FactGroup) {
        let line = format!("- **{}** ({})", escaped(&fact.about), agreement(fact, self.labels));
        self.line(&line);
        for value in &fact.values {
            let (shown, sentence) = (escaped(&value.value), escaped(&value.sentence));
            self.line(&format!("  - **{shown}** {}: {sentence}", cited(&value.sources)));
        }
    }

    fn terms(&mut self) {
        let (brief, labels) = (self.brief, self.labels);
        self.heading(2, labels.terms);
        if brief.terms.is_empty() {
            self.line(labels.no_terms);
            return;
        }
        let of = |kind: TermKind| -> Vec<String> {
            let terms = brief.terms.iter().filter(|term| term.kind == kind);
            terms.map(|term| escaped(&term.text)).collect()
        };
        self.line(&of(TermKind::Term).join(", "));
        let names = of(TermKind::Name);
        if !names.is_empty() {
            self.line("");
            self.line(&format!("**{}:** {}", labels.names, names.join(", ")));
        }
    }

    fn gaps(&mut self) {
        let (brief, labels) = (self.brief, self.labels);
        if brief.sources.is_empty() {
            return;
        }
        self.heading(2, labels.gaps);
        if brief.gaps.is_empty() {
            self.line(labels.no_gaps);
        }
        for gap in &brief.gaps {
            let section = gap
                .section
                .as_ref()
                .map(|section| format!("; {} {section}", labels.in_section))
                .unwrap_or_default();
            let covered = if gap.coverage > 0.0 {
                format!("{:.0} % {}", gap.coverage * 100.0, labels.covered)
            } else {
                labels.not_covered.to_owned()
            };
            let (topic, reason) = (escaped(&gap.topic), labels.gap_name(gap.reason));
            self.line(&format!("- {topic} ({reason}; {covered}{section})"));
        }
    }

    fn questions(&mut self) {
        let (brief, labels) = (self.brief, self.labels);
        self.heading(2, labels.questions);
        if brief.questions.is_empty() {
            self.line(labels.no_questions(brief));
            return;
        }
        for question in &brief.questions {
            self.question(question);
        }
        let answers: Vec<PassageId> =
            brief.questions.iter().flat_map(|question| question.evidence.iter().copied()).collect();
        for id in answers {
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
        self.heading(2, labels.links);
        for link in &brief.internal_links {
            let title = link.title.as_deref().unwrap_or(&link.url);
            let target = linkable(&link.url)
                .map_or_else(|| escaped(title), |url| format!("[{}]({url})", escaped(title)));
            let section = link
                .section
                .as_ref()
                .map(|section| format!("; {} {section}", labels.in_section))
                .unwrap_or_default();
            self.line(&format!(
                "- {target} ({}: {}{section})",
                labels.shares,
                escaped(&link.shared.join(", "))
            ));
        }
    }

    fn checklist(&mut self) {
        let (brief, labels) = (self.brief, self.labels);
        self.heading(2, labels.checklist);
        for kind in CheckKind::ALL {
            for item in brief.checklist.iter().filter(|item| item.kind == kind) {
                self.line(&format!("- [ ] **{}:** {}", labels.check_name(kind), escaped(&item.text)));
            }
        }
    }

    fn pages(&mut self) {
        let (brief, labels) = (self.brief, self.labels);
        self.heading(2, labels.pages);
        if brief.pages.is_empty() {
            self.line(labels.no_pages);
        }
        for page in &brief.pages {
            let target = linkable(&page.url)
                .map_or_else(|| escaped(&page.title), |url| format!("[{}]({url})", escaped(&page.title)));
            let words = page.words.map(|words| format!("; {}", labels.words(words))).unwrap_or_default();
            let source = page.source.map(|source| format!("; [{}]", source.0)).unwrap_or_default();
            let left_out = page
                .left_out
                .as_ref()
                .map(|reason| format!("; {}: {}", labels.left_out, escaped(reason)))
                .unwrap_or_default();
            self.line(&format!("- **{}.** {target}{words}{source}{left_out}", page.position));
            for heading in &page.headings {
                let indent = "  ".repeat(usize::from(heading.level.saturating_sub(1)));
                self.line(&format!("{indent}- {}", escaped(&heading.text)));
            }
        }
    }

    fn sources(&mut self) {
        let (brief, labels) = (self.brief, self.labels);
        if brief.sources.is_empty() {
            return;
        }
        self.heading(2, labels.sources);
        for source in &brief.sources {
            let target = source.url.as_deref().and_then(linkable);
            let place = target.unwrap_or_else(|| labels.your_text.to_owned());
            let published = source.published.as_ref().map(|date| format!(", {date}")).unwrap_or_default();
            self.line(&format!("- [{}] {}, {place}{published}", source.number.0, escaped(&source.title)));
        }
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

fn cell_text(text: &str) -> String {
    escaped(text).replace('|', "\\|")
}

/// One line without marks, wherever it stands.
fn escaped(text: &str) -> String {
    escaping::guarded(escaping::escaped(&trimmed(text)))
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn words_of_pages_are_no_marks() {
        assert_eq!(
            escaped("autovacuum_max_workers *x* <b> [1]"),
            "autovacuum_max_workers \\*x\\* \\<b> \\[1\\]"
        );
        assert_eq!(escaped("_x_ # 1"), "\\_x\\_ \\# 1");
        assert_eq!(escaped("# a\nb"), "\\# a b");
    }
}
