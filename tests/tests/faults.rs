//! Every kind of misbehaviour with its expected verdict: each row is a separate test.

use Fault::{Crash, Illegal, NotReady, OutputLimit, Protocol, TimeLimit};
use leitai_arena::Disclosure;
use leitai_core::{Fault, Seat};
use stage_tests::{Expect, Row};

const PROGRAM: &str = env!("CARGO_BIN_EXE_misbehave");

/// Rows: name, deed, expected outcome, and all differences from [`Row::of`].
macro_rules! rows {
    ($($name:ident: $deed:literal $(, $field:ident = $value:expr)* => $($expect:ident)? $(($fault:ident, $reason:literal))?;)*) => {$(
        #[test]
        fn $name() {
            Row { expect: rows!(@ $($expect)? $($fault, $reason)?) $(, $field: $value)*, ..Row::of($deed) }
                .check(PROGRAM);
        }
    )*};
    (@ $expect:ident) => { Expect::$expect };
    (@ $fault:ident, $reason:literal) => { Expect::Loses($fault, $reason) };
}

const QUICK: &str = "start=5s,move=300ms";

mod leaving {
    use super::*;
    rows! {
        by_abort: "abort" => (Crash, "ended by signal SIGABRT");
        by_overflow: "overflow", noted = "overflowed its stack" => (Crash, "ended by signal SIGABRT");
        by_segv: "signal=segv" => (Crash, "ended by signal SIGSEGV");
        by_fpe: "signal=fpe" => (Crash, "ended by signal SIGFPE");
        by_ill: "signal=ill" => (Crash, "ended by signal SIGILL");
        by_kill: "signal=kill" => (Crash, "ended by signal SIGKILL");
        with_0: "exit=0" => (Crash, "it ended by itself before the game was over");
        with_1: "exit=1" => (Crash, "exited with code 1");
        with_42: "exit=42" => (Crash, "exited with code 42");
        with_255: "exit=255" => (Crash, "exited with code 255");
        in_judge: "exit=7", game = "draughts", dialect = "judge" => (Crash, "exited with code 7");
        in_sau: "exit=7", game = "connect6", dialect = "sau" => (Crash, "exited with code 7");
        before_reading: "start-exit=3" => (Crash, "exited with code 3 before the game began");
        never_there: "absent" => (NotReady, "it cannot be started");
        half_said: "half-exit" => (Crash, "without a line end");
        by_closing: "close-stdout" => (Crash, "it closed its output");
        while_a_child_holds_the_output: "hold=3" => (Crash, "exited with code 3");
        after_an_answer: "last-words" => (Crash, "it ended by itself before the game was over");
    }
}

mod time {
    use super::*;
    rows! {
        never_ready: "start-hang", clock = "start=300ms,move=5s", takes = 300 => (NotReady, "no answer within 0.30 s");
        never_ready_in_judge: "start-hang", game = "draughts", dialect = "judge",
            clock = "start=300ms,move=5s", takes = 300 => (NotReady, "within 0.30 s");
        never_ready_in_sau: "start-hang", game = "connect6", dialect = "sau",
            clock = "start=300ms,move=5s", takes = 300 => (NotReady, "no answer to `name?` within 0.30 s");
        never_ready_in_gtp: "start-hang", game = "nogo", dialect = "gtp",
            clock = "start=300ms,move=5s", takes = 300 => (NotReady, "no answer to `list_commands` within 0.30 s");
        ready_late: "start-sleep=400", clock = "start=300ms,move=5s", takes = 300 => (NotReady, "no answer within 0.30 s");
        ready_in_time: "start-sleep=200", clock = "start=300ms,move=5s" => Plays;
        no_answer: "hang", clock = QUICK, takes = 300 => (TimeLimit, "of 0.30 s for a move");
        no_answer_in_judge: "hang", game = "draughts", dialect = "judge", clock = QUICK, takes = 300 => (TimeLimit, "of 0.30 s for a move");
        no_answer_in_sau: "hang", game = "connect6", dialect = "sau", clock = QUICK, takes = 300 => (TimeLimit, "of 0.30 s for a move");
        // A part of the time was used before.
        whole_game: "hang", clock = "start=5s,game=300ms", takes = 280 => (TimeLimit, "of 0.30 s for the whole game");
        half_said: "half-hang", clock = QUICK, takes = 300 => (TimeLimit, "without a line end");
        stopped: "signal=stop", clock = QUICK, takes = 300, noted = "ended by the stage" => (TimeLimit, "of 0.30 s");
        unmoved_by_signals: "unmoved", clock = QUICK, takes = 300, noted = "ended by the stage" => (TimeLimit, "of 0.30 s");
        out_of_its_group: "defect", clock = QUICK, takes = 300, noted = "ended by the stage" => (TimeLimit, "of 0.30 s");
        reads_nothing: "deaf", clock = QUICK, takes = 300 => (TimeLimit, "of 0.30 s");
        asks_and_reads_nothing: "deaf-asking", game = "connect6", dialect = "native", clock = QUICK, takes = 300 => (TimeLimit, "of 0.30 s");
        stays_after_the_end: "stay", takes = 100, noted = "ended by the stage" => Plays;
    }

