//! Scenes to draw: tic-tac-toe in play, and one handmade scene for each other kind of board.

use leitai_core::{
    Button, Form, Game, Ground, Label, Mark, MarkKind, Piece, Place, Played, Position, Say, Scene, Seen,
    Shape, State, Stroke, Tone, Turn, Words,
};
use tictactoe::{Board, Cell, TicTacToe};

/// Tic-tac-toe after each of these moves, the empty board first.
pub(crate) fn tictactoe(moves: &[u8]) -> Vec<Scene> {
    let mut board = Board::initial(&());
    let mut frames = vec![TicTacToe::scene(Seen::Truth(&board), &[])];
    for index in moves {
        let Turn::Of(by) = board.turn() else { panic!("the game is over before {index}") };
        let m = Cell::new(*index).expect("a cell");
        board.check(by, &m).expect("a legal move");
        board.play(by, &m);
        frames.push(TicTacToe::scene(Seen::Truth(&board), &[Played { by, m }]));
    }
    frames
}

/// X wins on a diagonal.
pub(crate) const WON: &[u8] = &[4, 1, 0, 2, 8];
/// A draw.
pub(crate) const DRAWN: &[u8] = &[4, 0, 8, 2, 1, 7, 3, 5, 6];

pub(crate) const STONES: [(Tone, Words); 2] =
    [(Tone::Black, Words::new("black stone", "黑子")), (Tone::White, Words::new("white stone", "白子"))];

pub(crate) fn blank(width: i32, height: i32, ground: Ground) -> Scene {
    Scene {
        width,
        height,
        ground,
        seats: [Tone::Black, Tone::White],
        places: Vec::new(),
        strokes: Vec::new(),
        labels: Vec::new(),
        pieces: Vec::new(),
        marks: Vec::new(),
        way: Vec::new(),
        tray: Vec::new(),
        buttons: Vec::new(),
        numbers: None,
        score: None,
        says: Vec::new(),
    }
}

pub(crate) fn label(text: &impl ToString, x: i32, y: i32) -> Label {
    Label { text: text.to_string(), x, y }
}

pub(crate) fn stroke(points: &[(i32, i32)], thick: bool) -> Stroke {
    Stroke { points: points.to_vec(), thick, tone: Tone::Plain, around: None }
}

pub(crate) fn letter(n: i32) -> char {
    char::from(b'A' + n as u8)
}

/// An empty board of crossings with the given star points.
pub(crate) fn crossings(side: i32, stars: &[i32]) -> Scene {
    let mut scene = blank(100 * side, 100 * side, Ground::Wood);
    let centre = |n: i32| 100 * n + 50;
    for row in 0..side {
        for column in 0..side {
            let star = stars.contains(&row) && stars.contains(&column);
            let shape = if star { Shape::Star } else { Shape::Crossing };
            let name = format!("{}{}", letter(column), side - row);
            scene.places.push(Place { name, x: centre(column), y: centre(row), shape, tone: Tone::Plain });
        }
        let (start, end, thick) = (centre(0), centre(side - 1), row == 0 || row == side - 1);
        scene.strokes.push(stroke(&[(start, centre(row)), (end, centre(row))], thick));
        scene.strokes.push(stroke(&[(centre(row), start), (centre(row), end)], thick));
        scene.labels.push(label(&(side - row), -50, centre(row)));
        scene.labels.push(label(&letter(row), centre(row), 100 * side + 50));
    }
    scene
}

/// Nine by nine; black has won on a diagonal with its last stone.
pub(crate) fn wood() -> Scene {
    let mut scene = crossings(9, &[2, 4, 6]);
    let black: [u16; 6] = [20, 30, 40, 50, 60, 31];
    let white: [u16; 5] = [21, 32, 41, 49, 0];
    for (at, side) in black.map(|at| (at, 0)).into_iter().chain(white.map(|at| (at, 1))) {
        let (tone, name) = STONES[side];
        scene.pieces.push(Piece { at, tone, form: Form::Stone, name });
    }
    scene.marks.extend(black[..5].iter().map(|at| Mark { at: *at, kind: MarkKind::Win }));
    scene.marks.push(Mark { at: 40, kind: MarkKind::Last });
    scene.buttons.push(Button { id: "pass", label: Words::new("pass", "停一手") });
    scene.says.push(Say { en: "five in a row".to_owned(), zh: "五子连珠".to_owned() });
    scene
}

