//! Topics on which nothing may be said without a source.

use domain::articles::order::ArticleOrder;
use domain::locale::Language;

use crate::error::DraftError;

/// Beginnings of words and the field that they belong to. An end of `.` stands for the whole word.
#[rustfmt::skip]
const FIELDS: &[(&str, &[&str])] = &[
    ("health", &[
        "symptom", "dosage", "dose.", "doses.", "disease", "cancer", "tumor", "tumour", "diabet", "medication", "medicine", "medical", "prescription", "antibiotic",
        "vaccin", "pregnan", "depression.", "anxiety.", "adhd.", "autis", "therapy.", "therapies.", "diagnos", "infection", "surgery", "surgical", "chemotherap",
        "blood.", "cholesterol", "hypertension", "arthritis", "migraine", "headache", "fever.", "flu.", "covid", "insomnia", "overdose", "detox", "steroid",
        "ibuprofen", "paracetamol", "aspirin", "supplement", "vitamin", "keto.", "fasting.", "calorie", "asthma", "allerg", "eczema", "acne.", "rash.", "pain.",
        "painful", "injury", "injuries", "poison", "toxic", "suicid", "self-harm", "addiction", "menopause", "fertility", "contracepti", "abortion", "stroke.",
        "remedy.", "remedies.", "cure.", "cures.", "weight loss", "lose weight", "heart attack", "first aid",
    ]),
    ("law", &[
        "lawsuit", "lawyer", "attorney", "legal", "illegal", "law.", "laws.", "divorce", "custody", "visa.", "visas.", "immigration", "asylum", "sue.", "suing.",
        "bankrupt", "eviction", "evict.", "copyright", "trademark", "patent.", "liability", "probate", "inheritance", "prenup", "parole", "felony", "arrest",
    ]),
    ("money", &[
        "invest", "stocks.", "stock market", "crypto", "bitcoin", "ethereum", "mortgage", "loan.", "loans.", "credit card", "credit score", "insurance", "pension",
        "retirement", "forex", "trading.", "tax.", "taxes.", "dividend", "401k.", "etf.", "etfs.", "debt", "hedge fund", "annuity", "refinanc", "gambl", "betting.",
    ]),
    ("danger", &["weapon", "gun.", "guns.", "ammunition", "explosive", "bomb.", "bombs.", "drug.", "drugs.", "cocaine", "cannabis", "hacking.", "malware"]),
];

/// Whether a draft may be written at all: in English, and on nothing that needs sources.
pub fn check(order: &ArticleOrder) -> Result<(), DraftError> {
    if order.language != Language::ENGLISH {
        return Err(DraftError::Language(order.language));
    }
    let mut texts = std::iter::once(&order.focus_keyword).chain(&order.title).chain(&order.keywords);
    texts.find_map(|text| field(text)).map_or(Ok(()), |field| Err(DraftError::Sensitive(field)))
}

fn field(text: &str) -> Option<&'static str> {
    let normal = seo::words::normalise(text);
    let line = format!(" {} ", seo::words::split(&normal).collect::<Vec<_>>().join(" "));
    let has = |mark: &&str| match mark.strip_suffix('.') {
        Some(word) => line.contains(&format!(" {word} ")),
        None => line.contains(&format!(" {mark}")),
    };
    FIELDS.iter().find(|(_, marks)| marks.iter().any(has)).map(|(field, _)| *field)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(keyword: &str) -> Result<(), DraftError> {
        check(&ArticleOrder::new(keyword.to_owned()))
    }

    #[test]
    fn topics_that_need_sources_are_refused() {
        for (keyword, field) in [
            ("Flu symptoms in adults", "health"),
            ("ibuprofen dosage for children", "health"),
            ("how to sue a landlord", "law"),
            ("how to invest in index funds", "money"),
            ("best credit card for students", "money"),
        ] {
            assert_eq!(checked(keyword), Err(DraftError::Sensitive(field)), "{keyword}");
        }
    }

    #[test]
    fn everyday_topics_are_not() {
        for keyword in
            ["how to make chicken stock", "lawn care", "house painting", "gunmetal grey paint", "bloody mary"]
        {
            assert_eq!(checked(keyword), Ok(()), "{keyword}");
        }
    }

    #[test]
    fn other_languages_are_refused() {
        let order =
            ArticleOrder { language: Language::VIETNAMESE, ..ArticleOrder::new("cà phê".to_owned()) };
        let error = check(&order).unwrap_err();
        assert_eq!(error, DraftError::Language(Language::VIETNAMESE));
        assert!(error.to_string().contains("send sources"));
    }
}
