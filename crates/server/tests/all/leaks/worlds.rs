//! Pairs of games that a viewer cannot tell apart.

use sarsen_catalog::Position;
use sarsen_core::record::Record;
use sarsen_core::{Options, Seat, Viewer, chance};

/// Two games that a viewer cannot tell apart, action by action.
pub(super) struct Worlds {
    pub(super) game: &'static str,
    options: Vec<(String, String)>,
    viewer: Viewer,
    /// What is already played when the table is created: a deal.
    from: [Vec<String>; 2],
    /// The actions after that, as the acting seat names them.
    pub(super) actions: Vec<[String; 2]>,
    /// The actions after that as recorded, and who played them.
    recorded: Vec<([String; 2], Seat)>,
}

impl Worlds {
    pub(super) fn pairs(&self) -> Vec<(&str, &str)> {
        self.options.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect()
    }

    /// The index of the viewer's seat; `None` for a spectator.
    pub(super) fn seat(&self) -> Option<usize> {
        match self.viewer {
            Viewer::Seat(seat) => Some(seat.index()),
            _ => None,
        }
    }

    /// The number of actions in which the games differ.
    pub(super) fn differing(&self) -> usize {
        let actions = self.recorded.iter().filter(|(pair, _)| pair[0] != pair[1]).count();
        actions + usize::from(self.from[0] != self.from[1])
    }

    /// The plies at which a seat is to act and the games already differ.
    pub(super) fn turns_of(&self, seat: Seat) -> Vec<usize> {
        let differs = |played: usize| {
            self.from[0] != self.from[1]
                || self.recorded[..played].iter().any(|(pair, _)| pair[0] != pair[1])
        };
        let own = self.recorded.iter().enumerate().filter(|(_, (_, by))| *by == seat);
        own.map(|(index, _)| index).filter(|&played| differs(played)).collect()
    }

    /// The record of a game cut to some actions; `None` if there are none.
    pub(super) fn record(&self, world: usize, played: usize) -> Option<String> {
        let tokens = self.from[world]
            .iter()
            .chain(self.recorded[..played].iter().map(|(pair, _)| &pair[world]));
        let record = self.of_tokens(tokens);
        (record.tokens().next().is_some()).then(|| record.to_string())
    }

    /// The record of a complete game as its viewer may read it.
    pub(super) fn masked_record(&self, world: usize) -> String {
        let start = start(self.game, &self.pairs());
        let mut position = start;
        let all = self.recorded.iter().map(|(pair, _)| &pair[world]);
        for token in self.from[world].iter().chain(all) {
            position.play(token).unwrap();
        }
        self.of_tokens(position.history(self.viewer).iter()).to_string()
    }

    fn of_tokens<'a>(&self, tokens: impl Iterator<Item = &'a String>) -> Record {
        let mut record = Record::new(self.game);
        for (name, value) in &self.options {
            record.set_tag(&format!("Option.{name}"), value);
        }
        for token in tokens {
            record.push_token(token);
        }
        record
    }
}

fn looks_alike(one: &dyn Position, other: &dyn Position, viewer: Viewer) -> bool {
    one.turn() == other.turn()
        && one.history(viewer) == other.history(viewer)
        && one.view(viewer) == other.view(viewer)
}

/// The choices of the seat to act, as it names them.
fn words(position: &dyn Position) -> Vec<String> {
    position.turn().seat().map_or(vec![], |seat| position.choices(seat).lines())
}

/// The position after a token of the seat to act, and the action it denoted.
fn after(position: &dyn Position, word: &str) -> Option<(Box<dyn Position>, String)> {
    let action = position.resolve(position.turn().seat()?, word).ok()?;
    let mut next = position.boxed();
    next.play(&action).ok()?;
    Some((next, action))
}

fn played(position: &dyn Position, action: &str) -> Box<dyn Position> {
    let mut next = position.boxed();
    next.play(action).unwrap();
    next
}

