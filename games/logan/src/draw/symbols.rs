//! The three symbols as shapes, drawn around 0,0 for a stone of radius 50, and the definitions that the
//! picture uses.

use crate::stone::Face;

/// Gradients and the shapes of stones and symbols.
pub(super) const DEFINITIONS: &str = r##"<defs>
<radialGradient id="sand" cx="50%" cy="45%" r="75%"><stop offset="0" stop-color="#efe0c2"/><stop offset=".6" stop-color="#dcc59c"/><stop offset="1" stop-color="#b89a6c"/></radialGradient>
<linearGradient id="rock" x1="0" y1="0" x2=".4" y2="1"><stop offset="0" stop-color="#8fa6b5"/><stop offset="1" stop-color="#3d5566"/></linearGradient>
<linearGradient id="paper" x1="0" y1="0" x2=".4" y2="1"><stop offset="0" stop-color="#fffaf0"/><stop offset="1" stop-color="#e2cd97"/></linearGradient>
<linearGradient id="scissors" x1="0" y1="0" x2=".4" y2="1"><stop offset="0" stop-color="#cf6b53"/><stop offset="1" stop-color="#842c21"/></linearGradient>
<linearGradient id="hidden" x1="0" y1="0" x2=".4" y2="1"><stop offset="0" stop-color="#c9bda8"/><stop offset="1" stop-color="#8f8371"/></linearGradient>
<linearGradient id="gleam" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".5"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/></linearGradient>
<path id="stone" d="M-9 -45 Q0 -50 9 -45 L34 -31 Q43 -26 43 -16 L43 16 Q43 26 34 31 L9 45 Q0 50 -9 45 L-34 31 Q-43 26 -43 16 L-43 -16 Q-43 -26 -34 -31 Z"/>
<g id="Rock"><path d="M-25 9 L-18 -11 L-4 -22 L13 -19 L25 -3 L22 11 L4 17 L-17 16 Z" fill="#dfe8ee" stroke="#22333f" stroke-width="2.4" stroke-linejoin="round"/><path d="M-18 -11 L-5 -4 L13 -19 M-5 -4 L-8 16 M-5 -4 L25 -3" fill="none" stroke="#22333f" stroke-opacity=".5" stroke-width="1.8" stroke-linejoin="round"/></g>
<g id="Paper"><path d="M-16 -24 H8 L18 -14 V18 H-16 Z" fill="#fffef9" stroke="#6a5317" stroke-width="2.4" stroke-linejoin="round"/><path d="M8 -24 V-14 H18" fill="#e8d49a" stroke="#6a5317" stroke-width="2" stroke-linejoin="round"/><path d="M-9 -6 H11 M-9 2 H11 M-9 10 H5" stroke="#6a5317" stroke-opacity=".65" stroke-width="2.2" stroke-linecap="round"/></g>
<g id="Scissors" fill="none" stroke-linecap="round"><path d="M-15 -25 L7 6 M15 -25 L-7 6" stroke="#4d120b" stroke-width="8"/><path d="M-15 -25 L7 6 M15 -25 L-7 6" stroke="#ffeae2" stroke-width="4.4"/><circle cx="-11" cy="12" r="7.5" stroke="#4d120b" stroke-width="7"/><circle cx="11" cy="12" r="7.5" stroke="#4d120b" stroke-width="7"/><circle cx="-11" cy="12" r="7.5" stroke="#ffeae2" stroke-width="3.6"/><circle cx="11" cy="12" r="7.5" stroke="#ffeae2" stroke-width="3.6"/><circle cy="-4" r="2.6" fill="#4d120b"/></g>
<g id="Hidden"><text y="17" font-size="46" font-weight="bold" fill="#4b4233" text-anchor="middle">?</text></g>
</defs>
"##;

/// The name of a symbol's shape.
pub(super) fn shape(face: Face) -> &'static str {
    match face {
        Face::Rock => "Rock",
        Face::Paper => "Paper",
        Face::Scissors => "Scissors",
        Face::Hidden => "Hidden",
    }
}

/// The name of a stone's gradient.
pub(super) fn fill(face: Face) -> &'static str {
    match face {
        Face::Rock => "rock",
        Face::Paper => "paper",
        Face::Scissors => "scissors",
        Face::Hidden => "hidden",
    }
}

/// The colour of writing on a stone.
pub(super) fn ink(face: Face) -> &'static str {
    match face {
        Face::Rock => "#f2f7fa",
        Face::Paper => "#594511",
        Face::Scissors => "#fff1ec",
        Face::Hidden => "#4b4233",
    }
}

/// A quiet colour of the symbol, for small signs.
pub(super) fn tint(face: Face) -> &'static str {
    match face {
        Face::Rock => "#4b6577",
        Face::Paper => "#f4e6bf",
        Face::Scissors => "#a5402f",
        Face::Hidden => "#a89b86",
    }
}
