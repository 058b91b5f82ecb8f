//! Two Vietnamese sentences into one, one into two, and questions that statements answer.

use crate::sentence::{Sentence, Token, made};

fn position(tokens: &[Token], word: &str) -> Option<usize> {
    tokens.iter().position(|token| token.is(word))
}

fn is_simple(tokens: &[Token]) -> bool {
    tokens.iter().all(|token| {
        token.is_word() && !token.is_any(&["nhưng", "vì", "nếu", "khi", "và", "mà", "thì", "để"])
    })
}

/// `Rau muống là rau dễ trồng. Rau muống cần nhiều nước.` becomes `Rau muống là rau dễ trồng và cần nhiều nước.`
pub(crate) fn merge(first: &Sentence, second: &Sentence) -> Option<Vec<Token>> {
    let is_a = position(&first.tokens, "là").filter(|at| (1..=5).contains(at))?;
    let subject = first.tokens.get(..is_a)?;
    let rest = second.tokens.get(subject.len()..)?;
    let same = second.tokens.get(..subject.len())? == subject;
    let continues = rest.first()?.is_any(&[
        "có",
        "cần",
        "giúp",
        "được",
        "thường",
        "chứa",
        "là",
        "rất",
        "mang",
        "phù",
        "không",
    ]);
    if !same || !continues || !is_simple(&first.tokens) || !is_simple(rest) {
        return None;
    }
    let mut merged = first.tokens.clone();
    merged.extend(made("và"));
    merged.extend_from_slice(rest);
    Some(merged)
}

/// Splits at a semicolon, or at a comma before `nhưng` or `vì vậy`.
pub(crate) fn split(sentence: &Sentence) -> Option<(Vec<Token>, Vec<Token>)> {
    let tokens = &sentence.tokens;
    let mut marks = tokens.iter().enumerate().filter(|(_, token)| !token.is_word());
    let (at, mark) = marks.next()?;
    if marks.next().is_some() || sentence.end == "?" {
        return None;
    }
    let (first, rest) = (tokens.get(..at)?, tokens.get(at + 1..)?);
    let opens_clause = first
        .first()?
        .is_any(&["nếu", "khi", "vì", "do", "tuy", "mặc", "dù", "để", "không", "với", "nhờ", "bởi"]);
    let (opener, second) = match (mark.text.as_str(), rest.first()?.lower.as_str()) {
        (";", _) => (Vec::new(), rest),
        (",", "nhưng") => (with_comma("tuy nhiên"), rest.get(1..)?),
        (",", "vì" | "do") if rest.get(1)?.is_any(&["vậy", "đó", "thế"]) => (Vec::new(), rest),
        _ => return None,
    };
    if opens_clause || first.len() < 4 || second.len() < 4 || lacks_subject(second) {
        return None;
    }
    let mut made = opener;
    made.extend_from_slice(second);
    Some((first.to_vec(), made))
}

/// After `nhưng`, the subject of the first half is often left out.
fn lacks_subject(second: &[Token]) -> bool {
    second.first().is_some_and(|first| {
        first.is_any(&[
            "vẫn",
            "lại",
            "không",
            "chưa",
            "cũng",
            "có",
            "cần",
            "rất",
            "phải",
            "nên",
            "sẽ",
            "đã",
            "được",
            "bị",
            "hơi",
            "khá",
            "ít",
            "dễ",
            "khó",
            "thường",
            "là",
        ])
    })
}

fn with_comma(words: &str) -> Vec<Token> {
    let mut tokens = made(words);
    tokens.push(Token::new(","));
    tokens
}

/// `Matcha là bột trà xanh.` answers `Matcha là gì?`
pub(crate) fn question(sentence: &Sentence) -> Option<Vec<Token>> {
    let tokens = &sentence.tokens;
    best_time(tokens)
        .or_else(|| how_to(tokens))
        .or_else(|| measure(tokens))
        .or_else(|| reason(tokens))
        .or_else(|| definition(tokens))
}

