//! Rosters in Excel workbooks, and files that only look like one.

use leitai_core::Lang;
use leitai_roster::{Guess, Roster, Table};
use proptest::prelude::*;
use std::io::{Cursor, Write};
use std::iter;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// An archive of these files.
fn archive(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, contents) in files {
        archive.start_file(*name, SimpleFileOptions::default()).expect("a file");
        archive.write_all(contents).expect("memory");
    }
    archive.finish().expect("memory").into_inner()
}

/// A workbook of sheets, each with its attributes and the XML of its rows, whose cells share these texts.
fn workbook(shared: &str, sheets: &[(&str, &str)]) -> Vec<u8> {
    let of = |each: fn(usize, &str) -> String| {
        sheets.iter().enumerate().map(|(at, sheet)| each(at, sheet.0)).collect::<String>()
    };
    let list = of(|at, attributes| format!("<sheet {attributes} sheetId=\"{at}\" r:id=\"rId{at}\"/>"));
    let targets = of(|at, _| {
        format!("<Relationship Id=\"rId{at}\" Type=\"worksheet\" Target=\"worksheets/sheet{at}.xml\"/>")
    });
    let fixed = [
        ("xl/workbook.xml".to_owned(), format!("<workbook xmlns:r=\"r\"><sheets>{list}</sheets></workbook>")),
        ("xl/_rels/workbook.xml.rels".to_owned(), format!("<Relationships>{targets}</Relationships>")),
        ("xl/sharedStrings.xml".to_owned(), shared.to_owned()),
    ];
    let rows = sheets.iter().enumerate().map(|(at, (_, rows))| {
        let sheet = format!("<?xml version=\"1.0\"?><worksheet><sheetData>{rows}</sheetData></worksheet>");
        (format!("xl/worksheets/sheet{at}.xml"), sheet)
    });
    let files: Vec<_> = fixed.into_iter().chain(rows).collect();
    let files: Vec<_> = files.iter().map(|(name, text)| (name.as_str(), text.as_bytes())).collect();
    archive(&files)
}

/// The texts as cells share them.
fn shared(texts: &[&str]) -> String {
    let texts: String = texts.iter().flat_map(|text| ["<si><t>", text, "</t></si>"]).collect();
    format!("<sst uniqueCount=\"99999999999999\">{texts}</sst>")
}

/// The people of a roster as number, name, class, and how it was read.
fn read(bytes: &[u8]) -> (Vec<String>, String) {
    let table = Table::read(bytes).unwrap_or_else(|why| panic!("{why:?}"));
    let guess = Guess::of(&table);
    assert_eq!(guess.unsure, None, "{table:?}");
    let roster = Roster::read(&table, &guess.layout).unwrap_or_else(|bad| panic!("{bad:?}"));
    let people = roster
        .entries
        .into_iter()
        .map(|entry| format!("{} {} {}", entry.number, entry.name, entry.class.unwrap_or_default()));
    let taken: Vec<_> = roster.taken.iter().map(|said| said.to(Lang::En)).collect();
    // What the page shows is read as the same.
    assert_eq!(Table::read(table.text.as_bytes()).expect("its text").rows, table.rows);
    (people.collect(), taken.join("\n"))
}

fn refused(bytes: &[u8]) -> String {
    match Table::read(bytes) {
        Err(why) => why.to(Lang::En).to_owned(),
        Ok(table) => {
            let read = Roster::read(&table, &Guess::of(&table).layout);
            read.expect_err("it is no roster")[0].why.to(Lang::En).to_owned()
        }
    }
}

#[test]
fn a_workbook_is_read_as_schools_export_it() {
    let texts = shared(&["点名册", "序号", "学号", "姓名", "班级", "徐杰", "A &amp; B,&#x4E00;班"]);
    let texts = texts
        .replace("</sst>", "<si><r><t>欧</t></r><r><t>阳</t></r><rPh sb=\"0\"><t>おう</t></rPh></si></sst>");
    let rows = "<row r=\"1\"><c r=\"A1\" t=\"s\"><v>0</v></c></row>\
        <row r=\"3\"><c r=\"A3\" t=\"s\"><v>1</v></c><c r=\"B3\" t=\"s\"><v>2</v></c><c r=\"C3\" t=\"s\"><v>3</v></c><c r=\"D3\" t=\"s\"><v>4</v></c></row>\
        <row r=\"4\"><c r=\"A4\"><v>1</v></c><c r=\"B4\"><v>2023402101</v></c><c r=\"C4\" t=\"s\"><v>5</v></c><c r=\"D4\" t=\"s\"><v>6</v></c></row>\
        <row r=\"5\"><c r=\"A5\"><v>2</v></c><c r=\"B5\"><v>2.023402102E9</v></c><c r=\"C5\" t=\"s\"><v>7</v></c><c r=\"D5\"/></row>\
        <row><c><v>3</v></c><c t=\"str\"><f>\"0\"&amp;\"7\"</f><v>07</v></c><c t=\"inlineStr\"><is><t>李\n娜</t></is></c><c t=\"e\"><v>#REF!</v></c></row>\
        <row r=\"8\"><c r=\"A8\" t=\"inlineStr\"><is><t>合计</t></is></c><c r=\"B8\"><v>3</v></c><c r=\"XFD8\"/></row>";
    let (people, taken) = read(&workbook(&texts, &[("name=\"名单\"", rows)]));
    assert_eq!(people, ["2023402101 徐杰 A & B,一班", "2023402102 欧阳 ", "07 李 娜 "], "{taken}");
    for part in ["its sheet is 名单", "Line 3 names the columns", "line 8 (合计 3)", "not read: 序号"] {
        assert!(taken.contains(part), "{part}: {taken}");
    }
}

