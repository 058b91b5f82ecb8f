//! Title, excerpt and search result metadata, in the words of the notes and the customer.

use domain::articles::document::{Article, Block, Span, Text};
use domain::locale::Language;
use domain::result_limits::{DESCRIPTION_BEST_FROM, DESCRIPTION_BEST_TO, TITLE_MOST};
use prose::sentences;
use rustc_hash::FxHashMap;
use seo::result_room::title_fits;
use seo::words::normalise;

use crate::Notes;
use crate::notes::Library;
use crate::spans::words_of;
use crate::terms::{leans, ratio, sequence, terms};

/// Gives the article its title and metadata.
pub(crate) fn add(article: &mut Article, notes: &Notes<'_>, library: &Library, backbone: usize) {
    let keyword = cased(notes.keyword.trim(), library);
    let own = &library.notes[backbone];
    let given = notes.title.map(|title| title.trim().to_owned()).filter(|title| !title.is_empty());
    let mut titles = own.title.iter().chain(&own.own_title).filter(|title| names_keyword(title, library));
    article.title = given.or_else(|| titles.next().cloned()).unwrap_or_else(|| keyword.clone());
    notes.keyword.trim().clone_into(&mut article.focus_keyword);
    article.meta_title = meta_title(&article.title, &keyword, library);
    let sentences = describe(article, notes.language);
    article.meta_description = description(&sentences, &keyword, notes.language);
    article.excerpt = sentences.into_iter().take(2).collect::<Vec<_>>().join(" ");
}

/// Whether a title has at least half of the words of the keyword's topic, and the last of them.
fn names_keyword(title: &str, library: &Library) -> bool {
    let told = terms(title, library.language);
    let wanted = &library.keyword_terms;
    let known = wanted.iter().filter(|term| told.contains(term)).count();
    wanted.last().is_some_and(|last| told.contains(last)) && ratio(known, wanted.len()) >= 0.5
}

/// Writes the keyword as a title: words as the notes write them within sentences, and a capital at the start.
fn cased(keyword: &str, library: &Library) -> String {
    let wanted: Vec<String> = sequence(keyword);
    let mut forms: FxHashMap<String, FxHashMap<&str, u32>> = FxHashMap::default();
    for sentence in library.passages.iter().flat_map(|it| sentences::split(&it.text, library.language)) {
        let words = sentence.split(|sign: char| !sign.is_alphanumeric() && sign != '\'');
        for word in words.filter(|word| !word.is_empty()).skip(1) {
            let normal = normalise(word).into_owned();
            if wanted.contains(&normal) {
                *forms.entry(normal).or_default().entry(word).or_default() += 1;
            }
        }
    }
    let usual = |word: &str| {
        let counts = forms.get(&*normalise(word)).filter(|_| !word.chars().any(char::is_uppercase));
        let most = counts.and_then(|counts| counts.iter().max_by_key(|(form, count)| (**count, **form)));
        most.map_or(word, |(form, _)| form).to_owned()
    };
    let title = keyword.split_whitespace().map(usual).collect::<Vec<_>>().join(" ");
    let mut signs = title.chars();
    let title: String = signs.next().into_iter().flat_map(char::to_uppercase).chain(signs).collect();
    let how = ["how to ", "cách "].iter().any(|how| normalise(&title).starts_with(how));
    let asks = !how && !title.ends_with('?') && seo::questions::is_question(&title, library.language);
    if asks { format!("{title}?") } else { title }
}

fn meta_title(title: &str, keyword: &str, library: &Library) -> String {
    let named = names_keyword(title, library);
    let both = format!("{keyword}: {title}");
    let choices = if named { [title, keyword] } else { [&both, keyword] };
    let cuts = (1..=TITLE_MOST).rev().map(|most| cut(title, most));
    choices.into_iter().chain(cuts).find(|text| title_fits(text)).unwrap_or(title).to_owned()
}

/// The first sentences of the article; items of lists only if there are none.
fn describe(article: &Article, language: Language) -> Vec<String> {
    // A paragraph of strong words alone introduces a difference or a list.
    let lead = |text: &Text| matches!(text[..], [Span::Strong(_)]);
    let lists =
        |block: &Block| matches!(block, Block::List { .. } | Block::Table { .. } | Block::Code { .. });
    let running = |block: &&Block| !lists(block) && !block.texts().into_iter().any(lead);
    let mut texts: Vec<String> = article.blocks().filter(running).take(6).map(words_of).collect();
    if texts.is_empty() {
        texts.extend(article.blocks().take(1).map(words_of));
    }
    texts.iter().flat_map(|text| sentences::split(text, language)).map(str::to_owned).collect()
}

/// Joins sentences up to the length of a description and cuts the last between words. It starts with a later
/// sentence if the first ones do not name the keyword and that one does.
fn description(sentences: &[String], keyword: &str, language: Language) -> String {
    let (least, most) = (DESCRIPTION_BEST_FROM, DESCRIPTION_BEST_TO);
    let length = |text: &str| text.chars().count();
    let wanted = sequence(keyword);
    let names = |text: &str| sequence(text).windows(wanted.len().max(1)).any(|run| run == wanted);
    let later = || sentences.iter().position(|sentence| names(sentence) && !leans(sentence, language));
    let start = if names(cut(&sentences.join(" "), least)) { None } else { later() };
    let mut description = String::new();
    for sentence in &sentences[start.unwrap_or(0)..] {
        let space = if description.is_empty() { "" } else { " " };
        let room = most.saturating_sub(length(&description) + space.len());
        if length(sentence) <= room {
            description.extend([space, sentence]);
            continue;
        }
        let part = cut(sentence, room.saturating_sub(1)).trim_end_matches([',', ';', ':', '–', '—', ' ']);
        if length(&description) < least && !part.is_empty() {
            description.extend([space, part, "…"]);
        }
        break;
    }
    cut(&description, most).to_owned()
}

/// The start of a text up to `most` characters, cut between words.
fn cut(text: &str, most: usize) -> &str {
    let Some((end, _)) = text.char_indices().nth(most) else { return text };
    let start = &text[..end];
    let word = start.rfind(char::is_whitespace).filter(|_| !text[end..].starts_with(char::is_whitespace));
    start[..word.unwrap_or(end)].trim_end()
}
