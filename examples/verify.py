"""Checks records of Leitai without Leitai: the seal, the dice's promise, and, where the positions are given, the digest.
不借助擂台核对对局记录：封印、骰子的承诺，以及（给出局面时）摘要。
python3 verify.py GAME.jsonl                                             the seal and the dice; 封印与骰子
leitai verify --digested GAME.jsonl | python3 verify.py GAME.jsonl -     the digest as well; 另核对摘要"""
import hashlib, json, sys

def sha256(data):
    return hashlib.sha256(data).hexdigest()

def read(path):
    """The record's lines: no blanks around them, no blank ones. 记录各行：去掉首尾空白与空行。"""
    with open(path, encoding="utf-8", newline="") as file:
        lines = [line.strip() for line in file.read().split("\n")]
    return [line for line in lines if line]

def seal(lines):
    """Over everything before the seal's own place, which is the last. 对封印自身位置之前的一切；封印在最后。"""
    before, mark, _ = lines[-1].rpartition(',"seal":')
    if not mark:
        sys.exit("no seal: a record of version 1, or one that breaks off; 没有封印：版本 1 的记录，或中断的记录")
    return sha256("\n".join(lines[:-1] + [before]).encode())

def digest(positions, end):
    """Over the position after every turn, but after secret ones while others are still owed, and then the verdict.
    对每一回合之后的局面（尚有暗布未完时的除外），最后加上判决。"""
    verdict = (end["winner"] or "draw") + " " + end["verdict"]
    return sha256("".join(line + "\n" for line in positions + [verdict]).encode())

def check(what, said, computed):
    if said != computed:
        sys.exit(f"{what}: the record says {said}, but it is {computed}; 记录为 {said}，实为 {computed}")
    print(f"{what}: {computed}")

def main(path, positions=None):
    lines = read(path)
    first, end = json.loads(lines[0]), json.loads(lines[-1])
    if first["leitai"] != 2:
        sys.exit("not version 2; 不是版本 2")
    check("seal", end["seal"], seal(lines))
    if "dice" in first:             # what was promised before the game; 对局之前的承诺
        check("dice", first["dice"], sha256(bytes.fromhex(end["seed"])))
    if positions:
        given = [line.rstrip("\n") for line in sys.stdin]
        check("digest", end["digest"], digest(given[:-1], end))

if __name__ == "__main__":
    main(*sys.argv[1:])
