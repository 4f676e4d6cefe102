"""pages.py OUT BOT COMMAND…: an operator's desk, a game at /play, the demonstration, the page of own programs and that of a game, each served by this
leitai and used by requests as a browser sends them. Records come under names that begin with OUT.
操作席、/play 的一局、演示网站、“我的程序”与一种棋的页面：由此 leitai 提供，按浏览器的方式请求。记录的文件名以 OUT 开头。"""

import http.cookiejar
import pathlib
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

OUT, BOT, *LEITAI = sys.argv[1:]
# A busy machine, and Wine, take their time.
PATIENCE = 60


class Served:
    """A leitai that serves pages until it is told to end."""

    def __init__(self, *words):
        self.log = open(f"{OUT}pages.log", "ab+")
        self.process = subprocess.Popen(
            [*LEITAI, "--lang", "en", *words],
            stdout=subprocess.PIPE,
            stderr=self.log,
            stdin=subprocess.DEVNULL,
        )
        said = ""
        while not (found := re.search(r"http://\S+", said)):
            line = self.process.stdout.readline().decode()
            assert line, f"{words}: {said}"
            said += line
        self.address = found[0]
        self.browser = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        )

    def get(self, path=""):
        return self.ask(urllib.request.Request(urllib.parse.urljoin(self.address, path)))

    def post(self, path="", /, **fields):
        url = urllib.parse.urlsplit(urllib.parse.urljoin(self.address, path))
        origin = f"{url.scheme}://{url.netloc}"
        data = urllib.parse.urlencode(fields).encode()
        return self.ask(urllib.request.Request(url.geturl(), data, {"Origin": origin}))

    def ask(self, request):
        with self.browser.open(request, timeout=PATIENCE) as answer:
            self.at = answer.url
            return answer.read().decode()

    def until(self, so, path=""):
        """The page once it is so."""
        until = time.monotonic() + PATIENCE
        while True:
            page = self.get(path)
            if so(page):
                return page
            assert time.monotonic() < until, f"{path}: {page}"
            time.sleep(0.1)

    def ends(self, by=signal.SIGINT):
        self.process.send_signal(by)
        return self.process.wait(PATIENCE)


def value(page, before):
    return page.split(before, 1)[1].split('"', 1)[0]


def entered(served, act, path=""):
    """Enters an act in a form of a page, once it is offered there."""
    page = served.until(lambda page: f'<option value="{act}"' in page, path)
    fields = {"act": act, "version": value(page, 'data-version="')}
    if 'name="t" value="' in page:
        fields["t"] = value(page, 'name="t" value="')
    served.post(path, do="play", **fields)


def desk():
    """A game at an operator's desk; in its middle the desk is killed, and goes on as it is opened again."""
    words = ["operate", "tictactoe", BOT, "--folder", f"{OUT}desk", "--games", "1", "--second", "--clock", "move=15m"]
    window = Served(*words, "--no-browser")
    window.until(lambda page: 'value="begin"' in page)
    window.post(do="begin")
    entered(window, "4")
    window.until(lambda page: '<option value="8"' in page)
    window.ends(signal.SIGKILL)
    window = Served(*words, "--no-browser")
    for act in ("2", "6"):
        entered(window, act)
    window.until(lambda page: "0 – 1" in page)
    assert window.ends() == 0, "an operator's desk whose match is over"


def demonstration():
    """The site with its demonstration: its pages, a second server of its folder, and a game at /play."""
    words = ["serve", "--demo", "--data", f"{OUT}site", "--listen", "127.0.0.1:0"]
    site = Served(*words)
    front = site.until(lambda page: 'href="/games/' in page, "/")
    event = "/events/" + value(front, 'href="/events/')
    site.until(lambda page: 'href="/games/' in page, event)
    second = subprocess.run([*LEITAI, "--lang", "en", *words], capture_output=True, timeout=PATIENCE)
    assert second.returncode == 1 and site.address in second.stderr.decode(), second.stderr
    form = site.get("/play?game=tictactoe")
    site.post("/play", game="tictactoe", rival="easy", side="first", t=value(form, 'name="t" value="'))
    seat = site.at
    assert re.search(r"/play/[^/]+/[^/]+$", seat), seat
    entered(site, "4", seat)
    site.until(lambda page: page.count("<option value") < 9, seat)
    assert site.ends() == 0, "a site that is stopped"
    # Where it stopped it goes on, also for whoever sat at a table.
    again = Served(*words)
    again.browser = site.browser
    seat = urllib.parse.urljoin(again.address, urllib.parse.urlsplit(seat).path)
    again.until(lambda page: '<option value="' in page, seat)
    assert again.ends() == 0, "a site that is stopped again"