/// A full-size game: each frame has one more stone, up to `stones` of 361.
pub(crate) fn full_size(stones: u16) -> Vec<Scene> {
    let empty = crossings(19, &[3, 9, 15]);
    let frame = |count: u16| {
        let mut scene = empty.clone();
        for n in 0..count {
            // 361 and 140 have no common divisor, so every point occurs once.
            let at = ((u32::from(n) * 140 + 180) % 361) as u16;
            let (tone, name) = STONES[usize::from(n % 2)];
            scene.pieces.push(Piece { at, tone, form: Form::Stone, name });
            scene.marks = vec![Mark { at, kind: MarkKind::Last }];
        }
        scene.says.push(Say { en: format!("{count} stones"), zh: format!("{count} 子") });
        scene
    };
    (0..=stones).map(frame).collect()
}

/// Draughts in mid-game, just after a capture.
pub(crate) fn squares() -> Scene {
    let mut scene = blank(800, 800, Ground::Squares);
    for n in 0..64 {
        let (row, column) = (n / 8, n % 8);
        let tone = if (row + column) % 2 == 1 { Tone::Shaded } else { Tone::Plain };
        let name = format!("{row},{column}");
        scene.places.push(Place {
            name,
            x: 100 * column + 50,
            y: 100 * row + 50,
            shape: Shape::Square,
            tone,
        });
    }
    for n in 0..8 {
        scene.labels.extend([label(&n, -30, 100 * n + 50), label(&n, 100 * n + 50, -30)]);
    }
    let men = |tone, form, name, places: &[u16]| {
        places.iter().map(|at| Piece { at: *at, tone, form, name }).collect::<Vec<_>>()
    };
    let black_man = Words::new("black man", "黑兵");
    let white_man = Words::new("white man", "白兵");
    scene.pieces.extend(men(Tone::White, Form::Man, white_man, &[1, 3, 7, 8, 10, 14, 21]));
    scene.pieces.extend(men(Tone::Black, Form::Man, black_man, &[40, 42, 49, 51, 53, 56, 58]));
    scene.pieces.extend(men(Tone::Black, Form::King, Words::new("black king", "黑王"), &[5]));
    scene.pieces.extend(men(Tone::White, Form::King, Words::new("white king", "白王"), &[62]));
    let mark = |at, kind| Mark { at, kind };
    scene.marks = vec![
        mark(37, MarkKind::Trail),
        mark(28, MarkKind::Taken),
        mark(19, MarkKind::Trail),
        mark(12, MarkKind::Taken),
        mark(5, MarkKind::Last),
    ];
    scene.way = vec![Stroke::way(&scene.places, [37, 19, 5], true)];
    scene
        .says
        .push(Say {
            en: "12 of 60 rounds played".to_owned(), zh: "已行 12 回合，共 60 回合".to_owned()
        });
    scene
}

/// Five by five hexagons; red has joined top and bottom.
pub(crate) fn hexagons() -> Scene {
    let mut scene = blank(700, 461, Ground::Paper);
    scene.seats = [Tone::Red, Tone::Blue];
    for n in 0..25 {
        let (row, column) = (n / 5, n % 5);
        let (x, y) = (100 * column + 50 * row + 50, 87 * row + 57);
        let name = format!("{}{}", letter(column), row + 1);
        scene.places.push(Place { name, x, y, shape: Shape::Hexagon, tone: Tone::Plain });
    }
    for n in 0..5 {
        scene
            .labels
            .extend([label(&letter(n), 100 * n + 50, -25), label(&(n + 1), 50 * n - 30, 87 * n + 57)]);
    }
    let red = Words::new("red stone", "红子");
    let blue = Words::new("blue stone", "蓝子");
    let chain: [u16; 5] = [2, 7, 11, 16, 20];
    let other: [u16; 4] = [6, 12, 13, 17];
    let piece = |tone, name| move |at| Piece { at, tone, form: Form::Stone, name };
    scene.pieces.extend(chain.map(piece(Tone::Red, red)));
    scene.pieces.extend(other.map(piece(Tone::Blue, blue)));
    scene.marks.extend(chain.map(|at| Mark { at, kind: MarkKind::Win }));
    scene.marks.push(Mark { at: 11, kind: MarkKind::Last });
    scene.tray = vec![piece(Tone::Red, red)(0), piece(Tone::Blue, blue)(0)];
    scene.numbers = Some((1, 6));
    scene
}

