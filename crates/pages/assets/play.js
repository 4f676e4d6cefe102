// @ts-check
/** A seat at a table: the board can be clicked, spot by spot, until an act is complete; what follows is waited for. */
import { Clocks } from "./clocks.js";
import { flip, Places } from "./places.js";
import { ask, said } from "./words.js";

/** What can be clicked next; at the end of a way the text of the act. @typedef {{ [spot: string]: Tree | string }} Tree */

const AGAIN_MS = 1500;
/** A page whose clocks stood so long has slept. */
const ASLEEP_MS = 5000;
/** A pointer that moved so far, in pixels, drags. */
const DRAG_PX = 10;
/** A finger needs so many pixels from one place to the next; else the board is enlarged, by half at least, and by a hair more than it takes. */
const FINGER_PX = 44, LARGER = 1.5, MORE = 1.02;
/** The sound that says that time runs low: its pitch and length, and where its choice is kept. */
const HZ = 880, SOUND_S = 0.12, SOUND = "lt-sound";
/** Time is low below a tenth of the limit or ten seconds, and then told each second of the last five. */
const LOW_MS = 10000, LAST_MS = 5000;

/** A short sound. @type {AudioContext | undefined} */
let audio;
const beep = () => {
  audio ??= new AudioContext();
  const [tone, gain, now] = [audio.createOscillator(), audio.createGain(), audio.currentTime];
  tone.frequency.value = HZ;
  gain.gain.setValueAtTime(0.2, now);
  gain.gain.exponentialRampToValueAtTime(0.001, now + SOUND_S);
  tone.connect(gain).connect(audio.destination);
  tone.start(now);
  tone.stop(now + SOUND_S);
};

/** What this browser keeps. @param {string} name @param {string} [value] */
const keeps = (name, value) => {
  try {
    if (value !== undefined) localStorage.setItem(name, value);
    return localStorage.getItem(name);
  } catch {
    return null;
  }
};

/** The places of a seat: their names are with the page. */
class SeatPlaces extends Places {
  /** @param {Play} play @param {HTMLElement} board */
  constructor(play, board) {
    super(/** @type {any} */ (play), board);
    this.play = play;
    this.places = JSON.parse(play.dataset.places ?? "[]");
    this.make();
    this.places.forEach((/** @type {import("./places.js").Place} */ [name, , , spoken], /** @type {number} */ i) => this.targets[i].setAttribute("aria-label", `${name}, ${spoken || said("empty")}`));
    board.addEventListener("click", (event) => {
      const i = this.nearest(/** @type {PointerEvent} */ (event)), is = this.dropped;
      this.dropped = false;
      if (is) return;
      if (this.touched && !play.large && this.needs() > 1) return this.magnify(/** @type {PointerEvent} */ (event), i);
      play.view();
      if (i >= 0) play.choose(`p${i}`);
    });
    board.addEventListener("pointerdown", (event) => (this.touched = event.pointerType === "touch"));
    const tray = board.parentElement?.querySelector(".tray");
    board.addEventListener("pointerdown", (event) => this.grips(event, this.nearest(event)));
    tray?.addEventListener("pointerdown", (event) => this.grips(/** @type {PointerEvent} */ (event), -1));
    for (const home of [board, tray]) {
      home?.addEventListener("pointermove", (event) => this.over(/** @type {PointerEvent} */ (event)));
      home?.addEventListener("pointerup", (event) => this.drops(/** @type {PointerEvent} */ (event)));
    }
  }

  /** Whether it was a finger that came last. */
  touched = false;

  /** How many times a finger needs the board larger than it is; none where nothing can be chosen. */
  needs() {
    if (!Object.keys(this.play.tree ?? {}).length) return 0;
    let apart = Infinity;
    this.places.forEach((/** @type {import("./places.js").Place} */ [, x, y], /** @type {number} */ i) => {
      for (const [, px, py] of this.places.slice(i + 1)) apart = Math.min(apart, Math.hypot(px - x, py - y));
    });
    return FINGER_PX / (apart * this.scale());
  }

  /** The board is enlarged: what a finger touched stays under it, and what it meant is shown; the next touch chooses.
   * @param {PointerEvent} event @param {number} i */
  magnify(event, i) {
    const at = this.under(event), view = this.layer?.viewBox.baseVal;
    if (!at || !view) return;
    const by = Math.max(this.needs() * MORE, LARGER), [x, y] = [at[0] - (at[0] - view.x) / by, at[1] - (at[1] - view.y) / by];
    this.play.view(`${x} ${y} ${view.width / by} ${view.height / by}`);
    this.targets.forEach((target, here) => target.classList.toggle("over", here === i));
    this.tell(i);
  }

