// @ts-check
/** The clocks beside a board: between two readings they run by themselves. */
import { clock, said, seconds } from "./words.js";

/** @typedef {import("./stream.js").Face} Face */

export class Clocks {
  /** @type {[Face, Face] | undefined} */
  faces;
  asked = 0;

  /** @param {HTMLElement} home whose limits are in milliseconds, 0 for none
   * @param {(by: string) => string | undefined} rests what is said of a clock that rests */
  constructor(home, rests) {
    this.home = home;
    this.rests = rests;
  }

  /** @param {[Face, Face]} faces */
  face(faces) {
    this.faces = faces;
    this.asked = performance.now();
    this.tick();
  }

  /** What a clock has used of this turn, and what is left of the game; none without a limit. @param {Face} face */
  now(face) {
    const used = face.run ? face.turn + performance.now() - this.asked : 0;
    return { used, left: face.left == null ? null : Math.max(0, face.left - used) };
  }

  tick() {
    if (!this.faces || document.hidden || this.home.hasAttribute("data-cut")) return;
    const [turn, whole] = [Number(this.home.dataset.turn), Number(this.home.dataset.whole)];
    for (const seat of this.home.querySelectorAll(".seat")) {
      const by = seat.getAttribute("data-seat") ?? "", face = this.faces[by === "second" ? 1 : 0], { used, left } = this.now(face);
      seat.toggleAttribute("data-on", face.run);
      seat.toggleAttribute("data-low", left !== null && whole > 0 && left * 10 < whole);
      const small = !face.run ? this.rests(by) : turn ? said("of", { now: clock(used), limit: seconds(turn * 1000).replace(/\.?0+$/, "") }) : clock(used);
      this.write(seat, clock(left ?? used), small);
      const share = turn ? (used / turn) * 100 : whole && left !== null ? 100 - (left / whole) * 100 : 0;
      seat.querySelector(".clock rect")?.setAttribute("width", String(Math.min(100, Math.max(0, Math.round(share)))));
    }
  }

  /** @param {Element} seat @param {string} large @param {string} [small] */
  write(seat, large, small) {
    for (const [name, text] of [[".left", large], [".turn", small]]) {
      const box = seat.querySelector(`.clock ${name}`);
      if (box && text !== undefined && box.textContent !== text) box.textContent = text;
    }
  }
}