fn best_time(tokens: &[Token]) -> Option<Vec<Token>> {
    let is_a = position(tokens, "là")?;
    let subject = tokens.get(..is_a)?;
    let opens = subject.first()?.is("thời")
        && subject.get(1)?.is_any(&["điểm", "gian"])
        && subject.iter().any(|token| token.is("nhất"));
    (opens && subject.len() <= 14 && subject.iter().all(Token::is_word)).then_some(())?;
    let mut asked = subject.to_vec();
    asked.extend(made("là khi nào"));
    Some(asked)
}

fn how_to(tokens: &[Token]) -> Option<Vec<Token>> {
    let comma = tokens.iter().position(|token| token.text == ",")?;
    let action = tokens.get(1..comma)?;
    let whole = tokens.first()?.is("để")
        && (2..=10).contains(&action.len())
        && is_simple(action)
        && !has_pointer(action);
    whole.then(|| {
        let mut asked = made("làm thế nào để");
        asked.extend_from_slice(action);
        asked
    })
}

/// `Vé tham quan giá 120.000 đồng.` answers `Vé tham quan giá bao nhiêu?`
fn measure(tokens: &[Token]) -> Option<Vec<Token>> {
    let number =
        tokens.iter().position(|token| token.text.starts_with(|sign: char| sign.is_ascii_digit()))?;
    let about = |token: &&Token| token.is_any(&["từ", "khoảng", "chừng", "chỉ", "hơn", "gần"]);
    let rest = tokens.get(..number)?;
    let before = &rest[..rest.len() - rest.iter().rev().take_while(about).count()];
    let (last, subject) = before.split_last()?;
    let unit = tokens.get(number + 1).map_or("", |unit| unit.lower.as_str());
    let (subject, asked) = match (last.lower.as_str(), unit) {
        ("giá", _) => (without_last(subject, "có"), "giá bao nhiêu"),
        ("mất", "phút" | "giờ" | "ngày" | "tuần" | "tháng") => (subject, "mất bao lâu"),
        ("dài", "km") if subject.first()?.is("từ") => (subject, "bao xa"),
        (_, "km") if subject.iter().any(|token| token.is("cách")) => (before, "bao xa"),
        _ => return None,
    };
    let whole = (3..=10).contains(&subject.len()) && is_simple(subject) && !has_pointer(subject);
    whole.then(|| subject.iter().cloned().chain(made(asked)).collect())
}

fn reason(tokens: &[Token]) -> Option<Vec<Token>> {
    let because = position(tokens, "vì").filter(|at| (4..=14).contains(at))?;
    let main = tokens.get(..because)?;
    let whole = is_simple(main)
        && !main.first()?.case_unknown
        && !has_pointer(main)
        && !main.last()?.is_any(&["bởi", "chỉ", "không"])
        && !main.first()?.is("hãy");
    whole.then(|| {
        let mut asked = made("vì sao");
        asked.extend_from_slice(main);
        asked
    })
}

fn definition(tokens: &[Token]) -> Option<Vec<Token>> {
    let is_a = position(tokens, "là").filter(|at| (1..=5).contains(at))?;
    let subject = tokens.get(..is_a)?;
    let kind = tokens.get(is_a + 1)?.is_any(&[
        "một", "loại", "món", "phương", "quá", "hình", "cách", "công", "hệ", "khoản", "dạng", "bệnh",
        "giống", "thành", "chất", "bột", "tình", "tập", "kỹ", "việc", "hoạt", "nền", "dịch", "sản",
    ]);
    (kind && is_simple(subject) && !has_pointer(subject)).then_some(())?;
    let mut asked = subject.to_vec();
    asked.extend(made("là gì"));
    Some(asked)
}

fn without_last<'a>(tokens: &'a [Token], word: &str) -> &'a [Token] {
    match tokens.split_last() {
        Some((last, rest)) if last.is(word) => rest,
        _ => tokens,
    }
}

fn has_pointer(tokens: &[Token]) -> bool {
    tokens.iter().any(|token| {
        token.is_any(&["đây", "đó", "này", "nó", "chúng", "họ", "kia", "thường", "nhiều", "tôi", "người"])
    })
}
