//! Ratings of several contestants from the games between them.
//!
//! The Bradley–Terry model in Elo form: the expected share of points depends on the difference of two ratings. One
//! split pair is added to every pairing, so that a contestant who lost everything has a rating too. The errors are
//! estimated from the pairs (the "sandwich" estimate), because the games of a pair are not independent.

use crate::statistics::{Score, share_of};

/// The rating of a contestant, relative to the mean of all.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// In Elo.
    pub elo: f64,
    /// Half of its 95 % interval.
    pub margin: f64,
}

/// The ratings of `count` contestants; `None` if the games do not connect all of them.
pub fn ratings(count: usize, scores: &[([usize; 2], Score)]) -> Option<Vec<Rating>> {
    let scores: Vec<&([usize; 2], Score)> =
        scores.iter().filter(|(_, score)| score.pairs() > 0).collect();
    if !is_connected(count, &scores) {
        return None;
    }
    let mut elo = vec![0.0; count];
    let mut inverse = Vec::new();
    // Newton's method on a concave likelihood; a dozen steps are plenty, and the step size is limited for large
    // differences.
    for _ in 0..60 {
        let mut slope = vec![0.0; count];
        let mut information = vec![vec![0.0; count]; count];
        for (who, score) in &scores {
            let (pairs, share) = with_a_split_pair(score);
            let expected = share_of(elo[who[0]] - elo[who[1]]);
            let tilt = std::f64::consts::LN_10 / 400.0;
            slope[who[0]] += pairs * (share - expected) * tilt;
            slope[who[1]] -= pairs * (share - expected) * tilt;
            spread(&mut information, *who, pairs * expected * (1.0 - expected) * tilt * tilt);
        }
        // Only differences are determined, so the mean is fixed at zero.
        information.iter_mut().flatten().for_each(|cell| *cell += 1.0 / count as f64);
        inverse = inverted(information)?;
        for (one, row) in inverse.iter().enumerate() {
            let step: f64 = row.iter().zip(&slope).map(|(cell, slope)| cell * slope).sum();
            elo[one] += step.clamp(-200.0, 200.0);
        }
    }
    let mut noise = vec![vec![0.0; count]; count];
    for (who, score) in &scores {
        let (pairs, _) = with_a_split_pair(score);
        let tilt = std::f64::consts::LN_10 / 400.0;
        spread(&mut noise, *who, pairs * pairs * score.variance() * tilt * tilt);
    }
    let variance = |one: usize| -> f64 {
        let row = &inverse[one];
        let pairs = (0..count).flat_map(|a| (0..count).map(move |b| (a, b)));
        pairs.map(|(a, b)| row[a] * noise[a][b] * row[b]).sum()
    };
    let rating =
        |one: usize| Rating { elo: elo[one], margin: 1.96 * libm::sqrt(variance(one).max(0.0)) };
    Some((0..count).map(rating).collect())
}

fn with_a_split_pair(score: &Score) -> (f64, f64) {
    let pairs = score.pairs() as f64;
    (pairs + 1.0, (score.share() * pairs + 0.5) / (pairs + 1.0))
}

/// Adds the contribution of one pairing to the matrix.
fn spread(matrix: &mut [Vec<f64>], [one, other]: [usize; 2], weight: f64) {
    matrix[one][one] += weight;
    matrix[other][other] += weight;
    matrix[one][other] -= weight;
    matrix[other][one] -= weight;
}

fn is_connected(count: usize, scores: &[&([usize; 2], Score)]) -> bool {
    let mut reached = vec![false; count];
    if let Some(first) = reached.first_mut() {
        *first = true;
    }
    for _ in 0..count {
        for (who, _) in scores {
            let either = reached[who[0]] || reached[who[1]];
            who.iter().for_each(|&one| reached[one] |= either);
        }
    }
    reached.into_iter().all(|reached| reached)
}

/// The inverse, by elimination with the largest pivot; `None` if the matrix is singular.
fn inverted(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let count = matrix.len();
    for (index, row) in matrix.iter_mut().enumerate() {
        row.extend((0..count).map(|column| f64::from(u8::from(column == index))));
    }
    for column in 0..count {
        let pivot = (column..count)
            .max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()))?;
        if matrix[pivot][column].abs() < 1e-300 {
            return None;
        }
        matrix.swap(column, pivot);
        let scale = matrix[column][column];
        matrix[column].iter_mut().for_each(|cell| *cell /= scale);
        let row = matrix[column].clone();
        for (index, other) in matrix.iter_mut().enumerate() {
            if index != column {
                let factor = other[column];
                other.iter_mut().zip(&row).for_each(|(cell, pivot)| *cell -= factor * pivot);
            }
        }
    }
    matrix.iter_mut().for_each(|row| drop(row.drain(..count)));
    Some(matrix)
}

#[cfg(test)]
mod tests {
    use sarsen_core::chance;

    use super::*;

    fn met(won: usize, split: usize, lost: usize) -> Score {
        let mut score = Score::default();
        (0..won).for_each(|_| score.add([1.0, 1.0]));
        (0..split).for_each(|_| score.add([1.0, 0.0]));
        (0..lost).for_each(|_| score.add([0.0, 0.0]));
        score
    }

    #[test]
    fn two_contestants_differ_by_the_elo_of_their_share() {
        let rated = ratings(2, &[([0, 1], met(75, 0, 25))]).unwrap();
        let apart = rated[0].elo - rated[1].elo;
        assert!((apart - 190.8).abs() < 4.0, "{rated:?}");
        assert!((rated[0].elo + rated[1].elo).abs() < 1e-6);
        assert!((20.0..60.0).contains(&rated[0].margin), "{rated:?}");
    }

    #[test]
    fn a_contestant_that_lost_everything_has_a_rating_with_a_margin() {
        let scores = [([0, 1], met(10, 0, 0)), ([0, 2], met(10, 0, 0)), ([1, 2], met(0, 10, 0))];
        let rated = ratings(3, &scores).unwrap();
        assert!(rated[0].elo > 150.0 && (rated[1].elo - rated[2].elo).abs() < 1e-6, "{rated:?}");
        assert!(rated.iter().all(|rating| rating.margin > 10.0 && rating.margin < 1000.0));
        assert_eq!(ratings(3, &scores[..1]), None, "nobody has met the third");
    }

    #[test]
    fn margins_hold_true_ratings_nineteen_times_in_twenty() {
        let truth = [120.0, 0.0, -120.0];
        let mut rng = chance::generator(5);
        let (mut held, mut all) = (0, 0);
        for _ in 0..400 {
            let scores: Vec<_> = [[0, 1], [0, 2], [1, 2]]
                .into_iter()
                .map(|who: [usize; 2]| {
                    let share = share_of(truth[who[0]] - truth[who[1]]);
                    let mut score = Score::default();
                    for _ in 0..40 {
                        let won = |unit: u64| f64::from(u8::from((unit as f64) < share * 1e6));
                        let mut game = || won(chance::below(&mut rng, 1_000_000));
                        score.add([game(), game()]);
                    }
                    (who, score)
                })
                .collect();
            for (rating, truth) in ratings(3, &scores).unwrap().iter().zip(truth) {
                held += u32::from((rating.elo - truth).abs() <= rating.margin);
                all += 1;
            }
        }
        let share = f64::from(held) / f64::from(all);
        assert!((0.93..0.985).contains(&share), "{share}");
    }
}
