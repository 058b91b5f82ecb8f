//! Briefs end to end: from pages, and for any input.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use briefs::{BriefInput, KeywordIdeas, Missing, OwnSource, write};
use domain::articles::brief::{
    Agreement, BriefPart, ContentBrief, FactKind, MissingReason, QuestionOrigin, SectionOrigin,
};
use domain::articles::order::{InternalLink, WantedHeading};
use domain::keywords::KeywordIdea;
use domain::locale::Language;
use domain::search::{AskedQuestion, OrganicResult, SerpPage};
use seo::page::Page;
use url::Url;

fn page(number: usize, html: &str) -> (u32, Page) {
    let url = Url::parse(&format!("https://site{number}.example/page")).unwrap();
    (u32::try_from(number).unwrap(), Page::read(html, &url))
}

fn tyre_pages() -> Vec<(u32, Page)> {
    let first = "<title>Repair a flat bike tyre</title><main><h1>Repair a flat bike tyre</h1>
        <p>A flat bike tyre is repaired with a patch and glue in a quarter of an hour.</p>
        <h2>Tools for a flat bike tyre</h2><ul><li>two tyre levers</li><li>a patch kit with glue</li><li>a pump</li></ul>
        <h2>Glue the patch on the tube</h2><p>Spread the glue thinly on the tube of the flat bike tyre. Let the glue dry for 5 minutes before you press the patch on.</p>
        <ol><li>Lift the tyre off the rim.</li><li>Find the hole in the tube.</li><li>Press the patch on the glue.</li></ol>
        <h2>Pressure of the bike tyre</h2><p>Pump the bike tyre to 4 bar.</p></main>";
    let second = "<title>Flat bike tyre: the roadside repair</title><main><h1>Flat bike tyre: the roadside repair</h1>
        <h2>Tools for the flat bike tyre</h2><p>Take levers, patches, glue and a small pump with you for a flat bike tyre.</p>
        <h2>Gluing the patch</h2><p>On a cold day the glue on the tube takes 8 minutes to dry before the patch of the bike tyre holds.</p>
        <h2>How long does a patched bike tyre last?</h2><p>A patched bike tyre lasts as long as the tyre itself.</p></main>";
    let stranger = "<title>Pancakes</title><main><h1>Pancakes</h1><h2>Batter</h2><p>Whisk eggs, flour and milk to a smooth batter and let it rest.</p></main>";
    vec![page(1, first), page(2, second), page(3, stranger)]
}

fn tyre_serp() -> SerpPage {
    let result = |position: u32, title: &str| OrganicResult {
        position,
        title: title.to_owned(),
        url: format!("https://site{position}.example/page"),
        snippet: None,
        date: None,
    };
    let asked =
        |question: &str| AskedQuestion { question: question.to_owned(), answer: None, source_url: None };
    SerpPage {
        results: vec![
            result(1, "Repair a flat bike tyre"),
            result(2, "Flat bike tyre"),
            result(3, "Pancakes"),
        ],
        people_also_ask: vec![
            asked("Can a bike tyre be sealed with sealant?"),
            asked("How long does a patched bike tyre last"),
        ],
        related_searches: vec!["flat bike tyre cost at a shop".to_owned()],
        features: Vec::new(),
    }
}

fn tyre_brief() -> ContentBrief {
    let note = seo_text(
        "Our workshop",
        "In our workshop a flat bike tyre takes 12 minutes from wheel off to wheel on.",
    );
    let idea = |keyword: &str, searches: u64| KeywordIdea {
        keyword: keyword.to_owned(),
        average_searches: Some(searches),
        ..KeywordIdea::default()
    };
    let link = |url: &str, title: &str| InternalLink { url: url.to_owned(), title: Some(title.to_owned()) };
    write(&BriefInput {
        keyword: "how to repair a flat bike tyre".to_owned(),
        serp: Some(tyre_serp()),
        pages: tyre_pages(),
        own: vec![OwnSource { url: None, page: note }],
        suggestions: vec![
            "how to repair a flat bike tyre without glue".to_owned(),
            "what glue for bike tyre patches".to_owned(),
        ],
        ideas: Some(KeywordIdeas {
            provider: "imported".to_owned(),
            ideas: vec![
                idea("how to repair a flat bike tyre", 900),
                idea("bike tyre pressure", 400),
                idea("pancakes", 9_000),
            ],
        }),
        links: vec![
            link("https://shop.example/bike-tyre-levers", "Tyre levers"),
            link("https://shop.example/about", "About us"),
        ],
        missing: vec![Missing {
            part: BriefPart::Suggestions,
            reason: MissingReason::Unavailable,
            settings: vec!["suggest.engines".to_owned()],
            detail: None,
        }],
        ..BriefInput::default()
    })
}

