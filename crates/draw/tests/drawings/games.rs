//! Handmade scenes for the games that need more than stones and squares.

use crate::scenes::{STONES, blank, crossings, label, letter, stroke};
use leitai_core::{Form, Ground, Mark, MarkKind, Piece, Place, Say, Scene, Shape, Stroke, Tone, Words};

/// All of them.
pub(crate) fn all() -> Vec<Scene> {
    let open = [dots(), surakarta(), amazons(), einstein(), hex(), gomoku()];
    open.into_iter().chain([luzhanqi(), phantom_go(), counted()]).collect()
}

const SIDES: [Tone; 2] = [Tone::Red, Tone::Blue];

fn say(en: &str, zh: &str) -> Say {
    Say { en: en.to_owned(), zh: zh.to_owned() }
}

fn small(n: i32) -> char {
    letter(n).to_ascii_lowercase()
}

fn place(name: String, (x, y): (i32, i32), shape: Shape) -> Place {
    Place { name, x, y, shape, tone: Tone::Plain }
}

/// Two-tone squares with a light corner at the bottom right, letters below and numbers from the bottom.
fn chequered(side: i32, letter: fn(i32) -> char) -> Scene {
    let mut scene = blank(100 * side, 100 * side, Ground::Squares);
    for n in 0..side * side {
        let (row, column) = (n / side, n % side);
        let at = (100 * column + 50, 100 * row + 50);
        let mut square = place(format!("{}{}", letter(column), side - row), at, Shape::Square);
        if (row + column) % 2 == 1 {
            square.tone = Tone::Shaded;
        }
        scene.places.push(square);
    }
    for n in 0..side {
        scene.labels.push(label(&letter(n), 100 * n + 50, 100 * side + 35));
        scene.labels.push(label(&(side - n), -35, 100 * n + 50));
    }
    scene
}

/// Dots and boxes in mid-game: edges 0–29 are horizontal, 30–59 vertical, 60–84 are boxes.
pub(crate) fn dots() -> Scene {
    let mut scene = blank(500, 500, Ground::Paper);
    scene.seats = SIDES;
    for n in 0..30 {
        let (row, column) = (n / 5, n % 5);
        let name = format!("{}{}-{}{}", small(column), 6 - row, small(column + 1), 6 - row);
        scene.places.push(place(name, (100 * column + 50, 100 * row), Shape::Across));
    }
    for n in 0..30 {
        let (row, column) = (n / 6, n % 6);
        let name = format!("{}{}-{}{}", small(column), 5 - row, small(column), 6 - row);
        scene.places.push(place(name, (100 * column, 100 * row + 50), Shape::Upright));
    }
    for n in 0..25 {
        let at = (100 * (n % 5) + 50, 100 * (n / 5) + 50);
        scene.places.push(place(format!("box {}", n + 1), at, Shape::Square));
    }
    for n in 0..6 {
        scene.labels.extend([label(&small(n), 100 * n, 545), label(&(6 - n), -45, 100 * n)]);
    }
    let names = [
        [Words::new("red edge", "红边"), Words::new("red box", "红格")],
        [Words::new("blue edge", "蓝边"), Words::new("blue box", "蓝格")],
    ];
    let red: [u16; 13] = [0, 5, 30, 7, 33, 12, 13, 18, 45, 24, 27, 50, 2];
    let blue: [u16; 12] = [31, 32, 6, 1, 38, 39, 40, 17, 21, 55, 58, 46];
    let mut put = |side: usize, form, at: &[u16]| {
        let name = names[side][usize::from(form == Form::Box)];
        scene.pieces.extend(at.iter().map(|at| Piece { at: *at, tone: SIDES[side], form, name }));
    };
    put(0, Form::Bar, &red);
    put(1, Form::Bar, &blue);
    put(0, Form::Box, &[60, 62]);
    put(1, Form::Box, &[61, 73]);
    scene.marks = vec![Mark { at: 67, kind: MarkKind::Ripe }, Mark { at: 46, kind: MarkKind::Last }];
    scene.score = Some([2, 2]);
    scene.says = vec![say("red 2, blue 2", "红 2 格，蓝 2 格")];
    scene
}

