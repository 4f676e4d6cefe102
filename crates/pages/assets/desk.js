// @ts-check
/** The operator's window: the board as at a seat, and keys for what is to be done. */
import { Play } from "./play.js";
import { lang } from "./words.js";

/** @typedef {HTMLInputElement | HTMLSelectElement} Field */

/** @param {Element | null} it @returns {it is Field} */
const isField = (it) => it instanceof HTMLInputElement || it instanceof HTMLSelectElement;

class Desk extends Play {
  /** The deed that is being sent; its form is shown as the desk answers. */
  sending = "";
  /** The version that was shown. @type {string | undefined} */
  version;
  /** What was typed, opened and looked at before a change. @type {(() => void) | undefined} */
  restores;

  connectedCallback() {
    super.connectedCallback();
    addEventListener("keydown", (event) => this.pressed(event));
    setInterval(() => this.counts(), 1000);
  }

  /** What comes in place of it keeps what is being typed. @param {...(Node | string)} nodes */
  replaceChildren(...nodes) {
    this.restores = this.keeps();
    super.replaceChildren(...nodes);
  }

  whole() {
    super.whole();
    document.title = this.dataset.title ?? document.title;
    // Outside of what is replaced.
    const score = document.querySelector(".score");
    if (score) score.textContent = this.dataset.score ?? "";
    for (const wrong of this.querySelectorAll("[data-wrong]")) wrong.addEventListener("click", () => this.corrects(wrong.getAttribute("data-wrong") ?? ""));
    this.restores?.();
    this.restores = undefined;
    this.version = this.dataset.version;
  }

  /** No clock runs on where nobody counts it. */
  tick() {
    return this.classList.contains("cut") ? undefined : super.tick();
  }

  /** A second of the time for a correction is over. */
  counts() {
    const timer = this.querySelector("[data-left]");
    if (!(timer instanceof HTMLElement) || this.classList.contains("cut")) return;
    const left = Math.max(0, Number(timer.dataset.left) - 1000), seconds = Math.ceil(left / 1000);
    timer.dataset.left = String(left);
    timer.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }

  /** What the reader has under his hands now, to be put back. */
  keeps() {
    const stale = (/** @type {Element} */ it) => it.closest(`form[data-deed="${this.sending}"]`) || (/typed|wrong/.test(it.id) && this.version !== this.dataset.version);
    const typed = [...this.querySelectorAll("[id]")].filter((it) => isField(it) && !stale(it)).map((it) => {
      const field = /** @type {Field} */ (it);
      return /** @type {const} */ ([field.id, field.value, field instanceof HTMLInputElement && field.checked]);
    });
    const open = [...this.querySelectorAll("details[open]")].filter((it) => !this.sending || !it.querySelector(`form[data-deed="${this.sending}"]`)).map((it) => it.id);
    const on = document.activeElement, at = isField(on) ? on.id : on?.localName === "summary" ? on.parentElement?.id : undefined;
    const marked = on instanceof HTMLInputElement && on.type === "text" ? /** @type {const} */ ([on.selectionStart, on.selectionEnd]) : undefined;
    const scrolled = [".desk-side", ".desk-moves"].map((box) => /** @type {const} */ ([box, this.querySelector(box)?.scrollTop ?? 0]));
    return () => {
      for (const [id, value, checked] of typed) {
        const field = document.getElementById(id);
        if (!isField(field)) continue;
        if (field instanceof HTMLInputElement && field.type === "checkbox") field.checked = checked;
        else if (!(field instanceof HTMLSelectElement) || [...field.options].some((one) => one.value === value)) field.value = value;
      }
      for (const id of open) document.getElementById(id)?.setAttribute("open", "");
      const again = at ? document.getElementById(at) : null;
      (again?.localName === "details" ? again.querySelector("summary") : again)?.focus({ preventScroll: true });
      if (marked && again instanceof HTMLInputElement && again.value) again.setSelectionRange(...marked);
      for (const [box, top] of scrolled) {
        const found = this.querySelector(box);
        if (found) found.scrollTop = top;
      }
    };
  }

  /** The form in which this move is corrected. @param {string} at */
  corrects(at) {
    const slip = this.querySelector("#slip"), moves = slip?.querySelector("select");
    if (!slip || !moves) return;
    slip.setAttribute("open", "");
    for (const one of moves.options) one.selected = one.dataset.at === at;
    moves.focus();
  }

  /** The keys that stand on the buttons. @param {KeyboardEvent} event */
  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented || !(event.target instanceof Element)) return;
    const { key, target } = event, field = target.closest("input, select, textarea");
    if (key === "Escape" && field instanceof HTMLElement) return field.blur();
    // No act begins with a blank.
    const isEmpty = field instanceof HTMLInputElement && field.id === "typed" && !field.value;
    if ((field && !(isEmpty && key === " ")) || ((key === " " || key === "Enter") && target.closest("a, button, summary"))) return;
    const name = key === " " ? "Space" : key.toUpperCase();
    const it = [...this.querySelectorAll("[aria-keyshortcuts]")].find((one) => one.getAttribute("aria-keyshortcuts") === name);
    const typed = /** @type {HTMLElement | null} */ (key === "Enter" ? this.querySelector("#typed") : null);
    if (!it && !typed) return;
    event.preventDefault();
    if (typed) typed.focus();
    else if (it?.localName === "summary") {
      if (!it.parentElement?.toggleAttribute("open")) return;
      /** @type {HTMLElement | null} */ (it.parentElement.querySelector("select, input:not([type=hidden]), button"))?.focus();
    } else if (it instanceof HTMLElement) it.click();
  }

  /** Sends something once; the answer shows what followed, or why nothing did. @param {FormData} body */
  async send(body) {
    if (!body.get("do")) body.set("do", "play");
    if (this.sending || (body.get("do") === "play" && !["act", "typed", "why"].some((name) => body.get(name)))) return;
    this.sending = String(body.get("do"));
    if (!body.get("version")) body.set("version", this.dataset.version ?? "");
    body.set("script", "1");
    const fields = new URLSearchParams([...body].map(([name, value]) => [name, String(value)]));
    try {
      const answer = await fetch(`${this.dataset.address}?lang=${lang}`, { method: "POST", body: fields });
      const next = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("lt-desk");
      if (next instanceof HTMLElement) this.shows(next);
      else location.reload();
    } catch {
      this.classList.add("cut");
    }
    this.sending = "";
  }

  /** @param {HTMLElement} next */
  shows(next) {
    for (const name of Object.keys(this.dataset)) delete this.dataset[name];
    Object.assign(this.dataset, { ...next.dataset });
    this.replaceChildren(...next.children);
    this.whole();
  }
}

customElements.define("lt-desk", Desk);
