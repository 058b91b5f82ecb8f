//! Bringing articles to their length.

use domain::articles::document::{Block, Span};
use domain::articles::outline::SectionId;
use editorial::length::{Rewrite, WrittenSection, bias, rewrites, trim};
use editorial::{visible_text, words};
use proptest::prelude::*;

use crate::samples::{english, marked};

fn written(figures: &[(u32, u32)]) -> Vec<WrittenSection> {
    let section = |(index, (planned, written)): (usize, &(u32, u32))| WrittenSection {
        section: SectionId::top(index + 1),
        planned: *planned,
        written: *written,
    };
    figures.iter().enumerate().map(section).collect()
}

#[test]
fn the_bias_is_the_median() {
    assert!((bias(&written(&[(300, 240), (300, 270), (300, 900)])) - 0.9).abs() < 1e-9);
    assert!((bias(&written(&[(300, 240), (300, 270)])) - 0.85).abs() < 1e-9);
    assert!((bias(&written(&[(300, 3)])) - 0.5).abs() < 1e-9);
    assert!((bias(&[]) - 1.0).abs() < 1e-9 && (bias(&written(&[(0, 5), (5, 0)])) - 1.0).abs() < 1e-9);
}

#[test]
fn the_worst_third_is_written_again_with_corrected_targets() {
    assert_eq!(rewrites(&written(&[(300, 310), (300, 280)])), []);
    let short = rewrites(&written(&[(300, 270), (300, 150), (300, 270)]));
    assert_eq!(short, [Rewrite { section: SectionId::top(2), target: 400 }]);
    let long = rewrites(&written(&[(300, 330), (300, 500), (300, 330)]));
    assert_eq!(long.len(), 1);
    assert!(long[0].section == SectionId::top(2) && long[0].target < 300, "{long:?}");
}

#[test]
fn what_others_refer_to_stays_and_the_rest_goes() {
    const QUESTION: &str = "Was that weather of the kind of which one may speak on any odd day of the year?";
    let mut sample = english();
    let filler = "Weather is a thing of which one may speak at length on any odd day of the year. ";
    let text = format!(
        "Cold brew coffee needs a coarse grind. {filler}It varies. {filler}If you wait, it varies. {filler}{QUESTION} {filler}Keep 12 hours in mind.[1]"
    );
    sample.article.sections[1].blocks.push(Block::Paragraph(marked(&text)));
    // So little that everything goes that may.
    let wanted = words(&sample.article) / 2;
    let left_out = trim(&mut sample.article, &sample.research, wanted);
    assert!(!left_out.is_empty());
    let text = visible_text(&sample.article);
    assert!(text.contains("Keep 12 hours in mind.") && text.contains("coarse grind"));
    assert!(text.contains(&format!("{filler}It varies.")), "what is referred to stays");
    assert!(text.contains(&format!("{filler}If you wait, it varies.")), "{left_out:?}");
    assert!(text.contains(&format!("{filler}{QUESTION}")), "{left_out:?}");
}

proptest! {
    #[test]
    fn trimming_lands_within_bounds_or_stops_short(share in 40..150_u32, sentences in 0..12_usize) {
        let mut sample = english();
        let more = "An extra sentence with eight more words stands here. Short one. ".repeat(sentences);
        sample.article.sections[2].blocks.push(Block::Paragraph(vec![Span::Plain(more)]));
        let before = words(&sample.article);
        let wanted = before * share / 100;
        let left_out = trim(&mut sample.article, &sample.research, wanted);
        let after = words(&sample.article);
        prop_assert!(after <= before && after >= before.min(wanted - wanted * 5 / 100));
        prop_assert_eq!(before - after, left_out.iter().map(|sentence| seo::words::count(sentence)).sum::<u32>());
        if (90..=99).contains(&share) {
            prop_assert!(after <= wanted + wanted * 5 / 100, "{} words, {} wanted", after, wanted);
        }
    }

    #[test]
    fn targets_are_sane(figures in prop::collection::vec((0..900_u32, 0..2000_u32), 0..14)) {
        let sections = written(&figures);
        let again = rewrites(&sections);
        prop_assert!(again.len() <= sections.len().div_ceil(3));
        prop_assert!(again.iter().all(|rewrite| rewrite.target <= 3_000));
    }
}
