//! Checks for keys and passwords that were published with the page.

use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, MatchKind};

use crate::check::{Category, Check, Evidence, Needs, Outcome, Severity};
use crate::document::Document;
use crate::facts::Facts;

/// A key with fewer different characters is an example such as `sk_live_xxxxxxxx`.
const FEWEST_DIFFERENT: u32 = 8;
/// The maximum number of characters of a key that are examined.
const LONGEST: usize = 400;
/// The beginning of private keys.
const PRIVATE_KEY: &str = "-----BEGIN ";
/// The shortest base64 text of a real private key; a shorter one is an example.
const SHORTEST_PRIVATE_KEY: usize = 64;

pub(crate) const CHECKS: &[Check] = &[Check {
    id: "sec.leaked_secret",
    category: Category::Security,
    severity: Severity::High,
    expects: "The page gives no secret keys away",
    fix: "Revoke the key at its service now, since it must be taken as known, and use its successor only on the server. A Google API key that the browser needs may stay if it is restricted to this site.",
    needs: Needs::Markup,
    run: leaked_secret,
}];

struct Form {
    prefix: &'static str,
    /// The minimum and maximum number of characters after the prefix.
    length: std::ops::RangeInclusive<usize>,
    /// The allowed characters besides letters and digits.
    extra: &'static str,
    service: &'static str,
}

const fn form(
    prefix: &'static str,
    length: std::ops::RangeInclusive<usize>,
    extra: &'static str,
    service: &'static str,
) -> Form {
    Form { prefix, length, extra, service }
}

const GOOGLE: &str = "Google API key";

/// Unmistakable forms of keys that belong on a server.
static FORMS: [Form; 29] = [
    form("AKIA", 16..=16, "", "AWS access key"),
    form("ASIA", 16..=16, "", "AWS access key"),
    form("AIza", 35..=35, "-_", GOOGLE),
    form("GOCSPX-", 28..=28, "-_", "Google OAuth client secret"),
    form("sk_live_", 20..=250, "", "Stripe secret key"),
    form("rk_live_", 20..=250, "", "Stripe restricted key"),
    form("whsec_", 32..=64, "", "Stripe webhook secret"),
    form("ghp_", 36..=255, "", "GitHub token"),
    form("gho_", 36..=255, "", "GitHub token"),
    form("ghu_", 36..=255, "", "GitHub token"),
    form("ghs_", 36..=255, "", "GitHub token"),
    form("ghr_", 36..=255, "", "GitHub token"),
    form("github_pat_", 60..=255, "_", "GitHub token"),
    form("glpat-", 20..=300, "-_", "GitLab token"),
    form("xoxb-", 20..=255, "-", "Slack token"),
    form("xoxp-", 20..=255, "-", "Slack token"),
    form("xoxa-", 20..=255, "-", "Slack token"),
    form("xoxr-", 20..=255, "-", "Slack token"),
    form("xoxs-", 20..=255, "-", "Slack token"),
    form("hooks.slack.com/services/T", 30..=80, "/", "Slack webhook"),
    form("SG.", 66..=66, "-_.", "SendGrid key"),
    form("sk-ant-", 80..=200, "-_", "Anthropic key"),
    form("sk-proj-", 60..=300, "-_", "OpenAI key"),
    form("npm_", 36..=36, "", "npm token"),
    form("shpat_", 32..=32, "", "Shopify token"),
    form("shpss_", 32..=32, "", "Shopify shared secret"),
    form("dop_v1_", 64..=64, "", "DigitalOcean token"),
    form("hf_", 34..=40, "", "Hugging Face token"),
    form("sk.eyJ", 60..=300, "-_.", "Mapbox secret token"),
];

/// A key found in the source.
#[derive(Debug, PartialEq, Eq)]
struct Secret {
    offset: usize,
    length: usize,
    prefix: &'static str,
    service: &'static str,
}

impl Secret {
    /// The evidence, which must not publish the key again.
    fn evidence(&self, document: &Document) -> Evidence {
        let place = document.evidence_at(u32::try_from(self.offset).unwrap_or_default());
        let snippet = Some(format!("{}… ({} characters)", self.prefix, self.length));
        Evidence { snippet, ..place }.detailed(self.service)
    }

    /// Whether the key is meant to be public, as keys for maps are.
    fn may_be_public(&self) -> bool {
        self.service == GOOGLE
    }
}

fn leaked_secret(facts: &Facts<'_>) -> Outcome {
    let secrets = find(facts.document.source());
    let (public, mut found): (Vec<_>, Vec<_>) = secrets.into_iter().partition(Secret::may_be_public);
    let only_public = found.is_empty();
    found.extend(public);
    let first = found.first().map_or("", |secret| secret.service);
    let outcome = Outcome::of_each(
        &found,
        |secret| secret.evidence(facts.document),
        |count| match (count, only_public) {
            (_, true) => format!(
                "The page holds a {first}. Keys for maps are made for that, but unless it is restricted to this site, others can use it at your cost."
            ),
            (1, _) => format!("The page gives away what looks like a secret: {first}."),
            _ => format!("The page gives away {count} strings that look like secrets, the first a {first}."),
        },
    );
    match outcome {
        Outcome::Found(finding) if only_public => Outcome::Found(finding.severe(Severity::Low)),
        outcome => outcome,
    }
}

/// Finds the prefixes of all keys in one pass: pages are long and hardly ever hold a key.
static PREFIXES: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| {
    let prefixes = FORMS.iter().map(|form| form.prefix).chain([PRIVATE_KEY]);
    AhoCorasick::builder().match_kind(MatchKind::LeftmostLongest).build(prefixes).ok()
});

