use super::*;
use leitai_lang::Lang;

const SGF: fn(&str) -> Option<Skeleton> = Skeleton::of_sgf;
const BRACKETS: fn(&str) -> Option<Skeleton> = Skeleton::of_brackets;

/// Texts that come back as they were written, whatever they were written in.
#[test]
fn what_was_written_is_read() {
    let texts = [
        (Encoding::GB18030, SGF, "(;FF[4]GM[4]PB[令狐冲]PW[张三丰];B[hh]C[好棋])"),
        (Encoding::GB18030, SGF, "(;GM[4]PB[A队]PW[B队]C[先手沒有必胜下法];B[hh];W[hi])"),
        (
            Encoding::GB18030,
            BRACKETS,
            "{[C6][先手参赛队 B][后手参赛队 W][先手胜][2017.07.29 14:00 重庆];B(J,10)}",
        ),
        (Encoding::GB18030, BRACKETS, "[C5][甲 B][乙 W][和棋]\n"),
        (Encoding::BIG5, SGF, "(;GM[4]PB[許功蓋]PW[陳怡君]C[黑棋先下，白棋後下];B[hh];W[hi])"),
        (Encoding::BIG5, BRACKETS, "[C6][臺灣大學 B][清華大學 W][先手勝][2017.07.29 臺北];B(J,10)"),
        (Encoding::SHIFT_JIS, SGF, "(;GM[4]PB[山田太郎]PW[すずき]C[これは良い手です];B[hh];W[hi])"),
        (Encoding::EUC_KR, SGF, "(;GM[4]PB[김철수]PW[이영희]C[좋은 수입니다];B[hh];W[hi])"),
        (Encoding::LATIN_1, SGF, "(;GM[4]PB[André]PW[Müller]RE[B+];B[hh];W[hi])"),
        (Encoding::LATIN_1, SGF, "(;GM[4]PB[François Lefèvre]C[Très bien joué !];B[hh];W[hi])"),
        (Encoding::LATIN_1, BRACKETS, "[C6][Ångström B][Peña W][先手]".split_at(25).0),
        (Encoding::LATIN_1, BRACKETS, "String who = \"Zsolt Szabó\";\n"),
    ];
    let mut wrong = Vec::new();
    for (encoding, skeleton, text) in texts {
        let bytes = encoding.encode(text);
        match decode(&bytes, None, None, skeleton) {
            Ok(read) if read.text == text && read.encoding == encoding => {}
            other => wrong.push(format!("{encoding} {text}: {other:?}")),
        }
        // The controls: UTF-8 is always that, and so is what is declared.
        let read = decode(text.as_bytes(), None, None, skeleton).expect("UTF-8");
        assert_eq!((&*read.text, read.taken()), (text, None));
        let read = decode(&bytes, Some(encoding), None, skeleton).expect("declared");
        assert_eq!(read.text, text);
        assert_eq!(decode(&bytes, None, Some(encoding), skeleton).expect("named").text, text);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_depends_on_the_guess_is_refused() {
    let accented = b"(;GM[4];B[hh]C[\xe9];W[hi]C[\xe8];B[ih])";
    let refused = decode(accented, None, None, SGF).expect_err("two readings");
    assert!(matches!(refused, EncodingError::Disputed { .. }), "{refused}");
    assert!(refused.to_string().contains("save it as UTF-8"), "{refused}");
    // The controls: whoever says which it is, is believed.
    let latin = "iso-8859-1".parse().expect("known");
    assert!(
        decode(accented, Some(latin), None, SGF).expect("declared").text.contains("C[é];W[hi]C[è];B[ih]")
    );
    let chinese = decode(accented, None, Some(Encoding::GB18030), SGF).expect("named");
    assert!(!chinese.text.contains("C[é]"), "{}", chinese.text);
    // A lone accent that no bracket follows is no matter of brackets.
    assert_eq!(
        decode(b"(;C[caf\xe9 noir];B[hh])", None, None, SGF).expect("one").text,
        "(;C[café noir];B[hh])"
    );
}

#[test]
fn it_says_what_it_took() {
    let said = |bytes: &[u8], declared: Option<Encoding>| {
        let read = decode(bytes, declared, None, BRACKETS).expect("text");
        read.taken().map(|said| said.to(Lang::En).to_owned()).unwrap_or_default()
    };
    let chinese = Encoding::GB18030.encode("[甲队][乙队][先手胜]");
    assert_eq!(said("[甲]".as_bytes(), None), "");
    assert_eq!(said("\u{feff}[甲]".as_bytes(), None), "");
    assert_eq!(said(b"\xff\xfe[\0x\0]\0", None), "read as UTF-16LE");
    assert_eq!(said(&chinese, None), "read as GB18030");
    assert_eq!(said(&chinese, "gb2312".parse().ok()), "read as GB18030, as declared");
    assert_eq!(said(&chinese, Some(Encoding::UTF_8)), "it declares UTF-8, but is not in it: read as GB18030");
}

#[test]
fn what_is_no_text_names_its_line() {
    for (bytes, line) in
        [(&b"a\nb\0\0\0c"[..], 2), (b"\xff\xfe\x00\xd8\x00\xd8", 1), (b"a,b\nc,\x81\xff\n", 2)]
    {
        let error = decode(bytes, None, None, BRACKETS).expect_err("no text");
        assert_eq!(error, EncodingError::NoText { line }, "{bytes:?}");
    }
    let named = decode(b"a\xff", None, Some(Encoding::UTF_8), BRACKETS).expect_err("not UTF-8");
    assert_eq!(named.to_string(), "it is not text in UTF-8");
}

/// Lines of logs: short, often cut, and never refused.
#[test]
fn lines_are_read_in_the_likeliest_encoding() {
    for text in ["令狐冲", "名字：令狐冲 v1.0", "搜索深度 12，得分 35", "甲"] {
        let bytes = Encoding::GB18030.encode(text);
        assert_eq!(likely(&bytes), text);
        // Cut within its last character.
        let cut = likely(&bytes[..bytes.len() - 1]);
        assert!(text.starts_with(cut.trim_end_matches('\u{fffd}')), "{text}: {cut}");
        assert_eq!(likely(text.as_bytes()), text);
    }
    for text in ["Zsolt Szabó", "Müller gegen Schröder"] {
        assert_eq!(likely(&Encoding::LATIN_1.encode(text)), text);
    }
    assert_eq!(likely("名字".as_bytes().split_last().expect("bytes").1), "名\u{fffd}");
    likely(&[0xff; 5000]);
}
