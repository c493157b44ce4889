//! The option values that tests cover.

use sarsen_core::{GameSpec, Options};

/// Every value of every option with the others at their defaults, the variants, and, for games with few options, every
/// combination.
pub fn setups(spec: &'static GameSpec) -> Vec<Options> {
    let mut all = vec![Options::defaults(spec)];
    for option in spec.options {
        let values = option.values.samples();
        for value in values.iter().filter(|value| *value != option.default) {
            all.push(with(&Options::defaults(spec), option.name, value));
        }
    }
    if spec.options.len() == 2 {
        let singles = all.clone();
        for value in spec.options[1].values.samples() {
            all.extend(singles.iter().map(|options| with(options, spec.options[1].name, &value)));
        }
    }
    for variant in spec.variants {
        let start = Options::defaults(spec);
        all.push(
            variant
                .options
                .iter()
                .fold(start, |options, (name, value)| with(&options, name, value)),
        );
    }
    dedup(all)
}

fn with(options: &Options, name: &str, value: &str) -> Options {
    let mut options = options.clone();
    options.set(name, value).expect("a game's own description lists valid values");
    options
}

fn dedup(all: Vec<Options>) -> Vec<Options> {
    let mut seen = std::collections::BTreeSet::new();
    let key =
        |options: &Options| options.iter().map(|(n, v)| format!("{n}={v}")).collect::<Vec<_>>();
    all.into_iter().filter(|options| seen.insert(key(options))).collect()
}
