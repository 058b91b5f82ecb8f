//! Articles from notes: what each must contain, and what must never occur.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]
#![expect(clippy::format_collect, reason = "texts of tests are short")]

mod differences;
mod property;
mod reading;
#[expect(dead_code, reason = "the benchmark uses the rest")]
mod sets;

use composer::{Arranged, CannotArrange, NoteText, Notes, arrange};
use domain::articles::document::{Block, Span};
use domain::articles::order::WantedHeading;
use domain::articles::record::UnusedReason;
use domain::articles::research::SourceNumber;
use domain::locale::Language;
use domain::result_limits::{DESCRIPTION_BEST_FROM, DESCRIPTION_BEST_TO};
use reading::{blocks_under, describe, headings, is_told, lists, quotes, sentences_of};
use sets::Set;

fn of(set: &Set) -> Arranged {
    set.with(|notes| arrange(notes).unwrap())
}

fn wanted(headings: &[&str]) -> Vec<WantedHeading> {
    headings
        .iter()
        .map(|heading| WantedHeading { heading: (*heading).to_owned(), children: vec![] })
        .collect()
}

fn under(set: &Set, outline: &[&str]) -> Result<Arranged, CannotArrange> {
    set.with(|notes| arrange(&Notes { outline: &wanted(outline), ..*notes }))
}

/// A set of texts without titles from the customer.
fn texts(texts: &[&str]) -> Set {
    Set {
        keyword: "bread".to_owned(),
        language: Language::ENGLISH,
        texts: texts.iter().map(|text| (*text).to_owned()).collect(),
        words: 2_000,
    }
}

/// The numbered lists of a text, verbatim.
fn steps(text: &str) -> Vec<Vec<String>> {
    let mut lists: Vec<Vec<String>> = vec![];
    for line in text.lines() {
        match line.split_once(". ").filter(|(number, _)| number.parse::<u32>().is_ok()) {
            Some(("1", step)) => lists.push(vec![step.to_owned()]),
            Some((_, step)) => lists.last_mut().unwrap().push(step.to_owned()),
            None => {}
        }
    }
    lists
}

#[test]
fn every_sentence_is_used_or_listed() {
    for name in Set::NAMES {
        let set = Set::named(name);
        let arranged = of(&set);
        let (article, unused) = (describe(&arranged.article), reading::unused(&arranged));
        let all: Vec<String> = set.texts.iter().flat_map(|text| sentences_of(text, set.language)).collect();
        let used = all.iter().filter(|sentence| is_told(&article, sentence)).count();
        for sentence in &all {
            assert!(is_told(&article, sentence) || is_told(&unused, sentence), "{name}: {sentence}");
        }
        assert!(used * 10 >= all.len() * 9, "{name}: {used} of {}", all.len());
    }
}

#[test]
fn steps_stay_whole_and_in_order_and_out_of_the_questions() {
    for name in Set::NAMES {
        let set = Set::named(name);
        let arranged = of(&set);
        let shown = lists(&arranged.article, true);
        let mut last = None;
        for list in set.texts.iter().flat_map(|text| steps(text)) {
            let at = shown.iter().position(|shown| *shown == list);
            assert!(at.is_some(), "{name}: {list:?}");
            assert!(at > last, "{name}: {list:?}");
            last = at;
        }
        for item in arranged.article.faq.iter().flat_map(|faq| &faq.items) {
            let answer: String = item.answer.iter().map(Span::words).collect();
            assert!(!shown.concat().iter().any(|step| answer.contains(step)), "{name}: {answer}");
        }
    }
}

#[test]
fn headings_are_those_of_the_notes_word_for_word() {
    for name in Set::NAMES {
        let set = Set::named(name);
        let own: Vec<&str> =
            set.texts.iter().flat_map(|text| text.lines()).filter(|line| line.starts_with('#')).collect();
        let own: Vec<&str> = own.into_iter().map(|line| line.trim_start_matches('#').trim()).collect();
        for (_, heading) in headings(&of(&set).article) {
            assert!(own.contains(&heading.as_str()), "{name}: {heading}");
        }
    }
}