fn seo_text(title: &str, text: &str) -> Page {
    let html = format!("<title>{title}</title><main><p>{text}</p></main>");
    Page { url: String::new(), ..Page::read(&html, &Url::parse("https://own.example/").unwrap()) }
}

#[test]
fn a_brief_is_made_from_the_pages_that_are_about_the_keyword() {
    let brief = tyre_brief();
    let sources: Vec<&str> = brief.sources.iter().map(|source| source.title.as_str()).collect();
    assert_eq!(sources, ["Our workshop", "Repair a flat bike tyre", "Flat bike tyre: the roadside repair"]);
    assert!(brief.warnings.iter().any(|warning| warning.contains("Pancakes")), "{:?}", brief.warnings);
    assert!(brief.passages.iter().all(|passage| !passage.text.contains("batter")));
    assert_eq!(brief.pages[2].left_out.as_deref(), Some("it is about something else"));
    assert_eq!(brief.pages[0].headings.len(), 3);
    let from_pages = brief.sections.iter().filter(|section| section.origin == SectionOrigin::Pages).count();
    assert!(from_pages >= 2, "{}", brief.sections.len());
    let steps = brief.sections.iter().find(|section| section.heading.contains("step by step")).unwrap();
    let evidence = steps.evidence.iter().filter_map(|id| brief.passage(*id));
    assert!(
        evidence.clone().any(|passage| passage.text.contains("2. Find the hole")),
        "{:?}",
        evidence.collect::<Vec<_>>()
    );
}

#[test]
fn writers_get_what_belongs_to_the_keyword_and_all_notes_of_the_customer() {
    let glossary = "<title>Words of the workshop</title><main><h1>Words of the workshop</h1>
        <h2>Flat bike tyre</h2><p>A flat bike tyre is one whose tube has lost its air.</p>
        <h2>Bottom bracket</h2><p>The bearing that the cranks turn in, pressed or screwed into the frame.</p></main>";
    let garage = "<title>Fit out a garage</title><main><h1>Fit out a garage</h1><h2>Hooks</h2>
        <p>Hang the bike on a hook by its front wheel and keep each tyre off the wall.</p>
        <h2>Light</h2><p>Two lamps above the bench are enough for a room of twenty square metres.</p></main>";
    let mut pages = tyre_pages();
    pages.extend([page(4, glossary), page(5, garage)]);
    let note = seo_text("Our prices", "A visit costs 15 euros on weekdays.");
    let (brief, passages) = briefs::research(&BriefInput {
        keyword: "how to repair a flat bike tyre".to_owned(),
        serp: Some(tyre_serp()),
        pages,
        own: vec![OwnSource { url: None, page: note }],
        ..BriefInput::default()
    });
    let has = |text: &str| passages.iter().any(|passage| passage.text.contains(text));
    assert!(has("lost its air") && has("glue dry for 5 minutes") && has("15 euros"));
    assert!(!has("cranks") && !has("hook") && !has("batter"), "{passages:#?}");
    let named = brief.sections.iter().flat_map(|section| &section.evidence);
    assert!(named.into_iter().all(|id| passages.iter().any(|passage| passage.id == *id)));
    assert!(brief.warnings.iter().any(|warning| warning.contains("position 5")), "{:?}", brief.warnings);
}

#[test]
fn sources_that_differ_are_shown_beside_each_other() {
    let brief = tyre_brief();
    let fact = brief.facts.iter().find(|fact| fact.agreement == Agreement::Differ);
    let Some(fact) = fact else { panic!("{:#?}", brief.facts) };
    assert_eq!(fact.kind, FactKind::Figure);
    let values: Vec<&str> = fact.values.iter().map(|value| value.value.as_str()).collect();
    assert_eq!(values, ["5 minutes", "8 minutes"]);
    assert!(fact.about.contains("glue") && fact.about.contains("dry"), "{}", fact.about);
    let check = brief.checklist.iter().find(|item| item.text.contains("5 minutes [2]; 8 minutes [3]"));
    assert!(check.is_some(), "{:?}", brief.checklist);
}

#[test]
fn questions_are_asked_once_and_know_their_answers() {
    let brief = tyre_brief();
    let asked: Vec<_> =
        brief.all_questions().filter(|question| question.origin != QuestionOrigin::Form).collect();
    let texts: Vec<&str> = asked.iter().map(|question| question.text.as_str()).collect();
    let lasting = texts.iter().filter(|text| text.contains("patched bike tyre last")).count();
    assert_eq!(lasting, 1, "{texts:?}");
    let answered = asked.iter().find(|question| question.text.contains("patched")).unwrap();
    let passage = brief.passage(answered.evidence[0]).unwrap();
    assert!(passage.text.contains("as long as the tyre itself"), "{passage:?}");
    let open = asked.iter().find(|question| question.text.contains("sealant")).unwrap();
    assert!(open.evidence.is_empty());
    assert!(brief.checklist.iter().any(|item| item.text.contains("sealant")), "{:?}", brief.checklist);
    assert!(texts.iter().all(|text| !text.contains("how to repair a flat bike tyre without glue")));
    let mut ids: Vec<&str> = brief.all_questions().map(|question| question.id.as_str()).collect();
    let all = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), all, "every question has an id of its own");
}

