//! What a run-time wrote when it aborted a program: where in the source, and why, in one line.

use leitai_core::{Sentence, sentence};
use leitai_protocol::cut;

/// The longest message that is passed on, in bytes.
const QUOTED: usize = 160;
/// Marks of frames that are not the program's own: the libraries of Python, Node.js and Go.
const FOREIGN: [&str; 5] = ["/lib/python", "<", "node:", "/src/runtime/", "/rustc/"];

/// The place and the message of the last crash report in a log: a traceback of Python, an exception of Java or Node.js,
/// a panic of Rust or Go, a failed assertion or an exception of C and C++. `None` where the log ends otherwise.
pub(super) fn crash_report(log: &[String]) -> Option<Sentence> {
    let lines: Vec<&str> = log.iter().map(|line| line.trim_end()).collect();
    let readers = [python, panic, exception, assertion, terminate, syntax];
    let (place, message) = readers.into_iter().find_map(|read| read(&lines))?;
    let message = cut(message.trim(), QUOTED);
    Some(match place {
        Some((file, line)) => {
            let file = file.rsplit(['/', '\\']).next().unwrap_or(file);
            sentence!("{file} line {line}, {message}", "“{file}”第 {line} 行“{message}”")
        }
        None => sentence!("{message}", "“{message}”"),
    })
}

/// A source file and a line number in it.
type SourceLine<'a> = (&'a str, u32);

fn is_own((file, _): &SourceLine<'_>) -> bool {
    !FOREIGN.iter().any(|part| if *part == "<" { file.starts_with(part) } else { file.contains(part) })
}

/// Reads `File "a.py", line 4, in f` and, after the last of them, `IndexError: list index out of range` at the start of
/// a line.
fn python<'a>(lines: &[&'a str]) -> Option<(Option<SourceLine<'a>>, &'a str)> {
    let frame = |line: &&'a str| {
        let (file, rest) = line.trim_start().strip_prefix("File \"")?.split_once("\", line ")?;
        let number = rest.split(',').next()?.trim().parse().ok()?;
        Some((file, number))
    };
    let last = lines.iter().rposition(|line| frame(line).is_some())?;
    let message = lines[last..].iter().find(|line| !line.starts_with(' '))?;
    // The frames of the last report only: an earlier one may have been handled.
    let begins = lines[..last].iter().rposition(|line| line.starts_with("Traceback ")).unwrap_or(last);
    let frames: Vec<SourceLine<'a>> = lines[begins..=last].iter().filter_map(frame).collect();
    let place = frames.iter().rfind(|place| is_own(place)).or(frames.last());
    Some((place.copied(), message))
}

/// Reads `thread 'main' panicked at a.rs:4:5:` and the message; or `panic: message` and, below it, `a.go:4 +0x1d`.
fn panic<'a>(lines: &[&'a str]) -> Option<(Option<SourceLine<'a>>, &'a str)> {
    if let Some(at) =
        lines.iter().rposition(|line| line.starts_with("thread '") && line.contains("panicked at "))
    {
        let (_, place) = lines[at].split_once("panicked at ")?;
        let message = lines.get(at + 1).copied().unwrap_or("panic");
        return Some((numbered(place.trim_end_matches(':')), message));
    }
    let at = lines.iter().rposition(|line| line.starts_with("panic: "))?;
    let frames = lines[at..].iter().filter(|line| line.starts_with(' '));
    let mut places = frames.filter_map(|line| numbered(line.split_whitespace().next()?));
    Some((places.find(is_own), lines[at]))
}

/// Reads `Exception in thread "main" java.lang.Error: message` and `at Main.main(Main.java:4)`; or `TypeError: message`
/// and `at f (/a.js:4:5)`.
fn exception<'a>(lines: &[&'a str]) -> Option<(Option<SourceLine<'a>>, &'a str)> {
    let frame = |line: &&'a str| {
        let called = line.trim_start().strip_prefix("at ")?;
        let place = called.split_once('(').map_or(called, |(_, place)| place.trim_end_matches(')'));
        Some(numbered(place))
    };
    let first = lines.windows(2).rposition(|pair| frame(&pair[0]).is_none() && frame(&pair[1]).is_some())?;
    let message = lines[first].strip_prefix("Exception in thread \"main\" ").unwrap_or(lines[first]);
    let frames = lines[first + 1..].iter().map_while(frame);
    Some((frames.flatten().find(is_own), message))
}

/// Reads a line of the C library's `assert`: the program, the file and its line, the function, and what failed.
fn assertion<'a>(lines: &[&'a str]) -> Option<(Option<SourceLine<'a>>, &'a str)> {
    let line = lines.iter().rfind(|line| line.contains(": Assertion `"))?;
    let (place, message) = line.split_once(": Assertion `")?;
    let message = &line[line.len() - message.len() - "Assertion `".len()..];
    Some((place.split(": ").find_map(numbered), message))
}