#[test]
fn the_backbone_keeps_its_sections_in_order() {
    let set = Set::named("bicycle-puncture");
    let arranged = of(&set);
    let top: Vec<String> =
        headings(&arranged.article).into_iter().filter(|(level, _)| *level == 2).map(|it| it.1).collect();
    let expected = [
        "What you need",
        "Take the wheel off",
        "Get the tube out",
        "Find the hole",
        "Patch it",
        "Check the tyre before you put anything back",
        "Put it together",
        "The correct pressure",
        "Puncture repairs at Holloway Cycle Works",
        "Eleven punctures in one winter",
        "Teaching a puncture evening class",
        "The short version",
    ];
    assert_eq!(top, expected);
    assert_eq!(arranged.article.title, "How to repair a bicycle puncture");
}

#[test]
fn a_list_stays_with_its_introduction_and_a_pronoun_with_its_sentence() {
    let arranged = of(&Set::named("bicycle-puncture"));
    let need = blocks_under(&arranged.article, "What you need");
    assert!(
        matches!(&need[..2], [Block::Paragraph(_), Block::List { ordered: false, items }] if items.len() == 4)
    );
    let vietnamese = of(&Set::named("nuoc-mam-cham"));
    let recipe = "Tỷ lệ dễ nhớ là 1:1:1:4. Công thức này cho chừng 250 ml nước chấm";
    assert!(describe(&vietnamese.article).contains(recipe));
    let glass = "I mended the same tube twice within a mile. The piece of glass was still in the tyre.";
    assert!(describe(&arranged.article).contains(glass));
}

#[test]
fn people_speak_in_quotations_with_their_source() {
    let set = Set::named("bicycle-puncture");
    let arranged = of(&set);
    let personal =
        ["We do not.", "I ride to work", "My first three patches", "we recommend 85 psi", "charged me £18"];
    let quotes = quotes(&arranged.article);
    for (words, source) in personal.into_iter().zip([2, 3, 3, 2, 3]) {
        let found = quotes.iter().find(|(_, text)| text.contains(words));
        assert_eq!(found.map(|(number, _)| *number), Some(SourceNumber(source)), "{words}");
    }
    let story = of(&Set::named("nuoc-mam-cham"));
    let own = blocks_under(&story.article, "Chén nước mắm của má tôi");
    assert_eq!(own.len(), 4);
    assert!(own.iter().all(|block| matches!(block, Block::Quote { source: SourceNumber(3), .. })), "{own:?}");
    assert_eq!(headings(&story.article).pop().unwrap().1, "Lời kết");
}

#[test]
fn a_backbone_in_the_first_person_is_the_authors_voice() {
    let text = "# My bread\n\nI bake bread on Sundays.\n\n## My oven\n\nI heat my oven for an hour before the bread goes in.";
    let arranged = of(&texts(&[text]));
    assert!(quotes(&arranged.article).is_empty());
    assert_eq!(arranged.unused, []);
}

#[test]
fn a_diary_stays_together_behind_its_beginning() {
    let guide =
        "# Bread\n\n## Knead the dough\n\nKnead the dough for ten minutes.\n\n## Bake the dough\n\nBake it.";
    let diary = "# My bread year\n\nI bake to calm down.\n\n## Kneading dough in January\n\nI was tired.\n\n\
        ## Baking dough in May\n\nI burnt two loaves.";
    let shown: Vec<String> =
        headings(&of(&texts(&[guide, diary])).article).into_iter().map(|(_, heading)| heading).collect();
    let diary = ["My bread year", "Kneading dough in January", "Baking dough in May"];
    assert_eq!(shown[shown.len() - 3..], diary);
}

#[test]
fn a_question_of_a_reader_does_not_make_a_speaker() {
    let guide = "# Bread\n\n## Rest\n\nLet the dough rest for an hour.\n\n## Bake\n\nBake the bread until it is brown.";
    let asked =
        "# Notes\n\n## Rest overnight\n\nCan I let the dough rest overnight?\n\nYes, in a cold place.";
    assert_eq!(quotes(&of(&texts(&[guide, asked])).article), []);
}

#[test]
fn boxes_of_a_check_list_are_no_words() {
    let article =
        of(&texts(&["# Painting\n\n## Before\n\n- [ ] Cover the floor.\n- [x] Open a window."])).article;
    let told = describe(&article);
    assert!(told.contains("Cover the floor.") && !told.contains('['), "{told}");
}

