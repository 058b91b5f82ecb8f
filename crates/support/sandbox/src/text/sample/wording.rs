//! The fragments of sample text in one language.

/// The number of subjects, of predicates and of endings. It is prime, so that [`super::clauses`] repeats no
/// pair of them.
pub(super) const FRAGMENTS: usize = 37;

/// The texts of one language. `{query}` is replaced by the keyword.
pub(super) struct Wording {
    /// Any subject, predicate and ending form a clause. They have at most three words and differ in their
    /// last words, so that sequences of four words seldom repeat.
    pub(super) subjects: [&'static str; FRAGMENTS],
    pub(super) predicates: [&'static str; FRAGMENTS],
    pub(super) endings: [&'static str; FRAGMENTS],
    /// Texts between two clauses of one sentence.
    pub(super) joints: [&'static str; 7],
    /// The first sentences of sections. Each states that this is a sample.
    pub(super) notices: [&'static str; 12],
    /// The beginning of section headings.
    pub(super) section: &'static str,
    /// The distinguishing words of sections: paragraphs, bullets, steps and tables in turn.
    pub(super) sections: [&'static str; 12],
    /// The beginning of subsection headings.
    pub(super) part: &'static str,
    /// The column headings for subjects, predicates and endings in a table.
    pub(super) columns: [&'static str; 3],
    /// The first sentence of an article, the one that shows the keyword, and the one after it.
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
    /// Replaces a keyword without displayable characters.
    pub(super) no_keyword: &'static str,
    /// From the longest to the shortest.
    pub(super) meta_titles: &'static [&'static str],
    pub(super) descriptions: &'static [&'static str],
    pub(super) excerpt: &'static str,
}
