//! English wordings: what must be found, and what must never be.

use domain::locale::Language;
use rewording::{merge, overlap, question_from, rewordings, same_facts, split};

fn texts(sentence: &str) -> Vec<String> {
    rewordings(sentence, Language::ENGLISH, 40).into_iter().map(|wording| wording.text).collect()
}

/// Sentences with one wording that must be among theirs.
const FOUND: &[(&str, &str)] = &[
    ("If it rains, stay at home.", "Stay at home if it rains."),
    ("You should see a doctor if the pain stays.", "If the pain stays, you should see a doctor."),
    ("When tomatoes are ripe, they turn red.", "Tomatoes turn red when they are ripe."),
    ("To prevent root rot, use a pot with holes.", "Use a pot with holes to prevent root rot."),
    ("Use a damp cloth to wipe the shelves.", "To wipe the shelves, use a damp cloth."),
    ("By adding sand, you can improve the drainage.", "You can improve the drainage by adding sand."),
    ("According to the bank, prices fell by 3%.", "Prices fell by 3%, according to the bank."),
    ("The bank says that prices are stable.", "According to the bank, prices are stable."),
    ("In 2019, the company bought a rival.", "The company bought a rival in 2019."),
    (
        "The old town was declared a heritage site in 1999.",
        "In 1999, the old town was declared a heritage site.",
    ),
    ("Bread usually keeps for three days.", "Usually, bread keeps for three days."),
    ("The best time to plant garlic is autumn.", "Autumn is the best time to plant garlic."),
    ("It is important to rinse the rice.", "Rinsing the rice is important."),
    ("It takes 20 minutes to boil the rice.", "Boiling the rice takes 20 minutes."),
    ("There are three ways to brew coffee.", "You can brew coffee in three ways."),
    ("Root rot is caused by a lack of air.", "A lack of air causes root rot."),
    ("Low humidity causes brown tips.", "Brown tips are caused by low humidity."),
    ("Garlic should be planted in autumn.", "You should plant garlic in autumn."),
    (
        "The bridge is 300 metres long and has two towers.",
        "The bridge has two towers and is 300 metres long.",
    ),
    ("Add salt, pepper and oil.", "Add salt, oil and pepper."),
    (
        "Mulch saves water, stops weeds and feeds the soil.",
        "Mulch saves water, feeds the soil and stops weeds.",
    ),
    ("The tax is 12 percent on most goods.", "The tax is 12% on most goods."),
    ("The tool allows you to edit files.", "The tool lets you edit files."),
    ("The colour depends on the size of the pot.", "The colour depends on the pot's size."),
    ("Before you sign a contract, read the terms.", "Before signing a contract, read the terms."),
    ("It is an inexpensive tool for beginners.", "It is a cheap tool for beginners."),
    ("There are many factors that affect your sleep.", "Many factors affect your sleep."),
    ("Sleep can help boost your energy.", "Sleep can help to boost your energy."),
    ("It raises the speed and quality of the work.", "It raises the quality and speed of the work."),
    ("It is a simple and effective method.", "It is an effective and simple method."),
    ("Serve it with a fork and a spoon.", "Serve it with a spoon and a fork."),
];

/// Sentences with words that must stand in none of their wordings: each was once a mistake, or would be one.
const FORBIDDEN: &[(&str, &[&str])] = &[
    ("Vitamin D is produced in the skin when it is exposed to sunlight.", &["When vitamin D is exposed"]),
    ("The best time to go is April, when the weather is dry.", &["When the weather is dry, the best"]),
    ("The festival takes place every year in March.", &["takes put", "take put"]),
    ("Its needs are few and its use is rare.", &["requires", "employ"]),
    ("You should not worry because others do.", &["Because others do, you should not"]),
    ("Find out if the shop is open.", &["If the shop is open, find out"]),
    ("Blueberries need a pH between 4.5 and 5.5.", &["pH 4.5 to"]),
    ("The price is 40 dollars, including radiators.", &["such as radiators"]),
    ("We put a heat pump in the house in 2019.", &["We place"]),
    ("Putting the pan away takes a minute.", &["Placing the pan away"]),
    ("Trains are the fastest way to travel in Japan.", &["is trains"]),
    ("Many people find it easier to sleep in the dark.", &["find it simpler"]),
    ("The list holds red, dark green and blue doors.", &["blue doors and dark green"]),
    ("First wash, then peel and slice the carrots.", &["slice the carrots and peel"]),
    ("A cooler house is nice, which is more than I expected.", &["being more"]),
    ("She said “use the pan because it is hot” and left the room.", &["“use the pan since", "utilise"]),
    ("The New York Times is based in New York.", &["The Ny", "new york"]),
    ("After the work the bill falls, and a smaller unit will do.", &["And a smaller unit"]),
    ("Plants need less water in winter and more in summer.", &["In summer, plants"]),
    ("Provide your plants with a good environment.", &["Offer your", "Supply your plants a"]),
    ("Exercise has been shown to reduce the risk.", &["shown in order"]),
    ("Energy bills can be reduced by sealing the windows.", &["By sealing the windows, energy"]),
    ("Iron conducts heat badly and costs little.", &["carries out"]),
    ("We need good sleep and exercise habits.", &["exercise and sleep"]),
    ("Season it with salt and pepper.", &["pepper and salt"]),
    ("Other people depend on your income.", &["hinge"]),
    ("Ask for the curve to be set.", &["Request the curve"]),
    ("The use of the car is limited.", &["The employ", "The uses"]),
    ("The water costs are high in summer.", &["water leads"]),
];

