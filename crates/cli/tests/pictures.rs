//! Print software renders the pictures like browsers do: the output of `rsvg-convert` shows the pieces.

use std::io::Cursor;
use std::path::Path;
use std::process::{Command, Stdio};

/// The bytes that the command prints for a record.
fn sarsen(args: &[&str], record: &str) -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.sarsen");
    std::fs::write(&file, record).expect("a record");
    let file = file.to_str().expect("text");
    let args: Vec<&str> =
        args.iter().map(|&word| if word == "FILE" { file } else { word }).collect();
    let output =
        Command::new(env!("CARGO_BIN_EXE_sarsen")).args(&args).output().expect("it starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

struct Picture {
    width: usize,
    pixels: Vec<u8>,
}

impl Picture {
    /// Renders an SVG with librsvg, one pixel per unit; `None` if it is not installed.
    fn drawn(svg: &[u8]) -> Option<Picture> {
        let folder = tempfile::tempdir().expect("a folder");
        let [from, to] = ["in.svg", "out.png"].map(|name| folder.path().join(name));
        std::fs::write(&from, svg).expect("a file");
        let mut command = Command::new("rsvg-convert");
        command.arg("--background-color=white").arg(&from).arg("-o").arg(&to);
        let Ok(mut child) = command.stdin(Stdio::null()).spawn() else {
            // `./test` installs it on Debian, and reports if it could not.
            assert!(std::env::var_os("SARSEN_RSVG").is_none(), "rsvg-convert was promised");
            eprintln!("skipped: rsvg-convert is not installed, so no picture was drawn");
            return None;
        };
        assert!(child.wait().expect("it ends").success(), "librsvg refuses the picture");
        Some(Picture::read(&to))
    }

    fn read(path: &Path) -> Picture {
        let bytes = std::fs::read(path).expect("a picture");
        let mut decoder = png::Decoder::new(Cursor::new(bytes));
        decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::ALPHA);
        let mut reader = decoder.read_info().expect("a PNG");
        let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
        let info = reader.next_frame(&mut pixels).expect("pixels");
        assert_eq!(info.color_type, png::ColorType::Rgba);
        Picture { width: info.width as usize, pixels }
    }

    fn at(&self, x: usize, y: usize) -> [i32; 3] {
        let place = 4 * (y * self.width + x);
        [0, 1, 2].map(|part| i32::from(self.pixels[place + part]))
    }
}

/// The expected colour of a pixel.
#[derive(Clone, Copy, Debug)]
enum Tone {
    /// Seat 1's druids, rock, jackals.
    Blue,
    /// Seat 2's druids, scissors, terracotta, hounds.
    Warm,
    /// Limestone and paper.
    Pale,
    /// Basalt.
    Dark,
    /// The sun's brass.
    Brass,
}

impl Tone {
    fn is(self, [red, green, blue]: [i32; 3]) -> bool {
        match self {
            Tone::Blue => blue > red + 20,
            Tone::Warm => red > blue + 60 && red > green + 35,
            Tone::Pale => red > 215 && green > 205 && blue > 175,
            Tone::Dark => red.max(green).max(blue) < 110,
            Tone::Brass => red > 190 && red > blue + 80 && green > 120,
        }
    }
}

/// A point of a picture, and its expected colour.
type Point = (usize, usize, Tone);

/// A game with pieces on the board, and for each kind of piece a point of its body, beside its letters.
const POINTS: [(&str, &[Point]); 4] = [
    (
        "[Game \"stonehenge\"]\n\nB3 N2 R3 I3 P2 A4 M6 E3 C2 D1\n",
        &[(354, 168, Tone::Warm), (486, 168, Tone::Blue), (551, 512, Tone::Blue)],
    ),
    (
        "[Game \"cathedral\"]\n\nPP0@b3 AC3@d6 TO2@f8 CA3@i5 SQ0@i8\n",
        &[(327, 495, Tone::Warm), (401, 347, Tone::Dark), (845, 199, Tone::Pale)],
    ),
    (
        "[Game \"logan\"]\n\ndeal=SR,PS|RS,RS,SP,PS,PR,PR,SR,PS|SR,PR,PS,RP,PR,RP,PS,SR \
         +SP~@1,-1 +PS@2,-1 +PS@2,0 +SR~@3,-1 +SR~@2,-2 +RP~@0,-1\n",
        &[
            (408, 305, Tone::Blue),
            (300, 484, Tone::Warm),
            (246, 383, Tone::Pale),
            (84, 836, Tone::Blue),
        ],
    ),
    (
        "[Game \"holes\"]\n\n*2 *2 *1 *3 1 *2 1 *4 2 *1 3 *3 20 *2 4 *3 23 *3 20 *2 1 *3 23 *1 26 *1 26 \
         *3 27 *3 27 *3 3 *1\n",
        &[(255, 425, Tone::Warm), (702, 1040, Tone::Blue)],
    ),
];

