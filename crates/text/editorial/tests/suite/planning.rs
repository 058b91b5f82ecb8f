//! Outlines from good, bad and hostile proposals.

use domain::articles::brief::{BriefSection, SectionForm, SectionOrigin};
use domain::articles::order::{ArticleInput, WantedHeading};
use domain::articles::outline::{Outline, PlannedSection, SectionId};
use domain::articles::passages::PassageId;
use domain::articles::research::Research;
use domain::articles::strategy::EvidenceTokens;
use domain::locale::Language;
use editorial::planning::{self, PlanError, ProposedImage, ProposedOutline, ProposedSection, section_count};
use proptest::prelude::*;

use crate::samples::{english, order};

pub(crate) fn plan(
    proposal: &ProposedOutline,
    order: &ArticleInput,
    research: &Research,
) -> Result<Outline, PlanError> {
    planning::plan(proposal, order, research, EvidenceTokens::USUAL.section)
}

fn brief_section(heading: &str, origin: SectionOrigin) -> BriefSection {
    BriefSection {
        id: SectionId::top(1),
        heading: heading.to_owned(),
        purpose: String::new(),
        form: SectionForm::Prose,
        words: 200,
        points: Vec::new(),
        questions: Vec::new(),
        evidence: Vec::new(),
        covered_by: Vec::new(),
        origin,
    }
}

fn section(heading: &str, points: &[&str], children: Vec<ProposedSection>) -> ProposedSection {
    let points = points.iter().map(|point| (*point).to_owned()).collect();
    ProposedSection { heading: heading.to_owned(), points, children, ..ProposedSection::default() }
}

pub(crate) fn proposal() -> ProposedOutline {
    ProposedOutline {
        title: "Cold Brew Coffee at Home".into(),
        sections: vec![
            section("## 1. What cold brew coffee is", &["slow extraction", "low acidity"], vec![]),
            section("Introduction", &[], vec![]),
            section("Beans and grind", &["coarse grind", "opened bags keep"], vec![]),
            section("What is cold brew coffee?", &[], vec![]),
            section(
                "Steeping time and ratio",
                &["hours in the refrigerator", "grams of coffee"],
                vec![
                    section("Ratio", &[], vec![]),
                    section("Time", &[], vec![]),
                    section("Steeping time and ratio", &[], vec![]),
                ],
            ),
            section("", &[], vec![]),
            section("Storing cold brew in a bottle", &["days"], vec![]),
            section("Conclusion", &[], vec![]),
        ],
        questions: vec!["Can you heat cold brew".into(), "Is it safe?".into(), "What does it cost?".into()],
        images: vec![
            ProposedImage { section: 3, subject: "a jar of coffee".into(), alt: String::new() },
            ProposedImage { section: 9, subject: "a glass with ice".into(), alt: "A glass with ice".into() },
            ProposedImage { section: 0, subject: "coffee beans".into(), alt: "Coffee beans".into() },
            ProposedImage { section: 1, subject: String::new(), alt: "Nothing".into() },
        ],
        ..ProposedOutline::default()
    }
}

#[test]
fn an_image_says_what_it_shows_and_where_it_stands() {
    let order = order("cold brew coffee", Language::ENGLISH, 2_000);
    let outline = plan(&proposal(), &order, &Research::default()).unwrap();
    let images: Vec<_> = outline
        .images
        .iter()
        .map(|image| (image.section.as_ref().map_or("title", SectionId::as_str), image.alt.as_str()))
        .collect();
    assert_eq!(images, [("title", "A glass with ice"), ("3", "a jar of coffee")]);
}

fn headings(outline: &Outline) -> Vec<(u8, &str)> {
    outline.flattened().into_iter().map(|(level, section)| (level, section.heading.as_str())).collect()
}

