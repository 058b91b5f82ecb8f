//! Quality checks of articles, in plain words.

use domain::locale::Language;

use super::shapes::Gate;
use crate::texts::texts;

texts! {
    /// Names of the checks, and words for limits.
    Texts {
        length_error: "Difference from the target length", "Chênh lệch so với độ dài yêu cầu";
        heading_tree: "Heading errors", "Lỗi trong hệ thống tiêu đề";
        introduction: "Paragraphs of the introduction", "Số đoạn của phần mở bài";
        keyword_placement: "Keyword missing in key places", "Thiếu từ khoá ở vị trí quan trọng";
        keyword_density: "Uses of the keyword per word", "Mật độ từ khoá";
        title_width: "Width of the title in results, in pixels", "Độ rộng tiêu đề trên trang kết quả (pixel)";
        title_length: "Characters of the title in results", "Số ký tự của tiêu đề trên trang kết quả";
        description_length: "Characters of the description in results", "Số ký tự của mô tả trên trang kết quả";
        repeated_4_grams: "Repeated phrases", "Cụm từ bị lặp lại";
        near_duplicate_sentences: "Sentences that nearly repeat another", "Câu gần như lặp lại câu khác";
        equal_sentence_starts: "Sentences per 100 that begin like the two before", "Số câu trên 100 mở đầu giống hai câu trước";
        sentence_length_variation: "Variation of sentence lengths", "Độ biến thiên độ dài câu";
        lexical_diversity: "Lexical diversity", "Độ phong phú từ vựng";
        reading_ease: "Reading ease", "Độ dễ đọc";
        sentence_syllables: "Syllables of a sentence", "Số âm tiết mỗi câu";
        language_purity: "Sentences in the requested language", "Câu đúng ngôn ngữ yêu cầu";
        vietnamese_marks: "Syllables with marks", "Âm tiết có dấu";
        copy_one_source: "Copied from one page", "Trùng với một trang";
        copy_all_sources: "Copied from all pages", "Trùng với tất cả các trang";
        longest_verbatim_run: "Longest run of a page’s words", "Chuỗi từ trùng dài nhất";
        own_articles_overlap: "Similarity to your other articles", "Mức giống các bài khác của bạn";
        own_articles_distance: "Distance from your most similar article, in bits", "Khoảng cách tới bài giống nhất của bạn (bit)";
        figures_supported: "Figures that no cited source gives", "Số liệu không có trong nguồn được dẫn";
        citation_support: "Cited sentences that their sources support", "Câu có dẫn nguồn khớp với nguồn";
        cited_sections: "Sections with a citation", "Phần có dẫn nguồn";
        cited_claims: "Figures and claims with a citation", "Số liệu và nhận định có dẫn nguồn";
        sensitive_topic: "Health, law and money: claims with a source", "Sức khoẻ, luật, tiền bạc: ý có dẫn nguồn";
        answer_first: "Answer in the first 100 words", "Trả lời trong 100 chữ đầu";
        form: "Format that fits the query", "Hình thức hợp với truy vấn";
        agreed_figures: "Figures on which ranking pages agree", "Số liệu các trang xếp hạng cùng nêu";
        faq_answers: "Questions that their answers answer", "Câu hỏi được trả lời đúng ý";
        heading_matter: "Sections that keep to their heading", "Phần viết đúng với tiêu đề";
        contradictions: "Figures that contradict each other", "Số liệu mâu thuẫn nhau";
        topic_terms: "Terms of the topic", "Thuật ngữ của chủ đề";
        keyword_stuffing: "Keyword used too often", "Lặp từ khoá quá nhiều";
        substance: "Sentences that say something", "Câu có nội dung";
        copying: "Wording taken from sources", "Câu chữ lấy từ nguồn";
        foreign_links: "Links outside of the list", "Liên kết ngoài danh sách";
        artefacts: "Leftover AI instructions", "Câu lệnh AI còn sót lại";
        faq: "Questions answered", "Số câu hỏi được trả lời";
        json_ld: "Structured data errors", "Lỗi dữ liệu có cấu trúc";
        at_most: "at most", "tối đa";
        at_least: "at least", "tối thiểu";
        to: "to", "đến";
        aim: "aim:", "mục tiêu:";
        not_measured: "not measured", "không đo";
        headings_on_topic: "of H2 and H3 on topic", "số H2 và H3 đúng chủ đề";
        characters: "characters", "ký tự";
        questions: "of searchers’ questions answered", "câu hỏi của người tìm kiếm được trả lời";
    }
}

/// A check as the page shows it.
pub(crate) struct GateRow {
    pub(crate) name: String,
    pub(crate) value: String,
    pub(crate) limit: String,
    pub(crate) passed: bool,
    pub(crate) failed: bool,
    /// Why nothing was measured.
    pub(crate) reason: Option<String>,
}

