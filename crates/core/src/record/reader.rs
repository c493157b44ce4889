//! Splitting a stream into records.

use std::io::BufRead;

use super::{MAX_RECORD_BYTES, Place, Problem, Record, RecordError, SEPARATOR, parse};

/// The records of a stream, one at a time. After a malformed record the reader reports an error and goes on with the
/// next; after a read error or a record that is too large it stops.
///
/// ```
/// use sarsen_core::record::Reader;
///
/// let file = "[Game \"holes\"]\n\n*3 *2\n---\n[Game \"stonehenge\"]\n\nG4\n";
/// let records: Result<Vec<_>, _> = Reader::new(file.as_bytes()).collect();
/// let games: Vec<String> = records?.iter().map(|r| r.tag("Game").unwrap().value.clone()).collect();
/// assert_eq!(games, ["holes", "stonehenge"]);
/// # Ok::<(), sarsen_core::record::RecordError>(())
/// ```
pub struct Reader<R> {
    input: R,
    /// The line that the next record begins on.
    line: u32,
    records: u32,
    done: bool,
}

impl<R: BufRead> Reader<R> {
    /// A reader for any stream of bytes.
    pub fn new(input: R) -> Reader<R> {
        Reader { input, line: 1, records: 0, done: false }
    }

    /// The bytes up to the next separator or the end. `---` inside a comment does not separate records.
    fn next_chunk(&mut self) -> Result<Chunk, RecordError> {
        let mut chunk = Chunk { bytes: Vec::new(), line: self.line, separated: false };
        let mut comments = CommentTracker::default();
        loop {
            let start = chunk.bytes.len();
            let ended = self.read_line(&mut chunk)?;
            let line = trim_line_end(&chunk.bytes[start..]);
            self.line += 1;
            if line.trim_ascii_end() == SEPARATOR.as_bytes() && !comments.open {
                chunk.bytes.truncate(start);
                chunk.separated = true;
                return Ok(chunk);
            }
            comments.see_line(line);
            if ended {
                return Ok(chunk);
            }
        }
    }

    /// Reads one line including its end. Returns `true` at the end of the stream.
    fn read_line(&mut self, chunk: &mut Chunk) -> Result<bool, RecordError> {
        loop {
            let buffer = match self.input.fill_buf() {
                Ok(buffer) => buffer,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(self.stop(Problem::Io(error))),
            };
            if buffer.is_empty() {
                return Ok(true);
            }
            let line_end = buffer.iter().position(|&byte| byte == b'\n');
            let taken = line_end.map_or(buffer.len(), |end| end + 1);
            if chunk.bytes.len() + taken > MAX_RECORD_BYTES {
                return Err(self.stop(Problem::TooLarge));
            }
            chunk.bytes.extend_from_slice(&buffer[..taken]);
            self.input.consume(taken);
            if line_end.is_some() {
                return Ok(false);
            }
        }
    }

    fn stop(&mut self, problem: Problem) -> RecordError {
        self.done = true;
        RecordError { place: Place { line: self.line, column: 1 }, token: None, problem }
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Record, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let chunk = match self.next_chunk() {
            Ok(chunk) => chunk,
            Err(error) => return Some(Err(error)),
        };
        self.done = !chunk.separated;
        let blank = chunk.bytes.iter().all(u8::is_ascii_whitespace);
        if blank && !chunk.separated {
            // Blank lines after the last record are ignored, but an empty stream is an error.
            let nothing = RecordError { place: Place::START, token: None, problem: Problem::Empty };
            return (self.records == 0).then_some(Err(nothing));
        }
        self.records += 1;
        Some(chunk.text().and_then(|text| parse::record(text, chunk.line)))
    }
}

struct Chunk {
    bytes: Vec<u8>,
    /// The line of the file on which it begins.
    line: u32,
    separated: bool,
}

impl Chunk {
    fn text(&self) -> Result<&str, RecordError> {
        std::str::from_utf8(&self.bytes).map_err(|error| {
            let before = String::from_utf8_lossy(&self.bytes[..error.valid_up_to()]);
            let lines = before.bytes().filter(|&byte| byte == b'\n').count() as u32;
            let last = before.rsplit('\n').next().unwrap_or_default();
            let place = Place { line: self.line + lines, column: last.chars().count() as u32 + 1 };
            RecordError { place, token: None, problem: Problem::Utf8 }
        })
    }
}

/// Tracks whether a comment is open at the end of the lines seen so far. Braces in tags are ignored.
#[derive(Default)]
struct CommentTracker {
    in_tokens: bool,
    tags_seen: bool,
    open: bool,
}

impl CommentTracker {
    fn see_line(&mut self, line: &[u8]) {
        let blank = line.iter().all(u8::is_ascii_whitespace);
        self.in_tokens |= blank && self.tags_seen;
        self.tags_seen |= !blank;
        if !self.in_tokens {
            return;
        }
        for byte in line {
            match byte {
                b'{' => self.open = true,
                b'}' => self.open = false,
                _ => {}
            }
        }
    }
}

fn trim_line_end(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}
