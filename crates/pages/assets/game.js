// @ts-check
/** A game on a page: one sheet whose elements know their steps. A step shows and hides, it redraws nothing. */
import { Clocks } from "./clocks.js";
import { Ledger } from "./ledger.js";
import { flip, Places } from "./places.js";
import { follow, leave } from "./stream.js";
import { askPage, clock, said, seconds } from "./words.js";

/** @typedef {import("./stream.js").Step} Step @typedef {import("./stream.js").Told} Told */

const STEP_MS = 800;

/** The first element of a text of SVG. @param {string} text */
const drawn = (text) => {
  const g = document.createElementNS("http://www.w3.org/2000/svg", "g");
  g.innerHTML = text;
  return /** @type {SVGElement} */ (g.firstElementChild);
};

export class Game extends HTMLElement {
  /** Elements by number; none where this page does not draw them. @type {(Element | null)[]} */
  elements = [];
  /** The numbers of what comes or goes at each step. @type {number[][]} */
  turns = [];
  /** What the seats play, where that changes: `black white`. @type {string[]} */
  tones = [];
  at = 0;
  last = 0;
  clocks = new Clocks(this, (by) => this.ledger?.took(by, this.last, "last"));
  /** @type {import("./stream.js").Follower | undefined} */
  follower;
  /** @type {number | undefined} */
  playing;
  /** @type {number | undefined} */
  ticking;

  connectedCallback() {
    this.at = Number(this.dataset.at);
    this.last = Number(this.dataset.last);
    this.turns = [];
    this.elements = new Array(Number(this.dataset.count ?? 0)).fill(null);
    for (const element of this.querySelectorAll("[data-i]")) {
      const i = Number(element.getAttribute("data-i"));
      this.elements[i] = element;
      for (const n of (element.getAttribute("data-s") ?? "").split(" ")) (this.turns[Number(n)] ??= []).push(i);
    }
    this.tones = [this.dataset.tones ?? ""];
    for (const a of this.querySelectorAll("[data-n][data-tones]")) this.tones[Number(a.getAttribute("data-n"))] = a.getAttribute("data-tones") ?? "";
    if (this.classList.contains("whole")) this.whole();
    const live = this.dataset.live;
    if (!live) return;
    const since = live;
    this.follower = { game: this.dataset.game, since, told: (...it) => this.told(...it), cut: (when) => this.cut(when) };
    follow(this.follower);
    if (this.dataset.faces) this.clocks.face(JSON.parse(this.dataset.faces));
    this.ticking = setInterval(() => this.clocks.tick(), 100);
  }

  disconnectedCallback() {
    if (this.follower) leave(this.follower);
    clearInterval(this.ticking);
    clearInterval(this.playing);
    this.stop?.abort();
  }

  /** What only a page of its own has: moves, keys, slider. */
  whole() {
    this.stop = new AbortController();
    const signal = this.stop.signal;
    this.ledger = new Ledger(this);
    const board = /** @type {HTMLElement | null} */ (this.querySelector(".board"));
    if (board?.querySelector("svg")) this.places = new Places(this, board);
    for (const made of this.querySelectorAll("[data-script]")) made.removeAttribute("hidden");
    const asked = () => {
      const n = /^#(\d+)$/.exec(location.hash);
      if (n) this.show(Number(n[1]));
    };
    addEventListener("hashchange", asked, { signal });
    asked();
    addEventListener("keydown", (event) => this.key(event), { signal });
    this.addEventListener("click", (event) => this.pressed(event));
    this.slide()?.addEventListener("input", () => this.step(Number(this.slide()?.value)));
    this.querySelector(".speed")?.addEventListener("change", () => this.playing && this.play(true));
    const keys = /** @type {HTMLDialogElement | null} */ (document.querySelector("dialog.keys"));
    this.querySelector(".help")?.addEventListener("click", () => keys?.showModal(), { signal });
  }

  slide() {
    return /** @type {HTMLInputElement | null} */ (this.querySelector(".slide"));
  }

