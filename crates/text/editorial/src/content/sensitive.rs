//! Topics on which a wrong figure is harmful: health, law and money.

use domain::locale::Language;
use seo::words::{normalise, split};

/// A topic that requires sources.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SensitiveTopic {
    /// Illness, medicine, the body.
    Health,
    Law,
    /// Saving, investing, taxes, insurance. Prices in shops do not count.
    Money,
}

impl SensitiveTopic {
    /// The name in messages, such as `a money topic`.
    #[must_use]
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Health => "a health topic",
            Self::Law => "a law topic",
            Self::Money => "a money topic",
        }
    }
}

#[rustfmt::skip]
const ENGLISH: [(SensitiveTopic, &[&str]); 3] = [
    (SensitiveTopic::Health, &[
        "symptom", "symptoms", "disease", "dose", "dosage", "medicine", "medication", "pregnancy", "pregnant", "blood pressure", "diabetes", "vitamin",
        "fever", "cancer", "acne", "lose weight", "weight loss", "allergy", "allergies", "vaccine", "infection", "antibiotics", "ibuprofen", "paracetamol",
        "pain", "depression", "anxiety", "insomnia", "cholesterol", "heart rate", "migraine", "headache", "treatment for", "side effects", "supplement",
        "keto", "fasting", "calorie deficit", "menopause", "rash", "asthma", "stroke",
    ]),
    (SensitiveTopic::Law, &[
        "divorce", "lawsuit", "sue", "legal", "law", "lawyer", "tenant", "landlord", "eviction", "custody", "visa", "immigration", "copyright",
        "trademark", "employment contract", "power of attorney", "inheritance", "probate", "small claims", "gdpr", "will and testament",
    ]),
    (SensitiveTopic::Money, &[
        "tax", "taxes", "loan", "mortgage", "ira", "401k", "pension", "invest", "investing", "investment", "insurance", "credit card", "credit score",
        "savings account", "interest rate", "bankruptcy", "stock", "stocks", "bond", "bonds", "etf", "mutual fund", "index fund", "retirement", "dividend",
        "cryptocurrency", "bitcoin", "debt", "refinance", "annuity",
    ]),
];

#[rustfmt::skip]
const VIETNAMESE: [(SensitiveTopic, &[&str]); 3] = [
    (SensitiveTopic::Health, &[
        "bệnh", "thuốc", "triệu chứng", "huyết áp", "tiểu đường", "mang thai", "bà bầu", "ung thư", "sốt", "mụn", "giảm cân", "dị ứng", "vắc xin", "vaccine",
        "liều", "viêm", "đau đầu", "đau bụng", "đau lưng", "mất ngủ", "trầm cảm", "cholesterol", "mỡ máu", "kháng sinh", "vitamin", "chữa", "trị mụn", "ho khan",
    ]),
    (SensitiveTopic::Law, &[
        "ly hôn", "luật", "pháp luật", "hợp đồng", "khởi kiện", "thừa kế", "di chúc", "visa", "hộ chiếu", "tranh chấp", "sổ đỏ", "quyền nuôi con", "bản quyền",
        "nghĩa vụ quân sự", "xử phạt",
    ]),
    (SensitiveTopic::Money, &[
        "thuế", "vay", "lãi suất", "đầu tư", "chứng chỉ quỹ", "cổ phiếu", "trái phiếu", "bảo hiểm", "gửi tiết kiệm", "lương hưu", "thẻ tín dụng", "tín dụng",
        "chứng khoán", "bitcoin", "tiền ảo", "trả góp", "nợ xấu", "quỹ mở",
    ]),
];

/// Whether a keyword is about health, law or money, judged by its words. Only English and Vietnamese are
/// supported.
#[must_use]
pub fn sensitive_topic(keyword: &str, language: Language) -> Option<SensitiveTopic> {
    let lists = match language {
        Language::ENGLISH => &ENGLISH,
        Language::VIETNAMESE => &VIETNAMESE,
        _ => return None,
    };
    let normal = normalise(keyword);
    let text = format!(" {} ", split(&normal).collect::<Vec<_>>().join(" "));
    let names = |words: &&[&str]| words.iter().any(|word| text.contains(&format!(" {word} ")));
    lists.iter().find(|(_, words)| names(words)).map(|(topic, _)| *topic)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sensitive_topics_are_told_from_others() {
        let english = |keyword| sensitive_topic(keyword, Language::ENGLISH);
        assert_eq!(english("what is a Roth IRA"), Some(SensitiveTopic::Money));
        assert_eq!(english("high blood pressure symptoms"), Some(SensitiveTopic::Health));
        assert_eq!(english("how to sue your landlord"), Some(SensitiveTopic::Law));
        for keyword in
            ["how to descale a kettle", "how much does a bike cost", "best running shoes", "lawn mower"]
        {
            assert_eq!(english(keyword), None, "{keyword}");
        }
        let vietnamese = |keyword| sensitive_topic(keyword, Language::VIETNAMESE);
        assert_eq!(vietnamese("chứng chỉ quỹ là gì"), Some(SensitiveTopic::Money));
        assert_eq!(vietnamese("cách trị mụn đầu đen tại nhà"), Some(SensitiveTopic::Health));
        assert_eq!(vietnamese("cách pha trà sen"), None);
    }
}
