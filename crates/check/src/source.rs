//! What a source file shows before it is run: its encoding, and the line that names its interpreter.

use crate::finding::{Finding, Mark};
use leitai_arena::Language;
use leitai_core::{Lang, Sentence, sentence};
use leitai_encoding::{Encoding, reencoded};
use std::io::Read;
use std::path::{Path, PathBuf};

/// Most bytes of a file that are read.
const MOST: u64 = 1 << 20;

/// The findings of everything that was named: a source file, a folder of them, or the files of a command.
pub fn of_program(program: &str, lang: Lang) -> Vec<Finding> {
    let files = files(program);
    let found = files.iter().filter_map(|file| Some(of_source(file, &read(file)?, lang)));
    found.flatten().collect()
}

/// The findings of one source file; its extension determines the language.
pub fn of_source(name: &Path, bytes: &[u8], lang: Lang) -> Vec<Finding> {
    slips(name, bytes).map(|slip| slip.finding(name, lang)).collect()
}

fn files(program: &str) -> Vec<PathBuf> {
    if let Some(line) = program.strip_prefix("cmd:") {
        let words = shlex::split(line).unwrap_or_default();
        return words.into_iter().map(PathBuf::from).filter(|path| path.is_file()).collect();
    }
    let path = PathBuf::from(program);
    let Ok(entries) = std::fs::read_dir(&path) else { return vec![path] };
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| Language::of(path).is_some());
    files.sort();
    files
}

/// What is wrong with a file.
enum Slip {
    /// It is in this encoding.
    Encoded(Encoding, Language),
    /// Its first line, which names an interpreter, ends with CR LF.
    Return,
    /// This line, counted from 1, uses a print or scan format that only Windows knows.
    Windows(usize),
}

fn read(file: &Path) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    // Opening a pipe would block.
    let plain = file.metadata().is_ok_and(|meta| meta.is_file());
    std::fs::File::open(file).ok().filter(|_| plain)?.take(MOST).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

fn slips(name: &Path, bytes: &[u8]) -> impl Iterator<Item = Slip> + use<> {
    let encoded =
        Language::of(name).zip(encoding(bytes)).filter(|(language, _)| !is_declared(*language, bytes));
    let first = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let is_return = first.starts_with(b"#!") && first.ends_with(b"\r");
    let encoded = encoded.map(|(language, encoding)| Slip::Encoded(encoding, language));
    let is_c = matches!(Language::of(name), Some(Language::C | Language::Cpp));
    let windows = bytes.split(|byte| *byte == b'\n').position(|line| is_c && has_format_of_windows(line));
    let windows = windows.map(|at| Slip::Windows(at + 1));
    encoded.into_iter().chain(is_return.then_some(Slip::Return)).chain(windows)
}

/// Looks for `%I64d`: elsewhere that is a number in 64 columns.
fn has_format_of_windows(line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    !line.starts_with(b"//") && line.windows(4).any(|part| part == b"%I64")
}

/// The encoding of a source file that is not UTF-8.
fn encoding(bytes: &[u8]) -> Option<Encoding> {
    // A file cut at its end may lack part of a character.
    let is_utf8 = match std::str::from_utf8(bytes) {
        Ok(_) => true,
        Err(error) => error.error_len().is_none(),
    };
    if is_utf8 { None } else { reencoded(bytes).map(|read| read.encoding) }
}

/// Whether one of the first two lines of a Python source names the encoding.
fn is_declared(language: Language, bytes: &[u8]) -> bool {
    let named = |line: &[u8]| {
        let line = String::from_utf8_lossy(line);
        line.trim_start().starts_with('#') && (line.contains("coding:") || line.contains("coding="))
    };
    language == Language::Python && bytes.split(|byte| *byte == b'\n').take(2).any(named)
}

impl Slip {
    fn finding(&self, file: &Path, lang: Lang) -> Finding {
        let name = file.file_name().unwrap_or(file.as_os_str()).to_string_lossy().into_owned();
        let (found, advice): (Sentence, Sentence) = match self {
            Slip::Encoded(encoding, language) => (
                sentence!(
                    "{name} is encoded in {encoding}, and {language} reads UTF-8",
                    "“{name}”是 {encoding} 编码，而 {language} 按 UTF-8 读"; name, encoding, language
                ),
                match language {
                    Language::Python if !encoding.is_utf_16() => sentence!(
                        "save it as UTF-8, or put # -*- coding: {0} -*- on its first line",
                        "请另存为 UTF-8，或在首行写“# -*- coding: {0} -*-”",
                        encoding.label()
                    ),
                    _ => Sentence::new("save it as UTF-8", "请另存为 UTF-8"),
                },
            ),
            Slip::Windows(line) => (
                sentence!(
                    "{name} line {line} uses the format %I64, which only Windows knows",
                    "“{name}”第 {line} 行用了只有 Windows 才有的格式 %I64"; name, line
                ),
                Sentence::new(
                    "write `%lld` or `%llu`: here `%I64d` means a number 64 columns wide",
                    "请写 `%lld` 或 `%llu`：在这里 `%I64d` 是占 64 列的数",
                ),
            ),
            Slip::Return => (
                sentence!("the #! line of {name} ends with CR LF", "“{name}”的 #! 行以 CR LF 结尾"),
                Sentence::new(
                    "save it with LF line ends: otherwise other systems look for an interpreter whose name ends with \
                     CR, and cannot start it",
                    "请改用 LF 换行：在别的平台上，系统会去找名字以 CR 结尾的解释器，因而无法启动",
                ),
            ),
        };
        Finding {
            mark: Mark::Remark,
            seat: None,
            step: "source".into(),
            what: Sentence::new("its source", "源文件").to(lang).to_owned(),
            found: found.to(lang).to_owned(),
            shown: Vec::new(),
            advice: Some(advice.to(lang).to_owned()),
            option: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_shows_its_slips_before_it_is_run() {
        let gbk = [0xc1, 0xee, 0xba, 0xfc];
        for (bytes, found) in [
            ("令狐冲".as_bytes(), None),
            ("令狐冲".as_bytes().split_last().expect("bytes").1, None),
            (&gbk, Some("GB18030")),
            (b"\xff\xfea\0", Some("UTF-16LE")),
            (b"// caf\xe9 noir", Some("windows-1252 (Latin-1)")),
            (b"\0\xff\0", None),
        ] {
            assert_eq!(encoding(bytes).map(Encoding::name), found, "{bytes:?}");
        }
        for (name, text, line) in [
            ("a.c", "int x;\nprintf(\"%I64d\", x);", Some(2)),
            ("a.cpp", "scanf(\"%I64u\", &x);", Some(1)),
            ("a.c", "// was %I64d\nprintf(\"%lld\", x);", None),
            ("a.py", "print('%I64d')", None),
        ] {
            let found = slips(name.as_ref(), text.as_bytes()).find_map(|slip| match slip {
                Slip::Windows(line) => Some(line),
                _ => None,
            });
            assert_eq!(found, line, "{text}");
        }
        for (line, declared) in [
            ("# -*- coding: gbk -*-\n", true),
            ("#!/usr/bin/python3\n# vim: set fileencoding=gbk :\n", true),
            ("\n\n# coding: gbk\n", false),
            ("coding = 1\n", false),
        ] {
            assert_eq!(is_declared(Language::Python, line.as_bytes()), declared, "{line}");
            assert!(!is_declared(Language::C, line.as_bytes()));
        }
    }
}
