//! English verbs and their forms.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

/// How a verb stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Form {
    Base,
    /// Third person singular.
    Third,
    Past,
    Participle,
    /// Past or participle: they look the same, and the context does not tell.
    PastOrParticiple,
    Ing,
}

impl Form {
    pub(crate) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "base" => Self::Base,
            "s" => Self::Third,
            "past" => Self::Past,
            "part" => Self::Participle,
            "ing" => Self::Ing,
            _ => return None,
        })
    }

    /// Whether a verb found in this form may be read as in another.
    pub(crate) fn serves_as(self, wanted: Self) -> bool {
        self == wanted || (self == Self::PastOrParticiple && matches!(wanted, Self::Past | Self::Participle))
    }
}

struct Verb {
    past: String,
    participle: String,
    third: String,
    ing: String,
    /// Its base form is also a noun.
    noun: bool,
    /// Its base form is also an adjective.
    adjective: bool,
}

struct Verbs {
    by_lemma: HashMap<&'static str, Verb>,
    by_form: HashMap<String, Vec<(&'static str, Form)>>,
}

static VERBS: LazyLock<Verbs> = LazyLock::new(|| Verbs::read(include_str!("../../data/en/verbs.txt")));

impl Verbs {
    fn read(table: &'static str) -> Self {
        let sections = super::lexicon::sections(table);
        let words =
            |name: &str| sections.get(name).into_iter().flatten().flat_map(|line| line.split_whitespace());
        let doubling: HashSet<&str> = words("double").collect();
        let mut by_lemma: HashMap<&'static str, Verb> = HashMap::new();
        for name in ["regular", "noun", "adjective", "double"] {
            for lemma in words(name) {
                let verb = by_lemma.entry(lemma).or_insert_with(|| regular(lemma, doubling.contains(lemma)));
                verb.noun |= name == "noun";
                verb.adjective |= name == "adjective";
            }
        }
        for line in sections.get("irregular").into_iter().flatten() {
            let mut parts = line.split_whitespace();
            let (Some(lemma), Some(past), Some(participle)) = (parts.next(), parts.next(), parts.next())
            else {
                continue;
            };
            let (lemma, noun) = lemma.strip_suffix('*').map_or((lemma, false), |lemma| (lemma, true));
            let shape = regular(lemma, doubling.contains(lemma));
            by_lemma.insert(
                lemma,
                Verb { past: past.to_owned(), participle: participle.to_owned(), noun, ..shape },
            );
        }
        Self { by_form: index(&by_lemma), by_lemma }
    }
}

fn index(by_lemma: &HashMap<&'static str, Verb>) -> HashMap<String, Vec<(&'static str, Form)>> {
    let mut by_form: HashMap<String, Vec<(&'static str, Form)>> = HashMap::new();
    for (lemma, verb) in by_lemma {
        let mut add = |word: &str, form| by_form.entry(word.to_owned()).or_default().push((*lemma, form));
        add(lemma, Form::Base);
        add(&verb.third, Form::Third);
        add(&verb.ing, Form::Ing);
        if verb.past == verb.participle {
            add(&verb.past, Form::PastOrParticiple);
        } else {
            add(&verb.past, Form::Past);
            add(&verb.participle, Form::Participle);
        }
    }
    for readings in by_form.values_mut() {
        readings.sort_unstable_by_key(|(lemma, _)| *lemma);
    }
    by_form
}

fn regular(lemma: &str, doubles_last: bool) -> Verb {
    let last = lemma.chars().next_back().unwrap_or('e');
    let long_stem =
        if doubles_last && !"aeiouy".contains(last) { format!("{lemma}{last}") } else { lemma.to_owned() };
    let ends_in_consonant_y =
        lemma.ends_with('y') && !["ay", "ey", "oy", "uy"].iter().any(|end| lemma.ends_with(end));
    let past = if lemma.ends_with('e') {
        format!("{lemma}d")
    } else if ends_in_consonant_y {
        format!("{}ied", &lemma[..lemma.len() - 1])
    } else {
        format!("{long_stem}ed")
    };
    let ing = if let Some(stem) = lemma.strip_suffix("ie") {
        format!("{stem}ying")
    } else if lemma.ends_with('e') && !lemma.ends_with("ee") && lemma != "be" {
        format!("{}ing", &lemma[..lemma.len() - 1])
    } else {
        format!("{long_stem}ing")
    };
    let third = match lemma {
        "be" => "is".to_owned(),
        "have" => "has".to_owned(),
        _ if ends_in_consonant_y => format!("{}ies", &lemma[..lemma.len() - 1]),
        _ if ["s", "x", "z", "ch", "sh", "o"].iter().any(|end| lemma.ends_with(end)) => format!("{lemma}es"),
        _ => format!("{lemma}s"),
    };
    Verb { participle: past.clone(), past, third, ing, noun: false, adjective: false }
}

/// What a word may be as a verb.
pub(crate) fn readings(word: &str) -> &'static [(&'static str, Form)] {
    VERBS.by_form.get(word).map_or(&[], Vec::as_slice)
}

