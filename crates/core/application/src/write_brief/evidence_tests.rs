//! The evidence of a page, from the page to the prompts: everything on the topic is in a writer's prompt, and
//! nothing of another topic.

use domain::articles::outline::{Outline, PlannedSection};
use domain::articles::strategy::EvidenceTokens;
use editorial::planning::{ProposedOutline, ProposedSection, plan};
use editorial::prompts::{self, Brief};

use super::*;

/// Settings of a fictitious service, with their defaults and effects.
const SETTINGS: [(&str, &str, &str); 13] = [
    ("sluice_enabled (boolean)", "on", "Says whether sluice cleans tables by itself."),
    (
        "sluice_max_workers (integer)",
        "seven",
        "Limits how many sluice workers clean tables at the same time.",
    ),
    (
        "sluice_naptime (integer)",
        "45 seconds",
        "Sets how long sluice sleeps between two rounds over the tables.",
    ),
    ("sluice_threshold (integer)", "61", "Sets the fewest dead rows before sluice cleans a table."),
    ("sluice_insert_threshold (integer)", "1,250", "Sets the fewest new rows before sluice cleans a table."),
    (
        "sluice_analyze_threshold (integer)",
        "53",
        "Sets the fewest changed rows before sluice counts a table.",
    ),
    ("sluice_scale_factor (number)", "0.23", "Adds this share of the table to the threshold of sluice."),
    (
        "sluice_insert_scale_factor (number)",
        "0.27",
        "Adds this share of the table to the insert threshold of sluice.",
    ),
    (
        "sluice_analyze_scale_factor (number)",
        "0.13",
        "Adds this share of the table to the threshold of counting.",
    ),
    (
        "sluice_freeze_age (integer)",
        "190 million",
        "Sets the age of a row at which sluice freezes the table.",
    ),
    (
        "sluice_cost_delay (number)",
        "3 milliseconds",
        "Sets how long a sluice worker pauses when its cost is spent.",
    ),
    ("sluice_cost_limit (integer)", "212", "Sets the cost after which a sluice worker pauses."),
    ("sluice_log_duration (integer)", "11 minutes", "Logs every round of sluice that takes longer."),
];
const FORMULAS: [&str; 2] = [
    "sluice point = sluice threshold + sluice scale factor * number of rows",
    "insert point = sluice insert threshold + sluice insert scale factor * number of rows",
];
const OTHER: &str = "<title>Hooks of the petal web server</title><main><h1>Hooks of the petal web server</h1>
    <h2>Writing a hook</h2><p>A petal hook is a script that runs before a request is answered. The petal server loads at most 999 hooks.</p>
    <h2>Limits of hooks</h2><p>The petal limit of a hook is 64 kilobytes, and the default delay between two hooks is 8 seconds.</p></main>";

fn page(number: u32, html: &str) -> (u32, Page) {
    let url = format!("https://site{number}.example/page").parse().unwrap();
    (number, Page::read(html, &url))
}

fn research() -> Research {
    let entry = |(name, default, what): &(&str, &str, &str)| {
        format!("<dt>{name}</dt><dd><p>{what} The default is {default}.</p></dd>")
    };
    let settings: String = SETTINGS.iter().map(entry).collect();
    let html = format!(
        "<title>Configure sluice</title><main><h1>Configure sluice</h1><p>Sluice cleans tables in the background.</p>
         <h2>Settings of sluice</h2><dl>{settings}</dl>
         <h2>When sluice cleans a table</h2><p>Sluice cleans a table whose dead rows exceed this point:</p><pre>{}</pre>
         <p>Tables that only grow are cleaned by sluice after new rows:</p><pre>{}</pre></main>",
        FORMULAS[0], FORMULAS[1]
    );
    let pages = vec![page(1, &html), page(2, OTHER)];
    researched(
        &BriefInput { keyword: "how to configure sluice".to_owned(), pages, ..BriefInput::default() },
        Timestamp::UNIX_EPOCH,
    )
}