#[test]
fn proposals_are_repaired() {
    let sample = english();
    let order = order("cold brew coffee", Language::ENGLISH, 1_700);
    let outline = plan(&proposal(), &order, &sample.research).unwrap();
    assert_eq!(
        headings(&outline),
        [
            (2, "What cold brew coffee is"),
            (2, "Beans and grind"),
            (2, "Steeping time and ratio"),
            (3, "Ratio"),
            (3, "Time"),
            (2, "Storing cold brew in a bottle"),
        ]
    );
    assert_eq!(outline.words(), 1_700);
    assert_eq!(outline.sections[2].children[1].id.as_str(), "3.2");
    let left_out = |heading: &str| {
        format!("“{heading}” is left out: another heading says the same, or it is one that every article has")
    };
    let headings = ["Introduction", "What is cold brew coffee?", "Steeping time and ratio", "Conclusion"];
    let images = [
        "the image “coffee beans” is left out: another stands in its place",
        "the image “Nothing” is left out: it does not say what to draw",
    ];
    let expected: Vec<String> = headings.map(left_out).into_iter().chain(images.map(str::to_owned)).collect();
    assert_eq!(outline.changes, expected);
}

#[test]
fn what_a_plan_changes_is_told() {
    let leaf = |heading: &str| section(heading, &[], vec![]);
    let deepest = section("By hand", &[], vec![leaf("With a mortar")]);
    let part = |heading: &str, below: Vec<ProposedSection>| section(heading, &[], below);
    let points: Vec<String> = (1..=10).map(|number| format!("point {number}")).collect();
    let points: Vec<&str> = points.iter().map(String::as_str).collect();
    let mut proposal = proposal();
    proposal.sections = vec![
        section("Beans", &points, vec![]),
        section("The beans", &["roast dates"], vec![]),
        part(
            "Grind",
            vec![
                part("Machines", vec![deepest, leaf("By motor")]),
                part("Sieves", vec![leaf("Fine"), leaf("Wide")]),
            ],
        ),
        part(
            "Water",
            vec![leaf("Hard water"), leaf("Soft water"), leaf("Cold water"), leaf("Rain"), leaf("Ice")],
        ),
        leaf("Bottles"),
    ];
    proposal.questions = [
        "Is it safe?",
        "Is it safe",
        "Why?",
        "Can you heat it?",
        "Does it keep long?",
        "Who sells it?",
        "May children drink it?",
    ]
    .map(str::to_owned)
    .to_vec();
    let order = order("cold brew coffee", Language::ENGLISH, 1_500);
    let outline = plan(&proposal, &order, &Research::default()).unwrap();
    for change in [
        "of “Beans” these points are left out, because it has 8: “point 9”, “point 10”",
        "“The beans” is left out with its points “roast dates”: another heading says the same, or it is one that every article has",
        "“With a mortar” becomes a point of “By hand”: headings go down to the fourth level",
        "“Fine” becomes a point of “Sieves”: there would be too many headings",
        "“Rain” becomes a point of “Cold water”: its section has too few words for the heading",
        "the question “Is it safe?” is left out: “Is it safe?” asks the same",
        "the question “Why?” is left out: a question has 2 to 25 words",
        "the question “May children drink it?” is left out: the length has room for 4",
    ] {
        assert!(outline.changes.iter().any(|told| told == change), "{change}: {:#?}", outline.changes);
    }
}

#[test]
fn questions_about_the_same_things_in_another_order_stay_two() {
    let mut proposal = proposal();
    let asked =
        ["Is induction cheaper than gas?", "Is gas cheaper than induction?", "Is induction cheaper than gas"];
    proposal.questions = asked.map(str::to_owned).to_vec();
    let order = order("induction vs gas", Language::ENGLISH, 1_500);
    let outline = plan(&proposal, &order, &Research::default()).unwrap();
    assert_eq!(outline.questions, asked[..2]);
    assert!(
        outline
            .changes
            .iter()
            .any(|change| change.ends_with("“Is induction cheaper than gas?” asks the same"))
    );
}

