//! How words are written: titles with capitals, and names as the pages write them.

use std::collections::HashMap;

use domain::articles::passages::Passage;
use domain::locale::Language;
use seo::words;

/// Short forms that are written in capitals wherever they stand.
const ACRONYMS: &str = "ac ai api apr atm avif bmi btu cd cdn ceo cli cms cpu css csv dc diy dna dns dvd etf eu fbi fda gdp gif gps gpu hdmi \
                        hiv hr html http https hvac ide ios iot ip ipo ira irs iso it iud jpg json kpi led lcd llc llm lte mba mri nasa nba nfl \
                        nfc oled os pc pdf php pms png ppc pvc ram rest roi rss saas sdk seo sim sql ssd ssh ssl svg tls toefl tv ufo uk un url us \
                        usa usb usd ux vat vpn webp wifi wlan wnba xml yaml";

/// Words that stay small within an English title.
const SMALL: [&str; 28] = [
    "a", "an", "and", "as", "at", "but", "by", "for", "from", "in", "into", "nor", "of", "on", "onto", "or",
    "over", "per", "than", "the", "to", "up", "via", "vs", "with", "without", "vs.", "off",
];

/// The spelling of words with and without capitals, collected from passages.
#[derive(Debug, Default)]
pub(crate) struct Casing {
    /// Words that pages write with a capital within sentences.
    forms: HashMap<String, String>,
}

impl Casing {
    /// Collects capitalised words from the texts of passages.
    pub(crate) fn of(passages: &[Passage]) -> Self {
        let mut uses: HashMap<String, HashMap<&str, u32>> = HashMap::new();
        for passage in passages {
            let mut after_end = true;
            for word in passage.text.split_whitespace() {
                let bare = word.trim_matches(|sign: char| !sign.is_alphanumeric());
                if !after_end && bare.chars().nth(1).is_some() {
                    *uses.entry(words::normalise(bare).into_owned()).or_default().entry(bare).or_insert(0) +=
                        1;
                }
                after_end = word.ends_with(['.', ':', '?', '!', '-', '|']) || bare.is_empty();
            }
        }
        let forms = uses.into_iter().filter_map(|(word, forms)| {
            let all: u32 = forms.values().sum();
            let (form, count) = forms.into_iter().max_by_key(|(form, count)| (*count, *form))?;
            (form != word && count * 2 > all).then(|| (word, form.to_owned()))
        });
        Self { forms: forms.collect() }
    }

    /// A word as it is written within a sentence.
    fn word(&self, word: &str) -> String {
        if word.chars().any(char::is_uppercase) {
            return word.to_owned();
        }
        let bare = word.trim_matches(|sign: char| !sign.is_alphanumeric());
        let known =
            self.forms.get(bare).filter(|form| form.chars().any(char::is_lowercase) || bare.len() < 5);
        if let Some(form) = known {
            return word.replacen(bare, form, 1);
        }
        // `it` and `us` are words far more often than they are short forms.
        let is_acronym = !matches!(bare, "it" | "us" | "un" | "rest" | "ram" | "led" | "ac" | "ip" | "os")
            && ACRONYMS.split_whitespace().any(|acronym| acronym == bare);
        if is_acronym { word.to_uppercase() } else { word.to_owned() }
    }

    /// Words as they are written within a sentence.
    pub(crate) fn sentence(&self, text: &str, language: Language) -> String {
        if language != Language::ENGLISH && !text.is_ascii() {
            return text.to_owned();
        }
        text.split(' ').map(|word| self.word(word)).collect::<Vec<_>>().join(" ")
    }

    /// Words as an English title has them; in other languages only the first has a capital.
    pub(crate) fn title(&self, text: &str, language: Language) -> String {
        let text = self.sentence(text, language);
        if language != Language::ENGLISH {
            return capitalised(&text);
        }
        let last = text.split(' ').count().saturating_sub(1);
        let words = text.split(' ').enumerate().map(|(index, word)| {
            let small = index > 0 && index < last && SMALL.contains(&word);
            if small { word.to_owned() } else { capitalised(word) }
        });
        words.collect::<Vec<_>>().join(" ")
    }
}

/// The text with a capital at its start. A word with a capital further on, such as `iPhone`, stays.
pub(crate) fn capitalised(text: &str) -> String {
    let first_word = text.split(' ').next().unwrap_or_default();
    if first_word.chars().skip(1).any(char::is_uppercase) {
        return text.to_owned();
    }
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_have_capitals_and_names_keep_theirs() {
        let casing = Casing { forms: HashMap::from([("postgresql".to_owned(), "PostgreSQL".to_owned())]) };
        let title = |text: &str| casing.title(text, Language::ENGLISH);
        assert_eq!(title("configure postgresql for a roth ira"), "Configure PostgreSQL for a Roth IRA");
        assert_eq!(title("what to do with it"), "What to Do with It");
        assert_eq!(title("iPhone 17 vs c++"), "iPhone 17 vs C++");
        assert_eq!(casing.title("pha cà phê phin", Language::VIETNAMESE), "Pha cà phê phin");
    }
}