#[test]
fn links_keywords_and_missing_parts_are_listed() {
    let brief = tyre_brief();
    let links: Vec<&str> = brief.internal_links.iter().map(|link| link.url.as_str()).collect();
    assert_eq!(links, ["https://shop.example/bike-tyre-levers"]);
    assert_eq!(brief.keyword_figures.monthly_searches, Some(900));
    assert!(brief.keyword_figures.related.iter().all(|related| related.keyword != "pancakes"));
    assert_eq!(brief.missing[0].part, BriefPart::Suggestions);
    assert!(brief.missing[0].message.contains("autocomplete"));
}

#[test]
fn terms_are_words_of_the_topic() {
    let brief = tyre_brief();
    let terms: Vec<&str> = brief.terms.iter().map(|term| term.text.as_str()).collect();
    assert!(terms.iter().any(|term| term.contains("glue") || term.contains("patch")), "{terms:?}");
    assert!(!terms.iter().any(|term| matches!(*term, "day" | "small" | "long" | "tools")), "{terms:?}");
}

#[test]
fn settings_formulas_and_their_words_are_found() {
    let html = "<title>Automatic vacuuming</title><main><h1>Automatic vacuuming</h1><dl>
        <dt>autovacuum (boolean)</dt><dd><p>Controls whether the server runs the autovacuum launcher. This is on by default; however, counts are needed.</p></dd>
        <dt>autovacuum_max_workers (integer)</dt><dd><p>Specifies the maximum number of autovacuum processes. The default is three.</p></dd>
        <dt>autovacuum_cost_limit (integer)</dt><dd><p>If -1 is specified (which is the default), the regular autovacuum value is used.</p></dd>
        <dt>cost_delay (floating point)</dt><dd><p>Specifies how long a worker pauses. The default value is 2 milliseconds.</p></dd></dl>
        <h2>Autovacuum threshold</h2><p>The autovacuum threshold is defined as:</p><pre>vacuum threshold = base threshold + scale factor * number of tuples</pre></main>";
    let other = "<title>Autovacuum tuning</title><main><h1>Autovacuum tuning</h1><p>The setting autovacuum_max_workers decides how many autovacuum processes run. For autovacuum_max_workers the default is 3.</p></main>";
    let brief = write(&BriefInput {
        keyword: "configure autovacuum".to_owned(),
        pages: vec![page(1, html), page(2, other)],
        ..BriefInput::default()
    });
    let facts: Vec<String> = brief
        .facts
        .iter()
        .map(|fact| {
            let values: Vec<String> = fact
                .values
                .iter()
                .map(|value| format!("{} {:?}", value.value, value.sources.len()))
                .collect();
            format!("{:?} {}: {} ({:?})", fact.kind, fact.about, values.join("; "), fact.agreement)
        })
        .collect();
    assert_eq!(
        facts,
        [
            "Default autovacuum: on 1 (Single)",
            "Default autovacuum_max_workers: three 2 (Agree)",
            "Default autovacuum_cost_limit: -1 1 (Single)",
            "Default cost_delay: 2 milliseconds 1 (Single)",
            "Formula vacuum threshold: vacuum threshold = base threshold + scale factor * number of tuples 1 (Single)",
        ]
    );
    let reference = brief.sections.iter().find(|section| !section.points.is_empty()).unwrap();
    assert_eq!(reference.points[..3], ["autovacuum", "autovacuum_max_workers", "autovacuum_cost_limit"]);
}

#[test]
fn figures_that_are_far_apart_are_about_different_things() {
    let figure = |amount: &str| {
        format!(
            "<title>Bike tyre</title><main><h1>Bike tyre glue</h1><p>The glue of the bike tyre patch is good for {amount}.</p></main>"
        )
    };
    let differ = |other: &str| {
        let pages = vec![page(1, &figure("5 minutes")), page(2, &figure(other))];
        let brief = write(&BriefInput { keyword: "bike tyre".to_owned(), pages, ..BriefInput::default() });
        brief.facts.iter().any(|fact| fact.agreement == Agreement::Differ)
    };
    assert!(differ("8 minutes"));
    assert!(!differ("2 years"));
    assert!(!differ("4 to 6 minutes"), "the range contains the figure");
}

