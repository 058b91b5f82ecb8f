//! All prices as a table, from the rates that calls are charged.

use domain::credits::Credits;
use domain::locale::Language;
use domain::prices::{Operation, PER_BRIEF, PER_CHARACTER, PER_IMAGE};

use crate::figures;
use crate::texts::texts;

texts! {
    PriceWords {
        call: "Call", "Lệnh gọi";
        credits: "Credits", "Credit";
        character: "Article, per generated character", "Bài viết, mỗi ký tự được viết";
        article_image: "Article, per image", "Bài viết, mỗi hình";
        brief: "Content brief", "Brief nội dung";
        image: "Image", "Hình ảnh";
        serp: "Search-result analysis", "Phân tích kết quả tìm kiếm";
        suggestions: "Suggestions", "Gợi ý từ khoá";
        ideas: "Keyword ideas", "Ý tưởng từ khoá";
        audit: "Audit", "Kiểm tra trang";
        reads: "Status and all other reads", "Trạng thái và các lệnh đọc khác";
        free: "free", "miễn phí";
    }
}

pub(crate) struct PriceRow {
    pub(crate) name: &'static str,
    pub(crate) address: String,
    pub(crate) credits: String,
    pub(crate) dollars: String,
}

pub(crate) struct PriceTable {
    pub(crate) words: &'static PriceWords,
    pub(crate) rows: Vec<PriceRow>,
}

/// The price table in a language.
pub(crate) fn price_table(language: Language, with_addresses: bool) -> PriceTable {
    let words = PriceWords::of(language);
    let address = |operation: Operation| {
        if with_addresses { format!("POST /v1/{}", operation.as_str()) } else { String::new() }
    };
    let row = |name, operation, price: Credits| PriceRow {
        name,
        address: address(operation),
        credits: figures::grouped(price.as_i64(), language),
        dollars: dollars(price, language),
    };
    let mut rows = vec![
        row(words.character, Operation::ArticlesGenerate, PER_CHARACTER),
        row(words.article_image, Operation::ArticlesGenerate, PER_IMAGE),
        row(words.brief, Operation::ArticlesGenerate, PER_BRIEF),
    ];
    for operation in Operation::ALL {
        let name = match operation {
            Operation::ArticlesGenerate => continue,
            Operation::ImagesGenerate => words.image,
            Operation::AnalysisSerp => words.serp,
            Operation::KeywordsSuggestions => words.suggestions,
            Operation::KeywordsIdeas => words.ideas,
            Operation::SeoAudit => words.audit,
        };
        rows.extend(operation.fixed_price().map(|price| row(name, operation, price)));
    }
    let free = || words.free.to_owned();
    rows.push(PriceRow { name: words.reads, address: String::new(), credits: free(), dollars: free() });
    PriceTable { words, rows }
}

/// Dollars without trailing zeros, but with at least two decimals.
pub(crate) fn dollars(credits: Credits, language: Language) -> String {
    let exact = credits.to_usd();
    let (whole, decimals) = exact.split_once('.').unwrap_or((exact.as_str(), ""));
    let significant = decimals.trim_end_matches('0');
    let point = if language == Language::VIETNAMESE { ',' } else { '.' };
    let whole = figures::grouped(whole.parse().unwrap_or_default(), language);
    format!("{whole}{point}{significant:0<2}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dollars_lose_nothing() {
        let describe = |credits| dollars(Credits::new(credits), Language::ENGLISH);
        assert_eq!(describe(1), "0.00001");
        assert_eq!(describe(500), "0.005");
        assert_eq!(describe(5_000), "0.05");
        assert_eq!(describe(17_000), "0.17");
        assert_eq!(describe(120_000_000), "1,200.00");
        assert_eq!(dollars(Credits::new(1_284_310), Language::VIETNAMESE), "12,8431");
    }

    #[test]
    fn every_priced_call_is_listed() {
        let table = price_table(Language::ENGLISH, true);
        for operation in Operation::ALL {
            let address = format!("POST /v1/{}", operation.as_str());
            assert!(table.rows.iter().any(|row| row.address == address), "{address}");
        }
    }
}
