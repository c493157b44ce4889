//! Puzzles over HTTP. A puzzle is sent as its seat sees it, and its solution only once it was found or given up.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use sarsen_catalog::{Position, describe_line};
use sarsen_core::{Audience, Phrase, Seat, Turn, Viewer};
use sarsen_protocol::{
    GameEvent, Legal, Preview, PuzzleAnswer, PuzzlePosition, PuzzleSet, PuzzleSets, PuzzleTry,
    PuzzleVerdict, Refusal, RefusalCode,
};
use sarsen_search::puzzles::{self, Puzzle, PuzzleMaker};
use sarsen_session::{date, refusals};

use crate::addresses::Address;
use crate::app_state::AppState;
use crate::engine::Requester;
use crate::http::{Body, HttpRefusal, Path, internal, refuse};

const MILLIS_PER_DAY: u64 = 24 * 60 * 60 * 1000;
/// No turn has more parts than this.
const MAX_ACTIONS: usize = 8;

#[utoipa::path(get, path = "/api/v1/puzzles", operation_id = "puzzles", tag = "puzzles", responses((status = 200, body = PuzzleSets)))]
pub(crate) async fn list(State(app): State<Arc<AppState>>) -> Json<PuzzleSets> {
    let now = app.sources.now();
    let day = now / MILLIS_PER_DAY;
    let sets = puzzles::all_shipped().iter().map(|(game, puzzles)| PuzzleSet {
        game: (*game).to_owned(),
        grades: puzzles.iter().map(Puzzle::grade).collect(),
        today: (day % puzzles.len().max(1) as u64) as u32 + 1,
    });
    Json(PuzzleSets { date: date(now), sets: sets.collect() })
}

#[utoipa::path(get, path = "/api/v1/puzzles/{game}/{number}", operation_id = "puzzle", tag = "puzzles",
    params(("game" = String, Path), ("number" = u32, Path)),
    responses((status = 200, body = PuzzlePosition), (status = 404, body = Refusal)))]
pub(crate) async fn show(
    Path((game, number)): Path<(String, u32)>,
) -> Result<Json<PuzzlePosition>, HttpRefusal> {
    let set = Set::of(&game, number)?;
    let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
    Ok(Json(PuzzlePosition {
        number,
        options: set.position.options().iter().map(owned).collect(),
        grade: set.puzzle.grade(),
        seat: set.seat,
        task: set.maker.task(set.puzzle),
        view: set.position.view(Viewer::Seat(set.seat)),
        legal: set.position.choices(set.seat),
        game,
    }))
}

#[utoipa::path(post, path = "/api/v1/puzzles/{game}/{number}/answer", operation_id = "answer_puzzle", tag = "puzzles",
    params(("game" = String, Path), ("number" = u32, Path)), request_body = PuzzleTry,
    responses((status = 200, body = PuzzleAnswer), (status = 409, body = Refusal)))]
pub(crate) async fn answer(
    State(app): State<Arc<AppState>>,
    address: Address,
    Path((game, number)): Path<(String, u32)>,
    Body(tried): Body<PuzzleTry>,
) -> Result<Json<PuzzleAnswer>, HttpRefusal> {
    let set = Set::of(&game, number)?;
    // Why an answer is wrong is searched for, so it is done where replays are.
    let work = move |_: &_| set.judge(&tried.actions);
    Ok(Json(app.replay(Requester::new(address, "puzzle"), work).await??))
}

#[utoipa::path(post, path = "/api/v1/puzzles/{game}/{number}/preview", operation_id = "preview_puzzle", tag = "puzzles",
    params(("game" = String, Path), ("number" = u32, Path)), request_body = PuzzleTry,
    responses((status = 200, body = Preview), (status = 409, body = Refusal)))]
pub(crate) async fn preview(
    Path((game, number)): Path<(String, u32)>,
    Body(tried): Body<PuzzleTry>,
) -> Result<Json<Preview>, HttpRefusal> {
    let set = Set::of(&game, number)?;
    let Some((action, before)) = tried.actions.split_last() else {
        return Err(refuse(RefusalCode::BadMessage).into());
    };
    let position = set.played(before)?.position;
    let events = position.preview(action, Viewer::Seat(set.seat), &Audience::default());
    let events = events.map_err(|error| refusals::from_play(&error))?;
    Ok(Json(Preview { action: action.clone(), events }))
}

/// A puzzle, set up.
struct Set {
    puzzle: &'static Puzzle,
    maker: &'static dyn PuzzleMaker,
    position: Box<dyn Position>,
    seat: Seat,
}

/// Where actions from a puzzle's position lead.
struct Played {
    position: Box<dyn Position>,
    /// The actions in notation.
    actions: Vec<String>,
    /// What the last one brought about, and chance after it, as the seat is told.
    events: Vec<GameEvent>,
}

