//! The parser for one record. It knows the format but no game.

use std::collections::HashSet;

use super::{Kind, MAX_NESTING, Place, Problem, Record, RecordError, Tag};

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

/// Tokens, comments, marks and variations. Move numbers are passed over.
fn items(record: &mut Record, text: &str, first_line: u32) -> Result<(), RecordError> {
    let mut place = Place { line: first_line, column: 1 };
    let mut rest = text;
    let mut nesting = Nesting::default();
    while let Some(c) = rest.chars().next() {
        let fail = |token: Option<&str>, problem| RecordError {
            place,
            token: token.map(str::to_owned),
            problem,
        };
        let length = match c {
            c if c.is_whitespace() => c.len_utf8(),
            '{' => {
                let end = rest.find('}').ok_or_else(|| fail(None, Problem::OpenComment))?;
                record.push(&rest[1..end].replace("\r\n", "\n"), place, Kind::Comment);
                end + 1
            }
            '(' => {
                nesting.open(place).map_err(|problem| fail(None, problem))?;
                record.push("", place, Kind::VariationStart);
                1
            }
            ')' => {
                nesting.close().map_err(|problem| fail(None, problem))?;
                record.push("", place, Kind::VariationEnd);
                1
            }
            _ => {
                let word = &rest[..word_length(rest)];
                if let Some(number) = word.strip_prefix('$') {
                    let mark = mark(number).filter(|_| nesting.line_has_action());
                    let mark = mark.ok_or_else(|| fail(Some(word), Problem::MalformedMark))?;
                    record.push("", place, Kind::Mark(mark));
                } else if !is_move_number(word) {
                    record.push(word, place, Kind::Action);
                    nesting.action();
                }
                word.len()
            }
        };
        place = advance(place, &rest[..length]);
        rest = &rest[length..];
    }
    nesting.end()
}

/// The length of a token, a move number or a mark, whose first character may be a dollar sign.
fn word_length(text: &str) -> usize {
    let ends = |c: char| c.is_whitespace() || matches!(c, '{' | '(' | ')' | '$');
    let first = text.chars().next().map_or(0, char::len_utf8);
    text[first..].find(ends).map_or(text.len(), |end| first + end)
}

fn mark(number: &str) -> Option<u8> {
    let plain = number.bytes().all(|byte| byte.is_ascii_digit());
    number.parse().ok().filter(|_| plain && (number == "0" || !number.starts_with('0')))
}

/// The variations that are open, and whether each line of them has an action yet.
#[derive(Default)]
struct Nesting {
    main_line_has_action: bool,
    open: Vec<OpenVariation>,
}

struct OpenVariation {
    place: Place,
    has_action: bool,
}

impl Nesting {
    fn line_has_action(&self) -> bool {
        self.open.last().map_or(self.main_line_has_action, |variation| variation.has_action)
    }

    fn action(&mut self) {
        match self.open.last_mut() {
            Some(variation) => variation.has_action = true,
            None => self.main_line_has_action = true,
        }
    }

    fn open(&mut self, place: Place) -> Result<(), Problem> {
        if !self.line_has_action() {
            return Err(Problem::NothingToReplace);
        }
        if self.open.len() == MAX_NESTING {
            return Err(Problem::TooDeep);
        }
        self.open.push(OpenVariation { place, has_action: false });
        Ok(())
    }

    fn close(&mut self) -> Result<(), Problem> {
        match self.open.pop() {
            None => Err(Problem::StrayParenthesis),
            Some(variation) if !variation.has_action => Err(Problem::EmptyVariation),
            Some(_) => Ok(()),
        }
    }

    /// At the end of the record nothing is open. The outermost is what its author has to look for.
    fn end(&self) -> Result<(), RecordError> {
        match self.open.first() {
            None => Ok(()),
            Some(OpenVariation { place, .. }) => {
                Err(RecordError { place: *place, token: None, problem: Problem::OpenVariation })
            }
        }
    }
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
