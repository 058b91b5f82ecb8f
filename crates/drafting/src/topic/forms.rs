//! The forms of a keyword's words.

use crate::grammar::{Number, capitalised, gerund, number, with_article};

/// What a topic is called in different places of a sentence.
#[derive(Debug, Clone, Default)]
pub(super) struct Forms {
    /// With its article: `an indoor herb garden`.
    pub(super) subject: String,
    /// Without: `indoor herb garden`.
    pub(super) noun: String,
    /// Its last word: `garden`.
    pub(super) head: String,
    /// What is done: `descale a kettle`.
    pub(super) action: Option<String>,
    /// The doing: `descaling a kettle`.
    pub(super) doing: Option<String>,
    /// The same with few words: `descaling the kettle`.
    pub(super) short_doing: Option<String>,
    /// What is compared.
    pub(super) first: Option<String>,
    pub(super) second: Option<String>,
    /// What is wrong: `dense sourdough`.
    pub(super) complaint: Option<String>,
    /// `cost` or what the keyword says instead.
    pub(super) price_word: Option<String>,
    /// The keyword, if it asks for several: `kitchen storage ideas`.
    pub(super) collection: Option<String>,
    /// Words with capitals, in lower case.
    pub(super) names: Vec<String>,
}

impl Forms {
    /// The subject in two words.
    pub(super) fn short_subject(&self) -> String {
        let is_short = !self.subject.contains(' ') || !self.names.is_empty();
        let is_doing = self.head.ends_with("ing") && number(&self.head) == Number::Mass;
        match (is_short, is_doing) {
            (true, _) => self.subject.clone(),
            (false, true) => self.head.clone(),
            (false, false) => format!("the {}", self.head),
        }
    }

    /// A text with capitals where names stand.
    pub(super) fn named(&self, text: &str) -> String {
        let word = |word: &str| {
            if self.names.iter().any(|name| name == word) { capitalised(word) } else { word.to_owned() }
        };
        text.split(' ').map(word).collect::<Vec<_>>().join(" ")
    }
}

const DETERMINERS: &[&str] = &["a", "an", "the", "my", "your", "our", "some", "this"];
pub(super) const PREPOSITIONS: &[&str] = &[
    "to", "in", "with", "for", "at", "on", "from", "without", "and", "into", "using", "by", "like", "before",
    "after", "so", "when", "of", "as",
];
const PARTICLES: &[&str] = &["up", "out", "off", "down", "away", "over", "rid"];

/// A noun phrase as a topic.
pub(super) fn noun(phrase: &str) -> Forms {
    let bare = without_determiner(without_doing(phrase.trim()));
    // What stands behind a preposition does not name the thing.
    let words: Vec<&str> = bare.split(' ').collect();
    let end = words
        .iter()
        .position(|word| PREPOSITIONS.contains(word))
        .filter(|end| *end > 0)
        .unwrap_or(words.len());
    let head = words[..end].last().copied().unwrap_or(bare).to_owned();
    let core = words[..end].join(" ");
    let subject = match number(&core) {
        Number::One => with_article(bare),
        Number::Many | Number::Mass => bare.to_owned(),
    };
    Forms { subject, noun: bare.to_owned(), head, ..Forms::default() }
}

/// `starting a vegetable garden` is about a vegetable garden.
fn without_doing(phrase: &str) -> &str {
    let is_doing = |first: &str, rest: &str| {
        first.ends_with("ing") && rest.split(' ').next().is_some_and(|word| DETERMINERS.contains(&word))
    };
    phrase.split_once(' ').filter(|(first, rest)| is_doing(first, rest)).map_or(phrase, |(_, rest)| rest)
}

fn without_determiner(phrase: &str) -> &str {
    let trimmed = phrase.trim();
    trimmed.split_once(' ').filter(|(first, _)| DETERMINERS.contains(first)).map_or(trimmed, |(_, rest)| rest)
}

/// What is done, and to what.
pub(super) fn how_to(action: &str) -> Forms {
    let words: Vec<&str> = action.split(' ').collect();
    let verb = words.first().copied().unwrap_or_default();
    let particles = words[1..].iter().take_while(|word| PARTICLES.contains(word) || **word == "of").count();
    let object: Vec<&str> =
        words[1 + particles..].iter().copied().take_while(|word| !PREPOSITIONS.contains(word)).collect();
    let doing = std::iter::once(gerund(verb)).chain(words[1..].iter().map(|word| (*word).to_owned()));
    let doing = doing.collect::<Vec<_>>().join(" ");
    let bare = without_determiner(&object.join(" ")).to_owned();
    let names_thing =
        !bare.is_empty() && !bare.ends_with("ly") && !["better", "faster", "well"].contains(&bare.as_str());
    let mut forms = if names_thing {
        noun(&bare)
    } else {
        Forms { subject: doing.clone(), noun: doing.clone(), ..Forms::default() }
    };
    if names_thing {
        let particle = words[1..=particles].join(" ");
        let brief = format!("{} {particle} the {}", gerund(verb), forms.head);
        forms.short_doing = Some(brief.split_whitespace().collect::<Vec<_>>().join(" "));
    } else {
        "result".clone_into(&mut forms.head);
    }
    forms.action = Some(action.to_owned());
    forms.doing = Some(doing);
    forms
}

