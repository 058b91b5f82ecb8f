//! Source code from a model: unchanged, within limits and without invisible characters.

use domain::articles::document::Block;

use super::is_invisible;

/// The longest code, in lines and characters. Longer code is cut at the end of a line.
const MOST_LINES: usize = 120;
const LONGEST: usize = 8_000;
/// The longest name of a language.
const LONGEST_NAME: usize = 32;

/// Parses code, which may stand between fences; `None` if it has no visible characters.
pub(super) fn code(language: &str, written: &str) -> Option<Block> {
    let written = written.trim_matches(['\r', '\n']);
    let (named, inner) = unfenced(written).unwrap_or(("", written));
    let language = name(language).or_else(|| name(named));
    let mut text = String::new();
    let mut characters = 0;
    for line in inner.lines().take(MOST_LINES) {
        let line: String = line
            .chars()
            .filter(|sign| *sign == '\t' || !(sign.is_control() || is_invisible(*sign)))
            .collect();
        characters += line.chars().count() + 1;
        if characters > LONGEST {
            break;
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    let text = text.trim_matches('\n');
    (!text.trim().is_empty()).then(|| Block::Code { language, text: text.to_owned() })
}

/// The name after an opening fence: three backticks or more, and nothing else but a name.
pub(super) fn fence(line: &str) -> Option<&str> {
    let name = line.trim().strip_prefix("```")?.trim_start_matches('`').trim();
    (!name.contains([' ', '`'])).then_some(name)
}

/// Whether a line ends fenced code.
pub(super) fn closes(line: &str) -> bool {
    let line = line.trim();
    line.len() >= 3 && line.bytes().all(|byte| byte == b'`')
}

fn unfenced(written: &str) -> Option<(&str, &str)> {
    let (first, rest) = written.split_once('\n')?;
    let name = fence(first)?;
    let rest = rest.trim_end();
    let inner = rest.rsplit_once('\n').filter(|(_, last)| closes(last)).map_or(rest, |(inner, _)| inner);
    Some((name, inner))
}

/// The name of a language that documents can show.
fn name(written: &str) -> Option<String> {
    let name = written.trim().to_ascii_lowercase();
    let named = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'#' | b'.' | b'_');
    let prose = matches!(name.as_str(), "text" | "plain" | "plaintext" | "none");
    (!name.is_empty() && name.len() <= LONGEST_NAME && name.bytes().all(named) && !prose).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(language: &str, written: &str) -> Option<(Option<String>, String)> {
        match code(language, written)? {
            Block::Code { language, text } => Some((language, text)),
            _ => None,
        }
    }

    #[test]
    fn code_keeps_its_lines() {
        let sql = "ALTER TABLE events\n    SET (autovacuum_vacuum_scale_factor = 0.01);";
        let expected = Some((Some("sql".to_owned()), sql.to_owned()));
        assert_eq!(read(" SQL ", &format!("\n{sql}  \n\n")), expected);
        assert_eq!(read("", &format!("```sql\n{sql}\n```")), expected);
        assert_eq!(read("not a name", "a\u{200b}b\u{0}"), Some((None, "ab".to_owned())));
        assert_eq!(read("text", "a"), Some((None, "a".to_owned())));
        assert_eq!(read("sh", " \n "), None);
    }

    #[test]
    fn code_is_bounded() {
        let (_, lines) = read("", &"x\n".repeat(500)).unwrap();
        assert_eq!(lines.lines().count(), MOST_LINES);
        let (_, long) = read("", &format!("{}\n", "y".repeat(999)).repeat(20)).unwrap();
        assert_eq!(long.lines().count(), 8);
    }
}
