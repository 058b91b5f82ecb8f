//! Labels of fields for people.

const SHORT_FORMS: [(&str, &str); 6] =
    [("url", "URL"), ("html", "HTML"), ("id", "ID"), ("json", "JSON"), ("api", "API"), ("seo", "SEO")];

/// `["internalLinks", "sitemapUrl"]` becomes `Internal links: sitemap URL`.
pub(crate) fn label(keys: &[String]) -> String {
    let parts: Vec<String> = keys.iter().map(|key| words(key).join(" ")).collect();
    let text = parts.join(": ");
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

fn words(key: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut after_small = false;
    for letter in key.chars() {
        let begins = letter.is_uppercase() && after_small;
        if begins || matches!(letter, '-' | '_' | ' ') {
            words.push(String::new());
        }
        after_small = !letter.is_uppercase();
        if let (Some(word), false) = (words.last_mut(), matches!(letter, '-' | '_' | ' ')) {
            word.extend(letter.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words.into_iter().map(spelled).collect()
}

fn spelled(word: String) -> String {
    let short = SHORT_FORMS.iter().find(|(known, _)| *known == word);
    short.map_or(word, |(_, short)| (*short).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[rstest::rstest]
    #[case(&["targetWordCount"], "Target word count")]
    #[case(&["internalLinks", "sitemapUrl"], "Internal links: sitemap URL")]
    #[case(&["Idempotency-Key"], "Idempotency key")]
    #[case(&["url"], "URL")]
    #[case(&["articleId"], "Article ID")]
    #[case(&[], "")]
    fn names_are_read_as_words(#[case] keys: &[&str], #[case] expected: &str) {
        let keys: Vec<String> = keys.iter().map(|key| (*key).to_owned()).collect();
        assert_eq!(label(&keys), expected);
    }
}
