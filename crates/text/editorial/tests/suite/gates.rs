//! Every gate lets a good article pass and stops one that breaks its limit.

use std::collections::HashSet;

use domain::articles::document::{Block, Span};
use domain::articles::quality::{Gate, Quality};
use domain::articles::record::Tier;
use domain::articles::research::{Grounding, SourceNumber};
use domain::locale::Language;
use editorial::gates::{GateContext, fingerprint, markdown_table, measure, measure_labels};
use proptest::prelude::*;

use crate::samples::{Sample, english, marked, passage, vietnamese};

fn gate<'a>(quality: &'a Quality, name: &str) -> &'a Gate {
    quality.gates.iter().find(|gate| gate.name == name).unwrap()
}

fn paragraph(text: &str) -> Block {
    Block::Paragraph(marked(text))
}

fn add(sample: &mut Sample, text: &str) {
    sample.article.sections[1].blocks.push(paragraph(text));
}

fn source_says(sample: &mut Sample, text: &str) {
    let id = u32::try_from(sample.research.passages.len()).unwrap() + 1;
    sample.research.passages.push(passage(id, 2, text));
}

/// Breaks the limit of one gate in a good English article.
type Breaking = (&'static str, fn(&mut Sample));

const COPIED: &str = "The grounds must never be crushed into dust because the finished drink would then turn cloudy and taste as harsh as burnt toast does.";

const BREAKINGS: &[Breaking] = &[
    ("length_error", |sample| sample.order.words *= 2),
    ("heading_tree", |sample| {
        sample.article.sections[2].heading = sample.article.sections[1].heading.clone();
    }),
    ("introduction", |sample| sample.article.introduction.clear()),
    ("keyword_placement", |sample| sample.article.slug = "something-else".into()),
    ("keyword_density", |sample| add(sample, &"Cold brew coffee! ".repeat(40))),
    ("title_width", |sample| sample.article.meta_title = "Cold Brew Coffee ".repeat(6)),
    ("title_length", |sample| {
        sample.article.meta_title =
            "Cold brew coffee: it is still time to fill it, till all lies still".into();
    }),
    ("description_length", |sample| sample.article.meta_description.clear()),
    ("repeated_4_grams", |sample| add(sample, &"It is good to wait a while. ".repeat(30))),
    ("near_duplicate_sentences", |sample| {
        for _ in 0..3 {
            add(
                sample,
                "Serve it over ice, with milk, or with a slice of orange. A sealed bottle keeps for about 10 days in the refrigerator.",
            );
        }
    }),
    ("equal_sentence_starts", |sample| {
        add(sample, "It works. It is cheap. It keeps well. It tastes fine. It needs no power. It is quiet.");
    }),
    ("sentence_length_variation", |sample| {
        for section in &mut sample.article.sections {
            section.blocks = vec![paragraph(
                "The water runs here. A jar waits there. No hurry helps us. All people like it.",
            )];
        }
        sample.article.faq = None;
        sample.article.introduction = vec![paragraph("Cold brew coffee is easy.")];
    }),
    ("lexical_diversity", |sample| {
        for _ in 0..8 {
            add(
                sample,
                "The coffee in the jar is the coffee in the cup. The cup is the jar and the jar is the cup.",
            );
        }
    }),
    ("reading_ease", |sample| {
        for _ in 0..12 {
            add(
                sample,
                "Organisational considerations necessitate comprehensive evaluation of technological infrastructure.",
            );
        }
    }),
    ("language_purity", |sample| {
        add(
            sample,
            "Der Kaffee wird über Nacht im Kühlschrank aufbewahrt. Danach wird er durch ein Tuch gefiltert und kalt serviert. \
            Cà phê sữa đá là thức uống quen thuộc của người Việt Nam.",
        );
    }),
    ("copy_one_source", |sample| {
        source_says(sample, COPIED);
        source_says(
            sample,
            "Nobody who tasted the second batch wanted to go back to the first one, which says a lot about water.",
        );
        add(sample, COPIED);
        add(
            sample,
            "Nobody who tasted the second batch wanted to go back to the first one, which says a lot about water.",
        );
    }),
    ("copy_all_sources", |sample| {
        for block in sample.article.sections[0]
            .blocks
            .clone()
            .into_iter()
            .chain(sample.article.sections[4].blocks.clone())
        {
            if let Block::Paragraph(text) = block {
                source_says(sample, &editorial::spans::plain(&text));
            }
        }
    }),
    ("longest_verbatim_run", |sample| {
        source_says(sample, COPIED);
        add(sample, COPIED);
    }),
    ("foreign_links", |sample| {
        let link = Span::Link { text: "a shop".into(), url: "https://shop.example/".into() };
        sample.article.introduction.push(Block::Paragraph(vec![link]));
    }),
    ("artefacts", |sample| add(sample, "As an AI language model, I like coffee.")),
    ("faq", |sample| sample.article.faq = None),
];

#[test]
fn good_articles_pass_every_gate() {
    for sample in [english(), vietnamese()] {
        let quality = measure(&sample.article, &sample.context());
        let failures: Vec<&Gate> = quality.failures().collect();
        assert!(failures.is_empty(), "{failures:#?}");
        assert!(quality.score >= Some(85), "{:?}", quality.score);
    }
}

#[test]
fn a_bad_article_fails_the_gate_that_it_breaks() {
    for (name, spoil) in BREAKINGS {
        let mut sample = english();
        spoil(&mut sample);
        let quality = measure(&sample.article, &sample.context());
        let gate = gate(&quality, name);
        assert!(!gate.passed && !gate.on_target && !gate.findings.is_empty(), "{gate:?}");
        let before = english();
        assert!(quality.score < measure(&before.article, &before.context()).score, "{name} lowers the score");
    }
}

#[test]
fn vietnamese_has_gates_of_its_own() {
    let mut long = vietnamese();
    let endless = format!("Cà phê {} ngon.", "và nước rất thơm và đậm đà mỗi sáng ".repeat(20));
    for section in &mut long.article.sections {
        section.blocks.push(paragraph(&endless));
    }
    assert!(!gate(&measure(&long.article, &long.context()), "sentence_syllables").passed);
    let mut bare = vietnamese();
    for section in &mut bare.article.sections {
        section.blocks.push(paragraph(&"Ca phe phin rat ngon va thom nhu moi buoi sang o nha. ".repeat(4)));
    }
    assert!(!gate(&measure(&bare.article, &bare.context()), "vietnamese_marks").passed);
    let quality = measure(&bare.article, &bare.context());
    assert_eq!(
        (gate(&quality, "reading_ease").value, gate(&quality, "lexical_diversity").value),
        (None, None)
    );
}

#[test]
fn what_others_know_about_the_article_counts() {
    let sample = english();
    let own = [fingerprint(&sample.article)];
    let problems = ["BlogPosting lacks datePublished".to_owned()];
    let context =
        editorial::gates::GateContext { own_articles: &own, json_ld_problems: &problems, ..sample.context() };
    let quality = measure(&sample.article, &context);
    for name in ["own_articles_overlap", "own_articles_distance", "json_ld"] {
        assert!(!gate(&quality, name).passed, "{name}");
    }
}

#[test]
fn every_gate_is_seen_to_fail() {
    let elsewhere = [
        "sentence_syllables",
        "vietnamese_marks",
        "own_articles_overlap",
        "own_articles_distance",
        "json_ld",
    ];
    let tested: HashSet<&str> = BREAKINGS.iter().map(|(name, _)| *name).chain(elsewhere).collect();
    let quality = measure(&english().article, &english().context());
    let names: HashSet<&str> = quality.gates.iter().map(|gate| gate.name.as_str()).collect();
    assert_eq!(tested, names);
}

#[test]
fn head_words_count_without_the_whole_keyword() {
    let density = |sample: &Sample| {
        let quality = measure(&sample.article, &sample.context());
        let gate = gate(&quality, "keyword_density");
        (gate.value.unwrap(), gate.passed)
    };
    let mut long = english();
    long.order.focus_keyword = "how to make cold brew coffee in a jar".into();
    let (value, passed) = density(&long);
    assert!(passed && value > 0.005, "nothing repeats the whole keyword: {value}");
    add(&mut long, &"Coffee makes coffee, jars make jars, brewing cold makes a cold brew. ".repeat(12));
    assert!(!density(&long).1);

    let mut phin = vietnamese();
    assert!(density(&phin).1, "{:?}", density(&phin));
    let before = density(&phin).0;
    add(&mut phin, &"Ông ấy phê bình và cà khịa. ".repeat(20));
    assert!(density(&phin).0 < before, "its syllables in other words are not its words");
    add(&mut phin, &"Cà phê này, cà phê kia. ".repeat(40));
    assert!(!density(&phin).1, "{:?}", density(&phin));
}

/// Titles that pass the check of articles also pass the audit of the published page.
#[test]
fn titles_have_the_limits_of_the_audit() {
    for title in [
        "Cold Brew Coffee at Home: Ratio, Time and Storage Guide",
        "Cold brew coffee: it is still time to fill it, till all lies still",
        "COLD BREW COFFEE MAKERS WITH MAXIMUM WATER MEMORY",
        "水出しコーヒーの作り方と保存の仕方をやさしく解説するページ",
        "水出しコーヒーの作り方と保存の仕方をやさしく解説するページです",
        "",
    ] {
        let mut sample = english();
        title.clone_into(&mut sample.article.meta_title);
        let quality = measure(&sample.article, &sample.context());
        let passed = ["title_width", "title_length"].iter().all(|name| gate(&quality, name).passed);
        assert_eq!(passed, seo::result_room::title_fits(title), "{title}");
    }
}

#[test]
fn quoted_words_may_be_long() {
    let mut sample = english();
    source_says(&mut sample, COPIED);
    let text = marked(COPIED);
    sample.article.sections[1].blocks.push(Block::Quote { text, source: SourceNumber(2) });
    assert!(gate(&measure(&sample.article, &sample.context()), "longest_verbatim_run").passed);
}

#[test]
fn what_an_article_says_is_measured_and_lowers_its_score() {
    let mut sample = english();
    add(&mut sample, "It saves 37 percent of your money [1].");
    let context = GateContext { is_sample: false, ..sample.context() };
    let quality = measure(&sample.article, &context);
    let gate = gate(&quality, "figures_supported");
    assert!(!gate.passed && quality.score < Some(60), "{quality:#?}");
    let finding = &gate.findings[0];
    assert_eq!(finding.place.as_deref(), Some("2"));
    assert!(finding.excerpt.as_deref().is_some_and(|text| text.contains("37 percent")), "{finding:?}");
}

#[test]
fn a_check_that_only_aims_says_that_it_fails_and_holds_nothing() {
    let mut sample = english();
    for block in sample.article.sections.iter_mut().flat_map(|section| &mut section.blocks) {
        if let Block::Paragraph(text) = block {
            text.retain(|span| !matches!(span, Span::Citation(_)));
        }
    }
    sample
        .article
        .sections
        .retain(|section| section.blocks.iter().all(|block| !matches!(block, Block::List { .. })));
    let context = GateContext { is_sample: false, ..sample.context() };
    let quality = measure(&sample.article, &context);
    let missed = gate(&quality, "cited_sections");
    assert_eq!((missed.status(), missed.holds, missed.threshold.as_str()), ("fail", false, ">= 0.5"));
    assert!(
        !missed.findings.is_empty()
            && missed.detail.as_deref().is_some_and(|detail| detail.starts_with("0 of"))
    );
    assert!(quality.failures().all(|gate| gate.name != "cited_sections"));

    sample.research.passages.clear();
    let quality = measure(&sample.article, &GateContext { is_sample: false, ..sample.context() });
    let unknown = gate(&quality, "cited_sections");
    assert_eq!(
        (unknown.status(), unknown.detail.as_deref()),
        ("not_measured", Some("There are no sources."))
    );
    let unmeasured = quality.gates.iter().filter(|gate| gate.status() == "not_measured");
    assert!(unmeasured.clone().count() > 5 && unmeasured.into_iter().all(|gate| gate.detail.is_some()));
}

#[test]
fn only_copying_from_other_peoples_pages_is_measured() {
    const NAMES: [&str; 3] = ["copy_one_source", "copy_all_sources", "longest_verbatim_run"];
    let mut sample = english();
    source_says(&mut sample, COPIED);
    add(&mut sample, COPIED);
    assert_eq!(gate(&measure(&sample.article, &sample.context()), "longest_verbatim_run").status(), "fail");
    // The customer's own text may be repeated; only the other page is measured.
    sample.research.sources[1].url = None;
    let quality = measure(&sample.article, &sample.context());
    assert_eq!(NAMES.map(|name| gate(&quality, name).status()), ["pass"; 3]);
    sample.research.sources[0].url = None;
    let quality = measure(&sample.article, &sample.context());
    for name in NAMES {
        let gate = gate(&quality, name);
        assert_eq!((gate.status(), gate.value), ("not_measured", None));
        let reason = "Every source is your own text, which the article may repeat.";
        assert_eq!(gate.detail.as_deref(), Some(reason));
    }
    sample.research.sources.clear();
    let quality = measure(&sample.article, &sample.context());
    assert_eq!(gate(&quality, NAMES[0]).detail.as_deref(), Some("There are no sources."));
}

#[test]
fn an_article_without_research_says_so() {
    let mut sample = english();
    sample.research.grounding = Grounding::Unavailable;
    let quality = measure(&sample.article, &sample.context());
    assert!(
        quality.warnings.iter().any(|warning| warning.contains("rest on no source")),
        "{:?}",
        quality.warnings
    );
    assert!(quality.score < measure(&sample.article, &english().context()).score);
}

#[test]
fn the_table_lists_every_gate() {
    insta::assert_snapshot!(markdown_table());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn any_words_can_be_measured(text: String, heading: String, vietnamese: bool) {
        let mut sample = english();
        if vietnamese {
            sample.order.language = Language::VIETNAMESE;
        }
        sample.article.sections[0].heading = heading;
        sample.article.sections[0].blocks.push(Block::Paragraph(vec![Span::Plain(text)]));
        let quality = measure(&sample.article, &sample.context());
        prop_assert!(quality.score.is_some_and(|score| score <= 100));
        prop_assert!(quality.gates.iter().filter_map(|gate| gate.value).all(f64::is_finite));
    }
}

#[test]
fn other_labels_change_only_what_they_decide() {
    let mut sample = english();
    let before = measure(&sample.article, &sample.context());
    sample.article.meta_title = "Cold Brew Coffee ".repeat(6);
    sample.article.meta_description.clear();
    let after = measure_labels(&sample.article, &sample.context(), &before);
    let broken: HashSet<&str> = after.failures().map(|gate| gate.name.as_str()).collect();
    assert_eq!(
        broken,
        HashSet::from(["title_width", "title_length", "description_length", "keyword_placement"])
    );
    assert_eq!(after, measure(&sample.article, &sample.context()), "as if all were measured");
    assert!(after.score < before.score);
}

#[test]
fn the_customers_own_words_are_not_graded() {
    let sample = english();
    let quality = measure(&sample.article, &GateContext { tier: Tier::Notes, ..sample.context() });
    assert_eq!(quality.score, None);
    let measured: Vec<&str> =
        quality.gates.iter().filter(|gate| gate.value.is_some()).map(|gate| gate.name.as_str()).collect();
    assert_eq!(
        measured,
        ["title_width", "title_length", "description_length", "language_purity", "artefacts", "json_ld"]
    );
    assert!(quality.warnings.iter().any(|warning| warning.contains("your own words")));
}
