//! Runs the program as people and other tools do.

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// The program's output for some arguments and some input, with none of the settings that the environment may hold.
pub(crate) fn sarsen(args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sarsen"))
        .args(args)
        .env_remove("NO_COLOR")
        .env_remove("SARSEN_STORE")
        .env_remove("SARSEN_BUS")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    std::thread::scope(|scope| {
        scope.spawn(move || {
            // A command that refuses its arguments does not read its input.
            let _ = stdin.write_all(input);
        });
        child.wait_with_output().expect("the command ends")
    })
}
