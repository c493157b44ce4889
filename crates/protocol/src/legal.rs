//! The legal actions of a position.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// The legal actions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Legal {
    /// The actions of the seat to act.
    Actions {
        /// Their notation, sorted.
        actions: Vec<String>,
    },
    /// The outcomes of chance (over the wire in studies only), sorted.
    Outcomes {
        /// Notation, and the numerator and denominator of the probability in lowest terms.
        outcomes: Vec<(String, u64, u64)>,
    },
    /// Ranges of actions in the game's notation, if there are too many to list.
    Summary {
        /// One range per line.
        lines: Vec<String>,
    },
    /// Too many to list.
    NotListed,
    /// None: the game is over.
    None,
}

impl Legal {
    /// Outcomes from weights, sorted by notation, as fractions in lowest terms.
    pub fn outcomes(mut weighted: Vec<(String, u64)>) -> Legal {
        weighted.sort();
        let total: u64 = weighted.iter().map(|(_, weight)| weight).sum();
        let lowest = |(notation, weight): (String, u64)| {
            let divisor = gcd(weight, total);
            (notation, weight / divisor, total / divisor)
        };
        Legal::Outcomes { outcomes: weighted.into_iter().map(lowest).collect() }
    }

    /// One line per action, in byte order.
    pub fn lines(&self) -> Vec<String> {
        match self {
            Legal::Actions { actions: lines } | Legal::Summary { lines } => lines.clone(),
            Legal::Outcomes { outcomes } => {
                outcomes.iter().map(|(notation, n, d)| format!("{notation} {n}/{d}")).collect()
            }
            Legal::NotListed => vec!["(not listed)".to_owned()],
            Legal::None => Vec::new(),
        }
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_are_in_lowest_terms() {
        let weights = [("*2", 6), ("*1", 4), ("*5", 1), ("*4", 1), ("*3", 4)];
        let legal = Legal::outcomes(weights.map(|(text, weight)| (text.to_owned(), weight)).into());
        assert_eq!(legal.lines(), ["*1 1/4", "*2 3/8", "*3 1/4", "*4 1/16", "*5 1/16"]);
    }
}
