//! Openings: how a game begins where both seats are given its first acts, or another position to start from.

use crate::live_table::text as canonical;
use leitai_core::{
    Actor, Game, Garbled, MoveOf, Openings, Position, RulesOf, Sentence, State, Turn, Words, errors,
};

/// How many legal acts are listed next to one that is wrong.
const EXAMPLES: usize = 4;

errors! {
    /// Why a game cannot begin with this opening.
    #[derive(Clone, PartialEq, Debug)]
    pub enum OpeningError {
        /// A seat would learn what the game hides from it, or receive what its dice are to show.
        NotOpen {
            /// The game.
            game: Words,
        } =>
            "{game} has secrets or dice, so no opening can be given to both seats",
            "{game}有隐藏信息或骰子，无法给双方指定开局";
        /// The text is neither acts nor a position.
        Unreadable {
            /// The text.
            text: String,
            /// How an act is written.
            notation: Words,
            /// What a position would have to look like.
            position: Sentence,
        } =>
            "`{text}` is neither acts ({notation}) nor a position (expected: {position})",
            "“{text}”既不是着法（{notation}），也不是局面（应为：{position}）";
        /// An act that cannot be read, after others that could.
        NoAct {
            /// The text.
            text: String,
            /// Its number, from 1.
            at: usize,
            /// How an act is written.
            notation: Words,
            /// Acts that are legal at that point.
            legal: String,
        } =>
            "act {at}, `{text}`, cannot be read ({notation}); legal: {legal}",
            "第 {at} 个着法“{text}”看不懂（{notation}）；合法的有 {legal}";
        /// An act that breaks a rule.
        Illegal {
            /// The act.
            text: String,
            /// Its number, from 1.
            at: usize,
            /// The rule that it breaks.
            rule: Words,
            /// Acts that are legal at that point.
            legal: String,
        } =>
            "act {at}, {text}, is illegal: {rule}; legal: {legal}",
            "第 {at} 个着法 {text} 违规：{rule}；合法的有 {legal}";
        /// A line in a form of other programs that cannot be an opening here.
        Foreign(error: Garbled) from;
        /// The game is over before it begins.
        Over {
            /// How it ended.
            why: Words,
        } => "nothing is left to play after it: {why}", "之后已无棋可下：{why}";
    }
}

/// How a game begins.
#[derive(Clone)]
pub(crate) enum Opening<G: Game> {
    /// From the rules' start, with these acts played.
    Acts(Acts<G>),
    /// From this position.
    Position(G::Position),
}

impl<G: Game> Opening<G> {
    /// Reads acts of one line, or a position.
    pub(crate) fn read(line: &str, rules: &RulesOf<G>) -> Result<Opening<G>, OpeningError> {
        if G::FACTS.hidden || G::needs_dice(rules) {
            return Err(OpeningError::NotOpen { game: G::FACTS.name });
        }
        let (opening, turn) = match (acts::<G>(line, rules), G::read_position(line, rules)) {
            (Ok((acts, after)), _) => (Opening::Acts(acts), after.turn()),
            (Err(_), Ok(position)) => {
                let turn = position.turn();
                (Opening::Position(position), turn)
            }
            (Err(OpeningError::NoAct { at: 1, text, notation, .. }), Err(Garbled(position))) => {
                return Err(OpeningError::Unreadable { text, notation, position });
            }
            (Err(error), Err(_)) => return Err(error),
        };
        match turn {
            Turn::Over(outcome) => Err(OpeningError::Over { why: outcome.why.words() }),
            _ => Ok(opening),
        }
    }

    /// The opening as a canonical line.
    pub(crate) fn text(&self) -> String {
        match self {
            Opening::Acts(acts) => acts.iter().map(|(_, m)| canonical::<G>(m)).collect::<Vec<_>>().join(" "),
            Opening::Position(position) => {
                let mut text = String::new();
                G::write_position(position, &mut text);
                text
            }
        }
    }

    /// What a dialect must support to tell its programs this opening.
    pub(crate) fn needs(&self) -> Openings {
        match self {
            Opening::Acts(_) => Openings::Acts,
            Opening::Position(_) => Openings::Positions,
        }
    }
}

/// Acts, each with its hand.
type Acts<G> = Vec<(Actor, MoveOf<G>)>;

/// The acts of a line, each by the hand on turn, and the position they lead to.
pub(crate) fn acts<G: Game>(line: &str, rules: &RulesOf<G>) -> Result<(Acts<G>, G::Position), OpeningError> {
    let mut position = G::Position::initial(rules);
    let mut acts = Vec::new();
    let read: Vec<(String, Option<MoveOf<G>>)> = match G::opening_of(line, rules) {
        Some(moves) => moves?.into_iter().map(|m| (canonical::<G>(&m), Some(m))).collect(),
        None => line.split_whitespace().map(|word| (word.to_owned(), G::read(word).ok())).collect(),
    };
    for (at, (text, m)) in read.into_iter().enumerate() {
        let at = at + 1;
        let by = match position.turn() {
            Turn::Over(outcome) => return Err(OpeningError::Over { why: outcome.why.words() }),
            turn => turn.next().ok_or(OpeningError::NotOpen { game: G::FACTS.name })?,
        };
        let Some(m) = m else {
            let legal = legal::<G>(&position, by);
            return Err(OpeningError::NoAct { text, at, notation: G::FACTS.notation, legal });
        };
        if let Err(why) = position.try_play(by, &m) {
            let (text, rule) = (canonical::<G>(&m), *why.rule);
            return Err(OpeningError::Illegal { text, at, rule, legal: legal::<G>(&position, by) });
        }
        acts.push((by, m));
    }
    Ok((acts, position))
}

/// Some legal acts, for people, spread evenly over all of them.
fn legal<G: Game>(position: &G::Position, by: Actor) -> String {
    let mut moves = Vec::new();
    position.moves(by, &mut moves);
    let shown = moves.len().min(EXAMPLES);
    let mut texts: Vec<_> = (0..shown).map(|i| canonical::<G>(&moves[i * moves.len() / shown])).collect();
    if shown < moves.len() {
        texts.push("…".to_owned());
    }
    texts.join(" ")
}