/// Surakarta's starting position: the field includes the arcs.
pub(crate) fn surakarta() -> Scene {
    let mut scene = blank(960, 960, Ground::Wood);
    let centre = |n: i32| 100 * n + 230;
    // The tracks are thick, and the inner one is shaded.
    let line = |points: Vec<(i32, i32)>, around, n: i32| Stroke {
        points,
        thick: n % 5 != 0,
        tone: if matches!(n, 1 | 4) { Tone::Shaded } else { Tone::Plain },
        around,
    };
    for n in 0..36 {
        let (row, column) = (n / 6, n % 6);
        let name = format!("{}{}", small(column), 6 - row);
        scene.places.push(place(name, (centre(column), centre(row)), Shape::Crossing));
    }
    let (near, far) = (centre(0), centre(5));
    for n in 0..6 {
        scene.strokes.push(line(vec![(near, centre(n)), (far, centre(n))], None, n));
        scene.strokes.push(line(vec![(centre(n), near), (centre(n), far)], None, n));
        scene.labels.extend([label(&small(n), centre(n), 1005), label(&(6 - n), -45, centre(n))]);
    }
    for radius in [100, 200] {
        let corners = [
            ((near, near), (0, radius), (radius, 0)),
            ((far, near), (-radius, 0), (0, radius)),
            ((far, far), (0, -radius), (-radius, 0)),
            ((near, far), (radius, 0), (0, -radius)),
        ];
        for (at, from, to) in corners {
            let ends = vec![(at.0 + from.0, at.1 + from.1), (at.0 + to.0, at.1 + to.1)];
            scene.strokes.push(line(ends, Some(at), radius / 100));
        }
    }
    let stone = |at, side: usize| Piece { at, tone: STONES[side].0, form: Form::Stone, name: STONES[side].1 };
    scene.pieces.extend((0..12).map(|at| stone(at, 0)).chain((24..36).map(|at| stone(at, 1))));
    scene.says = vec![say("black 12, white 12", "黑 12 子，白 12 子")];
    scene
}

/// Amazons after six turns.
pub(crate) fn amazons() -> Scene {
    let mut scene = chequered(10, small);
    let mut put = |at: &[u16], tone, form, name| {
        scene.pieces.extend(at.iter().map(|at| Piece { at: *at, tone, form, name }));
    };
    put(&[30, 3, 26, 39], Tone::Black, Form::Amazon, Words::new("black amazon", "黑方亚马逊"));
    put(&[60, 73, 96, 65], Tone::White, Form::Amazon, Words::new("white amazon", "白方亚马逊"));
    put(&[44, 45, 54, 36, 63, 27], Tone::Plain, Form::Arrow, Words::new("arrow", "箭"));
    let mark = |at, kind| Mark { at, kind };
    scene.marks = vec![mark(93, MarkKind::Trail), mark(73, MarkKind::Last), mark(63, MarkKind::Last)];
    scene.way = vec![Stroke::way(&scene.places, [93, 73], true), Stroke::way(&scene.places, [73, 63], false)];
    scene
}

/// Numbered cubes in their starting position; a four was rolled.
pub(crate) fn einstein() -> Scene {
    let mut scene = chequered(5, letter);
    scene.seats = SIDES;
    let mut put = |tone, name, stones: [(u16, u8); 6]| {
        let cube = |(at, number)| Piece { at, tone, form: Form::Cube(number), name };
        scene.pieces.extend(stones.map(cube));
    };
    put(Tone::Red, Words::new("red cube", "红方块"), [(0, 6), (1, 2), (2, 1), (5, 3), (6, 5), (10, 4)]);
    put(
        Tone::Blue,
        Words::new("blue cube", "蓝方块"),
        [(24, 1), (23, 4), (22, 6), (19, 2), (18, 3), (14, 5)],
    );
    scene.marks = vec![Mark { at: 10, kind: MarkKind::Able }, Mark { at: 6, kind: MarkKind::Able }];
    scene.tray =
        vec![Piece { at: 0, tone: Tone::Red, form: Form::Die(4), name: Words::new("die", "骰子") }];
    scene.says = vec![say("the die shows 4", "掷得 4 点"), say("red to move", "红方走")];
    scene
}

const RANKS: [Words; 12] = [
    Words::new("9", "司令"),
    Words::new("8", "军长"),
    Words::new("7", "师长"),
    Words::new("6", "旅长"),
    Words::new("5", "团长"),
    Words::new("4", "营长"),
    Words::new("3", "连长"),
    Words::new("2", "排长"),
    Words::new("E", "工兵"),
    Words::new("M", "地雷"),
    Words::new("B", "炸弹"),
    Words::new("F", "军旗"),
];

const RED_NAMES: [Words; 12] = [
    Words::new("red field marshal", "红方司令"),
    Words::new("red general", "红方军长"),
    Words::new("red major general", "红方师长"),
    Words::new("red brigadier", "红方旅长"),
    Words::new("red colonel", "红方团长"),
    Words::new("red major", "红方营长"),
    Words::new("red captain", "红方连长"),
    Words::new("red lieutenant", "红方排长"),
    Words::new("red engineer", "红方工兵"),
    Words::new("red mine", "红方地雷"),
    Words::new("red bomb", "红方炸弹"),
    Words::new("red flag", "红方军旗"),
];