    /// Twenty games at once with that deed, ten from each seat; how long forty programs take to start depends on the
    /// machine.
    fn twenty(row: &Row) {
        std::thread::scope(|scope| {
            for seat in [Seat::First, Seat::Second].repeat(10) {
                scope.spawn(move || row.check_untimed_in(seat, PROGRAM));
            }
        });
    }

    #[test]
    fn just_under_the_limit_is_in_time() {
        twenty(&Row { clock: QUICK, ..Row::of("sleep=200") });
    }

    #[test]
    fn just_over_the_limit_is_out_of_time() {
        let expect = Expect::Loses(TimeLimit, "of 0.30 s for a move");
        twenty(&Row { clock: QUICK, expect, ..Row::of("sleep=380") });
    }
}

mod floods {
    use super::*;
    rows! {
        without_a_line_end: "flood=bytes" => (OutputLimit, "a line of more than 64 KB");
        a_gigabyte: "flood=gigabyte" => (OutputLimit, "a line of more than 64 KB");
        of_answers: "flood=lines" => (Protocol, "when nothing was asked");
        of_answers_in_judge: "flood=lines", game = "draughts", dialect = "judge" => (Protocol, "when nothing was asked");
        of_blank_lines: "flood=blank" => (OutputLimit, "more than 1024 KB of output in one turn");
        of_debug: "flood=debug", game = "draughts", dialect = "judge", clock = QUICK, takes = 300 => (TimeLimit, "of 0.30 s for a move");
        of_noise: "flood=debug", game = "connect6", dialect = "sau" => (OutputLimit, "more than 1024 KB of output in one turn");
        some_debug_is_cut: "flood=some-debug", game = "draughts", dialect = "judge", noted = "dddd" => Plays;
        // 单条 MESSAGE 不能大于 16 KB(超出部分会被截断)且所有 MESSAGE 累计不能超过 32 KB(超出部分会被忽略)
        any_debug_is_cut: "flood=long-debug", game = "draughts", dialect = "judge", noted = "dddd" => Plays;
        a_name: "long-name" => Plays;
    }

    /// How long it takes to write 100 MB depends on the machine, not on the stage.
    #[test]
    fn of_the_log_is_cut_and_marked() {
        let row = Row { noted: "bytes are not kept", ..Row::of("flood=stderr") };
        let start = std::time::Instant::now();
        row.check_untimed(PROGRAM);
        assert!(start.elapsed().as_secs() < 5, "{:?}", start.elapsed());
    }
}

