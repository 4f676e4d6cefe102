// A starter for Gomoku in Go, `native` dialect: plays at random.
// 五子棋的 Go 语言起步程序，native 协议：随机走棋。
// leitai check gomoku.go --game gomoku
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

// ---- The moves: the platform lists them · 着法：由平台列出 --------------------------------------
// Takes the moves out of {…,"moves":["A1","B2"]}. 取出列表 "moves" 中的着法。
func legalMoves(line string) []string {
	_, list, found := strings.Cut(line, "\"moves\":[\"")
	if !found {
		return nil
	}
	list, _, _ = strings.Cut(list, "\"]")
	return strings.Split(list, "\",\"")
}

// ---- Your strategy goes here · 你的策略写在这里 -------------------------------------------------
// Chooses one of the legal moves. An idea: a stone beside my last one.
// 从合法着法中选一个。例如：紧挨着己方上一枚棋子落子。
func choose(moves []string) string {
	// Two passes in a row are a draw: rather play a stone. 双方连续放弃即和棋，应尽量落子。
	if last := len(moves) - 1; last > 0 && moves[last] == "pass" {
		moves = moves[:last]
	}
	return moves[chance.Intn(len(moves))]
}

// Takes in what has happened: `first H8`, `second swap`, … Keep a board here.
// 得知发生了什么：如 first H8、second swap。可在此记录棋盘。
func learn(report string) {
	fmt.Fprintln(os.Stderr, report) // stderr is for your own notes; stderr 可用来输出调试信息
}

// ---- The conversation in native · 用 native 协议与平台通信 --------------------------------------
// Prints a line; there is no buffer, so it arrives at once. 输出一行；没有缓冲，立即送达。
func say(line string) { fmt.Println(line) }

// Our turn: one of the moves in the list. 轮到己方：从列表中选一个着法。
func answer(line string) {
	moves := legalMoves(line)
	if len(moves) > 0 {
		say(`{"type":"play","moves":["` + choose(moves) + `"]}`)
	}
}

func main() {
	input := bufio.NewScanner(os.Stdin)
	input.Buffer(nil, 1<<17) // a line has at most 64 KB; 一行最长 64 KB
	for input.Scan() {       // one line at a time, until the platform has gone; 逐行读入，直到平台退出
		line := input.Text()
		switch {
		case strings.Contains(line, `"type":"hello"`): // we want the list of legal moves; 请平台附上合法着法
			say(`{"type":"ready","name":"Starter","moves":true}`)
		case strings.Contains(line, `"type":"turn"`):
			answer(line)
		case strings.Contains(line, `"type":"told"`):
			learn(line)
		case strings.Contains(line, `"type":"end"`):
			return
		}
	}
}
