use domain::articles::brief::{
    Agreement, BriefGap, BriefLink, BriefPart, BriefQuestion, BriefSection, BriefSource, BriefTerm,
    CheckKind, ChecklistItem, ContentBrief, FactGroup, FactKind, FactValue, GapReason, KeywordFigures,
    MissingPart, MissingReason, PageHeading, QueryType, QuestionOrigin, RankingPage, SectionForm,
    SectionOrigin, SourceOrigin, TermKind, WorkingTitle,
};
use domain::articles::outline::SectionId;
use domain::articles::passages::{Passage, PassageId, PassageKind};
use domain::articles::research::SourceNumber;
use domain::locale::Language;
use domain::search::{Intent, IntentSignal, SearchIntent, SignalSource};

use super::*;

const SOURCE: SourceNumber = SourceNumber(1);

fn question(text: &str, origin: QuestionOrigin, evidence: &[u32]) -> BriefQuestion {
    BriefQuestion {
        id: format!("q_{}", text.len()),
        text: text.to_owned(),
        origin,
        evidence: evidence.iter().copied().map(PassageId).collect(),
    }
}

fn passage(id: u32, kind: PassageKind, text: &str) -> Passage {
    Passage {
        id: PassageId(id),
        source: SOURCE,
        also_in: Vec::new(),
        title: "Vacuuming".to_owned(),
        path: vec!["The <b>Daemon</b>".to_owned()],
        kind,
        text: text.to_owned(),
        order: 0,
    }
}

fn fact(kind: FactKind, agreement: Agreement, about: &str, values: &[&str]) -> FactGroup {
    let value = |value: &&str| FactValue {
        value: (*value).to_owned(),
        sentence: format!("It is {value}."),
        passage: PassageId(1),
        sources: vec![SOURCE],
    };
    FactGroup { about: about.to_owned(), kind, agreement, values: values.iter().map(value).collect() }
}

fn section() -> BriefSection {
    BriefSection {
        id: SectionId::top(1),
        heading: "The daemon".to_owned(),
        purpose: "The reader knows it.".to_owned(),
        form: SectionForm::Table,
        words: 1_200,
        points: vec!["autovacuum_naptime".to_owned()],
        questions: vec![
            question("How often does it run?", QuestionOrigin::PeopleAlsoAsk, &[1]),
            question("Does it lock tables?", QuestionOrigin::Searches, &[]),
            question("What must the reader know?", QuestionOrigin::Form, &[]),
        ],
        evidence: vec![PassageId(1), PassageId(2), PassageId(1)],
        covered_by: vec![1, 4],
        origin: SectionOrigin::Pages,
    }
}

fn brief(language: Language) -> ContentBrief {
    let code = "It is defined as:\n```\nx = a +\n    b < c\n```\nwhere a is set.";
    ContentBrief {
        keyword: "autovacuum <script>".to_owned(),
        language,
        country: None,
        query_type: QueryType::HowTo,
        query_type_reason: "The query says “how to”.".to_owned(),
        form: "A procedure.".to_owned(),
        intent: SearchIntent {
            primary: Intent::Informational,
            confidence: 0.9,
            secondary: Vec::new(),
            signals: vec![IntentSignal {
                intent: Intent::Informational,
                source: SignalSource::Features,
                evidence: "videos are shown".to_owned(),
                weight: 1.0,
            }],
        },
        titles: vec![WorkingTitle { text: "How to".to_owned(), angle: "steps".to_owned() }],
        meta_title: "How to".to_owned(),
        meta_description: "All of it.".to_owned(),
        recommended_words: 1_500,
        median_words: Some(1_234),
        opening: "Answer first.".to_owned(),
        sections: vec![section()],
        facts: vec![
            fact(FactKind::Default, Agreement::Single, "autovacuum_naptime", &["one minute"]),
            fact(FactKind::Formula, Agreement::Single, "x", &["x = a + b"]),
            fact(FactKind::Figure, Agreement::Differ, "glue dry", &["5 minutes", "8 minutes"]),
        ],
        terms: vec![BriefTerm { text: "dead tuples".to_owned(), kind: TermKind::Term, pages: 2, uses: None }],
        gaps: vec![BriefGap {
            topic: "Cost limits".to_owned(),
            reason: GapReason::ThinCoverage,
            coverage: 0.1,
            covered_by: vec![1],
            opportunity: 0.7,
            section: Some(SectionId::top(1)),
        }],
        questions: vec![question("Is it safe?", QuestionOrigin::Pages, &[2])],
        internal_links: vec![BriefLink {
            url: "javascript:alert(1)".to_owned(),
            title: Some("Not a link".to_owned()),
            section: None,
            shared: vec!["vacuum".to_owned()],
        }],
        checklist: vec![ChecklistItem { kind: CheckKind::Measure, text: "Try it.".to_owned() }],
        keyword_figures: KeywordFigures {
            provider: None,
            monthly_searches: Some(12_100),
            related: Vec::new(),
        },
        pages: vec![RankingPage {
            position: 1,
            title: "Vacuuming".to_owned(),
            url: "https://a.example/v".to_owned(),
            source: Some(SOURCE),
            words: Some(900),
            headings: vec![PageHeading { level: 2, text: "The daemon".to_owned() }],
            left_out: None,
        }],
        sources: vec![BriefSource {
            number: SOURCE,
            title: "Vacuuming".to_owned(),
            url: Some("https://a.example/v".to_owned()),
            origin: SourceOrigin::Search,
            position: Some(1),
            published: None,
        }],
        passages: vec![
            passage(1, PassageKind::Paragraph, "It runs *every* minute."),
            passage(2, PassageKind::Code, code),
        ],
        missing: vec![MissingPart {
            part: BriefPart::Suggestions,
            reason: MissingReason::NotConfigured,
            message: "No feed is configured.".to_owned(),
            settings: vec!["suggest.engines".to_owned()],
        }],
        warnings: Vec::new(),
    }
}

