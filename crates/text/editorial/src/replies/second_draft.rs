//! Second drafts: a whole article in Markdown with its FAQ and metadata.

use serde::Deserialize;

use super::article::article;
use super::{Marks, ReplyError, labels, questions, read};
use crate::second_draft::SecondDraft;

#[derive(Debug, Deserialize)]
struct Wire {
    article: String,
}

/// Parses a second draft. One without any text means that the first draft stays unchanged.
pub fn second_draft(reply: &str, marks: &Marks<'_>) -> Result<Option<SecondDraft>, ReplyError> {
    let wire: Wire = read(reply)?;
    if wire.article.trim().is_empty() {
        return Ok(None);
    }
    let text = article(&wire.article, marks)?;
    Ok(Some(SecondDraft {
        introduction: text.introduction,
        sections: text.sections,
        faq: questions(reply, marks).ok(),
        labels: labels(reply).ok(),
    }))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn nothing_at_all_means_that_the_first_stays_and_half_a_draft_is_an_error() {
        let read =
            |article: &str| second_draft(&json!({ "article": article }).to_string(), &Marks::default());
        assert_eq!(read(" "), Ok(None));
        assert!(read("Steep it.\n## Water\nSoft.").is_err());
        let draft = read("Steep it.\n## Water\nSoft.\n## Steps\nBoil.\n## Start\nNow.").unwrap().unwrap();
        assert_eq!(draft.headings().collect::<Vec<_>>(), ["Water", "Steps"]);
        assert!(draft.faq.is_none() && draft.labels.is_none());
    }
}
