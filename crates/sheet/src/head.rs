//! The head of a text record of the national contest, and the brackets around the record:
//! `[C6][First team B][Second team W][先手胜][2017.07.29 14:00 重庆][2017 CCGC]`

use crate::text::Cursor;
use leitai_core::{Heading, Seat, Sentence, SheetError, SheetResult, is_hidden, sentence};

/// The signs around a sheet and around the point of a stone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Brackets {
    /// Before the head.
    pub open: &'static str,
    /// After the last move.
    pub close: &'static str,
    /// Around a point.
    pub point: [char; 2],
    /// Between column and row.
    pub comma: &'static str,
}

/// The fixed parts of a sheet's head.
#[derive(Clone, Copy, Debug)]
pub struct Head {
    /// The game's code.
    pub code: &'static str,
    /// The letters of the two sides, written after the team names.
    pub sides: [&'static str; 2],
}

impl Head {
    /// Whether the text has the head of such a sheet.
    pub fn knows(&self, text: &str) -> bool {
        let mut cursor = Cursor::new(text);
        cursor.skip(&['{', '(', '#', '[']);
        let code = cursor.until(|c| !c.is_ascii_alphanumeric());
        code.eq_ignore_ascii_case(self.code) && matches!(cursor.peek(), Some(']' | '}'))
    }

    /// Writes `[code][team side][team side][result][time place][event]`; `sides` is the side of each seat.
    pub fn write(&self, heading: &Heading, sides: [usize; 2], out: &mut String) {
        let team = |seat: Seat| {
            let side = self.sides[sides[seat.index()]];
            format!("{} {side}", plain(&heading.teams[seat.index()])).trim_start().to_owned()
        };
        let time = [&heading.time, &heading.place].map(|text| plain(text)).join(" ");
        let result = heading.result.map_or("", result_text);
        for field in
            [self.code, &team(Seat::First), &team(Seat::Second), result, time.trim(), &plain(&heading.event)]
        {
            out.push('[');
            out.push_str(field);
            out.push(']');
        }
    }

    /// Reads a head as people and tools write it: with any bracket around the code and any fields missing.
    pub fn read(&self, cursor: &mut Cursor<'_>) -> Result<Heading, SheetError> {
        cursor.skip(&['{', '(', '#']);
        // `{{C6}[`: the code in the wrong brackets.
        let code = cursor.bracketed('[', ']').unwrap_or_else(|| cursor.until(|c| c == '}' || c == '['));
        cursor.accept('}');
        if !code.trim().eq_ignore_ascii_case(self.code) {
            return Err(cursor.error(sentence!("the head begins with [{}]", "开头应为 [{}]", self.code)));
        }
        let mut fields = Vec::new();
        cursor.skip(&[]);
        while let Some(field) = cursor.bracketed('[', ']') {
            fields.push(field.trim());
            cursor.skip(&[]);
        }
        if cursor.peek() == Some('[') {
            return Err(
                cursor.error(Sentence::new("a bracket of the head is not closed", "开头的括号没有闭合"))
            );
        }
        let at = fields.iter().position(|field| result(field).is_some()).unwrap_or(fields.len().min(2));
        let (teams, rest) = fields.split_at(at);
        let said = rest.first().and_then(|field| result(field));
        let mut rest = rest.iter().skip(usize::from(said.is_some()));
        let (time, place) = rest.next().map_or_else(Default::default, |field| time_and_place(field));
        let team = |at: usize| teams.get(at).map_or_else(String::new, |team| self.team(team));
        let event = rest.next().map_or_else(String::new, |event| (*event).to_owned());
        Ok(Heading { teams: [team(0), team(1)], result: said, time, place, event })
    }

    /// A team's name without the letter of its side.
    fn team(&self, field: &str) -> String {
        let (name, side) = field.rsplit_once([' ', '\u{3000}']).unwrap_or(("", field));
        if self.sides.contains(&side) { name.trim().to_owned() } else { field.to_owned() }
    }

