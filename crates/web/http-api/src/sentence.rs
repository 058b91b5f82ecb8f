//! Messages for customers are whole sentences. Internal errors are not, because they are joined to others.

/// The text as a sentence, with a capital letter and a full stop. A first word that is a name, such as
/// `maxCredits`, is unchanged.
pub(crate) fn sentence(text: &str) -> String {
    let text = text.trim();
    let first = text.split_whitespace().next().unwrap_or_default();
    let is_word =
        first.trim_end_matches([',', ';', ':']).chars().all(|c| c.is_lowercase() || "'’-".contains(c));
    let mut letters = text.chars();
    let mut sentence = match letters.next() {
        Some(letter) if is_word => letter.to_uppercase().chain(letters).collect(),
        _ => text.to_owned(),
    };
    if !sentence.ends_with(['.', '!', '?', '…']) {
        sentence.push('.');
    }
    sentence
}

#[cfg(test)]
mod tests {
    use super::sentence;

    #[test]
    fn messages_become_sentences() {
        assert_eq!(sentence("the request timed out"), "The request timed out.");
        assert_eq!(sentence("it can't be requested."), "It can't be requested.");
        assert_eq!(sentence("maxCredits is too low"), "maxCredits is too low.");
        assert_eq!(
            sentence("No engine answered: openai failed to answer"),
            "No engine answered: openai failed to answer."
        );
        assert_eq!(sentence("điều này"), "Điều này.");
        assert_eq!(sentence("art_1 does not exist"), "art_1 does not exist.");
    }
}
