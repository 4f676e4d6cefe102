//! What the marks of a picture mean, in words.

use leitai_core::{Form, MarkKind, Say, Scene, Tone, Words};

/// The sentences of a scene, and below them its legend in one line.
pub fn says(scene: &Scene) -> Vec<Say> {
    let legend = legend(scene);
    let join = |lang: fn(&Say) -> &str, by| legend.iter().map(lang).collect::<Vec<_>>().join(by);
    let line = Say { en: join(|say| &say.en, "; "), zh: join(|say| &say.zh, "；") };
    scene.says.iter().cloned().chain((!legend.is_empty()).then_some(line)).collect()
}

/// What each sign means that occurs in the picture of a scene and does not explain itself.
pub fn legend(scene: &Scene) -> Vec<Say> {
    let burnt = scene.pieces.iter().any(|piece| piece.form == Form::Arrow);
    let mut legend: Vec<Say> = burnt.then(|| BURNT.into()).into_iter().collect();
    for mark in &scene.marks {
        let Some(sign) = sign(mark.kind) else { continue };
        let Say { en, zh } = meaning(mark.kind);
        let entry = Say { en: format!("{}: {en}", sign.en), zh: format!("{}：{zh}", sign.zh) };
        if !legend.contains(&entry) {
            legend.push(entry);
        }
    }
    legend
}

const BURNT: Words = Words::new("dark square: burnt by an arrow", "深色格：障碍");

/// How a mark looks, unless it needs no explanation.
const fn sign(kind: MarkKind) -> Option<Words> {
    match kind {
        MarkKind::Forbidden(_) => Some(Words::new("red ×", "红叉")),
        MarkKind::Offered(_) => Some(Words::new("letters", "字母")),
        MarkKind::Refused => Some(Words::new("red ring", "红圈")),
        MarkKind::Taken => Some(Words::new("dashed ring", "虚线圈")),
        MarkKind::Able => Some(Words::new("gold rim", "金边")),
        MarkKind::Dead => Some(Words::new("struck out", "打叉")),
        MarkKind::Ripe => Some(Words::new("gold box", "金色格")),
        MarkKind::Last | MarkKind::Trail | MarkKind::Win | MarkKind::Numbered(_) => None,
    }
}

/// What a mark says of its place: in legends, in text, and for those who cannot see it.
pub fn meaning(kind: MarkKind) -> Say {
    let fixed = match kind {
        MarkKind::Last => Words::new("last move", "最后一手"),
        MarkKind::Trail => Words::new("path of the last move", "最后一手经过"),
        MarkKind::Taken => Words::new("taken by the last move", "最后一手所吃"),
        MarkKind::Win => Words::new("decides the game", "决定胜负之处"),
        MarkKind::Forbidden(Tone::Black) => Words::new("forbidden to black", "黑方禁着点"),
        MarkKind::Forbidden(Tone::White) => Words::new("forbidden to white", "白方禁着点"),
        MarkKind::Forbidden(_) => Words::new("forbidden", "禁着点"),
        MarkKind::Offered(_) => Words::new("offered", "备选打点"),
        MarkKind::Refused => Words::new("refused in this turn", "本手被拒"),
        MarkKind::Able => Words::new("may move", "可走"),
        MarkKind::Dead => Words::new("dead", "死子"),
        MarkKind::Ripe => Words::new("three sides drawn", "已占三边"),
        MarkKind::Numbered(number) => {
            return Say { en: format!("move {number}"), zh: format!("第 {number} 手") };
        }
    };
    fixed.into()
}
