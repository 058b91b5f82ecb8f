//! Traces of generation: a model's words about itself, prompt labels, placeholders, remains of markup.

/// Phrases that no article uses about itself, in lower case.
#[rustfmt::skip]
const PHRASES: &[&str] = &[
    "as an ai ", "as an ai,", "i am an ai", "i'm an ai", "as a language model", "as a large language model", "my training data",
    "my knowledge cutoff", "as of my last update", "i cannot fulfil", "i can't fulfil", "i cannot assist with", "i can't assist with",
    "i'm sorry, but i can", "i apologize, but", "here is the section", "here's the section", "here is the article",
    "here's the rewritten", "here is the rewritten", "sure! here", "sure, here", "certainly! here", "certainly, here",
    "là một mô hình ngôn ngữ", "là một trí tuệ nhân tạo", "với tư cách là một ai", "dữ liệu huấn luyện của tôi",
    "tôi xin lỗi, nhưng tôi không thể", "dưới đây là phần viết", "chắc chắn rồi! dưới đây",
    "als ki-sprachmodell", "als ki-modell", "en tant qu'ia", "en tant que modèle de langage", "como modelo de lenguaje",
    "como modelo de linguagem", "como una ia,", "in quanto modello linguistico", "作为一个人工智能", "作为ai语言模型", "aiとして",
    "lorem ipsum", "[insert", "[your ", "[company", "[brand", "[product", "[name]", "[link", "[source", "[citation", "[placeholder",
    "[chèn", "[tên ", "<insert", "insert image", "image placeholder", "word count:", "target words:", "end of section",
];

/// Labels of prompt parts, at the start of a text, in lower case.
#[rustfmt::skip]
const LABELS: &[&str] = &[
    "section:", "heading:", "evidence:", "assistant:", "paragraph:", "introduction:", "conclusion:", "meta description:", "meta title:",
    "rewritten:", "revised:", "tiêu đề:", "mở bài:", "kết bài:",
];

/// Remains of markup. Plain tags do not count, because articles may be about them.
#[rustfmt::skip]
const MARKUP: &[&str] = &[
    "```", "**", "{{", "}}", "](", "</p>", "</li>", "</h2>", "</h3>", "<br>", "<br/>", "<br />", "&nbsp;", "⟦", "⟧", "\n",
];

/// The first trace in a text.
pub(crate) fn artefact(text: &str) -> Option<String> {
    let normal = seo::words::normalise(text.trim());
    let listed =
        |list: &[&'static str], has: &dyn Fn(&str) -> bool| list.iter().copied().find(|trace| has(trace));
    let found = listed(PHRASES, &|phrase| normal.contains(phrase))
        .or_else(|| listed(LABELS, &|label| normal.starts_with(label)))
        .or_else(|| listed(MARKUP, &|mark| normal.contains(mark)))
        .or_else(|| normal.starts_with('#').then_some("#"));
    found.map(|trace| trace.trim().to_owned()).or_else(|| mark(&normal)).or_else(|| placeholder(text))
}

/// A leftover mark of evidence or of a link: `[e12]`.
fn mark(text: &str) -> Option<String> {
    text.match_indices('[').find_map(|(start, _)| {
        let inner = text[start + 1..].split(']').next()?;
        let digits = inner.strip_prefix(['e', 'l'])?;
        let is_mark = (1..=5).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
        (is_mark && text[start + 1 + inner.len()..].starts_with(']')).then(|| format!("[{inner}]"))
    })
}

fn placeholder(text: &str) -> Option<String> {
    ["TODO:", "TODO ", "TBD", "XXXX"]
        .iter()
        .find(|word| text.contains(**word))
        .map(|word| word.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn traces_are_found() {
        for text in [
            "As an AI language model, I recommend tea.",
            "Là một mô hình ngôn ngữ, tôi không biết.",
            "Visit [Your Store] today.",
            "It takes hours [E12].",
            "Conclusion: it works.",
            "## Storage",
            "Some **bold words.",
            "```json",
            "TODO: add figures",
            "Sure, here is your text.",
        ] {
            assert!(artefact(text).is_some(), "{text}");
        }
    }

    #[test]
    fn ordinary_sentences_have_none() {
        for text in [
            "An AI model can help to write.",
            "Large language models answer questions.",
            "Todo el mundo lo sabe.",
            "The section on storage explains it [sic].",
            "A note: keep it cold.",
            "Use C# or F#.",
            "Put it into a <div> element.",
            "Output: 20 watts.",
        ] {
            assert_eq!(artefact(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_looked_at(text: String) {
            let _ = artefact(&text);
        }
    }
}
