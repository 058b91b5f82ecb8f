//! The reply forms, in the subset of JSON Schema that every provider supports.

use domain::articles::brief::SectionForm;
use domain::result_limits::{DESCRIPTION_BEST_FROM, DESCRIPTION_BEST_TO, TITLE_BEST_FROM, TITLE_MOST};
use serde_json::{Value, json};

/// The most questions of a second draft.
const MOST_QUESTIONS: usize = 8;

/// An object that has all of these properties and no others.
pub(super) fn object(properties: &[(&str, Value)]) -> Value {
    let names: Vec<&str> = properties.iter().map(|(name, _)| *name).collect();
    let properties: serde_json::Map<String, Value> =
        properties.iter().map(|(name, schema)| ((*name).to_owned(), schema.clone())).collect();
    json!({ "type": "object", "properties": properties, "required": names, "additionalProperties": false })
}

/// A text of one paragraph at most. Without a limit, a small model may never end it.
pub(super) fn text(description: &str) -> Value {
    json!({ "type": "string", "description": description, "maxLength": 1_500 })
}

/// A sentence or two.
fn statement(description: &str) -> Value {
    json!({ "type": "string", "description": description, "maxLength": 400 })
}

/// A text of one line.
pub(super) fn line(description: &str) -> Value {
    json!({ "type": "string", "description": description, "maxLength": 200 })
}

pub(super) fn list(items: &Value, most: usize) -> Value {
    json!({ "type": "array", "items": items, "maxItems": most })
}

/// A list with at least `least` entries. Small models prefer the shortest reply, which is an empty list.
fn filled(items: &Value, least: usize, most: usize) -> Value {
    let mut list = list(items, most);
    list["minItems"] = json!(least);
    list
}

/// An outline with limits for the number of sections, and for the number of subsections of each. Parts of the
/// deepest level are headings only, because a small model fills every list in the form.
pub(super) fn outline(sections: (usize, usize), children: usize, divided: bool, images: usize) -> Value {
    let heading = ("heading", line("short and specific"));
    let names: Vec<&str> = SectionForm::ALL.iter().map(|form| form.as_str()).collect();
    let form = ("form", json!({ "type": "string", "enum": names }));
    let words = (
        "words",
        json!({ "type": "integer", "description": "how many words it needs, those below it included" }),
    );
    let mut own = vec![
        heading.clone(),
        ("purpose", line("what the reader gets from the section")),
        form.clone(),
        words.clone(),
        ("points", filled(&statement("a complete statement with its figures and names"), 1, 5)),
        ("owns", list(&line("an idea or an instruction of the customer that only this section covers"), 4)),
        ("evidence", list(&line("the mark of a passage, such as E12"), 20)),
    ];
    if children > 0 {
        let points = ("points", list(&statement("a complete statement"), 4));
        let mut below = vec![heading.clone(), form, words, points];
        if divided {
            below.push(("children", list(&object(&[heading]), children)));
        }
        own.push(("children", list(&object(&below), children)));
    }
    let all = filled(&object(&own), sections.0, sections.1);
    let thesis = ("thesis", statement("what the article says in one sentence"));
    let takeaway = ("takeaway", statement("what the reader can do or decide afterwards"));
    let title = ("title", line("holds the search query, 40 to 65 characters"));
    let questions = ("questions", list(&line("a question as people ask it"), 6));
    if images == 0 {
        return object(&[thesis, takeaway, title, ("sections", all), questions]);
    }
    object(&[thesis, takeaway, title, ("sections", all), questions, ("images", list(&image(), images))])
}

fn image() -> Value {
    let section =
        json!({ "type": "integer", "description": "number of the section, from 1; 0 below the title" });
    object(&[
        ("section", section),
        ("subject", line("a thing that can be drawn, with what stands beside it")),
        ("alt", line("what the image shows, for readers who do not see it")),
    ])
}

/// A section with `headings` headings, including its own, and at most `blocks` blocks below each.
pub(super) fn section(headings: usize, blocks: usize) -> Value {
    object(&[parts(headings, blocks)])
}

/// A first draft with `images` images.
pub(super) fn first_draft(images: usize) -> Value {
    let mut properties = vec![("title", line("the headline, with the search query")), whole_article()];
    if images > 0 {
        properties.push(("images", list(&image(), images)));
    }
    object(&properties)
}

/// A second draft with at most `problems` problems.
pub(super) fn second_draft(problems: usize) -> Value {
    let [title, meta_title, description, excerpt] = lines();
    let item = object(&[
        ("question", text("as people ask it")),
        ("answer", text("one paragraph of 30 to 50 words")),
    ]);
    object(&[
        ("problems", list(&text("what is wrong, and what would solve it"), problems)),
        whole_article(),
        ("faq_heading", line("the heading above the questions")),
        ("faq", list(&item, MOST_QUESTIONS)),
        title,
        meta_title,
        description,
        excerpt,
    ])
}

/// Has no length limit, because it is the whole article.
fn whole_article() -> (&'static str, Value) {
    ("article", json!({ "type": "string", "description": "the whole article in Markdown" }))
}

fn parts(headings: usize, blocks: usize) -> (&'static str, Value) {
    let part = object(&[
        ("section", line("the number of the plan's line")),
        ("blocks", filled(&block(), 1, blocks)),
    ]);
    ("parts", filled(&part, 1, headings))
}

pub(super) fn block() -> Value {
    const ITEMS: usize = 20;
    const COLUMNS: usize = 6;
    let kinds = json!({ "type": "string", "enum": ["paragraph", "bullets", "steps", "table", "code", "tip", "warning", "note", "quote"] });
    object(&[
        ("kind", kinds),
        ("text", text("of a paragraph, code, tip, warning or quote; the caption of a table")),
        ("language", line("of code, such as sql or sh")),
        ("items", list(&text("of bullets or steps"), ITEMS)),
        ("columns", list(&line("a column's name"), COLUMNS)),
        ("rows", list(&list(&text("a cell"), COLUMNS), ITEMS)),
    ])
}

pub(super) fn opening() -> Value {
    object(&edges())
}

fn edges() -> [(&'static str, Value); 3] {
    [
        ("introduction", filled(&text("a paragraph"), 1, 4)),
        ("conclusion_heading", line("specific to the topic, never just Conclusion")),
        ("conclusion", filled(&text("a paragraph"), 1, 4)),
    ]
}

/// Answers to `count` questions.
pub(super) fn questions(count: usize) -> Value {
    object(&[("heading", line("the heading above the questions")), ("items", answers(count))])
}

fn answers(count: usize) -> Value {
    let item =
        object(&[("question", text("as it was given")), ("answer", text("one paragraph of 30 to 60 words"))]);
    list(&item, count)
}

pub(super) fn labels() -> Value {
    object(&lines())
}

fn lines() -> [(&'static str, Value); 4] {
    let description =
        format!("{DESCRIPTION_BEST_FROM} to {DESCRIPTION_BEST_TO} characters, with the search query");
    [
        ("title", line("the headline, with the search query")),
        ("meta_title", line(&format!("{TITLE_BEST_FROM} to {TITLE_MOST} characters, with the search query"))),
        ("meta_description", text(&description)),
        ("excerpt", text("two sentences")),
    ]
}