    /// The file name that the rules prescribe; characters that are not allowed in file names are left out.
    pub fn file_name(&self, heading: &Heading) -> String {
        let result = heading.result.map_or("", result_text);
        let time = [&heading.time, &heading.place].map(|text| plain(text)).join(" ");
        let teams = heading.teams.each_ref().map(|team| plain(team));
        let name = format!(
            "{}-{} vs {}-{result}-{}-{}.txt",
            self.code,
            teams[0],
            teams[1],
            time.trim(),
            plain(&heading.event)
        );
        name.chars()
            .map(|c| if c == ':' { '.' } else { c })
            .filter(|c| !is_hidden(*c) && !"/\\*?\"<>|".contains(*c))
            .collect()
    }
}

/// The text on one line, without brackets that could end a field early.
fn plain(text: &str) -> String {
    let keep = |c: &char| !is_hidden(*c) && !matches!(c, '[' | ']');
    text.chars().filter(keep).collect::<String>().trim().to_owned()
}

const fn result_text(result: SheetResult) -> &'static str {
    match result {
        SheetResult::Won(Seat::First) => "先手胜",
        SheetResult::Won(Seat::Second) => "后手胜",
        SheetResult::Drawn => "和棋",
    }
}

fn result(field: &str) -> Option<SheetResult> {
    let field: String = field.chars().filter(|c| !c.is_whitespace()).collect();
    Some(match field.as_str() {
        "先手胜" | "先手方胜" | "先胜" => SheetResult::Won(Seat::First),
        "后手胜" | "后手方胜" | "后胜" => SheetResult::Won(Seat::Second),
        "和棋" | "平局" | "平" | "和" | "平棋" => SheetResult::Drawn,
        _ => return None,
    })
}

/// The parts of `2017.07.29 14:00 重庆`: words made of digits and their punctuation are the time.
pub fn time_and_place(field: &str) -> (String, String) {
    let is_time = |word: &str| {
        let digits = word.chars().filter(char::is_ascii_digit).count();
        digits > 0 && word.chars().all(|c| c.is_ascii_digit() || ".-/:_".contains(c))
    };
    let (time, place): (Vec<_>, Vec<_>) = field.split_whitespace().partition(|word| is_time(word));
    (time.join(" "), place.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: Head = Head { code: "C6", sides: ["B", "W"] };

    fn read(text: &str) -> Heading {
        HEAD.read(&mut Cursor::new(text)).unwrap()
    }

    #[test]
    fn heads_are_read_as_they_are_found() {
        let heading = read("{[C6][先手参赛队 B][后手 队 W][先手胜][2017.07.29 14:00 重庆][2017 CCGC];");
        assert_eq!(heading.teams, ["先手参赛队", "后手 队"]);
        assert_eq!(heading.result, Some(SheetResult::Won(Seat::First)));
        assert_eq!(
            (&*heading.time, &*heading.place, &*heading.event),
            ("2017.07.29 14:00", "重庆", "2017 CCGC")
        );
        assert_eq!(read("{{C6}[甲][乙][和棋][][];").teams, ["甲", "乙"]);
        assert_eq!(read("[c6][甲][乙];").result, None);
        assert_eq!(read("{[C6][][][后手胜][2017-12-12 14:26 ][]").time, "2017-12-12 14:26");
        assert!(HEAD.read(&mut Cursor::new("{[C5][甲]")).is_err());
        assert!(HEAD.read(&mut Cursor::new("{[C6][甲")).is_err());
    }

    #[test]
    fn a_head_reads_back_whatever_stands_in_it() {
        let heading = Heading {
            teams: ["a]b [x".to_owned(), String::new()],
            result: Some(SheetResult::Drawn),
            time: "2026.11.21 09:30".to_owned(),
            place: "北京".to_owned(),
            event: "课程赛\n]".to_owned(),
        };
        let mut out = String::new();
        HEAD.write(&heading, [0, 1], &mut out);
        assert_eq!(out, "[C6][ab x B][W][和棋][2026.11.21 09:30 北京][课程赛]");
        let back = read(&out);
        assert_eq!((back.teams, back.event), (["ab x".to_owned(), String::new()], "课程赛".to_owned()));
        assert_eq!(HEAD.file_name(&heading), "C6-ab x vs -和棋-2026.11.21 09.30 北京-课程赛.txt");
    }
}
