//! An Excel workbook (.xlsx, as Excel and WPS write it) as text: the sheet that is the roster, as CSV, in which a line
//! is a row of the sheet.

use crate::parts::{Item, PartError, Parts};
use crate::row::{MOST_BYTES, MOST_COLUMNS, MOST_ROWS, too_large};
use crate::separated::{self, quoted};
use leitai_core::{Sentence, sentence};
use std::ops::ControlFlow;

/// The most texts that cells of a workbook share.
const MOST_SHARED: usize = MOST_ROWS * 10;
/// The most sheets that are looked at.
const MOST_SHEETS: usize = 16;

/// Where a sheet is.
struct Sheet {
    name: String,
    part: String,
}

/// The roster of a workbook as text, and which sheet it was.
pub(crate) fn text(bytes: &[u8]) -> Result<(String, Sentence), Sentence> {
    let mut parts = Parts::of(bytes).ok_or_else(damaged)?;
    if !parts.has("xl/workbook.xml") {
        return Err(another(&parts));
    }
    let sheets = sheets(&mut parts)?;
    let shared = shared(&mut parts)?;
    let mut best: Option<(usize, String, &Sheet)> = None;
    for sheet in sheets.iter().take(MOST_SHEETS) {
        let text = rows(&mut parts, sheet, &shared)?;
        let heads = separated::heads(&text);
        let is_better = best.as_ref().is_none_or(|(most, other, _)| {
            heads > *most || other.trim().is_empty() && !text.trim().is_empty()
        });
        if is_better {
            best = Some((heads, text, sheet));
        }
        // The number and the name: others need not be unpacked.
        if heads >= 2 {
            break;
        }
    }
    let (_, text, sheet) = best.ok_or_else(damaged)?;
    let name = leitai_draw::cut(&sheet.name, 40);
    let others = sheets.len() - 1;
    Ok((
        text,
        match others {
            0 => sentence!(
                "This is an Excel workbook; its sheet is {name}.",
                "这是 Excel 工作簿，工作表为“{name}”。"
            ),
            _ => sentence!(
                "This is an Excel workbook; of its sheets {name} was read, {others} others were not.",
                "这是 Excel 工作簿，读取了工作表“{name}”，另有 {others} 个工作表未读取。"
            ),
        },
    ))
}

fn damaged() -> Sentence {
    sentence!(
        "The workbook is damaged or encrypted: open it, and save it again without a password.",
        "工作簿已损坏或加密：请打开后另存，不设密码。"
    )
}

fn wrong(error: PartError) -> Sentence {
    match error {
        PartError::TooLarge => sentence!(
            "The workbook unpacks to more than 16 MB: save the sheet of the roster alone.",
            "工作簿解压后超过 16 MB：请把名单所在的工作表单独另存。"
        ),
        PartError::Missing | PartError::Damaged => damaged(),
    }
}

/// What an archive is that is no workbook, and what to do.
fn another(parts: &Parts<'_>) -> Sentence {
    if parts.has("xl/workbook.bin") {
        sentence!(
            "This is a binary workbook (.xlsb): save it as .xlsx.",
            "这是二进制工作簿（.xlsb）：请另存为 .xlsx。"
        )
    } else if parts.has("word/") {
        sentence!(
            "This is a Word document: copy its table and paste it here.",
            "这是 Word 文档：请复制其中的表格，粘贴到这里。"
        )
    } else if parts.has("mimetype") {
        sentence!(
            "This is an OpenDocument file: save it as .xlsx or CSV.",
            "这是 OpenDocument 文件：请另存为 .xlsx 或 CSV。"
        )
    } else {
        sentence!(
            "This is a ZIP archive: unpack it, and give the table in it.",
            "这是 ZIP 压缩包：请先解压，再选择其中的表格。"
        )
    }
}

/// The sheets that are not hidden, in order.
fn sheets(parts: &mut Parts<'_>) -> Result<Vec<Sheet>, Sentence> {
    let mut targets = Vec::new();
    let read = parts.read("xl/_rels/workbook.xml.rels", |item| {
        if let Item::Begins("Relationship", of) = item
            && let (Some(id), Some(target)) = (of.get("Id"), of.get("Target"))
        {
            targets.push((id, target));
        }
        go_on(targets.len() <= MOST_ROWS)
    });
    read.map_err(wrong)?;
    let mut sheets = Vec::new();
    let read = parts.read("xl/workbook.xml", |item| {
        if let Item::Begins("sheet", of) = item
            && of.get("state").is_none_or(|state| state == "visible")
            && let (Some(name), Some(id)) = (of.get("name"), of.get("id"))
            && let Some((_, target)) = targets.iter().find(|(other, _)| *other == id)
        {
            let part = target.strip_prefix('/').map_or_else(|| format!("xl/{target}"), str::to_owned);
            sheets.push(Sheet { name, part });
        }
        go_on(sheets.len() <= MOST_ROWS)
    });
    read.map_err(wrong)?;
    Ok(sheets)
}

fn go_on(goes_on: bool) -> ControlFlow<()> {
    if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
}