def home():
    """The workbench of whoever only started the program: his own is tried, and taken to a desk."""
    words = ["serve", "--home", "--data", f"{OUT}home"]
    own = Served(*words)
    page = urllib.parse.urlsplit(own.address).path
    name = pathlib.Path(BOT).name
    program = f"{page}/program?path={urllib.parse.quote(name)}"
    own.until(lambda page: f">{name}<" in page)
    own.post(do="watch", path=name, game="tictactoe", against="random")
    own.until(lambda page: "<strong>ready</strong>" in page and "against random: " in page, program)
    own.post(do="leave", path=name)
    own.post(do="operate", path=name, game="tictactoe", side="first")
    assert "http://127.0.0.1:" in value(own.until(lambda page: ">go to the desk<" in page), 'class="do" href="')
    if LEITAI[0] == "wine":
        held(own)
    address = own.address
    assert own.ends() == 0, "a workbench that is closed"
    again = Served(*words)
    assert again.address == address, "it opens where it was"
    again.until(lambda page: "<strong>ready</strong>" in page)
    assert again.ends() == 0, "a workbench that is closed again"


def held(own):
    """A file that somebody has open is waited for, and named where that takes too long."""
    file = pathlib.Path(f"{OUT}home/programs.json")
    for ms, is_done in ((400, True), (20_000, False)):
        holder = subprocess.Popen(["wine", "hold.exe", str(file), str(ms)], stdout=subprocess.PIPE)
        assert holder.stdout.readline().startswith(b"held"), "nobody holds it"
        page = own.post(do="add", path="hold.exe")
        is_named = "has programs.json open" in page
        assert is_named != is_done, f"held for {ms} ms: {page}"
        holder.kill()
        holder.wait()


def page_of_a_game():
    """`play --web`."""
    site = Served("play", "hex", "--web", "--position", "D4 E5")
    assert "D4 E5" in site.get(), "the position that was asked for"
    assert site.ends() == 0, "a page that is closed"


def event():
    """An event that one process runs, while others read where it stands and rule in it: they use the same files."""
    words = ["tournament", "run", f"{OUT}cup.toml", "--jobs", "1"]
    entries = "".join(f'[[entries]]\nname = "{name}"\nprogram = "random"\n' for name in "甲乙丙丁")
    pathlib.Path(f"{OUT}cup.toml").write_text(
        'name = "cup"\ngame = "tictactoe"\nseed = "7"\n[sandbox]\nat-least = "P"\n[show]\npace = "200ms"\n' + entries,
        encoding="utf-8",
    )
    games = pathlib.Path(f"{OUT}cup/games")
    run = subprocess.Popen([*LEITAI, "--lang", "en", *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    def other(*words):
        done = subprocess.run([*LEITAI, "--lang", "en", "tournament", *words], capture_output=True, timeout=PATIENCE)
        assert done.returncode == 0, f"{words}: {done.stderr.decode()}"
        return done.stdout.decode()

    until = time.monotonic() + PATIENCE
    while not list(games.glob("*.jsonl")):
        assert run.poll() is None and time.monotonic() < until, run.stderr.read().decode()
        time.sleep(0.05)
    other("standings", f"{OUT}cup.toml")
    said = "he is ill"
    by = ["--by", "chief-referee", "--reason", said]
    other("rule", f"{OUT}cup.toml", "withdraw", "丁", *by, "--after-running")
    assert run.poll() is None, "the event ends before it is ruled in"
    assert run.wait(PATIENCE) == 0, run.stderr.read().decode()
    other("standings", f"{OUT}cup.toml")
    assert said in pathlib.Path(f"{OUT}cup/journal.jsonl").read_text(encoding="utf-8"), "a ruling is stored"


desk()
demonstration()
home()
page_of_a_game()
event()
