//! The text fields of a form sent as `multipart/form-data`.

use crate::asked::Asked;

/// The fields by name, in order; parts that are not text are left out.
pub(super) fn fields(asked: &Asked) -> Vec<(String, String)> {
    let media_type = asked.header("content-type").unwrap_or_default();
    let boundary =
        media_type.split("boundary=").nth(1).map(|rest| rest.split(';').next().unwrap_or_default());
    let Some(boundary) = boundary.map(|boundary| boundary.trim().trim_matches('"')).filter(|b| !b.is_empty())
    else {
        return Vec::new();
    };
    let body = String::from_utf8_lossy(&asked.body);
    body.split(&format!("--{boundary}")).filter_map(field).collect()
}

fn field(part: &str) -> Option<(String, String)> {
    let (head, value) = part.strip_prefix("\r\n")?.split_once("\r\n\r\n")?;
    let name = head.split("name=\"").nth(1)?.split('"').next()?;
    Some((name.to_owned(), value.strip_suffix("\r\n").unwrap_or(value).to_owned()))
}
