//! `sarsen completions`: scripts that know the games, their options and their variants.

use std::fmt::Write as _;
use std::io::Write;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, CommandFactory};
use clap_complete::Shell;
use sarsen_catalog::GAMES;
use sarsen_core::{GameSpec, OptionSpec};

use crate::args::{Args, CompletionsArgs};
use crate::output;

pub(crate) fn run(args: &CompletionsArgs) -> anyhow::Result<()> {
    let mut script = Vec::new();
    let mut command = Args::command().mut_subcommands(|command| command.mut_args(with_values));
    clap_complete::generate(args.shell, &mut command, "sarsen", &mut script);
    let mut out = output::plain();
    out.write_all(&script)?;
    if args.shell == Shell::Bash {
        out.write_all(bash_options().as_bytes())?;
    }
    out.flush()?;
    Ok(())
}

/// Adds the values that a shell can offer to an argument. Only for completion: the command itself uses its own parsers,
/// which have better error messages.
fn with_values(arg: Arg) -> Arg {
    match arg.get_id().as_str() {
        "game" | "random" => arg.value_parser(PossibleValuesParser::new(games())),
        "options" => arg.value_parser(PossibleValuesParser::new(options())),
        "variant" => arg.value_parser(PossibleValuesParser::new(variants())),
        "lang" => arg.value_parser(["en", "fr", "ja"]),
        "level" => arg.value_parser(["1", "2", "3", "4", "5", "6", "7", "8"]),
        _ => arg,
    }
}

fn specs() -> impl Iterator<Item = &'static GameSpec> {
    GAMES.iter().map(|game| game.spec())
}

fn games() -> Vec<PossibleValue> {
    specs()
        .map(|spec| PossibleValue::new(spec.id).help(spec.name.en.clone().into_owned()))
        .collect()
}

/// `NAME=VALUE` for every game, with the games that have it.
fn options() -> Vec<PossibleValue> {
    let mut pairs: Vec<(String, Vec<&str>)> = Vec::new();
    for spec in specs() {
        for pair in spec.options.iter().flat_map(pairs_of) {
            match pairs.iter_mut().find(|(known, _)| *known == pair) {
                Some((_, games)) => games.push(spec.id),
                None => pairs.push((pair, vec![spec.id])),
            }
        }
    }
    let value =
        |(pair, games): (String, Vec<&str>)| PossibleValue::new(pair).help(games.join(", "));
    pairs.into_iter().map(value).collect()
}

fn pairs_of(option: &OptionSpec) -> Vec<String> {
    let name = option.name;
    option.values.samples().iter().map(|value| format!("{name}={value}")).collect()
}

fn variants() -> Vec<PossibleValue> {
    let mut values: Vec<(&str, Vec<&str>)> = Vec::new();
    for spec in specs() {
        for variant in spec.variants {
            match values.iter_mut().find(|(id, _)| *id == variant.id) {
                Some((_, games)) => games.push(spec.id),
                None => values.push((variant.id, vec![spec.id])),
            }
        }
    }
    values.into_iter().map(|(id, games)| PossibleValue::new(id).help(games.join(", "))).collect()
}

/// What the generated script cannot do in bash, where `=` separates words and the possible options depend on the game
/// typed before.
fn bash_options() -> String {
    let mut cases = String::new();
    for spec in specs() {
        let pairs: Vec<String> = spec.options.iter().flat_map(pairs_of).collect();
        let variants: Vec<&str> = spec.variants.iter().map(|variant| variant.id).collect();
        let _ = writeln!(
            cases,
            "            {}) pairs=\"{}\"; variants=\"{}\" ;;",
            spec.id,
            pairs.join(" "),
            variants.join(" ")
        );
    }
    format!(
        r#"
# Options and variants of the game that stands on the line: bash splits NAME=VALUE into three words.
_sarsen_with_options() {{
    local word pairs="" variants="" given="" option=""
    for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
        case "$word" in
{cases}        esac
    done
    local at=$COMP_CWORD current="${{COMP_WORDS[COMP_CWORD]}}"
    if [[ "$current" == "=" ]]; then
        given="${{COMP_WORDS[at-1]}}="; option="${{COMP_WORDS[at-2]}}"; current=""
    elif [[ $at -ge 2 && "${{COMP_WORDS[at-1]}}" == "=" ]]; then
        given="${{COMP_WORDS[at-2]}}="; option="${{COMP_WORDS[at-3]}}"
    else
        option="${{COMP_WORDS[at-1]}}"
    fi
    if [[ "$option" == "--option" && -n "$pairs" ]]; then
        COMPREPLY=()
        for word in $(compgen -W "$pairs" -- "$given$current"); do
            COMPREPLY+=("${{word#"$given"}}")
        done
    elif [[ "$option" == "--variant" && -n "$variants" ]]; then
        COMPREPLY=($(compgen -W "$variants" -- "$current"))
    else
        _sarsen "$@"
    fi
}}
complete -F _sarsen_with_options -o nosort -o bashdefault -o default sarsen
"#
    )
}