#[test]
fn headings_that_differ_by_a_word_stay_two() {
    let headings_of = |headings: &[&str]| ProposedOutline {
        sections: headings.iter().map(|heading| section(heading, &[heading], vec![])).collect(),
        ..ProposedOutline::default()
    };
    let tea = ["Pha trà ướp hương sen", "Trà ướp hương sen", "Chọn hoa sen", "Bảo quản trà", "Mua trà ở đâu"];
    let mut order = order("trà sen", Language::VIETNAMESE, 2_000);
    let outline = plan(&headings_of(&tea), &order, &Research::default()).unwrap();
    let planned: Vec<&str> = headings(&outline).into_iter().map(|(_, heading)| heading).collect();
    assert_eq!(planned, tea);

    order.outline = tea.map(|heading| WantedHeading { heading: heading.into(), children: vec![] }).to_vec();
    let changed = ["Trà ướp hương sen", "Pha trà ướp hương sen", "Cách chọn hoa sen tươi", "Bảo quản trà"];
    let outline = plan(&headings_of(&changed), &order, &Research::default()).unwrap();
    let points: Vec<&[String]> = outline.sections.iter().map(|section| section.points.as_slice()).collect();
    let expected: [&[&str]; 5] = [
        &["Pha trà ướp hương sen"],
        &["Trà ướp hương sen"],
        &["Cách chọn hoa sen tươi"],
        &["Bảo quản trà"],
        &[],
    ];
    assert_eq!(
        points, expected,
        "each has its own points, and a heading that is nearly the same has them too"
    );
}

#[test]
fn sections_get_the_passages_that_fit_their_lines() {
    let sample = english();
    let mut proposal = proposal();
    proposal.sections[0].evidence = vec![PassageId(4), PassageId(99)];
    let outline =
        plan(&proposal, &order("cold brew coffee", Language::ENGLISH, 1_700), &sample.research).unwrap();
    let of = |id: usize| outline.sections[id - 1].evidence.clone();
    assert!(of(2).contains(&PassageId(3)), "opened bags: {:?}", of(2));
    assert!(of(4).contains(&PassageId(4)), "bottle and days: {:?}", of(4));
    assert_eq!(of(1)[0], PassageId(4), "what the planner names comes first, and may serve two sections");
    assert!(!of(1).contains(&PassageId(99)), "what nobody read can't be used");
}

#[test]
fn planned_questions_come_first() {
    let sample = english();
    let outline = plan(&proposal(), &order("cold brew coffee", Language::ENGLISH, 3_000), &sample.research);
    // Only four of eight sections are proposed and no others are available, so the outline has four.
    let outline = outline.unwrap();
    assert_eq!(
        outline.questions,
        [
            "Can you heat cold brew?",
            "Is it safe?",
            "What does it cost?",
            "Is cold brew stronger than hot coffee?",
            "What filter do I need?"
        ]
    );
}

#[test]
fn lacking_sections_come_from_below_and_from_ranking_pages() {
    let mut sample = english();
    let headings_of_pages = ["Nitro versions", "FAQ", "Beans and grind", "Serving ideas"];
    sample.research.brief.as_mut().unwrap().sections =
        headings_of_pages.map(|heading| brief_section(heading, SectionOrigin::Pages)).to_vec();
    let outline =
        plan(&proposal(), &order("cold brew coffee", Language::ENGLISH, 2_450), &sample.research).unwrap();
    let names = headings(&outline);
    assert_eq!(names.iter().filter(|(level, _)| *level == 2).count(), 6);
    assert!(
        names.contains(&(2, "Nitro versions")) && !names.iter().any(|(_, name)| *name == "FAQ"),
        "{names:?}"
    );
}

#[test]
fn too_many_sections_lose_the_least_relevant() {
    let sample = english();
    let mut proposal = proposal();
    proposal.sections.push(section("Tax law of Andorra", &[], vec![]));
    for heading in
        ["Choosing a filter", "Ratio of coffee to water", "Grind for a cold brew", "How long it keeps"]
    {
        proposal.sections.push(section(heading, &["ratio of filter to jar"], vec![]));
    }
    let outline =
        plan(&proposal, &order("cold brew coffee", Language::ENGLISH, 1_800), &sample.research).unwrap();
    assert_eq!(outline.sections.len(), section_count(1_800) + 2);
    assert!(!headings(&outline).iter().any(|(_, name)| name.contains("Andorra")));
}

