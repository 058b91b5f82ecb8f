//! The examples on the landing page, as recorded by commands of this repository.

use std::cmp::Reverse;
use std::sync::LazyLock;

use audit::Severity;
use serde::Deserialize;

use crate::failure::PageError;
use crate::pages::articles::Gate;

/// The command that recreates the recorded article.
pub(super) const ARTICLE_COMMAND: &str = "scripts/replay induction-vs-gas";
const ARTICLE: &str = include_str!("../../../../../../recorded/induction-vs-gas/article.json");
const BRIEF: &str = include_str!("../../../../../../recorded/brief.json");
const AUDIT: &str = include_str!("../../../../../../recorded/audit.json");

static RECORDS: LazyLock<serde_json::Result<Records>> =
    LazyLock::new(|| Records::read(ARTICLE, BRIEF, AUDIT));

/// One example of each kind.
pub(super) struct Records {
    pub(super) article: Article,
    pub(super) brief: Sample<Brief>,
    pub(super) audit: Sample<Audit>,
}

impl Records {
    /// The records that are compiled in.
    pub(super) fn built_in() -> Result<&'static Self, PageError> {
        RECORDS.as_ref().map_err(|error| {
            tracing::error!(%error, "a record of the first page can't be read");
            PageError::Internal
        })
    }

    pub(super) fn read(status: &str, brief: &str, audit: &str) -> serde_json::Result<Self> {
        let status: Status = serde_json::from_str(status)?;
        Ok(Self {
            article: status.article,
            brief: serde_json::from_str(brief)?,
            audit: serde_json::from_str(audit)?,
        })
    }
}

/// The output of a command.
#[derive(Deserialize)]
pub(super) struct Sample<Made> {
    pub(super) command: String,
    pub(super) result: Made,
}

#[derive(Deserialize)]
struct Status {
    article: Article,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Article {
    pub(super) title: String,
    html: String,
    pub(super) word_count: i64,
    pub(super) sources: Vec<Source>,
    pub(super) quality: Quality,
}

#[derive(Deserialize)]
pub(super) struct Quality {
    pub(super) score: u32,
    gates: Vec<Gate>,
}

impl Article {
    /// The first paragraph as HTML. Its links lead to sources that are not on the page.
    pub(super) fn opening(&self) -> String {
        let first = self.html.split_once("<p>").map_or("", |(_, rest)| rest);
        let paragraph = first.split("</p>").next().unwrap_or_default();
        let mut parts = paragraph.split("<a ");
        let before = parts.next().unwrap_or_default().to_owned();
        let linked = parts.filter_map(|part| part.split_once('>')).map(|(_, text)| text);
        linked.fold(before, |text, part| text + part).replace("</a>", "")
    }

    pub(super) fn citations(&self) -> usize {
        self.html.matches("href=\"#source-").count()
    }

    /// The measured checks. Some checks have nothing to measure in this article.
    pub(super) fn measured(&self) -> impl Iterator<Item = &Gate> {
        self.quality.gates.iter().filter(|gate| gate.value.is_some())
    }