#[test]
fn printed_boards_contain_every_piece() {
    for (record, points) in POINTS {
        let svg = sarsen(&["show", "FILE", "--svg"], record);
        let empty = record.split("\n\n").next().expect("tags");
        let before = sarsen(&["show", "FILE", "--svg"], &format!("{empty}\n"));
        let Some(picture) = Picture::drawn(&svg) else { return };
        let before = Picture::drawn(&before).expect("it was there a moment ago");
        for &(x, y, tone) in points {
            let color = picture.at(x, y);
            assert!(tone.is(color), "{empty}: {color:?} at {x},{y} is not {tone:?}");
            // The empty board looks different there, unless the point is in a hand.
            assert!(y > 800 || color != before.at(x, y), "{empty}: nothing was played at {x},{y}");
        }
    }
}

#[test]
fn printed_plans_contain_the_stones_and_the_sun() {
    let game = sarsen(&["random", "sun", "--seed", "4", "--option", "stones=12"], "");
    let game = String::from_utf8(game).expect("text");
    let tokens: Vec<&str> =
        game.split("\n\n").nth(1).expect("actions").split_whitespace().collect();
    let middle: Vec<&str> =
        tokens.iter().copied().take_while(|token| !token.starts_with('=')).collect();
    let record = format!("[Game \"sun\"]\n[Option.stones \"12\"]\n\n{}\n", middle.join(" "));
    let svg = sarsen(&["show", "FILE", "--svg"], &record);
    let Some(picture) = Picture::drawn(&svg) else { return };
    let brass = picture.at(456, 424);
    assert!(Tone::Brass.is(brass), "{brass:?}");
    // Each stone has its number in the middle of its upper face.
    let svg = String::from_utf8(svg).expect("text");
    let numbers = svg.lines().filter(|line| line.contains("font-size=\"15\""));
    let mut stones = 0;
    for line in numbers {
        let value = |name: &str| -> usize {
            let rest = line.split(&format!(" {name}=\"")).nth(1).expect("an attribute");
            rest.split(['.', '"']).next().and_then(|number| number.parse().ok()).expect("a number")
        };
        let color = picture.at(value("x"), value("y") - 16);
        assert!(Tone::Pale.is(color), "{color:?} above {line}");
        stones += 1;
    }
    assert_eq!(stones, 12, "on the base and in the stock");
}

#[test]
fn the_graph_of_a_game_has_axes_numbers_seats_and_a_sum() {
    let record = "[Game \"stonehenge\"]\n[Seat1 \"Ada & Co\"]\n[Seat2 \"Bo\"]\n\nO4 M5 B5 N1 D3 J4 R6 H6 A3 E1 Q1 G2 F1\n";
    let svg = sarsen(&["analyse", "FILE", "--nodes", "400", "--svg"], record);
    let text = String::from_utf8(svg.clone()).expect("text");
    for part in
        ["0 %", "100 %", ">action<", ">13<", "Ada &amp; Co", "Bo’s mistakes", "changed its mind"]
    {
        assert!(text.contains(part), "{part} is missing:\n{text}");
    }
    // The sum is complete.
    let caption: Vec<&str> =
        text.lines().filter(|line| line.starts_with("<text x=\"70\"")).collect();
    assert!(caption.len() >= 4 && caption.iter().all(|line| line.len() < 150), "{caption:?}");
    let Some(picture) = Picture::drawn(&svg) else { return };
    // The axes: a dark line on the left and one below.
    let dark = |x: usize, y: usize| (x - 1..=x + 1).any(|x| Tone::Dark.is(picture.at(x, y)));
    assert!((70..290).step_by(20).all(|y| dark(70, y)), "there is no axis of chances");
}
