// @ts-check
/** The places of a board as targets with spoken names: one tab stop, arrow keys from place to place. */
import { ask, said } from "./words.js";

/** @typedef {[name: string, x: number, y: number, spoken: string]} Place */

const NS = "http://www.w3.org/2000/svg";
const STALE_MS = 250;
const TYPING_MS = 1000;
/** A finger that stays so long asks what is under it, and is answered so long after it left. */
const PRESS_MS = 450, READ_MS = 1500;
/** A finger that moved so far, in pixels, scrolls. */
const STILL_PX = 10;
/** How far from a place, in units of the drawing, it is still meant. */
const NEAR = 60;

/** How far a place is that way, and worse the more it lies aside; none where it is not that way.
 * @param {number} ahead @param {number} aside */
const cost = (ahead, aside) => (ahead > 0 && Math.abs(aside) <= ahead * 1.8 ? ahead + 2.5 * Math.abs(aside) : Infinity);

/** The board turns, or so that it is turned or not, and each piece on it back again. @param {Element} home @param {boolean} [on] */
export const flip = (home, on) => {
  const flipped = home.querySelector(".table")?.toggleAttribute("data-flip", on) ?? false;
  for (const look of home.querySelectorAll("defs > g")) look.setAttribute("transform", flipped ? "rotate(180)" : "rotate(0)");
  return flipped;
};

export class Places {
  /** @type {Place[]} */
  places = [];
  /** @type {SVGElement[]} */
  targets = [];
  at = 0;
  /** The step whose names these are. */
  known = -1;
  typed = "";
  typedAt = 0;
  /** @type {number | undefined} */
  asking;
  /** @type {number | undefined} */
  pressing;
  /** @type {number | undefined} */
  hiding;
  /** The mouse on the board, and the finger. @type {PointerEvent | undefined} */
  pointer;
  /** @type {PointerEvent | undefined} */
  finger;
  /** The place whose name is shown; -1 where none is. */
  told = -1;