/// The texts that cells share; the reading of characters, which some have beside them, is left out.
fn shared(parts: &mut Parts<'_>) -> Result<Vec<String>, Sentence> {
    let (mut shared, mut text, mut is_text, mut is_reading) = (Vec::new(), String::new(), false, false);
    let read = parts.read("xl/sharedStrings.xml", |item| {
        match item {
            Item::Begins("rPh", _) => is_reading = true,
            Item::Ends("rPh") => is_reading = false,
            Item::Begins("t", _) => is_text = !is_reading,
            Item::Ends("t") => is_text = false,
            Item::Text(part) if is_text => text.push_str(part),
            Item::Ends("si") => shared.push(std::mem::take(&mut text)),
            _ => {}
        }
        go_on(shared.len() <= MOST_SHARED)
    });
    match read {
        Ok(()) if shared.len() > MOST_SHARED => Err(too_large()),
        Ok(()) => Ok(shared),
        // A workbook of numbers has none.
        Err(PartError::Missing) => Ok(Vec::new()),
        Err(error) => Err(wrong(error)),
    }
}

/// A cell that is being read.
#[derive(Default)]
struct Open {
    at: usize,
    kind: String,
    text: String,
}

impl Open {
    /// What the cell says.
    fn said(self, shared: &[String]) -> String {
        match self.kind.as_str() {
            "s" => self
                .text
                .trim()
                .parse()
                .ok()
                .and_then(|at: usize| shared.get(at).cloned())
                .unwrap_or_default(),
            "str" | "inlineStr" | "b" | "d" => self.text,
            // An error of a formula says nothing of a person.
            "e" => String::new(),
            _ => number(self.text.trim()),
        }
    }
}

/// A number as somebody would type it. A sheet keeps 15 digits: one that had more has lost its last ones, and is
/// written so that this is seen.
fn number(text: &str) -> String {
    match text.parse::<f64>() {
        Ok(value) if value.abs() >= 1e15 => format!("{value:.5E}").replace('E', "E+"),
        Ok(value) if value.is_finite() => value.to_string(),
        _ => text.to_owned(),
    }
}

/// A sheet as CSV, in which a line is a row.
fn rows(parts: &mut Parts<'_>, sheet: &Sheet, shared: &[String]) -> Result<String, Sentence> {
    let (mut text, mut line, mut row, mut refused) = (String::new(), 1_usize, 0_usize, None);
    let (mut cells, mut next): (Vec<String>, usize) = (Vec::new(), 0);
    let (mut open, mut is_text, mut is_reading) = (None::<Open>, false, false);
    let read = parts.read(&sheet.part, |item| {
        match item {
            Item::Begins("row", of) => {
                row = of.get("r").and_then(|r| r.parse().ok()).filter(|r| *r > row).unwrap_or(row + 1);
                next = 0;
            }
            Item::Begins("c", of) => {
                let at = of.get("r").and_then(|r| column(&r)).unwrap_or(next);
                next = at.saturating_add(1);
                open = Some(Open { at, kind: of.get("t").unwrap_or_default(), text: String::new() });
            }
            Item::Begins("rPh", _) => is_reading = true,
            Item::Ends("rPh") => is_reading = false,
            Item::Begins("v" | "t", _) => is_text = !is_reading,
            Item::Ends("v" | "t") => is_text = false,
            Item::Text(part) if is_text => {
                if let Some(open) = &mut open {
                    open.text.push_str(part);
                }
            }
            Item::Ends("c") => {
                let Some(cell) = open.take() else { return ControlFlow::Continue(()) };
                let at = cell.at;
                let said = cell.said(shared);
                if said.trim().is_empty() {
                    return ControlFlow::Continue(());
                }
                if at >= MOST_COLUMNS {
                    refused = Some(sentence!(
                        "Line {row} has more than {MOST_COLUMNS} columns.",
                        "第 {row} 行超过 {MOST_COLUMNS} 列。"
                    ));
                    return ControlFlow::Break(());
                }
                cells.resize(cells.len().max(at + 1), String::new());
                cells[at] = said;
            }
            Item::Ends("row") if !cells.is_empty() => {
                if row > MOST_ROWS {
                    refused = Some(sentence!(
                        "The roster has more than {MOST_ROWS} lines.",
                        "名单超过 {MOST_ROWS} 行。"
                    ));
                    return ControlFlow::Break(());
                }
                while line < row {
                    text.push('\n');
                    line += 1;
                }
                let said: Vec<_> = cells.drain(..).map(|cell| quoted(&cell)).collect();
                text.push_str(&said.join(","));
                if text.len() > MOST_BYTES {
                    refused = Some(too_large());
                    return ControlFlow::Break(());
                }
            }
            Item::Ends("sheetData") => return ControlFlow::Break(()),
            _ => {}
        }
        ControlFlow::Continue(())
    });
    read.map_err(wrong)?;
    text.push('\n');
    refused.map_or(Ok(text), Err)
}

/// The column of a cell such as `AB12`, from 0.
fn column(place: &str) -> Option<usize> {
    let letters = place.bytes().take_while(u8::is_ascii_alphabetic);
    let at =
        letters.take(4).fold(0, |at, letter| at * 26 + usize::from(letter.to_ascii_uppercase() - b'A' + 1));
    at.checked_sub(1)
}