impl Set {
    fn of(game: &str, number: u32) -> Result<Set, Refusal> {
        let missing = || refuse(RefusalCode::UnknownAddress);
        let index = (number as usize).checked_sub(1).ok_or_else(missing)?;
        let puzzle = puzzles::shipped(game).and_then(|all| all.get(index)).ok_or_else(missing)?;
        let maker = puzzles::maker(game).ok_or_else(missing)?;
        let position = puzzle.set_up().map_err(|error| internal(&error))?;
        let seat = position.turn().seat().ok_or_else(missing)?;
        Ok(Set { puzzle, maker, position, seat })
    }

    fn played(&self, tokens: &[String]) -> Result<Played, Refusal> {
        if tokens.len() > MAX_ACTIONS {
            return Err(refuse(RefusalCode::BadMessage));
        }
        let mut played =
            Played { position: self.position.boxed(), actions: vec![], events: vec![] };
        for token in tokens {
            if played.position.turn() != Turn::Seat(self.seat) {
                return Err(refusals::not_your_turn());
            }
            let refused = |error| refusals::from_play(&error);
            let action = played.position.resolve(self.seat, token).map_err(refused)?;
            let (viewer, audience) = (Viewer::Seat(self.seat), Audience::default());
            played.events = played.position.events(&action, viewer, &audience).map_err(refused)?;
            played.position.play(&action).map_err(refused)?;
            played.actions.push(action);
        }
        Ok(played)
    }

    fn judge(&self, tokens: &[String]) -> Result<PuzzleAnswer, Refusal> {
        if tokens.is_empty() {
            let explained = self.maker.explain(self.puzzle, self.position.as_ref());
            let played = self.played(&self.puzzle.solution)?;
            let position = self.position.as_ref();
            let aftermath = self.maker.aftermath(position, &self.puzzle.solution, true);
            let shown = self.with_aftermath(played, &aftermath)?;
            return Ok(self.graded(shown, PuzzleVerdict::GivenUp, Some(explained)));
        }
        let played = self.played(tokens)?;
        let answer = &played.actions;
        let acts = played.position.turn() == Turn::Seat(self.seat);
        if acts && self.maker.goes_on(self.puzzle, answer) {
            return Ok(self.graded(played, PuzzleVerdict::Unfinished, None));
        }
        let judged = self.maker.judge(self.puzzle, self.position.as_ref(), answer);
        let verdict = if judged.accepted { PuzzleVerdict::Right } else { PuzzleVerdict::Wrong };
        let shown = self.with_aftermath(played, &judged.aftermath)?;
        Ok(self.graded(shown, verdict, Some(judged.says)))
    }

    /// What was played, and what chance then does.
    fn with_aftermath(&self, mut played: Played, chance: &[String]) -> Result<Played, Refusal> {
        let (viewer, audience) = (Viewer::Seat(self.seat), Audience::default());
        for action in chance {
            let failed = |error| internal(&error);
            let events = played.position.events(action, viewer, &audience).map_err(failed)?;
            played.position.play(action).map_err(failed)?;
            played.events.extend(events);
        }
        Ok(played)
    }