/// Two things that are compared.
pub(super) fn comparison(query: &str) -> Option<Forms> {
    let (first, second) =
        [" vs. ", " vs ", " versus ", " or "].iter().find_map(|mark| query.split_once(mark))?;
    let (first, second) = (without_determiner(first.trim()), without_determiner(second.trim()));
    if first.is_empty() || second.is_empty() || first.contains(" to ") {
        return None;
    }
    let head = second.rsplit(' ').next().unwrap_or(second);
    // `gas vs electric stove` compares two stoves.
    let shared = second.contains(' ') && !first.contains(' ') && first != head;
    let first = if shared { format!("{first} {head}") } else { first.to_owned() };
    let both = format!("{} and {}", with_article(&first), with_article(second));
    Some(Forms {
        noun: both.clone(),
        subject: both,
        head: if shared { head.to_owned() } else { "choice".to_owned() },
        first: Some(with_article(&first)),
        second: Some(with_article(second)),
        ..Forms::default()
    })
}

/// Something with a price.
pub(super) fn cost(query: &str) -> Option<Forms> {
    let asked = [
        "how much does it cost to ",
        "how much is it to ",
        "cost to ",
        "cost of ",
        "price of ",
        "how much does ",
        "how much do ",
        "how much is ",
    ];
    let word = if query.contains("price") || query.contains("pricing") { "price" } else { "cost" };
    // `solar panel cost per watt` is about panels too.
    let query = query.split_once(" per ").map_or(query, |(query, _)| query);
    let rest = asked.iter().find_map(|beginning| query.strip_prefix(beginning));
    let rest = rest.or_else(|| {
        [" costs", " cost", " prices", " price", " pricing"]
            .iter()
            .find_map(|ending| query.strip_suffix(ending))
    })?;
    let rest = rest.trim_end_matches(" cost").trim();
    let is_action = query.contains("cost to ") || query.contains("is it to ");
    let mut forms = if is_action { how_to(rest) } else { noun(rest) };
    if let Some(doing) = forms.doing.clone() {
        forms.subject = doing;
    }
    forms.price_word = Some(word.to_owned());
    Some(forms)
}

/// A place that somebody wants to visit.
pub(super) fn place(query: &str) -> Option<Forms> {
    let before = [
        "things to do in ",
        "what to do in ",
        "places to visit in ",
        "weekend in ",
        "a weekend in ",
        "where to stay in ",
        "best time to visit ",
        "what to see in ",
        "visiting ",
        "visit ",
        "travel to ",
        "day trips from ",
        "days in ",
        "hiking in ",
        "holidays in ",
        "where to eat in ",
    ];
    let behind = [
        " travel guide",
        " itinerary",
        " city guide",
        " sightseeing",
        " attractions",
        " travel tips",
        " city break",
    ];
    let name = before
        .iter()
        .find_map(|beginning| query.find(beginning).map(|at| &query[at + beginning.len()..]))
        .or_else(|| behind.iter().find_map(|ending| query.strip_suffix(ending)))?;
    let name = name.split(" with ").next()?.split(" in ").next()?.split(" for ").next()?.trim();
    if name.is_empty() || name.split(' ').count() > 4 {
        return None;
    }
    let names: Vec<String> = name.split(' ').filter(|word| word.len() > 2).map(str::to_owned).collect();
    let mut forms = Forms { names, head: "place".to_owned(), ..Forms::default() };
    forms.subject = forms.named(name);
    forms.noun.clone_from(&forms.subject);
    Some(forms)
}

/// Something that does not work.
pub(super) fn problem(query: &str) -> Option<Forms> {
    let asked = ["why is ", "why are ", "why does ", "why do ", "why won't ", "why doesn't ", "why isn't "];
    let words = |text: &str| without_determiner(text).split(' ').map(str::to_owned).collect::<Vec<_>>();
    if let Some(beginning) = asked.iter().find(|beginning| query.starts_with(**beginning)) {
        let said = words(query.strip_prefix(beginning)?);
        let (last, thing) = said.split_last().filter(|(_, thing)| !thing.is_empty())?;
        let negated = beginning.contains("n't");
        if negated || beginning.contains("do") {
            // One word names the thing, the rest what it does.
            let (name, does) = said.split_first()?;
            let (verb, rest) = does.split_first()?;
            let not = if negated { "not " } else { "" };
            let doing = format!("{not}{} {}", gerund(verb), rest.join(" "));
            return Some(complained(name, &format!("{} {}", with_article(name), doing.trim())));
        }
        // `lawn turning brown`: what stands before the verb is the thing.
        let verb = said.iter().position(|word| word.len() > 4 && word.ends_with("ing")).filter(|at| *at > 0);
        if let Some(at) = verb {
            let (name, does) = (said[..at].join(" "), said[at..].join(" "));
            return Some(complained(&name, &format!("{} {does}", with_article(&name))));
        }
        let thing: Vec<&str> =
            thing.iter().map(String::as_str).filter(|word| !["so", "too", "always"].contains(word)).collect();
        let (thing, quality) = (thing.join(" "), last.as_str());
        let complaint = with_article(&format!("{quality} {thing}"));
        return Some(complained(&thing, &complaint));
    }
    let (thing, wrong) = query
        .split_once(" not ")
        .filter(|(thing, _)| !thing.contains(' ') || thing.split(' ').count() < 4)?;
    let thing = without_determiner(thing);
    Some(complained(thing, &format!("{} not {wrong}", with_article(thing))))
}

fn complained(thing: &str, complaint: &str) -> Forms {
    Forms { complaint: Some(complaint.to_owned()), ..noun(thing) }
}
