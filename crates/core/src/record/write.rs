//! A record as text.

use std::fmt;

use super::{Item, Record};

/// The widest line of actions that is written, in characters.
pub(super) const LINE_WIDTH: usize = 80;

/// The record's own format: what [`Reader`](super::Reader) reads back to the same tags and items.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for tag in &self.tags {
            let value = tag.value.replace('\\', "\\\\").replace('"', "\\\"");
            writeln!(f, "[{} \"{value}\"]", tag.name)?;
        }
        if self.items.is_empty() {
            return Ok(());
        }
        writeln!(f)?;
        let (mut column, mut opening) = (0, 0);
        let mut items = self.items().peekable();
        while let Some(item) = items.next() {
            if matches!(item, Item::VariationStart(_)) {
                opening += 1;
                continue;
            }
            // Parentheses stand close to what they enclose.
            let mut text = "(".repeat(std::mem::take(&mut opening)) + &written(item);
            while items.next_if_eq(&Item::VariationEnd).is_some() {
                text.push(')');
            }
            let width = text.chars().count();
            if column > 0 && column + 1 + width > LINE_WIDTH {
                writeln!(f)?;
                column = 0;
            } else if column > 0 {
                f.write_str(" ")?;
                column += 1;
            }
            f.write_str(&text)?;
            column += width;
        }
        writeln!(f)
    }
}

fn written(item: Item<'_>) -> String {
    match item {
        Item::Action(token) => token.text.to_owned(),
        Item::Comment(text) => format!("{{{text}}}"),
        Item::Mark(number) => format!("${number}"),
        Item::VariationStart(_) => "(".to_owned(),
        Item::VariationEnd => ")".to_owned(),
    }
}