#[test]
fn the_sheet_with_the_roster_is_found() {
    let texts = shared(&["学号", "姓名", "Ann", "Bo", "Remarks"]);
    let sheet = |name: u8| {
        format!(
            "<row><c t=\"s\"><v>0</v></c><c t=\"s\"><v>1</v></c></row><row><c><v>2501</v></c><c t=\"s\"><v>{name}</v></c></row>"
        )
    };
    let [ann, bo] = [sheet(2), sheet(3)];
    let remarks = "<row><c t=\"s\"><v>4</v></c></row>";
    let sheets = [
        ("name=\"hidden\" state=\"hidden\"", ann.as_str()),
        ("name=\"empty\"", ""),
        ("name=\"remarks\"", remarks),
        ("name=\"class 1\"", bo.as_str()),
        ("name=\"class 2\"", ann.as_str()),
    ];
    let (people, taken) = read(&workbook(&texts, &sheets));
    assert_eq!(people, ["2501 Bo "]);
    assert!(taken.contains("class 1 was read, 3 others were not"), "{taken}");
}

#[test]
fn a_number_of_more_digits_than_a_sheet_keeps_is_refused() {
    let texts = shared(&["学号", "姓名", "Ann"]);
    let rows = "<row><c t=\"s\"><v>0</v></c><c t=\"s\"><v>1</v></c></row><row><c><v>110101200001011234</v></c><c t=\"s\"><v>2</v></c></row>";
    let why = refused(&workbook(&texts, &[("name=\"a\"", rows)]));
    assert!(why.contains("1.10101E+17") && why.contains("lost their last digits"), "{why}");
}

#[test]
fn what_unpacks_to_too_much_is_refused_before_it_is_there() {
    let fill = |text: &str, times: usize| iter::repeat_n(text, times).collect::<String>();
    let head = "<row><c t=\"inlineStr\"><is><t>x</t></is></c></row>";
    // 17 MB of blanks in a file of 17 kB; a text of a megabyte in a thousand cells; a million texts; a million rows.
    let blanks = workbook(&shared(&["x"]), &[("name=\"a\"", &fill(" ", 17 << 20))]);
    assert!(blanks.len() < 100 << 10, "{}", blanks.len());
    let long = shared(&[&fill("x", 1 << 20)]);
    for (bytes, part) in [
        (blanks, "more than 16 MB"),
        (workbook(&fill(" ", 17 << 20), &[("name=\"a\"", head)]), "more than 16 MB"),
        (
            workbook(&long, &[("name=\"a\"", &fill("<row><c t=\"s\"><v>0</v></c></row>", 1000))]),
            "larger than 2 MB",
        ),
        (workbook(&fill("<si/>", 1 << 20), &[("name=\"a\"", head)]), "larger than 2 MB"),
        (workbook("<sst/>", &[("name=\"a\"", &fill("<row><c><v>1</v></c></row>", 100_000))]), "20000 lines"),
        (workbook("<sst/>", &[("name=\"a\"", "<row r=\"1048576\"><c><v>1</v></c></row>")]), "20000 lines"),
        (workbook("<sst/>", &[("name=\"a\"", "<row><c r=\"XFD1\"><v>1</v></c></row>")]), "100 columns"),
    ] {
        let why = refused(&bytes);
        assert!(why.contains(part), "{part}: {why}");
    }
}

#[test]
fn an_archive_that_is_no_workbook_is_named() {
    let empty: &[u8] = b"";
    for (files, part) in [
        (&[("word/document.xml", empty)][..], "Word"),
        (&[("mimetype", empty)], "OpenDocument"),
        (&[("xl/workbook.bin", empty)], ".xlsb"),
        (&[("roster.csv", empty)], "ZIP"),
        (&[("xl/workbook.xml", empty)], "damaged"),
        (&[("xl/workbook.xml", b"<workbook>"), ("xl/_rels/workbook.xml.rels", b"<a></b>")], "damaged"),
    ] {
        let why = refused(&archive(files));
        assert!(why.contains(part), "{part}: {why}");
    }
    assert!(refused(b"PK\x03\x04rest").contains("damaged"));
}

/// XML as sheets have it, in any order.
fn xml() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "<row>",
        "<row r=\"3\">",
        "<row r=\"-1\">",
        "</row>",
        "<c>",
        "<c r=\"B2\">",
        "<c r=\"ZZZZZ9\">",
        "<c t=\"s\">",
        "<c t=\"inlineStr\">",
        "</c>",
        "<v>",
        "</v>",
        "<t>",
        "</t>",
        "<is>",
        "</is>",
        "<rPh>",
        "1",
        "1e400",
        "-7",
        "学号",
        "&amp;",
        "&#0;",
        "&#xFFFFFFFF;",
        "&lol;",
        "<![CDATA[x",
        "]]>",
        "<",
        ">",
        "\"",
        "<!--",
        "-->",
        "</sheetData>",
    ]);
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn any_workbook_is_read_or_refused(rows in xml(), texts in xml()) {
        if let Ok(table) = Table::read(&workbook(&texts, &[("name=\"a\"", &rows)])) {
            let _ = Roster::read(&table, &Guess::of(&table).layout);
        }
    }

    #[test]
    fn a_damaged_workbook_is_read_or_refused(at in any::<prop::sample::Index>(), with: u8, cut in any::<prop::sample::Index>()) {
        let rows = "<row><c><v>2501</v></c><c t=\"s\"><v>0</v></c></row>";
        let mut bytes = workbook(&shared(&["Ann"]), &[("name=\"a\"", rows)]);
        let at = at.index(bytes.len());
        bytes[at] ^= with;
        let _ = Table::read(&bytes);
        let _ = Table::read(&bytes[..cut.index(bytes.len())]);
    }
}
