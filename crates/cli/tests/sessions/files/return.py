#!/usr/bin/env python3
import sys
for line in sys.stdin:
    if line == "name?\n":
        print("name CR", flush=True)
    if line == "quit\n":
        break
