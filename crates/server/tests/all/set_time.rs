//! The time of day of a real process is set. The tests in `clocks` have sources of their own.

use std::process::Command;

use crate::clocks;
use crate::common::process::{self, Process};
use crate::common::stranger::Stranger;
use crate::common::{Client, hello_key, new_table};
use crate::kill::CHILD;
use sarsen_protocol::{About, Clock, NewSeat, Status};
use sarsen_server::{Sources, SystemSources};

/// Moves the time of day of a process by as many seconds as a file says. Its other clocks stay as they are.
const SETTABLE_TIME: &str = r#"
    #define _GNU_SOURCE
    #include <stdio.h>
    #include <stdlib.h>
    #include <sys/syscall.h>
    #include <time.h>
    #include <unistd.h>
    int clock_gettime(clockid_t clock, struct timespec *time) {
        int result = syscall(SYS_clock_gettime, clock, time);
        FILE *file = clock == CLOCK_REALTIME ? fopen(getenv("SARSEN_TIME_MOVED_BY"), "r") : NULL;
        if (file != NULL) {
            long seconds;
            if (fscanf(file, "%ld", &seconds) == 1) time->tv_sec += seconds;
            fclose(file);
        }
        return result;
    }
"#;

#[tokio::test]
async fn a_process_whose_time_of_day_is_set_costs_no_player_time() {
    let folder = tempfile::tempdir().unwrap();
    let [code, library, file, data] =
        ["time.c", "time.so", "seconds", "data"].map(|name| folder.path().join(name));
    std::fs::write(&code, SETTABLE_TIME).unwrap();
    let mut compiler = Command::new("cc");
    compiler.args(["-shared", "-fPIC", "-o"]).arg(&library).arg(&code);
    assert!(compiler.status().expect("Rust links with a C compiler").success());
    let set = |seconds: i64| std::fs::write(&file, seconds.to_string()).unwrap();
    set(0);
    let (library, moved) = (library.display(), file.display());
    let preload = format!("export SARSEN_TIME_MOVED_BY='{moved}' LD_PRELOAD='{library}'");
    let mut server = Process::spawn_with(&data, &CHILD, &preload).await;
    let address = server.address;

    let ada = process::player_at(address, "Ada").await;
    let mut new = new_table("stonehenge", &[], vec![NewSeat::Me { name: None }; 2]);
    new.clock = Clock::Fischer { initial: clocks::INITIAL, increment: 0 };
    let (table, _) = process::table_at(address, &ada, &new).await;
    let mut client = Client::connect(address, &table, hello_key(&ada)).await;
    let mut actions = ["G6", "A1", "B2", "C3", "D4", "E5", "F1", "H2"].iter();
    for by in [clocks::HOUR, -clocks::HOUR, 0] {
        set(by / 1000);
        let head = "GET /api/v1/about HTTP/1.1\r\nhost: localhost\r\nconnection: close";
        let (_, about) = Stranger(1).ask(address, head, "").await;
        let about: About = serde_json::from_str(&about).unwrap();
        let apart = about.now.abs_diff(SystemSources.now().saturating_add_signed(by));
        assert!(apart < clocks::INITIAL, "the time of day was not set: {apart} ms");
        client.act(actions.next().unwrap()).await.unwrap();
        clocks::assert_nobody_paid(&client);
    }
    for by in [clocks::HOUR, -clocks::HOUR] {
        client.act(actions.next().unwrap()).await.unwrap();
        set(by / 1000);
        server.kill();
        server.restart().await;
        client = Client::connect(address, &table, hello_key(&ada)).await;
        assert_eq!(client.welcome.as_ref().unwrap().table.status, Status::Playing);
        client.act(actions.next().unwrap()).await.unwrap();
        clocks::assert_nobody_paid(&client);
    }
}