/// All keys in a text.
fn find(source: &str) -> Vec<Secret> {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let starts_word = |offset: usize| offset == 0 || !is_word(source.as_bytes()[offset - 1]);
    let prefixes = PREFIXES.iter().flat_map(|prefixes| prefixes.find_iter(source));
    let secrets = prefixes.map(|prefix| prefix.start()).filter_map(|start| {
        let key = if starts_word(start) { key_at(source, start) } else { None };
        // In scripts, the line before it may end with \n, which looks like a letter.
        key.or_else(|| private_key_at(source, start))
    });
    secrets.collect()
}

fn key_at(source: &str, offset: usize) -> Option<Secret> {
    let bytes = &source.as_bytes()[offset..];
    let form = FORMS.iter().find(|form| bytes.starts_with(form.prefix.as_bytes()))?;
    let rest = &bytes[form.prefix.len()..bytes.len().min(form.prefix.len() + LONGEST)];
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || form.extra.as_bytes().contains(byte);
    let body = &rest[..rest.iter().position(|byte| !is_part(byte)).unwrap_or(rest.len())];
    let is_key = form.length.contains(&body.len()) && is_random(body) && !is_public_name(source, offset);
    is_key.then(|| Secret {
        offset,
        length: form.prefix.len() + body.len(),
        prefix: form.prefix,
        service: form.service,
    })
}

/// Whether a key looks random, and not like an example.
fn is_random(body: &[u8]) -> bool {
    let seen = body.iter().fold(0_u128, |seen, byte| seen | (1 << (byte & 127)));
    let has_digit = body.iter().any(u8::is_ascii_digit);
    let has_letter = body.iter().any(u8::is_ascii_alphabetic);
    let upper = body.to_ascii_uppercase();
    let is_example = [b"EXAMPLE".as_slice(), b"XXXXX", b"12345678"]
        .iter()
        .any(|word| upper.windows(word.len()).any(|window| window == *word));
    seen.count_ones() >= FEWEST_DIFFERENT && has_digit && has_letter && !is_example
}

/// Whether it is the key id in a signed URL, which is public; only the signing part is secret.
fn is_public_name(source: &str, offset: usize) -> bool {
    let before = &source.as_bytes()[offset.saturating_sub(20)..offset];
    before.ends_with(b"X-Amz-Credential=") || before.ends_with(b"AWSAccessKeyId=")
}

fn private_key_at(source: &str, offset: usize) -> Option<Secret> {
    let rest = source[offset..].strip_prefix(PRIVATE_KEY)?;
    let rest = &rest[..rest.floor_char_boundary(LONGEST)];
    let (kind, body) = rest.split_once("-----")?;
    if !matches!(kind.trim_end_matches(" BLOCK").strip_suffix("PRIVATE KEY"), Some(kind) if kind.len() <= 10)
    {
        return None;
    }
    // In scripts the ends of lines are written as \n.
    let body = body.replace("\\n", "\n").replace("\\r", "\n");
    let letters = body.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || b"+/=\n\r ".contains(byte));
    let is_key = letters.filter(|byte| !byte.is_ascii_whitespace()).count() >= SHORTEST_PRIVATE_KEY;
    is_key.then_some(Secret { offset, length: rest.len(), prefix: PRIVATE_KEY, service: "private key" })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn services(source: &str) -> Vec<&'static str> {
        find(source).into_iter().map(|secret| secret.service).collect()
    }

    /// A key that is assembled from parts, so that this file holds none.
    fn made(prefix: &str, length: usize) -> String {
        prefix.chars().chain("aB3dE6gH9jK2mN5pQ8sT1vW4".chars().cycle().take(length)).collect()
    }

    #[test]
    fn keys_are_found_wherever_they_stand() {
        let key = made("sk_live_", 24);
        assert_eq!(services(&format!("<script>const k='{key}';</script>")), ["Stripe secret key"]);
        assert_eq!(services(&format!("data-key={}>", made("ghp_", 36))), ["GitHub token"]);
        assert_eq!(services(&made("AKIA", 16).to_uppercase()), ["AWS access key"]);
        assert_eq!(services(&made("AIza", 35)), [GOOGLE]);
    }

    #[test]
    fn examples_and_public_names_are_none() {
        for source in [
            "sk_live_xxxxxxxxxxxxxxxxxxxxxxxx".to_owned(),
            "AKIAIOSFODNN7EXAMPLE".to_owned(),
            made("pk_live_", 24),
            made("ghp_", 12),
            made("task_ghp_", 36),
            format!("?X-Amz-Credential={}%2F2026", made("AKIA", 16).to_uppercase()),
            "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----".to_owned(),
            format!("-----BEGIN CERTIFICATE-----\n{}", made("MII", 100)),
        ] {
            assert_eq!(services(&source), Vec::<&str>::new(), "{source}");
        }
    }

    #[test]
    fn private_keys_are_found_in_scripts_too() {
        let body = made("MII", 100);
        assert_eq!(services(&format!("-----BEGIN RSA PRIVATE KEY-----\n{body}")), ["private key"]);
        assert_eq!(services(&format!("\"-----BEGIN PRIVATE KEY-----\\n{body}\\n\"")), ["private key"]);
        assert_eq!(
            services(&format!("-----END CERTIFICATE-----\\n-----BEGIN PRIVATE KEY-----\\n{body}")),
            ["private key"]
        );
    }
}