#[test]
fn a_page_without_text_in_the_language_of_the_brief_is_left_out_for_that() {
    let mut pages = tyre_pages();
    pages[1].1.language = Some(Language::VIETNAMESE);
    let brief = write(&BriefInput {
        keyword: "how to repair a flat bike tyre".to_owned(),
        serp: Some(tyre_serp()),
        pages,
        ..BriefInput::default()
    });
    assert_eq!(brief.pages[1].left_out.as_deref(), Some("no readable text in this language"));
    let purposes: Vec<&str> = brief.sections.iter().map(|section| section.purpose.as_str()).collect();
    assert!(purposes.iter().all(|purpose| !purpose.contains("Pages that rank")), "{purposes:?}");
}

#[test]
fn the_default_of_a_setting_that_another_takes_is_found_where_it_stands() {
    let first = "<title>Autovacuum</title><main><h1>Autovacuum</h1><dl><dt>autovacuum_cost_limit (integer)</dt>
        <dd>The cost limit of autovacuum. If -1 is specified (which is the default), the regular vacuum_cost_limit value is used.</dd></dl></main>";
    let other = "<title>Resources</title><main><h1>Resources</h1><h2>Autovacuum memory</h2><p>Autovacuum takes memory of autovacuum workers.</p>
        <h2>Costs</h2><dl><dt>vacuum_cost_limit (integer)</dt><dd>The accumulated cost that makes the process sleep. The default is 200.</dd>
        <dt>bgwriter_delay (integer)</dt><dd>The delay between rounds of the writer. The default is 300.</dd></dl></main>";
    let brief = write(&BriefInput {
        keyword: "configure autovacuum".to_owned(),
        pages: vec![page(1, first), page(2, other)],
        ..BriefInput::default()
    });
    let facts: Vec<(&str, &str)> =
        brief.facts.iter().map(|fact| (fact.about.as_str(), fact.values[0].value.as_str())).collect();
    assert_eq!(facts, [("autovacuum_cost_limit", "-1"), ("vacuum_cost_limit", "200")]);
}

#[test]
fn a_section_of_the_form_shows_what_another_section_has_rather_than_nothing() {
    let html = "<title>Autovacuum</title><main><h1>Autovacuum</h1><h2>The autovacuum daemon</h2>
        <p>Autovacuum workers check each table. Set the log to monitor and verify the autovacuum workers.</p>
        <h2>Preventing autovacuum failures</h2><p>Autovacuum warns before a wraparound.</p></main>";
    let brief = write(&BriefInput {
        keyword: "how to configure autovacuum".to_owned(),
        pages: vec![page(1, html)],
        ..BriefInput::default()
    });
    for (heading, words) in [("How to tell that it worked", "monitor"), ("What goes wrong", "wraparound")] {
        let section = brief.sections.iter().find(|section| section.heading.starts_with(heading)).unwrap();
        let found = section.evidence.first().and_then(|id| brief.passage(*id));
        assert!(found.is_some_and(|passage| passage.text.contains(words)), "{heading}: {found:?}");
    }
}

#[test]
fn the_customers_outline_is_kept() {
    let wanted = |heading: &str| WantedHeading { heading: heading.to_owned(), children: Vec::new() };
    let brief = write(&BriefInput {
        keyword: "how to repair a flat bike tyre".to_owned(),
        outline: vec![wanted("Glue the patch"), wanted("Costs")],
        pages: tyre_pages(),
        words: Some(1_500),
        ..BriefInput::default()
    });
    let headings: Vec<&str> = brief.sections.iter().map(|section| section.heading.as_str()).collect();
    assert_eq!(headings, ["Glue the patch", "Costs"]);
    assert!(brief.sections.iter().all(|section| section.origin == SectionOrigin::Customer));
    assert!(!brief.sections[0].evidence.is_empty());
}

proptest::proptest! {
    // Each case writes four briefs.
    #![proptest_config(proptest::test_runner::Config::with_cases(40))]

    #[test]
    fn anything_gives_a_brief(
        keyword in "\\PC{0,40}",
        html in "(<(h1|h2|h3|p|dt|dd|li|pre|td)>[a-zA-Z0-9 :=+%.ế°C-]{0,60}){0,25}",
        question in "\\PC{0,30}",
    ) {
        for language in ["en", "vi", "de", "ja"] {
            let serp = SerpPage {
                people_also_ask: vec![AskedQuestion { question: question.clone(), answer: None, source_url: None }],
                ..tyre_serp()
            };
            let input = BriefInput {
                keyword: keyword.clone(),
                language: language.parse().unwrap(),
                serp: Some(serp),
                pages: vec![page(1, &html), page(2, &html)],
                suggestions: vec![question.clone()],
                ..BriefInput::default()
            };
            let brief = write(&input);
            let known = |id| brief.passage(id).is_some();
            proptest::prop_assert!(brief.sections.iter().flat_map(|section| &section.evidence).all(|id| known(*id)));
            proptest::prop_assert!(brief.facts.iter().flat_map(|fact| &fact.values).all(|value| known(value.passage)));
        }
    }
}
