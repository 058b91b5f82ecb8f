//! The vocabulary of schema.org: the types, properties and members of enumerations, and how they relate.
//!
//! It is read once from `vocabulary/schema.org.txt`, which names its source.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

static TEXT: &str = include_str!("../vocabulary/schema.org.txt");
static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(|| Vocabulary::read(TEXT));

/// The ancestor of all types.
const ROOT: &str = "Thing";
/// The maximum number of replacements from a term to its current one.
const MAX_REPLACEMENTS: usize = 4;

pub(crate) fn vocabulary() -> &'static Vocabulary {
    &VOCABULARY
}

/// Whether a term is still in use.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Standing {
    pub(crate) is_retired: bool,
    /// The replacement of the term.
    pub(crate) replaced_by: Option<&'static str>,
}

impl Standing {
    pub(crate) fn is_deprecated(&self) -> bool {
        self.is_retired || self.replaced_by.is_some()
    }
}

#[derive(Debug, Default)]
pub(crate) struct Type {
    pub(crate) parents: Vec<&'static str>,
    pub(crate) standing: Standing,
}

#[derive(Debug, Default)]
pub(crate) struct Property {
    /// The types that have the property.
    pub(crate) domains: Vec<&'static str>,
    /// The types of its values.
    pub(crate) ranges: Vec<&'static str>,
    pub(crate) standing: Standing,
}

/// A member of enumerations.
#[derive(Debug, Default)]
pub(crate) struct Member {
    pub(crate) types: Vec<&'static str>,
    pub(crate) standing: Standing,
}

#[derive(Debug, Default)]
pub(crate) struct Vocabulary {
    types: FxHashMap<&'static str, Type>,
    properties: FxHashMap<&'static str, Property>,
    members: FxHashMap<&'static str, Member>,
}

impl Vocabulary {
    fn read(text: &'static str) -> Self {
        let mut vocabulary = Self::default();
        vocabulary.types.reserve(1024);
        vocabulary.properties.reserve(2048);
        vocabulary.members.reserve(1024);
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            vocabulary.add(line);
        }
        vocabulary
    }

    fn add(&mut self, line: &'static str) {
        let mut words = line.split(' ');
        let (Some(kind), Some(name)) = (words.next(), words.next()) else { return };
        let mut lists = [Vec::new(), Vec::new()];
        let mut standing = Standing::default();
        let mut list = 0;
        while let Some(word) = words.next() {
            match word {
                "<" | "@" => list = 0,
                ":" => list = 1,
                "attic" => standing.is_retired = true,
                "pending" => {}
                ">" => standing.replaced_by = words.next(),
                _ => lists[list].push(word),
            }
        }
        let [first, second] = lists;
        match kind {
            "type" => drop(self.types.insert(name, Type { parents: first, standing })),
            "property" => {
                drop(self.properties.insert(name, Property { domains: first, ranges: second, standing }));
            }
            _ => drop(self.members.insert(name, Member { types: second, standing })),
        }
    }

    pub(crate) fn type_named(&self, name: &str) -> Option<&Type> {
        self.types.get(name)
    }

    pub(crate) fn property(&self, name: &str) -> Option<&Property> {
        self.properties.get(name)
    }

    pub(crate) fn member(&self, name: &str) -> Option<&Member> {
        self.members.get(name)
    }

    pub(crate) fn type_names(&self) -> impl Iterator<Item = &'static str> {
        self.types.keys().copied()
    }

    pub(crate) fn property_names(&self) -> impl Iterator<Item = &'static str> {
        self.properties.keys().copied()
    }

    /// The members of an enumeration and of its descendants, sorted.
    pub(crate) fn members_of(&self, enumeration: &str) -> Vec<&'static str> {
        let belongs = |member: &Member| member.types.iter().any(|name| self.is_a(name, enumeration));
        let members = self.members.iter().filter(|(_, member)| belongs(member));
        let mut names: Vec<_> = members.map(|(name, _)| *name).collect();
        names.sort_unstable();
        names
    }

    /// Whether a type equals `ancestor` or descends from it.
    pub(crate) fn is_a(&self, name: &str, ancestor: &str) -> bool {
        name == ancestor
            || self
                .types
                .get(name)
                .is_some_and(|found| found.parents.iter().any(|parent| self.is_a(parent, ancestor)))
    }

    /// The types with all their ancestors; unknown types have none.
    pub(crate) fn lineage<'a>(&self, types: impl IntoIterator<Item = &'a str>) -> Vec<&'static str> {
        let known = types.into_iter().filter_map(|name| self.types.get_key_value(name));
        let mut lineage: Vec<&'static str> = Vec::with_capacity(8);
        for (name, _) in known {
            push_once(&mut lineage, name);
        }
        let mut next = 0;
        while let Some(name) = lineage.get(next) {
            for parent in self.types.get(name).into_iter().flat_map(|found| &found.parents) {
                push_once(&mut lineage, parent);
            }
            next += 1;
        }
        lineage
    }

    /// Whether values of this type are texts, numbers or dates, not items.
    pub(crate) fn is_data_type(&self, name: &str) -> bool {
        name != ROOT && (self.is_a(name, "DataType") || self.is_a(name, "Quantity"))
    }

    /// The current replacement of a term: some replacements were replaced themselves.
    pub(crate) fn replacement(&self, standing: Standing) -> Option<&'static str> {
        let mut last = standing.replaced_by?;
        for _ in 0..MAX_REPLACEMENTS {
            let types = self.types.get(last).map(|found| found.standing);
            let next = types.or_else(|| self.properties.get(last).map(|found| found.standing));
            match next.and_then(|standing| standing.replaced_by) {
                Some(replacement) => last = replacement,
                None => break,
            }
        }
        Some(last)
    }
}

