//! Golden texts: files that hold both the input and the expected output.

use std::fs;
use std::path::PathBuf;

/// Checks that every file equals what `made` makes of its text; with `UPDATE_GOLDEN` in the environment, rewrites the
/// files instead.
pub fn come_out_as_written(files: impl IntoIterator<Item = PathBuf>, made: impl Fn(&str) -> String) {
    let mut wrong = Vec::new();
    for path in files {
        let name = path.display();
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
        let out = made(&text);
        if out == text {
            continue;
        }
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            fs::write(&path, out).unwrap_or_else(|error| panic!("{name}: {error}"));
            continue;
        }
        let at = out.lines().zip(text.lines()).take_while(|(is, was)| is == was).count();
        let line = |text: &str| text.lines().nth(at).unwrap_or("(the end)").to_owned();
        wrong.push(format!("{name}:{}:\n  is  {}\n  was {}", at + 1, line(&out), line(&text)));
    }
    assert!(wrong.is_empty(), "{}\nUPDATE_GOLDEN=1 writes what is", wrong.join("\n"));
}
