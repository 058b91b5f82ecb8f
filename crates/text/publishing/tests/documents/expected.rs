//! The expected text of an article in any of its documents, computed in the simplest way.

use domain::articles::document::{Article, ArticleImage, Block, CalloutKind, ImageRole, Section, Span};
use domain::articles::research::{Source, SourceNumber};
use domain::locale::Language;
use url::Url;

/// The place of citations of answers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Answers {
    Inline,
    Below,
}

/// All words and numbers of the article in reading order, without spaces.
pub(crate) fn reading(article: &Article, answers: Answers) -> String {
    let mut reader = Reader { article, sources: sources(article), out: String::new() };
    reader.article(answers);
    squeezed(&reader.out)
}

/// The text without spaces and unprintable characters.
pub(crate) fn squeezed(text: &str) -> String {
    let shown = |character: &char| {
        let code = u32::from(*character);
        !character.is_whitespace()
            && !character.is_control()
            && code & 0xFFFE != 0xFFFE
            && !(0xFDD0..=0xFDEF).contains(&code)
    };
    text.chars().filter(shown).collect()
}

fn sources(article: &Article) -> Vec<&Source> {
    let mut listed: Vec<&Source> = Vec::new();
    for source in &article.sources {
        if listed.iter().all(|known| known.number != source.number) {
            listed.push(source);
        }
    }
    listed
}

fn is_linkable(address: &str) -> bool {
    Url::parse(address).is_ok_and(|url| url.scheme().starts_with("http"))
}

/// How many blocks at the start form one element: quotations of one source, or any other block.
fn leading(blocks: &[Block]) -> usize {
    match blocks.first() {
        Some(Block::Quote { source, .. }) => {
            blocks.iter().take_while(|block| is_quote_of(block, *source)).count()
        }
        first => usize::from(first.is_some()),
    }
}

fn is_quote_of(block: &Block, number: SourceNumber) -> bool {
    matches!(block, Block::Quote { source, .. } if *source == number)
}

struct Reader<'a> {
    article: &'a Article,
    sources: Vec<&'a Source>,
    out: String,
}