fn push_once(names: &mut Vec<&'static str>, name: &'static str) {
    if !names.contains(&name) {
        names.push(name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_vocabulary_is_read() {
        let vocabulary = vocabulary();
        assert_eq!(vocabulary.types.len(), 937);
        assert_eq!(vocabulary.properties.len(), 1529);
        assert_eq!(vocabulary.members.len(), 537);
    }

    #[test]
    fn every_term_that_is_named_exists() {
        let vocabulary = vocabulary();
        for (name, found) in &vocabulary.types {
            assert!(found.parents.iter().all(|parent| vocabulary.types.contains_key(parent)), "{name}");
        }
        for (name, found) in &vocabulary.properties {
            let mut named = found.domains.iter().chain(&found.ranges);
            assert!(named.all(|each| vocabulary.types.contains_key(each)), "{name}");
        }
        for (name, found) in &vocabulary.members {
            assert!(found.types.iter().all(|each| vocabulary.types.contains_key(each)), "{name}");
        }
    }

    #[test]
    fn types_descend_from_types() {
        let vocabulary = vocabulary();
        assert!(vocabulary.is_a("BlogPosting", "CreativeWork"));
        assert!(vocabulary.is_a("Restaurant", "Place") && vocabulary.is_a("Restaurant", "Organization"));
        assert!(!vocabulary.is_a("Person", "Organization"));
        assert!(!vocabulary.is_a("Nonsense", "Thing"));
        assert!(vocabulary.is_data_type("URL") && vocabulary.is_data_type("Duration"));
        assert!(!vocabulary.is_data_type("Person") && !vocabulary.is_data_type("ItemAvailability"));
        assert!(vocabulary.members_of("ItemAvailability").contains(&"InStock"));
    }

    #[test]
    fn replacements_are_followed_to_the_end() {
        let vocabulary = vocabulary();
        let standing = vocabulary.property("seasons").unwrap().standing;
        assert_eq!(vocabulary.replacement(standing), Some("containsSeason"));
        assert!(vocabulary.property("shippingLabel").unwrap().standing.is_deprecated());
        assert!(!vocabulary.property("name").unwrap().standing.is_deprecated());
    }
}