fn station(row: i32, column: i32) -> Shape {
    match (row.min(11 - row), column) {
        (2 | 4, 1 | 3) | (3, 2) => Shape::Round,
        (0, 1 | 3) => Shape::Arch,
        _ => Shape::Station,
    }
}

/// Luzhanqi's starting position as red sees it.
pub(crate) fn luzhanqi() -> Scene {
    let mut scene = blank(750, 1040, Ground::Paper);
    scene.seats = SIDES;
    // Eighty per row, and one more row for the mountains.
    let at = |row: i32, column: i32| (150 * column + 75, 80 * (row + i32::from(row > 5)) + 40);
    for n in 0..60 {
        let (row, column) = (n / 5, n % 5);
        scene.places.push(place(format!("{}{column}", letter(row)), at(row, column), station(row, column)));
    }
    for row in 0..12 {
        scene.labels.push(label(&letter(row), -35, at(row, 0).1));
        for column in 0..5 {
            let from = at(row, column);
            let rail_row = matches!(row, 1 | 5 | 6 | 10);
            if column < 4 && !rail_row {
                scene.strokes.push(stroke(&[from, at(row, column + 1)], false));
            }
            let rail = column % 4 == 0 && (1..10).contains(&row) || (row, column) == (5, 2);
            if row < 11 && !rail && !(row == 5 && column % 2 == 1) {
                scene.strokes.push(stroke(&[from, at(row + 1, column)], false));
            }
            if station(row, column) == Shape::Round {
                for (down, right) in [(-1, -1), (-1, 1), (1, -1), (1, 1)] {
                    let to = (row + down, column + right);
                    // Between two camps there is only one road.
                    if station(to.0, to.1) != Shape::Round || down > 0 {
                        scene.strokes.push(stroke(&[from, at(to.0, to.1)], false));
                    }
                }
            }
        }
    }
    for row in [1, 5, 6, 10] {
        scene.strokes.push(stroke(&[at(row, 0), at(row, 4)], true));
    }
    for (column, from, to) in [(0, 1, 10), (4, 1, 10), (2, 5, 6)] {
        scene.strokes.push(stroke(&[at(from, column), at(to, column)], true));
    }
    // Mountains.
    for x in [225, 525] {
        scene.strokes.push(stroke(&[(x - 40, 545), (x, 495), (x + 40, 545)], false));
        let snow = [(x - 13, 511), (x - 6, 519), (x, 512), (x + 6, 519), (x + 13, 511)];
        scene.strokes.push(stroke(&snow, false));
    }
    for column in 0..5 {
        scene.labels.push(label(&column, 150 * column + 75, 1075));
    }
    // From the front row to the back row, without the camps.
    let layout = [3, 0, 8, 1, 6, 7, 10, 5, 4, 2, 4, 6, 5, 7, 2, 8, 3, 10, 9, 7, 6, 9, 8, 11, 9];
    let mut layout = layout.iter();
    for (n, place) in scene.places.iter().enumerate().filter(|(_, place)| place.shape != Shape::Round) {
        let at = n as u16;
        if place.y < 500 {
            let name = Words::new("blue tablet", "蓝方棋子");
            let form = Form::Tablet(Words::new("", ""));
            scene.pieces.push(Piece { at, tone: Tone::Blue, form, name });
        } else if let Some(rank) = layout.next() {
            let form = Form::Tablet(RANKS[*rank]);
            scene.pieces.push(Piece { at, tone: Tone::Red, form, name: RED_NAMES[*rank] });
        }
    }
    // Red has moved from the front line into the enemy's camp.
    let moved = scene.pieces.iter().position(|piece| piece.at == 32);
    if let Some(moved) = moved {
        scene.pieces[moved].at = 22;
    }
    scene.marks = vec![Mark { at: 22, kind: MarkKind::Last }, Mark { at: 32, kind: MarkKind::Trail }];
    scene.way = vec![Stroke::way(&scene.places, [32, 22], true)];
    scene.pieces.retain(|piece| piece.at != 27);
    scene
}

