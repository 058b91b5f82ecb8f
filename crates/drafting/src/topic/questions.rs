//! Keywords that ask something: how long, how often, when, whether.

use super::forms::{Forms, PREPOSITIONS, how_to, noun};

/// What questions begin with; longer ones before what they begin with.
const ASKING: &[&str] = &[
    "how long",
    "how often",
    "how many",
    "how much",
    "how far",
    "how fast",
    "how soon",
    "how big",
    "how old",
    "how deep",
    "how hot",
    "how well",
    "what size",
    "what kind of",
    "what type of",
    "what time",
    "what",
    "when",
    "where",
    "which",
    "how",
];
/// What stands before the thing, or before whoever does something with it.
const AUXILIARIES: &[&str] =
    &["does", "do", "did", "should", "can", "could", "will", "would", "must", "may", "is", "are", "to"];
const PEOPLE: &[&str] = &["you", "i", "we", "people", "one"];
/// What things do in questions.
const VERBS: &[&str] = &[
    "last", "take", "keep", "need", "cost", "work", "stay", "go", "grow", "live", "mean", "get", "have",
    "eat", "make", "help", "cause", "contain", "freeze", "expire", "spoil", "use", "require", "come",
    "start", "stop", "run", "weigh", "charge", "survive", "attract", "hurt", "damage", "improve", "produce",
    "save", "smell", "taste", "look", "be",
];
/// Words for how much of something there is, behind which nothing belongs to its name.
const MEASURES: &[&str] = &["than", "enough", "too", "so", "very", "really", "still", "always", "ever"];

/// What is asked about. Nothing if it is no question, or does not say.
pub(super) fn question(query: &str) -> Option<Forms> {
    let words: Vec<&str> = query.split(' ').collect();
    let asked = ASKING.iter().find(|asking| begins_with(query, asking));
    let rest = &words[asked.map_or(0, |asking| asking.split(' ').count())..];
    let at = rest.iter().position(|word| AUXILIARIES.contains(word))?;
    // `how many solar panels do i need` names the thing first.
    if at > 0 {
        return asked.and_then(|_| thing(&rest[..at]));
    }
    let (auxiliary, said) = rest.split_first()?;
    let does_it = |action: &[&str]| (!action.is_empty()).then(|| how_to(&action.join(" ")));
    match said.split_first() {
        _ if *auxiliary == "to" => does_it(said),
        Some((&"it", _)) => does_it(said.split(|word| *word == "to").nth(1)?),
        Some((who, action)) if PEOPLE.contains(who) => {
            let obliged = action.iter().position(|word| *word == "to").filter(|at| *at == 1);
            does_it(obliged.map_or(action, |at| &action[at + 1..]))
        }
        Some(_) => thing(before_the_verb(auxiliary, said)),
        None => None,
    }
}

fn begins_with(query: &str, beginning: &str) -> bool {
    query.strip_prefix(beginning).is_some_and(|rest| rest.starts_with(' '))
}

/// What comes before the verb, or before the last word, which tells something about it.
fn before_the_verb<'a>(auxiliary: &str, said: &'a [&'a str]) -> &'a [&'a str] {
    let ends = |word: &&&str| PREPOSITIONS.contains(word) || MEASURES.contains(word);
    let until = said.iter().take_while(|word| !ends(word)).count();
    let clause = &said[..until];
    let is_action = !["is", "are"].contains(&auxiliary);
    let verb = clause.iter().skip(1).position(|word| is_action && VERBS.contains(word)).map(|at| at + 1);
    let told_further = until < said.len() && MEASURES.contains(&said[until]) && said[until] != "than";
    let end = verb.unwrap_or_else(|| clause.len().saturating_sub(usize::from(!told_further)));
    &clause[..end]
}

fn thing(words: &[&str]) -> Option<Forms> {
    let name = words.join(" ");
    (!name.is_empty()).then(|| noun(&name))
}
