// A starter for tic-tac-toe in Go, `beyond` dialect: plays at random.
// 井字棋的 Go 语言起步程序，beyond 协议：随机走棋。
// leitai check tictactoe.go --game tictactoe
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
const cells = 9

var board string // nine of 'X', 'O', ' ' from the platform; 平台发来的九个字符
var me string    // "X" or "O"; 己方棋子

// ---- The rules: which moves are there? · 规则：有哪些着法？ -------------------------------------
// Lists the empty cells. 列出全部空格。
func legalMoves() []int {
	var moves []int
	for cell := 0; cell < cells; cell++ {
		if board[cell] == ' ' {
			moves = append(moves, cell)
		}
	}
	return moves
}

// ---- Your strategy goes here · 你的策略写在这里 -------------------------------------------------
// Chooses one of the legal moves. An idea: can I win at once? Must I stop a line?
// 从合法着法中选一个。例如：我能否立即取胜？是否必须阻挡对方？
func choose(moves []int) int {
	return moves[chance.Intn(len(moves))]
}

// ---- Turns · 轮流走棋 ---------------------------------------------------------------------------
// Our turn. 轮到己方。
func answer() {
	moves := legalMoves()
	if len(moves) == 0 {
		return // the board is full; 棋盘已满
	}
	say(fmt.Sprint(choose(moves)))
}

// ---- The conversation in beyond · 用 beyond 协议与平台通信 --------------------------------------
// Prints a line; there is no buffer, so it arrives at once. 输出一行；没有缓冲，立即送达。
func say(line string) { fmt.Println(line) }

func main() {
	say("Beyond.Game.Tic-tac-toe.1.0")
	say("Starter")
	input := bufio.NewScanner(os.Stdin)
	for input.Scan() { // one line at a time, until the platform has gone; 逐行读入，直到平台退出
		line := strings.TrimRight(input.Text(), "\r")
		if line == "X" || line == "O" {
			me = line
			fmt.Fprintln(os.Stderr, "I am", me) // stderr is for your own notes; stderr 可用来输出调试信息
		} else if len(line) == cells {
			board = line
			answer()
		}
	}
}
