//! Abbreviations with a point.

use domain::locale::Language;

/// The meaning of a point after an abbreviation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Abbreviation {
    /// A word always follows: `Dr.`
    NeverLast,
    /// A number follows; otherwise it is a word with a full stop: `No.`
    BeforeDigits,
    /// It may end a sentence: `etc.`
    MayBeLast,
}

use Abbreviation::{BeforeDigits, MayBeLast, NeverLast};

/// Without their last point, in lower case.
#[rustfmt::skip]
const ABBREVIATIONS: &[(&str, Abbreviation, &[&str])] = &[
    ("en", NeverLast, &[
        "mr", "mrs", "ms", "dr", "prof", "st", "mt", "rev", "hon", "gen", "col", "capt", "lt", "sgt", "gov", "sen", "rep",
        "e.g", "i.e", "cf", "vs", "approx", "al", "viz", "messrs",
    ]),
    ("en", BeforeDigits, &[
        "no", "nos", "fig", "figs", "vol", "vols", "ch", "sec", "art", "p", "pp", "ed", "jan", "feb", "mar", "apr", "jun",
        "jul", "aug", "sep", "sept", "oct", "nov", "dec", "c", "ca", "est",
    ]),
    ("en", MayBeLast, &[
        "etc", "a.m", "p.m", "u.s", "u.k", "e.u", "u.n", "inc", "ltd", "co", "corp", "jr", "sr", "dept", "ave", "blvd", "ph.d", "b.c", "a.d",
    ]),
    ("vi", NeverLast, &["tp", "ts", "ths", "th.s", "gs", "pgs", "bs", "bs.ck", "ks", "ls", "gs.ts", "pgs.ts", "tx", "tt", "q", "p", "đ", "vd"]),
    ("vi", BeforeDigits, &["tr", "số", "đt"]),
    ("vi", MayBeLast, &["v.v", "vv"]),
    ("de", NeverLast, &["dr", "prof", "hr", "fr", "z", "z.b", "d", "d.h", "bzw", "ca", "nr", "evtl", "ggf", "inkl", "vgl", "st", "sog", "u.a", "mind", "max", "min"]),
    ("de", MayBeLast, &["usw", "etc", "str", "jh"]),
    ("fr", NeverLast, &["m", "mm", "mme", "mlle", "dr", "env", "ex", "cf", "st", "ste"]),
    ("fr", BeforeDigits, &["p", "n", "vol", "art"]),
    ("fr", MayBeLast, &["etc", "av", "apr"]),
    ("es", NeverLast, &["sr", "sra", "srta", "dr", "dra", "ud", "uds", "prof", "p.ej", "ej", "aprox", "gral"]),
    ("es", BeforeDigits, &["pág", "págs", "núm", "art", "vol"]),
    ("es", MayBeLast, &["etc", "ee.uu"]),
    ("pt", NeverLast, &["sr", "sra", "dr", "dra", "prof", "ex", "aprox"]),
    ("pt", BeforeDigits, &["pág", "n", "art", "vol"]),
    ("pt", MayBeLast, &["etc"]),
    ("it", NeverLast, &["sig", "dott", "prof", "dr", "es", "ca", "ing", "avv"]),
    ("it", MayBeLast, &["ecc", "etc"]),
    ("nl", NeverLast, &["dhr", "mevr", "dr", "prof", "bijv", "o.a", "d.w.z", "ca", "m.b.t"]),
    ("nl", MayBeLast, &["enz", "etc"]),
    ("id", NeverLast, &["dr", "prof", "jl", "no", "hj", "st"]),
    ("id", MayBeLast, &["dll", "dsb"]),
];

/// The meaning of a point after the word; `None` if the word is no abbreviation.
pub(super) fn abbreviation(word: &str, language: Language) -> Option<Abbreviation> {
    let word = word.trim_start_matches(|sign: char| !sign.is_alphanumeric());
    if word.is_empty() || word.len() > 8 {
        return None;
    }
    let word = word.to_lowercase();
    ABBREVIATIONS
        .iter()
        .filter(|(code, ..)| *code == language.as_str())
        .find(|(_, _, words)| words.contains(&word.as_str()))
        .map(|(_, kind, _)| *kind)
}