mod words {
    use super::*;
    rows! {
        nul: r"say=\x34\x00" => (Protocol, r"it said `4\u{0}`");
        nothing_but_nul: r"say=\x00" => (Protocol, r"it said `\u{0}`");
        invalid_utf8: r"say=\xff\xfe\xfd" => (Protocol, "a number from 0 to 8");
        invalid_in_judge: r"say=\xff\xfe", game = "draughts", dialect = "judge" => (Protocol, "was expected");
        escapes: r"say=\x1b[2J\x1b]0;owned\x07" => (Protocol, r"it said `\u{1b}[2J\u{1b}]0;owned\u{7}`");
        escapes_of_8_bits: r"say=\xc2\x9b31m" => (Protocol, r"it said `\u{9b}31m`");
        end_of_file_of_old: r"say=4\x1a" => (Protocol, r"it said `4\u{1a}`");
        arabic_digits: "say=٤" => (Protocol, "it said `٤`");
        negative: "say=-1" => (Protocol, "it said `-1` where a number from 0 to 8 was expected");
        nine: "say=9" => (Protocol, "it said `9`");
        huge: "say=99999999999999999999999999999999" => (Protocol, "it said `9999");
        floating: "say=1.0" => (Protocol, "it said `1.0`");
        not_a_number: "say=NaN" => (Protocol, "it said `NaN`");
        the_platforms_words: "say=XOX   OXO" => (Protocol, "it said `XOX   OXO`");
        negative_in_judge: "say=2 -1,0 0,1", game = "draughts", dialect = "judge" => (Protocol, "was expected");
        huge_in_judge: "say=2 5,0 4,99999999999999999999", game = "draughts", dialect = "judge" => (Protocol, "was expected");
        floating_in_judge: "say=2 5.0,0 4,1", game = "draughts", dialect = "judge" => (Protocol, "was expected");
        a_huge_count_in_judge: "say=18446744073709551617 5,0 4,1", game = "draughts", dialect = "judge" => (Protocol, "was expected");
        end_in_judge: "say=END 1", game = "draughts", dialect = "judge" => (Protocol, "it said `END 1`");
        start_in_judge: "say=START 2", game = "draughts", dialect = "judge" => (Protocol, "it said `START 2`");
        off_the_rules_in_judge: "say=2 0,1 7,6", game = "draughts", dialect = "judge" => (Illegal, "illegal");
        occupied: "retry" => (Illegal, "cell occupied");
        occupied_with_a_retry: "retry", options = &[("illegal_retries", "1")] => Plays;
        illegal_with_a_retry_in_judge: "retry", game = "draughts", dialect = "judge", options = &[("illegal_retries", "1")] => Plays;
        twice: "twice" => (Protocol, "when nothing was asked");
        twice_in_judge: "twice", game = "draughts", dialect = "judge" => (Protocol, "when nothing was asked");
        twice_in_sau: "twice", game = "connect6", dialect = "sau" => Plays;
        ahead: "ahead=4" => (Protocol, "it said `4` when nothing was asked");
        ahead_in_judge: "ahead=2 5,0 4,1", game = "draughts", dialect = "judge" => (Protocol, "when nothing was asked");
        ahead_in_sau: "ahead=move A1B1", game = "connect6", dialect = "sau" => Plays;
    }
}

mod manners {
    use super::*;
    rows! {
        carriage_returns: "crlf" => Plays;
        carriage_returns_in_judge: "crlf", game = "draughts", dialect = "judge" => Plays;
        carriage_returns_in_sau: "crlf", game = "connect6", dialect = "sau" => Plays;
        trailing_blanks: "trailing-blanks" => Plays;
        trailing_blanks_in_judge: "trailing-blanks", game = "draughts", dialect = "judge" => Plays;
        trailing_blanks_in_sau: "trailing-blanks", game = "connect6", dialect = "sau" => Plays;
        a_byte_order_mark: "bom" => Plays;
        a_byte_order_mark_in_judge: "bom", game = "draughts", dialect = "judge" => Plays;
        a_byte_order_mark_in_sau: "bom", game = "connect6", dialect = "sau" => Plays;
        blank_lines: "blank-lines" => Plays;
        blank_lines_in_judge: "blank-lines", game = "draughts", dialect = "judge" => Plays;
        blank_lines_in_sau: "blank-lines", game = "connect6", dialect = "sau" => Plays;
    }

    #[test]
    fn single_bytes() {
        Row::of("single-bytes").check_untimed(PROGRAM);
    }

    /// The program states its moves without hearing the replies; the opponent plays into its hands.
    #[test]
    fn closed_input() {
        let blind = |deed, other| Row { other, expect: Expect::Wins, ..Row::of(deed) };
        blind("blind=0,1,2", "script=3,4").check_in(Seat::First, PROGRAM);
        blind("blind=3,4,5", "script=0,1,8").check_in(Seat::Second, PROGRAM);
    }
}

mod started_for_each_turn {
    use super::*;

    const BOTZONE: Row = Row { dialect: "botzone", ..Row::of("nothing") };

    /// Rows whose duration does not measure the stage: it includes starting programs.
    fn check(row: &Row) {
        row.check_untimed(PROGRAM);
    }

    fn loses(deed: &'static str, fault: Fault, reason: &'static str) {
        check(&Row { deed, expect: Expect::Loses(fault, reason), ..BOTZONE });
    }