#[test]
fn ordered_headings_take_the_sections_of_that_name_whole() {
    let set = Set::named("bicycle-puncture").first(3);
    let own: Vec<&str> = set.texts[0].lines().filter_map(|line| line.strip_prefix("## ")).collect();
    let arranged = under(&set, &own).unwrap();
    let shown: Vec<String> =
        headings(&arranged.article).into_iter().filter(|it| it.0 == 2).map(|it| it.1).collect();
    assert_eq!(shown, own);
    let alone = of(&Set::named("bicycle-puncture").first(1));
    for heading in own {
        let bare = |arranged: &Arranged| -> Vec<String> {
            blocks_under(&arranged.article, heading).iter().map(reading::words).collect()
        };
        assert!(bare(&arranged).starts_with(&bare(&alone)), "{heading}");
    }
    let hole: String = blocks_under(&arranged.article, "Find the hole").iter().map(reading::words).collect();
    assert!(!hole.contains("sealant"), "{hole}");
    assert!(arranged.unused.iter().any(|it| it.reason == UnusedReason::OutsideOutline));
}

#[test]
fn headings_are_compared_without_case_punctuation_and_the_form_of_diacritics() {
    let set = Set::named("nuoc-mam-cham");
    let arranged = under(&set, &["CÁC BƯỚC PHA!", "ba\u{309}o qua\u{309}n"]).unwrap();
    assert_eq!(lists(&arranged.article, true).len(), 1);
    let both = blocks_under(&arranged.article, "ba\u{309}o qua\u{309}n")
        .iter()
        .map(reading::words)
        .collect::<String>();
    assert!(both.contains("được 3 ngày") && both.contains("dùng trong ngày"), "{both}");
}

#[test]
fn a_similar_heading_is_filled_and_one_without_notes_is_named() {
    let set = Set::named("cast-iron-care");
    let arranged = under(&set, &["Which oil is best?", "Storing"]).unwrap();
    let oil: String =
        blocks_under(&arranged.article, "Which oil is best?").iter().map(reading::words).collect();
    assert!(oil.contains("Grapeseed"), "{oil}");
    let error = under(&set, &["Cleaning after every meal", "Tax rules in Portugal"]).unwrap_err();
    assert_eq!(error, CannotArrange::EmptyHeadings(vec!["Tax rules in Portugal".to_owned()]));
}

#[test]
fn nearly_equal_paragraphs_are_merged_and_cite_both() {
    let shared = "Let the dough rest under a damp cloth until it has doubled in size and springs back when you press it.";
    let one = format!(
        "# Bread\n\n## Resting\n\n{shared}\n\n## Baking\n\nBake the loaf until it sounds hollow when you knock on it from below."
    );
    let other = format!(
        "# Loaves\n\n## Proving\n\n{shared}\n\nThis takes longer in winter than in summer.\n\n## Slashing\n\nCut the top with a razor."
    );
    let arranged = of(&texts(&[&one, &other]));
    assert_eq!(describe(&arranged.article).matches("damp cloth").count(), 1);
    let Block::Paragraph(text) = &blocks_under(&arranged.article, "Resting")[0] else { panic!() };
    assert_eq!(text[1..], [Span::Citation(SourceNumber(1)), Span::Citation(SourceNumber(2))]);
    let merged = arranged.unused.iter().find(|it| it.text == shared).unwrap();
    assert_eq!((merged.reason, merged.source), (UnusedReason::SameAsAnother, SourceNumber(2)));
    let next = &blocks_under(&arranged.article, "Resting")[1];
    assert!(
        reading::words(next).starts_with("This takes longer"),
        "the pronoun follows its sentence: {next:?}"
    );
    let changed = other.replace("until it has doubled", "until it has not quite doubled");
    assert_eq!(describe(&of(&texts(&[&one, &changed])).article).matches("damp cloth").count(), 2);
}

#[test]
fn steps_of_another_text_merge_where_they_say_the_same() {
    let one = "# Bread\n\n## Method\n\n1. Mix the flour with the water.\n2. Knead the dough firmly.\n3. Bake the loaf in the oven.\n\n## Storage\n\nKeep bread in a linen bag.";
    let other = "# Second method\n\n## Method\n\n1. Mix the flour with the water.\n2. Fold the dough over itself with wet hands.\n3. Bake the loaf in the oven.";
    let arranged = of(&texts(&[one, other]));
    let shown = lists(&arranged.article, true);
    assert_eq!(shown.len(), 2);
    assert_eq!(shown[0].len(), 3);
    assert_eq!(shown[1], ["Fold the dough over itself with wet hands."]);
    assert!(headings(&arranged.article).contains(&(3, "Second method".to_owned())));
    let same: Vec<&str> = arranged
        .unused
        .iter()
        .filter(|it| it.reason == UnusedReason::SameAsAnother)
        .map(|it| it.text.as_str())
        .collect();
    assert_eq!(same, ["Mix the flour with the water.", "Bake the loaf in the oven."]);
}

