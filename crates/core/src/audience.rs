//! The reader of a sentence about the seats: "You place a 4", "Ada places a 4".

use std::borrow::Cow;

use crate::{Lang, Phrase, Seat, phrase};

/// The names of the seats as one reader knows them, and which seat is the reader's own.
///
/// Sentences of games ([`Explain`](crate::Explain)) refer to seats by marks: `[1:You place|@ places]` reads "You place"
/// for seat 1 and "Ada places" for everybody else; `@` is replaced by the name.
///
/// ```
/// use sarsen_core::{Audience, Phrase, Seat};
///
/// let script = Phrase::new("[1:You win|@ wins].", "[1:Vous gagnez|@ gagne].", "[1:あなた|@]の勝ちです。");
/// assert_eq!(Audience::default().read(&script).en, "Player 1 wins.");
/// let ada = Phrase::new("Ada", "Ada", "Ada");
/// assert_eq!(Audience::new(None, vec![ada.clone()]).read(&script).fr, "Ada gagne.");
/// assert_eq!(Audience::new(Some(Seat::ONE), vec![ada]).read(&script).en, "You win.");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Audience {
    you: Option<Seat>,
    names: Vec<Phrase>,
}

impl Audience {
    /// A reader in seat `you` (`None` for a spectator), with the names of the seats. A seat without a name is called by
    /// its number.
    pub fn new(you: Option<Seat>, names: Vec<Phrase>) -> Audience {
        Audience { you, names }
    }

    /// The sentence for this reader, with every mark replaced.
    pub fn read(&self, script: &Phrase) -> Phrase {
        let read = |lang: Lang| Cow::Owned(self.replace(script.in_lang(lang), lang));
        Phrase { en: read(Lang::En), fr: read(Lang::Fr), ja: read(Lang::Ja) }
    }

    fn replace(&self, script: &str, lang: Lang) -> String {
        let mut text = String::with_capacity(script.len());
        let mut rest = script;
        while let Some((before, mark, after)) = next_mark(rest) {
            text.push_str(before);
            text.push_str(&self.form(&mark, lang));
            rest = after;
        }
        text.push_str(rest);
        text
    }

    fn form(&self, mark: &Mark<'_>, lang: Lang) -> String {
        if self.you == Some(mark.seat) {
            return mark.you.to_owned();
        }
        let name = self.name(mark.seat);
        let name = name.in_lang(lang);
        let vowel = name.starts_with(|c: char| "AEIOUYÀÂÉÈÊËÎÏÔÛaeiouyàâéèêëîïôû".contains(c));
        if lang == Lang::Fr && vowel {
            return mark.other.replace("de @", "d’@").replace('@', name);
        }
        mark.other.replace('@', name)
    }

    fn name(&self, seat: Seat) -> Phrase {
        let named = self.names.get(seat.index()).cloned();
        named.unwrap_or_else(|| phrase!("Player {seat}", "Joueur {seat}", "プレイヤー{seat}"))
    }
}

/// `[1:You place|@ places]`.
struct Mark<'a> {
    seat: Seat,
    you: &'a str,
    other: &'a str,
}

/// The first mark of a script, with the text before and after it.
fn next_mark(script: &str) -> Option<(&str, Mark<'_>, &str)> {
    let (before, rest) = script.split_once('[')?;
    let (mark, after) = rest.split_once(']')?;
    let (seat, forms) = mark.split_once(':')?;
    let (you, other) = forms.split_once('|')?;
    let seat = Seat::from_number(seat.parse().ok()?)?;
    Some((before, Mark { seat, you, other }, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(name: &'static str) -> Phrase {
        Phrase::new(name, name, name)
    }

    #[test]
    fn every_mark_is_read_and_names_are_left_as_they_are() {
        let script = Phrase::new(
            "[2:You take|@ takes] a piece of [1:yours|@].",
            "[2:Vous prenez|@ prend] un pion [1:à vous|de @].",
            "[2:あなた|@]が[1:あなた|@]の駒を取りました。",
        );
        let audience = Audience::new(Some(Seat::TWO), vec![name("[1:x|@]"), name("Bo")]);
        assert_eq!(audience.read(&script).en, "You take a piece of [1:x|@].");
        assert_eq!(audience.read(&script).ja, "あなたが[1:x|@]の駒を取りました。");
    }

    #[test]
    fn french_elides_before_a_vowel() {
        let script = Phrase::new("", "La ligne [1:vous revient|de @].", "");
        let fr = |named| Audience::new(None, vec![name(named)]).read(&script).fr;
        assert_eq!(fr("Ada"), "La ligne d’Ada.");
        assert_eq!(fr("Bo"), "La ligne de Bo.");
    }

    #[test]
    fn brackets_that_are_not_marks_are_kept() {
        for text in ["[", "[1", "[1:a]", "[x:a|b]", "a] [0:a|b]"] {
            let script = Phrase { en: text.into(), fr: text.into(), ja: text.into() };
            assert_eq!(Audience::default().read(&script).en, text);
        }
    }
}