  /** @param {import("./game.js").Game} game @param {HTMLElement} board */
  constructor(game, board) {
    this.game = game;
    this.board = board;
    board.tabIndex = 0;
    board.setAttribute("role", "group");
    board.setAttribute("aria-label", board.querySelector("svg")?.getAttribute("aria-label") ?? "");
    board.setAttribute("aria-description", said("board"));
    board.addEventListener("focus", () => this.open());
    board.addEventListener("keydown", (event) => this.key(event));
    board.addEventListener("pointermove", (event) => this.pointed(event));
    board.addEventListener("pointerdown", (event) => this.pressed(event));
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) board.addEventListener(end, (event) => this.left(/** @type {PointerEvent} */ (event)));
    // What a long press asks for is the name, not the browser's menu.
    board.addEventListener("contextmenu", (event) => this.finger && event.preventDefault());
    board.addEventListener("focusout", (event) => {
      if (!board.contains(/** @type {Node | null} */ (event.relatedTarget))) board.tabIndex = 0;
    });
  }

  /** The board has the focus: asks for the names, and gives it on to the place where it was. */
  async open() {
    // What is pointed at is in view, and stays there.
    const still = !this.board.matches(":focus-visible");
    await this.load();
    if (document.activeElement === this.board) this.go(this.at, still);
  }

  /** Another step is shown: its names are asked for once it stays, and only where somebody listens. */
  stale() {
    clearTimeout(this.asking);
    if (!this.board.contains(document.activeElement) && !this.tip?.textContent) return;
    this.asking = setTimeout(() => this.load(), STALE_MS);
  }

  async load() {
    const at = this.game.at;
    if (this.known === at) return;
    try {
      this.places = await (await ask(`/games/${this.game.dataset.game}/places`, { ply: String(at) })).json();
    } catch {
      return;
    }
    this.known = at;
    if (this.targets.length !== this.places.length) this.make();
    this.places.forEach(([name, , , spoken], i) => this.targets[i].setAttribute("aria-label", `${name}, ${spoken || said("empty")}`));
    if (this.tip?.textContent) this.tell(this.told);
  }

  /** @param {PointerEvent} event */
  async pointed(event) {
    const finger = this.finger;
    if (finger && Math.hypot(event.clientX - finger.clientX, event.clientY - finger.clientY) > STILL_PX) this.left(event);
    if (event.pointerType === "touch" || event.buttons) return;
    this.pointer = event;
    await this.load();
    // It may have gone on, or away, while the names were asked for.
    if (this.pointer === event) this.tell(this.nearest(event));
  }

  /** @param {PointerEvent} event */
  pressed(event) {
    this.tell(-1);
    if (event.pointerType === "mouse" || !event.isPrimary) return;
    this.finger = event;
    this.pressing = setTimeout(async () => {
      await this.load();
      if (this.finger === event) this.tell(this.nearest(event));
    }, PRESS_MS);
  }

  /** The pointer is gone. What a finger asked for stays to be read. @param {PointerEvent} event */
  left(event) {
    clearTimeout(this.pressing);
    clearTimeout(this.hiding);
    this.pointer = this.finger = undefined;
    if (event.pointerType === "mouse") this.tell(-1);
    else this.hiding = setTimeout(() => this.tell(-1), READ_MS);
  }

  /** How many pixels a unit of the drawing is wide. */
  scale() {
    const box = this.layer?.getBoundingClientRect(), view = this.layer?.viewBox.baseVal;
    return box && view ? Math.min(box.width / view.width, box.height / view.height) : 0;
  }

  /** What is under a pointer, in units of the drawing. @param {PointerEvent} event @returns {[x: number, y: number] | undefined} */
  under({ clientX, clientY }) {
    const box = this.layer?.getBoundingClientRect(), view = this.layer?.viewBox.baseVal, scale = this.turned() * this.scale();
    if (!box || !view || !scale) return undefined;
    const x = view.x + view.width / 2 + (clientX - box.x - box.width / 2) / scale;
    return [x, view.y + view.height / 2 + (clientY - box.y - box.height / 2) / scale];
  }

  /** The place under a pointer; -1 where there is none. @param {PointerEvent} event */
  nearest(event) {
    const at = this.under(event);
    if (!at) return -1;
    const [x, y] = at;
    let best = -1, least = NEAR;
    this.places.forEach(([, px, py], i) => {
      const far = Math.hypot(px - x, py - y);
      if (far < least) [best, least] = [i, far];
    });
    return best;
  }

  /** Shows the name of a place beside it, or of none. Whoever hears the page has it from the place itself.
   * @param {number} i */
  tell(i) {
    clearTimeout(this.hiding);
    this.told = i;
    if (!this.tip) {
      if (i < 0) return;
      this.tip = document.createElement("span");
      this.tip.className = "tip";
      this.tip.setAttribute("aria-hidden", "true");
      this.board.append(this.tip);
    }
    this.tip.textContent = this.targets[i]?.getAttribute("aria-label") ?? "";
    if (i < 0) return;
    const at = this.targets[i].getBoundingClientRect(), board = this.board.getBoundingClientRect();
    const half = this.tip.offsetWidth / 2, x = at.x + at.width / 2 - board.x;
    this.tip.style.left = `${Math.min(Math.max(x, half), board.width - half)}px`;
    // Above a finger, which hides what is under it.
    this.tip.style.top = `${at.y - board.y - (this.finger ? 36 : 4)}px`;
  }

  make() {
    const drawing = this.board.querySelector("svg");
    this.layer?.remove();
    this.layer = document.createElementNS(NS, "svg");
    this.layer.setAttribute("class", "targets");
    this.layer.setAttribute("viewBox", drawing?.getAttribute("viewBox") ?? "0 0 100 100");
    this.targets = this.places.map(([, x, y]) => {
      const target = document.createElementNS(NS, "circle");
      for (const [name, value] of Object.entries({ cx: x, cy: y, r: 46, tabindex: -1, role: "img", class: "place" })) target.setAttribute(name, String(value));
      this.layer?.append(target);
      return target;
    });
    this.at = Math.min(this.at, Math.max(0, this.places.length - 1));
    this.board.append(this.layer);
  }

  /** @param {number} i @param {boolean} [preventScroll] */
  go(i, preventScroll = false) {
    if (!this.targets[i]) return;
    this.at = i;
    this.board.tabIndex = -1;
    this.targets[i].focus({ preventScroll });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.targets.length) return;
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (way) this.go(this.toward(way[0], way[1]));
    else if (event.key === "Home" || event.key === "End") this.along(event.key === "Home" ? -1 : 1);
    else if (event.key === "Escape") {
      this.board.tabIndex = 0;
      this.targets[this.at].blur();
    } else if (/^[a-z0-9]$/i.test(event.key)) this.jump(event.key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  turned() {
    return this.board.closest("[data-flip]") ? -1 : 1;
  }

  /** The nearest place in a direction, as it is drawn. @param {number} dx @param {number} dy */
  toward(dx, dy) {
    const [, x, y] = this.places[this.at], turned = this.turned();
    let best = this.at, least = Infinity;
    this.places.forEach(([, px, py], i) => {
      const [ex, ey] = [(px - x) * turned, (py - y) * turned];
      const now = cost(ex * dx + ey * dy, ex * dy + ey * dx);
      if (now < least) [best, least] = [i, now];
    });
    return best;
  }

  /** The end of the line. @param {number} dx */
  along(dx) {
    for (let before = -1; before !== this.at; ) {
      before = this.at;
      const next = this.toward(dx, 0);
      if (Math.abs(this.places[next][2] - this.places[before][2]) < 30) this.at = next;
    }
    this.go(this.at);
  }

  /** To the place whose name was typed, or begins so. @param {string} letter */
  jump(letter) {
    const now = performance.now();
    // Signs between letters and digits are not typed.
    const names = this.places.map(([name]) => name.toLowerCase().replace(/[^a-z0-9]/g, ""));
    const on = (now - this.typedAt > TYPING_MS ? "" : this.typed) + letter.toLowerCase();
    // What goes on with no name begins another.
    this.typed = names.some((name) => name.startsWith(on)) ? on : letter.toLowerCase();
    this.typedAt = now;
    const found = names.indexOf(this.typed), begun = names.findIndex((name) => name.startsWith(this.typed));
    if (found >= 0 || begun >= 0) this.go(found >= 0 ? found : begun);
  }
}
