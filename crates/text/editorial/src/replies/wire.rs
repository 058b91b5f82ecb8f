//! Replies as received. Missing fields are empty; unknown fields are ignored.

use serde::Deserialize;

#[derive(Debug, Deserialize)]
pub(super) struct Outline {
    #[serde(default)]
    pub(super) title: String,
    #[serde(default)]
    pub(super) thesis: String,
    #[serde(default)]
    pub(super) takeaway: String,
    #[serde(default)]
    pub(super) sections: Vec<ProposedSection>,
    #[serde(default)]
    pub(super) questions: Vec<String>,
    #[serde(default)]
    pub(super) images: Vec<ProposedImage>,
}

#[derive(Debug, Deserialize)]
pub(super) struct ProposedImage {
    #[serde(default)]
    pub(super) section: u32,
    #[serde(default)]
    pub(super) subject: String,
    #[serde(default)]
    pub(super) alt: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct ProposedSection {
    #[serde(default)]
    pub(super) heading: String,
    #[serde(default)]
    pub(super) purpose: String,
    #[serde(default)]
    pub(super) form: String,
    #[serde(default)]
    pub(super) words: serde_json::Value,
    #[serde(default)]
    pub(super) points: Vec<String>,
    #[serde(default)]
    pub(super) owns: Vec<String>,
    #[serde(default)]
    pub(super) evidence: Vec<String>,
    #[serde(default, alias = "subsections")]
    pub(super) children: Vec<Self>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Parts {
    #[serde(default)]
    pub(super) parts: Vec<Part>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Part {
    #[serde(default)]
    pub(super) section: String,
    #[serde(default)]
    pub(super) blocks: Vec<Block>,
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct Block {
    #[serde(default)]
    pub(super) kind: String,
    #[serde(default)]
    pub(super) text: String,
    #[serde(default)]
    pub(super) language: String,
    #[serde(default)]
    pub(super) items: Vec<String>,
    #[serde(default)]
    pub(super) columns: Vec<String>,
    #[serde(default)]
    pub(super) rows: Vec<Vec<String>>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Opening {
    #[serde(default)]
    pub(super) introduction: Vec<String>,
    #[serde(default)]
    pub(super) conclusion_heading: String,
    #[serde(default)]
    pub(super) conclusion: Vec<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Questions {
    #[serde(default, alias = "faq_heading")]
    pub(super) heading: String,
    #[serde(default, alias = "faq")]
    pub(super) items: Vec<Question>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Question {
    #[serde(default)]
    pub(super) question: String,
    #[serde(default)]
    pub(super) answer: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct Labels {
    #[serde(default)]
    pub(super) title: String,
    #[serde(default)]
    pub(super) meta_title: String,
    #[serde(default)]
    pub(super) meta_description: String,
    #[serde(default)]
    pub(super) excerpt: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct FirstDraft {
    #[serde(default)]
    pub(super) title: String,
    #[serde(default)]
    pub(super) article: String,
    #[serde(default)]
    pub(super) images: Vec<ProposedImage>,
}