    /// The checks that are most convincing to new readers. Those that were not measured, such as copying from
    /// the customer's own texts, are left out.
    pub(super) fn telling(&self) -> impl Iterator<Item = &Gate> {
        const TELLING: [&str; 5] =
            ["figures_supported", "citation_support", "copy_one_source", "length_error", "cited_sections"];
        const SHOWN: usize = 4;
        TELLING.into_iter().filter_map(|name| self.measured().find(|gate| gate.name == name)).take(SHOWN)
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Brief {
    pub(super) keyword: String,
    pub(super) query_type: String,
    pub(super) sections: Vec<Section>,
    facts: Vec<Fact>,
    pub(super) questions: Vec<Question>,
    pub(super) sources: Vec<Source>,
}

impl Brief {
    pub(super) fn fact_count(&self) -> usize {
        self.facts.len()
    }

    /// A fact on which sources differ.
    pub(super) fn disagreement(&self) -> Option<&Fact> {
        self.facts.iter().find(|fact| fact.agreement == "differ")
    }

    /// The title of the first cited source.
    pub(super) fn source_title(&self, numbers: &[u32]) -> &str {
        let cited = self.sources.iter().find(|source| numbers.contains(&source.number));
        cited.map_or("", |source| source.title.as_str())
    }
}

#[derive(Deserialize)]
pub(super) struct Section {}

#[derive(Deserialize)]
pub(super) struct Fact {
    agreement: String,
    pub(super) values: Vec<FactValue>,
}

#[derive(Deserialize)]
pub(super) struct FactValue {
    pub(super) value: String,
    pub(super) sentence: String,
    pub(super) sources: Vec<u32>,
}

#[derive(Deserialize)]
pub(super) struct Question {
    pub(super) text: String,
}

#[derive(Deserialize)]
pub(super) struct Source {
    number: u32,
    title: String,
}

#[derive(Deserialize)]
pub(super) struct Audit {
    pub(super) url: String,
    pub(super) score: u32,
    pub(super) issues: Vec<Issue>,
    pub(super) passed: Vec<Passed>,
}

impl Audit {
    /// The issues with the highest loss.
    pub(super) fn worst(&self) -> Vec<&Issue> {
        const SHOWN: usize = 3;
        let mut issues: Vec<&Issue> = self.issues.iter().collect();
        issues.sort_by_key(|issue| Reverse(issue.severity));
        issues.truncate(SHOWN);
        issues
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Issue {
    pub(super) severity: Severity,
    pub(super) message: String,
    pub(super) how_to_fix: String,
}

#[derive(Deserialize)]
pub(super) struct Passed {}

#[cfg(test)]
pub(super) mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// Records that differ from the real ones in every value that the page shows.
    pub(in super::super) fn changed() -> Records {
        let parsed = |text| serde_json::from_str::<Value>(text).unwrap();
        let (mut status, mut brief, mut audit) = (parsed(ARTICLE), parsed(BRIEF), parsed(AUDIT));
        let article = &mut status["article"];
        article["title"] = json!("A changed title");
        article["html"] = json!(
            r##"<h1>A changed title</h1><p>It costs €3<sup><a href="#source-2">[2]</a></sup>.</p><p>More.</p>"##
        );
        article["wordCount"] = json!(4321);
        article["sources"] = json!([{"number": 1, "title": "One"}, {"number": 2, "title": "Two"}]);
        let gate = |name: &str, value: Option<f64>, passed: bool| json!({"name": name, "value": value, "threshold": "<= 0.125", "target": null, "passed": passed});
        article["quality"] = json!({"score": 41, "gates": [
            gate("json_ld", Some(0.0), true), gate("length_error", Some(0.17), false), gate("copy_one_source", Some(0.023), true), gate("copying", None, true)
        ]});
        brief["command"] = json!("rankwright brief changed");
        let result = &mut brief["result"];
        result["keyword"] = json!("a changed keyword");
        result["queryType"] = json!("price");
        result["sections"] = json!([{}, {}, {}, {}, {}, {}]);
        result["facts"] = json!([
            {"agreement": "agree", "values": [{"value": "1 m", "sentence": "Agreed.", "sources": [1]}]},
            {"agreement": "differ", "values": [{"value": "7 days", "sentence": "It took 7 days.", "sources": [3]}]},
            {"agreement": "differ", "values": []},
        ]);
        result["questions"] = json!([{"text": "First?"}, {"text": "Second?"}, {"text": "Third?"}]);
        result["sources"] = json!([{"number": 3, "title": "A changed source"}]);
        audit["command"] = json!("rankwright audit changed");
        let issue = |severity: &str| json!({"severity": severity, "message": format!("A {severity} issue."), "howToFix": format!("Mend {severity}.")});
        let issues = ["low", "medium", "critical", "high"].map(issue);
        audit["result"] = json!({"url": "https://changed.example/", "score": 37, "issues": issues, "passed": [{}, {}, {}, {}, {}]});
        Records::read(&status.to_string(), &brief.to_string(), &audit.to_string()).unwrap()
    }

    #[test]
    fn openings_lose_their_links_and_nothing_else() {
        assert_eq!(changed().article.opening(), "It costs €3<sup>[2]</sup>.");
    }
}
