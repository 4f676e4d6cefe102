# row 47: Python's ways to run something before a program
# doors site-module user-site path-files search-path environment home preloaded
# expect F: BLOCKED  R: BLOCKED  N: BLOCKED  P: OPEN
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from table import answer, boards, door_if

foreign = {word[len("hooks="):] for word in sys.argv if word.startswith("hooks=")}
for number, board in enumerate(boards()):
    if number == 0:
        door_if("site-module", "usercustomize" in sys.modules or hasattr(sys, "leitai_hook"))
        door_if("user-site", any("/.local/" in path for path in sys.path))
        door_if("path-files", hasattr(sys, "leitai_path_file"))
        door_if("search-path", any(path in foreign for path in sys.path))
        door_if("environment", any(name.startswith("PYTHON") and name not in
                                   ("PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED", "PYTHONHASHSEED",
                                    "PYTHONNOUSERSITE", "PYTHONSAFEPATH", "PYTHONUTF8", "PYTHONIOENCODING")
                                   for name in os.environ))
        door_if("home", os.path.isfile(os.path.expanduser("~/.bashrc")))
        door_if("preloaded", "LD_PRELOAD" in os.environ)
    answer(board)
