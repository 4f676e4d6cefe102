// @ts-check
/** A draw before everyone: one lot a press. Without it all lots are there at once. */

customElements.define("lt-ceremony", class extends HTMLElement {
  connectedCallback() {
    const steps = /** @type {HTMLElement[]} */ ([...this.querySelectorAll("[data-step]")]);
    let shown = 0;
    const show = (/** @type {number} */ count) => {
      shown = Math.max(0, Math.min(steps.length, count));
      steps.forEach((step, at) => {
        step.hidden = at >= shown;
        step.classList.toggle("now", at === shown - 1);
      });
      const last = steps[shown - 1];
      if (last && count <= steps.length) last.scrollIntoView({ block: "center" });
    };
    show(0);
    this.querySelector("[data-next]")?.addEventListener("click", () => show(shown + 1));
    this.querySelector("[data-all]")?.addEventListener("click", () => show(steps.length));
    addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "ArrowRight" || event.key === "PageDown") show(shown + 1);
      else if (event.key === "ArrowLeft" || event.key === "PageUp") show(shown - 1);
      else if (event.key === "End") show(steps.length);
      else if (event.key === "Home") show(0);
      else return;
      event.preventDefault();
    });
  }
});
