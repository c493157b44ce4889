//! Going through a record with all its variations.

use super::{Item, Record, Token};

/// Plays all actions of a record, those of variations from where they branch off, and returns the state at the
/// end of the main line. `play` is told whether an action is of the main line.
///
/// A state is copied for each action that has a variation, and only then; at most as many copies as variations are nested
/// ([`MAX_NESTING`](super::MAX_NESTING)) are held at a time, two for each level.
///
/// ```
/// use sarsen_core::record::{Reader, walk};
///
/// let record = Reader::new("[Game \"x\"]\n\n1 2 (5 6) 3".as_bytes()).next().unwrap()?;
/// let mut lines = Vec::new();
/// let end = walk(&record, Vec::new(), Vec::clone, |line: &mut Vec<String>, token, _| {
///     line.push(token.text.to_owned());
///     lines.push(line.join(" "));
///     Ok::<(), ()>(())
/// });
/// assert_eq!(lines, ["1", "1 2", "1 5", "1 5 6", "1 2 3"]);
/// assert_eq!(end.unwrap(), ["1", "2", "3"]);
/// # Ok::<(), sarsen_core::record::RecordError>(())
/// ```
///
/// # Errors
/// The first error of `play`, in the order of the text.
pub fn walk<S, E>(
    record: &Record,
    start: S,
    copy: impl Fn(&S) -> S,
    mut play: impl FnMut(&mut S, Token<'_>, bool) -> Result<(), E>,
) -> Result<S, E> {
    let mut line = Line { state: start, before: None };
    let mut outer: Vec<Line<S>> = Vec::new();
    let mut items = record.items();
    while let Some(item) = items.next() {
        match item {
            Item::Action(token) => {
                // Comments and marks of the action may stand before its variations.
                let branches = has_variation(items.clone());
                line.before = branches.then(|| copy(&line.state));
                play(&mut line.state, token, outer.is_empty())?;
            }
            Item::VariationStart(_) => {
                // The reader has seen to it that an action stands before every variation.
                let Some(before) = line.before.as_ref().map(&copy) else { continue };
                outer.push(std::mem::replace(&mut line, Line { state: before, before: None }));
            }
            Item::VariationEnd => {
                if let Some(outside) = outer.pop() {
                    line = outside;
                }
            }
            Item::Comment(_) | Item::Mark(_) => {}
        }
    }
    Ok(line.state)
}

/// A line that is being played: the state after its last action and, where variations replace that action, before it.
struct Line<S> {
    state: S,
    before: Option<S>,
}

fn has_variation<'a>(following: impl Iterator<Item = Item<'a>>) -> bool {
    let mut following =
        following.skip_while(|item| matches!(item, Item::Comment(_) | Item::Mark(_)));
    matches!(following.next(), Some(Item::VariationStart(_)))
}
