#!/bin/sh
# Built-in players under a gomoku manager of another house: 20 games, none lost by a fault.
# usage: c-gomoku-cli.sh MANAGER LEITAI [A [B]]     MANAGER is c-gomoku-cli, A and B are levels
# 内置棋手在别家的五子棋管理器上对弈 20 局，无一犯规判负。
set -eu
manager=$1 leitai=$2
brain() { echo "$leitai engine gomoku --level $1 --dialect gomocup"; }
"$manager" -each tc=60/10 -rule 0 -boardsize 15 -games 20 \
    -engine name=a cmd="$(brain "${3:-easy}")" -engine name=b cmd="$(brain "${4:-medium}")"
