//! Brings search result metadata within its limits, without new words.

use domain::articles::document::{Article, Block};
use domain::result_limits::DESCRIPTION_MOST;
use seo::result_room::{Length, title_fits};

use super::{Change, Reason};
use crate::spans::plain;
use crate::visible::Place;

/// A description that ends with a sentence may be this short.
const SHORT_DESCRIPTION: usize = 100;

/// Shortens metadata that is too long for results pages, and fills empty metadata with words of the article.
pub(super) fn fit(article: &mut Article) -> Vec<Change> {
    let title = fitting_title(article);
    let description = fitting_description(article);
    let mut changes = Vec::new();
    for (line, fitting) in [(&mut article.meta_title, title), (&mut article.meta_description, description)] {
        if *line != fitting {
            let before = std::mem::replace(line, fitting);
            changes.push(Change { place: Place::Meta, reason: Reason::Unfitting, excerpt: before });
        }
    }
    changes
}

fn fitting_title(article: &Article) -> String {
    let lines = [&article.meta_title, &article.title];
    if let Some(title) = lines.into_iter().find(|title| title_fits(title)) {
        return title.clone();
    }
    let Some(title) = lines.into_iter().find(|title| !title.trim().is_empty()) else { return String::new() };
    // The part before a colon or a dash is the most informative.
    let parts = title.match_indices([':', '|', '–', '—']).map(|(end, _)| title[..end].trim_end());
    let words =
        title.char_indices().filter(|(_, sign)| sign.is_whitespace()).map(|(end, _)| title[..end].trim_end());
    let longest = |beginnings: &mut dyn Iterator<Item = &str>| {
        beginnings.filter(|part| title_fits(part)).last().map(str::to_owned)
    };
    longest(&mut { parts }).or_else(|| longest(&mut { words })).unwrap_or_else(|| title.clone())
}

fn fitting_description(article: &Article) -> String {
    let first_text =
        || article.introduction.iter().flat_map(Block::texts).map(plain).find(|text| !text.trim().is_empty());
    let lines = [article.meta_description.clone(), article.excerpt.clone(), first_text().unwrap_or_default()];
    let line = lines.into_iter().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let length = Length::of(&line);
    if length.in_latin() <= DESCRIPTION_MOST {
        return line;
    }
    let most = length.limit(DESCRIPTION_MOST);
    let sentences = prose::sentences::ranges(&line, article.language);
    let whole = sentences.iter().map(|range| line[..range.end].trim());
    let mut counted = whole.map(|beginning| (beginning, beginning.chars().count()));
    let short = length.limit(SHORT_DESCRIPTION);
    let fitting = counted.rfind(|(_, count)| (short..=most).contains(count));
    fitting.map_or_else(|| cut(&line, most), |(beginning, _)| beginning.to_owned())
}

/// As many words as fit, with an ellipsis.
fn cut(line: &str, most: usize) -> String {
    let end = line.char_indices().nth(most - 1).map_or(line.len(), |(end, _)| end);
    let word = line[..end].rfind(char::is_whitespace).unwrap_or(end);
    format!("{}…", line[..word].trim_end_matches([' ', ',', ';', ':', '.']))
}
