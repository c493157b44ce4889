//! Texts of an SVG as strokes.

use std::collections::HashMap;
use std::fmt::Write;

use resvg::usvg::roxmltree::{Document, Node};

use crate::PictureError;
use crate::glyphs::{self, Glyph};

/// The SVG with every text replaced by strokes of the same size, place and colour.
///
/// It understands what the games' pictures use: attributes of the text and of what it stands in, and style sheets of the form
/// `.name{property:value}`.
///
/// # Errors
/// If it is no XML.
pub fn lettered(svg: &str) -> Result<String, PictureError> {
    let document = Document::parse(svg)?;
    let styles = Styles::read(&document);
    let mut drawn = String::with_capacity(svg.len() * 2);
    let mut from = 0;
    for node in document.descendants().filter(|node| node.has_tag_name(TEXT)) {
        let range = node.range();
        // A text within a text is drawn with it.
        if range.start < from {
            continue;
        }
        drawn.push_str(&svg[from..range.start]);
        push_text(&mut drawn, node, &styles);
        from = range.end;
    }
    drawn.push_str(&svg[from..]);
    Ok(drawn)
}

/// The characters in an SVG's texts that have no strokes; they are drawn as empty boxes.
///
/// # Errors
/// If it is no XML.
pub fn undrawn(svg: &str) -> Result<Vec<char>, PictureError> {
    let document = Document::parse(svg)?;
    let texts = document.descendants().filter(|node| node.has_tag_name(TEXT));
    Ok(texts
        .flat_map(|node| content(node).chars().collect::<Vec<_>>())
        .filter(|&character| !glyphs::has(character))
        .collect())
}

const TEXT: (&str, &str) = ("http://www.w3.org/2000/svg", "text");

/// What the size of a text is where none is said.
const SIZE: f64 = 16.0;

fn content(node: Node<'_, '_>) -> String {
    node.descendants().filter_map(|child| child.is_text().then(|| child.text()).flatten()).collect()
}

fn push_text(svg: &mut String, node: Node<'_, '_>, styles: &Styles) {
    let value = |name: &str| styles.value(node, name);
    let number = |name: &str| value(name).and_then(|text| length(&text));
    let size = number("font-size").unwrap_or(SIZE);
    let bold = value("font-weight").is_some_and(|weight| weight == "bold" || weight == "700");
    let letters: Vec<&Glyph> = content(node).trim().chars().map(glyphs::of).collect();
    let width: f64 = letters.iter().map(|glyph| glyph.advance).sum();
    let start = match value("text-anchor").as_deref() {
        Some("middle") => -width / 2.0,
        Some("end") => -width,
        _ => 0.0,
    };
    let own = |name: &str| node.attribute(name).and_then(length).unwrap_or(0.0);
    let transform = node.attribute("transform").unwrap_or_default();
    let scale = size / glyphs::EM;
    let _ = write!(
        svg,
        "<g transform=\"{} translate({} {}) scale({scale})\" fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">",
        escaped(transform),
        own("x"),
        own("y")
    );
    let weight = if bold { glyphs::BOLD } else { glyphs::REGULAR };
    if let Some(outline) = value("stroke").filter(|color| color != "none") {
        let rim = number("stroke-width").unwrap_or(1.0) / scale;
        let opacity = value("stroke-opacity").unwrap_or_else(|| "1".to_owned());
        push_letters(svg, &letters, start, &outline, &opacity, weight + rim);
    }
    let color = value("fill").unwrap_or_else(|| "#000".to_owned());
    let opacity = value("fill-opacity").unwrap_or_else(|| "1".to_owned());
    push_letters(svg, &letters, start, &color, &opacity, weight);
    svg.push_str("</g>");
}

fn push_letters(
    svg: &mut String,
    letters: &[&Glyph],
    start: f64,
    color: &str,
    opacity: &str,
    width: f64,
) {
    let _ = write!(
        svg,
        "<g stroke=\"{}\" stroke-opacity=\"{}\" stroke-width=\"{width}\">",
        escaped(color),
        escaped(opacity)
    );
    let mut x = start;
    for glyph in letters {
        if !glyph.path.is_empty() {
            let _ = write!(svg, "<path transform=\"translate({x} 0)\" d=\"{}\"/>", glyph.path);
        }
        x += glyph.advance;
    }
    svg.push_str("</g>");
}

fn length(text: &str) -> Option<f64> {
    text.trim().trim_end_matches("px").parse().ok()
}

fn escaped(value: &str) -> String {
    value.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;")
}

/// The rules of a picture's style sheets, by class.
#[derive(Default)]
struct Styles(HashMap<String, Vec<(String, String)>>);

impl Styles {
    fn read(document: &Document<'_>) -> Styles {
        let mut styles = Styles::default();
        for sheet in document.descendants().filter(|node| node.tag_name().name() == "style") {
            for rule in sheet.text().unwrap_or_default().split('}') {
                styles.add(rule);
            }
        }
        styles
    }

    fn add(&mut self, rule: &str) {
        let Some((selectors, body)) = rule.split_once('{') else { return };
        let declarations: Vec<(String, String)> = body
            .split(';')
            .filter_map(|part| part.split_once(':'))
            .map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned()))
            .collect();
        for selector in selectors.split(',') {
            if let Some(class) = selector.trim().strip_prefix('.') {
                self.0.entry(class.to_owned()).or_default().extend(declarations.iter().cloned());
            }
        }
    }

    /// A property of a node: its own, or that of the nearest ancestor that says anything.
    fn value(&self, node: Node<'_, '_>, name: &str) -> Option<String> {
        node.ancestors().find_map(|node| self.own(node, name))
    }

    /// A style sheet wins over an attribute, as in browsers.
    fn own(&self, node: Node<'_, '_>, name: &str) -> Option<String> {
        let classes = node.attribute("class").unwrap_or_default().split_whitespace();
        let styled = classes
            .filter_map(|class| self.0.get(class))
            .flatten()
            .rfind(|(property, _)| property == name);
        match styled {
            Some((_, value)) => Some(value.clone()),
            None => node.attribute(name).map(str::to_owned),
        }
    }
}