#[test]
fn known_wordings_are_found() {
    let missing: Vec<_> = FOUND
        .iter()
        .filter(|(sentence, wanted)| !texts(sentence).iter().any(|text| text == wanted))
        .collect();
    let report: Vec<_> =
        missing.iter().map(|(sentence, wanted)| (sentence, wanted, texts(sentence))).collect();
    assert!(missing.is_empty(), "{report:#?}");
}

#[test]
fn known_mistakes_are_not_made() {
    for (sentence, forbidden) in FORBIDDEN {
        for text in texts(sentence) {
            assert!(!forbidden.iter().any(|words| text.contains(words)), "{sentence} became {text}");
        }
    }
}

#[test]
fn wordings_are_distinct_and_the_safest_comes_first() {
    let wordings = rewordings(
        "Tomatoes need a lot of sun because they come from Peru, but basil tolerates shade.",
        Language::ENGLISH,
        5,
    );
    assert!(wordings.len() > 1);
    assert!(wordings.len() <= 5);
    for pair in wordings.windows(2) {
        assert!(pair[0].safety >= pair[1].safety);
        assert_ne!(pair[0].text, pair[1].text);
    }
}

#[test]
fn what_is_no_sentence_gets_no_wording() {
    for text in [
        "",
        "Hello.",
        "The Ten Best Garden Tools Of 2024",
        "| a | b | c | d |",
        "One is here. Another one is there.",
    ] {
        assert_eq!(texts(text), Vec::<String>::new(), "{text}");
    }
    assert!(
        rewordings("Das ist ein langer deutscher Satz, der nichts bekommt.", "de".parse().unwrap(), 5)
            .is_empty()
    );
    assert!(rewordings("You should see a doctor if the pain stays.", Language::ENGLISH, 0).is_empty());
}

#[test]
fn a_sentence_of_two_hundred_words_gets_nothing() {
    let sentence = format!("{}.", ["because you need to use it"; 40].join(" "));
    assert!(texts(&sentence).is_empty());
}

#[test]
fn sentences_merge_when_their_subject_is_one() {
    let merged = |first, second| merge(first, second, Language::ENGLISH);
    assert_eq!(
        merged("Basil is a herb.", "It needs the sun.").as_deref(),
        Some("Basil is a herb and needs the sun.")
    );
    assert_eq!(
        merged("Cats are social.", "They can see in the dark.").as_deref(),
        Some("Cats are social and can see in the dark.")
    );
    assert_eq!(merged("The dog bit the man.", "It was angry."), None);
    assert_eq!(merged("Cats are social.", "It is late now."), None);
}

#[test]
fn sentences_split_where_each_part_stands_for_itself() {
    let parts = |sentence| split(sentence, Language::ENGLISH);
    assert_eq!(
        parts("Renting is flexible, but you do not build equity."),
        Some(("Renting is flexible.".to_owned(), "However, you do not build equity.".to_owned()))
    );
    assert_eq!(
        parts("Pho, which is a noodle soup, comes from the north."),
        Some(("Pho comes from the north.".to_owned(), "It is a noodle soup.".to_owned()))
    );
    assert_eq!(parts("If it rains, and it often does, stay in."), None);
    assert_eq!(parts("Add salt, pepper and oil."), None);
}

#[test]
fn statements_answer_questions() {
    for (statement, question) in [
        ("Basil is a tender herb.", "What is basil?"),
        ("Kubernetes is a system that runs containers.", "What is Kubernetes?"),
        ("Dividends are payments to shareholders.", "What are dividends?"),
        ("The best time to plant garlic is autumn.", "When is the best time to plant garlic?"),
        ("It takes about 20 minutes to reach the summit.", "How long does it take to reach the summit?"),
        ("A ticket costs about 20 dollars.", "How much does a ticket cost?"),
        ("To clean the filter, use a soft brush.", "How do you clean the filter?"),
        ("Root rot is caused by a lack of air.", "What causes root rot?"),
        ("Index funds are popular because they are cheap.", "Why are index funds popular?"),
        ("You can improve the drainage by adding sand.", "How can you improve the drainage?"),
    ] {
        let found = question_from(statement, Language::ENGLISH);
        assert_eq!(found.as_ref().map(|found| found.question.as_str()), Some(question), "{statement}");
        assert_eq!(found.map(|found| found.answer).as_deref(), Some(statement));
    }
    for statement in [
        "It is a herb.",
        "This is a good idea.",
        "Coffee is hot and black.",
        "Albert Einstein is a scientist.",
    ] {
        assert_eq!(question_from(statement, Language::ENGLISH), None, "{statement}");
    }
}

#[test]
fn the_corpus_is_covered_and_keeps_its_facts() {
    let corpus: Vec<&str> = include_str!("data/english.txt").lines().collect();
    let mut within_ten = 0;
    for sentence in &corpus {
        let wordings = rewordings(sentence, Language::ENGLISH, 6);
        within_ten += usize::from(wordings.iter().any(|wording| overlap(sentence, &wording.text) <= 10));
        for wording in wordings {
            assert!(
                same_facts(sentence, &wording.text, Language::ENGLISH),
                "{sentence} became {}",
                wording.text
            );
        }
    }
    assert!(within_ten * 100 >= corpus.len() * 75, "{within_ten} of {}", corpus.len());
}
