# row 46: an expression that is folded while it is compiled
# expect OK
if False:
    print(((9 ** 9) ** 9) ** 99, "x" * (1 << 40), (1 << (1 << 40)))
