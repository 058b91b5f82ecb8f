//! The grammar of JSON, without extensions.

use std::borrow::Cow;

use rustc_hash::FxHashSet;

use super::fault::{self, Fault};
use super::{Json, Member, Node, small};
use crate::limits::{MAX_DEPTH, MAX_SCRIPT};

/// Objects with more members are searched for duplicate keys with a set.
const FEW_MEMBERS: usize = 16;

/// Parses a text that is one JSON value.
pub(crate) fn parse(text: &str) -> Result<Node<'_>, Fault> {
    if text.len() > MAX_SCRIPT {
        return Err(Fault::new(0, format!("the script is longer than {MAX_SCRIPT} bytes")));
    }
    let mut parser = Parser { text, bytes: text.as_bytes(), position: 0, depth: 0 };
    parser.skip_space();
    let node = parser.value()?;
    parser.skip_space();
    if parser.position < text.len() {
        return Err(fault::behind_the_end(text, parser.position));
    }
    Ok(node)
}

struct Parser<'a> {
    text: &'a str,
    bytes: &'a [u8],
    position: usize,
    depth: usize,
}

impl<'a> Parser<'a> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.position).copied()
    }

    fn take(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == Some(byte);
        self.position += usize::from(is_next);
        is_next
    }

    fn skip_space(&mut self) {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.peek() {
            self.position += 1;
        }
    }

    fn value(&mut self) -> Result<Node<'a>, Fault> {
        let offset = self.position;
        let value = match self.peek() {
            Some(b'{') => self.nested(Self::object)?,
            Some(b'[') => self.nested(Self::array)?,
            Some(b'"') => Json::Text(self.string()?),
            Some(b'-' | b'0'..=b'9') => self.number()?,
            _ => self.word()?,
        };
        Ok(Node { offset: small(offset), value })
    }

    fn nested(&mut self, read: fn(&mut Self) -> Result<Json<'a>, Fault>) -> Result<Json<'a>, Fault> {
        if self.depth == MAX_DEPTH {
            let message = format!("objects and lists stand in each other deeper than {MAX_DEPTH} levels");
            return Err(Fault::new(self.position, message));
        }
        self.depth += 1;
        self.position += 1;
        let value = read(self);
        self.depth -= 1;
        value
    }

    fn array(&mut self) -> Result<Json<'a>, Fault> {
        let mut items = Vec::new();
        self.skip_space();
        if self.take(b']') {
            return Ok(Json::Array(items));
        }
        loop {
            self.skip_space();
            items.push(self.value()?);
            if self.ends(b']')? {
                return Ok(Json::Array(items));
            }
        }
    }

    fn object(&mut self) -> Result<Json<'a>, Fault> {
        let mut members = Vec::new();
        self.skip_space();
        if self.take(b'}') {
            return Ok(Json::Object(members));
        }
        loop {
            self.skip_space();
            members.push(self.member()?);
            if self.ends(b'}')? {
                mark_overridden(&mut members);
                return Ok(Json::Object(members));
            }
        }
    }

    fn member(&mut self) -> Result<Member<'a>, Fault> {
        let offset = self.position;
        if self.peek() != Some(b'"') {
            return Err(fault::no_key(self.text, offset));
        }
        let key = self.string()?;
        self.skip_space();
        if !self.take(b':') {
            return Err(fault::no_colon(self.text, self.position, &key));
        }
        self.skip_space();
        Ok(Member { offset: small(offset), key, value: self.value()?, is_overridden: false })
    }

    /// Whether the list or object ends after a value. If not, a comma was consumed.
    fn ends(&mut self, close: u8) -> Result<bool, Fault> {
        self.skip_space();
        if self.take(close) {
            return Ok(true);
        }
        let comma = self.position;
        if !self.take(b',') {
            return Err(fault::no_separator(self.text, comma, close));
        }
        self.skip_space();
        match self.peek() {
            Some(b'}' | b']') => Err(fault::trailing_comma(self.text, comma, self.position)),
            _ => Ok(false),
        }
    }

    fn word(&mut self) -> Result<Json<'a>, Fault> {
        let rest = &self.text[self.position..];
        let words = [("true", Json::Bool(true)), ("false", Json::Bool(false)), ("null", Json::Null)];
        for (word, value) in words {
            if rest.starts_with(word) {
                self.position += word.len();
                return Ok(value);
            }
        }
        Err(fault::no_value(self.text, self.position))
    }

    fn number(&mut self) -> Result<Json<'a>, Fault> {
        let start = self.position;
        self.take(b'-');
        if !self.take(b'0') {
            self.digits(start)?;
        } else if self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            return Err(Fault::new(start, "a number begins with a needless 0")
                .fixed_by("Remove the zeros at its start, or put it into double quotes."));
        }
        if self.take(b'.') {
            self.digits(start)?;
        }
        if self.take(b'e') || self.take(b'E') {
            let _sign = self.take(b'+') || self.take(b'-');
            self.digits(start)?;
        }
        let number = self.text[start..self.position].parse::<f64>().ok().filter(|number| number.is_finite());
        number.map(Json::Number).ok_or_else(|| Fault::new(start, "a number is too large"))
    }

    fn digits(&mut self, start: usize) -> Result<(), Fault> {
        let first = self.position;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.position += 1;
        }
        if first == self.position {
            return Err(fault::broken_number(self.text, start));
        }
        Ok(())
    }

    /// A string that begins at a quote. Most strings need no decoding and are borrowed.
    fn string(&mut self) -> Result<Cow<'a, str>, Fault> {
        let quote = self.position;
        self.position += 1;
        let mut decoded = String::new();
        let mut copied = self.position;
        loop {
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => {
                    decoded.push_str(&self.text[copied..self.position]);
                    decoded.push(self.escape()?);
                    copied = self.position;
                }
                Some(0..=0x1F) => return Err(fault::control_character(self.text, quote, self.position)),
                Some(_) => self.position += 1,
                None => return Err(fault::unterminated(self.text, quote)),
            }
        }
        let rest = &self.text[copied..self.position];
        self.position += 1;
        if decoded.is_empty() && copied == quote + 1 {
            return Ok(Cow::Borrowed(rest));
        }
        decoded.push_str(rest);
        Ok(Cow::Owned(decoded))
    }

    fn escape(&mut self) -> Result<char, Fault> {
        let start = self.position;
        let letter = self.bytes.get(start + 1).copied();
        self.position += 2;
        let character = match letter {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{C}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.unicode_escape(start),
            _ => return Err(fault::unknown_escape(self.text, start)),
        };
        Ok(character)
    }

    fn unicode_escape(&mut self, start: usize) -> Result<char, Fault> {
        let broken = || {
            Fault::new(start, "\\u must be followed by four hexadecimal digits that make a character")
                .fixed_by("Write the character itself; a page in UTF-8 needs no such escape.")
        };
        let first = self.hexadecimal().ok_or_else(broken)?;
        if let Some(character) = char::from_u32(first) {
            return Ok(character);
        }
        if !(self.take(b'\\') && self.take(b'u')) {
            return Err(broken());
        }
        let second = self.hexadecimal().ok_or_else(broken)?;
        let is_pair = first < 0xDC00 && (0xDC00..0xE000).contains(&second);
        let code = 0x1_0000 + ((first & 0x3FF) << 10) + (second & 0x3FF);
        char::from_u32(code).filter(|_| is_pair).ok_or_else(broken)
    }

    fn hexadecimal(&mut self) -> Option<u32> {
        let digits = self.text.get(self.position..self.position + 4)?;
        if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        self.position += 4;
        u32::from_str_radix(digits, 16).ok()
    }
}

fn mark_overridden(members: &mut [Member<'_>]) {
    if members.len() <= FEW_MEMBERS {
        for index in 1..members.len() {
            let (earlier, later) = members.split_at_mut(index);
            for member in earlier {
                member.is_overridden |= member.key == later[0].key;
            }
        }
        return;
    }
    let mut later: FxHashSet<&str> = FxHashSet::default();
    for member in members.iter_mut().rev() {
        member.is_overridden = !later.insert(&member.key);
    }
}