    #[test]
    fn an_answer_and_leave() {
        check(&BOTZONE);
        check(&Row { dialect: "botzone-simple", ..BOTZONE });
        check(&Row { deed: "kept-nothing", ..BOTZONE });
        check(&Row { deed: "kept-nothing", dialect: "botzone-simple", ..BOTZONE });
        check(&Row { deed: "kept-nothing", other: "kept-nothing", ..BOTZONE });
    }

    #[test]
    fn an_answer_without_a_line_end() {
        check(&Row { deed: "half-part", ..BOTZONE });
        check(&Row { deed: "half-part", dialect: "botzone-simple", ..BOTZONE });
    }

    #[test]
    fn an_answer_while_a_child_holds_the_output() {
        check(&Row { deed: "part-hold", ..BOTZONE });
    }

    #[test]
    fn an_answer_and_a_closed_output() {
        check(&Row { deed: "part-closing", noted: "ended by the stage", ..BOTZONE });
    }

    #[test]
    fn no_answer() {
        loses("start-exit=0", Crash, "it ended without an answer");
        loses("start-exit=3", Crash, "exited with code 3");
    }

    #[test]
    fn an_answer_and_a_crash() {
        loses("part=7", Crash, "exited with code 7");
        loses("part-aborting", Crash, "ended by signal SIGABRT");
    }

    #[test]
    fn a_program_that_keeps_running_and_then_does_not() {
        loses("kept-exit=0", Crash, "it ended without an answer");
        // As Second, that answer would win.
        let expect = Expect::Loses(Crash, "it ended without an answer");
        let row = Row { deed: "kept-half-exit", expect, ..BOTZONE };
        row.check_untimed_in(Seat::First, PROGRAM);
    }

    #[test]
    fn an_answer_and_neither_leaving_nor_keeping_running() {
        let expect = Expect::Loses(TimeLimit, "of 0.30 s for a move");
        check(&Row { deed: "dawdle", clock: QUICK, expect, ..BOTZONE });
        check(&Row { deed: "kept-hang", clock: QUICK, expect, ..BOTZONE });
    }

    #[test]
    fn a_program_that_cannot_be_started_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let copy = folder.path().join("misbehave");
        std::fs::copy(PROGRAM, &copy).expect("a copy");
        let expect = Expect::Loses(NotReady, "it cannot be started again");
        // As Second, it would keep First from coming back.
        let row = Row { deed: "unlink", expect, ..BOTZONE };
        row.check_untimed_in(Seat::First, &copy.display().to_string());
    }

    #[test]
    fn a_taken_cell_and_a_second_try() {
        loses("kept-retry", Illegal, "cell occupied");
        check(&Row { deed: "kept-retry", options: &[("illegal_retries", "1")], ..BOTZONE });
    }
}

/// Habits that are no fault, because other platforms tolerate them.
mod habits {
    use super::*;

    const FREE: &[(&str, &str)] = &[("opening", "free")];
    const SMALL: &[(&str, &str)] = &[("width", "5"), ("height", "5")];

