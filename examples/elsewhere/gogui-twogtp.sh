#!/bin/sh
# Built-in players under a GTP controller of another house: 20 games of NoGo, none broken off by an error.
# usage: gogui-twogtp.sh TWOGTP LEITAI [A [B]]     TWOGTP is its command, A and B are levels
# It plays Go: in NoGo nothing is captured and nobody passes, so its board agrees, and the loser resigns.
# 内置棋手在别家的 GTP 控制程序上对弈 20 局不围棋，无一因错误中断。它懂的是围棋：不围棋既不提子也不停着，双方所见一致，负者认输。
set -eu
twogtp=$1 leitai=$2
engine() { echo "$leitai engine nogo --level $1 --dialect gtp"; }
games=$(mktemp -d)
trap 'rm -r "$games"' EXIT
$twogtp -black "$(engine "${3:-easy}")" -white "$(engine "${4:-random}")" \
    -auto -alternate -games 20 -size 9 -komi 0 -time 5 -sgffile "$games/nogo"
# Columns: game, results by black, white and referee, …; the last but one counts the errors.
# 各列：对局、黑方白方与裁判所报结果……；倒数第二列为错误数。
awk -F '\t' '!/^#/ { games++; errors += $(NF - 1) } END { print games " games, " errors " errors"; exit errors > 0 || games < 20 }' \
    "$games/nogo.dat"
