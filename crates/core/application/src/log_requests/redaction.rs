//! Removes secrets from what calls sent and received.

use serde_json::Value;

const HIDDEN: &str = "[hidden]";
/// A field whose name ends with one of these holds a secret.
const SECRET_NAMES: [&str; 4] = ["key", "secret", "token", "password"];
/// Our own secrets begin with these, wherever they occur.
const SECRET_BEGINNINGS: [&str; 3] = ["svc_live_", "svc_test_", "whsec_"];

/// A body as it may be stored; `None` if it is not text.
pub(super) fn body(bytes: &[u8]) -> Option<String> {
    let text = str::from_utf8(bytes).ok().filter(|text| !text.contains('\0'))?;
    let Ok(mut value) = serde_json::from_str::<Value>(text) else { return Some(line(text)) };
    hide_named(&mut value);
    Some(line(&value.to_string()))
}

fn hide_named(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                let name = name.to_lowercase();
                if value.is_string() && SECRET_NAMES.iter().any(|secret| name.ends_with(secret)) {
                    *value = HIDDEN.into();
                } else {
                    hide_named(value);
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(hide_named),
        _ => {}
    }
}

/// A text without our own secrets.
pub(super) fn line(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((at, beginning)) =
        SECRET_BEGINNINGS.iter().filter_map(|beginning| Some((rest.find(beginning)?, beginning))).min()
    {
        let (before, secret) = rest.split_at(at + beginning.len());
        shown.push_str(before);
        let after =
            secret.trim_start_matches(|sign: char| sign.is_ascii_alphanumeric() || "+/=_-".contains(sign));
        if after.len() < secret.len() {
            shown.push_str(HIDDEN);
        }
        rest = after;
    }
    shown.push_str(rest);
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_hidden_wherever_they_stand() {
        let created = br#"{"success":true,"key":"svc_live_abc123","keyId":"key_1","hosts":[{"secret":"whsec_a+b/c="}]}"#;
        let shown = body(created).unwrap();
        assert_eq!(
            shown,
            r#"{"success":true,"key":"[hidden]","keyId":"key_1","hosts":[{"secret":"[hidden]"}]}"#
        );
        let note = br#"{"text":"my key is svc_test_XYZ9, and whsec_1= too"}"#;
        assert_eq!(body(note).unwrap(), r#"{"text":"my key is svc_test_[hidden], and whsec_[hidden] too"}"#);
        assert_eq!(body(b"{\"key\": svc_live_abc").unwrap(), "{\"key\": svc_live_[hidden]");
        assert_eq!(line("/v1/account?key=svc_live_abc&a=1"), "/v1/account?key=svc_live_[hidden]&a=1");
    }

    #[test]
    fn other_texts_stay_as_they_are() {
        let plain = r#"{"focusKeyword":"tea","monkey":["key"],"n":1.50,"b":null}"#;
        assert_eq!(
            body(plain.as_bytes()).unwrap(),
            r#"{"focusKeyword":"tea","monkey":["key"],"n":1.5,"b":null}"#
        );
        assert_eq!(body(b"").unwrap(), "");
        assert_eq!(body(b"svc_live_ is how keys begin").unwrap(), "svc_live_ is how keys begin");
        assert_eq!(body(&[0xff]), None);
        assert_eq!(body(b"a\0b"), None, "no database of ours stores it");
    }
}