  /** @param {MouseEvent} event */
  pressed(event) {
    const on = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button > 0) return;
    if (on.closest(".flip")) return void flip(this);
    const a = on.closest("a[data-n], a[data-by], a[data-play]");
    if (!a) return;
    event.preventDefault();
    if (a.hasAttribute("data-play")) this.play();
    else if (a.hasAttribute("data-by")) this.step(this.at + Number(a.getAttribute("data-by")));
    else this.step(Number(a.getAttribute("data-n")));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (target.closest("input, select, textarea, dialog") || (event.key === " " && target.closest("button, summary"))) return;
    const to = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.last }[event.key];
    if (to !== undefined) this.step(to);
    else if (event.key === " ") this.play();
    else if (event.key === "f" || event.key === "F") flip(this);
    else if (event.key === "?") /** @type {HTMLElement | null} */ (this.querySelector(".help"))?.click();
    else return;
    event.preventDefault();
  }

  /** A step that a person chose: playing stops, and the address leads to it. @param {number} n */
  step(n) {
    this.play(false);
    this.show(n);
    clearTimeout(this.noting);
    this.noting = setTimeout(() => history.replaceState(history.state, "", this.at === this.last ? location.pathname : `#${this.at}`), 300);
  }

  /** @type {number | undefined} */
  noting;

  /** Plays on, or stops; without a word, the other of both. @param {boolean} [on] */
  play(on = this.playing === undefined) {
    clearInterval(this.playing);
    this.playing = undefined;
    this.querySelector("[data-play]")?.setAttribute("aria-pressed", String(on));
    this.querySelector("[data-play]")?.setAttribute("aria-label", said(on ? "pause" : "play"));
    if (!on) return;
    if (this.at === this.last) this.show(0);
    const speed = /** @type {HTMLSelectElement | null} */ (this.querySelector(".speed"));
    this.playing = setInterval(() => (this.at < this.last ? this.show(this.at + 1) : this.play(false)), STEP_MS / Number(speed?.value ?? 1));
  }

  /** Shows a step. @param {number} n */
  show(n) {
    const to = Math.min(Math.max(Math.round(n) || 0, 0), this.last);
    /** @type {Set<number>} */
    const turned = new Set();
    for (let step = Math.min(this.at, to) + 1; step <= Math.max(this.at, to); step++) {
      for (const i of this.turns[step] ?? []) if (!turned.delete(i)) turned.add(i);
    }
    for (const i of turned) {
      const element = this.elements[i];
      if (!element) continue;
      if (element.hasAttribute("visibility")) element.removeAttribute("visibility");
      else element.setAttribute("visibility", "hidden");
    }
    this.at = to;
    this.dataset.at = String(to);
    for (const count of this.querySelectorAll(".n")) count.textContent = String(to);
    this.chips();
    if (!this.ledger) return;
    this.ledger.show(to);
    this.places?.stale();
    const slide = this.slide();
    if (slide) {
      slide.max = String(this.last);
      slide.value = String(to);
    }
    for (const a of this.querySelectorAll(".steps a[data-by]")) a.setAttribute("href", `/games/${this.dataset.game}?ply=${Math.min(Math.max(to + Number(a.getAttribute("data-by")), 0), this.last)}`);
    this.querySelector("[data-from]")?.setAttribute("href", `/games/${this.dataset.game}/play?ply=${to}`);
    this.querySelector("[data-svg]")?.setAttribute("href", `/games/${this.dataset.game}/${to}.svg`);
    document.title = said("title", { dot: this.dataset.live ? "● " : "", names: this.dataset.names ?? "", n: to });
    if (!this.follower) this.used();
  }

  /** The stones beside the names. */
  chips() {
    const now = this.tones.slice(0, this.at + 1).findLast(Boolean)?.split(" ") ?? [];
    now.forEach((tone, i) => {
      for (const chip of this.querySelectorAll(`.seat[data-seat="${["first", "second"][i]}"] .chip, .heads > :nth-child(${i + 2}) .chip`)) {
        const [disc, inlay] = chip.children;
        if (disc?.getAttribute("class") === `c-${tone}`) continue;
        disc?.setAttribute("class", `c-${tone}`);
        inlay?.setAttribute("class", `i-${tone}`);
        inlay?.setAttribute("r", String({ black: 12, blue: 6 }[tone] ?? 0));
      }
    });
  }

  /** @param {string} kind @param {Told} told @param {string} id */
  told(kind, told, id) {
    if (kind !== "steps") return void this.again();
    const following = this.at === this.last;
    this.setAttribute("data-moving", "");
    for (const step of told.s ?? []) this.grow(step);
    this.dataset.live = id;
    if (this.follower) this.follower.since = id;
    if (told.c) this.clocks.face(told.c);
    if (following && this.at < this.last) {
      this.show(this.last);
      this.ledger?.announce();
    } else if (this.ledger) this.show(this.at);
  }

  /** One step more, not yet shown. @param {Step} step */
  grow(step) {
    if (step.n <= this.last) return;
    const prefix = this.dataset.prefix ?? "";
    const named = (/** @type {string} */ text) => text.replaceAll('href="#lt-', `href="#${prefix}lt-`);
    const svg = this.querySelector(".board svg"), turned = this.querySelector("[data-flip]") ? ' transform="rotate(180)"' : "";
    for (const [id, body] of step.looks ?? []) svg?.querySelector("defs")?.append(drawn(`<g id="${prefix}${id}"${turned}>${named(body)}</g>`), "\n");
    const turns = (this.turns[step.n] ??= []);
    for (const i of [...(step.on ?? []), ...(step.off ?? [])]) {
      turns.push(i);
      this.elements[i]?.setAttribute("data-s", `${this.elements[i]?.getAttribute("data-s")} ${step.n}`);
    }
    if (step.view) svg?.setAttribute("viewBox", step.view);
    if (step.tray) this.tray(step.tray);
    for (const [layer, text] of step.add ?? []) {
      const i = this.elements.length, home = this.querySelector(`[data-l="${layer}"]`);
      turns.push(i);
      if (!home) {
        this.elements.push(null);
        continue;
      }
      const element = drawn(named(text).replace(/^<\w+/, (name) => `${name} data-i="${i}" data-s="${step.n}" visibility="hidden"`));
      this.elements.push(element);
      home.append(element, "\n");
    }
    if (step.tones) this.tones[step.n] = step.tones;
    this.last = step.n;
    this.dataset.last = String(step.n);
    this.ledger?.add(step);
  }

  /** The drawing of what is in hand, at its new size. @param {string} view */
  tray(view) {
    if (!this.ledger) return;
    let svg = this.querySelector(".tray svg");
    if (!svg) {
      const box = document.createElement("div");
      box.className = "tray";
      svg = drawn('<svg role="img" text-anchor="middle"><g data-l="tray"></g></svg>');
      box.append(svg);
      this.querySelector(".board")?.after(box);
    }
    svg.setAttribute("viewBox", view);
  }

  /** Takes its place anew, as the server has it now; a reader who stepped back stays there. */
  async again() {
    const whole = this.classList.contains("whole"), address = `/games/${this.dataset.game}`;
    /** @type {Record<string, string>} */
    const query = whole ? (this.at < this.last ? { ply: String(this.at) } : {}) : { part: "card" };
    try {
      const page = await askPage(address, query), now = page.querySelector(`lt-game[data-game="${this.dataset.game}"]`);
      if (!now || now.classList.contains("whole") !== whole || !this.isConnected) return;
      const active = this.contains(document.activeElement) ? document.activeElement : null;
      const found = ["id", "data-by", "data-play", "class"].find((name) => active?.getAttribute(name) != null);
      const mark = found && `[${found}="${CSS.escape(active?.getAttribute(found) ?? "")}"]`;
      if (whole) history.replaceState(history.state, "", location.pathname + location.search);
      this.replaceWith(document.adoptNode(now));
      if (whole) document.title = page.title;
      if (mark) /** @type {HTMLElement | null} */ (now.querySelector(mark))?.focus();
    } catch {
      setTimeout(() => this.isConnected && this.again(), 1000 + 4000 * Math.random());
    }
  }

  /** @param {Date | null} since */
  cut(since) {
    const state = this.querySelector(".truth strong");
    if (state) state.textContent = since ? said("cut", { time: since.toLocaleTimeString(), n: this.last }) : this.dataset.state ?? "";
    this.querySelector(".dot")?.classList.toggle("cut", since !== null);
    this.toggleAttribute("data-cut", since !== null);
  }

  /** Of a game that is over, what each seat had used at the step shown. */
  used() {
    for (const seat of this.querySelectorAll(".seat")) {
      const by = seat.getAttribute("data-seat") ?? "";
      const spent = this.ledger?.spent(by, this.at) ?? 0;
      this.clocks.write(seat, spent < 1e7 ? seconds(spent) : clock(spent / 1000), this.ledger?.took(by, this.at, "used"));
    }
  }
}

customElements.define("lt-game", Game);
