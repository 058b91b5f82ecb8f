//! Parses server-sent events from bytes that are cut anywhere. Only `data` is used; names, ids and comments
//! are skipped.

use std::collections::VecDeque;

/// The longest event that is accepted.
const LONGEST_EVENT: usize = 4 * 1024 * 1024;
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The incomplete event and the incomplete line.
#[derive(Debug, Default)]
pub(super) struct Parser {
    line: Vec<u8>,
    data: Vec<u8>,
    /// Whether a line feed belongs to the preceding line end.
    after_return: bool,
    /// Whether the first line has begun, before which a byte order mark may stand.
    begun: bool,
}

/// Why a stream can't be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum Unreadable {
    #[error("an event has more than {LONGEST_EVENT} bytes")]
    TooLong,
    #[error("an event is not UTF-8")]
    NotText,
}

impl Parser {
    /// Parses the next bytes and appends the data of the events that they complete.
    pub(super) fn feed(&mut self, bytes: &[u8], events: &mut VecDeque<String>) -> Result<(), Unreadable> {
        for byte in bytes {
            match byte {
                b'\n' if self.after_return => self.after_return = false,
                b'\n' | b'\r' => {
                    self.after_return = *byte == b'\r';
                    self.end_line(events)?;
                }
                _ => {
                    self.after_return = false;
                    if self.line.len() + self.data.len() >= LONGEST_EVENT {
                        return Err(Unreadable::TooLong);
                    }
                    self.line.push(*byte);
                }
            }
        }
        Ok(())
    }

    fn end_line(&mut self, events: &mut VecDeque<String>) -> Result<(), Unreadable> {
        let mut line = self.line.as_slice();
        if !self.begun {
            self.begun = true;
            line = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line);
        }
        if line.is_empty() {
            // Every line of data is followed by a line feed; the last of them is not part of the event.
            if self.data.pop().is_some() {
                let data = String::from_utf8(std::mem::take(&mut self.data));
                events.push_back(data.map_err(|_| Unreadable::NotText)?);
            }
        } else if let Some(value) = data_of(line) {
            self.data.extend_from_slice(value);
            self.data.push(b'\n');
        }
        self.line.clear();
        Ok(())
    }
}

/// The value of a `data` line, which may begin with a space that is not part of it.
fn data_of(line: &[u8]) -> Option<&[u8]> {
    let value = match line.strip_prefix(b"data")? {
        [] => &[],
        [b':', value @ ..] => value,
        _ => return None,
    };
    Some(value.strip_prefix(b" ").unwrap_or(value))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(pieces: &[&[u8]]) -> Result<Vec<String>, Unreadable> {
        let (mut parser, mut events) = (Parser::default(), VecDeque::new());
        for piece in pieces {
            parser.feed(piece, &mut events)?;
        }
        Ok(events.into())
    }

    #[rstest::rstest]
    #[case::plain("data: a\n\ndata: b\n\n", &["a", "b"])]
    #[case::carriage_returns("data: a\r\n\r\ndata: b\r\rdata: c\n\r\n", &["a", "b", "c"])]
    #[case::several_lines("data: a\ndata:b\ndata\ndata:  c\n\n", &["a\nb\n\n c"])]
    #[case::other_fields("event: x\nid: 1\nretry: 9\nerror: {}\ndatabase: no\ndata: a\n\n", &["a"])]
    #[case::comments(": still there\n\n:\ndata: a\n: x\n\n", &["a"])]
    #[case::byte_order_mark("\u{feff}data: a\n\n\u{feff}data: b\n\n", &["a"])]
    #[case::without_data("event: ping\n\n\n\n", &[])]
    #[case::empty_data("data\n\n", &[""])]
    #[case::unfinished("data: a\n\ndata: b\n", &["a"])]
    #[case::letters("data: cà phê\n\n", &["cà phê"])]
    fn events_are_read(#[case] stream: &str, #[case] events: &[&str]) {
        assert_eq!(read(&[stream.as_bytes()]).unwrap(), events);
    }

    #[test]
    fn events_that_never_end_are_given_up() {
        let endless = vec![b'x'; LONGEST_EVENT + 1];
        assert_eq!(read(&[&endless]), Err(Unreadable::TooLong));
        let line = [b"data: ".as_slice(), &endless[..LONGEST_EVENT / 4], b"\n"].concat();
        assert_eq!(read(&[line.as_slice(); 5]), Err(Unreadable::TooLong));
        let event = [line.as_slice(), b"\n"].concat();
        assert_eq!(read(&[event.as_slice(); 5]).unwrap().len(), 5, "each for itself is short enough");
        assert_eq!(read(&[b"data: \xff\n\n"]), Err(Unreadable::NotText));
    }

    fn line() -> impl Strategy<Value = (Option<String>, String)> {
        prop_oneof![
            4 => "[^\r\n]{0,20}".prop_map(|text| (Some(text.clone()), format!("data: {text}"))),
            1 => "[^\r\n]{0,20}".prop_map(|text| (None, format!(":{text}"))),
            1 => "[a-z]{1,8}".prop_map(|text| (None, format!("x{text}: data: {text}"))),
        ]
    }

    proptest! {
        #[test]
        fn streams_can_be_cut_anywhere(
            written in prop::collection::vec(prop::collection::vec(line(), 1..4), 0..6),
            line_end in prop::sample::select(vec!["\n", "\r\n", "\r"]),
            cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..8),
        ) {
            let expected: Vec<String> = written
                .iter()
                .map(|event| event.iter().filter_map(|(data, _)| data.clone()).collect::<Vec<_>>())
                .filter(|data| !data.is_empty())
                .map(|data| data.join("\n"))
                .collect();
            let lines = |event: &Vec<(_, String)>| {
                let lines = event.iter().flat_map(|(_, line)| [line.as_str(), line_end]);
                lines.chain([line_end]).collect::<String>()
            };
            let stream: String = written.iter().map(lines).collect();
            let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(stream.len() + 1)).collect();
            cuts.sort_unstable();
            let mut pieces = Vec::new();
            let mut rest = stream.as_bytes();
            for cut in cuts {
                let (piece, after) = rest.split_at(cut - (stream.len() - rest.len()));
                pieces.push(piece);
                rest = after;
            }
            pieces.push(rest);
            prop_assert_eq!(read(&pieces).unwrap(), expected);
        }

        #[test]
        fn no_bytes_are_too_odd(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = read(&[&bytes]);
        }
    }
}