#[test]
fn questions_of_the_notes_become_the_faq() {
    let one = "# Bread\n\n## Baking\n\n1. Heat the oven.\n2. Bake.\n\n## How long does it keep?\n\nThree days in linen.\n\n## Slicing\n\nWait until it is cold.\n\n## FAQ\n\n### Can I freeze it?\n\nYes, sliced.\n\n### What do I need?\n\n- a knife\n- a bag";
    let arranged = of(&texts(&[one]));
    let faq = arranged.article.faq.clone().unwrap();
    assert_eq!(faq.items.len(), 1, "{faq:?}");
    assert_eq!(faq.items[0].question, "Can I freeze it?");
    let shown: Vec<String> = headings(&arranged.article).into_iter().map(|it| it.1).collect();
    assert_eq!(shown, ["Baking", "How long does it keep?", "Slicing", "FAQ", "What do I need?"]);
    assert!(of(&Set::named("nuoc-mam-cham")).article.faq.is_some());
    assert!(of(&Set::named("home-composting")).article.faq.is_none());
}

#[test]
fn what_goes_over_the_length_is_left_out_by_whole_passages() {
    let mut set = Set::named("bicycle-puncture");
    set.words = 1_100;
    let arranged = of(&set);
    assert!(arranged.outline.words() <= 1_150, "{}", arranged.outline.words());
    let left: Vec<_> = arranged.unused.iter().filter(|it| it.reason == UnusedReason::OverLength).collect();
    assert!(!left.is_empty() && left.iter().all(|it| it.source != SourceNumber(1)), "{left:#?}");
    assert_eq!(lists(&arranged.article, true).len(), 4);
    let all: Vec<String> = set.texts.iter().flat_map(|text| sentences_of(text, set.language)).collect();
    let (article, unused) = (describe(&arranged.article), reading::unused(&arranged));
    assert!(all.iter().all(|sentence| is_told(&article, sentence) || is_told(&unused, sentence)));
    set.words = 10;
    let arranged = of(&set);
    assert_eq!(lists(&arranged.article, true).len(), 4, "steps stay");
    assert_eq!(arranged.warnings.len(), 1);
}

#[test]
fn one_text_needs_no_citations() {
    let arranged = of(&Set::named("bicycle-puncture").first(1));
    let cites =
        |block: &Block| block.texts().into_iter().flatten().any(|span| matches!(span, Span::Citation(_)));
    assert!(!arranged.article.blocks().any(cites));
    assert_eq!(arranged.unused, []);
}

#[test]
fn markdown_is_read_as_it_is_meant() {
    let text = "---\nlayout: post\n---\n# Bread `v2`\n\n![A loaf](loaf.jpg)\n\nRun `bake --hot`, see [the page](https://bread.example/a) or [this](file:///etc).\n\n```sh\nbake <loaf>\n\necho done\n```\n\n<!-- todo -->\n\n<b>Bold</b> claims.\n\n## Steps\n\n1. Mix:\n   - flour\n   - water\n2. Run:\n\n   ```\n   bake\n   ```\n3. Eat.\n\n## Empty\n";
    let arranged = of(&texts(&[text]));
    let article = &arranged.article;
    assert_eq!(article.title, "Bread v2");
    assert!(
        matches!(&article.introduction[0], Block::Paragraph(spans) if spans[..4] == [
            Span::Plain("Run ".to_owned()),
            Span::Code("bake --hot".to_owned()),
            Span::Plain(", see ".to_owned()),
            Span::Link { text: "the page".to_owned(), url: "https://bread.example/a".to_owned() },
        ]),
        "{:?}",
        article.introduction
    );
    let code = Block::Code { language: Some("sh".to_owned()), text: "bake <loaf>\n\necho done\n".to_owned() };
    assert_eq!(article.introduction[1], code);
    assert_eq!(reading::words(&article.introduction[2]), "<b>Bold</b> claims.");
    assert_eq!(lists(article, true), [["Mix: flour; water", "Run: bake", "Eat."]]);
    let left: Vec<_> = arranged.unused.iter().map(|it| (it.text.as_str(), it.reason)).collect();
    let none = UnusedReason::NoContent;
    assert_eq!(
        left,
        [("Empty", none), ("layout: post", none), ("A loaf", UnusedReason::Image), ("<!-- todo -->", none)]
    );
}

