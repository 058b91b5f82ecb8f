//! Lists whose order means nothing: the last two items change places.

use crate::sentence::{Sentence, Token};

/// Where these stand, the order of a list may mean something.
const ORDERED: &[&str] = &[
    "bước", "đầu", "tiếp", "rồi", "sau", "trước", "cuối", "từ", "lần", "lượt", "sáng", "thứ", "giai", "nhỏ",
    "xuân", "tháng", "năm", "đến",
];

/// Words that end an item: what stands after them belongs to the whole list or to another clause.
const LINKS: &[&str] = &[
    "và", "hoặc", "hay", "của", "cho", "trong", "ở", "tại", "với", "để", "khi", "nếu", "vì", "do", "từ",
    "là", "được", "bị", "có", "sẽ", "đã", "đang", "cũng", "nên", "phải", "cần", "không", "như", "nhưng",
    "mà", "thì", "này", "đó", "trên", "dưới", "theo", "bằng", "các", "những", "nhiều", "rất", "hơn", "nhất",
    "khác", "vào", "ra", "lên", "hãy",
];

/// `muối, tiêu và dầu` becomes `muối, dầu và tiêu`.
pub(super) fn reordered(sentence: &Sentence) -> Option<Sentence> {
    let tokens = &sentence.tokens;
    if tokens.iter().any(|token| token.is_any(ORDERED)) {
        return None;
    }
    let link = tokens.iter().rposition(|token| token.is_any(&["và", "hoặc", "hay"]))?;
    let comma = tokens.get(..link)?.iter().rposition(|token| token.text == ",")?;
    let end = tokens
        .iter()
        .skip(link)
        .position(|token| !token.is_word())
        .map_or(tokens.len(), |length| link + length);
    let (second, third) = (tokens.get(comma + 1..link)?, tokens.get(link + 1..end)?);
    let lists =
        is_item(second) && is_item(third) && end == tokens.len() && before_is_item(tokens.get(..comma)?);
    if !lists {
        return None;
    }
    let mut made = tokens.get(..=comma)?.to_vec();
    made.extend_from_slice(third);
    made.push(tokens.get(link)?.clone());
    made.extend_from_slice(second);
    Some(Sentence { tokens: made, end: sentence.end.clone() })
}

fn is_item(item: &[Token]) -> bool {
    (1..=4).contains(&item.len())
        && item
            .iter()
            .all(|token| token.is_word() && !token.locked && !token.is_number() && !token.is_any(LINKS))
}

/// A first clause that only ends at the comma opens with a conjunction or a preposition, and has no list of its own.
fn before_is_item(before: &[Token]) -> bool {
    const CLAUSES: &[&str] = &[
        "nếu", "khi", "vì", "do", "để", "tuy", "mặc", "theo", "ở", "tại", "với", "trong", "ngoài", "nhờ",
        "bên", "thông", "đặc", "hiện", "dù", "bởi",
    ];
    let opens_clause = before.first().is_some_and(|first| first.is_any(CLAUSES));
    let earlier = before.iter().any(|token| token.text == ",");
    before.len() >= 2 && (!opens_clause || earlier)
}