  /** What is dragged: from this place, or from the tray if that is -1. @type {{ from: number, at: PointerEvent } | undefined} */
  gripped;
  /** Whether the click that follows belongs to what was dropped. */
  dropped = false;

  /** Something is gripped that an act can begin with. @param {PointerEvent} event @param {number} from */
  grips(event, from) {
    this.dropped = false;
    const tree = this.play.tree ?? {};
    this.gripped = event.isPrimary && (from < 0 ? event.currentTarget !== this.board : typeof tree[`p${from}`] === "object") ? { from, at: event } : undefined;
  }

  /** Whether the pointer has gone so far that something is dragged. @param {PointerEvent} event */
  drags({ clientX, clientY }) {
    return this.gripped && Math.hypot(clientX - this.gripped.at.clientX, clientY - this.gripped.at.clientY) > DRAG_PX;
  }

  /** Where it would be dropped is marked, once it is dragged. @param {PointerEvent} event */
  over(event) {
    if (!this.drags(event) || !this.gripped) return;
    const { from } = this.gripped, at = this.nearest(event);
    if (from >= 0 && !this.play.way.length) this.play.choose(`p${from}`);
    this.targets.forEach((target, i) => target.classList.toggle("over", i === at && i !== from && `p${i}` in this.play.open()));
  }

  /** @param {PointerEvent} event */
  drops(event) {
    const dragged = this.drags(event), from = this.gripped?.from;
    this.gripped = undefined;
    for (const target of this.targets) target.classList.remove("over");
    if (!dragged || from === undefined) return;
    const to = this.nearest(event);
    this.dropped = true;
    if (from >= 0 && !this.play.way.length) this.play.choose(`p${from}`);
    if (to >= 0 && to !== from && `p${to}` in this.play.open()) this.play.choose(`p${to}`);
    else if (from >= 0) this.play.back();
  }

  async load() {}

  /** @param {KeyboardEvent} event */
  key(event) {
    if ((event.key === "Enter" || event.key === " ") && this.targets.includes(/** @type {SVGElement} */ (document.activeElement))) {
      event.preventDefault();
      event.stopPropagation();
      this.typed = "";
      this.play.choose(`p${this.at}`);
    } else if (event.key === "Escape" && this.play.way.length) {
      event.stopPropagation();
      this.play.back();
    } else super.key(event);
  }
}

export class Play extends HTMLElement {
  /** What was clicked so far. @type {string[]} */
  way = [];
  /** @type {SeatPlaces | undefined} */
  places;
  /** The part of the board that is shown enlarged. @type {string | undefined} */
  large;
  /** Whether the board was turned by hand. @type {boolean | undefined} */
  flipped;
  clocks = new Clocks(this, () => "");
  /** The second of the own time that was last sounded. */
  sounded = Infinity;
  /** @type {number | undefined} */
  ticking;

  connectedCallback() {
    this.whole();
    this.wait();
    this.ticking = setInterval(() => this.tick(), 100);
    for (const [on, name] of /** @type {const} */ ([[document, "visibilitychange"], [document, "resume"], [window, "online"]])) {
      on.addEventListener(name, () => document.visibilityState === "visible" && this.wakes());
    }
    addEventListener("keydown", (event) => (event.key === "f" || event.key === "F") && this.turns(event));
  }

  disconnectedCallback() {
    this.gone = true;
    clearInterval(this.ticking);
  }

  /** The page slept, or its connection was away: what is so now is asked for at once, whatever is waited for. */
  wakes() {
    this.slept = true;
    this.waiting?.abort();
  }

  slept = false;
  /** When the clocks went on last, by the clock on the wall. */
  ticked = Date.now();
  /** @type {AbortController | undefined} */
  waiting;
  gone = false;
  /** Whether something was sent since the board changed. */
  sent = false;

