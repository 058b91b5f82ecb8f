//! The text fields of a form sent as `multipart/form-data`.

/// The fields by name, in order, without parts that are not text. Empty for other media types.
pub(super) fn fields(media_type: &str, body: &[u8]) -> Vec<(String, String)> {
    let boundary = media_type
        .strip_prefix("multipart/form-data")
        .and_then(|rest| rest.split("boundary=").nth(1))
        .and_then(|rest| rest.split(';').next())
        .map(|boundary| boundary.trim().trim_matches('"'));
    let Some(boundary) = boundary.filter(|boundary| !boundary.is_empty()) else { return Vec::new() };
    let body = String::from_utf8_lossy(body);
    body.split(&format!("--{boundary}")).filter_map(field).collect()
}

fn field(part: &str) -> Option<(String, String)> {
    let (head, value) = part.strip_prefix("\r\n")?.split_once("\r\n\r\n")?;
    let name = head.split("name=\"").nth(1)?.split('"').next()?;
    Some((name.to_owned(), value.strip_suffix("\r\n").unwrap_or(value).to_owned()))
}
