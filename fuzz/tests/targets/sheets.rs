//! Sheets, files of other programs and sites, and lines of openings, in whatever encoding: read or refused, and of what
//! is read every act stands in the record.

use leitai_catalog::{GAMES, Replay, Setup, recognise, record_of};
use leitai_core::{Line, Record, SheetForm, SheetName, Staging};
use leitai_encoding::Encoding;
use leitai_fuzz::{Bytes, fuzz};

/// A file of every form.
const SAMPLES: [&str; 16] = [
    "(;FF[4]GM[11]SZ[11]CA[UTF-8]PB[甲]PW[乙];B[f2];W[swap-pieces];B[e7];W[d7];B[resign])",
    "(;GM[11]SZ[7]PB[é];B[f2];W[swap-sides];W[e7](;B[d7])(;B[a1];W[forfeit]))",
    "(;GM[11]SZ[11]AB[f6]AW[d8][a1:b2]PL[B];B[c3];W[d4])",
    "(;FF[4]EV[hex.in.1]PB[a]PW[b]SZ[5]RE[B]SO[http://www.littlegolem.com];W[aa];B[swap];W[ab];B[resign])",
    "https://hexworld.org/board/#14r9c1,a3:sk5,h3:rw",
    "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,12\n9,8,31\na\nb\n-1\n1,Freestyle15_1\n",
    "0,0, 1,1, -1,2",
    "h8i9j10k11",
    "时间：2026-11-21\n先手方：红队\n后手方：蓝队\n结果：1-0\n1. 22-18 11-16\n2. 23-19 16x23x14\n1-0\n",
    "[Event \"a\"]\n[White \"b\"]\n[Result \"0-1\"]\n[GameType \"26\"]\n1. 22-18 {c} (22-17) 10-14 2. 18-15 0-1\n",
    "(;GM[1]SZ[9]RU[Phantom Go]HA[2]AB[gc][cg];W[ee];B[df];W[];B[tt])",
    "(;GM[4]SZ[15]C[許功蓋]AB[hh]AW[ih];B[jf])",
    "{[C6][先手 B][后手 W][先手胜][2017.07.29 14:00 重庆][];B(J,10);W(I,11);W(I,12)}",
    "#[AM][甲 B][乙 W];\n1 D1D7(G7) A7D7(D8)\n",
    "#[WTN][甲 R][乙 B];\nR:A5-1;B5-2;C5-3;A4-4;B4-5;A3-6\nB:E1-1;D1-2;C1-3;E2-4;D2-5;E3-6\n1:6;(R6,B2)\n",
    "{\"R\":\"a\",\"B\":\"b\",\"winner\":\"R\",\"game\":[{\"piece\":\"r(e2,v)\"},\"b(a1,h)\"]}",
];

const ENCODINGS: [Encoding; 6] = [
    Encoding::UTF_8,
    Encoding::GB18030,
    Encoding::BIG5,
    Encoding::SHIFT_JIS,
    Encoding::EUC_KR,
    Encoding::LATIN_1,
];

#[test]
fn sheets_are_read_or_refused() {
    fuzz!(1500, |bytes: &mut Bytes<'_>| {
        let sample = *bytes.pick(&SAMPLES);
        let encoded = bytes.pick(&ENCODINGS).encode(sample);
        let file = if bytes.one_in(4) { encoded } else { bytes.mangled(&encoded) };
        let Ok(read) = leitai_sheet::decode(&file, None) else { return };
        let text = read.text.as_str();
        let (game, form) = recognise(text).unwrap_or_else(|| {
            let game = *bytes.pick(GAMES);
            (game, game.form_of(text).unwrap_or(SheetForm::Sheet(SheetName::Sgf)))
        });
        let options = game.options_of(form, text).into_iter().map(|(name, value)| (name.to_owned(), value));
        let mut setup = Setup { options: options.collect(), position: None };
        let Ok(ruled) = game.open(&setup) else { return };
        for line in text.lines() {
            let _ = ruled.begun(line);
            let _ = ruled.acts_of(line);
        }
        let Some(Ok(scored)) = ruled.read_sheet(form, text) else { return };
        setup.position.clone_from(&scored.start);
        let ruled = game.open(&setup).expect("a position that was read");
        let Ok(record) = record_of(&*ruled, Staging::default(), &scored) else { return };
        let record = Record::read(std::str::from_utf8(&record).expect("text")).expect("a record");
        let acts = record.lines.iter().map(|(_, line)| match line {
            Line::Play { acts, .. } => acts.len(),
            _ => 0,
        });
        assert_eq!(acts.sum::<usize>(), scored.acts.len(), "{text}");
        let mut replay = Replay::open(record).expect("a record of ours");
        while replay.step().expect("it was played").is_some() {}
    });
}

#[test]
fn bytes_are_text_or_refused() {
    fuzz!(1500, |bytes: &mut Bytes<'_>| {
        let noise = bytes.noise(200);
        if let Ok(read) = leitai_sheet::decode(&noise, None) {
            assert!(
                !read.text.contains('\u{fffd}')
                    || noise.windows(3).any(|three| three == "\u{fffd}".as_bytes())
            );
        }
        assert!(!leitai_encoding::likely(&noise).is_empty() || noise.is_empty());
        let _ = leitai_encoding::reencoded(&noise);
    });
}