impl Reader<'_> {
    fn article(&mut self, answers: Answers) {
        let article = self.article;
        self.out.push_str(&article.title);
        self.images(|image| image.role == ImageRole::Hero);
        self.blocks(&article.introduction);
        for section in &article.sections {
            self.section(section);
        }
        let places: Vec<_> = article.flattened().iter().map(|(_, section)| section.id.clone()).collect();
        self.images(|image| matches!(&image.role, ImageRole::Section(id) if !places.contains(id)));
        self.faq(answers);
        self.source_list();
    }

    fn section(&mut self, section: &Section) {
        self.out.push_str(&section.heading);
        let (first, rest) = section.blocks.split_at(leading(&section.blocks));
        self.blocks(first);
        self.images(|image| image.role == ImageRole::Section(section.id.clone()));
        self.blocks(rest);
        for child in &section.children {
            self.section(child);
        }
    }

    fn images(&mut self, wanted: impl Fn(&ArticleImage) -> bool) {
        for image in self.article.images.iter().filter(|image| wanted(image) && is_linkable(&image.url)) {
            self.out.push_str(image.caption.as_deref().unwrap_or_default());
        }
    }

    fn blocks(&mut self, blocks: &[Block]) {
        for (index, block) in blocks.iter().enumerate() {
            match block {
                Block::Paragraph(text) => self.text(text),
                Block::List { items, .. } => items.iter().for_each(|item| self.text(item)),
                Block::Table { caption, columns, rows } => {
                    self.out.push_str(caption.as_deref().unwrap_or_default());
                    columns.iter().chain(rows.iter().flatten()).for_each(|cell| self.text(cell));
                }
                Block::Quote { source, .. } if index > 0 && is_quote_of(&blocks[index - 1], *source) => {}
                Block::Quote { source, .. } => {
                    self.quote(&blocks[index..][..leading(&blocks[index..])], *source);
                }
                Block::Code { text, .. } => self.out.push_str(text),
                Block::Callout { kind, text } => self.callout(*kind, text),
            }
        }
    }

    /// A sentence whose citations the next one repeats has none.
    fn text(&mut self, text: &[Span]) {
        let sentence = self.sentence_of_each(text);
        let cited = |of: usize| -> Vec<SourceNumber> {
            let mut cited = Vec::new();
            for (span, sentence) in text.iter().zip(&sentence) {
                if let Span::Citation(number) = span
                    && *sentence == of
                    && self.sources.iter().any(|source| source.number == *number)
                    && !cited.contains(number)
                {
                    cited.push(*number);
                }
            }
            cited
        };
        let shown: Vec<bool> = sentence.iter().map(|of| cited(*of) != cited(of + 1)).collect();
        for (span, shown) in text.iter().zip(shown) {
            match span {
                Span::Citation(number) if shown => self.citation(*number),
                Span::Citation(_) => {}
                other => self.out.push_str(other.words()),
            }
        }
    }

    /// The sentence that contains the end of each span, from 0.
    fn sentence_of_each(&self, text: &[Span]) -> Vec<usize> {
        let words = |span: &Span| match span {
            Span::Code(code) => "X".repeat(code.len()),
            other => other.words().to_owned(),
        };
        let all: String = text.iter().map(words).collect();
        let ranges = prose::sentences::ranges(&all, self.article.language);
        let mut before = String::new();
        let mut places = Vec::new();
        for span in text {
            before.push_str(&words(span));
            let begun = ranges.iter().filter(|range| range.start < before.trim_end().len()).count();
            places.push(begun.saturating_sub(1));
        }
        places
    }

    fn citation(&mut self, number: SourceNumber) {
        if let Some(index) = self.sources.iter().position(|source| source.number == number) {
            let place = index + 1;
            self.out.extend(["[", &place.to_string(), "]"]);
        }
    }

    /// A quotation without words is not shown.
    fn quote(&mut self, quotes: &[Block], number: SourceNumber) {
        let before = squeezed(&self.out);
        quotes.iter().flat_map(Block::texts).for_each(|text| self.text(text));
        if squeezed(&self.out) == before {
            return;
        }
        if let Some(source) = self.sources.iter().find(|source| source.number == number) {
            self.out.push('—');
            self.out.push_str(source.publisher.as_deref().unwrap_or(&source.title));
        }
    }

    /// A call-out without words is not shown.
    fn callout(&mut self, kind: CalloutKind, text: &[Span]) {
        let before = self.out.len();
        self.text(text);
        if squeezed(&self.out[before..]).is_empty() {
            return;
        }
        let label = match (kind, self.is_vietnamese()) {
            (CalloutKind::Tip, false) => "Tip:",
            (CalloutKind::Warning, false) => "Warning:",
            (CalloutKind::Note, false) => "Note:",
            (CalloutKind::Tip, true) => "Mẹo:",
            (CalloutKind::Warning, true) => "Cảnh báo:",
            (CalloutKind::Note, true) => "Lưu ý:",
        };
        self.out.insert_str(before, label);
    }

    fn faq(&mut self, answers: Answers) {
        let Some(faq) = self.article.faq.as_ref().filter(|faq| !faq.items.is_empty()) else { return };
        self.out.push_str(&faq.heading);
        for item in &faq.items {
            self.out.push_str(&item.question);
            if answers == Answers::Inline {
                self.text(&item.answer);
                continue;
            }
            let (cited, words): (Vec<Span>, Vec<Span>) =
                item.answer.iter().cloned().partition(|span| matches!(span, Span::Citation(_)));
            self.text(&words);
            let before = self.out.len();
            for (index, span) in cited.iter().enumerate() {
                if !cited[..index].contains(span) {
                    self.text(std::slice::from_ref(span));
                }
            }
            if self.out.len() > before {
                self.out.insert_str(before, &format!("{}:", self.sources_word()));
            }
        }
    }

    fn source_list(&mut self) {
        if self.sources.is_empty() {
            return;
        }
        self.out.push_str(self.sources_word());
        for source in self.sources.clone() {
            self.out.push_str(&source.title);
            if let Some(publisher) = &source.publisher {
                self.out.push(',');
                self.out.push_str(publisher);
            }
            if source.published_at.is_some() {
                self.out.push_str(if self.is_vietnamese() { ",1 tháng 1, 1970" } else { ",1 January 1970" });
            }
        }
    }

    fn sources_word(&self) -> &'static str {
        if self.is_vietnamese() { "Nguồn tham khảo" } else { "Sources" }
    }

    fn is_vietnamese(&self) -> bool {
        self.article.language == Language::VIETNAMESE
    }
}