    rows! {
        // Two of the strongest brains do this.
        a_search_that_ends_after_its_answer: "searches=2000", game = "gomoku", dialect = "gomocup", options = FREE,
            clock = "start=5s,game=20s" => Plays;
        complaints_about_what_only_informs: "minds-info", game = "gomoku", dialect = "gomocup", options = FREE,
            clock = "start=5s,game=20s" => Plays;
        a_yes_to_every_word: "says-yes", game = "nogo", dialect = "gtp", clock = "start=5s,game=20s" => Plays;
        an_answer_too_many: "says-yes-twice", game = "nogo", dialect = "gtp", clock = "start=5s,game=20s" => Plays;
        a_short_list_of_commands: "lists-little", game = "nogo", dialect = "gtp", options = SMALL,
            clock = "start=5s,game=20s" => Plays;
        no_word_to_the_unknown: "ignores-unknown", game = "nogo", dialect = "gtp", clock = "start=5s,game=20s" => Plays;
        thoughts_between_the_answers: "thinks-aloud", game = "nogo", dialect = "gtp",
            clock = "start=5s,game=20s" => Plays;
        thoughts_in_sau: "thinks-aloud", game = "connect6", dialect = "sau" => Plays;
        small_letters_in_sau: "lower-case", game = "connect6", dialect = "sau" => Plays;
        small_letters_in_dots: "lower-case", game = "dots", dialect = "sau" => Plays;
        small_letters_in_judge: "lower-case", game = "draughts", dialect = "judge" => Plays;
        small_letters_in_junqi: "lower-case", game = "luzhanqi", dialect = "junqi" => Plays;
        small_letters_in_gtp: "lower-case", game = "nogo", dialect = "gtp" => Plays;
        no_sign_for_no_second_stone: "no-second", game = "connect6", dialect = "sau" => Plays;
        last_words_in_sau: "farewell", game = "phantomgo", dialect = "sau" => Plays;
        last_words_in_gtp: "farewell", game = "nogo", dialect = "gtp" => Plays;
        last_words_in_judge: "farewell", game = "draughts", dialect = "judge" => Plays;
        a_log_with_a_colon: "debug-colon", game = "draughts", dialect = "judge", noted = "score 3" => Plays;
        a_long_log: "debug-much", game = "draughts", dialect = "judge" => Plays;
        lines_of_windows_in_junqi: "crlf", game = "luzhanqi", dialect = "junqi" => Plays;
        blanks_in_junqi: "trailing-blanks", game = "luzhanqi", dialect = "junqi" => Plays;
        lines_of_windows_in_botzone: "crlf", dialect = "botzone" => Plays;
        lines_of_windows_in_gomocup: "crlf", game = "gomoku", dialect = "gomocup", options = FREE => Plays;
        blanks_in_gtp: "trailing-blanks", game = "nogo", dialect = "gtp" => Plays;
        blanks_in_htp: "trailing-blanks", game = "hex", dialect = "htp" => Plays;
        an_answer_over_several_lines: "lays-out", dialect = "botzone" => Plays;
        an_answer_over_several_lines_that_stays: "kept-lays-out", dialect = "botzone" => Plays;
        input_read_to_its_end: "reads-to-the-end", dialect = "botzone" => Plays;
        numbers_read_to_their_end: "reads-to-the-end", dialect = "botzone-simple" => Plays;
        input_read_to_its_end_after_the_answer: "waits-for-more", dialect = "botzone" => Plays;
        // The input of a program that may be sent more never ends.
        a_judge_goes_on: "reads-to-the-end", game = "draughts", dialect = "judge",
            clock = "start=300ms,move=5s", takes = 300 => (NotReady, "within 0.30 s");
        times_that_are_told: "minds-time", game = "nogo", dialect = "gtp", clock = "start=5s,game=20s"
            => (Crash, "exited with code 99");
        times_that_are_not_told: "minds-time", game = "nogo", dialect = "gtp", clock = "start=5s,game=20s", disclosure = Disclosure::Least
            => Plays;
        times_that_gomocup_tells: "minds-time", game = "gomoku", dialect = "gomocup", options = FREE,
            clock = "start=5s,move=5s,game=20s" => (Crash, "exited with code 99");
        times_that_gomocup_does_not_tell: "minds-time", game = "gomoku", dialect = "gomocup", options = FREE,
            clock = "start=5s,move=5s,game=20s", disclosure = Disclosure::Least => Plays;
        times_that_botzone_tells: "minds-time", dialect = "botzone" => (Crash, "exited with code 99");
        times_that_botzone_does_not_tell: "minds-time", dialect = "botzone", disclosure = Disclosure::Least => Plays;
        colours_by_their_initials: "knows-initials", game = "nogo", dialect = "gtp" => Plays;
        lines_of_unix_in_gomocup: "minds-cr", game = "gomoku", dialect = "gomocup", options = FREE => Plays;
        no_word_to_any_question: "ignores-questions", game = "nogo", dialect = "gtp" => Plays;
        questions_that_are_not_asked: "minds-questions", game = "hex", dialect = "htp", disclosure = Disclosure::Least => Plays;
        questions_that_are_asked: "minds-questions", game = "hex", dialect = "htp"
            => (Crash, "exited with code 99 before the game began");
    }
}

mod children {
    use super::*;
    rows! {
        that_stay: "fork" => Plays;
        in_a_group_of_their_own: "fork-grouped" => Plays;
        that_are_daemons: "daemon=named" => Plays;
        that_are_nameless_daemons: "daemon=nameless" => Plays;
        of_children: "chain=8" => Plays;
        that_keep_growing: "hydra=60" => Plays;
        in_judge: "daemon=nameless", game = "draughts", dialect = "judge" => Plays;
    }
}
