//! The parser for one record. It knows the format but no game.

use std::collections::HashSet;

use super::{Place, Problem, Record, RecordError, Tag};

/// Parses one record; `first_line` is the number of its first line in the file.
pub(super) fn record(text: &str, first_line: u32) -> Result<Record, RecordError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut record = Record::default();
    let mut names = HashSet::new();
    let mut line = first_line;
    let mut rest = text;
    while !rest.is_empty() {
        let (this, after) = rest.split_once('\n').unwrap_or((rest, ""));
        let this = this.strip_suffix('\r').unwrap_or(this);
        if this.trim().is_empty() {
            if !record.tags.is_empty() {
                break;
            }
        } else {
            add_tag(&mut record, &mut names, this, line)?;
        }
        rest = after;
        line += 1;
    }
    if record.tag("Game").is_none() {
        let place = Place { line: first_line, column: 1 };
        return Err(RecordError { place, token: None, problem: Problem::MissingGame });
    }
    items(&mut record, rest, line)?;
    Ok(record)
}

fn add_tag(
    record: &mut Record,
    names: &mut HashSet<String>,
    line: &str,
    number: u32,
) -> Result<(), RecordError> {
    let tag = TagLine { chars: line.chars().collect(), next: 0, line: number }.parse()?;
    if !names.insert(tag.name.clone()) {
        let problem = Problem::DuplicateTag(tag.name.clone());
        return Err(RecordError { place: tag.place, token: Some(tag.name), problem });
    }
    record.tags.push(tag);
    Ok(())
}

/// A reader of one line `[Name "value"]`.
struct TagLine {
    chars: Vec<char>,
    next: usize,
    line: u32,
}

impl TagLine {
    fn parse(mut self) -> Result<Tag, RecordError> {
        self.skip_blanks();
        self.expect('[', "a tag line looks like [Name \"value\"]; a blank line ends the tags")?;
        self.skip_blanks();
        let place = self.place();
        let name = self.name()?;
        self.skip_blanks();
        let value_place = self.place();
        self.expect('"', "the value stands in double quotes")?;
        let value = self.value()?;
        self.skip_blanks();
        self.expect(']', "a closing bracket ends the tag")?;
        self.skip_blanks();
        if self.next < self.chars.len() {
            return Err(self.fail("nothing may follow the closing bracket"));
        }
        Ok(Tag { name, value, place, value_place })
    }

    fn name(&mut self) -> Result<String, RecordError> {
        let allowed = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
        let name: String =
            self.chars[self.next..].iter().copied().take_while(|c| allowed(c)).collect();
        if name.is_empty() {
            return Err(self.fail("a name of letters, digits, `_`, `-` and `.` is missing"));
        }
        self.next += name.len();
        if self.peek().is_some_and(|c| c != ' ' && c != '\t') {
            return Err(self.fail("a space separates the name and the value"));
        }
        Ok(name)
    }

    fn value(&mut self) -> Result<String, RecordError> {
        let mut value = String::new();
        loop {
            let Some(c) = self.peek() else {
                return Err(self.fail("the value's closing quote is missing"));
            };
            self.next += 1;
            match c {
                '"' => return Ok(value),
                '\\' => match self.peek() {
                    Some(escaped @ ('"' | '\\')) => {
                        value.push(escaped);
                        self.next += 1;
                    }
                    _ => return Err(self.fail("after a backslash only `\"` or `\\` may stand")),
                },
                c => value.push(c),
            }
        }
    }

    fn expect(&mut self, wanted: char, otherwise: &'static str) -> Result<(), RecordError> {
        if self.peek() != Some(wanted) {
            return Err(self.fail(otherwise));
        }
        self.next += 1;
        Ok(())
    }

    fn skip_blanks(&mut self) {
        while self.peek().is_some_and(|c| c == ' ' || c == '\t') {
            self.next += 1;
        }
    }

    fn peek(&self) -> Option<char> {
        self.chars.get(self.next).copied()
    }

    fn place(&self) -> Place {
        Place { line: self.line, column: self.next as u32 + 1 }
    }

    fn fail(&self, why: &'static str) -> RecordError {
        let token: String = self.chars.iter().collect();
        RecordError { place: self.place(), token: Some(token), problem: Problem::MalformedTag(why) }
    }
}

/// Tokens and comments. Move numbers are skipped.
fn items(record: &mut Record, text: &str, first_line: u32) -> Result<(), RecordError> {
    let mut place = Place { line: first_line, column: 1 };
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let length = if c.is_whitespace() {
            c.len_utf8()
        } else if c == '{' {
            let Some(end) = rest.find('}') else {
                return Err(RecordError { place, token: None, problem: Problem::OpenComment });
            };
            record.push(&rest[1..end].replace("\r\n", "\n"), place, true);
            end + 1
        } else {
            let end = rest.find(|c: char| c.is_whitespace() || c == '{').unwrap_or(rest.len());
            if !is_move_number(&rest[..end]) {
                record.push(&rest[..end], place, false);
            }
            end
        };
        place = advance(place, &rest[..length]);
        rest = &rest[length..];
    }
    Ok(())
}

fn is_move_number(token: &str) -> bool {
    let digits = token.strip_suffix('.').unwrap_or("");
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

fn advance(mut place: Place, text: &str) -> Place {
    for c in text.chars() {
        if c == '\n' {
            place = Place { line: place.line + 1, column: 1 };
        } else {
            place.column += 1;
        }
    }
    place
}
