//! Durations on the command line: `500ms`, `90s`, `1.5h`, `2h40m`.

use std::time::Duration;

/// The units and how many seconds they have, longest first.
const UNITS: [(&str, f64); 4] = [("h", 3600.0), ("m", 60.0), ("s", 1.0), ("ms", 0.001)];

/// Reads numbers with units, longest unit first. A number alone is in seconds.
pub(crate) fn parse_duration(text: &str) -> Result<Duration, String> {
    let seconds = seconds(text)
        .ok_or_else(|| format!("`{text}` is not a duration: write 500ms, 90s, 1.5h or 2h40m"))?;
    Duration::try_from_secs_f64(seconds).map_err(|_| format!("`{text}` is too long"))
}

/// Like [`parse_duration`], for durations that cannot be zero.
pub(crate) fn parse_time(text: &str) -> Result<Duration, String> {
    match parse_duration(text)? {
        Duration::ZERO => Err("the duration must be greater than zero".to_owned()),
        time => Ok(time),
    }
}

fn seconds(text: &str) -> Option<f64> {
    let is_digit = |c: char| c.is_ascii_digit() || c == '.';
    if text.starts_with(is_digit) && text.chars().all(is_digit) {
        return text.parse().ok();
    }
    let mut total = 0.0;
    let mut units = UNITS.iter();
    let mut rest = text;
    while !rest.is_empty() {
        let (number, tail) = rest.split_at(rest.find(|c| !is_digit(c))?);
        let (unit, tail) = tail.split_at(tail.find(is_digit).unwrap_or(tail.len()));
        // The iterator goes on, so that a unit can neither be repeated nor follow a shorter one.
        let (_, size) = units.find(|(name, _)| *name == unit)?;
        total += number.parse::<f64>().ok()? * size;
        rest = tail;
    }
    (!text.is_empty()).then_some(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_numbers_with_units_longest_first() {
        let read = |text| parse_duration(text).map(|duration| duration.as_millis());
        for (text, milliseconds) in [
            ("500ms", 500),
            ("2s", 2000),
            ("90", 90_000),
            ("90s", 90_000),
            ("0.25s", 250),
            ("1m", 60_000),
            ("1m30s", 90_000),
            ("1.5h", 5_400_000),
            ("2h40m", 9_600_000),
            ("1h2m3s4ms", 3_723_004),
            ("0", 0),
        ] {
            assert_eq!(read(text), Ok(milliseconds), "{text}");
        }
    }

    #[test]
    fn anything_else_is_refused_with_examples() {
        for text in [
            "", "s", "1x", "1 s", "-1s", "1m30", "40m2h", "1m1m", "1..2s", ".", "infs", "1e3",
            "２s",
        ] {
            let refused = parse_duration(text).expect_err(text);
            assert!(refused.ends_with("write 500ms, 90s, 1.5h or 2h40m"), "{text}: {refused}");
        }
        assert!(parse_duration(&"9".repeat(30)).expect_err("centuries").ends_with("is too long"));
        assert!(parse_time("0s").expect_err("zero").contains("greater than zero"));
    }
}
