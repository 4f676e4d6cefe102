// @ts-check
/** A seat at a table: the board can be clicked, spot by spot, until an act is complete; what follows is waited for. */
import { Places } from "./places.js";
import { ask, said } from "./words.js";

/** What can be clicked next; at the end of a way the text of the act. @typedef {{ [spot: string]: Tree | string }} Tree */

const AGAIN_MS = 1500;

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
      const i = this.nearest(/** @type {PointerEvent} */ (event));
      if (i >= 0) play.choose(`p${i}`);
    });
  }

  async load() {}

  /** @param {KeyboardEvent} event */
  key(event) {
    if ((event.key === "Enter" || event.key === " ") && this.targets.includes(/** @type {SVGElement} */ (document.activeElement))) {
      event.preventDefault();
      event.stopPropagation();
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
  /** Where the keyboard was. */
  stood = -1;

  connectedCallback() {
    this.whole();
    this.wait();
  }

  disconnectedCallback() {
    this.gone = true;
  }

  gone = false;

  /** Everything of the page as it is now. */
  whole() {
    this.way = [];
    /** @type {Tree} */
    this.tree = JSON.parse(this.dataset.tree ?? "{}");
    /** @type {Record<string, string>} */
    this.names = JSON.parse(this.dataset.beside ?? "{}");
    for (const plain of this.querySelectorAll("[data-plain]")) plain.setAttribute("hidden", "");
    const board = /** @type {HTMLElement | null} */ (this.querySelector(".board"));
    this.places = board?.querySelector("svg") ? new SeatPlaces(this, board) : undefined;
    for (const form of this.querySelectorAll("form")) {
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        const body = new FormData(form, event.submitter);
        if (body.get("do") || body.get("typed")) this.send(body);
      });
    }
    this.show();
    if (this.stood >= 0) this.places?.go(Math.min(this.stood, this.places.targets.length - 1));
    this.stood = -1;
  }

  /** What can be clicked now. @returns {Tree} */
  open() {
    return /** @type {Tree} */ (this.way.reduce((tree, spot) => /** @type {Tree} */ (tree[spot]), this.tree ?? {}));
  }

  /** A spot was clicked. @param {string} spot */
  choose(spot) {
    const next = this.open()[spot];
    if (typeof next === "string") return this.act(next);
    if (next) this.way.push(spot);
    else if (this.tree?.[spot] && typeof this.tree[spot] !== "string") this.way = [spot];
    else if (typeof this.tree?.[spot] === "string") return this.act(/** @type {string} */ (this.tree[spot]));
    else this.way = [];
    this.show();
  }

  back() {
    this.way.pop();
    this.show();
  }

  /** Marks what can be clicked, and offers what lies beside the board. */
  show() {
    const open = this.open();
    this.places?.targets.forEach((target, i) => {
      target.setAttribute("role", open[`p${i}`] ? "button" : "img");
      target.classList.toggle("can", `p${i}` in open);
      target.classList.toggle("chosen", this.way.includes(`p${i}`));
    });
    const beside = this.querySelector(".beside");
    beside?.replaceChildren(...Object.keys(open).filter((spot) => !spot.startsWith("p")).map((spot) => this.button(this.name(spot), () => this.choose(spot))));
    if (this.way.length) beside?.append(this.button("×", () => this.back()));
    const chosen = this.querySelector(".chosen");
    if (chosen) chosen.textContent = this.way.map((spot) => this.name(spot)).join(" → ");
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
    this.way = [];
    return this.send(body);
  }

  /** Sends an act once; what follows comes to whoever waits. @param {FormData} body */
  async send(body) {
    const token = this.querySelector("input[name=t]");
    body.set("t", token instanceof HTMLInputElement ? token.value : "");
    body.set("version", this.dataset.version ?? "0");
    body.set("script", "1");
    this.tree = {};
    this.show();
    const fields = new URLSearchParams([...body].map(([name, value]) => [name, String(value)]));
    const sent = await fetch(this.dataset.address ?? "", { method: "POST", body: fields, redirect: "manual" }).catch(() => undefined);
    if (!sent || (sent.type !== "opaqueredirect" && !sent.ok)) location.reload();
  }

  /** Waits for what is new, shows it, and waits again. */
  async wait() {
    while (!this.gone && !this.dataset.over) {
      try {
        const answer = await ask(`${this.dataset.address}/now`, { after: this.dataset.version ?? "0" });
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        const next = page.querySelector("lt-play");
        this.classList.remove("cut");
        if (!(next instanceof HTMLElement) || next.dataset.version === this.dataset.version) continue;
        if (this.places?.targets.includes(/** @type {SVGElement} */ (document.activeElement))) this.stood = this.places.at;
        for (const name of Object.keys(this.dataset)) delete this.dataset[name];
        Object.assign(this.dataset, { ...next.dataset });
        this.replaceChildren(...next.children);
        this.whole();
      } catch {
        // The connection is gone: it is asked again, and the page says so.
        this.classList.add("cut");
        await new Promise((done) => setTimeout(done, AGAIN_MS));
      }
    }
  }
}

customElements.define("lt-play", Play);
