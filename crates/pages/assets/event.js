// @ts-check
/** What follows an event or the hall: parts of a page are fetched and put in place, and nothing moves under a hand. */
import { follow, leave } from "./stream.js";
import { askPage, said } from "./words.js";

/** @typedef {import("./stream.js").Told} Told */

const GATHER_MS = 400;
const TURN_MS = 12000;

/** Is a pointer or the focus in it? @param {Element} part */
const held = (part) => part.matches(":hover") || part.contains(document.activeElement);

/** Puts it in the place of the other, at once or once somebody asks for it.
 * @param {Element} part @param {Element} now @param {(part: Element, now: Element) => void} put */
const swap = (part, now, put) => {
  const before = part.previousElementSibling, waiting = before?.matches("button.changed") ? /** @type {HTMLElement} */ (before) : null;
  if (!held(part) || part.isEqualNode(now)) {
    waiting?.remove();
    return put(part, now);
  }
  const button = waiting ?? document.createElement("button"), count = Number(button.dataset.count ?? 0) + 1;
  button.className = "quiet changed";
  button.dataset.count = String(count);
  button.textContent = said("changes", { n: count });
  button.onclick = () => {
    button.remove();
    put(part, now);
  };
  if (!waiting) part.before(button);
};

/** Says since when the page stands still. @param {Element} of @param {Date | null} since */
const note = (of, since) => {
  const box = of.querySelector(".cut-note");
  box?.toggleAttribute("hidden", since === null);
  if (box && since) box.textContent = said("still", { time: since.toLocaleTimeString() });
};

/** What somebody opened, by what it stands in. @param {HTMLDetailsElement} details */
const named = (details) =>
  [details.closest("table")?.caption, details.closest("tr")?.querySelector("th"), details.querySelector("summary")].map((e) => e?.textContent).join("|");

/** What is open stays open. @param {Element} part @param {Element} now */
const replaced = (part, now) => {
  const open = new Set([...part.querySelectorAll("details")].filter((one) => one.open).map(named));
  for (const one of now.querySelectorAll("details")) one.open ||= open.has(named(one));
  part.replaceWith(document.adoptNode(now));
};

/** @param {Element} card */
const gameOf = (card) => card.querySelector("lt-game")?.getAttribute("data-game");

/** Boards that are there already stay as they are and where they are. Where one goes another takes its place, and it waits
 * for that: its own end may come later than the news that it is no longer among those that run. @param {Element} part @param {Element} now */
const boards = (part, now) => {
  const before = [...part.querySelectorAll(".card")].map((card) => ({ card, game: gameOf(card) }));
  for (const card of now.querySelectorAll(".card")) {
    const same = part.querySelector(`lt-game[data-live][data-game="${gameOf(card)}"]`)?.closest(".card");
    if (same && card.querySelector("[data-live]")) card.replaceWith(same);
  }
  const cards = [...now.querySelectorAll(".card")], coming = cards.filter((card) => before.every(({ game }) => game !== gameOf(card)));
  const kept = before.map(({ card, game }) => cards.find((one) => gameOf(one) === game) ?? coming.shift() ?? card);
  cards.at(-1)?.after(...kept, ...coming);
  replaced(part, now);
};

class LiveEvent extends HTMLElement {
  connectedCallback() {
    const event = this.dataset.event;
    this.follower = { event, since: this.dataset.v, told: (/** @type {string} */ _, /** @type {Told} */ told) => this.changed(told), cut: (/** @type {Date | null} */ since) => note(this, since) };
    follow(this.follower);
    const views = this.querySelectorAll("[data-view]");
    if (views.length) this.turns();
  }

  disconnectedCallback() {
    if (this.follower) leave(this.follower);
    clearInterval(this.turning);
  }

  /** @type {number | undefined} */
  gathering;
  /** @type {number | undefined} */
  turning;
  old = false;

  /** @param {Told} told */
  changed(told) {
    this.dataset.v = String(told.v);
    if (this.follower) this.follower.since = this.dataset.v;
    this.old = true;
    this.gathering ??= setTimeout(() => {
      this.gathering = undefined;
      for (const part of this.querySelectorAll("[data-part]")) this.fetch(part);
    }, GATHER_MS);
  }

  /** @param {Element} part */
  async fetch(part) {
    const name = part.getAttribute("data-part") ?? "";
    try {
      const now = (await askPage(this.dataset.from ?? `/events/${this.dataset.event}`, { part: name })).querySelector(`[data-part="${CSS.escape(name)}"]`);
      if (!now || !part.isConnected) return;
      const title = now.getAttribute("data-title");
      if (title) document.title = title;
      swap(part, now, replaced);
    } catch {
      // The next change asks again.
    }
  }

  /** A projector: view after view. What changed meanwhile is fetched at a turn. */
  turns() {
    let at = 0;
    const bar = document.querySelector(".turnbar");
    const show = () => {
      const views = [...this.querySelectorAll("[data-view]")];
      this.setAttribute("data-turns", "");
      at = at % Math.max(1, views.length);
      views.forEach((view, i) => view.classList.toggle("now", i === at));
      bar?.classList.remove("run");
      requestAnimationFrame(() => requestAnimationFrame(() => bar?.classList.add("run")));
    };
    show();
    this.turning = setInterval(async () => {
      at += 1;
      if (this.old) await this.renew();
      show();
    }, TURN_MS);
  }

  async renew() {
    try {
      const now = (await askPage(location.href)).querySelector("lt-event");
      if (!now) return;
      this.old = false;
      for (const view of now.querySelectorAll("[data-view]")) {
        const id = view.querySelector("[data-live]")?.getAttribute("data-game");
        const same = id && this.querySelector(`lt-game[data-live][data-game="${id}"]`)?.closest("[data-view]");
        if (same) view.replaceWith(same);
      }
      this.replaceChildren(...now.childNodes);
    } catch {
      this.old = true;
    }
  }
}

class LiveHall extends HTMLElement {
  connectedCallback() {
    this.follower = { hall: this.dataset.hall ?? "", told: (/** @type {string} */ _, /** @type {Told} */ told) => this.changed(told), cut: (/** @type {Date | null} */ since) => note(this, since) };
    follow(this.follower);
  }

  disconnectedCallback() {
    if (this.follower) leave(this.follower);
  }

  /** @param {Told} told */
  async changed(told) {
    this.dataset.hall = String(told.v);
    if (this.follower) this.follower.hall = this.dataset.hall;
    try {
      const part = this.querySelector(".boards"), now = (await askPage("/", { part: "boards" })).querySelector(".boards");
      if (part && now) swap(part, now, boards);
    } catch {
      // The next change asks again.
    }
  }
}

customElements.define("lt-event", LiveEvent);
customElements.define("lt-hall", LiveHall);