#[test]
fn the_customers_headings_are_kept() {
    let mut order = order("cold brew coffee", Language::ENGLISH, 2_000);
    let child = WantedHeading { heading: "My part".into(), children: vec![] };
    order.outline = vec![
        WantedHeading { heading: "Grind and beans".into(), children: vec![child] },
        WantedHeading { heading: "Conclusion".into(), children: vec![] },
    ];
    let outline = plan(&proposal(), &order, &Research::default()).unwrap();
    assert_eq!(headings(&outline), [(2, "Grind and beans"), (3, "My part"), (2, "Conclusion")]);
    assert_eq!(outline.sections[0].points, ["coarse grind", "opened bags keep"]);
    assert_eq!(outline.words(), 2_000);
}

#[test]
fn one_part_of_some_sections_has_a_fourth_level() {
    let parts = |name: &str| {
        let leaf = |part: &str| section(&format!("{part} of {name}"), &[], vec![]);
        let deep =
            |part: &str, below: [&str; 2]| section(&format!("{part} of {name}"), &[], below.map(leaf).into());
        section(name, &[], vec![deep("Origin", ["Farms", "Ships"]), deep("Price", ["Taxes", "Shops"])])
    };
    for (words, deep) in [(1_500, 2), (3_000, 3), (5_000, 4)] {
        let names = [
            "Beans", "Water", "Jars", "Ice", "Milk", "Filters", "Fridges", "Bottles", "Grinders", "Scales",
            "Spoons", "Lids",
        ];
        let sections = names[..section_count(words)].iter().map(|name| parts(name)).collect();
        let proposal = ProposedOutline { sections, ..ProposedOutline::default() };
        let order = order("cold brew coffee", Language::ENGLISH, words);
        let outline = plan(&proposal, &order, &Research::default()).unwrap();
        let divided: Vec<&PlannedSection> = outline
            .flattened()
            .into_iter()
            .filter(|(level, section)| *level == 3 && !section.children.is_empty())
            .map(|(_, section)| section)
            .collect();
        assert_eq!(divided.len(), deep, "{words}: {outline:#?}");
        for part in divided.iter().flat_map(|section| &section.children) {
            assert!((40..=90).contains(&part.words), "{words}: {part:?}");
        }
    }
}

#[test]
fn a_poor_proposal_is_refused() {
    let poor = ProposedOutline {
        sections: vec![section("Conclusion", &[], vec![]), section("Beans", &[], vec![])],
        ..ProposedOutline::default()
    };
    let order = order("cold brew coffee", Language::ENGLISH, 2_000);
    assert_eq!(plan(&poor, &order, &Research::default()), Err(PlanError::TooFewSections { found: 1 }));
}

fn any_section() -> impl Strategy<Value = ProposedSection> {
    let leaf = ("\\PC{0,20}", prop::collection::vec("\\PC{0,10}", 0..4))
        .prop_map(|(heading, points)| ProposedSection { heading, points, ..ProposedSection::default() });
    leaf.prop_recursive(4, 20, 5, |inner| {
        ("[A-Za-z ]{0,16}", prop::collection::vec(inner, 0..5)).prop_map(|(heading, children)| {
            ProposedSection { heading, children, ..ProposedSection::default() }
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn every_plan_holds_together(sections in prop::collection::vec(any_section(), 0..20), words in 1_500..=5_000_u32) {
        let proposal = ProposedOutline { sections, ..ProposedOutline::default() };
        let sample = english();
        let order = order("cold brew coffee", Language::ENGLISH, words);
        if let Ok(outline) = plan(&proposal, &order, &sample.research) {
            prop_assert_eq!(outline.words(), words);
            prop_assert!(outline.flattened().iter().all(|(level, section)| *level <= 4 && !section.heading.is_empty()));
            prop_assert!((4..=12).contains(&outline.sections.len()));
            let known = |id: &PassageId| sample.research.passage(*id).is_some();
            prop_assert!(outline.sections.iter().flat_map(|section| &section.evidence).all(known));
            let lone = outline.flattened().iter().any(|(_, section)| section.children.len() == 1);
            prop_assert!(!lone);
        }
    }
}
