# ÑÇÂíÑ·Æå³ÌĞò
import sys
for line in sys.stdin:
    if line.startswith("name?"):
        print("name Áîºü³å", flush=True)