#[test]
fn interrupted_and_nested_lists_keep_their_numbers() {
    let text = "# Bread\n\n## Steps\n\n1. Mix.\n\nTake your time.\n\n2. Bake.\n\n## Later\n\n3. Cool it.\n\n## Code\n\n1. Write:\n\n   ```\n   a\n   b\n   ```\n2. Run.";
    let arranged = of(&texts(&[text]));
    assert_eq!(lists(&arranged.article, true), [["Mix."]]);
    let told = describe(&arranged.article);
    for step in ["Mix.\nTake your time.\n2. Bake.\n", "3. Cool it.", "1. Write:\na\nb\n", "2. Run."] {
        assert!(told.contains(step), "{step} {told}");
    }
}

#[test]
fn plain_text_has_headings_titles_and_bullets_too() {
    let text = "Baking bread at home\n\nBread needs flour, water, salt and time.\n\nWhat you need\n\n• flour\n• water\n\n    An indented paragraph of a word processor is no code at all.\n\nHow it is baked\n\nThe oven must be hot.";
    let arranged = of(&texts(&[text]));
    assert_eq!(arranged.article.title, "Baking bread at home");
    let shown: Vec<String> = headings(&arranged.article).into_iter().map(|it| it.1).collect();
    assert_eq!(shown, ["What you need", "How it is baked"]);
    assert!(!arranged.article.blocks().any(|block| matches!(block, Block::Code { .. })));
    let lines = "The first line is a paragraph.\nThe second line is another.\nThe third ends it.";
    assert_eq!(of(&texts(&[lines])).article.introduction.len(), 3);
}

#[test]
fn metadata_are_in_the_words_of_the_notes() {
    let roth = "# Saving for later\n\nA Roth IRA is an account for retirement. You pay into a Roth IRA after tax. Withdrawals in retirement are free of tax, and that is the point of it all for most savers who have one.\n\n## Limits\n\nThere is a limit each year.";
    let mut set = texts(&[roth]);
    set.keyword = "what is a roth ira".to_owned();
    let article = of(&set).article;
    assert_eq!(
        (article.title.as_str(), article.meta_title.as_str()),
        ("What is a Roth IRA?", "What is a Roth IRA?")
    );
    assert!(article.meta_description.starts_with("A Roth IRA is an account"), "{}", article.meta_description);
    for name in Set::NAMES {
        let article = of(&Set::named(name)).article;
        assert!(seo::result_room::title_fits(&article.meta_title), "{name}: {}", article.meta_title);
        let length = article.meta_description.chars().count();
        assert!(
            (DESCRIPTION_BEST_FROM..=DESCRIPTION_BEST_TO).contains(&length),
            "{name}: {length} {}",
            article.meta_description
        );
        assert!(article.sources.is_empty() && article.images.is_empty() && article.slug.is_empty());
    }
    let titled = set.with(|notes| arrange(&Notes { title: Some("My title"), ..*notes }).unwrap());
    assert_eq!(
        (titled.article.title.as_str(), titled.article.meta_title.as_str()),
        ("My title", "What is a Roth IRA?: My title")
    );
}

#[test]
fn nothing_makes_no_article() {
    for text in ["", " \n\n ", "![](a.jpg)", "---\na: b\n---\n"] {
        assert_eq!(texts(&[text]).with(arrange).unwrap_err(), CannotArrange::Empty, "{text:?}");
    }
}

#[test]
fn hostile_texts_cost_neither_the_stack_nor_the_night() {
    let long = |piece: &str| piece.repeat(100_000 / piece.len());
    for text in [
        long("> "),
        long("- "),
        long("1. a\n   "),
        long("a\n\n"),
        long("# a\n"),
        long("5 minutes. "),
        long("**"),
        long("[a]("),
        long("| a "),
        long("1:1:1:"),
        long("It is. \n\n"),
        long("một phút "),
        long("## Why?\n\nBecause.\n\n"),
        long("```\n"),
    ] {
        let note = |number| NoteText { number: SourceNumber(number), title: None, text: &text };
        let texts = [note(1), note(2), note(3)];
        let set = Set { keyword: "a".to_owned(), ..Set::named("cast-iron-care") };
        let result = set.with(|notes| arrange(&Notes { texts: &texts, ..*notes }));
        if let Ok(arranged) = result {
            assert!(arranged.article.flattened().iter().all(|(level, _)| (2..=4).contains(level)));
        }
    }
}