fn planned(order: &ArticleInput, research: &Research, tokens: EvidenceTokens) -> Outline {
    let section = |(heading, points): (&str, &[&str])| ProposedSection {
        heading: heading.to_owned(),
        points: points.iter().map(|point| (*point).to_owned()).collect(),
        ..ProposedSection::default()
    };
    let sections: [(&str, &[&str]); 4] = [
        ("What sluice does", &["cleaning tables in the background"]),
        ("Workers and pauses", &["how many workers", "cost delay and cost limit"]),
        ("When a table is cleaned", &["thresholds and scale factors", "an example with a large table"]),
        ("Watching sluice", &["the log of long rounds"]),
    ];
    let proposal = ProposedOutline { sections: sections.map(section).to_vec(), ..ProposedOutline::default() };
    plan(&proposal, order, research, tokens.section).unwrap()
}

fn brief<'a>(order: &'a ArticleInput, research: &'a Research, tokens: EvidenceTokens) -> Brief<'a> {
    Brief { order, research, internal_links: &[], tokens }
}

/// The evidence in the prompts of all sections.
fn of_sections(brief: &Brief<'_>, outline: &Outline) -> String {
    let words = |section: &PlannedSection| section.all_words();
    let prompts = outline
        .sections
        .iter()
        .map(|section| prompts::section(brief, outline, &section.id, words(section)).unwrap().prompt);
    prompts.collect()
}

#[test]
fn every_default_and_formula_reaches_a_writer_and_nothing_of_another_topic() {
    let order = ArticleInput::new("how to configure sluice".to_owned());
    let research = research();
    let outline = planned(&order, &research, EvidenceTokens::USUAL);
    let brief = brief(&order, &research, EvidenceTokens::USUAL);
    for shown in [of_sections(&brief, &outline), prompts::first_draft(&brief, None).prompt] {
        for (name, default, _) in SETTINGS {
            let name = name.split(' ').next().unwrap();
            assert!(
                shown.contains(name) && shown.contains(&format!("The default is {default}.")),
                "{name}: {shown}"
            );
        }
        for formula in FORMULAS {
            assert!(shown.contains(formula), "{formula}: {shown}");
        }
        assert!(!shown.contains("petal"), "{shown}");
    }
    assert!(!prompts::outline(&brief).prompt.contains("petal hook"));
    assert!(research.sources.iter().all(|source| !source.title.contains("petal")), "{:?}", research.sources);
}

/// The characters of the passages that a prompt shows.
fn evidence(prompt: &str) -> usize {
    prompt.split_once("\nPassages to write from").map_or(0, |(_, passages)| passages.chars().count())
}

#[test]
fn prompts_show_as_many_passages_as_the_settings_allow() {
    let order = ArticleInput::new("how to configure sluice".to_owned());
    let rule = "Sluice cleans a table when its dead rows exceed the sluice threshold of that table.";
    let paragraphs: Vec<String> = (1..=400)
        .map(|number| format!("<p>{rule} In test {number} of sluice, round {number} took {number} milliseconds for table t{number}.</p>"))
        .collect();
    let paragraphs = paragraphs.concat();
    let html = format!("<title>Configure sluice</title><main><h1>Configure sluice</h1>{paragraphs}</main>");
    let input = BriefInput {
        keyword: "how to configure sluice".to_owned(),
        pages: vec![page(1, &html)],
        ..BriefInput::default()
    };
    let research = researched(&input, Timestamp::UNIX_EPOCH);
    let shown = |tokens| {
        let brief = brief(&order, &research, tokens);
        let outline = planned(&order, &research, tokens);
        let section = &outline.sections[2];
        let section = prompts::section(&brief, &outline, &section.id, section.words).unwrap();
        (evidence(&prompts::outline(&brief).prompt), evidence(&section.prompt))
    };
    let (few, many) = (EvidenceTokens { outline: 500, section: 600 }, EvidenceTokens::USUAL);
    let (outline, section) = shown(few);
    // Four characters per token, give or take a passage with its marks.
    assert!((1_000..=3_000).contains(&outline) && (1_200..=3_400).contains(&section), "{outline} {section}");
    let (outline, section) = shown(many);
    assert!(outline > 8_000 && section > 8_000, "{outline} {section}");
}
