//! The options of one game, checked against its description.

use thiserror::Error;

use crate::{GameSpec, OptionSpec};

/// One valid value for every option of a game.
///
/// ```
/// use sarsen_core::{Options, Rules};
/// use sarsen_stonehenge::Stonehenge;
///
/// let mut options = Options::defaults(Stonehenge::SPEC);
/// assert_eq!(options.get("druids"), "open");
/// options.set("druids", "hidden")?;
/// assert_eq!(options.changed().collect::<Vec<_>>(), [("druids", "hidden")]);
/// assert!(options.set("druids", "upside-down").is_err());
/// # Ok::<(), sarsen_core::OptionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    spec: &'static GameSpec,
    /// In the order of `spec.options`.
    values: Vec<String>,
    /// Which of them were set explicitly, even if to the default.
    chosen: Vec<bool>,
}

/// An option that a game does not have, or a value that it may not take.
///
/// ```
/// use sarsen_core::{OptionError, Options, Rules};
/// use sarsen_stonehenge::Stonehenge;
///
/// let mut options = Options::defaults(Stonehenge::SPEC);
/// assert!(matches!(options.set("colour", "red"), Err(OptionError::UnknownName { .. })));
/// assert!(matches!(options.set("druids", "red"), Err(OptionError::BadValue { .. })));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OptionError {
    /// No such option.
    #[error("`{game}` has no option `{name}`{}", .known.as_ref().map(|known| format!("; it has {known}")).unwrap_or_default())]
    UnknownName {
        /// The game's id.
        game: &'static str,
        /// The name that was given.
        name: String,
        /// The names that exist, if there are any.
        known: Option<String>,
    },
    /// No such value.
    #[error("option `{name}` cannot be `{value}`: it is {allowed}")]
    BadValue {
        /// The option's name.
        name: &'static str,
        /// The value that was given.
        value: String,
        /// The values that exist.
        allowed: String,
    },
}

impl Options {
    /// The defaults of a game.
    pub fn defaults(spec: &'static GameSpec) -> Options {
        let values = spec.options.iter().map(|option| option.default.to_owned()).collect();
        Options { spec, values, chosen: vec![false; spec.options.len()] }
    }

    /// The game's description.
    pub fn spec(&self) -> &'static GameSpec {
        self.spec
    }

    /// Sets one option.
    ///
    /// # Errors
    /// If the game has no such option, or the option no such value.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let index = self.index(name).ok_or_else(|| self.unknown(name))?;
        let option = &self.spec.options[index];
        if !option.values.allow(value) {
            return Err(bad_value(option, value));
        }
        value.clone_into(&mut self.values[index]);
        self.chosen[index] = true;
        Ok(())
    }

    /// The value of an option.
    ///
    /// # Panics
    /// If the game does not declare the option: rules ask for their own options only.
    pub fn get(&self, name: &str) -> &str {
        &self.values[self.index(name).expect("rules ask only for options that they declare")]
    }

    /// The value of a number option; `None` when it is `off`.
    ///
    /// # Panics
    /// As [`Options::get`].
    pub fn number(&self, name: &str) -> Option<u32> {
        self.get(name).parse().ok()
    }

    /// Whether this option was set explicitly.
    pub fn is_chosen(&self, name: &str) -> bool {
        self.index(name).is_some_and(|index| self.chosen[index])
    }

    /// The number of seats under these options.
    pub fn seats(&self) -> usize {
        let counted = self.index("seats").and_then(|index| self.values[index].parse().ok());
        counted.unwrap_or(usize::from(*self.spec.seats.start()))
    }

    /// Names and values, in the order of the description.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.spec
            .options
            .iter()
            .map(|option| option.name)
            .zip(self.values.iter().map(String::as_str))
    }

    /// The options that differ from the defaults: what a record has to state.
    pub fn changed(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.iter()
            .zip(self.spec.options)
            .filter(|((_, value), option)| *value != option.default)
            .map(|(pair, _)| pair)
    }

    fn index(&self, name: &str) -> Option<usize> {
        self.spec.options.iter().position(|option| option.name == name)
    }

    fn unknown(&self, name: &str) -> OptionError {
        let names: Vec<_> =
            self.spec.options.iter().map(|option| format!("`{}`", option.name)).collect();
        let known = (!names.is_empty()).then(|| names.join(", "));
        OptionError::UnknownName { game: self.spec.id, name: name.to_owned(), known }
    }
}

fn bad_value(option: &OptionSpec, value: &str) -> OptionError {
    let allowed = option.values.to_string();
    OptionError::BadValue { name: option.name, value: value.to_owned(), allowed }
}
