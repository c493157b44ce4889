//! The reader of a sentence about the seats: "You place a 4", "Ada places a 4".

use std::borrow::Cow;

use crate::{Lang, Phrase, Seat, phrase};

/// The names of the seats as one reader knows them, and which seat is the reader's own.
///
/// Sentences of games ([`Explain`](crate::Explain)) refer to seats by marks: `[1:You place|@ places]` reads "You place"
/// for seat 1 and "Ada places" for everybody else; `@` is replaced by the name, in the form that its place in the sentence
/// demands.
///
/// ```
/// use sarsen_core::{Audience, Phrase, Seat, SeatName};
///
/// let script = Phrase::new("[1:You win|@ wins].", "[1:Vous gagnez|@ gagne].", "[1:あなた|@]の勝ちです。");
/// assert_eq!(Audience::default().read(&script).fr, "Le joueur 1 gagne.");
/// let ada = SeatName::Proper(Phrase::new("Ada", "Ada", "Ada"));
/// assert_eq!(Audience::new(None, vec![ada.clone()]).read(&script).fr, "Ada gagne.");
/// assert_eq!(Audience::new(Some(Seat::ONE), vec![ada]).read(&script).en, "You win.");
/// let computer = SeatName::Noun(Phrase::new("the computer", "l’ordinateur", "コンピューター"));
/// assert_eq!(Audience::new(None, vec![computer]).read(&script).en, "The computer wins.");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Audience {
    you: Option<Seat>,
    names: Vec<SeatName>,
}

/// What sentences call a seat.
///
/// ```
/// use sarsen_core::{Audience, Phrase, Seat, SeatName};
///
/// let script = Phrase::new("[1:Your|@'s] ball", "[1:Votre bille|La bille de @]", "");
/// let of = |name| Audience::new(None, vec![name]).read(&script).fr;
/// assert_eq!(of(SeatName::proper("Ada")), "La bille d’Ada");
/// assert_eq!(of(SeatName::numbered(Seat::ONE)), "La bille du joueur 1");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SeatName {
    /// A person's name, which is written in the same way everywhere.
    Proper(Phrase),
    /// A noun with its article, as it is within a sentence: "the computer". It is capitalised at the beginning of one, and
    /// French contracts `de` and `à` with its article.
    Noun(Phrase),
}

impl SeatName {
    /// A person's name, which is the same in all languages.
    pub fn proper(name: &str) -> SeatName {
        let name = || Cow::Owned(name.to_owned());
        SeatName::Proper(Phrase { en: name(), fr: name(), ja: name() })
    }

    /// "player 2", for a seat about which nothing else is known.
    pub fn numbered(seat: Seat) -> SeatName {
        SeatName::Noun(phrase!("player {seat}", "le joueur {seat}", "プレイヤー{seat}"))
    }

    /// The same with the number of its seat, where another seat has the same name: "Ada (player 2)".
    #[must_use]
    pub fn with_number(&self, seat: usize) -> SeatName {
        let Phrase { en, fr, ja } = self.phrase();
        let numbered = Phrase {
            en: format!("{en} (player {seat})").into(),
            fr: format!("{fr} (joueur {seat})").into(),
            ja: format!("{ja}（プレイヤー{seat}）").into(),
        };
        match self {
            SeatName::Proper(_) => SeatName::Proper(numbered),
            SeatName::Noun(_) => SeatName::Noun(numbered),
        }
    }

    /// The words, as they are within a sentence.
    pub fn phrase(&self) -> &Phrase {
        match self {
            SeatName::Proper(phrase) | SeatName::Noun(phrase) => phrase,
        }
    }

    /// Appends `form` with its `@` replaced, in the form for this place of the sentence.
    fn write(&self, form: &str, lang: Lang, text: &mut String) {
        let mut parts = form.split('@');
        text.push_str(parts.next().unwrap_or_default());
        for rest in parts {
            let name = self.phrase().in_lang(lang);
            match self {
                SeatName::Noun(_) if begins_sentence(text) => push_capitalised(text, name),
                SeatName::Noun(_) if lang == Lang::Fr => push_contracted(text, name),
                SeatName::Proper(_) if lang == Lang::Fr => push_elided(text, name),
                _ => text.push_str(name),
            }
            text.push_str(rest);
        }
    }
}

