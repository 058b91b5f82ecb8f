//! What sample text in one language is made of.

/// How many subjects, predicates and endings there are. A prime number, so that [`super::clauses`] repeats no pair of them.
pub(super) const FRAGMENTS: usize = 37;

/// The words of one language. `{query}` stands where the keyword is shown.
pub(super) struct Wording {
    /// A subject, a predicate and an ending are a clause, whichever they are. They have three words at most and differ in their
    /// last words, so that no four words in a row recur often.
    pub(super) subjects: [&'static str; FRAGMENTS],
    pub(super) predicates: [&'static str; FRAGMENTS],
    pub(super) endings: [&'static str; FRAGMENTS],
    /// Between two clauses of one sentence.
    pub(super) joints: [&'static str; 7],
    /// The first sentences of sections. Each says that this is a sample.
    pub(super) notices: [&'static str; 12],
    /// Begins the headings of sections.
    pub(super) section: &'static str,
    /// What tells sections apart: paragraphs, bullets, steps and tables in turn.
    pub(super) sections: [&'static str; 12],
    /// Begins the headings below sections.
    pub(super) part: &'static str,
    /// Above subjects, predicates and endings in a table.
    pub(super) columns: [&'static str; 3],
    /// The first sentence of an article, the one that shows the keyword, and the one behind it.
    pub(super) beginning: &'static str,
    pub(super) keyword: &'static str,
    pub(super) behind_keyword: &'static str,
    pub(super) ending_heading: &'static str,
    pub(super) ending: &'static str,
    pub(super) questions_heading: &'static str,
    pub(super) questions: [&'static str; 6],
    /// The first sentences of answers.
    pub(super) answers: [&'static str; 6],
    pub(super) title: &'static str,
    /// Shown where the keyword has nothing that can be shown.
    pub(super) no_keyword: &'static str,
    /// From the longest to the shortest.
    pub(super) meta_titles: &'static [&'static str],
    pub(super) descriptions: &'static [&'static str],
    pub(super) excerpt: &'static str,
}
