use domain::articles::passages::{PassageId, PassageKind};

use super::*;
use crate::passages::share_out;

fn passage(source: u32, path: &[&str], text: &str) -> Passage {
    Passage {
        id: PassageId(0),
        source: SourceNumber(source),
        also_in: Vec::new(),
        title: format!("Page {source}"),
        path: path.iter().map(|heading| (*heading).to_owned()).collect(),
        kind: PassageKind::Paragraph,
        text: text.to_owned(),
        order: 0,
    }
}

fn english() -> Vec<Passage> {
    vec![
        passage(1, &["Workers"], "Autovacuum starts at most three workers at any one time."),
        passage(1, &["Naptime"], "Autovacuum rests one minute between two runs on a database."),
        passage(2, &["Locks"], "Autovacuum workers do not block other commands of the database."),
        passage(3, &["Lua"], "Check the settings of the filter first and yield to the server."),
        passage(3, &["Kernel"], "The kernel limits the semaphores that a database may have."),
    ]
}

#[test]
fn a_question_finds_the_passage_that_answers_it() {
    let passages = english();
    let index = Index::of(&passages, Language::ENGLISH);
    let query =
        Query::new("Does autovacuum block or lock tables?", Language::ENGLISH).with("autovacuum", 0.4);
    let found: Vec<usize> = index.fitting(&query).iter().map(|hit| hit.passage).collect();
    assert_eq!(found, [2]);
}

#[test]
fn one_common_word_makes_nothing_fit() {
    let passages = english();
    let index = Index::of(&passages, Language::ENGLISH);
    let query = Query::new("How is the database backed up?", Language::ENGLISH).with("autovacuum", 0.4);
    assert!(index.fitting(&query).iter().all(|hit| hit.passage != 3 && hit.passage != 4));
}

#[test]
fn pages_about_something_else_are_known() {
    let passages = english();
    let index = Index::of(&passages, Language::ENGLISH);
    assert_eq!(index.off_topic(&Query::new("autovacuum", Language::ENGLISH)), [SourceNumber(3)]);
    assert!(index.off_topic(&Query::new("zebra", Language::ENGLISH)).is_empty());
}

#[test]
fn a_heading_with_half_of_the_topic_is_not_enough() {
    let mut passages = english();
    passages.push(passage(4, &["PostgreSQL features"], "Build the server with compression."));
    passages.push(passage(4, &["Options"], "Build PostgreSQL with Perl, and install PostgreSQL afterwards."));
    passages[0].text.push_str(" PostgreSQL starts the launcher.");
    let index = Index::of(&passages, Language::ENGLISH);
    let topic = Query::new("PostgreSQL autovacuum workers", Language::ENGLISH);
    assert_eq!(index.off_topic(&topic), [SourceNumber(3), SourceNumber(4)]);
}

#[test]
fn vietnamese_words_are_seen_in_the_passages() {
    let passages = [
        passage(1, &["Tủ lạnh"], "Cà phê pha sẵn để trong tủ lạnh được ba ngày."),
        passage(1, &["Nước"], "Nước lạnh làm cà phê nhạt, nên dùng nước nóng."),
        passage(2, &["Tủ bếp"], "Phin để trong tủ bếp cho khô ráo."),
    ];
    let index = Index::of(&passages, Language::VIETNAMESE);
    let query = Query::new("cà phê để tủ lạnh", Language::VIETNAMESE).with("cà phê phin", 0.4);
    let found: Vec<usize> = index.fitting(&query).iter().map(|hit| hit.passage).collect();
    assert_eq!(found, [0], "neither cold water nor a cupboard is a refrigerator");
}

#[test]
fn every_line_gets_its_best_before_any_gets_its_second() {
    let passages = english();
    let index = Index::of(&passages, Language::ENGLISH);
    let hit = |passage: usize, score: f64| Hit { passage, score };
    let lines = [vec![hit(0, 3.0), hit(1, 2.9)], vec![hit(2, 2.0)]];
    assert_eq!(share_out(&index, &passages, &lines, 1_000), [0, 2, 1]);
    assert_eq!(share_out(&index, &passages, &lines, 60), [0]);
}

#[test]
fn another_source_goes_first_where_two_score_the_same() {
    let passages = english();
    let index = Index::of(&passages, Language::ENGLISH);
    let hit = |passage: usize, score: f64| Hit { passage, score };
    let lines = [vec![hit(0, 3.0)], vec![hit(1, 2.0), hit(2, 1.9)]];
    assert_eq!(share_out(&index, &passages, &lines, 1_000), [0, 2, 1]);
}

#[test]
fn words_from_around_a_line_weigh_less_in_the_line_too() {
    let passages = [
        passage(1, &["Phin coffee"], "Phin coffee is coffee that drips through a phin, gram by gram."),
        passage(1, &["Amounts"], "Take 25 grams of powder for a phin."),
        passage(2, &["Cups"], "Warm the cup."),
        passage(2, &["Grinders"], "Clean the burrs."),
    ];
    let index = Index::of(&passages, Language::ENGLISH);
    let query = Query::new("grams of powder in phin coffee", Language::ENGLISH).with("phin coffee", 0.2);
    assert_eq!(index.fitting(&query).first().map(|hit| hit.passage), Some(1));
}

#[test]
fn the_heading_of_a_page_says_nothing_about_its_first_lines() {
    let title = "Aluminium, steel or ceramic";
    let passages = [
        passage(1, &[title], "We tried three filters on the same beans."),
        passage(1, &[title, "Which one"], "Aluminium for travel, steel for a start, ceramic for hot cups."),
        passage(2, &["Cups"], "Warm the cup before the first drop."),
    ];
    let index = Index::of(&passages, Language::ENGLISH);
    let query = Query::new("aluminium, steel or ceramic", Language::ENGLISH);
    let found: Vec<usize> = index.fitting(&query).iter().map(|hit| hit.passage).collect();
    assert_eq!(found, [1]);
}
