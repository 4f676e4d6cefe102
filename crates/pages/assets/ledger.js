// @ts-check
/** The moves of a game: the list, the picture of times, and what is said aloud. */
import { said, seconds } from "./words.js";

/** @typedef {import("./stream.js").Step} Step */

const ALOUD_MS = 2000;

export class Ledger {
  /** Links of the moves; the first is move 1. @type {HTMLElement[]} */
  links;
  /** @type {number | undefined} */
  waiting;
  spoke = 0;
  /** The bars of the picture of times. @type {string[]} */
  bars = [];

  /** @param {import("./game.js").Game} game */
  constructor(game) {
    this.game = game;
    this.list = /** @type {HTMLElement | null} */ (game.querySelector(".moves"));
    this.links = [...game.querySelectorAll(".moves a")].map((a) => /** @type {HTMLElement} */ (a));
    this.aloud = document.createElement("p");
    this.aloud.className = "vh";
    this.aloud.setAttribute("aria-live", "polite");
    game.append(this.aloud);
    this.reveal();
  }

  /** @param {number} n */
  show(n) {
    this.list?.querySelector("[aria-current]")?.removeAttribute("aria-current");
    this.links[n - 1]?.setAttribute("aria-current", "step");
    this.reveal();
    const says = this.game.querySelector(".says");
    if (says) says.textContent = this.links.slice(0, n).findLast((a) => a.dataset.says)?.dataset.says ?? this.list?.dataset.says ?? "";
    this.draw();
    this.game.querySelector(".times .now")?.setAttribute("d", this.bars[n - 1] ?? "");
  }

  /** Brings the move shown into sight, in the list alone. */
  reveal() {
    const a = /** @type {HTMLElement | null} */ (this.list?.querySelector("[aria-current]")), list = this.list;
    if (!list) return;
    const top = a ? a.offsetTop : 0;
    if (top < list.scrollTop || top > list.scrollTop + list.clientHeight - 36) list.scrollTop = top - list.clientHeight / 2;
  }

  /** First's times stand above the line, Second's hang below it; each move is ten units wide. Drawn anew only when a move
   * came. */
  draw() {
    const times = this.game.querySelector(".times");
    if (!times || this.bars.length === this.links.length) return;
    const longest = Math.max(1, ...this.links.map((a) => Number(a.dataset.us))), width = 10 * this.links.length;
    this.bars = this.links.map((a, i) => {
      const second = a.dataset.of === "second", height = Math.max(1, Math.floor((30 * Number(a.dataset.us)) / longest));
      return !second && a.dataset.of !== "first" ? "" : `M${10 * i} ${second ? 33 : 31 - height}h9v${height}h-9z`;
    });
    const path = (/** @type {string} */ of) => this.bars.filter((_, i) => this.links[i].dataset.of === of).join("");
    times.setAttribute("viewBox", `0 0 ${width} 64`);
    for (const [name, d] of [[".zero", `M0 32H${width}`], [".a", path("first")], [".b", path("second")]]) times.querySelector(name)?.setAttribute("d", d);
    const shown = this.game.querySelector(".longest");
    if (shown && longest > 1) shown.textContent = seconds(longest);
  }

  /** A move more, at the end. @param {Step} step */
  add(step) {
    const by = step.by === "first" || step.by === "second" ? step.by : "other";
    const a = document.createElement("a"), text = document.createElement("span"), n = String(step.n);
    a.href = `/games/${this.game.dataset.game}?ply=${n}#m${n}`;
    a.id = `m${n}`;
    Object.assign(a.dataset, { n, of: by, us: String(step.us ?? 0) });
    if (step.says?.length) a.dataset.says = step.says.join(said("between"));
    if (step.by === "chance" || step.by === "arbiter") {
      const who = document.createElement("em");
      who.textContent = said(step.by);
      text.append(who, " ");
    }
    text.append(step.m);
    a.append(text);
    if (by !== "other" && step.us !== null) {
      const took = document.createElement("small");
      took.textContent = seconds(step.us);
      a.append(took);
    }
    this.links.push(a);
    this.place(a, by);
  }

  /** @param {HTMLElement} a @param {string} by */
  place(a, by) {
    const row = this.list?.lastElementChild;
    const pair = row && !row.querySelector(".wide") ? row : null;
    if (by === "second" && pair && !pair.querySelector("[data-of=second]")) return pair.append(a);
    const li = document.createElement("li");
    if (by === "other") {
      const wide = document.createElement("span");
      wide.className = "wide";
      wide.append(a);
      li.append(wide);
    } else {
      const number = document.createElement("i");
      number.textContent = String(this.game.querySelectorAll(".moves i").length + 1);
      li.append(number);
      if (by === "second") li.append(document.createElement("span"));
      li.append(a);
    }
    this.list?.append(li, "\n");
  }

  /** Microseconds that a seat used up to a step. @param {string} by @param {number} at */
  spent(by, at) {
    return this.links.slice(0, at).reduce((sum, a) => sum + (a.dataset.of === by ? Number(a.dataset.us) : 0), 0);
  }

  /** How long a seat's last move took, in words. @param {string} by @param {number} at @param {"last" | "used"} word */
  took(by, at, word) {
    const a = this.links.slice(0, at).findLast((a) => a.dataset.of === by && a.querySelector("small"));
    return a ? said(word, { took: seconds(Number(a.dataset.us)) }) : "";
  }

  /** Says the newest move aloud, at most one in two seconds. */
  announce() {
    if (this.waiting) return;
    const wait = Math.max(0, this.spoke + ALOUD_MS - performance.now());
    this.waiting = setTimeout(() => {
      this.waiting = undefined;
      this.spoke = performance.now();
      const a = this.links.at(-1), name = this.game.querySelector(`.seat[data-seat="${a?.dataset.of}"] b`)?.textContent ?? "";
      this.aloud.textContent = said("spoken", { n: this.links.length, name, move: a?.querySelector("span")?.textContent ?? "" });
    }, wait);
  }
}
