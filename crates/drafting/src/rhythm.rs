//! Sentences of different lengths. A small model writes them all about equally long.

use domain::articles::document::{Block, Section, Span, Text};
use domain::locale::Language;

use crate::repetition::plain;
use crate::sentence::{joined, parted};

/// The standard deviation of the lengths beside their mean that is enough.
const ENOUGH: f64 = 0.43;

/// Parts long sentences and then joins others, paragraph by paragraph, until the lengths differ enough or nothing is left to change.
pub(crate) fn vary(sections: &mut [Section]) {
    let mut lengths = Lengths::default();
    each_paragraph(sections, &mut |text| lengths.add(&split(text)));
    let ways: [fn(Vec<String>) -> Vec<String>; 2] =
        [|sentences| sentences.iter().flat_map(|sentence| parted(sentence)).collect(), joined];
    for way in ways {
        each_paragraph(sections, &mut |text| {
            if lengths.variation() >= ENOUGH {
                return;
            }
            let before = split(text);
            let after = way(before.clone());
            if after.len() != before.len() {
                lengths.remove(&before);
                lengths.add(&after);
                *text = vec![Span::Plain(after.join(" "))];
            }
        });
    }
}

fn each_paragraph(sections: &mut [Section], visit: &mut dyn FnMut(&mut Text)) {
    for section in sections {
        for block in &mut section.blocks {
            if let Block::Paragraph(text) = block {
                visit(text);
            }
        }
        each_paragraph(&mut section.children, visit);
    }
}

fn split(text: &Text) -> Vec<String> {
    prose::sentences::split(&plain(text), Language::ENGLISH).into_iter().map(str::to_owned).collect()
}

/// How many sentences there are, their words, and the squares of these.
#[derive(Default)]
struct Lengths {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Lengths {
    fn add(&mut self, sentences: &[String]) {
        self.change(sentences, 1.0);
    }

    fn remove(&mut self, sentences: &[String]) {
        self.change(sentences, -1.0);
    }

    fn change(&mut self, sentences: &[String], sign: f64) {
        for sentence in sentences {
            let words = f64::from(seo::words::count(sentence));
            self.count += sign;
            self.sum += sign * words;
            self.squares += sign * words * words;
        }
    }

    fn variation(&self) -> f64 {
        let mean = self.sum / self.count.max(1.0);
        let variance = self.squares / self.count.max(1.0) - mean * mean;
        if mean > 0.0 { variance.max(0.0).sqrt() / mean } else { ENOUGH }
    }
}

#[cfg(test)]
mod tests {
    use domain::articles::outline::SectionId;

    use super::*;

    fn section(paragraphs: &[&str]) -> Section {
        let blocks = paragraphs.iter().map(|text| Block::Paragraph(vec![Span::Plain((*text).to_owned())]));
        Section {
            id: SectionId::top(1),
            heading: "Lids".to_owned(),
            blocks: blocks.collect(),
            children: Vec::new(),
        }
    }

    #[test]
    fn equal_lengths_are_varied() {
        let even = "The lid keeps the heat inside for a very long time. It needs some gentle care after each and every use.";
        let mut sections = [section(&[even, "A lid that fits well saves a good deal of heat every day."])];
        vary(&mut sections);
        let texts: Vec<String> = sections[0].blocks.iter().flat_map(Block::texts).map(plain).collect();
        assert!(texts[0].contains("long time, and it needs"), "{texts:?}");
    }

    #[test]
    fn lengths_that_differ_stay() {
        let uneven = "Lids matter a lot. They keep the heat inside for a long time after the water has boiled, which saves a good deal.";
        let mut sections = [section(&[uneven, "It is cheap."])];
        let before = sections.clone();
        vary(&mut sections);
        assert_eq!(sections, before);
    }
}
