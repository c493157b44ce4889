//! The sun for robotics: many throws from one resting world, poses and trajectories as arrays.

use numpy::{PyArray1, PyArray2, PyArray3, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::prelude::*;
use sarsen_core::Rules;
use sarsen_sun::Sun;
use sarsen_sun::ball::{REACH, Release};
use sarsen_sun::landing::{Landing, land};
use sarsen_sun::scene::Role;
use sarsen_sun::trajectory::film;

use crate::errors;
use crate::state::PyState;

fn sun(state: &PyState) -> PyResult<&Sun> {
    state.inner.state().downcast_ref::<Sun>().ok_or_else(|| {
        errors::value(format!("`{}` has no ball: this is for `sun`", state.game.options.spec().id))
    })
}

pub(crate) fn poses<'py>(py: Python<'py>, state: &PyState) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let sun = sun(state)?;
    let placed = sun.scene().placed();
    let array = PyArray2::zeros(py, [placed.len(), 9], false);
    {
        let mut rows = array.readwrite();
        for (row, placed) in rows.as_slice_mut()?.chunks_exact_mut(9).zip(placed) {
            row[0] = f64::from(placed.stone);
            row[1] = match placed.role {
                Role::Ground => 0.0,
                Role::Top { .. } => 1.0,
                Role::Lintel { .. } => 2.0,
            };
            let numbers = placed.pose.position.iter().chain(&placed.pose.rotation);
            for (place, number) in row[2..].iter_mut().zip(numbers) {
                *place = f64::from(*number);
            }
        }
    }
    Ok(array)
}

/// A release of whole tenths of a millimetre and millimetres a second.
fn release(numbers: &[f64]) -> Option<Release> {
    let whole = |index: usize| {
        let number = numbers[index].round();
        (number.abs() <= 40_000.0).then_some(number as i32)
    };
    let release = Release { x: whole(0)?, y: whole(1)?, vx: whole(2)?, vy: whole(3)? };
    let (x, y) = (i64::from(release.x), i64::from(release.y));
    (x * x + y * y < REACH * REACH).then_some(release)
}

pub(crate) fn try_throws<'py>(
    py: Python<'py>,
    state: &PyState,
    throws: &Bound<'py, PyAny>,
    threads: usize,
) -> PyResult<Bound<'py, PyDict>> {
    let sun = sun(state)?;
    // Anything that numpy can convert to numbers, in any memory layout.
    let numpy = throws.py().import("numpy")?;
    let throws = numpy.call_method1("ascontiguousarray", (throws, "float64"))?;
    let throws = throws
        .cast::<PyArray2<f64>>()
        .map_err(|_| errors::value("throws are an array of rows x, y, vx, vy"))?
        .readonly();
    if throws.shape()[1] != 4 {
        return Err(errors::value("throws are an array of rows x, y, vx, vy"));
    }
    let releases: Vec<Option<Release>> = throws.as_slice()?.chunks_exact(4).map(release).collect();
    if let Some(index) = releases.iter().position(Option::is_none) {
        return Err(errors::value(format!(
            "throw {index} is beyond the string's reach, or no number"
        )));
    }
    let releases: Vec<Release> = releases.into_iter().flatten().collect();
    let scene = sun.scene().clone();
    let threads = match threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        count => crate::batch::threads_of(count)?,
    };
    let landings: Vec<(Landing, bool)> = py.detach(|| {
        // The world is made once, before the threads share it.
        scene.world();
        let throw = |release: &Release| (land(&scene, *release), is_legal(sun, *release));
        if threads <= 1 {
            return releases.iter().map(throw).collect();
        }
        crate::batch::pool(threads).install(|| releases.par_iter().map(throw).collect())
    });
    let count = |set: u64| i64::from(set.count_ones());
    let dict = PyDict::new(py);
    dict.set_item("taken", PyArray1::from_iter(py, landings.iter().map(|(l, _)| count(l.taken))))?;
    dict.set_item(
        "touched",
        PyArray1::from_iter(py, landings.iter().map(|(l, _)| count(l.touched))),
    )?;
    dict.set_item("taken_stones", PyArray1::from_iter(py, landings.iter().map(|(l, _)| l.taken)))?;
    dict.set_item(
        "touched_stones",
        PyArray1::from_iter(py, landings.iter().map(|(l, _)| l.touched)),
    )?;
    dict.set_item("seal", PyArray1::from_iter(py, landings.iter().map(|(l, _)| l.seal)))?;
    dict.set_item("legal", PyArray1::from_iter(py, landings.iter().map(|&(_, legal)| legal)))?;
    Ok(dict)
}

/// Whether the seat to act, which is about to throw, may throw like this (S12 to S14).
fn is_legal(sun: &Sun, release: Release) -> bool {
    let [x, y, vx, vy] =
        [release.x, release.y, release.vx, release.vy].map(|number| i16::try_from(number).ok());
    let (Some(x), Some(y), Some(vx), Some(vy)) = (x, y, vx, vy) else { return false };
    sun.check(sarsen_sun::Action::Throw { x, y, vx, vy }).is_ok()
}

pub(crate) fn trajectory<'py>(
    py: Python<'py>,
    state: &PyState,
    numbers: [i32; 4],
) -> PyResult<Bound<'py, PyDict>> {
    let sun = sun(state)?;
    let release = release(&numbers.map(f64::from))
        .ok_or_else(|| errors::value("the throw is beyond the string's reach"))?;
    let (playback, landing) = py.detach(|| film(sun, release));
    let dict = PyDict::new(py);
    let bodies: Vec<u8> = playback.tracks.iter().map(|track| track.body).collect();
    let frames = playback.frames as usize;
    let array = PyArray3::<f64>::zeros(py, [bodies.len(), frames, 7], false);
    {
        let mut rows = array.readwrite();
        let rows = rows.as_slice_mut()?;
        for (index, track) in playback.tracks.iter().enumerate() {
            for frame in 0..frames {
                let row = &mut rows[(index * frames + frame) * 7..][..7];
                let first = track.first as usize;
                let at = frame.saturating_sub(first).min(track.poses.len().saturating_sub(1));
                let gone = track.body == 0 && frame >= first + track.poses.len();
                match track.poses.get(at) {
                    Some((position, rotation)) if !gone => {
                        row[..3].copy_from_slice(&position.map(|mm| mm / 1000.0));
                        row[3..].copy_from_slice(rotation);
                    }
                    _ => row.fill(f64::NAN),
                }
            }
        }
    }
    dict.set_item("bodies", bodies)?;
    dict.set_item("poses", array)?;
    dict.set_item("seconds", f64::from(playback.frames) / 60.0)?;
    dict.set_item("taken", landing.taken.count_ones())?;
    dict.set_item("touched", landing.touched.count_ones())?;
    Ok(dict)
}
