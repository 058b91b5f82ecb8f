//! Title, excerpt and what results pages show, in the words of the notes and the customer.

use domain::articles::document::{Article, Block};
use domain::locale::Language;
use prose::sentences;
use rustc_hash::FxHashMap;
use seo::words::{normalise, split};

use crate::Notes;
use crate::notes::Library;
use crate::spans::{plain, words_of};
use crate::terms::{ratio, sequence, terms};

/// The longest title for results pages, in characters.
const META_TITLE: usize = 60;
/// The shortest and longest description for results pages, in characters.
const DESCRIPTION: std::ops::RangeInclusive<usize> = 121..=156;

/// Gives the article its title and metadata.
pub(crate) fn add(article: &mut Article, notes: &Notes<'_>, library: &Library, backbone: usize) {
    let keyword = cased(notes.keyword, library, notes.language);
    let own = &library.notes[backbone];
    let given = notes.title.map(str::trim).filter(|title| !title.is_empty());
    let names = |title: &&String| names_keyword(title, library);
    let title = given.map(str::to_owned);
    let title = title.or_else(|| own.title.iter().chain(&own.own_title).find(names).cloned());
    article.title = title.unwrap_or_else(|| keyword.clone());
    article.focus_keyword = notes.keyword.trim().to_owned();
    article.meta_title = meta_title(&article.title, &keyword, library);
    let told = told(article, notes.language);
    article.meta_description = description(&told, notes.keyword, &keyword);
    article.excerpt = told.iter().take(2).cloned().collect::<Vec<_>>().join(" ");
}

/// Whether a title has the words that the keyword is about: at least half of them, and the last.
fn names_keyword(title: &str, library: &Library) -> bool {
    let told = terms(title, library.language);
    let wanted = &library.keyword_terms;
    let known = wanted.iter().filter(|term| told.contains(term)).count();
    wanted.last().is_some_and(|last| told.contains(last)) && ratio(known, wanted.len()) >= 0.5
}

/// The keyword as a title: words as the notes write them within sentences, and a capital at the start.
fn cased(keyword: &str, library: &Library, language: Language) -> String {
    let keyword = keyword.trim();
    let wanted: Vec<String> = sequence(keyword);
    let mut forms: FxHashMap<String, FxHashMap<&str, u32>> = FxHashMap::default();
    for passage in &library.passages {
        for sentence in sentences::split(&passage.text, language) {
            let words = sentence
                .split(|sign: char| !sign.is_alphanumeric() && sign != '\'')
                .filter(|it| !it.is_empty());
            for word in words.skip(1) {
                let normal = normalise(word);
                if wanted.iter().any(|it| *it == *normal) {
                    *forms.entry(normal.into_owned()).or_default().entry(word).or_default() += 1;
                }
            }
        }
    }
    let usual = |word: &str| {
        let counts = forms.get(&*normalise(word))?;
        counts.iter().max_by(|one, other| one.1.cmp(other.1).then(other.0.cmp(one.0))).map(|(form, _)| *form)
    };
    let word =
        |word: &str| usual(word).filter(|_| !word.chars().any(char::is_uppercase)).unwrap_or(word).to_owned();
    let title = keyword.split_whitespace().map(word).collect::<Vec<_>>().join(" ");
    let mut signs = title.chars();
    let title: String = signs.next().into_iter().flat_map(char::to_uppercase).chain(signs).collect();
    let asks = seo::questions::is_question(&title, language) && !normalise(&title).starts_with("how to ");
    let how = language == Language::VIETNAMESE && normalise(&title).starts_with("cách ");
    if asks && !how && !title.ends_with('?') { format!("{title}?") } else { title }
}

fn meta_title(title: &str, keyword: &str, library: &Library) -> String {
    let short = |text: &str| text.chars().count() <= META_TITLE;
    let both = format!("{keyword}: {title}");
    if names_keyword(title, library) && short(title) {
        title.to_owned()
    } else if !names_keyword(title, library) && short(&both) {
        both
    } else if short(keyword) {
        keyword.to_owned()
    } else {
        cut(title, META_TITLE).to_owned()
    }
}

/// The sentences that the article begins with. Steps and tables are no running text.
fn told(article: &Article, language: Language) -> Vec<String> {
    let running = article.blocks().filter(|block| matches!(block, Block::Paragraph(_) | Block::Quote { .. }));
    let mut told: Vec<String> = Vec::new();
    for block in running.take(6) {
        let text = words_of(block);
        told.extend(sentences::split(&text, language).into_iter().map(str::to_owned));
    }
    if told.is_empty() {
        let items = article.blocks().flat_map(Block::texts).map(plain);
        told.extend(items.filter(|text| !text.trim().is_empty()).take(4));
    }
    told
}

/// Sentences up to the length of a description, the last cut between words; with the keyword in front if they do not have it.
fn description(told: &[String], keyword: &str, cased: &str) -> String {
    let length = |text: &str| text.chars().count();
    let named = |text: &str| {
        let (text, keyword) = (normalise(text), normalise(keyword));
        let (words, wanted): (Vec<&str>, Vec<&str>) = (split(&text).collect(), split(&keyword).collect());
        !wanted.is_empty() && words.windows(wanted.len()).any(|run| run == wanted)
    };
    let text = told.join(" ");
    let lead = if named(cut(&text, *DESCRIPTION.start())) {
        String::new()
    } else {
        format!("{}: ", cased.trim_end_matches('?'))
    };
    let mut description = lead;
    for sentence in told {
        let space = if description.is_empty() || description.ends_with(' ') { "" } else { " " };
        let room = DESCRIPTION.end().saturating_sub(length(&description) + space.len());
        if length(sentence) <= room {
            description.extend([space, sentence]);
        } else if length(&description) < *DESCRIPTION.start() {
            let part = cut(sentence, room.saturating_sub(1));
            if !part.is_empty() {
                description.extend([space, part.trim_end_matches([',', ';', ':', '–', '—', ' ']), "…"]);
            }
            break;
        } else {
            break;
        }
    }
    cut(description.trim(), *DESCRIPTION.end()).to_owned()
}

/// The start of a text up to so many characters, cut between words.
fn cut(text: &str, most: usize) -> &str {
    let Some((end, _)) = text.char_indices().nth(most) else { return text };
    let start = &text[..end];
    let word = start.rfind(char::is_whitespace).filter(|_| !text[end..].starts_with(char::is_whitespace));
    start[..word.unwrap_or(end)].trim_end()
}
