use super::write::LINE_WIDTH;
use super::*;

fn parse(text: &str) -> Result<Record, String> {
    Reader::new(text.as_bytes()).next().expect("one record").map_err(|error| error.to_string())
}

fn tokens(text: &str) -> Vec<String> {
    parse(text).unwrap().tokens().map(|token| token.text.to_owned()).collect()
}

#[test]
fn tags_tokens_comments_and_move_numbers() {
    let text =
        "[Game \"x\"]\r\n[Note \"a \\\"b\\\" \\\\ c\"]\r\n\r\n1. G4 {why\r\nnot} A1{x}12. B2\r\n";
    let record = parse(text).unwrap();
    assert_eq!(record.tag("Note").unwrap().value, r#"a "b" \ c"#);
    assert_eq!(tokens(text), ["G4", "A1", "B2"]);
    assert_eq!(record.comments().collect::<Vec<_>>(), [(1, "why\nnot"), (2, "x")]);
}

#[test]
fn places_count_characters_from_one() {
    let record = parse("[Game \"x\"]\n\n{日本} G4\n  A1").unwrap();
    let places: Vec<_> = record.tokens().map(|token| token.place).collect();
    assert_eq!(places, [Place { line: 3, column: 6 }, Place { line: 4, column: 3 }]);
}

#[test]
fn what_is_written_reads_back() {
    let mut record = Record::new("x");
    record.set_tag("Seat1", "A \"quoted\" \\ name");
    for n in 0..60 {
        record.push_token(&format!("token{n}"));
        if n % 7 == 0 {
            record.push_comment("a } brace\nand a line");
        }
    }
    let written = record.to_string();
    assert!(written.lines().all(|line| line.chars().count() <= LINE_WIDTH));
    assert_eq!(parse(&written).unwrap().to_string(), written);
}

#[test]
fn a_record_may_have_very_many_tags() {
    let mut text = String::from("[Game \"x\"]\n");
    for n in 0..100_000 {
        text += &format!("[Tag{n} \"\"]\n");
    }
    assert_eq!(parse(&text).unwrap().tags().len(), 100_001);
    text += "[Tag7 \"\"]\n";
    assert!(parse(&text).unwrap_err().contains("Tag7"));
}

#[test]
fn a_record_without_tokens_needs_no_blank_line() {
    assert_eq!(tokens("[Game \"x\"]"), Vec::<String>::new());
    assert_eq!(parse("[Game \"x\"]\n").unwrap().to_string(), "[Game \"x\"]\n");
}

#[test]
fn malformed_records_say_where_and_what() {
    let cases = [
        ("", "line 1, column 1: there is no record here"),
        ("\n\n[Seat1 \"Ada\"]\n", "line 1, column 1: the tag `Game` is missing"),
        ("[Game \"x\"]\nG4", "line 2, column 1: `G4`: malformed tag"),
        (
            "[Game \"x\"]\n[Game \"x\"]",
            "line 2, column 2: `Game`: tag `Game` occurs here for the second",
        ),
        (
            "[Game \"x\"]\n[Result \"*\"]\n[Result \"*\"]",
            "line 3, column 2: `Result`: tag `Result` occurs",
        ),
        ("[Game x]", "line 1, column 7: `[Game x]`: malformed tag"),
        ("[Game \"x]", "line 1, column 10: `[Game \"x]`: malformed tag: the value's closing quote"),
        ("[Game \"\\x\"]", "line 1, column 9"),
        ("[Game \"x\"] y", "line 1, column 12"),
        ("[Gäme \"x\"]", "line 1, column 3"),
        ("[Game \"x\"]\n\nG4 {never", "line 3, column 4: this comment is never closed"),
        ("[Game \"x\"]\n\nG4\n(A1 (B2) C3", "line 4, column 1: this variation is never closed"),
        ("[Game \"x\"]\n\nG4 (A1))", "line 3, column 8: this parenthesis closes no variation"),
        ("[Game \"x\"]\n\n(A1) G4", "line 3, column 1: a variation stands after the action"),
        ("[Game \"x\"]\n\nG4 ((A1) B2)", "line 3, column 5: a variation stands after the action"),
        ("[Game \"x\"]\n\nG4 ({x} 1.)", "line 3, column 11: a variation has at least one action"),
        ("[Game \"x\"]\n\nG4 $256", "line 3, column 4: `$256`: a mark is"),
        ("[Game \"x\"]\n\nG4 $01", "line 3, column 4: `$01`: a mark is"),
        ("[Game \"x\"]\n\nG4 $", "line 3, column 4: `$`: a mark is"),
        ("[Game \"x\"]\n\nG4 $+1", "line 3, column 4: `$+1`: a mark is"),
        ("[Game \"x\"]\n\nG4 ($1 A1)", "line 3, column 5: `$1`: a mark is"),
    ];
    for (text, expected) in cases {
        let error = parse(text).unwrap_err();
        assert!(error.starts_with(expected), "{text:?}\n  {error}\n  {expected}");
    }
}

#[test]
fn many_records_stream_and_a_bad_one_stops_no_other() {
    let text = "[Game \"a\"]\n\nx\n---\n[Game \"b]\n---\n[Game \"c\"]\n\n{ a\n---\nb } y\n---\n";
    let records: Vec<_> = Reader::new(text.as_bytes()).collect();
    assert_eq!(records.len(), 3);
    assert_eq!(records[0].as_ref().unwrap().tag("Game").unwrap().value, "a");
    assert_eq!(records[1].as_ref().unwrap_err().place.line, 5);
    assert_eq!(
        records[2].as_ref().unwrap().tokens().next().unwrap().place,
        Place { line: 11, column: 5 }
    );
}

#[test]
fn blanks_behind_a_separator_do_not_matter() {
    let text = "[Game \"a\"]\n\nx\n--- \t\r\n[Game \"b\"]\n\ny\n";
    let games: Vec<_> = Reader::new(text.as_bytes())
        .map(|record| record.unwrap().tag("Game").unwrap().value.clone())
        .collect();
    assert_eq!(games, ["a", "b"]);
}

#[test]
fn invalid_utf8_is_placed() {
    let error = Reader::new(&b"[Game \"x\"]\n\n\xc3\xa9a \xff"[..]).next().unwrap().unwrap_err();
    assert_eq!(error.to_string(), "line 3, column 4: not valid UTF-8");
}

/// A hostile file may simply never end.
#[test]
fn an_endless_record_is_refused_in_bounded_memory() {
    for byte in [b'a', b' ', b'\n', b'{'] {
        let mut reader = Reader::new(std::io::BufReader::new(std::io::repeat(byte)));
        let error = reader.next().unwrap().unwrap_err();
        assert!(matches!(error.problem, Problem::TooLarge), "{error}");
        assert!(reader.next().is_none());
    }
}

/// All items in a form that is easily compared.
fn outline(text: &str) -> String {
    let record = parse(text).unwrap();
    let item = |item| match item {
        Item::Action(token) => token.text.to_owned(),
        Item::Comment(text) => format!("{{{text}}}"),
        Item::Mark(number) => format!("${number}"),
        Item::VariationStart(_) => "(".to_owned(),
        Item::VariationEnd => ")".to_owned(),
    };
    record.items().map(item).collect::<Vec<_>>().join(" ")
}

#[test]
fn variations_nest_and_leave_the_main_line_alone() {
    let text = "[Game \"x\"]\n\n{so} 1. G4$1(A1{a}(B2 $6 C3)(D4)E5) {b} 2. F6 (2. H1)\n";
    assert_eq!(outline(text), "{so} G4 $1 ( A1 {a} ( B2 $6 C3 ) ( D4 ) E5 ) {b} F6 ( H1 )");
    assert_eq!(tokens(text), ["G4", "F6"]);
    let record = parse(text).unwrap();
    assert_eq!(record.comments().collect::<Vec<_>>(), [(0, "so"), (1, "b")]);
    assert_eq!(record.marks().collect::<Vec<_>>(), [(1, 1)]);
    assert!(record.has_variations());
    let written = record.to_string();
    assert!(written.ends_with("{so} G4 $1 (A1 {a} (B2 $6 C3) (D4) E5) {b} F6 (H1)\n"), "{written}");
    assert_eq!(outline(&written), outline(text));
}

#[test]
fn long_variations_are_written_in_lines_and_read_back() {
    let mut text = String::from("[Game \"x\"]\n\n");
    for n in 0..40 {
        text += &format!("token{n} $3 (other{n} {{a comment}} ({{deeper}} third{n})) ");
    }
    let written = parse(&text).unwrap().to_string();
    assert!(written.lines().all(|line| line.chars().count() <= LINE_WIDTH), "{written}");
    assert_eq!(outline(&written), outline(&text));
}

#[test]
fn variations_are_nested_as_deep_as_documented_and_no_deeper() {
    let nested =
        |depth: usize| format!("[Game \"x\"]\n\nG4 {}{}", "(G4 ".repeat(depth), ")".repeat(depth));
    assert!(parse(&nested(MAX_NESTING)).is_ok());
    let error = parse(&nested(MAX_NESTING + 1)).unwrap_err();
    assert!(error.ends_with("variations are nested at most 16 deep"), "{error}");
    // A hostile file costs no more: it is refused at its thirty-third parenthesis.
    assert!(parse(&nested(500_000)).is_err());
}

/// States are copied for actions with variations only, however many actions there are.
#[test]
fn a_record_without_variations_is_walked_without_copies() {
    let record = parse("[Game \"x\"]\n\nA B C D").unwrap();
    let play = |played: &mut u32, _: Token<'_>, main: bool| {
        *played += u32::from(main);
        Ok::<(), ()>(())
    };
    let end = walk(&record, 0, |_| panic!("a copy"), play);
    assert_eq!(end, Ok(4));
}
