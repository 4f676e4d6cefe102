# row 47: Python's ways to run something before a program
# doors user-customize user-site search-path environment home secret
# expect F: BLOCKED  R: BLOCKED  N: BLOCKED  P: BLOCKED
import os
import sys

ALLOWED = {"PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED", "PYTHONHASHSEED", "PYTHONNOUSERSITE", "PYTHONSAFEPATH"}


def door_if(name, is_open):
    sys.stderr.write(f"OPEN: {name}\n" if is_open else f"blocked: {name} (no effect)\n")
    sys.stderr.flush()


def look():
    door_if("user-customize", "usercustomize" in sys.modules)
    door_if("user-site", any("/.local/" in path for path in sys.path))
    door_if("search-path", "/nonexistent" in sys.path)
    door_if("environment", any(name.startswith("PYTHON") and name not in ALLOWED for name in os.environ))
    door_if("home", os.path.isfile(os.path.expanduser("~/.bashrc")))
    door_if("secret", "LEITAI_SECRET" in os.environ)


sys.stderr.write("at the table\n")
print("Beyond.Game.Tic-tac-toe.1.0\nKnave", flush=True)
sys.stdin.readline()
for number, line in enumerate(sys.stdin):
    if number == 0:
        look()
    print(line.index(" "), flush=True)
