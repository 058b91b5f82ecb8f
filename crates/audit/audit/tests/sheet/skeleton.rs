//! The tags of a page. The writer escapes every `<` and `"` of texts, so splitting finds all tags, and finds
//! too many if the writer ever fails to escape.

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Tag<'a> {
    pub(crate) name: &'a str,
    pub(crate) attributes: Vec<(&'a str, &'a str)>,
}

impl Tag<'_> {
    pub(crate) fn value(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
    }

    pub(crate) fn has(&self, name: &str, value: &str) -> bool {
        self.value(name) == Some(value)
    }
}

/// Start tags in order.
pub(crate) fn tags(page: &str) -> Vec<Tag<'_>> {
    let inside = page.split('<').skip(1).filter(|part| !part.starts_with(['/', '!']));
    inside.map(|part| tag(part.split('>').next().unwrap())).collect()
}

fn tag(text: &str) -> Tag<'_> {
    let text = text.trim_end_matches('/');
    let (name, mut rest) = text.split_once(' ').unwrap_or((text, ""));
    let mut attributes = Vec::new();
    while let Some((name, after)) = rest.split_once("=\"") {
        let (value, after) = after.split_once('"').unwrap();
        attributes.push((name.trim(), value));
        rest = after;
    }
    assert!(rest.trim().is_empty(), "{text}");
    Tag { name, attributes }
}
