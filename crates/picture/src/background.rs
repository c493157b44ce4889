//! What all pictures of a film have in common, drawn once.
//!
//! A game draws its board first and its pieces on top, so the pictures of one game begin with the same elements. Elements are painted one
//! after the other: painting the rest over the pixels of the first ones gives the same picture as painting all of them.

use resvg::tiny_skia::Pixmap;
use resvg::usvg::roxmltree::{Document, Node};

use crate::PictureError;
use crate::raster::{board, draw_over};

/// Elements that paint nothing themselves. What is painted later may refer to them.
const DEFINITIONS: [&str; 12] = [
    "defs",
    "style",
    "title",
    "desc",
    "metadata",
    "symbol",
    "linearGradient",
    "radialGradient",
    "clipPath",
    "mask",
    "pattern",
    "filter",
];

/// The first elements of some pictures, as pixels.
pub(crate) struct Background {
    width: u32,
    /// The text up to the end of the last shared element.
    shared: String,
    /// The start of the picture with the shared definitions, but with nothing that paints.
    head: String,
    pixmap: Pixmap,
}

impl Background {
    /// What these pictures share, drawn with a width in pixels; `None` if that paints nothing.
    pub(crate) fn of(samples: &[&str], width: u32) -> Result<Option<Background>, PictureError> {
        let Some((first, others)) = samples.split_first() else { return Ok(None) };
        let document = Document::parse(first)?;
        let mut head = String::new();
        let mut end = 0;
        let mut paints = false;
        for child in document.root_element().children().filter(Node::is_element) {
            let range = child.range();
            let defines = DEFINITIONS.contains(&child.tag_name().name());
            // What is painted and named could be painted again by its name.
            let named = child.descendants().any(|node| node.attribute("id").is_some());
            let is_shared = others.iter().all(|svg| svg.starts_with(&first[..range.end]));
            if !is_shared || (named && !defines) {
                break;
            }
            if end == 0 {
                head.push_str(&first[..range.start]);
            }
            if defines {
                head.push_str(&first[range.clone()]);
            }
            paints |= !defines;
            end = range.end;
        }
        if !paints {
            return Ok(None);
        }
        let shared = first[..end].to_owned();
        let pixmap = board(&format!("{shared}{}", closing(first)), width)?;
        Ok(Some(Background { width, shared, head, pixmap }))
    }

    /// The pixels of a picture.
    pub(crate) fn board(&self, svg: &str) -> Result<Pixmap, PictureError> {
        let Some(rest) = svg.strip_prefix(&self.shared) else { return board(svg, self.width) };
        let mut pixmap = self.pixmap.clone();
        draw_over(&format!("{}{rest}", self.head), &mut pixmap)?;
        Ok(pixmap)
    }
}

/// The end tag of an SVG's root.
fn closing(svg: &str) -> &str {
    svg.rfind("</").map_or("", |start| &svg[start..])
}

#[cfg(test)]
mod tests {
    use sarsen_core::{Options, Viewer, chance};

    use super::*;

    const WIDTH: u32 = 40;

    fn picture(inner: &str) -> String {
        format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><defs><linearGradient id="sky"><stop stop-color="red"/></linearGradient></defs><rect width="40" height="40" fill="url(#sky)"/>{inner}</svg>"##
        )
    }

    #[test]
    fn pictures_over_a_shared_background_are_the_same_to_the_pixel() {
        let some = [
            picture(r#"<circle cx="9" cy="9" r="7.3" fill="blue" fill-opacity=".4"/>"#),
            picture(r#"<text x="20" y="30" font-size="20">A</text>"#),
            picture(r#"<rect x="5" y="5" width="9" height="9" fill="url(#sky)"/>"#),
        ];
        let samples: Vec<&str> = some.iter().map(String::as_str).collect();
        let background = Background::of(&samples, WIDTH).unwrap().unwrap();
        assert!(background.shared.ends_with(r##"fill="url(#sky)"/>"##), "{}", background.shared);
        for svg in &samples {
            assert_eq!(background.board(svg).unwrap().data(), board(svg, WIDTH).unwrap().data());
        }
    }

    /// Pictures of a game of random play, far apart.
    fn pictures(game: &str) -> Vec<String> {
        let game = sarsen_catalog::game(game).unwrap();
        let mut position = game.start(&Options::defaults(game.spec()));
        let mut rng = chance::generator(7);
        let mut found = Vec::new();
        for count in 0..40 {
            if count % 13 == 0 {
                found.push(position.show(Viewer::Omniscient).svg);
            }
            let Some(action) = position.random_action(&mut rng) else { break };
            position.play(&action).unwrap();
        }
        found
    }

    #[test]
    fn pictures_of_every_game_are_the_same_over_their_background() {
        for game in sarsen_catalog::GAMES {
            let pictures = pictures(game.spec().id);
            let samples: Vec<&str> = pictures.iter().map(String::as_str).collect();
            let Some(background) = Background::of(&samples, 120).unwrap() else { continue };
            for svg in samples {
                let whole = board(svg, 120).unwrap();
                assert!(
                    background.board(svg).unwrap().data() == whole.data(),
                    "{}",
                    game.spec().id
                );
            }
        }
    }

    #[test]
    fn most_of_the_picture_of_58_holes_is_background() {
        // Its games are the longest and its board has the most to paint.
        let pictures = pictures("holes");
        let samples: Vec<&str> = pictures.iter().map(String::as_str).collect();
        let background = Background::of(&samples, WIDTH).unwrap().unwrap();
        let (shared, whole) = (background.shared.len(), samples[0].len());
        assert!(shared * 10 > whole * 8, "{shared} of {whole} bytes");
    }

    #[test]
    fn a_picture_without_the_background_is_drawn_whole() {
        let svg = picture("");
        let other = svg.replace("red", "lime");
        let background = Background::of(&[&svg, &svg], WIDTH).unwrap().unwrap();
        assert_eq!(background.board(&other).unwrap().data(), board(&other, WIDTH).unwrap().data());
    }

    #[test]
    fn a_painted_element_with_a_name_is_no_background_because_it_may_be_used_again() {
        let svg = picture(
            r##"<g id="stone"><circle r="9" fill="blue"/></g><use href="#stone" x="20" y="20"/>"##,
        );
        let background = Background::of(&[&svg, &svg], WIDTH).unwrap().unwrap();
        assert!(!background.shared.contains("stone"));
        assert_eq!(background.board(&svg).unwrap().data(), board(&svg, WIDTH).unwrap().data());
    }

    #[test]
    fn pictures_with_nothing_in_common_have_no_background() {
        let red = picture("");
        let lime = red.replace("red", "lime");
        assert!(Background::of(&[&red, &lime], WIDTH).unwrap().is_none());
        assert!(Background::of(&[], WIDTH).unwrap().is_none());
    }
}