fn begins_sentence(text: &str) -> bool {
    let text = text.trim_end();
    text.is_empty() || text.ends_with(['.', '!', '?'])
}

fn push_capitalised(text: &mut String, name: &str) {
    let mut letters = name.chars();
    text.extend(letters.next().into_iter().flat_map(char::to_uppercase));
    text.push_str(letters.as_str());
}

/// `de` and `le` make `du`, `à` and `le` make `au`.
fn push_contracted(text: &mut String, noun: &str) {
    let Some(rest) = noun.strip_prefix("le ") else { return text.push_str(noun) };
    for (preposition, contracted) in [("de ", "du "), ("à ", "au ")] {
        if ends_in_word(text, preposition) {
            text.truncate(text.len() - preposition.len());
            text.push_str(contracted);
            return text.push_str(rest);
        }
    }
    text.push_str(noun);
}

/// `de` loses its vowel before another one.
fn push_elided(text: &mut String, name: &str) {
    let vowel = name.starts_with(|c: char| "AEIOUYÀÂÉÈÊËÎÏÔÛaeiouyàâéèêëîïôû".contains(c));
    if vowel && ends_in_word(text, "de ") {
        text.truncate(text.len() - "e ".len());
        text.push('’');
    }
    text.push_str(name);
}

fn ends_in_word(text: &str, word: &str) -> bool {
    text.strip_suffix(word).is_some_and(|before| !before.ends_with(char::is_alphanumeric))
}

impl Audience {
    /// A reader in seat `you` (`None` for a spectator), with the names of the seats. A seat without a name is called by
    /// its number.
    pub fn new(you: Option<Seat>, names: Vec<SeatName>) -> Audience {
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
            if self.you == Some(mark.seat) {
                text.push_str(mark.you);
            } else {
                self.name(mark.seat).write(mark.other, lang, &mut text);
            }
            rest = after;
        }
        text.push_str(rest);
        text
    }

    fn name(&self, seat: Seat) -> SeatName {
        let named = self.names.get(seat.index()).cloned();
        named.unwrap_or_else(|| SeatName::numbered(seat))
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

    fn name(name: &'static str) -> SeatName {
        SeatName::Proper(Phrase::new(name, name, name))
    }

    #[test]
    fn the_computer_has_its_article() {
        let computer = Phrase::new("the computer", "l’ordinateur", "コンピューター");
        let audience = Audience::new(None, vec![SeatName::Noun(computer)]);
        let script = Phrase::new(
            "[1:Your|@'s] ball passes. [1:You take|@ takes] 8, then [1:you pass|@ passes].",
            "[1:Votre bille|La bille de @] passe. [1:Vous prenez|@ prend] 8, une pierre revient [1:à vous|à @].",
            "[1:あなた|@]がパスしました。",
        );
        let read = audience.read(&script);
        assert_eq!(
            read.en,
            "The computer's ball passes. The computer takes 8, then the computer passes."
        );
        assert_eq!(
            read.fr,
            "La bille de l’ordinateur passe. L’ordinateur prend 8, une pierre revient à l’ordinateur."
        );
        assert_eq!(read.ja, "コンピューターがパスしました。");
    }

    #[test]
    fn a_numbered_player_has_an_article_in_french() {
        let script = Phrase::new(
            "The stone of [1:yours|@], and to [2:you|@].",
            "La pierre [1:à vous|de @], et [2:à vous|à @].",
            "",
        );
        let read = Audience::default().read(&script);
        assert_eq!(read.en, "The stone of player 1, and to player 2.");
        assert_eq!(read.fr, "La pierre du joueur 1, et au joueur 2.");
        let named = Audience::new(None, vec![name("le roi"), name("Le Grand")]).read(&script);
        assert_eq!(named.fr, "La pierre de le roi, et à Le Grand.", "a name is not inflected");
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