/// Edges between dots, some of them drawn.
pub(crate) fn edges() -> Scene {
    let mut scene = blank(300, 200, Ground::Paper);
    for (x, y) in [(50, 0), (150, 0), (250, 0), (50, 100), (150, 100), (250, 100), (50, 200), (150, 200)] {
        let name = format!("h{x}-{y}");
        scene.places.push(Place { name, x, y, shape: Shape::Across, tone: Tone::Plain });
    }
    for (x, y) in [(0, 50), (100, 50), (200, 50), (300, 50), (0, 150), (100, 150), (200, 150)] {
        let name = format!("v{x}-{y}");
        scene.places.push(Place { name, x, y, shape: Shape::Upright, tone: Tone::Plain });
    }
    let name = Words::new("edge", "边");
    let piece = |at, tone| Piece { at, tone, form: Form::Bar, name };
    scene.pieces = vec![
        piece(0, Tone::Red),
        piece(3, Tone::Blue),
        piece(8, Tone::Red),
        piece(9, Tone::Blue),
        piece(4, Tone::Red),
    ];
    scene.marks = vec![Mark { at: 4, kind: MarkKind::Last }];
    scene
}

/// A board of stations, roads and rails.
pub(crate) fn stations() -> Scene {
    let mut scene = blank(500, 400, Ground::Paper);
    for n in 0..20 {
        let (row, column) = (n / 5, n % 5);
        let shape = match (row, column) {
            (1 | 2, 1 | 3) => Shape::Round,
            (3, 1 | 3) => Shape::Arch,
            _ => Shape::Square,
        };
        let (x, y) = (100 * column + 50, 100 * row + 50);
        scene.places.push(Place { name: format!("{}{column}", letter(row)), x, y, shape, tone: Tone::Plain });
        if column < 4 {
            scene.strokes.push(stroke(&[(x, y), (x + 100, y)], row == 0));
        }
        if row < 3 {
            scene.strokes.push(stroke(&[(x, y), (x, y + 100)], column % 4 == 0));
        }
        if row == 1 && column % 2 == 1 {
            scene.strokes.push(stroke(&[(x - 100, y - 100), (x + 100, y + 100)], false));
            scene.strokes.push(stroke(&[(x + 100, y - 100), (x - 100, y + 100)], false));
        }
    }
    let red = Words::new("red piece", "红棋");
    let blue = Words::new("blue piece", "蓝棋");
    let piece = |at, tone, name| Piece { at, tone, form: Form::Man, name };
    scene.pieces = vec![piece(0, Tone::Red, red), piece(8, Tone::Blue, blue), piece(16, Tone::Red, red)];
    scene.marks = vec![Mark { at: 8, kind: MarkKind::Last }];
    scene
}

/// Names that strangers may give to things.
pub(crate) const HOSTILE: &str = "<script>alert('x')</script>\x1b[31m&\u{202e}evil\u{200b}\0\"";

/// A board on which every free text is hostile.
pub(crate) fn hostile() -> Scene {
    let mut scene = wood();
    for place in &mut scene.places {
        place.name.push_str(HOSTILE);
    }
    for label in &mut scene.labels {
        label.text.push_str(HOSTILE);
    }
    scene.says = vec![Say { en: HOSTILE.to_owned(), zh: HOSTILE.to_owned() }];
    scene
}

/// Marks and pieces on places that do not exist.
pub(crate) fn broken() -> Scene {
    let mut scene = wood();
    scene.pieces.push(Piece { at: u16::MAX, tone: Tone::Black, form: Form::King, name: STONES[0].1 });
    let kinds = [MarkKind::Last, MarkKind::Trail, MarkKind::Win, MarkKind::Able, MarkKind::Refused];
    for kind in kinds.into_iter().chain([MarkKind::Dead, MarkKind::Taken]) {
        scene.marks.push(Mark { at: 9999, kind });
    }
    scene.marks.push(Mark { at: 1, kind: MarkKind::Offered(255) });
    let strange = Form::Tablet(Words::new("<b>\x1b[31m", "\"><script>一二三四五六七八九十"));
    for (at, form) in [(2, strange), (3, Form::Cube(255)), (4, Form::Bar), (5, Form::Box)] {
        scene.pieces.push(Piece { at, tone: Tone::Blue, form, name: STONES[1].1 });
    }
    scene
        .strokes
        .push(Stroke { around: Some((i32::MIN, i32::MAX)), ..stroke(&[(i32::MAX, i32::MIN), (0, 0)], true) });
    scene.strokes.extend([stroke(&[], false), stroke(&[(0, 0)], true)]);
    scene.way = scene.strokes.clone();
    scene.tray.push(Piece { at: 0, tone: Tone::White, form: Form::Die(255), name: STONES[0].1 });
    scene.labels.push(label(&"far", i32::MAX, i32::MIN));
    scene
}
