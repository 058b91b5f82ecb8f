//! Checks of cookies and the flags that protect them.

/// Parts of the names of typical session cookies.
const SESSION_NAMES: [&str; 8] = ["sess", "sid", "auth", "token", "login", "jwt", "remember", "identity"];
/// Names of tokens against forged requests, which scripts must be able to read.
const SCRIPT_NAMES: [&str; 2] = ["csrf", "xsrf"];

/// A cookie that a server sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cookie<'a> {
    pub(crate) name: &'a str,
    /// The attributes, from the first semicolon on.
    pub(crate) attributes: &'a str,
}

/// Reads a `set-cookie` header.
pub(crate) fn read(header: &str) -> Cookie<'_> {
    let end = header.find(';').unwrap_or(header.len());
    let (pair, attributes) = header.split_at(end);
    Cookie { name: pair.split('=').next().unwrap_or_default().trim(), attributes }
}

impl<'a> Cookie<'a> {
    fn attribute(&self, name: &str) -> Option<&'a str> {
        self.attributes.split(';').find_map(|attribute| {
            let (key, value) = attribute.split_once('=').unwrap_or((attribute, ""));
            key.trim().eq_ignore_ascii_case(name).then_some(value.trim())
        })
    }

    /// Whether the header only deletes the cookie.
    fn is_removal(&self) -> bool {
        let at_once = self.attribute("max-age").and_then(|age| age.parse::<i64>().ok());
        match at_once {
            Some(age) => age <= 0,
            None => self.attribute("expires").is_some_and(|date| date.contains("1970")),
        }
    }

    /// Whether it is a session cookie that scripts should not read.
    fn keeps_session(&self) -> bool {
        let name = self.name.to_ascii_lowercase();
        let holds = |words: &[&str]| words.iter().any(|word| name.contains(word));
        holds(&SESSION_NAMES) && !holds(&SCRIPT_NAMES)
    }

    /// The flags that it should have but lacks.
    pub(crate) fn lacks(&self, encrypted: bool) -> Vec<&'static str> {
        if self.is_removal() {
            return Vec::new();
        }
        let mut lacks = Vec::new();
        if encrypted && self.attribute("secure").is_none() {
            lacks.push("Secure");
        }
        if self.keeps_session() && self.attribute("httponly").is_none() {
            lacks.push("HttpOnly");
        }
        if self.attribute("samesite").is_none() {
            lacks.push("SameSite");
        }
        lacks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lacks(header: &str) -> Vec<&'static str> {
        read(header).lacks(true)
    }

    #[test]
    fn flags_are_found_missing() {
        assert_eq!(lacks("PHPSESSID=1; path=/"), ["Secure", "HttpOnly", "SameSite"]);
        assert_eq!(lacks("theme=dark; SECURE; samesite=lax"), Vec::<&str>::new());
        assert_eq!(lacks("a=Secure; HttpOnly"), ["Secure", "SameSite"]);
    }

    #[test]
    fn tokens_for_scripts_and_removed_cookies_are_fine() {
        assert!(lacks("XSRF-TOKEN=1; Secure; SameSite=Lax").is_empty());
        assert!(lacks("sid=; Max-Age=0").is_empty());
        assert!(lacks("sid=; Expires=Thu, 01 Jan 1970 00:00:00 GMT").is_empty());
    }
}