/// Reads `terminate called after throwing an instance of 'std::out_of_range'` and `what():  message`.
fn terminate<'a>(lines: &[&'a str]) -> Option<(Option<SourceLine<'a>>, &'a str)> {
    let at = lines.iter().rposition(|line| line.starts_with("terminate called "))?;
    let what = lines.get(at + 1).and_then(|line| line.trim_start().strip_prefix("what():"));
    Some((None, what.unwrap_or(lines[at])))
}

/// Reads `SyntaxError: Non-UTF-8 code in file a.py on line 1, but no encoding declared`, which Python reports before it
/// has read the source.
fn syntax<'a>(lines: &[&'a str]) -> Option<(Option<SourceLine<'a>>, &'a str)> {
    let line = lines.iter().rfind(|line| line.starts_with("SyntaxError: "))?;
    let Some((message, place)) = line.split_once(" in file ") else { return Some((None, line)) };
    let place = place.split_once(" on line ").and_then(|(file, rest)| {
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        Some((file, rest[..digits].parse().ok()?))
    });
    Some((place, message))
}

/// Reads `a.js:4:5` or `a.go:4`.
fn numbered(text: &str) -> Option<SourceLine<'_>> {
    let (rest, last) = text.rsplit_once(':')?;
    let last = last.parse().ok()?;
    match rest.rsplit_once(':').and_then(|(file, line)| Some((file, line.parse().ok()?))) {
        Some(place) => Some(place),
        None => Some((rest, last)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use leitai_core::Lang;

    fn reported(log: &str) -> Option<String> {
        let lines: Vec<String> = log.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect();
        crash_report(&lines).map(|said| said.to(Lang::En).to_owned())
    }

    #[test]
    fn a_crash_is_told_by_its_place_and_its_message() {
        for (log, expected) in [
            (
                "ready\nTraceback (most recent call last):\n  File \"/x/crash.py\", line 9, in <module>\n    f([])\n  \
                 File \"/x/crash.py\", line 4, in f\n    return a[0]\n           ~^^^\nIndexError: list index out of range\n",
                "crash.py line 4, IndexError: list index out of range",
            ),
            (
                "Traceback (most recent call last):\n  File \"/x/a.py\", line 3, in <module>\n    json.loads('x')\n  \
                 File \"/usr/lib/python3.12/json/decoder.py\", line 356, in raw_decode\n    raise X\n\
                 json.decoder.JSONDecodeError: Expecting value",
                "a.py line 3, json.decoder.JSONDecodeError: Expecting value",
            ),
            (
                "  File \"/x/gbk.py\", line 1\nSyntaxError: Non-UTF-8 code starting with '\\xce'",
                "gbk.py line 1, SyntaxError: Non-UTF-8 code starting with '\\xce'",
            ),
            (
                "/x/a.js:2\n  b.c();\n    ^\nTypeError: Cannot read properties of undefined (reading 'c')\n    \
                 at f (/x/a.js:2:5)\n    at node:internal/main:1:1\nNode.js v20.1.0",
                "a.js line 2, TypeError: Cannot read properties of undefined (reading 'c')",
            ),
            (
                "Exception in thread \"main\" java.lang.ArithmeticException: / by zero\n    at Main.f(Main.java:7)\n    \
                 at Main.main(Main.java:3)",
                "Main.java line 7, java.lang.ArithmeticException: / by zero",
            ),
            (
                "thread 'main' panicked at src/main.rs:4:9:\nindex out of bounds\nnote: run with `RUST_BACKTRACE=1`",
                "main.rs line 4, index out of bounds",
            ),
            (
                "panic: runtime error: index out of range [5]\n\ngoroutine 1 [running]:\nmain.main()\n    \
                 /x/main.go:7 +0x1d\nexit status 2",
                "main.go line 7, panic: runtime error: index out of range [5]",
            ),
            (
                "SyntaxError: Non-UTF-8 code starting with '\\xce' in file /x/gbk.py on line 1, but no encoding declared",
                "gbk.py line 1, SyntaxError: Non-UTF-8 code starting with '\\xce'",
            ),
            ("a.out: a.c:4: main: Assertion `x > 0' failed.", "a.c line 4, Assertion `x > 0' failed."),
            (
                "terminate called after throwing an instance of 'std::out_of_range'\n  what():  vector::at",
                "vector::at",
            ),
        ] {
            assert_eq!(reported(log).as_deref(), Some(expected));
        }
    }

    #[test]
    fn a_log_without_a_crash_tells_of_none() {
        for log in ["", "free: 0 1 2", "depth 4: 12", "move at (3, 4)", "Error", "a.c:4: warning"] {
            assert_eq!(reported(log), None, "{log}");
        }
        let long = format!("panic: {}", "x".repeat(1000));
        assert!(reported(&long).expect("a panic").len() <= QUOTED);
    }
}
