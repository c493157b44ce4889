//! Records with expected results.

use std::path::Path;

use sarsen_sun::Sun;
use sarsen_testkit::golden;

#[test]
fn records_are_read_as_they_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    assert_eq!(golden::run::<Sun>(&folder), 13);
}
