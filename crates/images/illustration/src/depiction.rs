//! Describes in words what an image shows.

use domain::locale::Language;

use crate::subjects::Subject;

/// The description of an image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Depiction {
    /// The language of the words: Vietnamese or English.
    pub language: Language,
    /// The names of the things that are drawn, the main one first.
    pub things: Vec<String>,
    /// The same as a sentence without a full stop.
    pub sentence: String,
}

impl Depiction {
    /// The description of things that were drawn, the main one first.
    pub(crate) fn of(subjects: &[Subject], language: Language) -> Self {
        let language = spoken(language);
        let things = subjects.iter().map(|subject| subject.name(language).to_owned()).collect();
        let names: Vec<&str> = subjects.iter().map(|subject| subject.in_a_sentence(language)).collect();
        let is_vietnamese = language == Language::VIETNAMESE;
        let (with, beside, and) =
            if is_vietnamese { ("cùng", "bên", "và") } else { ("with", "beside", "and") };
        // The name of the main thing may already contain the word `with`.
        let is_said = names.first().is_some_and(|main| main.split(' ').any(|word| word == with));
        let with = if is_said { beside } else { with };
        let sentence = match names.split_first() {
            None => String::new(),
            Some((main, [])) => (*main).to_owned(),
            Some((main, [other])) => format!("{main} {with} {other}"),
            Some((main, [others @ .., last])) => format!("{main} {with} {} {and} {last}", others.join(", ")),
        };
        Self { language, things, sentence: capitalised(&sentence) }
    }

    /// The description of abstract shapes.
    pub(crate) fn of_shapes(language: Language) -> Self {
        let language = spoken(language);
        let (thing, sentence) = if language == Language::VIETNAMESE {
            ("hình khối trừu tượng", "Hình khối và màu sắc trừu tượng")
        } else {
            ("abstract shapes", "Abstract shapes and colours")
        };
        Self { language, things: vec![thing.to_owned()], sentence: sentence.to_owned() }
    }
}

/// The language of the description for a prompt in another language.
fn spoken(language: Language) -> Language {
    if language == Language::VIETNAMESE { language } else { Language::ENGLISH }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognise;

    #[test]
    fn a_sentence_names_what_is_drawn() {
        let main = |prompt| recognise(prompt, Language::ENGLISH).unwrap().main;
        let subjects = [main("coffee"), main("an egg"), main("scissors")];
        let english = |count: usize| Depiction::of(&subjects[..count], Language::ENGLISH).sentence;
        assert_eq!(english(1), "A cup of coffee");
        assert_eq!(english(2), "A cup of coffee with an egg");
        assert_eq!(english(3), "A cup of coffee with an egg and scissors");
        let vietnamese = Depiction::of(&subjects, Language::VIETNAMESE);
        assert_eq!(vietnamese.sentence, "Tách cà phê cùng quả trứng và cái kéo");
        assert_eq!(vietnamese.things, ["tách cà phê", "quả trứng", "cái kéo"]);
        let shapes = Depiction::of_shapes("de".parse().unwrap());
        assert_eq!((shapes.language, shapes.things.len()), (Language::ENGLISH, 1));
    }
}
