//! `sarsen verify`: checks that the chance of a game is what its published hash promised.

use std::io::Write;

use sarsen_core::record::Record;
use sarsen_session::{Verified, VerifyError};

use crate::args::FileArgs;
use crate::input::{self, BadInput};
use crate::output;

/// The result for one record.
enum Verdict {
    /// Every draw was repeated from the promised seed.
    Whole(String),
    /// Nothing is wrong, but not everything could be checked.
    Unchecked(String),
    /// The record and its promise disagree.
    Wrong(VerifyError),
}

/// Succeeds if every draw of every record was checked; prints a line per record.
pub(crate) fn run(args: &FileArgs) -> anyhow::Result<()> {
    let name = input::name(&args.file);
    let mut out = output::plain();
    let (mut records, mut failed) = (0_u32, Vec::new());
    let mut wrong = false;
    for record in input::records(&args.file)? {
        records += 1;
        let problem = match judge(&record?) {
            Verdict::Whole(checked) => {
                writeln!(out, "record {records}: {checked}")?;
                continue;
            }
            Verdict::Unchecked(problem) => problem,
            Verdict::Wrong(error) => {
                wrong = true;
                error.to_string()
            }
        };
        writeln!(out, "record {records}: not verified: {problem}")?;
        failed.push(format!("record {records}: {problem}"));
    }
    out.flush()?;
    let Some(first) = failed.first() else {
        let empty = || BadInput::error(format!("{name}: there is no record"));
        return if records > 0 { Ok(()) } else { Err(empty()) };
    };
    let message = match failed.len() {
        1 => format!("{name}: {first}"),
        count => format!("{name}: {count} of {records} records are not verified; {first}"),
    };
    Err(if wrong { BadInput::error(message) } else { anyhow::anyhow!(message) })
}

fn judge(record: &Record) -> Verdict {
    if !sarsen_session::has_begun(record) {
        return Verdict::Unchecked("the table has not begun: nothing was drawn yet".to_owned());
    }
    match sarsen_session::verify(record) {
        Err(error) => Verdict::Wrong(error),
        Ok(Verified { draws: 0, given_draws: 0, .. }) => Verdict::Unchecked(
            "chance did nothing in this game: there is no draw that could be checked".to_owned(),
        ),
        Ok(Verified { draws, given_draws: 0, hash }) => Verdict::Whole(format!(
            "{} by the seed whose hash is {hash}; that hash was promised if it was shown before the game",
            match draws {
                1 => "the only draw of chance is as drawn".to_owned(),
                _ => format!("all {draws} draws of chance are as drawn"),
            },
        )),
        Ok(Verified { draws, given_draws, .. }) => Verdict::Unchecked(format!(
            "it begins from a given deal or position, so {given_draws} of {} draws of chance were chosen by the person who made the table and cannot be checked",
            draws + given_draws
        )),
    }
}
