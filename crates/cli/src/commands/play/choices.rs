//! The list from which a player chooses, with a filter and a cursor.

use sarsen_catalog::Position;
use sarsen_core::Lang;

/// A possible action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Choice {
    /// Its notation, as the seat to act names it.
    pub(crate) token: String,
    /// The same in words; empty if the game has none.
    pub(crate) words: String,
}

/// All choices, those that match the filter, and the cursor.
#[derive(Default, Debug)]
pub(crate) struct Choices {
    all: Vec<Choice>,
    /// Indices into `all`, best match first.
    fitting: Vec<usize>,
    typed: String,
    cursor: usize,
}

impl Choices {
    /// The choices of a position, unfiltered.
    pub(crate) fn new(position: &dyn Position, tokens: Vec<String>, lang: Lang) -> Choices {
        let describe = |token: String| {
            let words = position.describe(&token).says;
            let words = words.map_or(String::new(), |says| says.in_lang(lang).to_owned());
            Choice { token, words }
        };
        let mut choices =
            Choices { all: tokens.into_iter().map(describe).collect(), ..Choices::default() };
        choices.narrow();
        choices
    }

    /// The text typed as a filter.
    pub(crate) fn typed(&self) -> &str {
        &self.typed
    }

    /// The matching choices, in display order.
    pub(crate) fn fitting(&self) -> impl ExactSizeIterator<Item = &Choice> {
        self.fitting.iter().map(|&index| &self.all[index])
    }

    /// The cursor's index among the matching choices.
    pub(crate) fn cursor(&self) -> usize {
        self.cursor
    }

    /// The choice under the cursor.
    pub(crate) fn chosen(&self) -> Option<&Choice> {
        self.fitting.get(self.cursor).map(|&index| &self.all[index])
    }

    pub(crate) fn push(&mut self, letter: char) {
        self.typed.push(letter);
        self.narrow();
    }

    pub(crate) fn backspace(&mut self) {
        self.typed.pop();
        self.narrow();
    }

    pub(crate) fn clear(&mut self) {
        self.typed.clear();
        self.narrow();
    }

    /// Moves the cursor within the list.
    pub(crate) fn step(&mut self, by: isize) {
        let last = self.fitting.len().saturating_sub(1);
        self.cursor = self.cursor.saturating_add_signed(by).min(last);
    }

    /// Moves the cursor to a choice. `false` if it is not in the list.
    pub(crate) fn select(&mut self, token: &str) -> bool {
        self.clear();
        let found = self.fitting().position(|choice| choice.token == token);
        self.cursor = found.unwrap_or(self.cursor);
        found.is_some()
    }

    /// Extends the filter as far as all notations that start with it agree.
    pub(crate) fn complete(&mut self) {
        let starting = self.all.iter().filter(|choice| starts_with(&choice.token, &self.typed));
        let common = starting.map(|choice| choice.token.as_str()).reduce(|one, other| {
            let agree = |((at, a), b): ((usize, char), char)| (a == b).then_some(at + a.len_utf8());
            let end = one.char_indices().zip(other.chars()).map_while(agree).last();
            &one[..end.unwrap_or(0)]
        });
        if let Some(common) = common.filter(|common| common.len() >= self.typed.len()) {
            self.typed = common.to_owned();
            self.narrow();
        }
    }

    /// Applies the filter: exact notation first, then notations that start with it, then descriptions that contain it.
    fn narrow(&mut self) {
        let rank = |choice: &Choice| {
            if choice.token.eq_ignore_ascii_case(&self.typed) {
                Some(0)
            } else if starts_with(&choice.token, &self.typed) {
                Some(1)
            } else {
                let typed = self.typed.to_lowercase();
                choice.words.to_lowercase().contains(&typed).then_some(2)
            }
        };
        let mut ranked: Vec<(u8, usize)> = (0..)
            .zip(&self.all)
            .filter_map(|(index, choice)| rank(choice).map(|rank| (rank, index)))
            .collect();
        ranked.sort_unstable();
        self.fitting = ranked.into_iter().map(|(_, index)| index).collect();
        self.cursor = 0;
    }
}

/// Like `str::starts_with`, ignoring case.
fn starts_with(token: &str, typed: &str) -> bool {
    token.get(..typed.len()).is_some_and(|start| start.eq_ignore_ascii_case(typed))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choices(tokens: &[(&str, &str)]) -> Choices {
        let choice = |&(token, words): &(&str, &str)| Choice {
            token: token.to_owned(),
            words: words.to_owned(),
        };
        let mut choices =
            Choices { all: tokens.iter().map(choice).collect(), ..Choices::default() };
        choices.narrow();
        choices
    }

    fn typed(tokens: &[(&str, &str)], text: &str) -> Vec<String> {
        let mut choices = choices(tokens);
        text.chars().for_each(|letter| choices.push(letter));
        choices.fitting().map(|choice| choice.token.clone()).collect()
    }

    #[test]
    fn exact_notation_comes_first_then_prefixes_then_words() {
        let holes = [("10", "from 10 to 12"), ("1", "from 1 to 3"), ("7", "from 7 to 10")];
        assert_eq!(typed(&holes, "1"), ["1", "10", "7"]);
        assert_eq!(typed(&holes, "10"), ["10", "7"]);
        assert_eq!(typed(&[("CA2@c7", "Castle to c7")], "ca"), ["CA2@c7"]);
        assert_eq!(typed(&[("CA2@c7", "Castle to c7")], "castle"), ["CA2@c7"]);
        assert_eq!(typed(&[("CA2@c7", "Castle to c7")], "xyz"), Vec::<String>::new());
        assert_eq!(typed(&[("CA2@c7", "鋳")], "C鋳"), Vec::<String>::new());
    }

    #[test]
    fn the_cursor_stays_in_the_list() {
        let mut list = choices(&[("A1", ""), ("A2", ""), ("B1", "")]);
        list.step(-1);
        assert_eq!(list.cursor(), 0);
        list.step(100);
        assert_eq!(list.chosen().unwrap().token, "B1");
        list.push('a');
        assert_eq!(list.chosen().unwrap().token, "A1");
        list.step(isize::MAX);
        assert_eq!(list.chosen().unwrap().token, "A2");
        list.backspace();
        assert_eq!(list.fitting().len(), 3);
        assert!(list.select("B1") && !list.select("C1"));
    }

    #[test]
    fn completion_types_what_all_agree_on() {
        let mut list = choices(&[("MA1@i2", ""), ("MA1@i3", ""), ("ST0@a1", "")]);
        list.push('m');
        list.complete();
        assert_eq!(list.typed(), "MA1@i");
        list.push('3');
        list.complete();
        assert_eq!(list.typed(), "MA1@i3");
        let mut none = choices(&[("A1", "")]);
        none.push('x');
        none.complete();
        assert_eq!(none.typed(), "x");
    }
}