/// Whether a word's base form, or its form in -s, is a noun as well.
pub(crate) fn is_also_noun(lemma: &str) -> bool {
    VERBS.by_lemma.get(lemma).is_some_and(|verb| verb.noun)
}

/// Whether a verb's base form is an adjective as well.
pub(crate) fn is_also_adjective(lemma: &str) -> bool {
    VERBS.by_lemma.get(lemma).is_some_and(|verb| verb.adjective)
}

/// Whether the first word of a phrase is a verb that can be inflected.
pub(crate) fn knows(phrase: &str) -> bool {
    phrase.split(' ').next().is_some_and(|lemma| VERBS.by_lemma.contains_key(lemma))
}

/// All forms of a verb.
pub(crate) fn forms(lemma: &str) -> Vec<String> {
    let Some(verb) = VERBS.by_lemma.get(lemma) else { return Vec::new() };
    let mut forms = vec![
        lemma.to_owned(),
        verb.third.clone(),
        verb.past.clone(),
        verb.participle.clone(),
        verb.ing.clone(),
    ];
    forms.sort();
    forms.dedup();
    forms
}

/// A verb, or a phrase that begins with one, in a form.
pub(crate) fn inflected(phrase: &str, form: Form) -> Option<String> {
    let (lemma, rest) = phrase.split_once(' ').map_or((phrase, None), |(lemma, rest)| (lemma, Some(rest)));
    let verb = VERBS.by_lemma.get(lemma)?;
    let word = match form {
        Form::Base => lemma,
        Form::Third => &verb.third,
        Form::Past => &verb.past,
        Form::Participle => &verb.participle,
        Form::PastOrParticiple if verb.past == verb.participle => &verb.past,
        Form::PastOrParticiple => return None,
        Form::Ing => &verb.ing,
    };
    Some(rest.map_or_else(|| word.to_owned(), |rest| format!("{word} {rest}")))
}

/// A verb in one form put into another. `None` if the word may belong to two verbs.
pub(crate) fn converted(word: &str, form: Form) -> Option<String> {
    let readings = readings(word);
    let (lemma, _) = readings.first()?;
    readings.iter().all(|(other, _)| other == lemma).then(|| inflected(lemma, form))?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verbs_inflect() {
        for (lemma, form, expected) in [
            ("use", Form::Ing, "using"),
            ("plan", Form::Past, "planned"),
            ("prefer", Form::Ing, "preferring"),
            ("offer", Form::Ing, "offering"),
            ("carry out", Form::Third, "carries out"),
            ("dry", Form::Third, "dries"),
            ("employ", Form::Past, "employed"),
            ("mix", Form::Third, "mixes"),
            ("choose", Form::Participle, "chosen"),
            ("lie", Form::Ing, "lying"),
            ("make sure", Form::Third, "makes sure"),
            ("agree", Form::Ing, "agreeing"),
        ] {
            assert_eq!(inflected(lemma, form).unwrap_or_default(), expected, "{lemma}");
        }
    }

    #[test]
    fn a_form_that_looks_the_same_may_be_both() {
        assert_eq!(readings("used"), [("use", Form::PastOrParticiple)]);
        assert_eq!(inflected("choose", Form::PastOrParticiple), None);
        assert_eq!(converted("reducing", Form::Base).as_deref(), Some("reduce"));
    }
}
