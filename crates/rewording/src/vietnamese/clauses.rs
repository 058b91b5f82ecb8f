//! Moves Vietnamese clauses: conditions, reasons, times and purposes change places with the main clause.

use crate::sentence::{Sentence, Token, made};

/// What opens a clause in front, what links the main clause after it, and what opens it at the end.
struct Pattern {
    front: &'static [&'static str],
    link: &'static [&'static str],
    end: &'static [&'static str],
    /// Whether the clause may also go from the end to the front, and what then links the main clause.
    back: Option<&'static str>,
}

const PATTERNS: &[Pattern] = &[
    Pattern { front: &["trước", "khi"], link: &[], end: &["trước", "khi"], back: Some("") },
    Pattern { front: &["sau", "khi"], link: &[], end: &["sau", "khi"], back: Some("") },
    Pattern { front: &["trong", "khi"], link: &[], end: &["trong", "khi"], back: None },
    Pattern { front: &["mặc", "dù"], link: &["nhưng"], end: &["mặc", "dù"], back: Some("") },
    Pattern { front: &["dù"], link: &["nhưng"], end: &["dù"], back: None },
    Pattern { front: &["tuy"], link: &["nhưng"], end: &["dù"], back: None },
    Pattern { front: &["nếu"], link: &["thì"], end: &["nếu"], back: Some("") },
    Pattern { front: &["khi"], link: &["thì"], end: &["khi"], back: Some("") },
    Pattern { front: &["vì"], link: &["nên"], end: &["vì"], back: Some("nên") },
    Pattern { front: &["do"], link: &["nên"], end: &["do"], back: None },
    Pattern { front: &["bởi", "vì"], link: &["nên"], end: &["bởi", "vì"], back: Some("nên") },
    Pattern { front: &["nhờ"], link: &["mà", "nên"], end: &["nhờ"], back: None },
    Pattern { front: &["để"], link: &["thì"], end: &["để"], back: None },
];

/// Words that point back, so that the part they stand in can't come first.
const POINTING: &[&str] = &["nó", "chúng", "họ", "này", "đó", "đây", "kia", "ấy", "vậy", "thế", "mình"];

/// Words that open further clauses, so that it is not clear what belongs to what.
const OPENERS: &[&str] = &[
    "nếu", "khi", "vì", "mà", "nhưng", "tuy", "dù", "nên", "thì", "là", "rằng", "do", "để", "bởi", "nhờ",
    "còn", "rồi", "sau", "trước", "và", "hoặc",
];

fn opens_with(tokens: &[Token], words: &[&str]) -> bool {
    tokens.len() > words.len() && tokens.iter().zip(words).all(|(token, word)| token.is(word))
}

fn has(tokens: &[Token], words: &[&str]) -> bool {
    tokens.iter().any(|token| token.is_any(words))
}

/// Whether a further clause opens. `nên` after a subject is advice, elsewhere it draws a conclusion.
fn opens_clause(tokens: &[Token]) -> bool {
    const ADVISED: &[&str] = &["bạn", "không", "khách", "người", "lớn", "em", "hành"];
    tokens.iter().enumerate().any(|(at, token)| {
        let advice = token.is("nên")
            && at
                .checked_sub(1)
                .and_then(|before| tokens.get(before))
                .is_none_or(|before| before.is_any(ADVISED));
        token.is_any(OPENERS) && !advice
    })
}

fn has_mark(tokens: &[Token]) -> bool {
    tokens.iter().any(|token| !token.is_word())
}

/// `Nếu trời mưa, hãy ở nhà.` becomes `Hãy ở nhà nếu trời mưa.`
pub(super) fn to_end(sentence: &Sentence) -> Option<Sentence> {
    let tokens = &sentence.tokens;
    let pattern = PATTERNS.iter().find(|pattern| opens_with(tokens, pattern.front))?;
    let (clause, main) = divided(tokens.get(pattern.front.len()..)?, pattern.link)?;
    let main = without_link(main, pattern.link);
    let whole = sentence.is_plain()
        && (2..=18).contains(&clause.len())
        && (3..=22).contains(&main.len())
        && !has_mark(main)
        && !has_mark(clause)
        && !opens_clause(main)
        && !opens_clause(clause)
        && !has(main, POINTING);
    // `X không tốt vì Y` could deny the reason instead of the statement.
    let denied = pattern.end.first().is_some_and(|word| matches!(*word, "vì" | "bởi" | "do" | "để"))
        && has(main, &["không", "chưa", "đừng", "chẳng"]);
    if !whole || denied || begins_as_part(main) {
        return None;
    }
    let mut moved = main.to_vec();
    moved.extend(pattern.end.iter().map(|word| Token::new(word)));
    moved.extend_from_slice(clause);
    Some(Sentence { tokens: moved, end: sentence.end.clone() })
}

/// The clause up to a comma, or up to the word that links the main clause.
fn divided<'a>(tokens: &'a [Token], link: &[&str]) -> Option<(&'a [Token], &'a [Token])> {
    if let Some(comma) = tokens.iter().position(|token| token.text == ",") {
        return Some((tokens.get(..comma)?, tokens.get(comma + 1..)?));
    }
    let at = tokens.iter().position(|token| token.is_any(link))?;
    Some((tokens.get(..at)?, tokens.get(at..)?))
}

fn without_link<'a>(main: &'a [Token], link: &[&str]) -> &'a [Token] {
    match main.split_first() {
        Some((first, rest)) if first.is_any(link) => rest,
        _ => main,
    }
}