#[test]
fn markdown_is_read_as_it_is_meant() {
    let text = brief_markdown(&brief(Language::ENGLISH));
    insta::assert_snapshot!(text, @r"
    # Content brief: autovacuum \<script>

    - **Query type:** How-to. The query says “how to”.
    - **Form:** A procedure.
    - **Search intent:** informational (90 %)
    - **Signals:** videos are shown
    - **Recommended length:** 1,500 words; the pages that rank have 1,234 (median)
    - **Searches a month:** 12,100

    ## What this brief lacks

    - **Suggestions:** No feed is configured.

    ## Working titles

    1. **How to** (steps; 6 characters)

    ## Metadata

    - **Meta title:** How to (6 characters)
    - **Meta description:** All of it. (10 characters)

    ## Outline

    **Opening:** Answer first.

    ### 1. The daemon

    *about 1,200 words; table; from the pages*

    **Purpose:** The reader knows it.

    **Must answer:**

    - How often does it run? *(people also ask; p1)*
    - Does it lock tables? *(searched; no source answers this)*
    - What must the reader know?

    **Parts on the pages:** autovacuum_naptime

    **Ranking pages with this section:** 1, 4

    **Evidence:**

    > **p1** [1] Vacuuming › The \<b>Daemon\</b>
    >
    > It runs \*every\* minute.

    > **p2** [1] Vacuuming › The \<b>Daemon\</b>
    >
    > It is defined as:
    > ```
    > x = a +
    >     b < c
    > ```
    > where a is set.

    > **p1** [1] *(above)*

    ## Facts and figures

    ### Default values

    | Setting | Default | Agreement |
    |---|---|---|
    | autovacuum_naptime | one minute [1] | one source |

    ### Formulas

    - `x = a + b` [1]

    ### Figures

    - **glue dry** (sources differ)
      - **5 minutes** [1]: It is 5 minutes.
      - **8 minutes** [1]: It is 8 minutes.

    ## Terms experts use

    dead tuples

    ## What ranking pages lack

    - Cost limits (thin coverage; 10 % of the pages treat it; section 1)

    ## Questions people ask

    - Is it safe? *(on a page; p2)*

    ## Internal links

    - Not a link (shares: vacuum)

    ## Before you write

    - [ ] **Measure or try:** Try it.

    ## Ranking pages

    - **1.** [Vacuuming](https://a.example/v); 900 words; [1]
      - The daemon

    ## Sources

    - [1] Vacuuming, https://a.example/v
    ");
}

#[test]
fn no_word_of_a_page_becomes_markup() {
    let brief = brief(Language::ENGLISH);
    let html = brief_html(&brief);
    assert!(
        !html.contains("<script") && !html.contains("javascript:") && html.contains("&lt;script&gt;"),
        "{html}"
    );
    assert!(html.contains("x = a +\n    b &lt; c\n</code></pre>"), "{html}");
    let rendered = comrak::markdown_to_html(&brief_markdown(&brief), &comrak::Options::default());
    assert!(
        !rendered.contains("<!-- raw HTML omitted -->") && !rendered.contains("javascript:"),
        "{rendered}"
    );
    assert!(rendered.contains("x = a +\n    b &lt; c"), "{rendered}");
}

#[test]
fn a_passage_stands_in_a_document_once() {
    let brief = brief(Language::ENGLISH);
    assert_eq!(brief_markdown(&brief).matches("every").count(), 1);
    assert_eq!(brief_html(&brief).matches("every").count(), 1);
}

#[test]
fn labels_are_in_the_language_of_the_brief() {
    let vietnamese = brief_html(&brief(Language::VIETNAMESE));
    assert!(
        vietnamese.contains("<html lang=\"vi\"")
            && vietnamese.contains("Dàn ý")
            && vietnamese.contains("12.100")
            && !vietnamese.contains("videos are shown")
    );
    let german = brief_markdown(&brief("de".parse().unwrap()));
    assert!(german.contains("## Outline") && german.contains("12,100"));
}

#[test]
fn the_policy_allows_the_style_that_the_page_has() {
    use base64::Engine as _;
    use sha2::Digest as _;
    let html = brief_html(&brief(Language::ENGLISH));
    let style = html.split("<style>").nth(1).and_then(|rest| rest.split("</style>").next()).unwrap();
    let hash = base64::prelude::BASE64_STANDARD.encode(sha2::Sha256::digest(style));
    assert!(brief_content_security_policy().contains(&hash));
    assert!(!html.contains(" style=") && !html.contains(" onclick="), "{html}");
}
