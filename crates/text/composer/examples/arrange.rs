//! Prints the article that texts make, and the parts of them that it leaves out.
//!
//! `cargo run -p composer --example arrange -- FILE... --keyword KEYWORD [--language vi] [--words 2000] [--outline HEADING]...`

#![expect(clippy::print_stdout, reason = "printing is what it is for")]

use std::error::Error;
use std::path::Path;

use composer::{NoteText, Notes, arrange};
use domain::articles::document::{Block, Section, Span, Text};
use domain::articles::order::WantedHeading;
use domain::articles::research::SourceNumber;
use domain::locale::Language;

fn main() -> Result<(), Box<dyn Error>> {
    let (mut files, mut keyword, mut language, mut words) =
        (Vec::new(), String::new(), Language::ENGLISH, 2_000);
    let mut outline = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or_else(|| format!("{argument} needs a value"));
        match argument.as_str() {
            "--keyword" => keyword = value()?,
            "--language" => language = value()?.parse()?,
            "--words" => words = value()?.parse()?,
            "--outline" => outline.push(WantedHeading { heading: value()?, children: Vec::new() }),
            _ => files.push(std::fs::read_to_string(Path::new(&argument))?),
        }
    }
    let texts: Vec<NoteText<'_>> = (1..)
        .zip(&files)
        .map(|(number, text)| NoteText { number: SourceNumber(number), title: None, text })
        .collect();
    let notes = Notes { keyword: &keyword, language, title: None, outline: &outline, words, texts: &texts };
    let arranged = arrange(&notes)?;
    let article = &arranged.article;
    println!(
        "# {}\n\nmeta title: {}\nmeta description: {}\nexcerpt: {}\n",
        article.title, article.meta_title, article.meta_description, article.excerpt
    );
    blocks(&article.introduction);
    for (level, Section { heading, blocks: own, id, .. }) in article.flattened() {
        println!("{} {heading}   <{id}>\n", "#".repeat(usize::from(level)));
        blocks(own);
    }
    if let Some(faq) = &article.faq {
        println!("## {}   <faq>\n", faq.heading);
        faq.items.iter().for_each(|item| println!("### {}\n\n{}\n", item.question, line(&item.answer)));
    }
    println!("---- {} words, {} disagreements", arranged.outline.words(), arranged.disagreements);
    arranged.warnings.iter().for_each(|warning| println!("warning: {warning}"));
    for unused in &arranged.unused {
        println!("unused [{}] {:?}: {}", unused.source.0, unused.reason, unused.text);
    }
    Ok(())
}

fn blocks(blocks: &[Block]) {
    for block in blocks {
        match block {
            Block::Paragraph(text) => println!("{}", line(text)),
            Block::Quote { text, source } => println!("> {} — {}", line(text), source.0),
            Block::Callout { kind, text } => println!("> {}: {}", kind.as_str(), line(text)),
            Block::Code { text, .. } => println!("```\n{}\n```", text.trim_end()),
            Block::List { ordered, items } => {
                for (number, item) in (1..).zip(items) {
                    let mark = if *ordered { format!("{number}.") } else { "-".to_owned() };
                    println!("{mark} {}", line(item));
                }
            }
            Block::Table { columns, rows, .. } => {
                for row in std::iter::once(columns).chain(rows) {
                    println!("| {} |", row.iter().map(line).collect::<Vec<_>>().join(" | "));
                }
            }
        }
        println!();
    }
}

fn line(text: &Text) -> String {
    let span = |span: &Span| match span {
        Span::Strong(words) => format!("**{words}**"),
        Span::Emphasis(words) => format!("*{words}*"),
        Span::Code(words) => format!("`{words}`"),
        Span::Link { text, url } => format!("[{text}]({url})"),
        Span::Citation(number) => format!("[{}]", number.0),
        Span::Plain(words) => words.clone(),
    };
    text.iter().map(span).collect()
}