/// `cũng`, `vẫn`, `lại` at the start refer to what went before.
fn begins_as_part(main: &[Token]) -> bool {
    main.first()
        .is_some_and(|first| first.is_any(&["cũng", "vẫn", "lại", "mới", "càng", "ngay", "sẽ", "được", "bị"]))
}

/// `Hãy ở nhà nếu trời mưa.` becomes `Nếu trời mưa, hãy ở nhà.`
pub(super) fn to_front(sentence: &Sentence) -> Option<Sentence> {
    let tokens = &sentence.tokens;
    let (at, pattern) = (2..tokens.len()).find_map(|at| {
        let rest = tokens.get(at..)?;
        PATTERNS
            .iter()
            .find(|pattern| pattern.back.is_some() && opens_with(rest, pattern.end))
            .map(|pattern| (at, pattern))
    })?;
    let main = tokens.get(..at)?;
    let clause = tokens.get(at + pattern.end.len()..)?;
    let held = main.last()?.is_any(&[
        "ngay", "chỉ", "đôi", "ít", "hiếm", "mỗi", "nhất", "kể", "đến", "tới", "từ", "cho", "trong", "sau",
        "trước", "và", "như", "cả", "là", "có", ",", "bởi", "hay", "hoặc", "một", "nhiều", "lúc", "ngoại",
        "trừ",
    ]);
    let whole = sentence.is_plain()
        && !held
        && (3..=20).contains(&main.len())
        && (2..=18).contains(&clause.len())
        && !main.first()?.case_unknown
        && !has_mark(main)
        && !has_mark(clause)
        && !opens_clause(main)
        && !opens_clause(clause)
        && !has(tokens, &["giúp", "góp", "chỉ"])
        && !has(clause, POINTING);
    let denied = has(main, &["không", "chưa", "đừng", "chẳng"])
        && pattern.end.first().is_some_and(|word| matches!(*word, "vì" | "bởi" | "trước"));
    if !whole || denied {
        return None;
    }
    let mut moved: Vec<Token> = pattern.front.iter().map(|word| Token::new(word)).collect();
    moved.extend_from_slice(clause);
    match pattern.back {
        Some("nên") => moved.extend(made("nên")),
        _ => moved.push(Token::new(",")),
    }
    moved.extend_from_slice(main);
    Some(Sentence { tokens: moved, end: sentence.end.clone() })
}

/// `Theo ngân hàng, lãi suất giảm.` becomes `Lãi suất giảm, theo ngân hàng.`
pub(super) fn attribution_to_end(sentence: &Sentence) -> Option<Sentence> {
    const SOURCES: &[&str] =
        &["chuyên", "bộ", "nghiên", "báo", "số", "ngân", "tổng", "thống", "khảo", "bác", "các", "nhà"];
    let tokens = &sentence.tokens;
    let comma = tokens.iter().position(|token| token.text == ",")?;
    let (phrase, main) = (tokens.get(..comma)?, tokens.get(comma + 1..)?);
    let named = phrase
        .get(1)
        .is_some_and(|second| second.is_any(SOURCES) || second.text.starts_with(char::is_uppercase));
    let whole = sentence.is_plain()
        && tokens.first()?.is("theo")
        && named
        && phrase.len() <= 9
        && main.len() >= 4
        && !has_mark(main);
    if !whole || has(main, POINTING) {
        return None;
    }
    let mut moved = main.to_vec();
    moved.push(Token::new(","));
    moved.extend_from_slice(phrase);
    Some(Sentence { tokens: moved, end: sentence.end.clone() })
}

/// `Phố cổ được công nhận vào năm 1999.` becomes `Vào năm 1999, phố cổ được công nhận.`
pub(super) fn time_to_front(sentence: &Sentence) -> Option<Sentence> {
    let tokens = &sentence.tokens;
    let at = tokens.iter().rposition(|token| token.is("vào")).filter(|at| *at >= 4)?;
    let (main, phrase) = tokens.split_at_checked(at)?;
    let timed =
        phrase.get(1).is_some_and(|second| second.is_any(&["năm", "mùa", "tháng", "ngày", "thế", "dịp"]))
            && (3..=6).contains(&phrase.len());
    let whole = sentence.is_plain()
        && timed
        && !main.first()?.case_unknown
        && !has_mark(main)
        && !has_mark(phrase)
        && !opens_clause(main)
        && !opens_clause(phrase);
    if !whole {
        return None;
    }
    let mut moved = phrase.to_vec();
    moved.push(Token::new(","));
    moved.extend_from_slice(main);
    Some(Sentence { tokens: moved, end: sentence.end.clone() })
}

/// `Vào năm 1999, phố cổ được công nhận.` becomes `Phố cổ được công nhận vào năm 1999.`
pub(super) fn time_to_end(sentence: &Sentence) -> Option<Sentence> {
    let tokens = &sentence.tokens;
    let comma = tokens.iter().position(|token| token.text == ",")?;
    let (phrase, main) = (tokens.get(..comma)?, tokens.get(comma + 1..)?);
    let timed = tokens.first()?.is("vào")
        && phrase
            .get(1)
            .is_some_and(|second| second.is_any(&["năm", "mùa", "tháng", "ngày", "buổi", "dịp", "thế"]));
    let whole = sentence.is_plain()
        && timed
        && phrase.len() <= 6
        && (4..=16).contains(&main.len())
        && !has_mark(main)
        && !opens_clause(main)
        && !has(main, POINTING);
    if !whole {
        return None;
    }
    let mut moved = main.to_vec();
    moved.extend_from_slice(phrase);
    Some(Sentence { tokens: moved, end: sentence.end.clone() })
}