/// One step of both worlds.
struct Step {
    words: [String; 2],
    recorded: [String; 2],
    after: [Box<dyn Position>; 2],
}

/// The next pair of actions after which the games still look alike, preferably different ones.
fn next_step(
    one: &dyn Position,
    other: &dyn Position,
    viewer: Viewer,
    rng: &mut chance::Generator,
) -> Option<Step> {
    let mut choices = words(one);
    chance::shuffle(rng, &mut choices);
    let own = one.turn().seat().map(Viewer::Seat) == Some(viewer);
    let mut same = None;
    for word in choices.into_iter().take(40) {
        let (next, action) = after(one, &word)?;
        let mut answers = if own { vec![word.clone()] } else { words(other) };
        chance::shuffle(rng, &mut answers);
        for answer in answers {
            let Some((next_other, other_action)) = after(other, &answer) else { continue };
            if !looks_alike(next.as_ref(), next_other.as_ref(), viewer) {
                continue;
            }
            let differs = action != other_action;
            let step = Step {
                words: [word.clone(), answer],
                recorded: [action.clone(), other_action],
                after: [next.boxed(), next_other],
            };
            if own || differs {
                return Some(step);
            }
            same.get_or_insert(step);
        }
    }
    same
}

fn start(game: &str, pairs: &[(&str, &str)]) -> Box<dyn Position> {
    let game = sarsen_catalog::game(game).unwrap();
    let mut options = Options::defaults(game.spec());
    for (name, value) in pairs {
        options.set(name, value).unwrap();
    }
    game.start(&options)
}

/// Another deal that looks the same to a viewer: two stones with the same visible face swap their backs.
fn other_deal(deal: &str, start: &dyn Position, viewer: Viewer) -> Option<String> {
    let stones: Vec<usize> = deal
        .match_indices(|c: char| "RPS".contains(c))
        .map(|(index, _)| index)
        .step_by(2)
        .collect();
    let looks = played(start, deal);
    for (place, &one) in stones.iter().enumerate() {
        for &other in &stones[place + 1..] {
            let mut swapped = deal.as_bytes().to_vec();
            let alike = swapped[one] == swapped[other] && swapped[one + 1] != swapped[other + 1];
            swapped.swap(one + 1, other + 1);
            let swapped = String::from_utf8(swapped).unwrap();
            if alike
                && start.check(&swapped).is_ok()
                && looks_alike(looks.as_ref(), played(start, &swapped).as_ref(), viewer)
            {
                return Some(swapped);
            }
        }
    }
    None
}

pub(super) fn worlds(
    game: &'static str,
    pairs: &[(&str, &str)],
    viewer: Viewer,
    seed: u64,
) -> Worlds {
    let mut rng = chance::generator(seed);
    let start = start(game, pairs);
    let mut from = [vec![], vec![]];
    let (mut one, mut other) = (start.boxed(), start.boxed());
    if game == "logan" {
        let (deal, swapped) = (0..1000)
            .find_map(|_| {
                let deal = start.random_action(&mut rng).unwrap();
                other_deal(&deal, start.as_ref(), viewer).map(|swapped| (deal, swapped))
            })
            .expect("a deal with two worlds");
        (one, other) = (played(start.as_ref(), &deal), played(start.as_ref(), &swapped));
        from = [vec![deal], vec![swapped]];
    }
    let (mut actions, mut recorded) = (Vec::new(), Vec::new());
    while actions.len() < 30 {
        let Some(seat) = one.turn().seat() else { break };
        let Some(step) = next_step(one.as_ref(), other.as_ref(), viewer, &mut rng) else { break };
        [one, other] = step.after;
        // The end reveals everything, so the games may be told apart then.
        if one.turn().is_over() {
            break;
        }
        actions.push(step.words);
        recorded.push((step.recorded, seat));
    }
    let options = pairs.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect();
    Worlds { game, options, viewer, from, actions, recorded }
}
