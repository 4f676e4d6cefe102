#!/bin/sh
# Built-in players under the Hex controller of MoHex's authors: 20 games, none broken off by an error.
# usage: htp-twogtp.sh TWOGTP LEITAI [A [B]]     TWOGTP is its command, A and B are levels
# It adds options of its own to a program's command, which is why each program is a file here; `swap-pieces` means changing
# sides there, so it is played without. After a resignation it tells the winner `play b resign`.
# 内置棋手在 MoHex 作者的海克斯控制程序上对弈 20 局，无一因错误中断。它会在程序命令后添加自己的选项，故此处每个程序是一个文件；
# 其 swap-pieces 意为换边，故不用换子规则；一方认输后，它会告诉胜者“play b resign”。
set -eu
twogtp=$1 leitai=$2
games=$(mktemp -d)
trap 'rm -r "$games"' EXIT
engine() {
    printf '#!/bin/sh\nexec %s engine hex --level %s --dialect htp\n' "$leitai" "$2" > "$games/$1"
    chmod +x "$games/$1"
}
engine a "${3:-easy}"
engine b "${4:-random}"
printf 'a%s\n' 1 2 3 4 5 6 7 8 9 10 > "$games/openings"
$twogtp --p1cmd "$games/a" --p1name a --p2cmd "$games/b" --p2name b \
    --size 11 --rounds 1 --openings "$games/openings" --dir "$games" --quiet
# The last column but one says whether the game was broken off. 倒数第二列说明该局是否中断。
awk -F '\t' '!/^#/ { games++; errors += $(NF - 1) } END { print games " games, " errors " errors"; exit errors > 0 || games < 20 }' \
    "$games/results"