/// Hex in mid-game, eleven by eleven, with its borders.
pub(crate) fn hex() -> Scene {
    const SIDE: i32 = 11;
    let mut scene = blank(1600, 87 * 10 + 116, Ground::Paper);
    scene.seats = SIDES;
    let centre = |row: i32, column: i32| (100 * column + 50 * row + 50, 87 * row + 58);
    for n in 0..SIDE * SIDE {
        let (row, column) = (n / SIDE, n % SIDE);
        let name = format!("{}{}", letter(column), row + 1);
        scene.places.push(place(name, centre(row, column), Shape::Hexagon));
    }
    let mut borders: [Vec<(i32, i32)>; 4] = Default::default();
    let corner = |row, column, dx: i32, dy: i32| {
        let (x, y) = centre(row, column);
        (x + dx, y + dy)
    };
    let end = SIDE - 1;
    for n in 0..SIDE {
        borders[0].extend([corner(0, n, -50, -29), corner(0, n, 0, -58)]);
        borders[1].extend([corner(end, n, -50, 29), corner(end, n, 0, 58)]);
        borders[2].extend([corner(n, 0, -50, -29), corner(n, 0, -50, 29)]);
        borders[3].extend([corner(n, end, 50, -29), corner(n, end, 50, 29)]);
        scene.labels.push(label(&letter(n), 100 * n + 50, -40));
        scene.labels.push(label(&(n + 1), 50 * n - 45, 87 * n + 58));
    }
    borders[0].push(corner(0, end, 50, -29));
    borders[1].push(corner(end, end, 50, 29));
    for (i, points) in borders.into_iter().enumerate() {
        scene.strokes.push(Stroke { points, thick: true, tone: SIDES[i / 2], around: None });
    }
    let names = [Words::new("red stone", "红子"), Words::new("blue stone", "蓝子")];
    let stones: [[u16; 8]; 2] = [[60, 49, 40, 71, 81, 29, 92, 18], [59, 50, 61, 72, 39, 82, 30, 93]];
    for (side, stones) in stones.into_iter().enumerate() {
        let piece = |at| Piece { at, tone: SIDES[side], form: Form::Stone, name: names[side] };
        scene.pieces.extend(stones.map(piece));
    }
    scene.marks = vec![Mark { at: 93, kind: MarkKind::Last }];
    scene
}

/// Gomoku: black offers fifth stones; a cross marks where black may not play.
pub(crate) fn gomoku() -> Scene {
    let mut scene = crossings(15, &[3, 7, 11]);
    let stones: [(u16, usize); 10] =
        [(112, 0), (97, 1), (114, 0), (99, 1), (128, 0), (83, 1), (142, 0), (110, 0), (98, 1), (68, 1)];
    for (at, side) in stones {
        let (tone, name) = STONES[side];
        scene.pieces.push(Piece { at, tone, form: Form::Stone, name });
    }
    let mark = |at, kind| Mark { at, kind };
    scene.marks = vec![
        mark(113, MarkKind::Forbidden(Tone::Black)),
        mark(127, MarkKind::Forbidden(Tone::Black)),
        mark(84, MarkKind::Offered(0)),
        mark(96, MarkKind::Offered(1)),
        mark(129, MarkKind::Offered(2)),
        mark(68, MarkKind::Last),
        mark(68, MarkKind::Numbered(10)),
        mark(98, MarkKind::Numbered(9)),
    ];
    scene.says = vec![say("white chooses one of 3 fifth stones", "白方从 3 个打点中选留 1 个")];
    scene
}

/// Phantom Go as black sees it: four attempts in this turn were refused.
pub(crate) fn phantom_go() -> Scene {
    let mut scene = crossings(9, &[2, 4, 6]);
    let (tone, name) = STONES[0];
    scene.pieces.extend([40, 30, 32, 48, 20, 60].map(|at| Piece { at, tone, form: Form::Stone, name }));
    // The last attempt was on one of black's own stones.
    scene.marks = [31, 39, 50, 60].map(|at| Mark { at, kind: MarkKind::Refused }).to_vec();
    scene.says = vec![say("4 tries refused in this turn", "本手已有 4 次尝试被拒")];
    scene
}

/// A board of Go before counting, with a dead stone of each side.
pub(crate) fn counted() -> Scene {
    let mut scene = crossings(9, &[2, 4, 6]);
    let stones: [&[u16]; 2] =
        [&[3, 12, 21, 30, 39, 48, 57, 66, 75, 34], &[4, 13, 22, 31, 40, 49, 58, 67, 76, 37]];
    for (stones, (tone, name)) in stones.into_iter().zip(STONES) {
        scene.pieces.extend(stones.iter().map(|at| Piece { at: *at, tone, form: Form::Stone, name }));
    }
    scene.marks = [34, 37].map(|at| Mark { at, kind: MarkKind::Dead }).to_vec();
    scene.says = vec![say("area: black 36, white 45", "数子：黑 36，白 45")];
    scene
}