  /** Everything of the page as it is now. */
  whole() {
    /** @type {Tree} */
    this.tree = JSON.parse(this.dataset.tree ?? "{}");
    /** @type {Record<string, string>} */
    this.names = JSON.parse(this.dataset.beside ?? "{}");
    for (const plain of this.querySelectorAll("[data-plain]")) plain.setAttribute("hidden", "");
    const board = /** @type {HTMLElement | null} */ (this.querySelector(".board")), at = this.places?.at ?? 0;
    this.places = board?.querySelector("svg") ? new SeatPlaces(this, board) : undefined;
    if (this.places) this.places.at = Math.min(at, this.places.targets.length - 1);
    board?.setAttribute("data-whole", board.querySelector("svg")?.getAttribute("viewBox") ?? "");
    this.view(this.large);
    for (const form of this.querySelectorAll("form")) {
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        const body = new FormData(form, event.submitter);
        if (body.get("do") || body.get("typed")) this.send(body);
      });
    }
    for (const made of this.querySelectorAll("[data-script]")) made.removeAttribute("hidden");
    this.querySelector(".shrink")?.addEventListener("click", () => this.view());
    this.querySelector(".flip")?.addEventListener("click", () => (this.flipped = flip(this)));
    if (this.flipped !== undefined) flip(this, this.flipped);
    const sound = this.querySelector(".sound");
    sound?.setAttribute("aria-pressed", String(keeps(SOUND) === "1"));
    sound?.addEventListener("click", () => {
      const on = keeps(SOUND, keeps(SOUND) === "1" ? "0" : "1") === "1";
      sound.setAttribute("aria-pressed", String(on));
      if (on) beep();
    });
    this.clocks.faces = undefined;
    if (this.dataset.faces) this.clocks.face(JSON.parse(this.dataset.faces));
    this.show();
  }

  /** The part of the board that is shown, enlarged; the whole board if none is given. @param {string} [part] */
  view(part) {
    this.large = part;
    const board = this.querySelector(".board"), whole = board?.getAttribute("data-whole");
    for (const drawing of board?.querySelectorAll(":scope > svg") ?? []) drawing.setAttribute("viewBox", part ?? whole ?? drawing.getAttribute("viewBox") ?? "");
    board?.classList.toggle("large", part !== undefined);
    this.querySelector(".shrink")?.toggleAttribute("hidden", part === undefined);
    if (part === undefined) for (const target of this.places?.targets ?? []) target.classList.remove("over");
  }

  /** Where the keyboard is, to be found again after a change; none where it is elsewhere. @returns {string | undefined} */
  stands() {
    const on = document.activeElement;
    if (!on || !this.contains(on)) return undefined;
    if (on instanceof HTMLButtonElement && on.value) return `button[value="${on.value}"]`;
    if (on.id) return `#${on.id}`;
    if (on.closest(".beside")) return ".beside button";
    return ["sound", "flip"].filter((name) => on.classList.contains(name)).map((name) => `.${name}`)[0] ?? ".board";
  }

  /** The keyboard goes on from there, or else from the board. @param {string} [where] */
  stays(where) {
    if (!where) return;
    const at = where === ".board" ? null : this.querySelector(where);
    if (at instanceof HTMLElement) at.focus({ preventScroll: true });
    else if (this.places) this.places.go(this.places.at, true);
    else this.querySelector("a")?.focus({ preventScroll: true });
  }

  /** The key that turns the board, where nothing is being typed. @param {KeyboardEvent} event */
  turns(event) {
    const on = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || on.closest("input, select, textarea")) return;
    this.flipped = flip(this);
  }

  /** The clocks go on; the own one is heard when it runs low. */
  tick() {
    const now = Date.now();
    if (now - this.ticked > ASLEEP_MS) this.wakes();
    this.ticked = now;
    this.clocks.tick();
    const own = this.clocks.faces?.[this.dataset.seat === "second" ? 1 : 0];
    if (!own?.run || keeps(SOUND) !== "1") return void (this.sounded = Infinity);
    const { used, left } = this.clocks.now(own), [turn, whole] = [Number(this.dataset.turn), Number(this.dataset.whole)];
    const [least, limit] = turn && turn - used < (left ?? Infinity) ? [turn - used, turn] : [left ?? Infinity, whole];
    if (least > LOW_MS && least * 10 > limit) return;
    const second = least > LAST_MS ? LAST_MS : Math.ceil(least / 1000);
    if (second < this.sounded && least > 0) beep();
    this.sounded = second;
  }

  /** What can be clicked now. @returns {Tree} */
  open() {
    return /** @type {Tree} */ (this.way.reduce((tree, spot) => /** @type {Tree} */ (tree[spot]), this.tree ?? {}));
  }

  /** A spot was clicked. @param {string} spot */
  choose(spot) {
    const next = this.open()[spot], first = this.tree?.[spot];
    if (typeof next === "string") return this.act(next);
    if (next) this.way.push(spot);
    else if (typeof first === "string") return this.act(first);
    else if (first) this.way = [spot];
    else return this.asks(spot);
    this.show();
  }

  /** Nothing begins there: which rule says so? @param {string} spot */
  asks(spot) {
    if (!Object.keys(this.tree ?? {}).length) return;
    const body = new FormData();
    body.set("why", [...this.way, spot].map((spot) => spot.slice(1)).join());
    return this.send(body);
  }

  back() {
    this.way.pop();
    this.show();
  }

  /** Marks what can be clicked, and offers what lies beside the board. */
  show() {
    const open = this.open(), stands = this.stands();
    this.places?.targets.forEach((target, i) => {
      target.setAttribute("role", open[`p${i}`] ? "button" : "img");
      target.classList.toggle("can", `p${i}` in open);
      target.classList.toggle("grip", typeof this.tree?.[`p${i}`] === "object");
      target.classList.toggle("chosen", this.way.includes(`p${i}`));
    });
    const beside = this.querySelector(".beside");
    beside?.replaceChildren(...Object.keys(open).filter((spot) => !spot.startsWith("p")).map((spot) => this.button(this.name(spot), () => this.choose(spot))));
    if (this.way.length) {
      const undo = this.button("×", () => this.back());
      undo.setAttribute("aria-label", said("undo"));
      beside?.append(undo);
    }
    const chosen = this.querySelector("p.chosen");
    if (chosen) chosen.textContent = this.way.map((spot) => this.name(spot)).join(" → ");
    if (stands === ".beside button") this.stays(stands);
  }

  /** @param {string} spot */
  name(spot) {
    if (spot.startsWith("p")) return this.places?.places[Number(spot.slice(1))]?.[0] ?? spot;
    return this.names?.[spot] ?? spot.slice(1);
  }

  /** @param {string} name @param {() => void} pressed */
  button(name, pressed) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = name;
    button.addEventListener("click", pressed);
    return button;
  }

  /** @param {string} text */
  act(text) {
    const body = new FormData();
    body.set("act", text);
    return this.send(body);
  }

  /** Sends an act once; what follows comes to whoever waits. @param {FormData} body */
  async send(body) {
    const token = this.querySelector("input[name=t]");
    body.set("t", token instanceof HTMLInputElement ? token.value : "");
    body.set("version", this.dataset.version ?? "0");
    body.set("script", "1");
    this.sent = true;
    // An act is sent once; a question changes nothing.
    if (!body.has("why")) [this.tree, this.way] = [{}, []];
    this.show();
    const fields = new URLSearchParams([...body].map(([name, value]) => [name, String(value)]));
    const sent = await fetch(this.dataset.address ?? "", { method: "POST", body: fields, redirect: "manual" }).catch(() => undefined);
    if (!sent || (sent.type !== "opaqueredirect" && !sent.ok)) location.reload();
  }

  /** Waits for what is new, shows it, and waits again. */
  async wait() {
    while (!this.gone) {
      try {
        const after = this.slept ? "0" : this.dataset.news ?? "0";
        this.slept = false;
        this.waiting = new AbortController();
        const answer = await ask(`${this.dataset.address}/now`, { after }, this.waiting.signal);
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        const next = page.querySelector(this.localName);
        this.classList.remove("cut");
        if (!(next instanceof HTMLElement) || (next.dataset.news === this.dataset.news && next.dataset.away === this.dataset.away)) {
          // Only the clocks may have gone on otherwise than here.
          if (next instanceof HTMLElement && next.dataset.faces) this.clocks.face(JSON.parse(next.dataset.faces));
          continue;
        }
        const stands = this.stands(), typed = this.querySelector("#typed");
        // What was chosen stays chosen while the board stays, and what is half typed until it was played.
        const same = next.dataset.version === this.dataset.version, typing = same || !this.sent;
        if (!same) [this.way, this.sent, this.large] = [[], false, undefined];
        for (const name of Object.keys(this.dataset)) delete this.dataset[name];
        Object.assign(this.dataset, { ...next.dataset });
        this.replaceChildren(...next.children);
        this.whole();
        const field = this.querySelector("#typed");
        if (typed instanceof HTMLInputElement && field instanceof HTMLInputElement && typing) field.value = typed.value;
        this.stays(stands);
      } catch (why) {
        // A table whose game is over is cleared after a while.
        if (this.dataset.over) return;
        if (this.slept) continue;
        if (String(why).endsWith(": 404")) return location.reload();
        // The connection is gone: it is asked again, and the page says so.
        this.classList.add("cut");
        await new Promise((done) => setTimeout(done, AGAIN_MS));
        this.slept = true;
      }
    }
  }
}

customElements.define("lt-play", Play);
