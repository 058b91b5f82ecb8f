//! The structured data of a page, by its kind.

use serde_json::{Value, json};

use super::page::{Kind, Page};
use super::price::Price;

/// The data, escaped for a `script` element.
pub(super) fn script(page: &Page) -> String {
    data(page).to_string().replace('<', "\\u003c")
}

fn data(page: &Page) -> Value {
    match page.kind {
        Kind::Guide | Kind::Comparison => article(page, "Article"),
        Kind::News => article(page, "NewsArticle"),
        Kind::Shop => product(page),
        Kind::Practice => local_business(page),
        Kind::Forum => thread(page),
        Kind::Institution => organisation(page),
    }
}

fn article(page: &Page, kind: &str) -> Value {
    let author = page.author.as_ref().map(|name| json!({ "@type": "Person", "name": name }));
    json!({
        "@context": "https://schema.org", "@type": kind, "headline": page.headline(),
        "description": page.description, "inLanguage": page.language, "mainEntityOfPage": page.url(),
        "datePublished": page.published.to_string(),
        "author": author.unwrap_or_else(|| json!({ "@type": "Organization", "name": page.site_name() })),
        "publisher": { "@type": "Organization", "name": page.site_name() },
    })
}

fn product(page: &Page) -> Value {
    let Some(price) = Price::first_in(&page.markdown) else {
        return json!({
            "@context": "https://schema.org", "@type": "WebPage", "name": page.headline(), "url": page.url(),
        });
    };
    json!({
        "@context": "https://schema.org", "@type": "Product", "name": page.headline(),
        "description": page.description,
        "offers": {
            "@type": "Offer", "price": price.amount, "priceCurrency": price.currency, "url": page.url(),
            "availability": "https://schema.org/InStock",
        },
    })
}

fn local_business(page: &Page) -> Value {
    let mut business = json!({
        "@context": "https://schema.org", "@type": "LocalBusiness", "name": business_name(page),
        "description": page.description, "url": page.url(),
    });
    if let Some(number) = telephone(&page.markdown) {
        business["telephone"] = json!(number);
    }
    business
}

/// The first line in bold, else the site's name.
fn business_name(page: &Page) -> String {
    let bold = page.markdown.lines().find_map(|line| line.strip_prefix("**")?.strip_suffix("**"));
    bold.map_or_else(|| page.site_name(), str::to_owned)
}

fn telephone(text: &str) -> Option<&str> {
    let rest = text.split("Phone ").nth(1)?;
    let end = rest.find(|character: char| !character.is_ascii_digit() && !"-+ ".contains(character));
    let number = rest[..end.unwrap_or(rest.len())].trim();
    (!number.is_empty()).then_some(number)
}

/// A thread: the text before the second heading is the question, and the paragraphs after it that begin with
/// a name in bold are answers.
fn thread(page: &Page) -> Value {
    let (question, answers) = page.markdown.split_once("\n## ").unwrap_or((&page.markdown, ""));
    let answers: Vec<Value> = posts(answers).map(|text| json!({ "@type": "Answer", "text": text })).collect();
    json!({
        "@context": "https://schema.org", "@type": "QAPage",
        "mainEntity": {
            "@type": "Question", "name": page.headline(), "text": posts(question).next().unwrap_or_default(),
            "datePublished": page.published.to_string(),
            "answerCount": answers.len(), "suggestedAnswer": answers,
        },
    })
}

fn posts(markdown: &str) -> impl Iterator<Item = String> {
    let paragraphs = markdown.split("\n\n").map(str::trim);
    paragraphs.filter(|paragraph| paragraph.starts_with("**")).map(|paragraph| paragraph.replace("**", ""))
}

fn organisation(page: &Page) -> Value {
    json!({
        "@context": "https://schema.org",
        "@graph": [
            { "@type": "Organization", "name": page.site_name(), "url": format!("https://{}/", page.host) },
            {
                "@type": "WebPage", "name": page.headline(), "url": page.url(),
                "datePublished": page.published.to_string(),
            },
        ],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn telephone_numbers_are_found() {
        assert_eq!(telephone("Phone 555-0114 · Parking"), Some("555-0114"));
        assert_eq!(telephone("Phone us"), None);
        assert_eq!(telephone(""), None);
    }
}
