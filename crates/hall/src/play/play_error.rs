//! Why somebody cannot play here now.

use leitai_core::{Sentence, errors};

errors! {
    /// Why a game of people does not begin, or an act of one is not taken.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum PlayRefused {
        /// As many games as the site has room for.
        Full => "all tables are taken; try again in a few minutes", "对局台已满；请几分钟后再试";
        /// The same person has enough games.
        Enough(most: usize) =>
            "you are playing {most} already: finish or leave one first", "您已有 {most} 局在进行：请先下完或离开一局";
        /// These options, or this level.
        Setup(why: Sentence);
        /// The rules need a person as referee.
        Referee => "these rules need a referee, whom nobody plays here", "这些规则需要裁判，这里没有";
        /// Somebody else took the seat.
        Taken => "somebody else has taken this seat", "这个座位已有他人";
        /// A program sits there, or is to.
        OfProgram => "a program plays at this seat, by `leitai join`", "此座位由程序通过 `leitai join` 对局";
        /// A person sits there, or is to.
        OfPerson => "a person plays at this seat, at its page", "此座位由人在其页面上对局";
        /// The clock would leave no time to move.
        NoTime => "this clock leaves no time to move: give at least game=10s or move=3s, or no clock",
            "这个时限来不及走棋：至少 game=10s 或 move=3s，或不计时";
        /// A game between people in which both have moved has a result.
        Counts => "two moves were made: this game has a result now, and can be resigned",
            "已走两手：本局计结果，可以认输";
        /// A program takes no offer.
        NoDraw => "a program agrees to no draw: play on, or resign", "程序不议和：请继续对局，或认输";
        /// There is no such program, or its owner does not allow others to play against it.
        NotOpen => "no such program is open to players: its owner allows that on the page of test games",
            "没有对他人开放的这个程序：由其作者在测试对局页开放";
        /// Nothing can be taken back.
        NoTurn => "there is no turn of yours to take back", "没有可悔的着法";
        /// It is over.
        Ended => "this game is over", "本局已经结束";
        /// It is not over yet.
        Runs => "this game is not over yet", "本局尚未结束";
        /// Nothing can be claimed.
        NotAway => "the other side is here, or it is not its turn: there is nothing to claim",
            "对方仍在，或未轮到对方走棋：不能判胜";
        /// The text of an act is too long or no line.
        NoAct => "a move is one line of at most 2,000 characters", "着法应为一行，不超过 2000 个字符";
        /// The machine lacks something.
        Machine(why: Sentence) => "no game can begin here now: {why}", "现在无法开始对局：{why}";
    }
}
