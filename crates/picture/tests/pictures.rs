//! What the games draw, as pixels.
#![allow(clippy::unwrap_used, reason = "a test ends where something unexpected happens")]

use std::collections::BTreeSet;
use std::io::Cursor;

use sarsen_catalog::{GAMES, Position};
use sarsen_core::{Options, Seat, Viewer, chance};
use sarsen_picture::{CARD, Film, PictureError, card, lettered, png, undrawn};

/// Positions of a game of random play, one after every `step` actions.
fn positions(game: &str, step: usize) -> Vec<Box<dyn Position>> {
    let game = sarsen_catalog::game(game).unwrap();
    let mut position = game.start(&Options::defaults(game.spec()));
    let mut rng = chance::generator(7);
    let mut found = vec![position.boxed()];
    for count in 1..60 {
        let Some(action) = position.random_action(&mut rng) else { break };
        position.play(&action).unwrap();
        if count % step == 0 {
            found.push(position.boxed());
        }
    }
    found.push(position);
    found
}

/// Width, height and pixels of a PNG.
fn decoded(bytes: &[u8]) -> (u32, u32, Vec<u8>) {
    let mut reader = png::Decoder::new(Cursor::new(bytes)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    (info.width, info.height, pixels)
}

#[test]
fn every_letter_that_a_game_writes_can_be_drawn() {
    let mut missing = BTreeSet::new();
    let mut texts = 0;
    for game in GAMES {
        for position in positions(game.spec().id, 5) {
            for viewer in [Viewer::Omniscient, Viewer::Public, Viewer::Seat(Seat::ONE)] {
                let svg = position.show(viewer).svg;
                texts += svg.matches("<text").count();
                missing.extend(undrawn(&svg).unwrap());
            }
        }
    }
    assert!(texts > 1000, "{texts}");
    assert_eq!(missing, BTreeSet::new());
}

#[test]
fn letters_become_strokes_of_the_same_colour_and_place() {
    let svg = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><style>.big{font-size:80px;fill:#f00}</style>
        <rect width="100" height="100" fill="#fff"/><g text-anchor="middle"><text class="big" x="50" y="80">I</text></g></svg>"##;
    assert!(!lettered(svg).unwrap().contains("<text"));
    let (width, _, pixels) = decoded(&png(svg, 100).unwrap());
    let at = |x: u32, y: u32| {
        let place = 4 * (y * width + x) as usize;
        [pixels[place], pixels[place + 1], pixels[place + 2]]
    };
    // The stroke of the `I` is in the middle and reaches from y = 80 up to 80 - 0.7 × 80.
    assert_eq!(at(50, 50), [255, 0, 0]);
    assert_eq!([at(30, 50), at(70, 50), at(50, 10), at(50, 95)], [[255; 3]; 4]);
}

#[test]
fn pictures_have_the_size_that_was_asked_for() {
    let svg = positions("stonehenge", 9).pop().unwrap().show(Viewer::Omniscient).svg;
    let (width, height, pixels) = decoded(&png(&svg, 300).unwrap());
    assert_eq!(width, 300);
    assert!(height > 200 && pixels.iter().collect::<BTreeSet<_>>().len() > 50);
    let (width, height, _) = decoded(&card(&svg).unwrap());
    assert_eq!((width, height), CARD);
    for width in [0, 15, 4097, u32::MAX] {
        assert!(matches!(png(&svg, width), Err(PictureError::Width(_))), "{width}");
    }
    for nonsense in ["", "<svg", "no svg"] {
        assert!(png(nonsense, 100).is_err(), "{nonsense}");
    }
}

#[test]
fn a_film_has_a_frame_for_each_picture_and_ends_with_the_last_one() {
    let svgs: Vec<String> = positions("stonehenge", 6)
        .iter()
        .map(|position| position.show(Viewer::Omniscient).svg)
        .collect();
    let samples: Vec<&str> = svgs.iter().map(String::as_str).collect();
    let mut film = Film::new(160, &samples).unwrap();
    for svg in &svgs {
        film.push(svg, 900).unwrap();
    }
    let bytes = film.finish().unwrap();
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(Cursor::new(&bytes)).unwrap();
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    let mut screen = vec![0_u8; 4 * width * height];
    let mut frames = 0;
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        assert_eq!(frame.delay, 90);
        for row in 0..usize::from(frame.height) {
            for column in 0..usize::from(frame.width) {
                let from = 4 * (row * usize::from(frame.width) + column);
                let x = usize::from(frame.left) + column;
                let to = 4 * ((usize::from(frame.top) + row) * width + x);
                if frame.buffer[from + 3] > 0 {
                    screen[to..to + 4].copy_from_slice(&frame.buffer[from..from + 4]);
                }
            }
        }
        frames += 1;
    }
    assert_eq!(frames, svgs.len());
    let (_, _, last) = decoded(&png(svgs.last().unwrap(), 160).unwrap());
    let error: u64 = screen.iter().zip(&last).map(|(one, two)| u64::from(one.abs_diff(*two))).sum();
    let mean = error as f64 / screen.len() as f64;
    assert!(mean < 4.0, "the last picture differs by {mean} of 255 on average");
    assert!(matches!(Film::new(160, &[]), Err(PictureError::NoFrames)));
}
