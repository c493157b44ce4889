//! A grammar in EBNF (ISO 14977, as far as the documents use it): generates texts, and decides whether it accepts a
//! text.

use std::collections::{BTreeMap, BTreeSet};

use sarsen_core::chance::{self, Generator};

/// An expression of a grammar.
#[derive(Clone, Debug)]
enum Expr {
    Text(String),
    Rule(String),
    /// A description in words: `? a number from 1 to 36 ?`.
    Described(String),
    Sequence(Vec<Expr>),
    Choice(Vec<Expr>),
    /// Any number of times, or at most once.
    Repeated {
        inner: Box<Expr>,
        once: bool,
    },
}

/// The meaning of descriptions in words: how to generate an example, and where a match may end in a text.
pub(crate) trait Described {
    fn write(&self, words: &str, rng: &mut Generator) -> String;
    fn lengths(&self, words: &str, text: &str) -> Vec<usize>;
}

pub(crate) struct Grammar(BTreeMap<String, Expr>);

impl Grammar {
    /// Reads rules `name = expression ;`.
    pub(crate) fn parse(text: &str) -> Grammar {
        let mut parser = Parser { rest: text.trim() };
        let mut rules = BTreeMap::new();
        while !parser.rest.is_empty() {
            let name = parser.name();
            parser.expect("=");
            let before = rules.insert(name.clone(), parser.choice());
            assert!(before.is_none(), "{name} stands twice");
            parser.expect(";");
        }
        let grammar = Grammar(rules);
        grammar.0.values().for_each(|expr| grammar.check_names(expr));
        grammar
    }

    fn check_names(&self, expr: &Expr) {
        match expr {
            Expr::Rule(name) => assert!(self.0.contains_key(name), "there is no rule {name}"),
            Expr::Sequence(inner) | Expr::Choice(inner) => {
                inner.iter().for_each(|expr| self.check_names(expr));
            }
            Expr::Repeated { inner, .. } => self.check_names(inner),
            Expr::Text(_) | Expr::Described(_) => {}
        }
    }

    /// A random text that a rule generates.
    pub(crate) fn write(
        &self,
        rule: &str,
        described: &impl Described,
        rng: &mut Generator,
    ) -> String {
        self.write_expr(&self.0[rule], described, rng)
    }

    fn write_expr(&self, expr: &Expr, described: &impl Described, rng: &mut Generator) -> String {
        match expr {
            Expr::Text(text) => text.clone(),
            Expr::Rule(name) => self.write_expr(&self.0[name], described, rng),
            Expr::Described(words) => described.write(words, rng),
            Expr::Sequence(parts) => {
                parts.iter().map(|part| self.write_expr(part, described, rng)).collect()
            }
            Expr::Choice(parts) => {
                let chosen = chance::below(rng, parts.len() as u64) as usize;
                self.write_expr(&parts[chosen], described, rng)
            }
            Expr::Repeated { inner, once } => {
                let times = chance::below(rng, if *once { 2 } else { 4 });
                (0..times).map(|_| self.write_expr(inner, described, rng)).collect()
            }
        }
    }

    /// Whether a rule generates exactly this text.
    pub(crate) fn accepts(&self, rule: &str, described: &impl Described, text: &str) -> bool {
        self.ends(&self.0[rule], described, text, 0).contains(&text.len())
    }

    /// Where an expression that starts at an index may end.
    fn ends(
        &self,
        expr: &Expr,
        described: &impl Described,
        text: &str,
        at: usize,
    ) -> BTreeSet<usize> {
        let rest = &text[at..];
        match expr {
            Expr::Text(wanted) => {
                rest.starts_with(wanted.as_str()).then_some(at + wanted.len()).into_iter().collect()
            }
            Expr::Rule(name) => self.ends(&self.0[name], described, text, at),
            Expr::Described(words) => {
                described.lengths(words, rest).into_iter().map(|length| at + length).collect()
            }
            Expr::Sequence(parts) => {
                let mut ends = BTreeSet::from([at]);
                for part in parts {
                    let from = ends.iter();
                    ends = from.flat_map(|&end| self.ends(part, described, text, end)).collect();
                }
                ends
            }
            Expr::Choice(parts) => {
                parts.iter().flat_map(|part| self.ends(part, described, text, at)).collect()
            }
            Expr::Repeated { inner, once } => {
                let mut ends = BTreeSet::from([at]);
                let mut last = ends.clone();
                loop {
                    let next: BTreeSet<usize> = last
                        .iter()
                        .flat_map(|&end| self.ends(inner, described, text, end))
                        .collect();
                    last = next.difference(&ends).copied().collect();
                    ends.extend(&last);
                    if *once || last.is_empty() {
                        return ends;
                    }
                }
            }
        }
    }
}

struct Parser<'a> {
    rest: &'a str,
}

impl Parser<'_> {
    fn skip(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn expect(&mut self, sign: &str) {
        self.skip();
        let after = self.rest.strip_prefix(sign);
        self.rest = after.unwrap_or_else(|| panic!("`{sign}` before {}", self.rest));
        self.skip();
    }

    fn name(&mut self) -> String {
        self.skip();
        let end = self.rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '-');
        let (name, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        assert!(!name.is_empty(), "a name before {rest}");
        self.rest = rest;
        name.to_owned()
    }

    fn choice(&mut self) -> Expr {
        let mut parts = vec![self.sequence()];
        while self.rest.starts_with('|') {
            self.expect("|");
            parts.push(self.sequence());
        }
        if parts.len() == 1 { parts.remove(0) } else { Expr::Choice(parts) }
    }

    fn sequence(&mut self) -> Expr {
        let mut parts = vec![self.factor()];
        while self.rest.starts_with(',') {
            self.expect(",");
            parts.push(self.factor());
        }
        if parts.len() == 1 { parts.remove(0) } else { Expr::Sequence(parts) }
    }

    fn factor(&mut self) -> Expr {
        self.skip();
        let first = self.rest.chars().next().expect("an expression");
        let expr = match first {
            '"' | '\'' | '?' => {
                let (inside, rest) = self.rest[1..].split_once(first).expect("it is closed");
                self.rest = rest;
                if first == '?' {
                    Expr::Described(inside.trim().to_owned())
                } else {
                    Expr::Text(inside.to_owned())
                }
            }
            '(' => {
                self.expect("(");
                let inner = self.choice();
                self.expect(")");
                inner
            }
            '[' | '{' => {
                self.rest = &self.rest[1..];
                let inner = Box::new(self.choice());
                self.expect(if first == '[' { "]" } else { "}" });
                Expr::Repeated { inner, once: first == '[' }
            }
            _ => Expr::Rule(self.name()),
        };
        self.skip();
        expr
    }
}
