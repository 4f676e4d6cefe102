//! Files that nobody would write: a word of three megabytes, and what turns a terminal around. Whatever reads them says
//! so shortly, and shows nothing raw.

use std::fs;
use std::process::Command;

/// Every command that reads a file of a person, with `FILE` for its name.
const READERS: [&str; 17] = [
    "import FILE",
    "import FILE --game hex",
    "import FILE --game gomoku --option opening=free",
    "import FILE --game draughts",
    "import FILE --game dots",
    "import FILE --game amazons",
    "import FILE --game einstein",
    "import FILE --game luzhanqi",
    "openings hex --check FILE",
    "openings gomoku --check FILE",
    "match hex random random --openings FILE --games 2",
    "export FILE --as sgf",
    "replay FILE",
    "verify FILE",
    "stats FILE",
    "run FILE",
    "check hex FILE",
];

#[test]
fn no_message_is_long_or_raw_because_of_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let long = "w".repeat(3 << 20);
    let turned = "\u{202e}\u{2066}\u{1b}[2Jx";
    let heads = [
        "",
        "(;GM[11]SZ[11];B[",
        "{[C5][",
        "{[HEX][a][b];R(",
        "1. ",
        "#[AM][a][b];\n1 ",
        "{\"type\":\"game\",\"",
        "name = \"",
    ];
    for (at, word) in [long.as_str(), turned].iter().enumerate() {
        for (of, head) in heads.iter().enumerate() {
            // Its name is hostile as well.
            let name = format!("file{at}{of}\u{202e}txt.toml");
            fs::write(folder.path().join(&name), format!("{head}{word}")).expect("a file");
            for reader in READERS {
                let args: Vec<&str> =
                    reader.split(' ').map(|arg| if arg == "FILE" { &*name } else { arg }).collect();
                for lang in ["en", "zh"] {
                    let done = Command::new(env!("CARGO_BIN_EXE_leitai"))
                        .args(["--lang", lang])
                        .args(&args)
                        .current_dir(folder.path())
                        .output()
                        .expect("it runs");
                    for said in [done.stdout, done.stderr] {
                        let said = String::from_utf8_lossy(&said);
                        let start: String = said.chars().take(300).collect();
                        assert!(said.len() < 16 << 10, "{reader} {head:?}: {} bytes: {start}", said.len());
                        let raw = |c: char| leitai_core::is_hidden(c) && !matches!(c, '\n' | '\t');
                        assert!(!said.contains(raw), "{reader} {head:?}: {start:?}");
                    }
                }
            }
        }
    }
}
