//! Formats figures for messages.

pub(crate) fn time(milliseconds: f64) -> String {
    if milliseconds < 999.5 {
        format!("{milliseconds:.0} ms")
    } else {
        format!("{:.1} s", milliseconds / 1000.0)
    }
}

pub(crate) fn size(bytes: u64) -> String {
    match bytes {
        0..1000 => format!("{bytes} bytes"),
        1000..999_500 => format!("{} KB", (bytes + 500) / 1000),
        _ => {
            let tenths = bytes.saturating_add(50_000) / 100_000;
            format!("{}.{} MB", tenths / 10, tenths % 10)
        }
    }
}

/// A number with the singular or plural word.
pub(crate) fn counted(count: usize, one: &str, several: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { several })
}

/// `part` as a percentage of `whole`; 0 if `whole` is 0.
pub(crate) fn percent(part: usize, whole: usize) -> usize {
    (part * 100).checked_div(whole).unwrap_or(0)
}

/// A percentage in words: "33 %", "less than 1 %".
pub(crate) fn share(part: usize, whole: usize) -> String {
    match percent(part, whole) {
        0 if part > 0 => "less than 1 %".to_owned(),
        share => format!("{share} %"),
    }
}

/// At most `most` items as a list in a sentence, and how many more there are.
pub(crate) fn listed(items: &[String], most: usize) -> String {
    let shown = items.iter().take(most).map(String::as_str).collect::<Vec<_>>().join(", ");
    match items.len().checked_sub(most) {
        None | Some(0) => shown,
        Some(more) => format!("{shown} and {more} more"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_rounded() {
        assert_eq!(time(0.4), "0 ms");
        assert_eq!(time(999.4), "999 ms");
        assert_eq!(time(999.6), "1.0 s");
        assert_eq!(time(2540.0), "2.5 s");
        assert_eq!(size(999), "999 bytes");
        assert_eq!(size(1499), "1 KB");
        assert_eq!(size(999_499), "999 KB");
        assert_eq!(size(999_500), "1.0 MB");
        assert_eq!(size(2_349_999), "2.3 MB");
        assert_eq!(size(u64::MAX), size(u64::MAX - 1));
    }

    #[test]
    fn figures_are_told_plainly() {
        assert_eq!([counted(1, "link", "links"), counted(2, "link", "links")], ["1 link", "2 links"]);
        assert_eq!((percent(1, 3), percent(1, 0)), (33, 0));
        assert_eq!([share(1, 3), share(1, 300), share(0, 3)], ["33 %", "less than 1 %", "0 %"]);
        let names = ["a", "b", "c"].map(str::to_owned);
        assert_eq!([listed(&names, 3), listed(&names, 2)], ["a, b, c", "a, b and 1 more"]);
    }
}
