//! Working titles, and drafts of the title and description for results pages.

use domain::articles::brief::WorkingTitle;
use domain::locale::Language;
use domain::result_limits::DESCRIPTION_BEST_TO;
use seo::result_room::title_fits;

use crate::casing::{Casing, capitalised};
use crate::form::Form;
use crate::keyword::Keyword;
use crate::texts::Texts;

const TITLES: usize = 3;

/// Fills wordings with the keyword.
pub(crate) struct Wording<'a> {
    pub(crate) keyword: &'a Keyword,
    pub(crate) casing: &'a Casing,
}

impl Wording<'_> {
    /// The text with its placeholders filled; `None` if one has no value.
    pub(crate) fn fill(&self, text: &str) -> Option<String> {
        let mut filled = String::with_capacity(text.len() + 40);
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            let (name, after) = after.split_once('}')?;
            filled.push_str(before);
            filled.push_str(&self.value(name)?);
            rest = after;
        }
        filled.push_str(rest);
        Some(capitalised(&filled))
    }

    /// Capitalised placeholder names are for titles.
    fn value(&self, name: &str) -> Option<String> {
        let keyword = self.keyword;
        let value = match name.to_lowercase().as_str() {
            "action" => keyword.action.clone(),
            "topic" => Some(keyword.topic.clone()),
            "text" | "best" => Some(keyword.text.clone()),
            "question" => keyword.is_question.then(|| keyword.text.clone()),
            "a" => keyword.sides.as_ref().map(|(one, _)| one.clone()),
            "b" => keyword.sides.as_ref().map(|(_, other)| other.clone()),
            _ => None,
        }?;
        let is_title = name.starts_with(char::is_uppercase);
        // A topic that is still a question would make a double question.
        let doubles =
            name.eq_ignore_ascii_case("topic") && keyword.is_question && keyword.topic == keyword.text;
        let value = if is_title {
            self.casing.title(&value, keyword.language)
        } else {
            self.casing.sentence(&value, keyword.language)
        };
        (!doubles).then_some(value)
    }

    /// Titles to choose from, within the length limit where a variant fits it.
    pub(crate) fn titles(&self, form: &Form, wanted: Option<&str>, searches: &[String]) -> Vec<WorkingTitle> {
        let texts = Texts::of(self.keyword.language);
        let mut titles: Vec<WorkingTitle> = Vec::new();
        let mut add = |text: String, angle: &str| {
            if titles.len() < TITLES && !titles.iter().any(|known| known.text == text) {
                titles.push(WorkingTitle { text, angle: angle.to_owned() });
            }
        };
        if let Some(title) = wanted {
            add(title.to_owned(), texts.title_as_wanted);
        }
        if matches!(self.keyword.language, Language::ENGLISH | Language::VIETNAMESE) {
            for (angle, variants) in &form.titles {
                let filled: Vec<String> = variants.iter().filter_map(|variant| self.fill(variant)).collect();
                let within = filled.iter().find(|title| title_fits(title));
                let shortest = || filled.iter().min_by_key(|title| title.chars().count());
                if let Some(title) = within.or_else(shortest) {
                    add(title.clone(), angle);
                }
            }
        } else {
            // English words around a keyword of another language are of no use.
            add(capitalised(&self.keyword.text), texts.title_as_searched);
            for search in searches {
                add(capitalised(search), texts.title_as_searched);
            }
        }
        titles
    }

    /// A draft of the description, as long as the limit permits.
    pub(crate) fn description(&self, form: &Form) -> String {
        if !matches!(self.keyword.language, Language::ENGLISH | Language::VIETNAMESE) {
            return capitalised(&self.keyword.text);
        }
        let drafts = form.metas.iter().filter_map(|parts| self.joined(parts));
        let fallback = || capitalised(&self.keyword.text);
        drafts.max_by_key(|draft| draft.chars().count()).unwrap_or_else(fallback)
    }

    /// The start with as many additions as fit. The last part is the point at the end.
    fn joined(&self, parts: &[&str]) -> Option<String> {
        let (start, rest) = parts.split_first()?;
        let (end, additions) = rest.split_last()?;
        let mut draft = self.fill(start)?;
        let length = |text: &str| text.chars().count();
        for addition in additions {
            let space = if addition.starts_with([',', ':', '.']) { "" } else { " " };
            if length(&draft) + length(space) + length(addition) + length(end) <= DESCRIPTION_BEST_TO {
                draft.push_str(space);
                draft.push_str(addition);
            }
        }
        let draft = draft.trim_end_matches([',', ':', ' ']);
        Some(if draft.ends_with('?') { draft.to_owned() } else { format!("{draft}{end}") })
    }
}

/// The first title that fits a results page, or the shortest.
pub(crate) fn meta_title(titles: &[WorkingTitle]) -> String {
    let within = titles.iter().find(|title| title_fits(&title.text));
    let shortest = || titles.iter().min_by_key(|title| title.text.chars().count());
    within.or_else(shortest).map(|title| title.text.clone()).unwrap_or_default()
}
