// A starter for draughts in Go, `judge` dialect: plays at random.
// 国际跳棋的 Go 语言起步程序，judge 协议：随机走棋。
// leitai check draughts.go --game draughts
package main

import (
	"bufio"
	"fmt"
	"hash/maphash"
	"math/rand"
	"os"
	"strings"
)

var chance = rand.New(rand.NewSource(int64(new(maphash.Hash).Sum64()))) // other games each time; 每次随机不同

// ---- The board · 棋盘 ---------------------------------------------------------------------------
const man, king, empty, jumped = 1, 2, 8, 9 // ours; theirs are -man, -king; 己方为正，对方为负
// A square is 10 * row + column, dark ones only; forward: -1 up (black), 1 down. 格 = 10 * 行 + 列，仅深色格；forward 为己方兵的前进方向。
var board, forward, diagonals = map[int]int{}, -1, []int{-11, -9, 9, 11}

// A game begins: "1" we are black, in rows 5 to 7; "2" white. 开局：“1” 执黑，在 5 至 7 行；“2” 执白。
func newGame(color string) {
	forward, board = map[string]int{"1": -1, "2": 1}[color], map[int]int{}
	for i := 0; i < 32; i++ { // four dark squares a row; 每行四个深色格
		board[10*(i/4)+2*(i%4)+(i/4+1)%2] = []int{forward, forward, forward, empty, empty, -forward, -forward, -forward}[i/4]
	}
}

// ---- The rules: which moves are there? · 规则：有哪些着法？ -------------------------------------
// Lists the ways to go on jumping, the path so far included. 列出继续跳吃的各条路径，含已走的部分。
func jumps(path []int) (found [][]int) {
	for _, way := range diagonals {
		over := path[len(path)-1] + way
		if theirs := board[over]; theirs < 0 && board[over+way] == empty {
			longer := append(append([]int{}, path...), over+way)
			board[over] = jumped // it stays till the end, but is not jumped twice; 走完才取走，不可重跳
			found = append(append(found, longer), jumps(longer)...)
			board[over] = theirs
		}
	}
	return found
}

// Lists our legal moves: who can capture must, and as many as possible. 列出合法着法：有吃必吃，有多吃多。
func legalMoves() [][]int {
	moves, most := [14][][]int{}, 13 // captures by their squares; steps are moves[1]; 吃子按格数归类，走一步归入 1
	for from, piece := range board {
		for _, way := range diagonals {
			if board[from+way] == empty && (piece == king || piece == man && way*forward > 0) {
				moves[1] = append(moves[1], []int{from, from + way})
			}
		}
		if piece == man || piece == king {
			board[from] = empty // on its way the piece has left its square; 跳吃途中起点视为空格
			for _, path := range jumps([]int{from}) {
				moves[len(path)] = append(moves[len(path)], path)
			}
			board[from] = piece
		}
	}
	for most > 1 && moves[most] == nil {
		most--
	}
	return moves[most]
}

// ---- Your strategy goes here · 你的策略写在这里 -------------------------------------------------
// Chooses one of the legal moves. An idea: crown a man. 从合法着法中选一个。例如：争取升王。
func choose(moves [][]int) []int {
	return moves[chance.Intn(len(moves))]
}

// Plays a move: takes off what it jumps, crowns a man at the far row. 走子：取走被跳的子，抵达底线升王。
func play(path []int) {
	for i := 1; i < len(path); i++ {
		here, next := path[i-1], path[i]
		if way := next - here; way > 11 || way < -11 { // a jump, not a step; 是跳而不是走一步
			board[here+way/2] = empty
		}
		board[here], board[next] = empty, board[here]
		if piece := board[next]; i == len(path)-1 && piece*piece == man && next/10 == (7+7*piece*forward)/2 {
			board[next] = piece * king // ours or theirs; 不论己方还是对方
		}
	}
}

// ---- Turns · 轮流走棋 ---------------------------------------------------------------------------
// Takes in the opponent's move, "2 5,4 4,5": how many squares, then each. 记下对手的着法：格数，各格“行,列”。
func opponent(text string) {
	var path []int
	for _, square := range strings.Fields(text)[1:] {
		path = append(path, 10*int(square[0]-'0')+int(square[2]-'0'))
	}
	play(path)
}

// Our turn: we have a move, or the game would be over. 轮到己方：此时必有着法，否则对局已结束。
func answer() {
	path := choose(legalMoves())
	play(path)
	text := fmt.Sprint(len(path))
	for _, square := range path {
		text += fmt.Sprintf(" %d,%d", square/10, square%10)
	}
	say(text)
}

// ---- The conversation in judge · 用 judge 协议与平台通信 ----------------------------------------
// Prints a line; there is no buffer, so it arrives at once. 输出一行；没有缓冲，立即送达。
func say(line string) { fmt.Println(line) }

func main() {
	input := bufio.NewScanner(os.Stdin)
	for input.Scan() { // one line at a time, until the platform has gone; 逐行读入，直到平台退出
		word, rest, _ := strings.Cut(strings.TrimSpace(input.Text()), " ")
		switch word {
		case "START":
			newGame(rest)
			say("OK")
		case "PLACE":
			opponent(rest)
		case "TURN":
			answer()
		case "END":
			return
		}
	}
}
