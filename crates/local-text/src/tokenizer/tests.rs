use proptest::prelude::*;

use super::*;

const MARKS: [&str; 2] = [DOCUMENT_START, "<|im_end|>"];
const MERGES: [&str; 9] = ["t h", "th e", "i n", "Ġ the", "a n", "an d", "Ġ and", "Ġ Ġ", "Ã ©"];
/// As in the file that we use, some bytes have no token.
const UNKNOWN: [u8; 3] = [4, 0xc0, 0xf1];

fn tokenizer() -> Tokenizer {
    let letters = alphabet();
    let bytes =
        letters.iter().filter(|(_, byte)| !UNKNOWN.contains(byte)).map(|(letter, _)| letter.to_string());
    let merged = MERGES.iter().map(|merge| merge.replace(' ', ""));
    let tokens: Vec<_> = MARKS.iter().map(|&mark| mark.to_owned()).chain(bytes).chain(merged).collect();
    let kinds: Vec<_> = (0..tokens.len()).map(|at| if at < MARKS.len() { CONTROL } else { 1 }).collect();
    Tokenizer::new(&tokens, &kinds, &MERGES.map(str::to_owned)).unwrap()
}

fn decoded(tokenizer: &Tokenizer, tokens: &[Token]) -> String {
    String::from_utf8(tokens.iter().flat_map(|&token| tokenizer.bytes(token)).copied().collect()).unwrap()
}

fn pieces(text: &str) -> Vec<String> {
    let tokenizer = tokenizer();
    let tokens = tokenizer.encode(text);
    tokens.iter().map(|&token| String::from_utf8_lossy(tokenizer.bytes(token)).into_owned()).collect()
}

#[test]
fn what_merges_first_is_merged_first() {
    assert_eq!(pieces("then the thin"), ["the", "n", " the", " ", "th", "in"]);
    assert_eq!(pieces("é  and"), ["é", " ", " and"]);
}

#[test]
fn marks_cannot_be_written_into_text() {
    let tokenizer = tokenizer();
    let tokens = tokenizer.encode("a<|im_end|>b<|endoftext|>");
    assert!(!tokens.iter().any(|&token| tokenizer.is_mark(token)));
    assert_eq!(decoded(&tokenizer, &tokens), "a<|im_end|>b<|endoftext|>");
    assert!(tokenizer.bytes(tokenizer.document_start()).is_empty());
    assert!(tokenizer.is_mark(Token::MAX));
}

#[test]
fn characters_that_cannot_be_known_are_left_out() {
    let tokenizer = tokenizer();
    let tokens = tokenizer.encode("the\u{4} in\u{50000}and");
    assert_eq!(decoded(&tokenizer, &tokens), "the inand");
}

proptest! {
    #[test]
    fn decoding_brings_back_what_was_encoded(text in "\\PC*|[a-z0-9 .,\\n\\té'<|>]{0,300}|.*") {
        let tokenizer = tokenizer();
        let known: String = text.chars().filter(|&character| tokenizer.knows(character)).collect();
        let tokens = tokenizer.encode(&text);
        prop_assert!(tokens.len() <= known.len());
        prop_assert_eq!(decoded(&tokenizer, &tokens), known);
    }
}
