//! `leitai check` of a slow program, interrupted by Ctrl-C: what was seen until then is reported.

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};
use std::time::Duration;
use std::{fs, thread};

/// The Python starter, slowed down before each line; after its last move it never answers again.
const SLOW: &str = "import builtins, time\nsaid = 0\nprompt = print\n\
                    def print(*words, **how):\n    global said\n    said += 1\n    \
                    time.sleep(0.1 if said < 5 else 60)\n    prompt(*words, **how)\n";

#[test]
fn a_check_that_is_broken_off_tells_what_it_saw() {
    let starter = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/tictactoe/starters/tictactoe.py");
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("slow.py");
    fs::write(&program, SLOW.to_owned() + &fs::read_to_string(starter).expect("a starter")).expect("ours");
    let mut command = Command::new(env!("CARGO_BIN_EXE_leitai"));
    command.args(["check", "--game", "tictactoe", "--clock", "start=60s,move=60s,game=600s"]).arg(&program);
    let mut check = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it runs");
    let mut said = BufReader::new(check.stdout.take().expect("its output"));
    let mut line = String::new();
    while !line.contains("as First") {
        line.clear();
        assert_ne!(said.read_line(&mut line).expect("text"), 0, "it ended");
    }
    // Long enough for its opening words and two moves; it never makes a third.
    thread::sleep(Duration::from_secs(2));
    let killed = Command::new("kill").args(["-INT", &check.id().to_string()]).status();
    assert!(killed.expect("kill").success());
    let mut rest = String::new();
    said.read_to_string(&mut rest).expect("text");
    assert_eq!(check.wait().expect("ours").code(), Some(130), "{rest}");
    let told = rest.lines().find(|line| line.contains("broken off: ")).unwrap_or_else(|| panic!("{rest}"));
    assert!(told.contains("no fault in ") && told.contains("its longest move took "), "{rest}");
    assert!(rest.contains("the last lines (> to it, < from it):") && rest.contains("> "), "{rest}");
}