    /// The answer to what was played. It contains the solution only once that is no longer secret.
    fn graded(&self, played: Played, verdict: PuzzleVerdict, says: Option<Phrase>) -> PuzzleAnswer {
        let is_open = matches!(verdict, PuzzleVerdict::Right | PuzzleVerdict::GivenUp);
        let solution = if is_open { self.puzzle.solution.clone() } else { Vec::new() };
        let words = describe_line(self.position.as_ref(), &solution);
        let goes_on = verdict == PuzzleVerdict::Unfinished;
        PuzzleAnswer {
            verdict,
            says,
            solution,
            words,
            view: played.position.view(Viewer::Seat(self.seat)),
            legal: if goes_on { played.position.choices(self.seat) } else { Legal::None },
            events: played.events,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(game: &str, is_wanted: impl Fn(&Puzzle) -> bool) -> Set {
        let all = puzzles::shipped(game).unwrap();
        let index = all.iter().position(is_wanted).unwrap();
        Set::of(game, index as u32 + 1).unwrap_or_else(|refusal| panic!("{refusal:?}"))
    }

    /// A game in which stones are moved.
    const PHASE_TWO: &str = "logan/t1/PR0,0.PS1,0.PS1,-1.RS0,-1.PR0,1.SP1,-2.PS-1,0.PS0,-2.PS-1,1.RS2,-2.RS-2,1.RP-1,-1.PR1,-3.RS2,-3.PR0,-3.RS2,-4.PR1,-4.RS3,-4/-/-/0/1b87e.1fd7e.3bafe/2.17.aR.a000";

    /// A puzzle that does not come with the program.
    fn made_up(puzzle: Puzzle) -> Set {
        let position = puzzle.set_up().unwrap();
        let seat = position.turn().seat().unwrap();
        let maker = puzzles::maker(position.options().spec().id).unwrap();
        Set { puzzle: Box::leak(Box::new(puzzle)), maker, position, seat }
    }

    /// A throw through the middle of the seat's area, which is never the solution.
    fn natural_throw(set: &Set) -> String {
        let view = set.position.view(Viewer::Seat(set.seat));
        let arc = |index: usize| view["legal"]["throw_arc"][index].as_f64().unwrap();
        let angle = (arc(0) + arc(1) / 2.0).to_radians() / 10.0;
        format!("t{:.0},{:.0},0,0", 3800.0 * angle.cos(), 3800.0 * angle.sin())
    }

    fn verdict(set: &Set, actions: &[String]) -> PuzzleAnswer {
        set.judge(actions).unwrap_or_else(|refusal| panic!("{refusal:?}"))
    }

    #[test]
    fn a_solution_is_told_once_it_was_found_or_given_up() {
        for (game, puzzles) in puzzles::all_shipped() {
            let set = set(game, |puzzle| *puzzle == puzzles[0]);
            let right = verdict(&set, &set.puzzle.solution);
            assert_eq!(right.verdict, PuzzleVerdict::Right);
            assert_eq!(right.words.len(), set.puzzle.solution.len());
            let given_up = verdict(&set, &[]);
            assert_eq!(given_up.verdict, PuzzleVerdict::GivenUp);
            assert_eq!((given_up.solution, given_up.says), (right.solution, right.says));
        }
    }

    #[test]
    fn a_wrong_answer_is_refuted_without_the_solution() {
        for (game, _) in puzzles::all_shipped() {
            let set = set(game, |puzzle| puzzle.solution.len() == 1);
            let wrong = match set.position.choices(set.seat) {
                Legal::Actions { actions } => {
                    actions.into_iter().find(|action| *action != set.puzzle.solution[0]).unwrap()
                }
                _ => natural_throw(&set),
            };
            let answer = verdict(&set, &[wrong]);
            assert_eq!(answer.verdict, PuzzleVerdict::Wrong);
            assert!(answer.solution.is_empty() && answer.words.is_empty() && answer.says.is_some());
        }
    }

    #[test]
    fn a_throw_is_shown_as_it_lands() {
        let set = set("sun", |puzzle| puzzle.solution.len() == 1);
        let seen = |actions: &[String]| {
            let answer = verdict(&set, actions);
            let kinds = answer.events.iter().map(|event| event.event["event"].clone());
            kinds.collect::<Vec<_>>()
        };
        for (actions, lands) in [
            (vec![natural_throw(&set)], "taken"),
            (set.puzzle.solution.clone(), "passed"),
            (vec![], "passed"),
        ] {
            let seen = seen(&actions);
            assert!(seen.contains(&"flown".into()) && seen.contains(&lands.into()), "{seen:?}");
        }
    }

    #[test]
    fn a_turn_of_two_parts_is_judged_at_its_end() {
        let solution = ["^-1,-1", "_-1,-2"].map(str::to_owned).to_vec();
        let position = PHASE_TWO.to_owned();
        let set =
            made_up(Puzzle { source: 0, position, solution, missed: 0, facts: "1 1".to_owned() });
        let half = verdict(&set, &set.puzzle.solution[..1]);
        assert_eq!(half.verdict, PuzzleVerdict::Unfinished);
        assert!(half.solution.is_empty() && half.says.is_none() && half.legal != Legal::None);
        assert_eq!(verdict(&set, &set.puzzle.solution).verdict, PuzzleVerdict::Right);
    }

    #[test]
    fn unknown_puzzles_and_illegal_actions_are_refused() {
        let code = |refusal: Option<Refusal>| refusal.map(|refusal| refusal.code);
        let missing = Some(RefusalCode::UnknownAddress);
        for (game, number) in [("stonehenge", 0), ("stonehenge", u32::MAX), ("chess", 1)] {
            assert_eq!(code(Set::of(game, number).err()), missing);
        }
        let set = set("stonehenge", |_| true);
        let tries = |tokens: &[&str]| {
            let tokens: Vec<String> = tokens.iter().map(|&token| token.to_owned()).collect();
            code(set.judge(&tokens).err())
        };
        assert_eq!(tries(&["nonsense"]), Some(RefusalCode::Illegal));
        assert_eq!(tries(&["A1"; MAX_ACTIONS + 1]), Some(RefusalCode::BadMessage));
        let solution = set.puzzle.solution[0].as_str();
        assert_eq!(tries(&[solution, solution]), Some(RefusalCode::NotYourTurn));
    }
}
