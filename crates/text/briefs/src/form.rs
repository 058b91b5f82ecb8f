//! Forms of articles: how each type of article answers its query, read from `data/forms.*.txt`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use domain::articles::brief::{CheckKind, QueryType, SectionForm};
use domain::locale::Language;

static ENGLISH: LazyLock<Forms> = LazyLock::new(|| Forms::read(include_str!("../data/forms.en.txt")));
static VIETNAMESE: LazyLock<Forms> = LazyLock::new(|| Forms::read(include_str!("../data/forms.vi.txt")));
static NONE: Form = Form {
    description: "",
    opening: "",
    words: 1500,
    titles: Vec::new(),
    metas: Vec::new(),
    slots: Vec::new(),
    body: 0,
    checks: Vec::new(),
};

/// How articles of one type are made.
#[derive(Debug, Default)]
pub(crate) struct Form {
    pub(crate) description: &'static str,
    pub(crate) opening: &'static str,
    pub(crate) words: u32,
    /// Titles: what each promises, and its variants, best first.
    pub(crate) titles: Vec<(&'static str, Vec<&'static str>)>,
    /// Descriptions for results pages: a start and what may follow it.
    pub(crate) metas: Vec<Vec<&'static str>>,
    pub(crate) slots: Vec<Slot>,
    /// The slot before which the topics of the pages stand.
    pub(crate) body: usize,
    pub(crate) checks: Vec<(CheckKind, &'static str)>,
}

/// A section that articles of a type have.
#[derive(Debug, Default)]
pub(crate) struct Slot {
    pub(crate) heading: &'static str,
    pub(crate) purpose: &'static str,
    pub(crate) form: Option<SectionForm>,
    /// Its share of the article, per cent.
    pub(crate) share: u32,
    /// Whether every article of the type has it.
    pub(crate) required: bool,
    /// Words or phrases that headings of such sections have.
    pub(crate) cues: Vec<&'static str>,
    pub(crate) questions: Vec<&'static str>,
}

#[derive(Debug, Default)]
struct Forms(BTreeMap<QueryType, Form>);

/// The form of a type. Languages other than Vietnamese have the English one.
pub(crate) fn of(query_type: QueryType, language: Language) -> &'static Form {
    let forms = if language == Language::VIETNAMESE { &*VIETNAMESE } else { &*ENGLISH };
    forms.0.get(&query_type).unwrap_or(&NONE)
}

impl Forms {
    fn read(text: &'static str) -> Self {
        let mut forms = Self::default();
        let mut open: Option<(QueryType, Form)> = None;
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
            if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
                forms.0.extend(open.take());
                let query_type = QueryType::ALL.into_iter().find(|query_type| query_type.as_str() == name);
                open = query_type.map(|query_type| (query_type, Form::default()));
            } else if let Some((_, form)) = &mut open {
                form.read_line(line);
            }
        }
        forms.0.extend(open);
        forms
    }
}

impl Form {
    fn read_line(&mut self, line: &'static str) {
        if line == "body" {
            self.body = self.slots.len();
            return;
        }
        if let Some(question) = line.strip_prefix("? ") {
            if let Some(slot) = self.slots.last_mut() {
                slot.questions.push(question);
            }
            return;
        }
        let Some((key, value)) = line.split_once(": ") else { return };
        let mut parts = value.split('|').map(str::trim);
        match key {
            "form" => self.description = value,
            "opening" => self.opening = value,
            "words" => self.words = value.parse().unwrap_or(1500),
            "title" => {
                let angle = parts.next().unwrap_or_default();
                self.titles.push((angle, parts.collect()));
            }
            "meta" => self.metas.push(parts.collect()),
            "section" => self.slots.push(Slot::read(parts)),
            "purpose" => {
                if let Some(slot) = self.slots.last_mut() {
                    slot.purpose = value;
                }
            }
            "check" => {
                let kind = parts.next().and_then(check_kind);
                self.checks.extend(kind.zip(parts.next()));
            }
            _ => {}
        }
    }
}

impl Slot {
    fn read(mut parts: impl Iterator<Item = &'static str>) -> Self {
        let mut settings = parts.next().unwrap_or_default().split(',').map(str::trim).skip(1);
        let form = settings.next().and_then(section_form);
        let share = settings.next().and_then(|share| share.parse().ok()).unwrap_or(10);
        let required = settings.next() == Some("required");
        let heading = parts.next().unwrap_or_default();
        let cues = parts.next().unwrap_or_default();
        // Cues of several words are separated by commas.
        let cues: Vec<&str> = if cues.contains(',') {
            cues.split(',').map(str::trim).collect()
        } else {
            cues.split_whitespace().collect()
        };
        Self { heading, form, share, required, cues, ..Self::default() }
    }
}

fn section_form(name: &str) -> Option<SectionForm> {
    use SectionForm::{Code, Comparison, List, Prose, Steps, Table};
    [Prose, Steps, List, Table, Comparison, Code].into_iter().find(|form| form.as_str() == name)
}

fn check_kind(name: &str) -> Option<CheckKind> {
    match name {
        "look_up" => Some(CheckKind::LookUp),
        "measure" => Some(CheckKind::Measure),
        "photograph" => Some(CheckKind::Photograph),
        "decide" => Some(CheckKind::Decide),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_has_a_whole_form_in_both_languages() {
        for query_type in QueryType::ALL {
            for language in [Language::ENGLISH, Language::VIETNAMESE] {
                let form = of(query_type, language);
                let name = query_type.as_str();
                assert!(!form.description.is_empty() && !form.opening.is_empty(), "{name}");
                assert_eq!(form.titles.len(), 3, "{name}");
                assert!(
                    form.titles.iter().all(|(angle, variants)| !angle.is_empty() && variants.len() > 1),
                    "{name}"
                );
                assert!(!form.metas.is_empty() && form.checks.len() >= 4, "{name}");
                assert!(form.body > 0 && form.body < form.slots.len(), "{name}");
                let whole: u32 = form.slots.iter().filter(|slot| slot.required).map(|slot| slot.share).sum();
                assert!((50..=100).contains(&whole), "{name}: {whole}");
                for slot in &form.slots {
                    let complete =
                        !slot.heading.is_empty() && !slot.purpose.is_empty() && slot.form.is_some();
                    assert!(
                        complete && !slot.questions.is_empty() && slot.cues.len() > 2,
                        "{name}: {slot:?}"
                    );
                }
            }
        }
    }
}