/// The checks of an article by result. Checks that do not apply, such as the marks of Vietnamese syllables in
/// an English text, are unmeasured.
pub(crate) struct GateGroups {
    pub(crate) failed: Vec<GateRow>,
    pub(crate) passed: Vec<GateRow>,
    pub(crate) unmeasured: Vec<GateRow>,
}

impl GateGroups {
    pub(crate) fn new(gates: &[Gate], language: Language) -> Self {
        let rows = gates.iter().map(|gate| GateRow::new(gate, language));
        let (failed, others): (Vec<_>, Vec<_>) = rows.partition(|row| row.failed);
        let (passed, unmeasured) = others.into_iter().partition(|row| row.passed);
        Self { failed, passed, unmeasured }
    }
}

impl GateRow {
    pub(crate) fn new(gate: &Gate, language: Language) -> Self {
        let words = Texts::of(language);
        let unit = if is_share(&gate.name) { Unit::Share } else { Unit::Plain };
        let limit = bound(&gate.threshold, unit, language);
        let limit = if gate.holds_article { limit } else { format!("{} {limit}", words.aim) };
        let aim =
            gate.target.as_deref().map(|target| format!(", {} {}", words.aim, aim(target, unit, language)));
        Self {
            name: name(&gate.name, words).map_or_else(|| gate.name.clone(), str::to_owned),
            value: gate
                .value
                .map_or_else(|| words.not_measured.to_owned(), |value| figure(value, unit, language)),
            limit: limit + &aim.unwrap_or_default(),
            passed: gate.is_measured() && gate.passed,
            failed: !gate.passed,
            reason: gate.detail.clone().filter(|_| !gate.is_measured()),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Unit {
    /// Shown as a percentage.
    Share,
    Plain,
}

fn is_share(name: &str) -> bool {
    const SHARES: [&str; 19] = [
        "length_error",
        "keyword_density",
        "repeated_4_grams",
        "near_duplicate_sentences",
        "language_purity",
        "vietnamese_marks",
        "copy_one_source",
        "copy_all_sources",
        "own_articles_overlap",
        "citation_support",
        "cited_sections",
        "cited_claims",
        "sensitive_topic",
        "agreed_figures",
        "faq_answers",
        "heading_matter",
        "topic_terms",
        "substance",
        "copying",
    ];
    SHARES.contains(&name)
}

/// The name of a check; `None` for a check that this page does not know yet.
fn name(name: &str, words: &Texts) -> Option<&'static str> {
    Some(match name {
        "length_error" => words.length_error,
        "heading_tree" => words.heading_tree,
        "introduction" => words.introduction,
        "keyword_placement" => words.keyword_placement,
        "keyword_density" => words.keyword_density,
        "title_width" => words.title_width,
        "title_length" => words.title_length,
        "description_length" => words.description_length,
        "repeated_4_grams" => words.repeated_4_grams,
        "near_duplicate_sentences" => words.near_duplicate_sentences,
        "equal_sentence_starts" => words.equal_sentence_starts,
        "sentence_length_variation" => words.sentence_length_variation,
        "lexical_diversity" => words.lexical_diversity,
        "reading_ease" => words.reading_ease,
        "sentence_syllables" => words.sentence_syllables,
        "language_purity" => words.language_purity,
        "vietnamese_marks" => words.vietnamese_marks,
        "copy_one_source" => words.copy_one_source,
        "copy_all_sources" => words.copy_all_sources,
        "longest_verbatim_run" => words.longest_verbatim_run,
        "own_articles_overlap" => words.own_articles_overlap,
        "own_articles_distance" => words.own_articles_distance,
        "figures_supported" => words.figures_supported,
        "citation_support" => words.citation_support,
        "cited_sections" => words.cited_sections,
        "cited_claims" => words.cited_claims,
        "sensitive_topic" => words.sensitive_topic,
        "answer_first" => words.answer_first,
        "form" => words.form,
        "agreed_figures" => words.agreed_figures,
        "faq_answers" => words.faq_answers,
        "heading_matter" => words.heading_matter,
        "contradictions" => words.contradictions,
        "topic_terms" => words.topic_terms,
        "keyword_stuffing" => words.keyword_stuffing,
        "substance" => words.substance,
        "copying" => words.copying,
        "foreign_links" => words.foreign_links,
        "artefacts" => words.artefacts,
        "faq" => words.faq,
        "json_ld" => words.json_ld,
        _ => return None,
    })
}

/// A limit of the API, such as `<= 0.1` or `30..85`, in words. Any other format is shown unchanged.
fn bound(text: &str, unit: Unit, language: Language) -> String {
    let words = Texts::of(language);
    let shown = |number: &str| number.trim().parse().ok().map(|number| figure(number, unit, language));
    let told = if let Some(most) = text.strip_prefix("<=") {
        shown(most).map(|most| format!("{} {most}", words.at_most))
    } else if let Some(least) = text.strip_prefix(">=") {
        shown(least).map(|least| format!("{} {least}", words.at_least))
    } else {
        let ends = text.split_once("..").and_then(|(least, most)| Some((shown(least)?, shown(most)?)));
        ends.map(|(least, most)| format!("{least} {} {most}", words.to))
    };
    told.unwrap_or_else(|| text.to_owned())
}

/// A target may count something other than the limit, which its suffix says.
fn aim(text: &str, unit: Unit, language: Language) -> String {
    let words = Texts::of(language);
    let others = [
        (" of H2 and H3 on topic", Unit::Share, words.headings_on_topic),
        (" characters", Unit::Plain, words.characters),
        (" of searchers' questions answered", Unit::Share, words.questions),
    ];
    for (ending, unit, told) in others {
        if let Some(rest) = text.strip_suffix(ending) {
            return format!("{} {told}", bound(rest, unit, language));
        }
    }
    bound(text, unit, language)
}

fn figure(value: f64, unit: Unit, language: Language) -> String {
    let text = match unit {
        Unit::Share => format!("{} %", rounded(value * 100.0)),
        Unit::Plain => rounded(value),
    };
    if language == Language::VIETNAMESE { text.replace('.', ",") } else { text }
}

/// At most two decimals, without trailing zeros.
fn rounded(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(
        name: &str,
        value: Option<f64>,
        threshold: &str,
        target: Option<&str>,
        language: Language,
    ) -> GateRow {
        let gate = Gate {
            name: name.to_owned(),
            value,
            detail: None,
            threshold: threshold.to_owned(),
            target: target.map(str::to_owned),
            holds_article: true,
            passed: true,
        };
        GateRow::new(&gate, language)
    }

    #[test]
    fn limits_are_told_in_words() {
        let row = |name, value, threshold, target| {
            let row = row(name, value, threshold, target, Language::ENGLISH);
            (row.value, row.limit)
        };
        let both = |value: &str, limit: &str| (value.to_owned(), limit.to_owned());
        assert_eq!(
            row("length_error", Some(0.019), "<= 0.1", Some("<= 0.05")),
            both("1.9 %", "at most 10 %, aim: at most 5 %")
        );
        assert_eq!(
            row("reading_ease", Some(62.0), "30..85", Some("40..70")),
            both("62", "30 to 85, aim: 40 to 70")
        );
        assert_eq!(
            row("keyword_placement", Some(0.0), "<= 0", Some("0.3..0.75 of H2 and H3 on topic")),
            both("0", "at most 0, aim: 30 % to 75 % of H2 and H3 on topic")
        );
        assert_eq!(row("lexical_diversity", None, ">= 50", None), both("not measured", "at least 50"));
        assert_eq!(row("of_tomorrow", Some(1.0), "somehow", None), both("1", "somehow"));
    }

    #[test]
    fn what_failed_stands_apart_and_what_was_not_measured_too() {
        let gate = |name: &str, value, passed| Gate {
            name: name.to_owned(),
            value,
            detail: None,
            threshold: "<= 1".to_owned(),
            target: None,
            holds_article: true,
            passed,
        };
        let gates = [
            gate("faq", Some(1.0), true),
            gate("vietnamese_marks", None, true),
            gate("form", Some(0.0), false),
        ];
        let groups = GateGroups::new(&gates, Language::ENGLISH);
        let names = |rows: &[GateRow]| rows.iter().map(|row| row.name.clone()).collect::<Vec<_>>();
        assert_eq!(names(&groups.failed), ["Format that fits the query"]);
        assert_eq!(names(&groups.passed), ["Questions answered"]);
        assert_eq!(groups.unmeasured.len(), 1);
    }

    #[test]
    fn what_is_not_measured_has_a_reason_and_what_only_aims_says_so() {
        let gate = |value, passed, holds_article| Gate {
            name: "cited_sections".to_owned(),
            value,
            detail: Some("There are no sources.".to_owned()),
            threshold: ">= 0.5".to_owned(),
            target: None,
            holds_article,
            passed,
        };
        let row = |value, passed, holds| {
            let row = GateRow::new(&gate(value, passed, holds), Language::ENGLISH);
            (row.passed, row.failed, row.limit, row.reason)
        };
        let aim = "aim: at least 50 %".to_owned();
        assert_eq!(
            row(None, true, false),
            (false, false, aim.clone(), Some("There are no sources.".to_owned()))
        );
        assert_eq!(row(Some(0.2), false, false), (false, true, aim, None));
        assert_eq!(row(Some(0.7), true, true), (true, false, "at least 50 %".to_owned(), None));
    }

    #[test]
    fn vietnamese_figures_have_commas() {
        let row = row("keyword_density", Some(0.009), "<= 0.03", Some("0.005..0.015"), Language::VIETNAMESE);
        assert_eq!(
            (row.value.as_str(), row.limit.as_str()),
            ("0,9 %", "tối đa 3 %, mục tiêu: 0,5 % đến 1,5 %")
        );
    }
}
